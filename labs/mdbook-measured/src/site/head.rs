//! What others show of a page: its description, social metadata, and where the
//! book has an address, the canonical link and the sitemap.
//!
//! mdBook's template gives every page the book's own description and nothing
//! else. It stays unforked: the finished pages are completed here.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use mdbook_driver::config::Config;

use crate::address::Address;

/// What the pages have in common.
#[derive(Debug)]
pub(crate) struct Shelf {
    title: String,
    /// For pages without a paragraph.
    description: String,
    /// Where the book will be read, if that is known.
    address: Option<Address>,
    /// The Markdown file of the 404 page, which is no chapter.
    pub(crate) file_404: String,
}

impl Shelf {
    /// From a book's configuration, which keeps only the path of the address: see
    /// [`Address::take`].
    pub(crate) fn take(config: &mut Config) -> Result<Shelf> {
        let named = config.get::<String>("output.html.input-404")?.filter(|name| !name.is_empty());
        Ok(Shelf {
            title: config.book.title.clone().unwrap_or_default(),
            description: config.book.description.clone().unwrap_or_default(),
            address: Address::take(config)?,
            file_404: named.unwrap_or_else(|| "404.md".into()),
        })
    }
}

/// Completes the pages below `output`. `pages` are in the book's order; the
/// first is also there as `index.html`. `summaries` holds their first paragraphs.
pub(crate) fn complete(
    output: &Path,
    pages: &[String],
    summaries: &BTreeMap<String, String>,
    shelf: &Shelf,
) -> Result<()> {
    let first = pages.first().map(String::as_str);
    for page in pages.iter().map(String::as_str).chain(["index.html"]) {
        let path = output.join(page);
        let context = || path.display().to_string();
        let html = fs::read_to_string(&path).with_context(context)?;
        // One page in two places has one address: the folder's.
        let is_first = Some(page) == first || page == "index.html";
        let address =
            shelf.address.as_ref().map(|book| book.of(if is_first { "index.html" } else { page }));
        let summary = summaries.get(page).unwrap_or(&shelf.description);
        let kind = if is_first { "website" } else { "article" };
        let tags = Tags { kind, summary, address };
        fs::write(&path, tags.put_into(&html, &shelf.title)).with_context(context)?;
    }
    stay_on_the_missing_page(output, &shelf.file_404.replace(".md", ".html"))?;
    if let Some(book) = &shelf.address {
        let path = output.join("sitemap.xml");
        fs::write(&path, sitemap(book, pages)).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The 404 page is shown at addresses of any depth, so it has a `<base>`, and a
/// link to its own heading would lead to the book's first page.
fn stay_on_the_missing_page(output: &Path, page: &str) -> Result<()> {
    let path = output.join(page);
    if path.is_file() {
        let context = || path.display().to_string();
        let html = fs::read_to_string(&path).with_context(context)?;
        fs::write(&path, html.replace("href=\"#", &format!("href=\"{page}#")))
            .with_context(context)?;
    }
    Ok(())
}

/// One page's tags.
struct Tags<'a> {
    kind: &'a str,
    summary: &'a str,
    address: Option<String>,
}

impl Tags<'_> {
    /// The page with these tags: the description in the place of mdBook's, the
    /// others at the end of the head.
    fn put_into(&self, html: &str, book: &str) -> String {
        let (head, body) = html.split_at(html.find("</head>").unwrap_or(0));
        // mdBook's title is text already escaped: `One - The book`.
        let title = between(head, "<title>", "</title>").map_or("", |(_, title, _)| title);
        let title = title.strip_suffix(&format!(" - {}", attribute(book))).unwrap_or(title);
        let summary = attribute(self.summary);
        let description = "<meta name=\"description\" content=\"";
        let mut out = match between(head, description, "\"") {
            Some((before, _, after)) => format!("{before}{description}{summary}\"{after}"),
            None => head.to_owned(),
        };
        out.truncate(out.trim_end().len());
        let mut tag = |name: &str, property: &str, content: &str| {
            let _ = write!(out, "\n        <meta {name}=\"{property}\" content=\"{content}\">");
        };
        tag("property", "og:title", title);
        tag("property", "og:description", &summary);
        tag("property", "og:type", self.kind);
        tag("property", "og:site_name", &attribute(book));
        tag("name", "twitter:card", "summary");
        if let Some(address) = &self.address {
            let address = attribute(address);
            tag("property", "og:url", &address);
            let _ = write!(out, "\n        <link rel=\"canonical\" href=\"{address}\">");
        }
        out + "\n    " + body
    }
}

/// Text before, between and after the first pair of these.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<(&'a str, &'a str, &'a str)> {
    let (before, rest) = text.split_once(start)?;
    let length = rest.find(end)?;
    Some((before, &rest[..length], &rest[length + end.len()..]))
}

fn sitemap(book: &Address, pages: &[String]) -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (i, page) in pages.iter().enumerate() {
        let page = if i == 0 { "index.html" } else { page };
        let _ = writeln!(out, "<url><loc>{}</loc></url>", attribute(&book.of(page)));
    }
    out + "</urlset>\n"
}

/// Text as the value of an attribute, escaped as mdBook's template does it.
fn attribute(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

/// How long a description may be: what is longer, others cut off in mid-word.
const LIMIT: usize = 200;

/// The text in one line, whole words, at most [`LIMIT`] characters.
pub(super) fn shortened(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if out.chars().count() + word.chars().count() + 2 > LIMIT {
            return out.trim_end_matches([',', ';', ':', '.']).to_owned() + "…";
        }
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_whole_words_in_one_line() {
        assert_eq!(shortened("  one\n two  "), "one two");
        let long = shortened(&"word, ".repeat(100));
        assert!(long.ends_with("word…") && long.chars().count() <= LIMIT, "{long}");
        assert_eq!(shortened(&"x".repeat(300)), "…");
    }

    #[test]
    fn a_page_without_a_description_gets_its_tags_all_the_same() {
        let tags = Tags { kind: "article", summary: "a \"b\" <c> & d", address: None };
        let html = tags.put_into("<head><title>One - B &amp; B</title></head><p>", "B & B");
        for part in [
            "<meta property=\"og:title\" content=\"One\">",
            "<meta property=\"og:description\" content=\"a &quot;b&quot; &lt;c&gt; &amp; d\">",
            "<meta property=\"og:site_name\" content=\"B &amp; B\">",
        ] {
            assert!(html.contains(part), "{part} is not in {html}");
        }
        assert!(html.ends_with("</head><p>") && !html.contains("canonical"), "{html}");
    }
}
