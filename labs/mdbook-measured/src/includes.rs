//! mdBook's includes, checked before mdBook reads them: it logs a missing file
//! without the chapter's name, and an anchor that is not there becomes empty.

use std::fs;
use std::path::Path;

use crate::directive::Found;
use crate::fault::nearest;

/// What is wrong with an include of a chapter in `folder`; `None` if all is
/// well or it is no include.
pub(crate) fn fault(found: &Found<'_>, folder: &Path) -> Option<String> {
    if !matches!(
        found.name,
        "include" | "rustdoc_include" | "playground" | "playpen"
    ) {
        return None;
    }
    // `file`, `file:anchor`, `file:from:to`; properties may follow.
    let target = found.arguments.split_whitespace().next().unwrap_or("");
    let mut parts = target.splitn(2, ':');
    let (file, part) = (parts.next().unwrap_or(""), parts.next());
    let path = folder.join(file);
    let Ok(text) = fs::read_to_string(&path) else {
        return Some(match path.is_file() {
            true => format!("{file} is no text"),
            false => format!("there is no file {file}{}", near_file(&path)),
        });
    };
    let part = part.filter(|part| !part.is_empty())?;
    if part.chars().all(|c| c.is_ascii_digit() || c == ':') {
        let lines = text.lines().count();
        let beyond = part
            .split(':')
            .filter_map(|n| n.parse::<usize>().ok())
            .find(|&n| n > lines || n == 0);
        return beyond.map(|n| format!("{file} has {lines} lines and no line {n}"));
    }
    let anchors: Vec<&str> = text.lines().filter_map(anchor).collect();
    (!anchors.contains(&part)).then(|| {
        format!(
            "{file} has no anchor {part}{}",
            nearest(part, anchors.into_iter())
        )
    })
}

/// `x` of a line with `ANCHOR: x`.
fn anchor(line: &str) -> Option<&str> {
    let (_, name) = line.split_once("ANCHOR:")?;
    name.split_whitespace().next()
}

fn near_file(path: &Path) -> String {
    let Some((folder, name)) = path.parent().zip(path.file_name()) else {
        return String::new();
    };
    let names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    if names.is_empty() {
        format!("; there is no folder {}", folder.display())
    } else {
        nearest(&name.to_string_lossy(), names.iter().map(String::as_str))
    }
}
