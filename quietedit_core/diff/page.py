"""How does a diff look as a page of its own?"""

from quietedit_core.diff.articles import ArticleDiff
from quietedit_core.diff.rendering import Layout, diff_to_html, escape_text
from quietedit_core.extraction import Article

STYLESHEET = """\
:root { color-scheme: light dark; }
.qe-diff { --qe-del: #8a1c1c; --qe-del-ground: #fbe9e7; --qe-ins: #0b5a2a;
  --qe-ins-ground: #e6f4ea; --qe-line: #8a8a8a; }
.qe-diff { max-width: 46rem; margin: 0 auto; line-height: 1.55; }
.qe-side-by-side { max-width: 80rem; }
.qe-text, .qe-diff td > *, .qe-title { white-space: pre-wrap; overflow-wrap: anywhere; }
.qe-block { margin: 0 0 .75rem; padding-inline-start: .75rem; }
.qe-block:not(.qe-keep) { border-inline-start: .25rem solid var(--qe-line); }
.qe-delete { border-inline-start-style: dotted !important; }
.qe-move { border-inline-start-style: double !important; }
.qe-label, .qe-summary { font-size: .85rem; font-weight: 600; margin: 0; }
.qe-summary { margin-bottom: 1rem; }
.qe-diff del, .qe-diff ins { unicode-bidi: isolate; padding: 0 .1em; border-radius: .15em; }
.qe-diff del { color: var(--qe-del); background: var(--qe-del-ground);
  text-decoration: line-through; }
.qe-diff ins { color: var(--qe-ins); background: var(--qe-ins-ground);
  text-decoration: underline; font-weight: 600; }
.qe-table { border-collapse: collapse; width: 100%; table-layout: fixed; }
.qe-table th, .qe-table td { text-align: start; vertical-align: top; padding: .4rem .6rem; }
.qe-table tbody tr { border-top: 1px solid var(--qe-line); }
.qe-table th:first-child { width: 8rem; }
.qe-table td > * { margin: 0; font-size: 1rem; }
.qe-list-item::before { content: "•\\00a0" / ""; }
.qe-time { font-variant-numeric: tabular-nums; font-weight: 600; }
.qe-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap; }
@media (prefers-color-scheme: dark) {
  .qe-diff { --qe-del: #ffb4a9; --qe-del-ground: #4a1512; --qe-ins: #a6e3b8;
    --qe-ins-ground: #10381f; }
}
@media (max-width: 40rem) {
  .qe-table, .qe-table tbody, .qe-table tr, .qe-table td, .qe-table th { display: block;
    width: auto; }
  .qe-table thead { display: none; }
}
"""


def diff_page_html(
    diff: ArticleDiff, old: Article, new: Article, *, layout: Layout = "inline", title: str = ""
) -> str:
    """A whole page that needs nothing else: no script, no request."""
    name = escape_text(title or new.title or old.title or "What changed")
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        f"<title>{name}</title>\n<style>\n{STYLESHEET}"
        "body { font-family: system-ui, sans-serif; margin: 1.5rem; }\n</style>\n</head>\n"
        f"<body>\n<main>\n{diff_to_html(diff, old, new, layout=layout)}</main>\n</body>\n</html>\n"
    )
