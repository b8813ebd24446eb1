//! Several profiles as one: the runs of a benchmark, the processes of a service.

use std::collections::HashMap;

use crate::error::ReadError;
use crate::model::{Function, Location, Profile};

/// Adds up profiles of one kind, as `pprof` does with several files. Sites keep
/// their own stacks; names, files and lines are those of all. The end is the
/// latest, since lifetimes are of one run each.
///
/// # Errors
///
/// No profile at all, profiles of different kinds, or sums beyond 2^64.
pub fn merge(profiles: Vec<Profile>) -> Result<Profile, ReadError> {
    let mut profiles = profiles.into_iter();
    let mut sum = profiles.next().ok_or(ReadError::Empty)?;
    let mut known = Known::of(&sum);
    let mut more = 0;
    for profile in profiles {
        let kind = |profile: &Profile| (profile.origin, profile.time_unit.clone());
        if kind(&sum) != kind(&profile) || sum.metrics != profile.metrics {
            return Err(ReadError::Kinds(sum.origin, profile.origin));
        }
        known.add(&mut sum, profile)?;
        more += 1;
    }
    if more > 0 {
        sum.command = format!("{} and {more} more", sum.command);
    }
    Ok(sum)
}

/// What the sum has already, by what tells it apart.
struct Known {
    names: HashMap<String, u32>,
    files: HashMap<String, u32>,
    functions: HashMap<Function, u32>,
    locations: HashMap<Location, u32>,
}

impl Known {
    fn of(sum: &Profile) -> Known {
        Known {
            names: numbered(&sum.names),
            files: numbered(&sum.files),
            functions: numbered(&sum.functions),
            locations: numbered(&sum.locations),
        }
    }

    fn add(&mut self, sum: &mut Profile, other: Profile) -> Result<(), ReadError> {
        sum.total.checked_add(&other.total).map_err(ReadError::Overflow)?;
        let names = numbers(&mut self.names, &mut sum.names, other.names, "names")?;
        let files = numbers(&mut self.files, &mut sum.files, other.files, "files")?;
        let file = |file: Option<u32>| file.map(|file| files[file as usize]);
        let functions = other.functions.into_iter().map(|function| Function {
            name: names[function.name as usize],
            file: file(function.file),
        });
        let functions = numbers(&mut self.functions, &mut sum.functions, functions, "functions")?;
        let locations = other.locations.into_iter().map(|location| Location {
            function: functions[location.function as usize],
            file: file(location.file),
            ..location
        });
        let locations = numbers(&mut self.locations, &mut sum.locations, locations, "lines")?;
        let before = sum.frames.len();
        sum.frames.extend(other.frames.into_iter().map(|frame| locations[frame as usize]));
        sum.sites.extend(other.sites.into_iter().map(|mut site| {
            site.stack = site.stack.start + before..site.stack.end + before;
            site
        }));
        sum.end = sum.end.max(other.end);
        Ok(())
    }
}

fn numbered<T: Clone + Eq + std::hash::Hash>(all: &[T]) -> HashMap<T, u32> {
    (0..).zip(all).map(|(number, one)| (one.clone(), number)).collect()
}

/// The numbers of `more` in `all`, where what is new is added at the end.
fn numbers<T: Clone + Eq + std::hash::Hash>(
    known: &mut HashMap<T, u32>,
    all: &mut Vec<T>,
    more: impl IntoIterator<Item = T>,
    what: &'static str,
) -> Result<Vec<u32>, ReadError> {
    let mut numbers = Vec::new();
    for one in more {
        let number = match known.get(&one) {
            Some(&number) => number,
            None => {
                let next = u32::try_from(all.len()).map_err(|_| ReadError::TooMany(what))?;
                all.push(one.clone());
                known.insert(one, next);
                next
            }
        };
        numbers.push(number);
    }
    Ok(numbers)
}
