//! The book tool as a maintainer and a reader meet it: whole books, built.
#![expect(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod calibrations;
mod captions;
mod chart_edges;
mod charts;
mod fixture;
mod gates;
mod grids;
mod heads;
mod ledgers;
mod pages;
mod parts;
mod predictions;
mod programs;
mod traces;
mod verdicts;
