"""What was wrong with a body, as far as we have read it?"""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Defects:
    """Gathered while a body is read; a note counts as a repair, a truncation is kept apart."""

    notes: list[str] = field(default_factory=list)
    dropped_characters: int = 0
    truncated: bool = False

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)

    def note_truncation(self, text: str) -> None:
        self.truncated = True
        self.note(text)

    def note_dropped(self, count: int) -> None:
        if count:
            self.dropped_characters += count
            self.note("characters that XML forbids were dropped")
