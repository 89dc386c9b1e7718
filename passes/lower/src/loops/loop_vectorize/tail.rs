//! Remainders of vectorized loops without masks: the attribute `vector_tail`.
//!
//! `peel` adds narrower vectors after the full ones, then a scalar loop. `overlap` shifts the last vector
//! back so that it is full, and recomputes some iterations, which is legal only if nothing observes it.

use super::refusal::{RepeatRefusal, TailRefusal};
use super::strip::{Plan, end_of_vectors};
use smallvec::SmallVec;
use tf_dialects::arith::CmpI;
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::{For, If};
use tf_dialects::mem::{self, Alloc, Trap};
use tf_dialects::scalar::dtype;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::Tail;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::effects::is_pure;
use tf_ir::walk::walk;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::VECTOR_TAIL;
use tf_passes_common::code::subscript::Copier;

/// The chosen treatment of a loop's remainder, and the reason if it differs from the attribute.
pub(super) struct Ends {
    pub tail: Tail,
    pub refused: Option<TailRefusal>,
}

impl Ends {
    /// The tail that a loop requests, if it is legal; `repeats` returns the reason why iterations may not run
    /// twice.
    pub fn of(body: &Body, op: Op, repeats: impl FnOnce() -> Result<(), RepeatRefusal>) -> Ends {
        let word = body.attr(op, VECTOR_TAIL).and_then(|attr| body.ctx().attr_str(attr));
        let asked = word.and_then(Tail::of_word).unwrap_or(Tail::Mask);
        let instead = |tail, refused: TailRefusal| Ends { tail, refused: Some(refused) };
        match asked {
            Tail::Peel | Tail::Overlap if Gpu::of(body).is_some() => {
                instead(Tail::Mask, TailRefusal::Gpu { tail: asked })
            }
            Tail::Overlap => match repeats() {
                Ok(()) => Ends { tail: Tail::Overlap, refused: None },
                Err(why) => instead(Tail::Peel, TailRefusal::Peeled(why)),
            },
            Tail::Peel => Ends { tail: Tail::Peel, refused: None },
            Tail::Mask | Tail::Pad => Ends { tail: Tail::Mask, refused: None },
        }
    }
}

/// Checks that an iteration may run twice in a row: it reads no memory that iterations write.
pub(super) fn repeats(body: &Body, op: Op) -> Result<(), RepeatRefusal> {
    let (mut read, mut written, mut odd) = (Vec::new(), Vec::new(), None);
    walk(body, op, &mut |body, inner| match body.kind(inner) {
        mem::Load::KIND => read.push(body.operand(inner, 0)),
        mem::Store::KIND => written.push(body.operand(inner, 1)),
        Trap::KIND => {}
        _ if body.regions(inner).next().is_some() || is_pure(body, inner) => {}
        _ if body.block_of(inner).and_then(|block| body.terminator(block)) == Some(inner) => {}
        _ => odd = Some(body.info(inner).name.to_string()),
    });
    if let Some(op) = odd {
        return Err(RepeatRefusal::Op { op });
    }
    match written.iter().any(|to| read.iter().any(|from| may_meet(body, *from, *to))) {
        true => Err(RepeatRefusal::Overwritten),
        false => Ok(()),
    }
}

/// True if two buffers may overlap: arguments and results of a function do not, nor do distinct live
/// allocations.
fn may_meet(body: &Body, a: Value, b: Value) -> bool {
    let alloc = |value: Value| body.def_op(value).and_then(|op| body.cast(op, Alloc));
    let is_argument =
        |value: Value| body.def_op(value).is_none() && body.def_block(value) == body.entry_block();
    match (alloc(a), alloc(b)) {
        _ if a == b => true,
        (Some(a), Some(b)) => a.overlaps(b),
        (Some(_), None) => !is_argument(b),
        (None, Some(_)) => !is_argument(a),
        (None, None) => !is_argument(a) || !is_argument(b),
    }
}

/// Narrower vector widths for the remainder: one register, if full vectors take several.
pub(super) fn narrower(body: &Body, op: Op, lanes: i64) -> SmallVec<[i64; 2]> {
    let (target, mut bits) = (Target::of(body), 8);
    walk(body, op, &mut |body, inner| {
        let value = match body.kind(inner) {
            mem::Load::KIND => body.result(inner, 0),
            mem::Store::KIND => body.operand(inner, 0),
            _ => return,
        };
        bits = bits.max(dtype(body.ctx(), body.ty(value)).map_or(0, |dtype| dtype.bits()));
    });
    let one = target.lanes(bits);
    (one > 1 && one < lanes).then_some(one).into_iter().collect()
}

/// A loop whose iterations run as full vectors while enough of them are left.
pub(super) struct Strip<'a> {
    pub plan: &'a Plan,
    /// The arguments of the loop's block other than its index, with their values.
    pub around: &'a [(Value, Value)],
    pub upper: Value,
}

impl Strip<'_> {
    /// Runs the iterations from `from` on: vectors of each of the widths in turn, then scalar iterations.
    pub fn peel(&self, code: &mut FoldingBuilder<'_>, from: Value, widths: &[i64]) {
        let mut from = from;
        for lanes in widths {
            from = self.whole(code, from, *lanes);
        }
        self.scalars(code, from);
    }

    /// Runs the iterations from `at` on: as one full vector if enough are left, else as narrower vectors and
    /// scalar iterations.
    pub fn last_peeled(&self, code: &mut FoldingBuilder<'_>, at: Value, (lanes, narrower): (i64, &[i64])) {
        let left = code.sub(self.upper, at);
        let count = code.index(lanes);
        let is_whole = code.cmpi(CmpI::Sge, left, count);
        let new = If::build(&mut code.b, is_whole, &[]);
        code.region(new, 0, &[], |code, _| {
            self.vector(code, at, lanes);
            code.end(&[]);
        });
        code.region(new, 1, &[], |code, _| {
            self.peel(code, at, narrower);
            code.end(&[]);
        });
    }

    /// Runs the iterations from `end` on after full vectors from `lower`: one vector that ends at the loop's
    /// end. If the whole loop has fewer iterations than lanes, tries narrower vectors.
    pub fn overlap(&self, code: &mut FoldingBuilder<'_>, (lower, end): (Value, Value), widths: &[i64]) {
        let Some((lanes, narrower)) = widths.split_first() else { return self.scalars(code, end) };
        let span = code.sub(self.upper, lower);
        let count = code.index(*lanes);
        let fits = code.cmpi(CmpI::Sge, span, count);
        let fewer = |code: &mut FoldingBuilder<'_>| {
            let next = narrower.first().map_or(end, |lanes| self.whole(code, end, *lanes));
            self.overlap(code, (lower, next), narrower);
        };
        let last = |code: &mut FoldingBuilder<'_>| {
            let begin = code.sub(self.upper, count);
            self.vector(code, begin, *lanes);
        };
        let rest = code.cmpi(CmpI::Slt, end, self.upper);
        match (code.known(rest), code.known(fits)) {
            (Some(0), _) => {}
            (_, Some(0)) => fewer(code),
            (Some(_), Some(_)) => last(code),
            _ => code.when(rest, |code| {
                let new = If::build(&mut code.b, fits, &[]);
                code.region(new, 0, &[], |code, _| {
                    last(code);
                    code.end(&[]);
                });
                code.region(new, 1, &[], |code, _| {
                    fewer(code);
                    code.end(&[]);
                });
            }),
        }
    }

    /// Runs full vectors of `lanes` lanes from `from` on; returns their end.
    fn whole(&self, code: &mut FoldingBuilder<'_>, from: Value, lanes: i64) -> Value {
        let end = end_of_vectors(code, from, self.upper, lanes);
        let trips = code.cmpi(CmpI::Slt, from, end);
        if code.known(trips) == Some(0) {
            return end;
        }
        let (step, ty) = (code.index(lanes), code.ctx().index());
        let new = code.b.op(For, &[from, end, step], &[], &[]);
        code.region(new, 0, &[ty], |code, args| {
            self.vector(code, args[0], lanes);
            code.end(&[]);
        });
        end
    }

    /// A full vector of iterations.
    pub fn vector(&self, code: &mut FoldingBuilder<'_>, at: Value, lanes: i64) {
        let plan = self.plan.full(lanes);
        let args: Vec<(Value, Value)> = self.around.iter().copied().chain([(plan.index, at)]).collect();
        plan.vector(code, &args, self.upper);
    }

    /// The remaining iterations as a scalar loop.
    fn scalars(&self, code: &mut FoldingBuilder<'_>, from: Value) {
        let rest = code.cmpi(CmpI::Slt, from, self.upper);
        if code.known(rest) == Some(0) {
            return;
        }
        let (one, ty) = (code.index(1), code.ctx().index());
        let new = code.b.op(For, &[from, self.upper, one], &[], &[]);
        code.region(new, 0, &[ty], |code, args| {
            copy_block(
                code,
                self.plan.block,
                self.around.iter().copied().chain([(self.plan.index, args[0])]),
            );
            code.end(&[]);
        });
    }
}

/// Copies a block of scalar code.
pub(super) fn copy_block(
    code: &mut FoldingBuilder<'_>,
    block: Block,
    args: impl IntoIterator<Item = (Value, Value)>,
) -> Vec<Value> {
    let copied = Copier::of(args).block(&mut code.b, block);
    copied.unwrap_or_else(|problem| unreachable!("code on memory has no subscripts: {}", problem.message))
}
