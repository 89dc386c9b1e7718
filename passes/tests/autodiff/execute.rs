//! Runs functions with the interpreter.

use super::harness::Vector;
use tf_dialects::scalar::DType;
use tf_interp::{Datum, Dense, run_entry};
use tf_ir::body::Body;

/// How many random programs the suite runs.
pub const SAMPLE: u64 = 25;

/// The results of a function; `shown` is the text to show if it stops.
pub fn call(module: &Body, entry: &str, args: &[Vector], shown: &str) -> Vec<Vector> {
    let args: Vec<Datum> = args.iter().map(Vector::datum).collect();
    let results = run_entry(module, entry, &args, 1 << 32);
    results.unwrap_or_else(|stop| panic!("@{entry}: {stop:?}\n{shown}")).iter().map(Vector::of).collect()
}

impl Vector {
    /// As the interpreter takes it.
    fn datum(&self) -> Datum {
        let data: Vec<u64> = self.1.iter().map(|x| x.to_bits()).collect();
        match self.0.is_empty() && self.1.len() == 1 {
            true => Datum::Bits(data[0]),
            false => Dense { dtype: DType::F64, extents: self.0.clone(), data }.into(),
        }
    }
}
