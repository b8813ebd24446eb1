//! What others show of a page, with and without a known address.

use mdbook_measured::build::build;
use mdbook_measured::preprocess::Strictness;

use crate::fixture::Workspace;

/// A book of three pages, one in a folder, with these lines in `[output.html]`.
fn workspace(html: &str) -> Workspace {
    let workspace = Workspace::new();
    let config = format!(
        "[book]\ntitle = \"T & T\"\ndescription = \"The book's own.\"\n[build]\nbuild-dir = \"target/book\"\n\
         [preprocessor.measured]\nbefore = [\"links\"]\n[output.html]\n{html}\n"
    );
    workspace.put("book.toml", &config);
    let summary = "# Summary\n\n- [One](one.md)\n- [Deep](a/two words.md)\n- [Audit](audit.md)\n";
    workspace.put("src/SUMMARY.md", &summary.replace("a/two words.md", "<a/two words.md>"));
    workspace.chapter("It holds {{#number pipeline/encode_fresh.bytes}} & more.\n\nAnother.");
    workspace.put("src/a/two words.md", "# Deep\n\n- no paragraph\n");
    workspace
}

#[test]
fn every_page_says_what_it_is_about() {
    let workspace = workspace("");
    workspace.built();
    let page = workspace.page("one.html");
    for part in [
        "<meta name=\"description\" content=\"It holds 32,760 B &amp; more.\">",
        "<meta property=\"og:description\" content=\"It holds 32,760 B &amp; more.\">",
        "<meta property=\"og:title\" content=\"One\">",
        "<meta property=\"og:site_name\" content=\"T &amp; T\">",
        "<meta property=\"og:type\" content=\"website\">",
        "<meta name=\"twitter:card\" content=\"summary\">",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    assert_eq!(page.matches("name=\"description\"").count(), 1);
    let deep = workspace.page("a/two words.html");
    for part in ["content=\"The book's own.\"", "og:type\" content=\"article\""] {
        assert!(deep.contains(part), "{part} is not in {deep}");
    }
}

#[test]
fn without_an_address_none_is_written() {
    for html in ["", "site-url = \"/book/\""] {
        let workspace = workspace(html);
        workspace.built();
        for page in ["index.html", "one.html", "a/two words.html"] {
            let page = workspace.page(page);
            assert!(!page.contains("canonical") && !page.contains("og:url"), "{page}");
        }
        assert!(!workspace.root().join("target/book/sitemap.xml").exists());
    }
}

#[test]
fn with_an_address_every_page_has_one_and_the_sitemap_has_them_all() {
    let workspace = workspace("site-url = \"https://example.org/book\"");
    workspace.built();
    for (page, address) in [
        ("index.html", "https://example.org/book/"),
        ("one.html", "https://example.org/book/"),
        ("a/two words.html", "https://example.org/book/a/two%20words.html"),
    ] {
        let html = workspace.page(page);
        for part in [
            format!("<link rel=\"canonical\" href=\"{address}\">"),
            format!("<meta property=\"og:url\" content=\"{address}\">"),
        ] {
            assert!(html.contains(&part), "{part} is not in {page}: {html}");
        }
    }
    let sitemap = workspace.page("sitemap.xml");
    let places: Vec<&str> = sitemap.lines().filter(|line| line.contains("<loc>")).collect();
    assert_eq!(
        places,
        [
            "<url><loc>https://example.org/book/</loc></url>",
            "<url><loc>https://example.org/book/a/two%20words.html</loc></url>",
            "<url><loc>https://example.org/book/audit.html</loc></url>",
        ]
    );
    // The 404 page needs the path only, and so works before it is published.
    let missing = workspace.page("404.html");
    assert!(missing.contains("<base href=\"/book/\">") && !missing.contains("canonical"));
}

#[test]
fn what_is_no_address_stops_the_build_and_says_what_to_write() {
    let workspace = workspace("site-url = \"example.org/book\"");
    let error = build(workspace.root(), workspace.root(), Strictness::BUILD).unwrap_err();
    let error = format!("{error:#}").replace('\\', "/");
    assert!(error.contains("book.toml: output.html.site-url is \"example.org/book\""), "{error}");
    assert!(error.contains("write the address where the book will be read"), "{error}");
}

#[test]
fn the_404_page_stays_where_it_is_and_is_no_forgotten_chapter() {
    let workspace = workspace("");
    workspace.put("src/404.md", "# Gone\n\n[One](one.md), [Deep](<a/two words.md>)\n");
    let findings = workspace.build(Strictness::CHECK);
    assert_eq!(findings.faults, []);
    assert!(!findings.notes.iter().any(|note| note.contains("404.md")), "{:?}", findings.notes);
    let page = workspace.page("404.html");
    assert!(page.contains("<base href=\"/\">") && page.contains("href=\"one.html\""), "{page}");
    assert!(page.contains("href=\"404.html#gone\"") && !page.contains("href=\"#"), "{page}");
    workspace.put("src/404.md", "# Gone\n\n[nowhere](nowhere.md)\n");
    let faults = workspace.faults(Strictness::BUILD).join("\n");
    assert!(faults.contains("page 404.html"), "{faults}");
}
