//! Passes, textual pipelines and the pass manager.
//!
//! A [`Pass`] describes itself by a [`PassInfo`] (name, anchor, options, statistics, all data) and works on
//! the [`crate::body::Body`] of one isolated op. A [`PassRegistry`] knows them by name; [`Pipeline::parse`]
//! reads MLIR's textual pipelines, and a [`PassManager`] runs them: nested, over functions in parallel, with
//! the same output for any number of threads.

mod analysis;
mod context;
mod counters;
mod diff;
mod fingerprint;
mod growth;
mod info;
mod instrument;
mod items;
mod manager;
mod options;
mod parallel;
mod parse;
mod pipeline;
mod print_ir;
mod registry;
mod reproducer;
mod resolve;
mod run;
mod statistics;
mod timing;
mod trial;

pub use crate::rewrite::RuleSpec;
pub use analysis::{Analyses, Analysis};
pub use context::{PassContext, TraceLog};
pub use counters::PassRow;
pub use diff::unified_diff;
pub use fingerprint::fingerprint;
pub use growth::Growth;
pub use info::{Anchor, Changed, Failed, Pass, PassInfo, PassResult, Scope, StatSpec};
pub use instrument::{Event, Instrumentation, PassPoint, Token};
pub use manager::{PassManager, Report};
pub use options::{OptionKind, OptionSpec, OptionValue, Options};
pub use parallel::for_each as parallel_for_each;
pub use pipeline::{PassStep, Pipeline, PipelineBuilder, PipelineStep};
pub use print_ir::{IrPrinting, PassFilter};
pub use registry::{PassRegistry, PipelineInfo};
pub use reproducer::{FailedStep, LocalReproducer, Reproducer};
pub use timing::{Timing, TimingFormat};
pub use trial::{Verification, on_trial};
