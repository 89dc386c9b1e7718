//! The answers that fast-math flags allow, for all comparisons of compiled or rewritten programs with the
//! interpreter.

use tensorforge::Session;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_generate::{Answer, Difference, Run, Spread};
use tf_ir::body::Body;
use tf_ir::walk::postorder;

/// Gives operations the flags of their function's numerics mode.
const FLAGS: &str = "func.func(apply-numerics)";
/// Turns named ops into folds, whose steps can deviate.
const FOLDS: &str = "func.func(tensor-decompose)";

/// A program whose operations may deviate as their flags allow.
pub struct Freedom {
    module: Body,
}

impl Freedom {
    /// The freedom of the flags of operations, at any stage of the lowering.
    pub fn of_flags(session: &Session, module: &Body) -> Freedom {
        Freedom { module: expanded(session, module, FOLDS) }
    }

    /// The freedom of the numerics modes of functions, and of flags.
    pub fn of_modes(session: &Session, module: &Body) -> Freedom {
        Freedom::of_flags(session, &expanded(session, module, FLAGS))
    }

    /// The allowed answers of a run, from `samples` runs with random deviations. `None` if flags leave the
    /// answer open, or if more than `fuel` op executions are needed.
    pub fn spread(&self, entry: &str, run: &Run, samples: u64, fuel: u64) -> Option<Spread> {
        Spread::of(&self.module, entry, run, samples, fuel)
    }

    /// The difference of an answer from all allowed ones; `None` also if flags leave it open.
    pub fn difference(
        &self,
        entry: &str,
        run: &Run,
        found: &Answer,
        samples: u64,
        fuel: u64,
    ) -> Option<Difference> {
        self.spread(entry, run, samples, fuel)?.difference(found)
    }
}

/// A copy of a module after passes; parts that they refuse stay unchanged.
fn expanded(session: &Session, module: &Body, passes: &str) -> Body {
    let mut copy = module.duplicate();
    match session.run_passes(&mut copy, passes) {
        Ok(()) => copy,
        Err(_) => module.duplicate(),
    }
}

/// Whether an operation carries fast-math flags: its answer may then vary.
pub fn has_flags(module: &Body) -> bool {
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    bodies.into_iter().any(|body| {
        let flagged = |op| FastMath::of(body.op(op)) != FastMath::NONE;
        postorder(body).into_iter().any(flagged)
    })
}
