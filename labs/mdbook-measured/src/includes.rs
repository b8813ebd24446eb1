//! mdBook's includes, checked before mdBook reads them: it logs a missing file
//! without the chapter's name, an anchor that is not there becomes empty, and
//! one that is not closed takes the rest of the file.

use std::fs;
use std::path::Path;

use crate::directive::Found;
use crate::fault::nearest;

/// Checks an include of a chapter in `folder`. The included file's name and
/// text if it is Markdown; `None` if it is not, or if this is no include.
pub(crate) fn check(found: &Found<'_>, folder: &Path) -> Result<Option<(String, String)>, String> {
    if !matches!(found.name, "include" | "rustdoc_include" | "playground" | "playpen") {
        return Ok(None);
    }
    // `file`, `file:anchor`, `file:from:to`; properties may follow.
    let target = found.arguments.split_whitespace().next().unwrap_or("");
    let (file, part) = target.split_once(':').unwrap_or((target, ""));
    let path = folder.join(file);
    let text = fs::read_to_string(&path).map_err(|_| match path.is_file() {
        true => format!("{file} is no text"),
        false => format!("there is no file {file}{}", near_file(&path)),
    })?;
    if part.chars().all(|c| c.is_ascii_digit() || c == ':') {
        let lines = text.lines().count();
        let numbers = part.split(':').filter_map(|n| n.parse::<usize>().ok());
        if let Some(n) = numbers.into_iter().find(|&n| n > lines || n == 0) {
            return Err(format!("{file} has {lines} lines and no line {n}"));
        }
    } else {
        let named = |word| move |line| after(line, word);
        let anchors: Vec<&str> = text.lines().filter_map(named("ANCHOR:")).collect();
        if !anchors.contains(&part) {
            return Err(format!(
                "{file} has no anchor {part}{}",
                nearest(part, anchors.into_iter())
            ));
        }
        let ends: Vec<&str> = text.lines().filter_map(named("ANCHOR_END:")).collect();
        if !ends.contains(&part) {
            let near = nearest(part, ends.into_iter());
            return Err(format!("{file} never ends anchor {part} with ANCHOR_END{near}"));
        }
    }
    let is_markdown = path.extension().is_some_and(|extension| extension == "md");
    Ok(is_markdown.then(|| (file.to_owned(), text)))
}

/// `x` of a line with `ANCHOR: x`.
fn after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (_, name) = line.split_once(word)?;
    name.split_whitespace().next()
}

fn near_file(path: &Path) -> String {
    let Some((folder, name)) = path.parent().zip(path.file_name()) else {
        return String::new();
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    match names.is_empty() {
        true => format!("; there is no folder {}", folder.display()),
        false => nearest(&name.to_string_lossy(), names.iter().map(String::as_str)),
    }
}
