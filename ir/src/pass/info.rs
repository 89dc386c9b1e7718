//! Pass descriptions as data, and the trait of passes.

use super::context::PassContext;
use super::growth::Growth;
use super::options::{OptionSpec, Options};
use crate::body::Body;
use crate::registry::Traits;
use crate::rewrite::RuleSpec;

/// The ops a pass runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    /// Any isolated op.
    Any,
    /// Isolated ops of this name.
    Op(&'static str),
    /// Isolated ops that are symbol tables (modules).
    SymbolTable,
}

impl Anchor {
    /// True if the pass may run on the root of `body`.
    pub fn admits(self, body: &Body) -> bool {
        match self {
            Anchor::Any => true,
            Anchor::Op(name) => body.is(body.root(), name),
            Anchor::SymbolTable => body.has(body.root(), Traits::SYMBOL_TABLE),
        }
    }
}

/// The part of the anchored op that one call of [`Pass::run`] covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// One body, without the bodies inside it. A pass for any anchor is run on the anchored op's body and on
    /// each body inside it, in parallel.
    Body,
    /// The anchored op's body and all bodies inside it; the pass owns the tree.
    Tree,
}

/// A counter of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatSpec {
    /// Name: `num-cse'd`.
    pub name: &'static str,
    /// The counted events.
    pub help: &'static str,
}

/// The static description of a pass.
#[derive(Debug)]
pub struct PassInfo {
    /// Name in pipelines: `canonicalize`.
    pub name: &'static str,
    /// Title in dumps and reports: `Canonicalizer`.
    pub title: &'static str,
    /// First sentence of the documentation.
    pub summary: &'static str,
    /// Markdown documentation.
    pub docs: &'static str,
    /// The ops it runs on.
    pub anchor: Anchor,
    /// The part of them that a run covers.
    pub scope: Scope,
    /// The options it takes.
    pub options: &'static [OptionSpec],
    /// Its counters.
    pub statistics: &'static [StatSpec],
    /// Its rewrites and decisions that a run may disable (`--disable-rule=PASS.RULE`).
    pub rules: &'static [RuleSpec],
    /// Limit on the work that it may add to a program.
    pub growth: Growth,
    /// Creates the pass; the options fit [`PassInfo::options`]. An error is shown to the user.
    pub make: fn(&Options) -> Result<Box<dyn Pass>, String>,
}

/// Whether a pass changed anything.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Changed {
    /// The body is unchanged; all analyses stay valid.
    No,
    /// The body may have changed.
    Yes,
}

impl From<bool> for Changed {
    fn from(changed: bool) -> Changed {
        if changed { Changed::Yes } else { Changed::No }
    }
}

/// The pass failed and reported the reason through [`PassContext::error`]. The body may be invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed;

/// The outcome of a pass.
pub type PassResult = Result<Changed, Failed>;

/// A transformation or check of IR. One instance is shared by the threads that run it.
pub trait Pass: Send + Sync {
    /// Called once before the pass runs, for state that depends on the context (pattern sets).
    ///
    /// # Errors
    /// A message for the user.
    fn prepare(&mut self, _ctx: &crate::context::Context) -> Result<(), String> {
        Ok(())
    }

    /// True if the pass relies on properties that only the verifier checks, and that cannot be checked after
    /// the pass: a run of passes ends before it ([`super::Verification::AtEnds`]).
    fn trusts_verifier(&self) -> bool {
        false
    }

    /// Runs on one body. The body must be valid after it unless the pass fails, and is valid before if the
    /// earlier passes obeyed this ([`super::Verification`]). It may run again on the original body, with the
    /// same outcome.
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult;
}
