//! Statistics and limits of the expansion of transforms.

use super::scope::Sweep;
use tf_ir::extent::Extent;
use tf_ir::location::Location;

/// Statistics and limits of the expansion.
pub(super) struct Counts {
    /// The function that builds the backward pass of code.
    pub sweep: Sweep,
    /// Reads transposed into gathers.
    pub gathers: u64,
    /// No read is transposed into a gather: all of them scatter.
    pub scatters: bool,
    /// The limit on the bytes that a loop may store for its backward pass, if any.
    pub budget: Option<u64>,
    /// Bytes that loops store for their backward pass, if constant.
    pub bytes: u64,
    /// Remarks on the states that loops store.
    pub remarks: Vec<(Location, String)>,
}

impl Counts {
    /// Empty statistics.
    pub fn new(budget: Option<u64>, scatters: bool, sweep: Sweep) -> Counts {
        Counts { sweep, gathers: 0, scatters, budget, bytes: 0, remarks: Vec::new() }
    }

    /// Records that a loop stores `slots` states of `each` bytes, together `bytes`.
    pub fn record_stored(&mut self, loc: Location, slots: &Extent, each: Option<u64>, bytes: Option<u64>) {
        self.bytes += bytes.unwrap_or(0);
        let each = each.map_or(String::new(), |n| format!(" of {n} bytes"));
        let bytes = bytes.map_or(String::new(), |n| format!(": {n} bytes"));
        self.remarks.push((loc, format!("keeps {slots} states{each} for the backward pass{bytes}")));
    }
}
