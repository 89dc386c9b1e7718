//! One trip of a loop as code that can be copied: all of it, or the slice that some of the next values need.

use crate::subscript::Copier;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tf_dialects::differentiate::{Active, is_differentiable};
use tf_dialects::loops::{For, While};
use tf_dialects::tensor::Put;
use tf_dialects::tensor::transform::checkpoint;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::as_loop;
use tf_ir::diag::Diagnostic;

/// A trip of a `loop.for` or `loop.while`: from the carried values to those of the next trip.
pub(in crate::autodiff) struct Step {
    /// The loop.
    pub op: Op,
    /// The blocks that run one after the other.
    blocks: SmallVec<[Block; 2]>,
    /// The induction variable of a counted loop.
    pub index: Option<Value>,
    /// The carried values, as the code knows them.
    pub args: Vec<Value>,
    /// Those of the next trip.
    pub next: Vec<Value>,
    /// What the first block hands on, and what the second knows it as; equal lists for `loop.while` only.
    passed: Vec<(Value, Value)>,
    /// What values around the loop are known as where the trip is copied to.
    base: Copier,
}

/// Which part of a trip some values need.
pub(in crate::autodiff) struct Slice {
    ops: FxHashSet<Op>,
    /// The carried values that are read.
    pub args: Vec<bool>,
}

impl Step {
    /// The trip of a loop.
    pub fn of(body: &Body, op: Op) -> Option<Step> {
        let (view, looping) = (body.op(op), as_loop(body, op)?);
        let passed = match body.kind(op) {
            For::KIND => Vec::new(),
            While::KIND => {
                let view = view.view(While);
                body.operands(view.condition()?).skip(1).zip(view.after()).collect()
            }
            _ => return None,
        };
        let carried = looping.carried(view);
        Some(Step {
            op,
            blocks: body.regions(op).map(|region| body.entry(region)).collect::<Option<_>>()?,
            index: looping.inductions(view).first().map(|induction| induction.variable),
            args: carried.arguments,
            next: carried.next,
            passed,
            base: Copier::default(),
        })
    }

    /// The same where values around the loop are known as others.
    pub fn within(self, base: Copier) -> Step {
        Step { base, ..self }
    }

    /// What the values of the next trip at these positions need.
    pub fn slice(&self, body: &Body, wanted: impl IntoIterator<Item = usize>) -> Slice {
        let mut needed: FxHashSet<Value> = wanted.into_iter().map(|i| self.next[i]).collect();
        let mut ops = FxHashSet::default();
        for (at, block) in self.blocks.iter().enumerate().rev() {
            let code: Vec<Op> = body.ops(*block).collect();
            for op in code.iter().rev().skip(1) {
                if body.results(*op).any(|r| needed.contains(&r)) {
                    ops.insert(*op);
                    needed.extend(uses_of(body, *op));
                }
            }
            if at == 1 {
                needed.extend(
                    self.passed
                        .iter()
                        .filter(|(_, arg)| needed.contains(arg))
                        .map(|p| p.0)
                        .collect::<Vec<_>>(),
                );
            }
        }
        Slice { ops, args: self.args.iter().map(|arg| needed.contains(arg)).collect() }
    }

    /// These carried values and all that they depend on through any number of trips.
    pub fn closure(&self, body: &Body, seeds: &[bool]) -> Vec<bool> {
        let mut all = seeds.to_vec();
        loop {
            let slice = self.slice(body, positions(&all));
            let before = positions(&all).len();
            all.iter_mut().zip(&slice.args).for_each(|(known, new)| *known |= new);
            if positions(&all).len() == before {
                return all;
            }
        }
    }

    /// The ops of a trip without the ends of its blocks, and without puts, as [`Step::copy`] copies them.
    pub fn ops(&self, body: &Body) -> Vec<Op> {
        let code = self.blocks.iter().flat_map(|block| {
            let all: Vec<Op> = body.ops(*block).collect();
            all[..all.len() - 1].to_vec()
        });
        code.filter(|op| !body.is(*op, Put)).collect()
    }

    /// As [`Step::ops`], of the first block alone.
    pub fn first_ops(&self, body: &Body) -> Vec<Op> {
        let all: Vec<Op> = body.ops(self.blocks[0]).collect();
        all[..all.len() - 1].iter().filter(|op| !body.is(**op, Put)).copied().collect()
    }

    /// The puts of a trip that stand in none of its ops' regions.
    pub fn puts(&self, body: &Body) -> Vec<Op> {
        let code = self.blocks.iter().flat_map(|block| body.ops(*block));
        code.filter(|op| body.is(*op, Put)).collect()
    }

    /// As [`Step::puts`], of the first block alone.
    pub fn first_puts(&self, body: &Body) -> Vec<Op> {
        body.ops(self.blocks[0]).filter(|op| body.is(*op, Put)).collect()
    }

    /// Copies what a slice holds to the cursor, given the index and the carried values (those that it reads); gives
    /// the ops of the copy and what values became.
    pub fn copy(
        &self,
        b: &mut Builder<'_>,
        index: Option<Value>,
        states: &[Option<Value>],
        slice: Option<&Slice>,
    ) -> Result<(Vec<Op>, Copier), Diagnostic> {
        let mut copier = self.base.clone();
        copier.extend(self.index.zip(index));
        copier
            .extend(self.args.iter().zip(states).filter_map(|(arg, state)| state.map(|s| (*arg, s))));
        let mut copies = Vec::new();
        for (at, block) in self.blocks.iter().enumerate() {
            if at == 1 {
                self.pass(b, &mut copier);
            }
            copies.extend(copy_block(b, *block, &mut copier, slice)?);
        }
        Ok((copies, copier))
    }

    /// As [`Step::copy`], of the first block alone.
    pub fn copy_first(&self, b: &mut Builder<'_>, states: &[Option<Value>]) -> Result<(Vec<Op>, Copier), Diagnostic> {
        let mut copier = self.base.clone();
        copier
            .extend(self.args.iter().zip(states).filter_map(|(arg, state)| state.map(|s| (*arg, s))));
        let copies = copy_block(b, self.blocks[0], &mut copier, None)?;
        Ok((copies, copier))
    }

    /// Values around the loop, as the loop itself knows them.
    fn unmapped(&self, body: &Body, values: &[Value]) -> Vec<Value> {
        let used = checkpoint::captured(body, self.op).into_iter();
        used.filter(|value| values.contains(&self.base.known(*value))).collect()
    }

    fn pass(&self, b: &mut Builder<'_>, copier: &mut Copier) {
        for (value, arg) in &self.passed {
            let value = copier.value(b, *value);
            copier.set(*arg, value);
        }
    }

    /// The values from outside that are active and used in a trip, in order of first use.
    pub fn captured(&self, body: &Body, active: &Active) -> Vec<Value> {
        captured(body, self.op, &self.base, active)
    }

    /// The carried values that depend on variables.
    pub fn active_args(
        &self,
        body: &Body,
        inits: &[Value],
        captured: &[Value],
        active: &Active,
    ) -> Vec<bool> {
        let is_float = |v: &Value| is_differentiable(body.ctx(), body.ty(*v));
        let mut found: Vec<bool> =
            self.args.iter().zip(inits).map(|(arg, init)| is_float(arg) && active.has(*init)).collect();
        loop {
            let variables = self.args.iter().zip(&found).filter(|(_, a)| **a).map(|(arg, _)| *arg);
            let mut inner = Active::new(variables.chain(self.unmapped(body, captured)));
            for (at, block) in self.blocks.iter().enumerate() {
                if at == 1 {
                    let active: Vec<Value> =
                        self.passed.iter().filter(|(v, _)| inner.has(*v)).map(|(_, arg)| *arg).collect();
                    active.into_iter().for_each(|arg| inner.insert(arg));
                }
                body.ops(*block).for_each(|op| inner.mark(body, op));
            }
            let before = positions(&found).len();
            for (i, next) in self.next.iter().enumerate() {
                found[i] |= is_float(&self.args[i]) && inner.has(*next);
            }
            if positions(&found).len() == before {
                return found;
            }
        }
    }
}

fn copy_block(
    b: &mut Builder<'_>,
    block: Block,
    copier: &mut Copier,
    slice: Option<&Slice>,
) -> Result<Vec<Op>, Diagnostic> {
    let ops: Vec<Op> = b.body.ops(block).collect();
    let (_, code) = ops.split_last().expect("verified regions have terminators");
    let wanted = code.iter().filter(|op| slice.is_none_or(|s| s.ops.contains(op)));
    let wanted = wanted.filter(|op| !b.body.is(**op, Put)).copied().collect::<Vec<Op>>();
    let copy = |op: Op| {
        let copy = copier.op(b, op)?;
        drop_puts(b.body, copy);
        Ok(copy)
    };
    wanted.into_iter().map(copy).collect()
}

/// Takes the puts out of a copy: their derivative is found in the original.
pub(in crate::autodiff) fn drop_puts(body: &mut Body, copy: Op) {
    for put in puts_in(body, copy) {
        body.erase(put);
    }
}

/// The puts in the regions of an op.
pub(in crate::autodiff) fn all_puts(body: &Body, op: Op) -> Vec<Op> {
    let mut puts = Vec::new();
    tf_ir::walk::walk(body, op, &mut |body, inner| puts.extend(body.is(inner, Put).then_some(inner)));
    puts
}

/// The puts in the regions of an op, or the op itself, that go to accumulators around it.
pub(in crate::autodiff) fn puts_in(body: &Body, op: Op) -> Vec<Op> {
    let goes_outside = |put: &Op| {
        let targets = body.cast(*put, Put).map(|view| view.targets()).unwrap_or_default();
        targets.iter().any(|target| {
            let owner = body.def_block(*target).and_then(|block| body.block_owner(block));
            owner.is_none_or(|owner| !body.encloses(op, owner))
        })
    };
    all_puts(body, op).into_iter().filter(goes_outside).collect()
}

/// The positions that are set.
pub(in crate::autodiff) fn positions(set: &[bool]) -> Vec<usize> {
    (0..set.len()).filter(|i| set[*i]).collect()
}

/// What an op and the code in its regions use.
fn uses_of(body: &Body, op: Op) -> Vec<Value> {
    let mut uses = Vec::new();
    tf_ir::walk::walk(body, op, &mut |body, inner| uses.extend(body.operands(inner)));
    uses
}

/// The active values that the regions of `op` use from outside, as `base` knows them, in order of first use.
pub(in crate::autodiff) fn captured(body: &Body, op: Op, base: &Copier, active: &Active) -> Vec<Value> {
    let mut known = FxHashSet::default();
    let outside = checkpoint::captured(body, op).into_iter();
    let values = outside.map(|value| base.known(value));
    values.filter(|value| active.has(*value) && known.insert(*value)).collect()
}
