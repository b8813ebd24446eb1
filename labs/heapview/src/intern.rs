//! Puts a profile together: every name, file and line once.

use std::collections::HashMap;

use crate::error::ReadError;
use crate::model::{
    Function, FunctionId, Location, LocationId, Metric, Origin, Profile, Site, Values,
};
use crate::symbol::{self, Layer};

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
#[derive(Debug, Clone)]
struct ShownName {
    number: u32,
    /// Without a path: several functions may have it.
    bare: bool,
    /// Of a name with a path.
    function: Option<FunctionId>,
}

/// Collects sites and frames.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    raw_names: Names,
    /// By raw name: two raw names can be one function.
    shown_names: Vec<ShownName>,
    names: Names,
    /// By name, and by file where the name has no path.
    function_ids: HashMap<(u32, Option<u32>), FunctionId>,
    functions: Vec<Function>,
    file_names: Names,
    files: Vec<String>,
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
        let function = self.function(frame.symbol.unwrap_or(symbol::UNRESOLVED), file)?;
        let address = frame.address.filter(|_| frame.symbol.is_none() && file.is_none());
        let key = Location { function, file, line: frame.line, address, layer: Layer::User };
        if let Some(&id) = self.location_ids.get(&key) {
            return Ok(id);
        }
        let id = u32::try_from(self.locations.len()).map_err(|_| ReadError::TooMany("lines"))?;
        self.location_ids.insert(key, id);
        self.locations.push(key);
        Ok(id)
    }

    fn function(&mut self, raw: &str, file: Option<u32>) -> Result<FunctionId, ReadError> {
        let (raw_number, new) = self.raw_names.number(raw)?;
        if new {
            let name = symbol::canonical(raw);
            let (number, _) = self.names.number(&name)?;
            let bare = !name.contains("::") && !name.contains('.');
            self.shown_names.push(ShownName { number, bare, function: None });
        }
        let shown = &self.shown_names[raw_number as usize];
        if let Some(function) = shown.function {
            return Ok(function);
        }
        let key = (shown.number, file.filter(|_| shown.bare));
        let function = match self.function_ids.get(&key) {
            Some(&function) => function,
            None => self.new_function(key, &symbol::canonical(raw))?,
        };
        if key.1.is_none() && !self.shown_names[raw_number as usize].bare {
            self.shown_names[raw_number as usize].function = Some(function);
        }
        Ok(function)
    }

    fn new_function(
        &mut self,
        key: (u32, Option<u32>),
        name: &str,
    ) -> Result<FunctionId, ReadError> {
        let id = u32::try_from(self.functions.len()).map_err(|_| ReadError::TooMany("names"))?;
        let label = match key.1 {
            Some(file) => format!("{name} ({})", self.files[file as usize]),
            None => name.to_owned(),
        };
        self.functions.push(Function { name: name.to_owned(), label });
        self.function_ids.insert(key, id);
        Ok(id)
    }

    fn file(&mut self, path: &str) -> Result<u32, ReadError> {
        let slashed;
        let path = if path.contains('\\') {
            slashed = path.replace('\\', "/");
            &slashed
        } else {
            path
        };
        let (number, new) = self.file_names.number(path)?;
        if new {
            self.files.push(path.to_owned());
        }
        Ok(number)
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
        for location in &mut self.locations {
            let name = &self.functions[location.function as usize].name;
            let file = location.file.map(|file| self.files[file as usize].as_str());
            location.layer = symbol::layer(name, file);
        }
        Profile {
            origin,
            command: String::new(),
            time_unit: String::new(),
            end: None,
            metrics,
            functions: self.functions,
            files: self.files,
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
        let mut qualified: HashMap<(u32, &str), Option<FunctionId>> = HashMap::new();
        for location in &self.locations {
            let name = &self.functions[location.function as usize].name;
            if let (Some(file), Some(last)) = (location.file, symbol::last_part(name)) {
                qualified
                    .entry((file, last))
                    .and_modify(|known| *known = known.filter(|&f| f == location.function))
                    .or_insert(Some(location.function));
            }
        }
        let better: Vec<Option<FunctionId>> = self
            .locations
            .iter()
            .map(|location| {
                let name = &self.functions[location.function as usize].name;
                if name.contains("::") {
                    return None;
                }
                *qualified.get(&(location.file?, name))?
            })
            .collect();
        if better.iter().all(Option::is_none) {
            return;
        }
        for (location, better) in self.locations.iter_mut().zip(better) {
            location.function = better.unwrap_or(location.function);
        }
        self.merge_equal_locations();
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
