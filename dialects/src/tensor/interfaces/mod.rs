//! Interfaces that ops of the dialect implement: batching, bufferization, loops, derivatives, work.

mod batch;
mod bufferize;
mod layout_rules;
mod loop_like;
pub mod scan_rules;
mod work;
