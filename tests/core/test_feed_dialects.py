"""Every dialect comes out in one shape."""

import gzip

import pytest

from quietedit_core.feeds import Dialect, Entry, parse_feed

URL = "https://kurier.example/feed"
RSS = """<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel><title>Kurier</title><link>https://kurier.example/</link><language>de</language>
<ttl>15</ttl><atom:link rel="self" href="/feed"/><atom:link rel="hub" href="https://hub.test/"/>
<skipHours><hour>3</hour><hour>24</hour></skipHours><skipDays><day>Sunday</day></skipDays>
<item><title>Bridge &amp;amp; &lt;b&gt;harbour&lt;/b&gt; closed</title><link>/bridge</link>
<guid isPermaLink="false">k-1</guid><pubDate>Thu, 03 Apr 2025 08:00:00 +0200</pubDate>
<atom:updated>2025-04-03T09:00:00Z</atom:updated><dc:creator>Ada Lind</dc:creator>
<description>&lt;p&gt;A crack &amp;amp; a leak.&lt;/p&gt;&lt;p&gt;More soon.&lt;/p&gt;</description>
<content:encoded><![CDATA[<p>See <a href="/map">the map</a>.</p>]]></content:encoded>
<category>City</category><category>City</category><category>Traffic</category>
<media:description>A photograph</media:description></item></channel></rss>"""
RSS_ENTRY = Entry(
    title="Bridge & harbour closed",
    link="https://kurier.example/bridge",
    guid="k-1",
    published_text="Thu, 03 Apr 2025 08:00:00 +0200",
    updated_text="2025-04-03T09:00:00Z",
    summary="A crack & a leak. More soon.",
    content_html='<p>See <a href="https://kurier.example/map">the map</a>.</p>',
    author="Ada Lind",
    categories=("City", "Traffic"),
)
RSS_091 = """<rss version="0.91"><channel><title>Kurier</title><link>https://kurier.example/</link>
<item><title>Old</title><link>https://kurier.example/old</link></item></channel></rss>"""
RDF = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:sy="http://purl.org/rss/1.0/modules/syndication/"><channel rdf:about="https://bote.test/">
<title>Bote</title><link>https://bote.test/</link><sy:updatePeriod>hourly</sy:updatePeriod>
<sy:updateFrequency>2</sy:updateFrequency></channel><item rdf:about="https://bote.test/1">
<title>One</title><link>https://bote.test/1</link><dc:date>2025-04-03T08:00:00Z</dc:date>
<dc:creator>Bo</dc:creator><dc:subject>Sea</dc:subject></item></rdf:RDF>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="sv" xml:base="https://blad.test/x/">
<title type="html">Blad &amp;amp; &lt;i&gt;Nytt&lt;/i&gt;</title><link href="/"/><link rel="self"
href="feed"/><entry xml:base="sub/" xml:lang="fi"><id>tag:blad.test,2025:1</id>
<title>5 &lt; 6 &amp;amp; so</title><link rel="enclosure" href="a.mp3"/>
<link rel="alternate" type="application/json" href="one.json"/>
<link rel="alternate" type="text/html" href="one"/><published>2025-04-02T10:00:00Z</published>
<updated>2025-04-03T08:00:00Z</updated><author><name>Ann</name></author><author><name>Ed</name>
</author><category term="p" label="Politics"/><summary>Short</summary><content type="xhtml"><div
xmlns="http://www.w3.org/1999/xhtml"><p>Hi <img src="b.png"/></p></div></content></entry></feed>"""
ATOM_03 = """<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>Blad</title><entry>
<title>Old</title><link rel="alternate" type="text/html" href="https://blad.test/old"/>
<id>tag:old</id><issued>2004-01-01T10:00:00Z</issued><modified>2004-01-02T10:00:00Z</modified>
</entry></feed>"""
PREFIXED = """<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>P</a:title><a:entry>
<a:id>tag:p</a:id><a:title>Prefixed</a:title><a:link href="https://p.test/1"/>
<a:updated>2025-04-03</a:updated></a:entry></a:feed>"""
JSON_FEED = """{"version": "https://jsonfeed.org/version/1.1", "title": "Json & Co",
"language": "en", "home_page_url": "https://json.test/", "hubs": [{"type": "WebSub", "url": "https://hub.test/"}],
"items": [{"id": 7, "url": "/seven", "title": "Seven <b>", "content_text": "a < b", "summary": "S",
"date_published": "2025-04-03T08:00:00Z", "date_modified": "2025-04-04T08:00:00Z",
"authors": [{"name": "Jo"}], "tags": ["x", 3, "y"]}, "junk"]}"""
JSON_FEED_1 = """{"version": "https://jsonfeed.org/version/1", "title": "J", "items": [
{"id": "https://json.test/1", "content_html": "<p>x</p>", "author": {"name": "Jo"}}]}"""
NEWS_SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><url><loc>https://karte.test/1</loc>
<lastmod>2025-04-03</lastmod><image:image><image:title>A picture</image:title></image:image>
<news:news><news:publication><news:name>Karte</news:name><news:language>de</news:language>
</news:publication><news:publication_date>2025-04-02T08:00:00Z</news:publication_date>
<news:title>Storm &amp;amp; flood</news:title><news:keywords>rain, wind</news:keywords></news:news>
</url><url><loc>ftp://karte.test/2</loc></url></urlset>"""
INDEX = """<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap>
<loc>https://karte.test/s1.xml.gz</loc></sitemap><sitemap><loc> /s2.xml </loc></sitemap>
</sitemapindex>"""


def test_rss_with_everything() -> None:
    feed = parse_feed(RSS.encode(), content_type="application/rss+xml", url=URL)
    assert (feed.dialect, feed.title, feed.language) == (Dialect.RSS, "Kurier", "de")
    assert (feed.home_url, feed.self_url) == ("https://kurier.example/", URL)
    assert (feed.hub_url, feed.ttl_seconds) == ("https://hub.test/", 900)
    assert (feed.skip_hours, feed.skip_days) == ((0, 3), ("sunday",))
    assert (feed.repaired, feed.truncated, feed.notes) == (False, False, ())
    assert feed.entries == (RSS_ENTRY,)


@pytest.mark.parametrize(
    ("body", "dialect", "entry"),
    [
        pytest.param(
            RSS_091,
            Dialect.RSS,
            Entry(title="Old", link="https://kurier.example/old"),
            id="rss 0.91 has neither guids nor dates",
        ),
        pytest.param(
            RDF,
            Dialect.RDF,
            Entry(
                title="One",
                link="https://bote.test/1",
                guid="https://bote.test/1",
                published_text="2025-04-03T08:00:00Z",
                author="Bo",
                categories=("Sea",),
            ),
            id="rdf is dated by dublin core",
        ),
        pytest.param(
            ATOM,
            Dialect.ATOM,
            Entry(
                title="5 < 6 &amp; so",
                link="https://blad.test/x/sub/one",
                guid="tag:blad.test,2025:1",
                published_text="2025-04-02T10:00:00Z",
                updated_text="2025-04-03T08:00:00Z",
                summary="Short",
                content_html='<p>Hi <img src="https://blad.test/x/sub/b.png"></img></p>',
                author="Ann, Ed",
                language="fi",
                categories=("Politics",),
            ),
            id="atom has bases, alternates and plain titles",
        ),
        pytest.param(
            ATOM_03,
            Dialect.ATOM,
            Entry(
                title="Old",
                link="https://blad.test/old",
                guid="tag:old",
                published_text="2004-01-01T10:00:00Z",
                updated_text="2004-01-02T10:00:00Z",
            ),
            id="atom 0.3 is issued and modified",
        ),
        pytest.param(
            PREFIXED,
            Dialect.ATOM,
            Entry(
                title="Prefixed", link="https://p.test/1", guid="tag:p", updated_text="2025-04-03"
            ),
            id="atom under a prefix",
        ),
        pytest.param(
            JSON_FEED,
            Dialect.JSON_FEED,
            Entry(
                title="Seven <b>",
                link="https://kurier.example/seven",
                guid="7",
                published_text="2025-04-03T08:00:00Z",
                updated_text="2025-04-04T08:00:00Z",
                summary="S",
                content_html="a &lt; b",
                author="Jo",
                categories=("x", "y"),
            ),
            id="json feed 1.1",
        ),
        pytest.param(
            JSON_FEED_1,
            Dialect.JSON_FEED,
            Entry(
                link="https://json.test/1",
                guid="https://json.test/1",
                content_html="<p>x</p>",
                author="Jo",
            ),
            id="json feed 1 with an address for an id",
        ),
        pytest.param(
            NEWS_SITEMAP,
            Dialect.NEWS_SITEMAP,
            Entry(
                title="Storm & flood",
                link="https://karte.test/1",
                published_text="2025-04-02T08:00:00Z",
                updated_text="2025-04-03",
                language="de",
                categories=("rain", "wind"),
            ),
            id="a news sitemap",
        ),
    ],
)
def test_each_dialect(body: str, dialect: Dialect, entry: Entry) -> None:
    feed = parse_feed(body.encode(), url=URL)
    assert (feed.dialect, feed.repaired, feed.truncated) == (dialect, False, False)
    assert feed.entries == (entry,)


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "packed"])
def test_a_sitemap_index_names_its_sitemaps(pack: type[bytes]) -> None:
    feed = parse_feed(pack(INDEX.encode()), url="https://karte.test/sitemap.xml")
    assert feed.dialect is Dialect.SITEMAP_INDEX
    assert feed.sitemaps == ("https://karte.test/s1.xml.gz", "https://karte.test/s2.xml")


def test_feed_level_fields() -> None:
    assert parse_feed(RDF.encode()).ttl_seconds == 1800
    assert parse_feed(ATOM.encode()).title == "Blad & Nytt"
    assert parse_feed(ATOM.encode()).language == "sv"
    assert parse_feed(JSON_FEED.encode()).hub_url == "https://hub.test/"
    assert parse_feed(NEWS_SITEMAP.encode()).title == "Karte"


def rss(items: str) -> bytes:
    channel = f"<title>Kurier</title><link>https://kurier.example/</link>{items}"
    return f'<rss version="2.0"><channel>{channel}</channel></rss>'.encode()


@pytest.mark.parametrize(
    ("item", "link", "guid"),
    [
        pytest.param("<guid>4711</guid>", None, "4711", id="a guid that is no link"),
        pytest.param(
            "<guid>https://a.test/1</guid>",
            "https://a.test/1",
            "https://a.test/1",
            id="a guid that is one",
        ),
        pytest.param(
            '<guid isPermaLink="False">https://a.test/1</guid>',
            None,
            "https://a.test/1",
            id="a guid that denies it",
        ),
        pytest.param("<link>/1</link>", "https://kurier.example/1", None, id="no guid"),
        pytest.param(
            "<link>javascript:alert(1)</link><guid>https://a.test/2</guid>",
            None,
            "https://a.test/2",
            id="a link that is no address",
        ),
        pytest.param(
            "<link>https://a.test/1?a=1&amp;b=2</link>",
            "https://a.test/1?a=1&b=2",
            None,
            id="query",
        ),
    ],
)
def test_links_and_guids(item: str, link: str | None, guid: str | None) -> None:
    (entry,) = parse_feed(rss(f"<item><title>T</title>{item}</item>")).entries
    assert (entry.link, entry.guid) == (link, guid)


@pytest.mark.parametrize(
    ("written", "title"),
    [
        pytest.param("AT&amp;T", "AT&T", id="an ampersand"),
        pytest.param("Q&amp;amp;A", "Q&A", id="escaped twice"),
        pytest.param("&lt;b&gt;Bold&lt;/b&gt; move", "Bold move", id="escaped markup"),
        pytest.param("<![CDATA[<em>Bold</em> &#8211; move]]>", "Bold – move", id="CDATA"),
        pytest.param("a <b>bold</b> move", "a bold move", id="bare markup"),
        pytest.param("5 &lt; 6 &gt; 3", "5 < 6 > 3", id="arithmetic"),
        pytest.param("I &lt;3 the &lt;canvas&gt; tag", "I <3 the <canvas> tag", id="not markup"),
        pytest.param("one&lt;br/&gt;two\n three", "one two three", id="one line"),
        pytest.param("&lt;script&gt;x()&lt;/script&gt;y", "y", id="a script says nothing"),
        pytest.param("50 &amp;euro; &amp;copy", "50 € &copy", id="only complete references"),
    ],
)
def test_titles_are_plain_text(written: str, title: str) -> None:
    (entry,) = parse_feed(rss(f"<item><title>{written}</title><guid>1</guid></item>")).entries
    assert entry.title == title


def test_duplicates_keep_the_first_and_the_newest_dates() -> None:
    item = "<item><title>{}</title><guid>g</guid><link>https://a.test/1</link><pubDate>{}</pubDate></item>"
    body = rss(
        item.format("First", "Thu, 03 Apr 2025 08:00:00 GMT")
        + item.format("Second", "3 Apr 2025 10:00 +0100")
        + "<item><title>Third</title><link>https://a.test/1</link></item>"
    )
    feed = parse_feed(body)
    (entry,) = feed.entries
    assert (entry.title, entry.published_text) == ("First", "3 Apr 2025 10:00 +0100")
    assert "entries that stood twice were merged" in feed.notes


def test_a_guid_that_all_share_names_none() -> None:
    items = (f"<item><guid>0</guid><link>https://a.test/{n}</link></item>" for n in range(4))
    feed = parse_feed(rss("".join(items)))
    assert [entry.guid for entry in feed.entries] == [None] * 4


def test_what_has_no_name_is_left_out() -> None:
    feed = parse_feed(rss("<item><title>Nameless</title></item><item><guid>1</guid></item>"))
    assert [entry.guid for entry in feed.entries] == ["1"]
    assert "entries with neither link nor guid were left out" in feed.notes
