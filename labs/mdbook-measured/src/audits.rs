//! Which page shows the claims of which text, so that marks can lead there.

use std::collections::BTreeMap;

use mdbook_preprocessor::book::{Book, BookItem};

use crate::directive;
use crate::project::Project;

/// The page that shows each text's claims: `S000` and `audit.html`. A text that
/// is shown twice belongs to its first page.
pub(crate) fn audit_pages(book: &Book, project: &Project) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for item in book.iter() {
        let BookItem::Chapter(chapter) = item else { continue };
        let Some(path) = chapter.path.as_ref().filter(|_| chapter.content.contains("#audit"))
        else {
            continue;
        };
        let page = path.with_extension("html").to_string_lossy().replace('\\', "/");
        for found in directive::scan(&chapter.content) {
            let is_text = project.texts.iter().any(|text| text.id == found.arguments);
            if found.name == "audit" && is_text && !found.in_code && !found.escaped {
                pages.entry(found.arguments.to_owned()).or_insert_with(|| page.clone());
            }
        }
    }
    pages
}

/// Where the claims of each text are, seen from one page.
#[derive(Debug)]
pub(crate) struct Audits {
    /// This page.
    here: String,
    pages: BTreeMap<String, String>,
}

impl Audits {
    pub(crate) fn new(here: String, pages: BTreeMap<String, String>) -> Audits {
        Audits { here, pages }
    }

    /// The link to a text's page.
    pub(crate) fn of(&self, text: &str) -> Result<&str, String> {
        self.pages
            .get(text)
            .map(String::as_str)
            .ok_or_else(|| format!("no chapter has `{{{{#audit {text}}}}}` to link to"))
    }

    /// Whether the text's claims have their place on this page.
    pub(crate) fn shown_here(&self, text: &str) -> Result<(), String> {
        match self.pages.get(text) {
            Some(page) if *page != self.here => {
                Err(format!("{page} shows the claims of {text} already, and a claim has one place"))
            }
            _ => Ok(()),
        }
    }
}
