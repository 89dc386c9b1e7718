//! The state of a generator: values in scope, extents to choose from, and the remaining budget.

use crate::callee::Callee;
use crate::generators::Generate;
use crate::inputs::special;
use crate::random::Random;
use tf_dialects::arith::{FastMath, FlagSet, constant};
use tf_dialects::elementwise::constant::{scalar_attr, splat_attr};
use tf_dialects::scalar::{DType, Scalar, element_type, type_of};
use tf_dialects::tensor::shape::{extents, tensor_of};
use tf_dialects::tensor::{Combine, build};
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// The element types of programs.
pub const DTYPES: [DType; 10] = [
    DType::I1,
    DType::I8,
    DType::Int(16),
    DType::I32,
    DType::I64,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
    DType::Index,
];
/// The assumed value of symbols in size estimates; arguments are no larger.
const LARGEST_SYMBOL: i64 = 5;
/// The maximum element count of a tensor, so that the interpreter finishes soon: in wide programs, and in
/// others.
const MAX_ELEMENTS: [i64; 2] = [3000, 200];
/// Constant extents of wide programs: near and between vector widths.
pub(crate) const WIDE_EXTENTS: [i64; 16] = [5, 6, 7, 8, 9, 10, 12, 13, 15, 16, 17, 18, 24, 31, 32, 33];
/// The factor by which wide programs prefer ops that move elements.
const MOVES: u32 = 6;
/// The maximum rank of results.
const MAX_RANK: usize = 4;
/// The maximum nesting depth of regions.
const MAX_DEPTH: usize = 3;

/// The state of a generator.
pub struct State<'c> {
    /// The context of the program.
    pub ctx: &'c Context,
    /// The source of random choices.
    pub random: Random,
    /// Extents of arguments, for new shapes.
    pub extents: Vec<Extent>,
    /// True in the regions of computes and folds, which compute scalars only.
    pub scalar_code: bool,
    /// True if operations may carry fast-math flags.
    pub flags: bool,
    /// True for wide programs: constant extents near vector widths, and many ops that move elements.
    wide: bool,
    /// Functions available for calls.
    pub(crate) callees: Vec<Callee>,
    values: Vec<Value>,
    indices: Vec<(Value, Extent)>,
    accumulators: Vec<(Value, Combine)>,
    depth: usize,
    hooks: Vec<(u32, &'c dyn Generate)>,
}

impl<'c> State<'c> {
    /// A state that draws ops from these generators.
    pub fn new(
        ctx: &'c Context,
        random: Random,
        extents: Vec<Extent>,
        generators: impl Iterator<Item = &'c dyn Generate>,
    ) -> State<'c> {
        let hooks = generators.map(|hook| (hook.weight(), hook)).collect();
        State {
            ctx,
            random,
            extents,
            scalar_code: false,
            flags: false,
            wide: false,
            callees: Vec::new(),
            values: Vec::new(),
            indices: Vec::new(),
            accumulators: Vec::new(),
            depth: 0,
            hooks,
        }
    }

    /// The same state, for a wide program.
    pub(crate) fn widened(mut self) -> State<'c> {
        self.wide = true;
        for (weight, hook) in &mut self.hooks {
            *weight *= if hook.moves_elements() { MOVES } else { 1 };
        }
        self
    }

    /// True for wide programs, whose constant extents are near vector widths.
    pub fn is_wide(&self) -> bool {
        self.wide
    }

    /// Adds values to the scope.
    pub fn add(&mut self, values: &[Value]) {
        self.values.extend_from_slice(values);
    }

    /// The values in scope, oldest first.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The indices of the enclosing computes and folds, with their upper bounds.
    pub fn indices(&self) -> &[(Value, Extent)] {
        &self.indices
    }

    /// The accumulators of the enclosing computes, with their combiners.
    pub fn accumulators(&self) -> &[(Value, Combine)] {
        &self.accumulators
    }

    /// Adds accumulators to the scope.
    pub fn add_accumulators(&mut self, accumulators: impl IntoIterator<Item = (Value, Combine)>) {
        self.accumulators.extend(accumulators);
    }

    /// Runs `body` without accumulators in scope.
    pub fn without_accumulators<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let hidden = std::mem::take(&mut self.accumulators);
        let result = body(self);
        self.accumulators = hidden;
        result
    }

    /// True if another region may be opened.
    pub fn may_nest(&self) -> bool {
        self.depth < MAX_DEPTH
    }

    /// Adds up to `count` ops, drawn by their weights.
    pub fn ops(&mut self, b: &mut Builder<'_>, count: usize) {
        let scalar = self.scalar_code;
        let hooks: Vec<_> =
            self.hooks.iter().copied().filter(|(_, hook)| !scalar || hook.in_scalar_code()).collect();
        let total: u32 = hooks.iter().map(|(weight, _)| weight).sum();
        for _ in 0..count {
            let mut at = self.random.below(total as usize) as u32;
            let hook = hooks.iter().find(|(weight, _)| {
                let hit = at < *weight;
                at = at.saturating_sub(*weight);
                hit
            });
            if let Some(results) = hook.and_then(|(_, hook)| hook.generate(b, self)) {
                self.add(&results);
            }
        }
    }

    /// Runs `body` in a nested scope, which is discarded afterwards.
    pub fn scope<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let (values, indices, scalar) = (self.values.len(), self.indices.len(), self.scalar_code);
        let accumulators = self.accumulators.len();
        self.depth += 1;
        let result = body(self);
        self.depth -= 1;
        self.values.truncate(values);
        self.indices.truncate(indices);
        self.accumulators.truncate(accumulators);
        self.scalar_code = scalar;
        result
    }

    /// Enters scalar code with these indices and their upper bounds.
    pub fn enter_scalar_code(&mut self, indices: &[(Value, Extent)]) {
        self.scalar_code = true;
        self.values.extend(indices.iter().map(|(value, _)| *value));
        self.indices.extend_from_slice(indices);
    }

    /// The element type of a type, if programs use it.
    pub fn dtype(&self, ty: Type) -> Option<DType> {
        element_type(self.ctx, ty)
    }

    /// The extents of a value.
    pub fn shape(&self, b: &Builder<'_>, value: Value) -> Vec<Extent> {
        extents(self.ctx, b.body.ty(value)).unwrap_or_default()
    }

    /// The scalar or tensor type: a scalar has no shape.
    pub fn type_of(&self, shape: Option<&[Extent]>, dtype: DType) -> Type {
        let elem = type_of(self.ctx, dtype);
        shape.map_or(elem, |shape| tensor_of(self.ctx, shape, elem))
    }

    /// True if a tensor of this shape is small enough.
    pub fn fits(&self, shape: &[Extent]) -> bool {
        let most = MAX_ELEMENTS[usize::from(!self.wide)];
        shape.len() <= MAX_RANK && self.size(shape).is_some_and(|n| n <= most)
    }

    /// The element count of a shape with all symbols at their maximum.
    pub fn size(&self, shape: &[Extent]) -> Option<i64> {
        let one = |e: &Extent| e.evaluate(|_| Some(LARGEST_SYMBOL)).ok();
        shape.iter().try_fold(1i64, |n, e| n.checked_mul(one(e)?))
    }

    /// A value in scope with a property; unused values are preferred.
    pub fn find(&mut self, b: &Builder<'_>, wanted: impl Fn(&Self, Value) -> bool) -> Option<Value> {
        let found: Vec<Value> = self.values.iter().copied().filter(|v| wanted(self, *v)).collect();
        if self.wide && self.random.chance(40) {
            // The latest value, so that chains grow.
            return found.last().copied();
        }
        let unused: Vec<Value> = found.iter().copied().filter(|v| b.body.is_unused(*v)).collect();
        let from = if !unused.is_empty() && self.random.chance(60) { &unused } else { &found };
        self.random.pick(from).copied()
    }

    /// A tensor in scope with a property.
    pub fn tensor(&mut self, b: &Builder<'_>, wanted: impl Fn(&[Extent], DType) -> bool) -> Option<Value> {
        self.find(b, |state, value| {
            let ty = b.body.ty(value);
            let dtype = state.dtype(ty);
            state.ctx.is_tensor(ty) && dtype.is_some_and(|d| wanted(&state.shape(b, value), d))
        })
    }

    /// A value of a type: usually from the scope, otherwise new.
    pub fn operand(&mut self, b: &mut Builder<'_>, ty: Type) -> Value {
        if self.random.chance(88)
            && let Some(value) = self.find(b, |_, v| b.body.ty(v) == ty)
        {
            return value;
        }
        self.fresh(b, ty)
    }

    /// A new value of a type, from a constant.
    fn fresh(&mut self, b: &mut Builder<'_>, ty: Type) -> Value {
        let dtype = self.dtype(ty).expect("programs hold scalars and tensors of element types");
        let value = self.constant_value(dtype);
        let shape = extents(self.ctx, ty).expect("every extent has a name");
        let splat =
            if shape.iter().all(|e| e.as_const().is_some()) { splat_attr(self.ctx, ty, value) } else { None };
        if let Some(attr) = splat {
            return constant(b, attr);
        }
        let attr = scalar_attr(self.ctx, value).expect("what is drawn can be written");
        let scalar = constant(b, attr);
        if self.ctx.is_tensor(ty) { build::splat(b, scalar, &shape) } else { scalar }
    }

    /// A new nonzero scalar.
    pub fn nonzero(&mut self, b: &mut Builder<'_>, dtype: DType) -> Value {
        loop {
            let value = self.constant_value(dtype);
            if value.to_f64() != 0.0
                && let Some(attr) = scalar_attr(self.ctx, value)
            {
                return constant(b, attr);
            }
        }
    }

    /// A value representable as a constant.
    pub fn constant_value(&mut self, dtype: DType) -> Scalar {
        loop {
            let value = special(&mut self.random, dtype);
            if scalar_attr(self.ctx, value).is_some() {
                return value;
            }
        }
    }

    /// An element type that `accepts` allows, usually one in scope. `None` if there is none.
    pub fn some_dtype(&mut self, b: &Builder<'_>, accepts: impl Fn(DType) -> bool) -> Option<DType> {
        if self.random.chance(60) {
            let found = self.find(b, |state, v| state.dtype(b.body.ty(v)).is_some_and(&accepts));
            if let Some(value) = found {
                return self.dtype(b.body.ty(value));
            }
        }
        let all: Vec<DType> = DTYPES.into_iter().filter(|d| accepts(*d)).collect();
        self.random.pick(&all).copied()
    }

    /// An extent: one of the arguments', or a constant.
    pub fn some_extent(&mut self) -> Extent {
        match self.random.pick(&self.extents) {
            Some(extent) if self.random.clone().chance(75) => extent.clone(),
            _ if self.wide => Extent::constant(*self.random.pick(&WIDE_EXTENTS).expect("there are some")),
            _ => Extent::constant(self.random.within(0, 4)),
        }
    }

    /// Fast-math flags for an op, if ops have them: those of a numerics mode, or a random subset.
    pub fn some_flags(&mut self) -> Option<Attribute> {
        if !self.flags || self.random.chance(50) {
            return None;
        }
        let bits = match self.random.below(4) {
            0 => FastMath::FAST.bits(),
            1 => FastMath::CONTRACT.with(FastMath::ARCP).with(FastMath::AFN).bits(),
            _ => self.random.bits() as u32,
        };
        Some(FastMath::from_bits(bits)).filter(|flags| *flags != FastMath::NONE).map(|f| f.attr(self.ctx))
    }

    /// A shape of up to `rank` axes that is small enough.
    pub fn some_shape(&mut self, rank: usize) -> Vec<Extent> {
        let rank = self.random.below(rank + 1);
        let mut shape: Vec<Extent> = (0..rank).map(|_| self.some_extent()).collect();
        while !self.fits(&shape) {
            shape.pop();
        }
        shape
    }
}
