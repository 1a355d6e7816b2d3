"""What a host repeats is learned, and nothing else is dropped by it."""

from quietedit_core.extraction import Article, Block, BlockKind, extract_article
from quietedit_core.furniture import (
    FurnitureModel,
    furniture_from_payload,
    furniture_to_payload,
    learn_furniture,
)

PLEDGE = "Our newsroom lives on what its readers give, and 412 of them gave something today."
STORIES = (
    "The mill at Varde will open again in March after eleven years of silence.",
    "Two storks have built a nest on the roof of the town hall of Holm.",
    "The council wants to sell the old school to a maker of wooden toys.",
    "A fire in the paint works kept forty people out of their beds on Monday.",
    "The choir of the deaf school has won the first prize of the county.",
)


def page(story: str, pledge: str = PLEDGE) -> bytes:
    body = f"<article><h1>News</h1><p>{story}</p><p>It was told by our reporter.</p><p>{pledge}</p>"
    return f"<html><body>{body}</article></body></html>".encode()


def learned() -> FurnitureModel:
    pages = [
        (f"https://kurier.example/{n}", extract_article(page(s))) for n, s in enumerate(STORIES)
    ]
    return learn_furniture(pages)


def test_a_repeated_paragraph_is_furniture_even_when_its_counter_moves() -> None:
    model, url = learned(), "https://www.kurier.example/new"
    html = page("A new bridge is planned over the river at Holm.", PLEDGE.replace("412", "77"))
    without, with_model = (
        extract_article(html, url=url),
        extract_article(html, url=url, furniture=model),
    )
    dropped = set(without.paragraphs) - set(with_model.paragraphs)
    assert PLEDGE.replace("412", "77") in dropped
    assert with_model.paragraphs[0] == "A new bridge is planned over the river at Holm."


def test_a_model_knows_one_host_only() -> None:
    html = page("A new bridge is planned over the river at Holm.")
    other = extract_article(html, url="https://bote.example/1", furniture=learned())
    assert other.paragraphs == extract_article(html).paragraphs


def test_few_pages_teach_nothing() -> None:
    pages = [(f"https://kurier.example/{n}", extract_article(page(STORIES[n]))) for n in range(3)]
    assert learn_furniture(pages).fingerprints == {}


def test_one_page_seen_often_teaches_nothing() -> None:
    read = extract_article(page(STORIES[0]))
    assert learn_furniture([("https://kurier.example/1", read)] * 9).fingerprints == {}


def test_a_text_in_few_of_many_articles_is_background_not_furniture() -> None:
    def article(*texts: str) -> Article:
        return Article(blocks=tuple(Block(BlockKind.PARAGRAPH, text) for text in texts))

    pages = [(f"https://kurier.example/{n}", article(f"story {'x' * n}")) for n in range(40)]
    pages += [(f"https://kurier.example/b{n}", article("The war began in May.")) for n in range(5)]
    assert not learn_furniture(pages).is_furniture(
        "https://kurier.example/c", "The war began in May."
    )


def test_the_version_follows_from_what_was_learned() -> None:
    model = learned()
    again = furniture_from_payload(furniture_to_payload(model))
    assert again.version == model.version != FurnitureModel().version
