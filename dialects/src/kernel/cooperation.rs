//! Cooperation of threads: barriers, shuffles, votes and reductions of a block or a warp.

use super::function::check_inside;
use super::hardware::WARP;
use crate::scalar::dtype;
use crate::shared::constraints::{BOOL, INDEX, KIND_ATTR, SCALAR, kind};
use crate::shared::kinds::CombiningKind;
use crate::shared::syntax::KIND;
use smallvec::{SmallVec, smallvec};
use tf_ir::attr::Attribute;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;
use tf_ir::text::{AttrSyntax, type_to_string};

/// Waits for all threads of the block; their earlier memory accesses are visible to all of them afterwards.
///
/// Either all threads of the block execute it or none: the conditions of the enclosing loops and conditionals
/// are the same for all of them.
#[op("kernel.barrier", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct Barrier;

/// Waits for all threads of the warp; their earlier memory accesses are visible to all of them afterwards.
///
/// Either all threads of the warp execute it or none.
#[op("kernel.warp_barrier", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct WarpBarrier;

/// The source lane of a shuffle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShuffleMode {
    /// The lane with this index, modulo 32.
    Index,
    /// The lane this far below; the thread's own value if there is none.
    Up,
    /// The lane this far above; the thread's own value if there is none.
    Down,
    /// The lane whose index differs in these bits, which are below 32.
    Xor,
}

impl ShuffleMode {
    const ALL: [ShuffleMode; 4] = [ShuffleMode::Index, ShuffleMode::Up, ShuffleMode::Down, ShuffleMode::Xor];
    const NAMES: [&'static str; 4] = ["index", "up", "down", "xor"];

    /// The spelling in text.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    fn of(ctx: &Context, attr: Attribute) -> Option<ShuffleMode> {
        let name = ctx.attr_str(attr)?;
        Self::NAMES.iter().position(|known| *known == name).map(|i| Self::ALL[i])
    }

    /// The source lane of lane `lane` for the operand `number`, which counts modulo 32.
    pub fn source(self, lane: usize, number: i64) -> usize {
        let by = number.rem_euclid(WARP as i64) as usize;
        match self {
            ShuffleMode::Index => by,
            ShuffleMode::Up => lane.checked_sub(by).unwrap_or(lane),
            ShuffleMode::Down => Some(lane + by).filter(|from| *from < WARP).unwrap_or(lane),
            ShuffleMode::Xor => lane ^ by,
        }
    }
}

const MODE: AttrSyntax = AttrSyntax::Words("a shuffle mode", &ShuffleMode::NAMES);
const MODE_ATTR: AttrConstraint = AttrConstraint {
    summary: "a shuffle mode: index, up, down or xor",
    check: |ctx, a| ShuffleMode::of(ctx, a).is_some(),
};

/// Reads a value of another thread of the warp.
///
/// All threads of the warp execute it together. The operand counts modulo 32: `index` reads from the lane
/// with this index; `up` and `down` read from the lane this far below or above, or the thread's own value
/// outside the warp; `xor` reads from the lane whose index differs in these bits. It does not order memory
/// accesses; `kernel.warp_barrier` does.
#[op(
    "kernel.shuffle",
    operands(value: SCALAR = result, number: INDEX = Context::index),
    results(result: SCALAR = value),
    attrs(mode: MODE_ATTR),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "as<MODE>($mode) $value `,` $number attr-dict `:` type($value)",
)]
pub struct Shuffle;

const VOTE: AttrSyntax = AttrSyntax::Words("a vote", &["all", "any"]);
const VOTE_ATTR: AttrConstraint = AttrConstraint {
    summary: "a vote: all or any",
    check: |ctx, a| matches!(ctx.attr_str(a), Some("all" | "any")),
};

/// Whether a condition holds in all threads of the warp, or in any of them. All threads of the warp execute
/// it together.
#[op(
    "kernel.vote",
    operands(condition: BOOL = Context::i1),
    results(result: BOOL = Context::i1),
    attrs(how: VOTE_ATTR),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "as<VOTE>($how) $condition attr-dict",
)]
pub struct Vote;

const WORD: tf_ir::registry::TypeConstraint =
    tf_ir::registry::TypeConstraint { summary: "i32", check: |ctx, ty| ty == ctx.i32() };

/// The threads of the warp in which a condition holds: bit `l` is that of lane `l`. All threads of the warp
/// execute it together.
#[op(
    "kernel.ballot",
    operands(condition: BOOL = Context::i1),
    results(result: WORD = Context::i32),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "$condition attr-dict",
)]
pub struct Ballot;

/// Combines the values of all 32 threads of the warp, which execute it together; all of them get the result.
///
/// Each lane combines with the lanes whose indices differ by 16, then by 8, 4, 2 and 1, so that all lanes get
/// the same bits.
#[op(
    "kernel.warp_reduce",
    operands(value: SCALAR = result),
    results(result: SCALAR = value),
    attrs(kind: KIND_ATTR),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "as<KIND>($kind) $value attr-dict `:` type($value)",
)]
pub struct WarpReduce;

impl ShuffleOp<'_> {
    /// The source lane of the value.
    pub fn way(self) -> ShuffleMode {
        self.mode().and_then(|a| ShuffleMode::of(self.op().ctx(), a)).unwrap_or(ShuffleMode::Index)
    }
}

impl VoteOp<'_> {
    /// True if the condition must hold in all threads.
    pub fn is_all(self) -> bool {
        self.how().and_then(|a| self.op().ctx().attr_str(a)) == Some("all")
    }
}

impl WarpReduceOp<'_> {
    /// The combining kind.
    pub fn combining_kind(self) -> Option<CombiningKind> {
        self.kind().and_then(|a| kind(self.op().ctx(), a))
    }
}

/// No thread continues before the others arrive: such an op is not removed, merged with its duplicate, or
/// moved past memory accesses.
macro_rules! together {
    ($($op:ident),*) => { $(
        impl Effects for $op {
            fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
                smallvec![Effect::Read(None), Effect::Write(None), Effect::Control]
            }
        }
    )* };
}
together!(Barrier, WarpBarrier, Shuffle, Vote, Ballot, WarpReduce);

macro_rules! inside {
    ($($op:ident),*) => { $(
        impl Verify for $op {
            fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
                check_inside(op)
            }
        }
    )* };
}
inside!(Barrier, WarpBarrier, Vote, Ballot);

fn check_same(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let types = [op.operand_type(0), op.result_type(0)];
    if types[0] == types[1] {
        return Ok(());
    }
    let words = types.map(|ty| type_to_string(op.ctx(), ty));
    Err(op.error(format_args!("shuffles values of type {}, but its result is {}", words[0], words[1])))
}

impl Verify for Shuffle {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        check_same(op)
    }
}

impl Verify for WarpReduce {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        check_same(op)?;
        let kind = op.cast(WarpReduce).and_then(WarpReduceOp::combining_kind);
        let (Some(kind), Some(elem)) = (kind, dtype(op.ctx(), op.operand_type(0))) else { return Ok(()) };
        if kind.accepts(elem) {
            return Ok(());
        }
        Err(op.error(format_args!("cannot reduce values of type {elem} of a warp with {kind}")))
    }
}
