"""What stands side by side on a page, how far from the article's prose?"""

from collections import Counter

from quietedit_core.extraction.outline import Outline
from quietedit_core.extraction.survey import FOREIGN, PROSE_CAP, Setting

FAR = 20


class Layout:
    """Groups of pieces by the box around theirs and their tag, and distances to prose."""

    def __init__(self, outline: Outline, setting: Setting) -> None:
        self.outline, self.setting = outline, setting
        self.boxes, self.pieces = outline.boxes, outline.pieces
        self.lengths = [double_log(len(piece.plain)) for piece in self.pieces]
        self.core = [
            index
            for index, piece in enumerate(self.pieces)
            if piece.is_prose
            and not setting.outward[piece.box]
            and not setting.gathered[piece.box] & FOREIGN
        ]
        self.groups = self._groups()
        self.places = self._article_places()
        self.top, self.top_first, self.top_last = self._top_group()
        self.children = Counter((box.parent, box.tag) for box in self.boxes)
        prose = {index for index, piece in enumerate(self.pieces) if piece.is_prose}
        self.to_core = _distances(len(self.pieces), set(self.core))
        self.to_prose = _distances(len(self.pieces), prose)

    def _groups(self) -> dict[tuple[int, str], list[int]]:
        """Pieces and pieces with links of what stands side by side."""
        groups: dict[tuple[int, str], list[int]] = {}
        for piece in self.pieces:
            box = self.boxes[piece.box]
            group = groups.setdefault((box.parent, box.tag), [0, 0])
            group[0] += 1
            group[1] += piece.links > 0
        return groups

    def _article_places(self) -> list[int]:
        """0: no article element; 1: in the one around the main box or in it; 2: in another."""
        main, places, owner = self.setting.main, [0] * len(self.boxes), [-1] * len(self.boxes)
        for index, box in enumerate(self.boxes):
            owner[index] = index if box.tag == "article" else owner[box.parent] if index else -1
        mine = owner[main]
        for index, own in enumerate(owner):
            places[index] = 0 if own < 0 else 1 if own == mine else 2
        return places

    def _top_group(self) -> tuple[tuple[int, str], int, int]:
        """Where most prose of the main box stands side by side, with its first and last piece."""
        sums: dict[tuple[int, str], int] = {}
        places: dict[tuple[int, str], list[int]] = {}
        for index in self.core:
            piece = self.pieces[index]
            box = self.boxes[piece.box]
            key = (box.parent, box.tag)
            sums[key] = sums.get(key, 0) + min(len(piece.plain), PROSE_CAP)
            places.setdefault(key, []).append(index)
        if not sums:
            return (-2, ""), 0, len(self.pieces)
        top = max(sums, key=lambda key: sums[key])
        return top, places[top][0], places[top][-1]


def double_log(length: int) -> int:
    """Twice the binary logarithm, in whole steps."""
    return (length * length).bit_length()


def _distances(size: int, core: set[int]) -> list[int]:
    distances = [FAR] * size
    distance = FAR
    for index in range(size):
        distance = 0 if index in core else distance + 1
        if distance < FAR:
            distances[index] = distance
    distance = FAR
    for index in range(size - 1, -1, -1):
        distance = 0 if index in core else distance + 1
        distances[index] = min(distances[index], distance)
    return distances
