//! Pass instrumentation: callbacks around passes.

use super::pipeline::PassStep;
use crate::body::{Body, Op};
use crate::diag::Diagnostic;
use std::any::Any;

/// Output for the user; in the same order for any number of threads.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A diagnostic.
    Diagnostic(Diagnostic),
    /// Text for stderr: IR dumps, traces.
    Text(String),
}

/// State of an instrumentation between "before" and "after" of one run of a pass.
pub type Token = Option<Box<dyn Any + Send>>;

/// One run of a pass on one op.
pub struct PassPoint<'a> {
    /// The pass.
    pub step: &'a PassStep,
    /// The op it runs on.
    pub body: &'a Body,
    /// The outermost op, if the whole tree is in place (see [`Instrumentation::needs_whole`]).
    pub root: Option<&'a Body>,
    /// The path from the outermost op to the body: at each level the op that owns the next body. Empty if
    /// `root` is not known.
    pub path: &'a [Op],
    /// Names of the ops from the outermost one to the body's, with their symbols: `func_func_f`.
    pub names: &'a [String],
    /// For each level of `names`, the number of steps that ran there before.
    pub positions: &'a [usize],
}

/// Observes passes while they run. Called from several threads; the manager orders the emitted events.
pub trait Instrumentation: Send + Sync {
    /// True if it needs [`PassPoint::root`]: passes then run one after the other.
    fn needs_whole(&self) -> bool {
        false
    }

    /// A pass is about to run.
    fn before(&self, _at: &PassPoint<'_>, _emit: &mut dyn FnMut(Event)) -> Token {
        None
    }

    /// A pass succeeded; `token` is the result of [`Instrumentation::before`].
    fn after(&self, _at: &PassPoint<'_>, _token: Token, _emit: &mut dyn FnMut(Event)) {}

    /// A pass failed, panicked, or left invalid IR.
    fn after_failed(&self, _at: &PassPoint<'_>, _token: Token, _emit: &mut dyn FnMut(Event)) {}
}
