"""What runs are given: database, fetcher, page store, clock, each made from the settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import dagster as dg

from quietedit_pipeline.clock import Clock
from quietedit_pipeline.fetcher import Fetcher
from quietedit_store.database import Database, migrate, serving_databases
from quietedit_store.pages import PageStore
from quietedit_store.settings import Settings, read_settings


class SettingsResource(dg.ConfigurableResource[Settings]):
    """The operator's settings, read anew for each run."""

    def create_resource(self, context: dg.InitResourceContext) -> Settings:
        return read_settings()


class DatabaseResource(dg.ConfigurableResource[Database]):
    """PostgreSQL with the present schema; the embedded server where none is set."""

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Iterator[Database]:
        settings = read_settings()
        with serving_databases(settings) as (url, _):
            migrate(url)
            with Database(url, max_size=settings.fetch_threads + 4) as database:
                yield database


class FetcherResource(dg.ConfigurableResource[Fetcher]):
    """The one that speaks HTTP."""

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Iterator[Fetcher]:
        settings = read_settings()
        with Fetcher(
            user_agent=settings.user_agent,
            open_hosts=settings.open_hosts,
            pinned=settings.host_addresses,
        ) as fetcher:
            yield fetcher


class PagesResource(dg.ConfigurableResource[PageStore]):
    """The page store."""

    def create_resource(self, context: dg.InitResourceContext) -> PageStore:
        return PageStore(read_settings().pages_url)


class ClockResource(dg.ConfigurableResource[Clock]):
    """The database's time, and what the settings run it ahead by."""

    database: dg.ResourceDependency[Database]

    def create_resource(self, context: dg.InitResourceContext) -> Clock:
        ahead = timedelta(seconds=read_settings().clock_offset_seconds)
        return Clock.of_database(self.database, ahead)


def make_resources() -> dict[str, object]:
    database = DatabaseResource()
    return {
        "settings": SettingsResource(),
        "database": database,
        "fetcher": FetcherResource(),
        "pages": PagesResource(),
        "clock": ClockResource(database=database),
    }
