//! The preprocessor: directives out, HTML in, faults collected.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use mdbook_preprocessor::book::{Book, BookItem, Chapter};
use mdbook_preprocessor::errors::Result;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

use crate::audits::{Audits, audit_pages};
use crate::directive::{self, Directive, Found, MDBOOKS};
use crate::fault::Fault;
use crate::project::Project;
use crate::render::{Judged, Wanted};
use crate::results::ledgers;
use crate::shown::Shown;
use crate::{figures, includes, render};

/// The name in `book.toml`: `[preprocessor.measured]`.
pub const NAME: &str = "measured";

/// How strict a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strictness {
    /// Stale counts are faults, not marks on the page.
    pub stale_counts: bool,
    /// Figures typed by hand are faults, and so are verdicts that the text does
    /// not expect.
    pub figures: bool,
    /// Stale times and results without a clean commit are faults.
    pub publish: bool,
}

impl Strictness {
    /// For a reader at work: what is stale is marked.
    pub const SERVE: Strictness =
        Strictness { stale_counts: false, figures: false, publish: false };
    /// For a book that others will read.
    pub const BUILD: Strictness = Strictness { stale_counts: true, ..Strictness::SERVE };
    /// For a book whose every figure must be measured.
    pub const CHECK: Strictness = Strictness { figures: true, ..Strictness::BUILD };
    /// For publishing.
    pub const PUBLISH: Strictness = Strictness { publish: true, ..Strictness::CHECK };
}

/// What a run found.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// What the reader should know.
    pub notes: Vec<String>,
}

/// The preprocessor. Findings go where [`Measured::new`] was told.
#[derive(Debug)]
pub struct Measured {
    target: PathBuf,
    strictness: Strictness,
    findings: Rc<RefCell<Findings>>,
}

impl Measured {
    /// Looks for the reader's own results below cargo's folder `target`, collects
    /// what it finds into `findings`, and never fails itself: the caller decides
    /// when everything is known.
    pub fn new(target: &Path, strictness: Strictness, findings: Rc<RefCell<Findings>>) -> Measured {
        Measured { target: target.to_owned(), strictness, findings }
    }
}

impl Preprocessor for Measured {
    fn name(&self) -> &str {
        NAME
    }

    fn run(&self, ctx: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let repository = ctx.config.get::<String>("output.html.git-repository-url").ok().flatten();
        let project = Project::read(&ctx.root, &self.target, repository);
        let source = ctx.root.join(&ctx.config.book.src);
        let audits = audit_pages(&book, &project);
        let mut findings = Findings::default();
        findings.faults.extend(
            project.faults.iter().map(|(file, message)| fault(file, 0, "", message.clone())),
        );
        book.for_each_mut(|item| {
            if let BookItem::Chapter(chapter) = item {
                let page = Page { project: &project, audits: &audits, strictness: self.strictness };
                page.replace(chapter, &source, &mut findings);
            }
        });
        ledgers(&project, self.strictness, &mut findings);
        findings.faults.sort();
        findings.faults.dedup();
        one_per_cause(&mut findings.faults);
        self.findings.replace(findings);
        Ok(book)
    }
}

/// A ledger that is missing or broken fails every directive that needs it: the
/// first is told, with how many follow; of a broken one only its own fault.
fn one_per_cause(faults: &mut Vec<Fault>) {
    faults.retain(|fault| !fault.message.ends_with(render::SEE_ITS_OWN));
    let mut kept: Vec<Fault> = Vec::new();
    let mut more: BTreeMap<usize, usize> = BTreeMap::new();
    for fault in faults.drain(..) {
        let same = kept.iter().position(|known| known.message == fault.message);
        match same.filter(|_| fault.message.contains(render::IS_NOT_THERE)) {
            Some(first) => *more.entry(first).or_default() += 1,
            None => kept.push(fault),
        }
    }
    for (first, count) in more {
        kept[first].message += &format!(" ({count} more directives need it)");
    }
    *faults = kept;
}

pub(crate) fn fault(file: &str, line: usize, about: &str, message: String) -> Fault {
    Fault { file: file.to_owned(), line, about: about.to_owned(), message }
}

/// What every chapter needs.
struct Page<'a> {
    project: &'a Project,
    audits: &'a BTreeMap<String, String>,
    strictness: Strictness,
}

impl Page<'_> {
    fn replace(&self, chapter: &mut Chapter, source: &Path, findings: &mut Findings) {
        let Findings { faults, notes } = findings;
        let Some(path) = chapter.source_path.clone().or_else(|| chapter.path.clone()) else {
            return;
        };
        let file = path.to_string_lossy().replace('\\', "/");
        let content = std::mem::take(&mut chapter.content);
        let found = directive::scan(&content);
        if self.strictness.figures {
            typed_figures(&file, &content, &found, faults);
        }
        // `audit.html` from a page two folders down is `../../audit.html`.
        let up = "../".repeat(path.components().count() - 1);
        let page = |(text, page): (&String, &String)| (text.clone(), format!("{up}{page}"));
        let pages = self.audits.iter().map(page).collect();
        let here = path.with_extension("html").to_string_lossy().replace('\\', "/");
        let audits = Audits::new(format!("{up}{here}"), pages);
        let folder = source.join(path.parent().unwrap_or(Path::new("")));
        let shown = Shown::of(self.project, &found);
        let mut here = Here { lab: None, shown, audits, unexpected: None };
        let mut out = String::with_capacity(content.len());
        let mut done = 0;
        for found in &found {
            let text = found.text(&content);
            if found.escaped {
                // In code mdBook takes the backslash away. In prose the check of
                // the pages could not tell it from one that was left: split, it
                // is text.
                if !found.in_code {
                    out.push_str(&content[done..found.range.start]);
                    out.push_str("<span>{</span>");
                    done = found.range.start + 2;
                }
                continue;
            }
            match includes::check(found, &folder) {
                Err(message) => faults.push(fault(&file, found.line, text, message)),
                // Prose that is included is prose of this page.
                Ok(Some((path, part))) if self.strictness.figures && !found.in_code => {
                    typed_figures(&path, &part, &directive::scan(&part), faults);
                }
                Ok(_) => {}
            }
            if found.in_code || MDBOOKS.contains(&found.name) {
                continue;
            }
            out.push_str(&content[done..found.range.start]);
            done = found.range.end;
            match self.html(found, &mut here) {
                Ok(html) => out.push_str(&html),
                // Told here; the check of the pages should not tell it again.
                Err(message) => faults.push(fault(&file, found.line, text, message)),
            }
            if let Some(message) = here.unexpected.take() {
                let unexpected = fault(&file, found.line, text, message);
                // Another machine may say something else; what is published must
                // say what its verdicts say.
                match self.strictness.figures {
                    true => faults.push(unexpected),
                    false => notes.push(unexpected.to_string()),
                }
            }
        }
        out.push_str(&content[done..]);
        chapter.content = out;
    }

    fn html(&self, found: &Found<'_>, here: &mut Here) -> std::result::Result<String, String> {
        let directive = directive::parse(found.name, found.arguments)?;
        let is_block = !matches!(
            directive,
            Directive::Number { .. } | Directive::Claim { .. } | Directive::Verdict { .. }
        );
        if is_block && !found.alone {
            return Err("it becomes a block, so it must stand alone on its line".into());
        }
        // What is wrong with the claims' own file is told once.
        let is_claim = matches!(
            directive,
            Directive::Claim { .. } | Directive::Claims { .. } | Directive::Audit { .. }
        );
        if is_claim && self.project.texts.is_empty() && !self.project.faults.is_empty() {
            return Ok(String::new());
        }
        let html = here.rendered(self.project, directive)?;
        // Around a block of HTML Markdown needs empty lines.
        Ok(if is_block { format!("\n{html}\n") } else { html })
    }
}

/// Where on a page we are.
struct Here {
    /// The page's lab so far.
    lab: Option<String>,
    shown: Shown,
    audits: Audits,
    /// What the last verdict says that its text does not.
    unexpected: Option<String>,
}

impl Here {
    fn rendered(
        &mut self,
        project: &Project,
        directive: Directive,
    ) -> std::result::Result<String, String> {
        let (lab, audits) = (self.lab.as_deref(), &self.audits);
        match directive {
            Directive::Lab { lab: name } => {
                let found = render_lab(project, &name, audits)?;
                self.lab = Some(name);
                Ok(found)
            }
            Directive::Table { name, part, by, vs } => {
                let wanted = Wanted { part, by, vs: vs.as_deref() };
                render::table(project, &mut self.shown, lab, &name, wanted)
            }
            Directive::Chart { name, drawn } => {
                render::chart(project, &mut self.shown, lab, &name, &drawn)
            }
            Directive::Predict { question, options, answer } => {
                render::predict(project, &mut self.shown, lab, &question, &options, &answer)
            }
            Directive::Trace { name } => render::trace(project, &mut self.shown, lab, &name),
            Directive::Verdict { table, variant, against, expected } => {
                let (table, variant, against) = (&table, &*variant, &*against);
                let judged = Judged { table, variant, against, expected };
                let (html, unexpected) = render::verdict(project, lab, &judged)?;
                self.unexpected = unexpected;
                Ok(html)
            }
            Directive::Number { value, shown } => render::number(project, lab, &value, &shown),
            Directive::Calibration { what } => render::calibration(project, what),
            Directive::Claim { id, field } => render::claim(project, audits, &id, field),
            Directive::Claims { from, to } => render::claims(project, audits, &from, &to),
            Directive::Audit { what } => render::audit(project, audits, &what),
        }
    }
}

fn typed_figures(file: &str, text: &str, found: &[Found<'_>], faults: &mut Vec<Fault>) {
    for typed in figures::typed(text, found) {
        let message = "a figure typed by hand; take it from a ledger with `{{#number …}}` or from a claim \
                       with `{{#claim … claimed}}`, or write it in words if it is a setting";
        faults.push(fault(file, typed.line, &typed.figure, message.into()));
    }
}

fn render_lab(
    project: &Project,
    name: &str,
    audits: &Audits,
) -> std::result::Result<String, String> {
    let lab = project.lab(name).ok_or_else(|| {
        format!("there is no lab {name:?}{}", crate::fault::nearest(name, project.lab_names()))
    })?;
    Ok(render::card(project, lab, audits))
}
