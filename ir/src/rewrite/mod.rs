//! Rewriting: [`Pattern`]s and short [`Rule`]s applied by a greedy worklist driver ([`apply_greedily`]), and
//! one-shot dialect conversion ([`convert`]).
//!
//! [`Rebuild`] is the engine under code that is rebuilt op by op: lowerings, widening, batching, replay,
//! import.
//!
//! Everything that changes a body while a driver runs goes through the [`Rewriter`], which notifies the
//! driver of ops to revisit.

mod allowed;
mod constants;
pub mod convert;

mod fold;
mod greedy;
mod pattern;
mod rebuild;
mod refusal;
mod region;
mod rewriter;
mod rule;
mod worklist;

pub use allowed::{Allowed, AllowedRules, KnownRule, RuleSpec};
pub use constants::{ConstantScope, Constants, constant_value};
pub use fold::{fold_op, fold_to_values};
pub use greedy::{Applied, Fuel, GreedyConfig, RegionSimplify, RuleTrace, apply_greedily, apply_greedily_to};
pub use pattern::{
    Canonicalize, Pattern, PatternSet, Patterns, Root, canonicalization_patterns, patterns_of,
};
pub use rebuild::{Forms, Layer, Rebuild};
pub use refusal::{Refusal, Rewrite};
pub use region::erase_unreachable_blocks;
pub use rewriter::Rewriter;
pub use rule::{Bindings, Bound, Rule};
