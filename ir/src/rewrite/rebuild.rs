//! The rebuild engine: creates new code from old, op by op, with a form for each value.
//!
//! A client defines the form of each source value (its [`Rebuild::Form`]: a value, a buffer, a scalar and a
//! vector, a list of values of other types) and how each op is rebuilt ([`Rebuild::op`]: a match on the op's
//! type, queries of its interfaces, and as the default [`Rebuild::copy`]). The engine walks blocks and
//! regions, keeps locations, records forms, and creates the same op on new operands. The source is the body
//! being built, or another one of the same context.

use crate::body::{Block, Body, Op, Value};
use crate::builder::{Builder, Types, Values};
use crate::codes;
use crate::diag::Diagnostic;
use crate::types::Type;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The forms of source values.
///
/// Forms live in layers: new forms go to the top layer and hide those below, until [`Forms::pop`] removes it.
#[derive(Clone, Debug)]
pub struct Forms<F> {
    base: Layer<F>,
    above: Vec<Layer<F>>,
}

/// The forms that were set while a layer was on top.
pub type Layer<F> = FxHashMap<Value, F>;

impl<F> Default for Forms<F> {
    fn default() -> Forms<F> {
        Forms { base: Layer::default(), above: Vec::new() }
    }
}

impl<F> Forms<F> {
    /// The form of a value, if it has one.
    pub fn get(&self, value: Value) -> Option<&F> {
        self.above.iter().rev().find_map(|layer| layer.get(&value)).or_else(|| self.base.get(&value))
    }

    /// True if the value has a form.
    pub fn has(&self, value: Value) -> bool {
        self.get(value).is_some()
    }

    /// Gives a value a form, in the top layer.
    pub fn set(&mut self, value: Value, form: F) {
        self.above.last_mut().unwrap_or(&mut self.base).insert(value, form);
    }

    /// Gives values forms, one by one.
    pub fn extend(&mut self, pairs: impl IntoIterator<Item = (Value, F)>) {
        self.above.last_mut().unwrap_or(&mut self.base).extend(pairs);
    }

    /// Puts a layer on top.
    pub fn push(&mut self, layer: Layer<F>) {
        self.above.push(layer);
    }

    /// Removes the top layer.
    ///
    /// # Panics
    /// If there is no pushed layer.
    pub fn pop(&mut self) -> Layer<F> {
        self.above.pop().expect("a layer was put on top before")
    }
}

/// A client of the engine: it defines the forms of values, and how ops are rebuilt.
pub trait Rebuild<'b>: Sized {
    /// The form of a source value.
    type Form;
    /// The reason why an op cannot be rebuilt.
    type Error: From<Diagnostic>;

    /// The body that is read.
    fn source(&self) -> &Body;

    /// The builder of new ops.
    fn builder(&mut self) -> &mut Builder<'b>;

    /// The forms of source values so far.
    fn forms(&mut self) -> &mut Forms<Self::Form>;

    /// Rebuilds an op and defines the forms of its results. The builder has the op's location.
    ///
    /// # Errors
    /// The reason why it cannot be rebuilt, at the op.
    fn op(&mut self, op: Op) -> Result<(), Self::Error>;

    /// The value of a source value's form, as an operand of the copy of `user`.
    ///
    /// # Errors
    /// If the form is not one value.
    fn operand(&mut self, user: Op, value: Value) -> Result<Value, Self::Error>;

    /// Defines the form of a source value: a value of the copy.
    fn define(&mut self, value: Value, new: Value);

    /// The type that the copy of a value has.
    fn ty(&self, value: Value) -> Type {
        self.source().ty(value)
    }

    /// The blocks that the copy of an op branches to.
    fn successors(&self, _op: Op) -> SmallVec<[Block; 2]> {
        SmallVec::new()
    }

    /// Rebuilds the terminator of a region that is copied.
    ///
    /// # Errors
    /// As [`Rebuild::op`].
    fn end(&mut self, op: Op) -> Result<(), Self::Error> {
        self.copy(op).map(drop)
    }

    /// Rebuilds an op at its location.
    ///
    /// # Errors
    /// As [`Rebuild::op`].
    fn visit(&mut self, op: Op) -> Result<(), Self::Error> {
        self.builder().loc = self.source().loc(op);
        self.op(op)
    }

    /// Rebuilds the ops of a block but its terminator, which is returned; the builder has its location.
    ///
    /// # Errors
    /// As [`Rebuild::op`].
    ///
    /// # Panics
    /// If the block is empty: verified blocks of regions are not.
    fn block(&mut self, block: Block) -> Result<Op, Self::Error> {
        let ops: SmallVec<[Op; 16]> = self.source().ops(block).collect();
        let (end, ops) = ops.split_last().expect("a verified block has a terminator");
        for op in ops {
            self.visit(*op)?;
        }
        self.builder().loc = self.source().loc(*end);
        Ok(*end)
    }

    /// Builds the only block of region `i` of a new op, with arguments of these types.
    ///
    /// # Errors
    /// Errors of `fill`.
    fn region<R>(
        &mut self,
        op: Op,
        i: usize,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Result<R, Self::Error>,
    ) -> Result<R, Self::Error> {
        let (block, outer) = self.builder().enter(op, i, args);
        let args: Values = self.builder().body.args(block).collect();
        let result = fill(self, &args);
        self.builder().cursor = outer;
        result
    }

    /// The operands of the copy of an op.
    ///
    /// # Errors
    /// As [`Rebuild::operand`].
    fn operands(&mut self, op: Op) -> Result<Values, Self::Error> {
        let old: Values = self.source().operands(op).collect();
        old.into_iter().map(|value| self.operand(op, value)).collect()
    }

    /// The same op on these operands, with results of these types, all attributes, and as many regions, still
    /// empty.
    fn same(&mut self, op: Op, operands: &[Value], results: &[Type]) -> Op {
        let source = self.source();
        let (name, attrs) = (source.name(op), source.attrs(op));
        let regions = source.regions(op).len();
        let successors = self.successors(op);
        let b = self.builder();
        let new = b.body.create_with(name, b.loc, operands, results, &attrs, regions, &successors);
        b.insert(new)
    }

    /// The default: the same op on the forms of its operands, its regions rebuilt.
    ///
    /// # Errors
    /// As [`Rebuild::op`].
    fn copy(&mut self, op: Op) -> Result<Op, Self::Error> {
        if self.source().child(op).is_some() {
            return Err(self.refuse(op, "has an isolated body, which is not copied"));
        }
        if self.source().successors(op).len() != self.successors(op).len() {
            return Err(self.refuse(op, "branches to other blocks, which cannot be rebuilt"));
        }
        let operands = self.operands(op)?;
        let types: Types = self.source().results(op).map(|value| self.ty(value)).collect();
        let new = self.same(op, &operands, &types);
        let regions = self.source().regions(op).len();
        for i in 0..regions {
            self.copy_region(op, i, new)?;
        }
        self.define_results(op, new);
        Ok(new)
    }

    /// Moves the op itself, which has no regions, to the cursor, with the forms of its operands: less work
    /// than a copy, if the source is the body being built, is erased afterwards, and the op is rebuilt once.
    ///
    /// # Errors
    /// As [`Rebuild::operand`].
    fn keep(&mut self, op: Op) -> Result<(), Self::Error> {
        let operands = self.operands(op)?;
        let b = self.builder();
        debug_assert_eq!(b.body.regions(op).len(), 0, "an op with regions is copied");
        for (i, operand) in operands.into_iter().enumerate() {
            if b.body.operand(op, i) != operand {
                b.body.set_operand(op, i, operand);
            }
        }
        b.body.detach(op);
        b.insert(op);
        self.define_results(op, op);
        Ok(())
    }

    /// Fills region `i` of `new` with the rebuilt region `i` of `op`, arguments and terminator included.
    ///
    /// # Errors
    /// As [`Rebuild::op`].
    fn copy_region(&mut self, op: Op, i: usize, new: Op) -> Result<(), Self::Error> {
        let source = self.source();
        let blocks: SmallVec<[Block; 1]> = source.blocks(source.region(op, i)).collect();
        let block = match blocks[..] {
            [] => return Ok(()),
            [block] => block,
            _ => {
                let why = format_args!("has several blocks in region {i}, which cannot be rebuilt");
                return Err(self.refuse(op, why));
            }
        };
        let old: Values = source.args(block).collect();
        let types: Types = old.iter().map(|value| self.ty(*value)).collect();
        self.region(new, i, &types, |this, args| {
            for (value, new) in old.into_iter().zip(args) {
                if let Some(loc) = this.source().arg_loc(value) {
                    this.builder().body.set_arg_loc(*new, loc);
                }
                this.define(value, *new);
            }
            let end = this.block(block)?;
            this.end(end)
        })
    }

    /// Defines the results of another op as the forms of an op's results, in order.
    fn define_results(&mut self, op: Op, new: Op) {
        let results: Values = self.source().results(op).collect();
        for (i, value) in results.into_iter().enumerate() {
            let new = self.builder().body.result(new, i);
            self.define(value, new);
        }
    }

    /// The error that an op cannot be rebuilt.
    fn refuse(&self, op: Op, why: impl std::fmt::Display) -> Self::Error {
        self.source().op(op).error(why).code(&codes::ILLEGAL).into()
    }
}
