"""What stands around an article, anew at every request?"""

from dataclasses import dataclass
from functools import cache
from html import escape
from random import Random
from typing import Any

from quietedit_cli.newsroom.reading import read_yaml

_ROTATING = 5
_RELATED = 3


@dataclass(frozen=True, slots=True)
class Link:
    text: str
    path: str


@cache
def read_labels(language: str) -> dict[str, Any]:
    """The words of the furniture in a language."""
    labels: dict[str, Any] = read_yaml("furniture.yaml")[language]
    return labels


def furnish(language: str, *, edition: int, others: list[Link], random: Random) -> dict[str, str]:
    """Fill the slots of a template that do not belong to the article."""
    labels = read_labels(language)
    menu = labels["menu"][edition % 2]
    related = random.sample(others, min(_RELATED, len(others)))
    rotating = random.sample(_list_invented(labels) + others, _ROTATING)
    return {
        "menu": list_links([Link(text, f"/{text.lower()}/") for text in menu]),
        "rotating": list_links(rotating),
        "related": list_links(related),
        "footer": list_links([Link(text, "#") for text in labels["footer"]]),
        "share": list_links([Link(text, "#") for text in labels["share"]]),
        "offer": escape(labels["offers"][edition % 2]),
        "comments": escape(labels["comments"].format(random.randint(3, 480))),
        "most_read": escape(labels["most_read"]),
        "related_title": escape(labels["related"]),
        "advertisement": escape(labels["advertisement"]),
        "cookies": escape(labels["cookies"]),
        "accept": escape(labels["accept"]),
        **{f"ad_{slot}": f"{random.getrandbits(32):08x}" for slot in "abc"},
        "token": f"{random.getrandbits(64):016x}",
    }


def halve(parts: list[str], language: str, random: Random) -> list[str]:
    """Set a text in two containers, a promotion between them, rotating links in the second."""
    labels = read_labels(language)
    middle = len(parts) // 2
    offered = list_links(random.sample(_list_invented(labels), _RELATED))
    heading = escape(labels["related"])
    return [
        '<div class="text-part">',
        *parts[:middle],
        "</div>",
        f'<div class="promotion"><p>{escape(labels["offers"][0])}</p></div>',
        '<div class="text-part">',
        *parts[middle : middle + 1],
        f'<div class="recommended"><h4>{heading}</h4><ul>{offered}</ul></div>',
        *parts[middle + 1 :],
        "</div>",
    ]


def _list_invented(labels: dict[str, Any]) -> list[Link]:
    return [Link(text, f"/x/{place}") for place, text in enumerate(labels["headlines"])]


def list_links(links: list[Link]) -> str:
    return "".join(
        f'<li><a href="{escape(link.path)}">{escape(link.text)}</a></li>' for link in links
    )
