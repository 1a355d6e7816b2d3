"""Whether a piece is kept does not change because something near it does."""

import pytest

from quietedit_core.extraction import extract_article

PROSE = (
    "The harbour council of Ostrel Bay voted on Tuesday to close the old ferry pier for good.",
    "Residents had complained for years, and a petition gathered many names over the summer.",
    "The council says that the pier can be taken down before the winter storms set in.",
)

QUESTION = "What would you say to those who want to keep the old ferry pier open?"


def test_an_interviewer_may_ask_twice() -> None:
    answers = [f"<p>{QUESTION}</p><p>{text} I would say so at once.</p>" for text in PROSE]
    html = "".join(f"<section>{answer}</section>" for answer in answers)
    read = extract_article(f"<body><article>{html}</article></body>".encode())
    assert read.paragraphs.count(QUESTION) == len(PROSE)


@pytest.mark.parametrize("place", range(1, 4))
def test_headings_stay_while_paragraphs_around_them_come_and_go(place: int) -> None:
    parts = [f"<p>{text}</p>" for text in PROSE]
    parts.insert(1, "<h2>What happens next</h2>")
    old = extract_article(f"<body><div>{''.join(parts)}</div></body>".encode())
    parts.insert(place, "<p>No one was asked, say the shops on the quay, which will move away.</p>")
    new = extract_article(f"<body><div>{''.join(parts)}</div></body>".encode())
    assert [text for text in new.paragraphs if text in old.paragraphs] == list(old.paragraphs)
    assert "What happens next" in old.paragraphs


@pytest.mark.parametrize(
    "items",
    [
        ("9.00am Recount begins", "9.35am First box: no change"),
        ("Recount opened at nine", "No change in the first box, two papers in doubt in the second"),
    ],
)
def test_the_items_of_a_list_share_one_fate(items: tuple[str, ...]) -> None:
    listed = "".join(f"<li>{item}</li>" for item in items)
    paragraphs = "".join(f"<p>{text}</p>" for text in PROSE)
    read = extract_article(f"<body><div>{paragraphs}<ul>{listed}</ul></div></body>".encode())
    assert sum(text in items for text in read.paragraphs) in (0, len(items))
