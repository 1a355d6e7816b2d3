"""What is no edit folds away; what is one never does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.folding import FOLDING_RULES, FoldingRule, fold_text, list_masked_spans


@pytest.mark.parametrize("rule", FOLDING_RULES, ids=lambda rule: rule.name)
def test_every_rule_holds_for_its_example(rule: FoldingRule) -> None:
    assert rule.before != rule.after
    assert fold_text(rule.before) == fold_text(rule.after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("$1.5 million", "$15 million", id="a decimal point"),
        pytest.param("5-10 killed", "510 killed", id="a range"),
        pytest.param("5–10 killed", "510 killed", id="a range with a dash"),
        pytest.param("held 3 days", "held 30 days", id="a count of days"),
        pytest.param("He was held 3 days ago.", "He was held 30 days ago.", id="days ago in prose"),
        pytest.param("can", "can't", id="a negation"),
        pytest.param("can’t", "can", id="a negation with a curly apostrophe"),
        pytest.param("It was “safe”.", "It was safe.", id="quotation marks removed"),
        pytest.param("«oui» dit-il", "oui dit-il", id="guillemets removed"),
        pytest.param("down −3 points", "down 3 points", id="a sign"),
        pytest.param("$5", "€5", id="a currency"),
        pytest.param("1,000", "1.000", id="a separator between digits"),
        pytest.param("10:30", "1030", id="a colon between digits"),
        pytest.param("m²", "m2", id="a superscript"),
        pytest.param("Polish", "polish", id="a capital"),
        pytest.param("resume", "résumé", id="an accent"),
        pytest.param("نمی\u200cخواهم", "نمیخواهم", id="a joiner in Persian"),
        pytest.param("1 000", "1000", id="a space between digits"),
        pytest.param("?", "!", id="a mark at the end"),
        pytest.param("utm_source=a b", "utm_source=a c", id="what follows an identifier"),
    ],
)
def test_edits_are_never_folded_away(before: str, after: str) -> None:
    assert fold_text(before) != fold_text(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("3 min ago", "17 min ago", id="English"),
        pytest.param("vor 3 Minuten", "vor 2 Stunden", id="German"),
        pytest.param("il y a 3 heures", "il y a 4 heures", id="French"),
        pytest.param("5 minuti fa", "un'ora fa".replace("un'ora", "1 ora"), id="Italian"),
        pytest.param("hace 2 horas", "hace 3 días", id="Spanish"),
        pytest.param("3 uur geleden", "4 uur geleden", id="Dutch"),
        pytest.param("2 godziny temu", "5 godzin temu", id="Polish"),
        pytest.param("Aktualisiert: vor 3 Minuten", "Aktualisiert: vor 9 Minuten", id="a label"),
        pytest.param("just now", "2 minutes ago", id="now"),
    ],
)
def test_clocks_told_from_now_fold(before: str, after: str) -> None:
    assert fold_text(before) == fold_text(after)
    assert list_masked_spans(before) != list_masked_spans(after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "di Ada Neri, 3/2/2031, ore 14.15. Aggiornato 9 minuti fa",
            "di Ada Neri, 3/2/2031, ore 14.15. Aggiornato 1 ora fa",
            id="Italian, behind a clock time and a full stop",
        ),
        pytest.param(
            "Par A. B. – 3.2.2031 à 13h45 Mis à jour il y a 5 minutes",
            "Par A. B. – 3.2.2031 à 13h45 Mis à jour il y a 2 heures",
            id="French, behind a clock time",
        ),
        pytest.param(
            "Von Ada Ott · vor 3 Minuten aktualisiert",
            "Von Ada Ott · vor 2 Stunden aktualisiert",
            id="German, the label behind",
        ),
        pytest.param(
            "By Ada Lee | 3 February 2031, 13:45 | Updated 3 minutes ago | 12 comments",
            "By Ada Lee | 3 February 2031, 13:45 | Updated 7 minutes ago | 12 comments",
            id="English, between separators",
        ),
        pytest.param(
            "By Ada Lee 3 February 2031, 13:45 Updated 3 minutes ago",
            "By Ada Lee 3 February 2031, 13:45 Updated 1 hour ago",
            id="English, set off by nothing but the date",
        ),
        pytest.param(
            "Por Ada Ruiz. Actualizado hace 3 horas",
            "Por Ada Ruiz. Actualizado hace 4 horas",
            id="Spanish",
        ),
        pytest.param(
            "Door Ada de Wit, 3 uur geleden", "Door Ada de Wit, 4 uur geleden", id="Dutch"
        ),
        pytest.param("Przez Ada Lis | 5 godzin temu", "Przez Ada Lis | 6 godzin temu", id="Polish"),
    ],
)
def test_clocks_told_from_now_fold_in_a_line_of_byline_and_date(before: str, after: str) -> None:
    assert fold_text(before) == fold_text(after)
    assert list_masked_spans(before) != list_masked_spans(after)


@pytest.mark.parametrize(
    "text",
    [
        "The list was updated {} hours ago.",
        "He resigned, {} days ago.",
        "He went home — {} days ago.",
        "Berlin vor {} Jahren",
        "Police said it was updated {} minutes ago",
        "Von der Polizei: vor {} Tagen festgenommen",
        "Il piano, aggiornato {} giorni fa, costa meno",
        "The match ended {} minutes ago | Reuters",
    ],
)
def test_clocks_told_from_now_never_fold_in_prose(text: str) -> None:
    assert fold_text(text.format(3)) != fold_text(text.format(30))


def test_masked_spans_stand_in_order_of_the_text() -> None:
    spans = list_masked_spans("/a?sid=17 and div-gpt-ad-99-0")
    assert [span.text for span in spans] == ["17", "99-0"]


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


SPICE = st.text(alphabet="a1 .-'\"’“–…\u00ad\u0301\u1ffd\ufb01\u200d\u200c;=?sid⟦", max_size=40)


@given(SPICE)
def test_folding_twice_is_folding_once_where_rules_meet(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


@given(st.text(max_size=40))
def test_digits_are_never_lost_outside_masked_spans(text: str) -> None:
    masked = "".join(span.text for span in list_masked_spans(text))
    digits = sum(map(str.isdecimal, fold_text(text))) + sum(map(str.isdecimal, masked))
    assert digits == sum(map(str.isdecimal, text))
