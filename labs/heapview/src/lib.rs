#![doc = include_str!("../README.md")]

mod advise;
mod diff;
mod error;
mod export;
mod heading;
mod intern;
mod list;
mod merge;
mod model;
mod peek;
mod protobuf;
#[cfg(test)]
mod protobuf_tests;
mod read;
mod sites;
mod source;
mod symbol;
mod text;
mod top;
mod tree;
mod view;

pub use advise::{Advice, Advices, Rule, advise};
pub use diff::{Change, Diff, DiffOptions, DiffRow, diff};
pub use error::ReadError;
pub use export::{Format, export};
pub use heading::Heading;
pub use list::{Line, Listing, Routine, list};
pub use merge::merge;
pub use model::{
    Function, FunctionId, Location, LocationId, Metric, Origin, Profile, Site, Values,
};
pub use peek::{Edge, Neighbours, Peek, peek};
pub use read::{MAX_UNPACKED, read_file, read_profile};
pub use sites::{Frame, OneSite, Sites, sites};
pub use source::{Source, Sources};
pub use symbol::Layer;
pub use top::{Order, Row, Top, TopOptions, top};
pub use tree::{Node, Tree, TreeOptions, tree};
pub use view::{By, Filter, Sums, View};
