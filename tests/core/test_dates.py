"""Dates from outside: an instant, how exactly it was written, and why to doubt it."""

import os
import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.dates import DateDoubt, Precision, parse_date, usable_instant
from quietedit_core.dates.vocabulary import date_words

SEEN_AT = datetime(2025, 7, 5, 12, tzinfo=UTC)
APRIL_3 = datetime(2025, 4, 3, tzinfo=UTC)
NO_ZONE = DateDoubt.NO_ZONE


def at(hour: int, minute: int = 0, second: int = 0) -> datetime:
    return APRIL_3.replace(hour=hour, minute=minute, second=second)


@pytest.mark.parametrize(
    ("text", "instant", "precision"),
    [
        pytest.param("Thu, 03 Apr 2025 08:00:00 +0200", at(6), "second", id="rfc 2822"),
        pytest.param("3 Apr 2025 08:00 GMT", at(8), "minute", id="rfc 822, short"),
        pytest.param("Thu, 03 Apr 2025 08:00:00 +0200 (CEST)", at(6), "second", id="a comment"),
        pytest.param("Thu, 03 Apr 2025 08 : 00 : 00 -0000", at(8), "second", id="folded spaces"),
        pytest.param("Thu, 03 Apr 2025 08:00:00 +200", at(6), "second", id="a short offset"),
        pytest.param("Thu, 03 Apr 2025 08:00:00 GMT+2", at(6), "second", id="an offset from GMT"),
        pytest.param("2025-04-03T08:00:00Z", at(8), "second", id="rfc 3339"),
        pytest.param("2025-04-03t08:00:00z", at(8), "second", id="rfc 3339 in small letters"),
        pytest.param("2025-04-03 08:00:00+02:00", at(6), "second", id="a space for the T"),
        pytest.param("2025-04-03T08:00+02", at(6), "minute", id="an offset of hours"),
        pytest.param("2025-04-03T08:00:00−02:00", at(10), "second", id="a real minus sign"),
        pytest.param("20250403T080000Z", at(8), "second", id="the basic format"),
        pytest.param("2025-W14-4T08:00Z", at(8), "minute", id="a week date"),
        pytest.param("2025W144T0800Z", at(8), "minute", id="a week date in the basic format"),
        pytest.param("2025-093T08:00Z", at(8), "minute", id="an ordinal date"),
        pytest.param("2025-04-03T08Z", at(8), "hour", id="an hour alone"),
        pytest.param("2025-04-03+02:00", at(0) - timedelta(hours=2), "day", id="a day with a zone"),
        pytest.param("2025-04-03T08:00:00+02:00[Europe/Berlin]", at(6), "second", id="java"),
        pytest.param(
            "Thu Apr 03 2025 08:00:00 GMT+0200 (Central European Summer Time)",
            at(6),
            "second",
            id="javascript",
        ),
        pytest.param("1743667200", at(8), "second", id="epoch seconds"),
        pytest.param("1743667200000", at(8), "second", id="epoch milliseconds"),
        pytest.param("1743667200000000", at(8), "second", id="epoch microseconds"),
        pytest.param("٢٠٢٥-٠٤-٠٣T٠٨:٠٠:٠٠Z", at(8), "second", id="arabic figures"),
        pytest.param("2025-04-03T08:00:00Z", at(8), "second", id="fullwidth figures"),
        pytest.param("Do, 03 Apr 2025 08:00:00 +0200", at(6), "second", id="a german weekday"),
        pytest.param("3. April 2025, 10:05 Uhr MESZ", at(8, 5), "minute", id="a german zone"),
        pytest.param("Thu, 03 Apr 2025 24:00:00 GMT", at(0) + timedelta(days=1), "second", id="24"),
        pytest.param("Apr 3, 2025 8:05 p.m. UTC", at(20, 5), "minute", id="afternoon"),
        pytest.param("Apr 3, 2025 12:05 am UTC", at(0, 5), "minute", id="past midnight"),
    ],
)
def test_dates_without_doubt(text: str, instant: datetime, precision: str) -> None:
    parsed = parse_date(text, seen_at=SEEN_AT)
    assert parsed is not None
    assert (parsed.instant, parsed.precision, parsed.doubts) == (instant, precision, frozenset())


def test_a_fraction_is_kept() -> None:
    for text in ("2025-04-03T08:00:00.25Z", "2025-04-03T08:00:00,250000000Z", "1743667200.25"):
        parsed = parse_date(text, seen_at=SEEN_AT)
        assert parsed is not None
        assert parsed.instant == at(8) + timedelta(milliseconds=250)


@pytest.mark.parametrize(
    ("text", "instant", "doubts"),
    [
        pytest.param(
            "Fri, 4 Jul 2025 04:00:00 PST",
            datetime(2025, 7, 4, 12, tzinfo=UTC),
            {DateDoubt.ZONE_OUT_OF_SEASON},
            id="a winter zone in July",
        ),
        pytest.param(
            "Wed, 15 Jan 2025 13:00:00 CEST",
            datetime(2025, 1, 15, 11, tzinfo=UTC),
            {DateDoubt.ZONE_OUT_OF_SEASON},
            id="a summer zone in January",
        ),
        pytest.param(
            "Thu, 03 Apr 2025 08:00:00 IST",
            at(2, 30),
            {DateDoubt.AMBIGUOUS_ZONE},
            id="a zone of three countries",
        ),
        pytest.param("2025-04-03T08:00:00", at(8), {NO_ZONE}, id="no zone is UTC"),
        pytest.param("20250403080000", at(8), {NO_ZONE}, id="figures without a break"),
        pytest.param("2025-04-03", at(0), {NO_ZONE}, id="a day"),
        pytest.param("2025-04-03 08:00 XYZ", at(8), {DateDoubt.UNKNOWN_ZONE}, id="unknown zone"),
        pytest.param("3 Apr 2025 08:00 A", at(8), {DateDoubt.UNKNOWN_ZONE}, id="a military letter"),
        pytest.param("3 Apr 2025 08:00 +2400", at(8), {DateDoubt.UNKNOWN_ZONE}, id="zone too far"),
        pytest.param(
            "2025-04-03 08:00 Europe/Berlin", at(8), {DateDoubt.UNKNOWN_ZONE}, id="a region"
        ),
        pytest.param(
            "Thursday, 03-Apr-25 08:00:00 GMT", at(8), {DateDoubt.TWO_DIGIT_YEAR}, id="rfc 850"
        ),
        pytest.param(
            "03 Apr 69 08:00 GMT",
            datetime(2069, 4, 3, 8, tzinfo=UTC),
            {DateDoubt.TWO_DIGIT_YEAR, DateDoubt.FUTURE},
            id="69 is 2069",
        ),
        pytest.param(
            "03 Apr 70 08:00 GMT",
            datetime(1970, 4, 3, 8, tzinfo=UTC),
            {DateDoubt.TWO_DIGIT_YEAR},
            id="70 is 1970",
        ),
        pytest.param("3 Apr 125 08:00 GMT", at(8), {DateDoubt.TWO_DIGIT_YEAR}, id="since 1900"),
        pytest.param("03/04/2025 08:00 GMT", at(8), {DateDoubt.DAY_OR_MONTH}, id="day first"),
        pytest.param(
            "04/03/2025 08:00 AM GMT", at(8), {DateDoubt.DAY_OR_MONTH}, id="with am, month first"
        ),
        pytest.param("04/30/2025", APRIL_3.replace(day=30), {NO_ZONE}, id="only one order fits"),
        pytest.param("03.04.2025", at(0), {NO_ZONE}, id="with dots, day first"),
        pytest.param(
            "Fri, 03 Apr 2025 08:00:00 GMT", at(8), {DateDoubt.WRONG_WEEKDAY}, id="a wrong weekday"
        ),
        pytest.param(
            "2016-12-31T23:59:60Z",
            datetime(2017, 1, 1, tzinfo=UTC),
            {DateDoubt.LEAP_SECOND},
            id="a leap second",
        ),
        pytest.param(
            "31 Feb 2025 10:00 GMT",
            datetime(2025, 2, 28, 10, tzinfo=UTC),
            {DateDoubt.IMPOSSIBLE},
            id="an impossible day is the last of its month",
        ),
        pytest.param(
            "2025-04-03T25:00:00Z", at(0), {DateDoubt.IMPOSSIBLE}, id="an impossible time"
        ),
        pytest.param(
            "2041-01-01T00:00:00Z",
            datetime(2041, 1, 1, tzinfo=UTC),
            {DateDoubt.FUTURE},
            id="the future",
        ),
        pytest.param(
            "0001-01-01T00:00:00Z",
            datetime(1, 1, 1, tzinfo=UTC),
            {DateDoubt.PLACEHOLDER},
            id="the zero of a database",
        ),
    ],
)
def test_dates_with_doubts(text: str, instant: datetime, doubts: set[DateDoubt]) -> None:
    parsed = parse_date(text, seen_at=SEEN_AT)
    assert parsed is not None
    assert (parsed.instant, set(parsed.doubts)) == (instant, doubts)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("Thursday, April 3rd, 2025", id="english"),
        pytest.param("Donnerstag, 3. April 2025", id="german"),
        pytest.param("jeudi 3 avril 2025", id="french"),
        pytest.param("giovedì 3 aprile 2025", id="italian"),
        pytest.param("jueves, 3 de abril de 2025", id="spanish"),
        pytest.param("quinta-feira, 3 de abril de 2025", id="portuguese"),
        pytest.param("donderdag 3 april 2025", id="dutch"),
        pytest.param("czwartek, 3 kwietnia 2025", id="polish"),
        pytest.param("čtvrtek 3. dubna 2025", id="czech"),
        pytest.param("torsdag 3 apr. 2025", id="swedish"),
        pytest.param("torsdag den 3. april 2025", id="danish"),
        pytest.param("torsdag 3. april 2025", id="norwegian"),
        pytest.param("torstaina 3. huhtikuuta 2025", id="finnish"),
        pytest.param("2025. április 3., csütörtök", id="hungarian"),
        pytest.param("joi, 3 aprilie 2025", id="romanian"),
        pytest.param("3 Nisan 2025 Perşembe", id="turkish"),
        pytest.param("четверг, 3 апреля 2025 г.", id="russian"),
        pytest.param("четвер, 3 квітня 2025 р.", id="ukrainian"),
        pytest.param("Πέμπτη, 3 Απριλίου 2025", id="greek"),
        pytest.param("JEUDI 3 AVRIL 2025", id="capitals"),
        pytest.param("3-abril-2025", id="hyphens"),
    ],
)
def test_the_words_of_many_languages(text: str) -> None:
    parsed = parse_date(text, seen_at=SEEN_AT)
    assert parsed is not None
    assert (parsed.instant, parsed.precision) == (APRIL_3, Precision.DAY)
    assert parsed.doubts == {NO_ZONE}


@pytest.mark.parametrize(
    ("text", "day"),
    [
        pytest.param("mar. 1 avr. 2025", 1, id="mardi, as another word is the month"),
        pytest.param("mar 3 avr 2025", 3, id="a wrong mardi"),
    ],
)
def test_a_word_for_a_month_and_a_day(text: str, day: int) -> None:
    parsed = parse_date(text, seen_at=SEEN_AT)
    assert parsed is not None
    assert parsed.instant == APRIL_3.replace(day=day)
    assert (DateDoubt.WRONG_WEEKDAY in parsed.doubts) is (day == 3)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        pytest.param("3. April 2025, 14.05 Uhr", at(14, 5), id="german with a dot"),
        pytest.param("3. April 2025, 14 Uhr", at(14), id="german hour"),
        pytest.param("3 avril 2025 à 14h05", at(14, 5), id="french"),
        pytest.param("3.4.2025 klo 14.05", at(14, 5), id="finnish"),
        pytest.param("14:05, 3 April 2025", at(14, 5), id="time first"),
        pytest.param("Thu Apr  3 14:05:00 2025", at(14, 5), id="asctime"),
    ],
)
def test_times_in_words(text: str, instant: datetime) -> None:
    parsed = parse_date(text, seen_at=SEEN_AT)
    assert parsed is not None
    assert (parsed.instant, set(parsed.doubts)) == (instant, {NO_ZONE})


@pytest.mark.parametrize(
    ("text", "precision"), [("2025-04", Precision.MONTH), ("April 2025", "month"), ("2025", "year")]
)
def test_less_than_a_day(text: str, precision: str) -> None:
    parsed = parse_date(text, seen_at=SEEN_AT)
    assert parsed is not None
    assert parsed.precision == precision


@pytest.mark.parametrize(
    "text",
    [
        *("", "   ", "yesterday", "12", "3 April", "2025-13-01", "0000-00-00 00:00:00"),
        *("32 Apr 2025", "2025-02-00", "9999-12-31T23:59:59-12:00", "null", "April"),
        *("1 2 3 April", "x" * 100_000),
    ],
)
def test_no_date(text: str) -> None:
    assert parse_date(text, seen_at=SEEN_AT) is None


@pytest.mark.parametrize(
    ("written", "usable"),
    [
        pytest.param(SEEN_AT + timedelta(minutes=59), SEEN_AT + timedelta(minutes=59), id="near"),
        pytest.param(SEEN_AT + timedelta(minutes=61), SEEN_AT, id="too far ahead"),
        pytest.param(APRIL_3, APRIL_3, id="past"),
    ],
)
def test_usable_instants(written: datetime, usable: datetime) -> None:
    parsed = parse_date(written.isoformat(), seen_at=SEEN_AT)
    assert usable_instant(parsed, seen_at=SEEN_AT) == usable
    assert (DateDoubt.FUTURE in parsed.doubts) is (written != usable) if parsed else False


def test_what_is_unread_happened_when_it_was_seen() -> None:
    assert usable_instant(None, seen_at=SEEN_AT) == SEEN_AT


def test_the_words_are_all_there() -> None:
    words = date_words()
    assert set(words.months.values()) == set(range(1, 13))
    assert frozenset(range(7)) == frozenset().union(*words.weekdays.values())
    assert all(-720 <= zone.minutes <= 840 for zone in words.zones.values())


@given(st.datetimes(datetime(1971, 1, 1), datetime(2069, 12, 31)), st.integers(-720, 840))  # noqa: DTZ001 made aware below
def test_what_is_written_in_iso_is_read_back(naive: datetime, offset: int) -> None:
    sign, hours, minutes = "-" if offset < 0 else "+", *divmod(abs(offset), 60)
    text = f"{naive.isoformat()}{sign}{hours:02}:{minutes:02}"
    parsed = parse_date(text, seen_at=datetime(2100, 1, 1, tzinfo=UTC))
    assert parsed is not None
    assert parsed.instant == naive.replace(tzinfo=UTC) - timedelta(minutes=offset)
    assert parsed.doubts == frozenset()


@given(st.text(max_size=150) | st.text("0123456789-:/. TZWadgimprsuyv+,", max_size=40))
def test_dates_never_raise(text: str) -> None:
    parse_date(text, seen_at=SEEN_AT)


def test_the_machine_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ("2025-04-03T08:00:00", "3 Apr 25", "Thu Apr  3 14:05:00 2025")
    before = [parse_date(text, seen_at=SEEN_AT) for text in texts]
    assert os.environ.get("TZ") != "Pacific/Apia"
    monkeypatch.setenv("TZ", "Pacific/Apia")
    time.tzset()
    try:
        after = [parse_date(text, seen_at=SEEN_AT) for text in texts]
    finally:
        monkeypatch.undo()
        time.tzset()
    assert before == after
