//! Where the book will be read: `output.html.site-url`, from `book.toml` or from
//! the environment as `MDBOOK_OUTPUT__HTML__SITE_URL`.
//!
//! mdBook knows one use for it, the `<base>` of the 404 page, for which a path is
//! enough. Canonical links and a sitemap need all of it: they are written when it
//! is an address, as `https://example.org/book/`, and not when it is a path.

use anyhow::{Context as _, Result, anyhow};
use mdbook_driver::config::Config;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

const KEY: &str = "output.html.site-url";

/// What of a page's name is written as it is.
const IN_A_PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The address of the book's folder; it ends with `/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address(String);

impl Address {
    /// The configured address, if it is one. The path of it stays in `config`: so
    /// the 404 page works wherever the pages are served under that path, also
    /// before they are published.
    pub(crate) fn take(config: &mut Config) -> Result<Option<Address>> {
        let Some(text) = config.get::<String>(KEY).with_context(|| KEY.to_owned())? else {
            return Ok(None);
        };
        let wrong = || {
            anyhow!(
                "{KEY} is {text:?}; write the address where the book will be read, as \
                 \"https://example.org/book/\", or its path alone, as \"/book/\""
            )
        };
        let (origin, path) = split(&text).ok_or_else(wrong)?;
        let path = format!("{}/", path.trim_end_matches('/'));
        config.set(KEY, &path)?;
        Ok((!origin.is_empty()).then(|| Address(format!("{origin}{path}"))))
    }

    /// The address of a page; `index.html` is that of the folder.
    pub(crate) fn of(&self, page: &str) -> String {
        let page = if page == "index.html" { "" } else { page };
        format!("{}{}", self.0, utf8_percent_encode(page, IN_A_PATH))
    }
}

/// Scheme with host, or nothing where the text is a path; and the path. `None`
/// if it is neither.
fn split(text: &str) -> Option<(&str, &str)> {
    let is_plain = |c: char| c.is_ascii_graphic() && !"?#\"<>\\".contains(c);
    if !text.chars().all(is_plain) {
        return None;
    }
    let Some((scheme, rest)) = text.split_once("://") else {
        let is_path = text.starts_with('/') && !text.starts_with("//");
        return is_path.then_some(("", text));
    };
    let host_end = rest.find('/').unwrap_or(rest.len());
    let is_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    let host = &rest[..host_end];
    let sound = matches!(scheme, "http" | "https") && !host.is_empty() && host.chars().all(is_host);
    sound.then(|| text.split_at(text.len() - rest.len() + host_end))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(url: &str) -> Result<(Option<String>, String)> {
        let mut config = Config::default();
        config.set(KEY, url)?;
        let address = Address::take(&mut config)?;
        let left = config.get::<String>(KEY)?.unwrap_or_default();
        Ok((address.map(|address| address.of("a b/c.html")), left))
    }

    #[test]
    fn an_address_leaves_its_path_to_mdbook_and_a_path_is_no_address() {
        let address = "https://example.org/book/a%20b/c.html".to_owned();
        for url in ["https://example.org/book/", "https://example.org/book"] {
            assert_eq!(taken(url).unwrap(), (Some(address.clone()), "/book/".into()));
        }
        let root = (Some("http://[::1]:3000/a%20b/c.html".into()), "/".into());
        assert_eq!(taken("http://[::1]:3000").unwrap(), root);
        assert_eq!(taken("/book").unwrap(), (None, "/book/".into()));
        assert_eq!(taken("/").unwrap(), (None, "/".into()));
        assert_eq!(Address::take(&mut Config::default()).unwrap(), None);
    }

    #[test]
    fn what_is_neither_is_told_with_the_cure() {
        for url in [
            "",
            "example.org/book",
            "//example.org/",
            "ftp://example.org/",
            "https://",
            "https:///x",
        ] {
            let error = taken(url).unwrap_err().to_string();
            assert!(error.contains("as \"https://example.org/book/\""), "{url}: {error}");
        }
        for url in ["https://example.org/?x", "/book#x", "https://exa mple.org/", "https://a@b/"] {
            assert!(taken(url).is_err(), "{url}");
        }
    }
}
