//! Passes for any program: simplification, dead code, inlining, control flow. They depend on no schedule, no
//! memory and no machine.

pub mod canonicalize;
pub mod cse;
pub mod dce;
pub mod inline;
pub mod reconcile_casts;
pub mod strip_debuginfo;
pub mod switch_to_if;
pub mod symbol_dce;
pub mod while_to_for;
