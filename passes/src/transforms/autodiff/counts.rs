//! What the expansion of transforms counts, and what it may use.

use super::scope::Sweep;
use tf_ir::extent::Extent;
use tf_ir::location::Location;

/// What the expansion counts, and what it may use.
pub(super) struct Counts {
    /// How code is swept backwards.
    pub sweep: Sweep,
    /// Reads transposed into gathers.
    pub gathers: u64,
    /// No read is transposed into a gather: all of them scatter.
    pub scatters: bool,
    /// Bytes that a loop may keep for its backward pass, if that is limited.
    pub budget: Option<u64>,
    /// Bytes that loops keep for their backward pass, where that is a constant.
    pub bytes: u64,
    /// What loops keep, in words.
    pub remarks: Vec<(Location, String)>,
}

impl Counts {
    /// Nothing yet.
    pub fn new(budget: Option<u64>, scatters: bool, sweep: Sweep) -> Counts {
        Counts { sweep, gathers: 0, scatters, budget, bytes: 0, remarks: Vec::new() }
    }

    /// Notes that a loop keeps `slots` states of `each` bytes, together `bytes`.
    pub fn kept(&mut self, loc: Location, slots: &Extent, each: Option<u64>, bytes: Option<u64>) {
        self.bytes += bytes.unwrap_or(0);
        let each = each.map_or(String::new(), |n| format!(" of {n} bytes"));
        let bytes = bytes.map_or(String::new(), |n| format!(": {n} bytes"));
        self.remarks.push((loc, format!("keeps {slots} states{each} for the backward pass{bytes}")));
    }
}
