"""With what is a host's page read: the extractor, and what was learned of the host.

A better extractor, folding or furniture model is never an edit: all three stand in the name under
which a text was read, and texts are only compared under one name.
"""

from dataclasses import dataclass, field

from quietedit_core.extraction import EXTRACTOR_VERSION
from quietedit_core.folding import FOLDING_VERSION
from quietedit_core.furniture import FurnitureModel, host_of
from quietedit_store.database import Connection
from quietedit_store.furniture import list_furniture

EXTRACTOR = f"extraction-{EXTRACTOR_VERSION}/folding-{FOLDING_VERSION}"


@dataclass(frozen=True, slots=True)
class Readers:
    """The extractor's name and the models of hosts that have one, each with its version."""

    extractor: str
    models: dict[str, tuple[str, FurnitureModel]] = field(default_factory=dict)

    def name_for(self, host: str) -> str:
        """Under which name a page of the host is read."""
        learned = self.models.get(host)
        return self.extractor if learned is None else f"{self.extractor}/furniture-{learned[0]}"

    def model_for(self, host: str) -> FurnitureModel | None:
        learned = self.models.get(host)
        return None if learned is None else learned[1]

    @property
    def names(self) -> dict[str, str]:
        """The names of the hosts that are not read under the plain one."""
        return {host: self.name_for(host) for host in self.models}


def load_readers(connection: Connection) -> Readers:
    """The readers in force."""
    models = {
        row.host: (
            row.version,
            FurnitureModel({host_of(f"http://{row.host}/"): frozenset(row.fingerprints)}),
        )
        for row in list_furniture(connection)
        if row.fingerprints
    }
    return Readers(EXTRACTOR, models)
