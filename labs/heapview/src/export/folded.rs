//! `main;run;push 4096`: outermost frame first, one line per distinct stack of
//! functions.

use std::collections::HashMap;
use std::io::{self, Write};

use crate::model::{FunctionId, Metric, Profile};
use crate::view::View;

pub(super) fn write(view: &View<'_>, metric: Metric, out: &mut dyn Write) -> io::Result<()> {
    let profile = view.profile;
    let mut sums: HashMap<Box<[u32]>, u64> = HashMap::new();
    let ranked = ranked(profile);
    let mut ranks = vec![0; ranked.len()];
    for (rank, &function) in (0..).zip(&ranked) {
        ranks[function as usize] = rank;
    }
    let (mut stack, mut functions) = (Vec::new(), Vec::new());
    for site in view.sites() {
        view.stack(site, &mut stack);
        functions.clear();
        let function = |&at: &u32| ranks[profile.locations[at as usize].function as usize];
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
    // By rank, which is by name: dhat writes its sites in another order every time.
    lines.sort_unstable();
    for (functions, sum) in lines {
        for (at, &function) in functions.iter().enumerate() {
            if at > 0 {
                out.write_all(b";")?;
            }
            let function = profile.functions[ranked[function as usize] as usize];
            out.write_all(names[function.name as usize].as_bytes())?;
            if let Some(file) = function.file {
                write!(out, " ({})", files[file as usize])?;
            }
        }
        writeln!(out, " {sum}")?;
    }
    Ok(())
}

/// The functions by name and file.
fn ranked(profile: &Profile) -> Vec<FunctionId> {
    let mut ranked: Vec<FunctionId> = (0..).take(profile.functions.len()).collect();
    ranked.sort_by(|&a, &b| {
        let [a, b] = [a, b].map(|at| profile.functions[at as usize]);
        let names = profile.names[a.name as usize].cmp(&profile.names[b.name as usize]);
        let file = |file: Option<u32>| file.map(|file| &profile.files[file as usize]);
        names.then_with(|| file(a.file).cmp(&file(b.file)))
    });
    ranked
}

/// A `;` would split the frame, a line break the stack.
fn plain(name: &str) -> String {
    name.replace(';', ",").replace(['\n', '\r'], " ")
}
