"""A small newsroom of our own making: outlets that publish, edit and withdraw on a script."""

from quietedit_cli.newsroom.answering import Newsroom, Response
from quietedit_cli.newsroom.reading import load_script
from quietedit_cli.newsroom.script import Event, Outlet, Script, ScriptedArticle
from quietedit_cli.newsroom.serving import LoggedRequest, NewsroomServer

__all__ = [
    "Event",
    "LoggedRequest",
    "Newsroom",
    "NewsroomServer",
    "Outlet",
    "Response",
    "Script",
    "ScriptedArticle",
    "load_script",
]
