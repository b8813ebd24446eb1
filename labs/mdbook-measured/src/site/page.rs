//! One finished page, as a stream of tokens; no tree is built.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

use crate::directive::OPENING;

/// What one page says of itself.
#[derive(Debug, Default)]
pub(super) struct PageFacts {
    pub(super) ids: HashSet<String>,
    /// Line, link.
    pub(super) links: Vec<(u64, String)>,
    /// Line, text from the braces on, whether it stands in code.
    pub(super) directives: Vec<(u64, String, bool)>,
    /// `<base href>`: only the 404 page has one.
    pub(super) base: Option<String>,
    /// The first paragraph of `<main>` that stands by itself, as text.
    pub(super) summary: String,
}

/// Collects facts from the stream of tokens.
#[derive(Default)]
struct Sink {
    facts: RefCell<PageFacts>,
    /// Depth of open `<code>` and `<pre>`.
    code: Cell<u32>,
    /// Inside `<script>` or `<style>`, which no reader sees.
    hidden: Cell<bool>,
    /// Text since the last tag: a directive can come in several pieces.
    text: RefCell<(u64, String)>,
    summary: Cell<Summary>,
}

/// Where we are on the way to a page's first paragraph.
#[derive(Default, Clone, Copy, PartialEq, Eq)]
enum Summary {
    #[default]
    BeforeMain,
    /// In `<main>`, inside so many elements that are no text: a card, a figure.
    Aside(u32),
    InParagraph,
    Done,
}

impl Summary {
    fn after(self, name: &str, kind: TagKind) -> Summary {
        let starts = kind == TagKind::StartTag;
        let is_aside = matches!(
            name,
            "aside" | "figure" | "blockquote" | "details" | "table" | "form" | "nav" | "div"
        );
        match self {
            Summary::BeforeMain if name == "main" && starts => Summary::Aside(0),
            Summary::Aside(depth) if is_aside && starts => Summary::Aside(depth + 1),
            Summary::Aside(depth) if is_aside => Summary::Aside(depth.saturating_sub(1)),
            Summary::Aside(0) if name == "p" && starts => Summary::InParagraph,
            Summary::InParagraph if name == "p" => Summary::Done,
            state => state,
        }
    }
}

impl Sink {
    /// Looks through the text since the last tag.
    fn flush(&self) {
        let (line, text) = &mut *self.text.borrow_mut();
        for opening in OPENING.find_iter(text) {
            let rest = text[opening.start()..].to_owned();
            self.facts.borrow_mut().directives.push((*line, rest, self.code.get() > 0));
        }
        text.clear();
    }

    fn tag(&self, tag: &Tag, line: u64) -> TokenSinkResult<()> {
        let name = &*tag.name;
        if matches!(name, "code" | "pre") && !tag.self_closing {
            let depth = self.code.get();
            self.code.set(if tag.kind == TagKind::StartTag {
                depth + 1
            } else {
                depth.saturating_sub(1)
            });
        }
        if matches!(name, "script" | "style") {
            self.hidden.set(tag.kind == TagKind::StartTag);
        }
        self.summary.set(self.summary.get().after(name, tag.kind));
        if tag.kind == TagKind::EndTag {
            return TokenSinkResult::Continue;
        }
        let mut facts = self.facts.borrow_mut();
        for attribute in &tag.attrs {
            match (name, &*attribute.name.local) {
                (_, "id") | ("a", "name") => {
                    facts.ids.insert(attribute.value.to_string());
                }
                ("base", "href") => facts.base = Some(attribute.value.to_string()),
                (_, "href" | "src") => facts.links.push((line, attribute.value.to_string())),
                _ => {}
            }
        }
        match name {
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "noscript" | "iframe" | "noembed" => {
                TokenSinkResult::RawData(RawKind::Rawtext)
            }
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        match token {
            Token::CharacterTokens(_) if self.hidden.get() => TokenSinkResult::Continue,
            Token::CharacterTokens(text) => {
                let mut kept = self.text.borrow_mut();
                if kept.1.is_empty() {
                    kept.0 = line;
                }
                kept.1.push_str(&text);
                if self.summary.get() == Summary::InParagraph {
                    self.facts.borrow_mut().summary.push_str(&text);
                }
                TokenSinkResult::Continue
            }
            Token::TagToken(tag) => {
                self.flush();
                self.tag(&tag, line)
            }
            Token::EOFToken => {
                self.flush();
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

/// Reads a page.
pub(super) fn read(html: &str) -> PageFacts {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.facts.into_inner()
}
