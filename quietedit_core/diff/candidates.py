"""Which blocks are worth comparing?"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

_COMPARE_ALL = 4096  # pairs; above it only those that share a rare word
_RAREST_WORDS = 12  # of a block
_POSTINGS = 24  # blocks looked at for one word, the nearest ones
_CANDIDATES = 12  # blocks a block is compared with


def list_candidates(old: Mapping[int, str], new: Mapping[int, str]) -> Iterable[tuple[int, int]]:
    if len(old) * len(new) <= _COMPARE_ALL:
        return [(i, j) for i in old for j in new]
    return _list_sharing_rare(old, new)


def _list_sharing_rare(old: Mapping[int, str], new: Mapping[int, str]) -> list[tuple[int, int]]:
    """Pairs that share their rarest words, the nearest ones of each word."""
    count_old, count_new = _count_blocks(old), _count_blocks(new)
    frequency = {word: count_old[word] + count_new[word] for word in count_old.keys() & count_new}
    postings: dict[str, list[int]] = defaultdict(list)
    for j, words in new.items():
        for word in _list_rarest(words, frequency):
            postings[word].append(j)
    pairs = []
    for i, words in old.items():
        votes: Counter[int] = Counter()
        for word in _list_rarest(words, frequency):
            votes.update(_list_nearest(postings.get(word, ()), i))
        ranked = sorted(votes, key=lambda j: (-votes[j], abs(i - j), j))
        pairs += [(i, j) for j in ranked[:_CANDIDATES]]
    return pairs


def _count_blocks(side: Mapping[int, str]) -> Counter[str]:
    """In how many blocks each word stands."""
    return Counter(word for words in side.values() for word in set(words))


def _list_rarest(words: str, frequency: Mapping[str, int]) -> list[str]:
    known = [word for word in set(words) if word in frequency]
    return sorted(known, key=lambda word: (frequency[word], word))[:_RAREST_WORDS]


def _list_nearest(places: Sequence[int], here: int) -> Sequence[int]:
    if len(places) <= _POSTINGS:
        return places
    middle = bisect_left(places, here)
    start = min(max(0, middle - _POSTINGS // 2), len(places) - _POSTINGS)
    return places[start : start + _POSTINGS]
