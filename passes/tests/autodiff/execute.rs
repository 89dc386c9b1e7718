//! Runs functions with the interpreter.

use crate::harness::Vector;
use tf_dialects::interp::{Datum, run_entry};
use tf_ir::body::Body;

/// What a function gives; `shown` is the text to show if it stops.
pub fn call(module: &Body, entry: &str, args: &[Vector], shown: &str) -> Vec<Vector> {
    let args: Vec<Datum> = args.iter().map(Vector::datum).collect();
    let results = run_entry(module, entry, &args, 1 << 32);
    results.unwrap_or_else(|stop| panic!("@{entry}: {stop:?}\n{shown}")).iter().map(Vector::of).collect()
}
