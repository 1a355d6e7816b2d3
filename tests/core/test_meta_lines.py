"""Lines about the article (who, when, how many answers) are no text of it."""

import pytest

from quietedit_core.extraction import extract_article
from quietedit_core.extraction.meta_lines import is_meta_line

PROSE = (
    "The harbour council of Ostrel Bay voted on Tuesday to close the old ferry pier for good.",
    "Residents had complained for years, and a petition gathered many names over the summer.",
    "The council says that the pier can be taken down before the winter storms set in.",
)


def page(line: str, *more: str) -> bytes:
    paragraphs = "".join(f"<p>{text}</p>" for text in (*PROSE, *more))
    return f"<body><h1>Pier closes</h1><div>{line}</div><div>{paragraphs}</div></body>".encode()


@pytest.mark.parametrize(
    "line",
    [
        "di Ada Neri, 3/2/2031, ore 14.15. Aggiornato 9 minuti fa",
        "Par Ada B. – 3.2.2031 à 13h45 Mis à jour il y a 35 minutes",
        "Von Ada Ott | 03.02.2031, 14.15 Uhr | vor 9 Minuten aktualisiert | 12 Kommentare",
        "By Ada Lee 3 February 2031, 13:45 Updated 3 minutes ago 12 comments",
        "By Ada Lee, Monday 3 February 2031",
        "12 commentaires",
    ],
)
def test_lines_about_the_article_are_not_of_it(line: str) -> None:
    assert is_meta_line(line)
    assert extract_article(page(line)).paragraphs == PROSE


@pytest.mark.parametrize(
    "text",
    [
        "12 March 2020",
        "Paris",
        "The list was updated 3 hours ago.",
        "By Monday the pier had 12 visitors",
        "Ann Lee, the mayor, left 3 days ago",
    ],
)
def test_what_may_be_prose_or_a_heading_is_no_such_line(text: str) -> None:
    assert not is_meta_line(text)
