//! pprof's gzipped protobuf, with the sample types of Go's heap profiles.

use std::collections::HashMap;
use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::model::{LocationId, Metric, Origin};
use crate::protobuf::Message;
use crate::sites::merged;
use crate::view::View;

/// Texts by number; the first is empty, as the format wants it.
#[derive(Debug)]
struct Strings {
    numbers: HashMap<String, u64>,
    texts: Vec<String>,
}

impl Strings {
    fn number(&mut self, text: &str) -> u64 {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len() as u64;
        self.numbers.insert(text.to_owned(), number);
        self.texts.push(text.to_owned());
        number
    }
}

/// The sample types that the profile can fill, with their units.
fn columns(view: &View<'_>) -> Vec<(Metric, &'static str, &'static str)> {
    if view.profile.origin == Origin::DhatAdHoc {
        return vec![(Metric::Blocks, "events", "count"), (Metric::Bytes, "units", "count")];
    }
    [
        (Metric::Blocks, "alloc_objects", "count"),
        (Metric::Bytes, "alloc_space", "bytes"),
        (Metric::LiveBlocks, "inuse_objects", "count"),
        (Metric::Live, "inuse_space", "bytes"),
    ]
    .into_iter()
    .filter(|&(metric, _, _)| view.profile.measures(metric))
    .collect()
}

pub(super) fn write(view: &View<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut strings = Strings { numbers: HashMap::new(), texts: Vec::new() };
    strings.number("");
    let mut file = Message::default();
    let columns = columns(view);
    for &(_, name, unit) in &columns {
        let mut kind = Message::default();
        kind.number(1, strings.number(name));
        kind.number(2, strings.number(unit));
        file.bytes(1, &kind.bytes);
    }
    let mut used = vec![false; view.profile.locations.len()];
    for (stack, site) in merged(view) {
        let mut sample = Message::default();
        sample.packed(1, stack.iter().map(|&at| u64::from(at) + 1));
        sample.packed(2, columns.iter().map(|&(metric, _, _)| site.values.get(metric)));
        file.bytes(2, &sample.bytes);
        for &at in &stack {
            used[at as usize] = true;
        }
    }
    mapping(view, &mut strings, &mut file);
    locations(view, &used, &mut strings, &mut file);
    let default = columns.iter().find(|column| column.1 == "alloc_space").or(columns.last());
    let default = strings.number(default.map_or("", |column| column.1));
    let command = strings.number(&view.profile.command);
    for text in &strings.texts {
        file.bytes(6, text.as_bytes());
    }
    if !view.profile.command.is_empty() {
        file.packed(13, [command]);
    }
    file.number(14, default);
    let mut packed = GzEncoder::new(out, Compression::fast());
    packed.write_all(&file.bytes)?;
    packed.finish()?;
    Ok(())
}

/// One mapping that has everything, so that nobody looks for symbols.
fn mapping(view: &View<'_>, strings: &mut Strings, file: &mut Message) {
    let program = view.profile.command.split(' ').next().unwrap_or_default();
    let mut mapping = Message::default();
    mapping.number(1, 1);
    mapping.number(5, strings.number(program));
    for has in 7..=10 {
        mapping.number(has, 1);
    }
    file.bytes(3, &mapping.bytes);
}

fn locations(view: &View<'_>, used: &[bool], strings: &mut Strings, file: &mut Message) {
    let profile = view.profile;
    // A function is a name and a file.
    let mut functions: HashMap<(u32, Option<u32>), u64> = HashMap::new();
    for (at, location) in (0..).zip(&profile.locations) {
        let at: LocationId = at;
        if !used[at as usize] {
            continue;
        }
        let next = functions.len() as u64 + 1;
        let function = *functions.entry((location.function, location.file)).or_insert(next);
        if function == next {
            let mut message = Message::default();
            message.number(1, function);
            // Without a system name, pprof takes the name as it is. Were they
            // equal, it would drop what stands in angle brackets, and show
            // `<T as Trait>::run` as `::run`.
            message.number(2, strings.number(&profile.function_label(at)));
            let path = location.file.map_or("", |file| profile.files[file as usize].as_str());
            message.number(4, strings.number(path));
            file.bytes(5, &message.bytes);
        }
        let mut line = Message::default();
        line.number(1, function);
        line.number(2, u64::from(location.line));
        let mut message = Message::default();
        message.number(1, u64::from(at) + 1);
        message.number(2, 1);
        message.number(3, location.address.unwrap_or_default());
        message.bytes(4, &line.bytes);
        file.bytes(4, &message.bytes);
    }
}
