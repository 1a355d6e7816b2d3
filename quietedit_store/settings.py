"""What an operator can set, and what holds where nothing is set.

Settings are environment variables, read here alone; `quietedit doctor` lists them.
"""

from datetime import timedelta
from pathlib import Path

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from quietedit_core.durations import parse_duration


class Settings(BaseSettings):
    """Every setting with its default; QUIETEDIT_ and the field's name in capitals sets it."""

    model_config = SettingsConfigDict(env_prefix="QUIETEDIT_", frozen=True)

    home: Path = Field(
        Path(".quietedit"), description="folder of the data: database, pages, Dagster"
    )
    db_url: str | None = Field(None, description="PostgreSQL to use; unset: an embedded one")
    dagster_db_url: str | None = Field(
        None, description="database of Dagster's own storage; unset: `dagster` on the same server"
    )
    feeds_file: Path = Field(Path("feeds.yaml"), description="the catalogue of feeds")
    raw_html_dir: str | None = Field(
        None, description="page store, a folder or any fsspec address; unset: `pages` in the home"
    )
    port: int = Field(8080, ge=0, le=65535, description="port of the web pages")
    dagster_port: int = Field(3000, ge=0, le=65535, description="port of the Dagster UI")
    schedule_enabled: bool = Field(default=True, description="poll and re-check by themselves")
    schedule_interval: timedelta = Field(
        timedelta(minutes=5), description="pause between polls: seconds, or like `5 min`"
    )
    max_articles_per_run: int = Field(1000, ge=1, description="article fetches a run may make")
    max_host_requests_per_hour: int = Field(120, ge=1, description="ceiling for each host")
    host_delay_seconds: float = Field(2.0, ge=0, description="pause between requests to a host")
    run_seconds: float = Field(240.0, gt=0, description="time a run may spend on fetching")
    retry_seconds: tuple[float, ...] = Field(
        (2.0, 8.0), description="pauses before further tries within a run, as JSON list"
    )
    fetch_threads: int = Field(16, ge=1, le=256, description="hosts asked at the same time")
    recheck_pace: float = Field(
        1.0, gt=0, description="factor on every pause between checks of an article"
    )
    contact: str = Field(
        "https://github.com/quietedit",
        description="address in User-Agent where sites can reach you",
    )
    open_hosts: frozenset[str] = Field(
        frozenset(), description="exact hosts on private addresses that may be asked, as JSON list"
    )
    host_addresses: dict[str, str] = Field(
        default_factory=dict,
        description="hosts that are asked at a given address:port instead of DNS, as JSON",
    )
    clock_offset_seconds: float = Field(0.0, description="runs the clock ahead (demo, trials)")

    @field_validator("home", "feeds_file")
    @classmethod
    def _absolute(cls, path: Path) -> Path:
        """Child processes have other working directories: what is relative is so to ours."""
        return path.expanduser().resolve()

    @field_validator("schedule_interval", mode="before")
    @classmethod
    def _duration(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        seconds = parse_duration(value)
        if not seconds:
            raise ValueError("should be seconds or like `5 min`")
        return timedelta(seconds=seconds)

    @property
    def pages_url(self) -> str:
        return self.raw_html_dir or str(self.home / "pages")

    @property
    def user_agent(self) -> str:
        return f"QuietEdit/0.1 (+{self.contact})"


def read_settings() -> Settings:
    """Read the environment; raises pydantic.ValidationError naming the variable that is wrong."""
    return Settings()
