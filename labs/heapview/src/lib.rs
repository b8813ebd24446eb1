#![doc = include_str!("../README.md")]

mod error;
mod intern;
mod model;
mod protobuf;
mod read;
mod symbol;

pub use error::ReadError;
pub use model::{Function, FunctionId, Location, LocationId, Metric, Origin, Profile, Site, Values};
pub use read::{MAX_UNPACKED, read_file, read_profile};
pub use symbol::Layer;
