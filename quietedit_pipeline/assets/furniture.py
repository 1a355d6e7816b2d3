"""What hosts repeat on their pages."""

import dagster as dg

from quietedit_pipeline.clock import Clock
from quietedit_pipeline.learning import learn_hosts
from quietedit_store.database import Database
from quietedit_store.pages import PageStore


@dg.asset(group_name="news", kinds={"postgres"}, code_version="1")
def furniture_model(
    database: dg.ResourceParam[Database],
    pages: dg.ResourceParam[PageStore],
    clock: dg.ResourceParam[Clock],
) -> dg.MaterializeResult[None]:
    """The paragraphs that each host repeats across its articles, learned from stored pages.

    A new model is a new reader, as a new extractor is: it changes no past version.
    """
    found = learn_hosts(database, pages, now=clock.now())
    return dg.MaterializeResult(
        metadata={
            "hosts": len(found),
            "paragraphs": sum(found.values()),
            "by_host": dg.MetadataValue.table(
                [
                    dg.TableRecord({"host": host, "repeated": count})
                    for host, count in sorted(found.items(), key=lambda item: -item[1])[:200]
                ],
                schema=dg.TableSchema(
                    [dg.TableColumn("host", "string"), dg.TableColumn("repeated", "int")]
                ),
            ),
        }
    )
