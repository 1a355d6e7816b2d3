from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quietedit_core.outcomes import (
    FetchOutcome,
    find_challenge,
    is_answer,
    is_removal,
    is_retryable,
    is_source_failure,
    outcome_of_status,
    retry_after_seconds,
    was_asked,
)

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("status", "outcome"),
    [
        pytest.param(200, "fetched", id="a page"),
        pytest.param(203, "fetched", id="a page by way of a proxy"),
        pytest.param(204, "fetched", id="a page without content"),
        pytest.param(301, "redirected", id="moved for good"),
        pytest.param(308, "redirected", id="moved for good, same method"),
        pytest.param(300, "protocol", id="a choice that nobody offers"),
        pytest.param(304, "not_modified", id="nothing new"),
        pytest.param(305, "protocol", id="a proxy that we must not believe"),
        pytest.param(401, "forbidden", id="a password is wanted"),
        pytest.param(402, "forbidden", id="money is wanted"),
        pytest.param(403, "forbidden", id="no"),
        pytest.param(404, "not_found", id="not there"),
        pytest.param(408, "timeout", id="the server waited too long for us"),
        pytest.param(410, "gone", id="gone"),
        pytest.param(418, "client_error", id="a teapot"),
        pytest.param(429, "rate_limited", id="too often"),
        pytest.param(451, "withheld", id="a court has spoken"),
        pytest.param(503, "server_error", id="not now"),
        pytest.param(526, "server_error", id="a proxy's own number"),
        pytest.param(101, "protocol", id="a change of protocol that nobody asked for"),
        pytest.param(999, "protocol", id="a number out of range"),
        pytest.param(0, "protocol", id="no number at all"),
    ],
)
def test_outcome_of_status(status: int, outcome: str) -> None:
    assert outcome_of_status(status) == outcome


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        pytest.param("120", 120.0, id="seconds"),
        pytest.param(" 120 ", 120.0, id="seconds with space around"),
        pytest.param("120.9", 120.0, id="seconds with a fraction"),
        pytest.param("0", 0.0, id="at once"),
        pytest.param("Sun, 01 Mar 2026 12:05:00 GMT", 300.0, id="a date"),
        pytest.param("Sunday, 01-Mar-26 12:05:00 GMT", 300.0, id="a date of RFC 850"),
        pytest.param("Sun Mar  1 12:05:00 2026", 300.0, id="a date of asctime"),
        pytest.param("Sun, 01 Mar 2026 14:05:00 +0200", 300.0, id="a date with an offset"),
        pytest.param("Sun, 01 Mar 2026 11:00:00 GMT", 0.0, id="a date that is past"),
        pytest.param("Sun, 01 Mar 2099 11:00:00 GMT", 604800.0, id="a date beyond all patience"),
        pytest.param("9" * 400, 604800.0, id="seconds beyond all patience"),
        pytest.param("-5", None, id="less than nothing"),
        pytest.param("١٢٠", None, id="digits of another script"),
        pytest.param("soon", None, id="a word"),
        pytest.param("", None, id="empty"),
        pytest.param(None, None, id="absent"),
        pytest.param("Sun, 99 Foo 2026 99:99:99 GMT", None, id="an impossible date"),
    ],
)
def test_rfc9110_retry_after(value: str | None, seconds: float | None) -> None:
    assert retry_after_seconds(value, now=NOW) == seconds


@given(st.text() | st.from_regex(r"[A-Za-z0-9 ,:+-]{1,40}"))
def test_retry_after_is_bounded_whatever_it_says(value: str) -> None:
    wait = retry_after_seconds(value, now=NOW, ceiling_seconds=60)
    assert wait is None or 0 <= wait <= 60


@pytest.mark.parametrize(
    ("headers", "is_wall"),
    [
        pytest.param({"cf-mitigated": "challenge"}, True, id="a challenge"),
        pytest.param({"cf-mitigated": " Challenge"}, True, id="a challenge in capitals"),
        pytest.param({"x-amzn-waf-action": "captcha"}, True, id="a captcha"),
        pytest.param({"cf-ray": "8f"}, False, id="the same service without a challenge"),
        pytest.param({}, False, id="nothing"),
    ],
)
def test_ours_challenges(headers: dict[str, str], is_wall: bool) -> None:  # noqa: FBT001  a row of the table
    assert (find_challenge(headers) is not None) is is_wall


def test_every_outcome_has_its_place() -> None:
    for outcome in FetchOutcome:
        assert not (is_answer(outcome) and not was_asked(outcome)), outcome
        assert is_retryable(outcome) <= was_asked(outcome), outcome
        assert is_removal(outcome) <= is_answer(outcome), outcome
        assert not (is_removal(outcome) and is_source_failure(outcome)), outcome
        assert str(outcome) == outcome.name.lower()


@pytest.mark.parametrize("outcome", ["server_error", "timeout", "slow", "dns", "connection"])
def test_what_may_fare_better_in_a_moment(outcome: str) -> None:
    assert is_retryable(FetchOutcome(outcome))


@pytest.mark.parametrize(
    "outcome", ["rate_limited", "not_found", "too_large", "tls", "refused_address", "bot_wall"]
)
def test_what_would_fare_the_same(outcome: str) -> None:
    assert not is_retryable(FetchOutcome(outcome))
