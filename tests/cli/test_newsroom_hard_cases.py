"""What the demo's newsroom keeps for readers that must tell text from what stands in it."""

from datetime import UTC, datetime

import pytest
from lxml import html

from quietedit_cli.newsroom import Newsroom, Script, load_script

START = datetime(2026, 3, 2, 6, tzinfo=UTC)
WHOLE = load_script()
OUTLET = "skerry-herald"
PROSE = [key for outlet, key in WHOLE.articles if outlet == OUTLET and key != "wreck"]


def ask(script: Script, article: str, *, minute: float, number: int = 0) -> tuple[int, str]:
    newsroom = Newsroom(script, start=START)
    newsroom.advance_to(minute)
    path = script.article_path(OUTLET, article)
    answer = newsroom.respond(f"{OUTLET}.localhost", path, {}, number)
    return answer.status, answer.body.decode()


def select(page: str, name: str) -> list[str]:
    parts = html.fromstring(page).iter("div")
    return ["".join(map(str, part.itertext())) for part in parts if part.get("class") == name]


@pytest.mark.parametrize("article", PROSE)
def test_a_text_in_two_containers_is_all_there(article: str) -> None:
    _, page = ask(WHOLE, article, minute=10)
    halves = select(page, "text-part")
    state = WHOLE.find_state(OUTLET, article, 10)
    assert state is not None
    assert len(halves) == 2
    assert len(select(page, "promotion")) == 1
    assert all(sum(block.text in half for half in halves) == 1 for block in state.blocks)


@pytest.mark.parametrize("article", PROSE)
def test_the_list_amid_the_text_rotates(article: str) -> None:
    lists = {
        select(ask(WHOLE, article, minute=10, number=number)[1], "recommended")[0]
        for number in range(6)
    }
    assert len(lists) > 1


def test_ages_in_a_ticker_move_by_themselves() -> None:
    early, late = (select(ask(WHOLE, "wreck", minute=m)[1], "entry-time") for m in (30, 31))
    assert early == ["26 min ago", "90 min ago"]
    assert late == ["27 min ago", "91 min ago"]


@pytest.mark.parametrize(
    ("event", "status", "words"),
    [
        pytest.param("sk-piano-gone", 302, "", id="a soft 404 leads to the home page"),
        pytest.param("sk-kiln-consent", 200, "412 partners", id="a consent wall"),
        pytest.param("sk-herring-bots", 200, "Checking your browser", id="a bot wall"),
        pytest.param("sk-herring-teaser", 200, "may read them", id="a teaser of one paragraph"),
    ],
)
def test_something_else_in_the_place_of_an_article(event: str, status: int, words: str) -> None:
    scripted = next(each for each in WHOLE.events if each.id == event)
    answered, page = ask(WHOLE, scripted.article, minute=scripted.minute)
    state = WHOLE.find_state(OUTLET, scripted.article, scripted.minute)
    assert state is not None
    assert (answered, words in page) == (status, True)
    assert all(block.text not in page for block in state.blocks[1:])


def test_hard_cases_can_be_left_out() -> None:
    easy = load_script(leave_out=("walls",))
    assert OUTLET not in easy.outlets
    assert len(easy.outlets) == len(WHOLE.outlets) - 1
    assert not any(outlet == OUTLET for outlet, _ in easy.articles)
