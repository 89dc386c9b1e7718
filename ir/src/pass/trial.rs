//! The policy for verifying the IR; and trials: runs of passes verified at their end only, and repeated pass
//! by pass if that fails.

use super::items::worth_threads;
use super::parallel::for_each;
use crate::body::Body;
use crate::symbol::{SymbolTable, symbols_of};
use crate::verify::verify_body_in;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// When the pass manager verifies the IR. The error names the first pass that left it invalid, whenever it is
/// found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verification {
    /// Never.
    Never,
    /// At the end of a run of passes on an op: before a nested pipeline, at the end of each, and before a
    /// pass that [trusts the verifier](super::Pass::trusts_verifier). If the IR is invalid there, or a pass
    /// failed, the passes run again on the original op, verified after each, and only the diagnostics of that
    /// run are shown. So passes may see IR that an earlier one broke, and breakage that a later one repairs
    /// is not noticed. With instrumentations, fuel or recorded rules, this is the same as after each pass.
    AtEnds,
    /// After each pass that changed something.
    #[default]
    EachPass,
}

thread_local! {
    static ON_TRIAL: Cell<bool> = const { Cell::new(false) };
}

/// True while this thread runs passes on trial. Panic hooks stay silent then: the second run reports errors.
pub fn on_trial() -> bool {
    ON_TRIAL.get()
}

/// Runs `work` with [`on_trial`] as given.
pub(super) fn with_trial<R>(trial: bool, work: impl FnOnce() -> R) -> R {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            ON_TRIAL.set(self.0);
        }
    }
    let _before = Before(ON_TRIAL.replace(trial));
    work()
}

/// Runs `work` on trial; false if it panics.
pub(super) fn succeeds(work: impl FnOnce() -> bool) -> bool {
    with_trial(true, || catch_unwind(AssertUnwindSafe(work)).unwrap_or(false))
}

/// Whether a body and the bodies inside it are valid, with their uses of the symbols around them.
pub(super) fn is_valid(body: &Body, around: Option<&SymbolTable>, threads: usize) -> bool {
    if verify_body_in(body, around).is_err() {
        return false;
    }
    let own = symbols_of(body);
    let symbols = own.as_ref().or(around);
    let ops = body.child_ops();
    let threads = if worth_threads(body, &ops) { threads } else { 1 };
    let mut children: Vec<&Body> = ops.into_iter().filter_map(|op| body.child(op)).collect();
    let valid = for_each(
        threads,
        &mut children,
        || true,
        |valid, child| *valid = *valid && is_valid(child, symbols, 1),
    );
    valid.into_iter().all(|valid| valid)
}
