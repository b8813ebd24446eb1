//! `main;run;push 4096`: outermost frame first, one line per distinct stack of
//! functions.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::model::Metric;
use crate::view::View;

pub(super) fn write(view: &View<'_>, metric: Metric, out: &mut dyn Write) -> io::Result<()> {
    let profile = view.profile;
    let mut sums: HashMap<Box<[u32]>, u64> = HashMap::new();
    let (mut stack, mut functions) = (Vec::new(), Vec::new());
    for site in view.sites() {
        view.stack(site, &mut stack);
        functions.clear();
        let function = |&at: &u32| profile.locations[at as usize].function;
        functions.extend(stack.iter().rev().map(function));
        let value = site.values.get(metric);
        match sums.get_mut(functions.as_slice()) {
            Some(sum) => *sum += value,
            None => {
                sums.insert(functions.as_slice().into(), value);
            }
        }
    }
    let names: Vec<String> = profile.names.iter().map(|name| plain(name)).collect();
    let files: Vec<String> = profile.files.iter().map(|file| plain(file)).collect();
    let mut lines: Vec<(Box<[u32]>, u64)> = sums.into_iter().filter(|&(_, sum)| sum > 0).collect();
    // By number, not by name: any order will do, if it is always the same.
    lines.sort_unstable();
    for (functions, sum) in lines {
        for (at, &function) in functions.iter().enumerate() {
            if at > 0 {
                out.write_all(b";")?;
            }
            let function = profile.functions[function as usize];
            out.write_all(names[function.name as usize].as_bytes())?;
            if let Some(file) = function.file {
                write!(out, " ({})", files[file as usize])?;
            }
        }
        writeln!(out, " {sum}")?;
    }
    Ok(())
}

/// A `;` would split the frame, a line break the stack.
fn plain(name: &str) -> String {
    name.replace(';', ",").replace(['\n', '\r'], " ")
}
