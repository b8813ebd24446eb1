//! Puts a profile together: every name, file and line once.

use std::collections::HashMap;

use crate::error::ReadError;
use crate::model::{
    Function, FunctionId, Location, LocationId, Metric, Origin, Profile, Site, Values,
};
use crate::symbol::{self, Layer, Owner};

/// Texts and their numbers, in the order of arrival.
#[derive(Debug, Default)]
struct Names {
    numbers: HashMap<Box<str>, u32>,
}

impl Names {
    /// The number of `name`, and whether it is new.
    fn number(&mut self, name: &str) -> Result<(u32, bool), ReadError> {
        if let Some(&number) = self.numbers.get(name) {
            return Ok((number, false));
        }
        let number = u32::try_from(self.numbers.len()).map_err(|_| ReadError::TooMany("names"))?;
        self.numbers.insert(name.into(), number);
        Ok((number, true))
    }

    /// By number.
    fn texts(&mut self) -> Vec<String> {
        let mut texts: Vec<(u32, Box<str>)> =
            self.numbers.drain().map(|(text, number)| (number, text)).collect();
        texts.sort_unstable_by_key(|&(number, _)| number);
        texts.into_iter().map(|(_, text)| text.into()).collect()
    }
}

/// A frame as a file has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RawFrame<'a> {
    pub(crate) address: Option<u64>,
    /// `None` where the profiler found no name.
    pub(crate) symbol: Option<&'a str>,
    pub(crate) file: Option<&'a str>,
    pub(crate) line: u32,
}

/// What became of a raw name.
#[derive(Debug, Clone, Copy)]
struct ShownName {
    /// Index into `names.texts`.
    name: u32,
    /// Without a path: several functions may have it.
    bare: bool,
}

/// Collects sites and frames.
///
/// Each text is looked at once, however often a file refers to it: a name of
/// megabytes with a million references must cost no more than its bytes.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    raw_names: Names,
    /// By raw name: two raw names can be one function.
    shown_names: Vec<ShownName>,
    names: Names,
    function_ids: HashMap<Function, FunctionId>,
    functions: Vec<Function>,
    files: Names,
    location_ids: HashMap<Location, LocationId>,
    locations: Vec<Location>,
    /// Filled by the reader; location numbers by the time of [`Self::finish`].
    pub(crate) frames: Vec<u32>,
    pub(crate) sites: Vec<Site>,
    total: Values,
}

impl Builder {
    /// The number of a frame.
    pub(crate) fn location(&mut self, frame: RawFrame<'_>) -> Result<LocationId, ReadError> {
        let file = match frame.file {
            Some(file) => Some(self.file(file)?),
            None => None,
        };
        let name = self.raw_name(frame.symbol.unwrap_or(symbol::UNRESOLVED))?;
        let address = frame.address.filter(|_| frame.symbol.is_none() && file.is_none());
        self.location_of(name, file, frame.line, address)
    }

    /// The same of a name and a file that are known already.
    pub(crate) fn location_of(
        &mut self,
        raw_name: u32,
        file: Option<u32>,
        line: u32,
        address: Option<u64>,
    ) -> Result<LocationId, ReadError> {
        let shown = self.shown_names[raw_name as usize];
        let function = Function { name: shown.name, file: file.filter(|_| shown.bare) };
        let function = match self.function_ids.get(&function) {
            Some(&known) => known,
            None => {
                let next = u32::try_from(self.functions.len());
                let next = next.map_err(|_| ReadError::TooMany("functions"))?;
                self.functions.push(function);
                self.function_ids.insert(function, next);
                next
            }
        };
        let key = Location { function, file, line, address, layer: Layer::User };
        if let Some(&id) = self.location_ids.get(&key) {
            return Ok(id);
        }
        let id = u32::try_from(self.locations.len()).map_err(|_| ReadError::TooMany("lines"))?;
        self.location_ids.insert(key, id);
        self.locations.push(key);
        Ok(id)
    }

    /// The number of a name as the file has it.
    pub(crate) fn raw_name(&mut self, raw: &str) -> Result<u32, ReadError> {
        let (number, new) = self.raw_names.number(raw)?;
        if new {
            let shown = symbol::canonical(raw);
            let bare = !shown.contains("::") && !shown.contains('.');
            let (name, _) = self.names.number(&shown)?;
            self.shown_names.push(ShownName { name, bare });
        }
        Ok(number)
    }

    /// The number of a path.
    pub(crate) fn file(&mut self, path: &str) -> Result<u32, ReadError> {
        let number = if path.contains('\\') {
            self.files.number(&path.replace('\\', "/"))?
        } else {
            self.files.number(path)?
        };
        Ok(number.0)
    }

    /// Adds the values to the total.
    pub(crate) fn push(&mut self, site: Site) -> Result<(), ReadError> {
        self.total.checked_add(&site.values).map_err(ReadError::Overflow)?;
        self.sites.push(site);
        Ok(())
    }

    /// Tells layers apart, once every name is known.
    pub(crate) fn finish(mut self, origin: Origin, metrics: Vec<Metric>) -> Profile {
        self.unite_bare_names();
        let names = self.names.texts();
        let files = self.files.texts();
        let owners: Vec<Owner> = names.iter().map(|name| symbol::owner(name)).collect();
        let std_files: Vec<bool> = files.iter().map(|file| symbol::is_std_file(file)).collect();
        let layer = |function: &Function| {
            let file = function.file.map(|file| (&*files[file as usize], std_files[file as usize]));
            owners[function.name as usize].layer(&names[function.name as usize], file)
        };
        let layers: Vec<Layer> = self.functions.iter().map(layer).collect();
        for location in &mut self.locations {
            location.layer = layers[location.function as usize];
        }
        Profile {
            origin,
            command: String::new(),
            time_unit: String::new(),
            end: None,
            metrics,
            names,
            functions: self.functions,
            files,
            locations: self.locations,
            frames: self.frames,
            sites: self.sites,
            total: self.total,
        }
    }

    /// A build with line tables only gives an inlined frame no path:
    /// `build_records` beside `lab1::pipeline::build_records`. Where a file has
    /// exactly one function of that last name, they are one.
    fn unite_bare_names(&mut self) {
        // By name, the number of its last part, if that is a name too.
        let mut last_parts = vec![None; self.names.numbers.len()];
        for (name, &number) in &self.names.numbers {
            let last = symbol::last_part(name).and_then(|last| self.names.numbers.get(last));
            last_parts[number as usize] = last.copied();
        }
        // By file and last part; none where there are several.
        let mut qualified: HashMap<(u32, u32), Option<FunctionId>> = HashMap::new();
        for location in &self.locations {
            let name = self.functions[location.function as usize].name;
            if let (Some(file), Some(last)) = (location.file, last_parts[name as usize]) {
                qualified
                    .entry((file, last))
                    .and_modify(|known| *known = known.filter(|&f| f == location.function))
                    .or_insert(Some(location.function));
            }
        }
        let mut changed = false;
        for location in &mut self.locations {
            let Function { name, file: Some(file) } = self.functions[location.function as usize]
            else {
                continue;
            };
            if let Some(&Some(better)) = qualified.get(&(file, name)) {
                location.function = better;
                changed = true;
            }
        }
        if changed {
            self.merge_equal_locations();
        }
    }

    fn merge_equal_locations(&mut self) {
        let mut ids = HashMap::new();
        let mut kept = Vec::new();
        let mut moved = Vec::with_capacity(self.locations.len());
        for &location in &self.locations {
            // Fits: there are no more of them than before.
            let next = kept.len() as LocationId;
            let id = *ids.entry(location).or_insert(next);
            if id == next {
                kept.push(location);
            }
            moved.push(id);
        }
        self.locations = kept;
        for frame in &mut self.frames {
            *frame = moved[*frame as usize];
        }
    }
}
