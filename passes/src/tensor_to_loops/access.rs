//! Lowering of reads: subscripts become index arithmetic, policies become comparisons, and no access is outside its buffer.

use super::{LIKELY, Lowered, Lowering, Result};
use crate::code::Values;
use rustc_hash::FxHashMap;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::func::bound::extent_symbols;
use tf_dialects::loops::If;
use tf_dialects::mem::Trap;
use tf_dialects::stops;
use tf_dialects::tensor::bounds::{Indices, Inside, MAX_EXTENT, is_unproved};
use tf_dialects::tensor::{self, Access, Bind, Policy, Require};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

/// What is proved of a read or write, per axis.
pub(super) struct Proved {
    /// Where the subscript lies.
    inside: Vec<Inside>,
    /// Whether the axis has an element wherever the read happens.
    pub(super) occupied: Vec<bool>,
}

/// Proves what can be proved of the reads and writes of a body that have a policy: the others are inside.
pub(super) fn prove_reads(body: &Body) -> FxHashMap<Op, Proved> {
    let mut indices = Indices::new(body);
    let mut found = FxHashMap::default();
    for op in preorder(body) {
        let Some(access) = Access::of(body.op(op)).filter(|access| access.policy != Policy::Assumed) else {
            continue;
        };
        let inside = indices.access(op, &access);
        let dims = body.ctx().dims(body.ty(access.source)).unwrap_or_default();
        let mut occupied = |(dim, inside): (&Dim, &Inside)| {
            let one_less = dim.to_extent().and_then(|e| e.add_const(-1).ok());
            inside.both() || one_less.is_some_and(|e| indices.prove_ge0(op, &e))
        };
        let occupied = dims.iter().zip(&inside).map(&mut occupied).collect();
        found.insert(op, Proved { inside, occupied });
    }
    found
}

/// One axis of a read or write.
pub(super) struct Axis {
    index: Value,
    pub(super) extent: Value,
    inside: Inside,
}

/// The status of a call in which a requirement does not hold: `tf_abi::call::Trap::Require`.
pub(super) const REQUIRE: i64 = 2;

impl Lowering<'_> {
    /// An access of another dialect: reads are `tensor.at`s by another name, if the verifier of the op keeps no unproved ones.
    pub(super) fn foreign_access(&mut self, op: Op, is_write: bool) -> Result<()> {
        if is_write {
            return Err(self.error(op, "writes elements and has no loop form: turn it into tensor.put first"));
        }
        let (count, policy) =
            (self.body().result_count(op), Access::of(self.body().op(op)).map(|a| a.policy));
        if count != 1 || policy == Some(Policy::Drop) {
            return Err(self.error(op, "is no read that gives one element: turn it into tensor.at first"));
        }
        if is_unproved(self.body().op(op)) {
            return Err(self.error(op, "may read outside: it has no policy and is not proved to be inside"));
        }
        self.read(op)
    }

    /// `tensor.at`, and what reads as it does.
    pub(super) fn read(&mut self, op: Op) -> Result<()> {
        let access = Access::of(self.body().op(op)).expect("verified reads have a map");
        let (source, policy, fill) = (access.source, access.policy, access.fill);
        let (map, dims, terms) = (access.map.into_owned(), access.indices, access.extents.to_vec());
        let result = self.body().result(op, 0);
        let dims = self.scalars(op, &dims)?;
        let symbols: Vec<Value> = terms.iter().map(|e| self.code.extent(e)).collect();
        let subscripts: Vec<Value> =
            map.results().iter().map(|e| self.code.affine(e, &dims, &symbols)).collect();
        let value = match policy {
            Policy::Assumed | Policy::Drop => self.element(source, &subscripts),
            Policy::Clamp | Policy::Wrap => self.redirected(op, source, subscripts, policy),
            Policy::Fill => {
                let fill = self.scalar(op, fill.expect("verified reads with fill have a value"))?;
                self.guarded(op, source, &subscripts, |_| fill)
            }
            Policy::Trap => self.guarded(op, source, &subscripts, |this| {
                this.outside(op, (source, false), &subscripts);
                let elem = this.ctx().elem_type(this.ty(source));
                this.zero(elem)
            }),
        };
        self.set(result, Lowered::Scalar(value));
        Ok(())
    }

    /// The element at subscripts that are inside.
    pub(super) fn element(&mut self, source: Value, subscripts: &[Value]) -> Value {
        match self.lowered(source) {
            Lowered::Local(elements) => self.local_element(source, &elements, subscripts),
            Lowered::Constant(attr) => {
                let dims = self.static_dims(self.ty(source));
                let at = dims.and_then(|dims| self.known_position(&dims, subscripts));
                match self.constant_element(attr, at) {
                    Some(element) => element,
                    None => self.load_element(source, subscripts),
                }
            }
            _ => self.load_element(source, subscripts),
        }
    }

    fn load_element(&mut self, source: Value, subscripts: &[Value]) -> Value {
        let buffer = self.buffer(source);
        self.load(buffer, subscripts)
    }

    /// The extents of a type, if all are constant.
    pub(super) fn static_dims(&self, ty: Type) -> Option<Vec<i64>> {
        self.ctx().dims(ty)?.iter().map(Dim::as_static).collect()
    }

    /// The row-major position of subscripts that are constants.
    pub(super) fn known_position(&self, dims: &[i64], subscripts: &[Value]) -> Option<usize> {
        let mut at = 0i64;
        for (dim, subscript) in dims.iter().zip(subscripts) {
            let index = self.code.known(*subscript).filter(|i| (0..*dim).contains(i))?;
            at = at * dim + index;
        }
        usize::try_from(at).ok()
    }

    pub(super) fn axes(&mut self, op: Op, source: Value, subscripts: &[Value]) -> Vec<Axis> {
        let ctx = self.ctx();
        let extents: Vec<Extent> = ctx
            .dims(self.ty(source))
            .unwrap_or_default()
            .iter()
            .map(|d| d.to_extent().expect("unnamed extents were refused"))
            .collect();
        let inside: Vec<Inside> = self.reads.get(&op).map(|p| p.inside.clone()).unwrap_or_default();
        let unknown = Inside { lower: false, upper: false };
        let mut axes = Vec::new();
        for (d, (index, extent)) in subscripts.iter().zip(extents).enumerate() {
            let extent = self.code.extent(&extent);
            axes.push(Axis { index: *index, extent, inside: inside.get(d).copied().unwrap_or(unknown) });
        }
        axes
    }

    /// A comparison that is true nearly always: vector code assumes it and checks once per vector.
    pub(super) fn likely(&mut self, predicate: CmpI, a: Value, b: Value) -> Value {
        let ctx = self.ctx();
        let attrs = [("predicate", ctx.i64_attr(predicate as i64)), (LIKELY, ctx.unit_attr())];
        self.code.arith_with(arith::Cmpi, &[a, b], &attrs)
    }

    /// True where an index that is not proved to be inside is; `None` if it is proved.
    pub(super) fn is_inside(&mut self, axis: &Axis) -> Option<Value> {
        let zero = self.code.index(0);
        match (axis.inside.lower, axis.inside.upper) {
            (true, true) => None,
            (true, false) => Some(self.likely(CmpI::Slt, axis.index, axis.extent)),
            (false, true) => Some(self.likely(CmpI::Sge, axis.index, zero)),
            // As unsigned numbers, negative ones are the largest.
            (false, false) => Some(self.likely(CmpI::Ult, axis.index, axis.extent)),
        }
    }

    /// The element, or what `other` gives where a subscript is outside.
    fn guarded(
        &mut self,
        op: Op,
        source: Value,
        subscripts: &[Value],
        other: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let mut condition = None;
        for axis in self.axes(op, source, subscripts) {
            if let Some(inside) = self.is_inside(&axis) {
                condition = Some(self.code.both(condition, inside));
            }
        }
        let Some(condition) = condition else { return self.element(source, subscripts) };
        self.choose(
            condition,
            self.ctx().elem_type(self.ty(source)),
            |this| this.element(source, subscripts),
            other,
        )
    }

    /// `loop.if` with one result.
    pub(super) fn choose(
        &mut self,
        condition: Value,
        ty: Type,
        then: impl FnOnce(&mut Self) -> Value,
        other: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        match self.code.known(condition) {
            Some(0) => return other(self),
            Some(_) => return then(self),
            None => {}
        }
        let new = If::build(&mut self.code.b, condition, &[ty]);
        let sides = self.region(new, 0, &[], |this, _| {
            let value = then(this);
            this.code.end(&[value]);
            Ok(())
        });
        let sides = sides.and_then(|()| {
            self.region(new, 1, &[], |this, _| {
                let value = other(this);
                this.code.end(&[value]);
                Ok(())
            })
        });
        sides.expect("the sides of a choice do not fail");
        self.body().result(new, 0)
    }

    /// Stops the call where some subscript is outside: says which is, and goes on.
    pub(super) fn outside(&mut self, op: Op, (tensor, is_write): (Value, bool), subscripts: &[Value]) {
        let axes = self.axes(op, tensor, subscripts);
        let open: Vec<usize> = (0..axes.len()).filter(|d| !axes[*d].inside.both()).collect();
        for d in &open {
            let text = stops::outside(self.body(), tensor, *d, is_write);
            let numbers = [axes[*d].index, axes[*d].extent];
            if open.len() == 1 {
                Trap::build(&mut self.code.b, &numbers, text.as_str());
                return;
            }
            // As unsigned numbers, negative ones are the largest.
            let is_outside = self.code.cmpi(CmpI::Uge, numbers[0], numbers[1]);
            match self.code.known(is_outside) {
                Some(0) => {}
                _ => self.code.when(is_outside, |code| {
                    Trap::build(&mut code.b, &numbers, text.as_str());
                }),
            }
        }
    }

    /// Zero of an element type.
    pub(super) fn zero(&mut self, elem: Type) -> Value {
        match self.ctx().is_float(elem) {
            true => self.code.float(elem, 0.0),
            false => self.code.int(elem, 0),
        }
    }

    /// The element at subscripts that are moved inside; 0 where an axis has none.
    fn redirected(&mut self, op: Op, source: Value, subscripts: Vec<Value>, policy: Policy) -> Value {
        let axes = self.axes(op, source, &subscripts);
        let exists = self.has_elements(op, &axes);
        let elem = self.ctx().elem_type(self.ty(source));
        let read = |this: &mut Self| {
            let inside: Values = axes.iter().map(|axis| this.redirect(axis, policy)).collect();
            this.element(source, &inside)
        };
        match exists {
            None => read(self),
            Some(exists) => self.choose(exists, elem, read, |this| this.zero(elem)),
        }
    }

    pub(super) fn redirect(&mut self, axis: &Axis, policy: Policy) -> Value {
        match policy {
            Policy::Wrap => self.wrapped(axis),
            _ => self.clamped(axis),
        }
    }

    fn clamped(&mut self, axis: &Axis) -> Value {
        let mut index = axis.index;
        if !axis.inside.upper {
            let one = self.code.index(1);
            let last = self.code.sub(axis.extent, one);
            let inside = self.likely(CmpI::Sle, index, last);
            index = self.code.select(inside, index, last);
        }
        if !axis.inside.lower {
            let zero = self.code.index(0);
            let inside = self.likely(CmpI::Sge, index, zero);
            index = self.code.select(inside, index, zero);
        }
        index
    }

    /// The index modulo the extent; divides only where it is outside.
    fn wrapped(&mut self, axis: &Axis) -> Value {
        let Some(inside) = self.is_inside(axis) else { return axis.index };
        let (index, extent) = (axis.index, axis.extent);
        let ty = self.ctx().index();
        let non_negative = axis.inside.lower;
        self.choose(inside, ty, |_| index, |this| this.code.floor_mod(index, extent, non_negative))
    }

    /// `tensor.extent`
    pub(super) fn extent(&mut self, op: Op) -> Result<()> {
        let view = self.body().view(op, tf_dialects::tensor::ExtentOf);
        let term = view.term().expect("a verified extent has a term").clone();
        let (result, value) = (self.body().result(op, 0), self.code.extent(&term));
        self.set(result, Lowered::Scalar(value));
        Ok(())
    }

    /// `tensor.cast`: the same memory where the extents are equal for sure, else a check and a copy.
    pub(super) fn cast(&mut self, op: Op) -> Result<()> {
        let input = self.body().view(op, tensor::Cast).input();
        let result = self.body().result(op, 0);
        let ctx = self.ctx();
        let same = tf_dialects::tensor::shape::same_type(&ctx, self.ty(input), self.ty(result));
        if same && !self.destinations.contains_key(&result) {
            let lowered = self.lowered(input);
            self.set(result, lowered);
            return Ok(());
        }
        let (from, to) = (self.buffer(input), self.destination(result));
        self.check_extents(from, to);
        let extents: Vec<Value> = self.extents_of(to).iter().map(|e| self.code.extent(e)).collect();
        let limits: Vec<Value> = self.extents_of(from).iter().map(|e| self.code.extent(e)).collect();
        let elem = ctx.elem_type(self.ty(from));
        self.for_each(&extents, &mut Vec::new(), &mut |this, indices| {
            // After a trap the call goes on for a while: nothing outside may be touched.
            let mut inside = None;
            for (index, limit) in indices.iter().zip(&limits) {
                let one = this.likely(CmpI::Slt, *index, *limit);
                inside = Some(this.code.both(inside, one));
            }
            let value = match inside {
                Some(inside) => this.choose(inside, elem, |t| t.load(from, indices), |t| t.zero(elem)),
                None => this.load(from, indices),
            };
            this.store(value, to, indices);
            Ok(())
        })?;
        self.set(result, Lowered::Buffer(to));
        Ok(())
    }

    /// `tensor.require`: traps where extents differ.
    pub(super) fn require(&mut self, op: Op) -> Result<()> {
        let pairs = self.body().view(op, Require).open();
        pairs.iter().for_each(|(a, b)| self.check_equal(a, b));
        Ok(())
    }

    /// `tensor.bind` at the end of a stage: traps where the number is no extent. The next stage has it as an argument.
    pub(super) fn bind(&mut self, op: Op) -> Result<()> {
        let view = self.body().view(op, Bind);
        let (symbol, number) = (view.extent_symbol().expect("the verifier checked"), view.number());
        let used = |at: &Op| *at != op && extent_symbols(self.body(), *at).contains(&symbol);
        if preorder(self.body()).iter().any(used) {
            let message =
                format!("binds the extent {symbol}, which this function uses: run split-at-binds first");
            return Err(self.error(op, message));
        }
        let number = self.scalar(op, number)?;
        let limit = self.code.index(MAX_EXTENT);
        // Below 0 is above the limit for an unsigned comparison.
        let outside = self.code.cmpi(CmpI::Ugt, number, limit);
        let text = stops::no_extent(&symbol);
        self.code.when(outside, |code| {
            Trap::with_status(&mut code.b, &[number], &text, REQUIRE);
        });
        Ok(())
    }

    /// Traps if two memrefs of one rank differ in an extent.
    fn check_extents(&mut self, from: Value, to: Value) {
        for (a, b) in self.extents_of(from).iter().zip(&self.extents_of(to)) {
            if a != b {
                self.check_equal(a, b);
            }
        }
    }

    /// Traps if two extents differ.
    fn check_equal(&mut self, a: &Extent, b: &Extent) {
        let (x, y) = (self.code.extent(a), self.code.extent(b));
        let differ = self.code.cmpi(CmpI::Ne, x, y);
        let text = stops::differ(a, b);
        self.code.when(differ, |code| {
            Trap::with_status(&mut code.b, &[x, y], &text, REQUIRE);
        });
    }
}
