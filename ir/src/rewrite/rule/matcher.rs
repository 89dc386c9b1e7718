//! Matches the left side of a rule against the use-def chain of an op.

use super::{AttrTerm, Number, OpTerm, Rule, Term};
use crate::attr::{AttrData, Attribute, DenseData};
use crate::body::{Body, Op, Value};
use crate::context::Context;
use crate::registry::Traits;
use crate::rewrite::constants::constant_value;
use crate::types::{FloatKind, Signedness, Type, TypeData};
use smallvec::SmallVec;

/// The binding of a rule variable.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bound {
    /// A value.
    Value(Value),
    /// A constant, and its value in the program, if there is one.
    Constant(Attribute, Option<Value>),
    /// An attribute; `None` if it is absent.
    Attr(Option<Attribute>),
}

/// The bindings of the variables in a match.
pub struct Bindings<'a> {
    body: &'a Body,
    root: Op,
    names: &'a [String],
    bound: Slots,
}

pub(super) type Slots = SmallVec<[Option<Bound>; 8]>;

impl<'a> Bindings<'a> {
    pub(super) fn new(body: &'a Body, root: Op, rule: &'a Rule, bound: Slots) -> Bindings<'a> {
        Bindings { body, root, names: &rule.vars, bound }
    }

    pub(super) fn set(&mut self, var: usize, bound: Bound) {
        self.bound[var] = Some(bound);
    }

    pub(super) fn into_slots(self) -> Slots {
        self.bound
    }

    /// The body.
    pub fn body(&self) -> &'a Body {
        self.body
    }

    /// The matched op.
    pub fn root(&self) -> Op {
        self.root
    }

    /// The context.
    pub fn ctx(&self) -> &'a Context {
        self.body.ctx()
    }

    /// The binding of a variable.
    ///
    /// # Panics
    /// If the rule has no such variable.
    pub fn get(&self, var: &str) -> Option<Bound> {
        let number = self.names.iter().position(|n| n == var);
        self.bound[number.unwrap_or_else(|| panic!("the rule has no variable '{var}'"))]
    }
}

/// Matches the left side at `op`; tries every combination of swapped operands of commutative ops.
pub(super) fn find(rule: &Rule, body: &Body, op: Op) -> Option<Slots> {
    if !is_plausible(&rule.from, body, op) {
        return None;
    }
    let mut matcher = Matcher { body, slots: SmallVec::new(), swap: 0, next_swap: 0, useful: 0 };
    let mut swap = 0u32;
    while swap < 1 << rule.swaps {
        matcher.slots.clear();
        matcher.slots.resize(rule.vars.len(), None);
        (matcher.swap, matcher.next_swap) = (swap, 0);
        if matcher.op(&rule.from, op, true) {
            return Some(matcher.slots);
        }
        // Swapping only affects the operands of commutative ops reached so far.
        swap += 1;
        while swap & !matcher.useful != 0 && swap < 1 << rule.swaps {
            swap += 1;
        }
    }
    None
}

/// False if other ops define the operands than the term names: most rules fail here.
fn is_plausible(term: &OpTerm, body: &Body, op: Op) -> bool {
    if body.operand_count(op) != term.operands.len() {
        return false;
    }
    let fits = |term: &Term, i: usize| {
        let def = || body.def_op(body.operand(op, i)).map(|def| body.info(def));
        match term {
            Term::Wildcard | Term::Value(_) => true,
            Term::Constant(_) | Term::Number(_) => def().is_some_and(|info| info.has(Traits::CONSTANT)),
            Term::Op(inner) => def().is_some_and(|info| info.name == *inner.name),
        }
    };
    let all = |order: &[usize]| term.operands.iter().zip(order).all(|(term, i)| fits(term, *i));
    match term.operands.len() {
        2 => all(&[0, 1]) || (body.has(op, Traits::COMMUTATIVE) && all(&[1, 0])),
        count => (0..count).all(|i| fits(&term.operands[i], i)),
    }
}

struct Matcher<'a> {
    body: &'a Body,
    slots: Slots,
    /// Bit `i`: swap the operands of the op term `i` in order of visit.
    swap: u32,
    next_swap: u32,
    /// The bits of commutative ops that were reached.
    useful: u32,
}

impl Matcher<'_> {
    fn op(&mut self, term: &OpTerm, op: Op, root: bool) -> bool {
        let body = self.body;
        let info = body.info(op);
        if info.name != *term.name || body.operand_count(op) != term.operands.len() {
            return false;
        }
        let unused_elsewhere = || body.result_count(op) == 1 && body.has_one_use(body.result(op, 0));
        if term.single_use && !root && !unused_elsewhere() {
            return false;
        }
        if !term.attrs.iter().all(|(name, want)| self.attr(want, body.attr(op, name))) {
            return false;
        }
        if term.operands.len() != 2 {
            return (0..term.operands.len()).all(|i| self.value(&term.operands[i], body.operand(op, i)));
        }
        let bit = 1 << self.next_swap;
        self.next_swap += 1;
        let commutes = info.has(Traits::COMMUTATIVE);
        self.useful |= if commutes { bit } else { 0 };
        let (a, b) = if commutes && self.swap & bit != 0 { (1, 0) } else { (0, 1) };
        self.value(&term.operands[0], body.operand(op, a))
            && self.value(&term.operands[1], body.operand(op, b))
    }

    fn value(&mut self, term: &Term, value: Value) -> bool {
        match term {
            Term::Wildcard => true,
            Term::Value(var) => self.bind(*var, Bound::Value(value)),
            Term::Constant(var) => match constant_value(self.body, value) {
                Some(attr) => self.bind(*var, Bound::Constant(attr, Some(value))),
                None => false,
            },
            Term::Number(number) => {
                constant_value(self.body, value).is_some_and(|attr| is_number(self.body.ctx(), attr, *number))
            }
            Term::Op(inner) => self.body.def_op(value).is_some_and(|def| self.op(inner, def, false)),
        }
    }

    fn attr(&mut self, want: &AttrTerm, have: Option<Attribute>) -> bool {
        match want {
            AttrTerm::Present => have.is_some(),
            AttrTerm::Absent => have.is_none(),
            AttrTerm::Var(var) => self.bind(*var, Bound::Attr(have)),
        }
    }

    fn bind(&mut self, var: usize, new: Bound) -> bool {
        let same = |old: Bound| match (old, new) {
            (Bound::Constant(a, _), Bound::Constant(b, _)) => a == b,
            (old, new) => old == new,
        };
        match self.slots[var] {
            Some(old) => same(old),
            None => {
                self.slots[var] = Some(new);
                true
            }
        }
    }
}

enum Scalar {
    Int(Type, i128),
    Float(f64),
}

/// The scalar that an attribute (a scalar or splat) holds.
fn scalar_of(ctx: &Context, attr: Attribute) -> Option<Scalar> {
    match ctx.attr_data(attr) {
        AttrData::Integer(ty, value) => Some(Scalar::Int(*ty, *value)),
        AttrData::Float(_, bits) => Some(Scalar::Float(f64::from_bits(*bits))),
        AttrData::Dense(dense) if dense.splat => decode(ctx, ctx.elem_type(dense.ty), &dense.bytes),
        _ => None,
    }
}

fn decode(ctx: &Context, elem: Type, bytes: &[u8]) -> Option<Scalar> {
    let mut word = [0u8; 16];
    word.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let raw = u128::from_le_bytes(word);
    match ctx.type_data(elem) {
        TypeData::Float(FloatKind::F64) => Some(Scalar::Float(f64::from_bits(raw as u64))),
        TypeData::Float(FloatKind::F32) => Some(Scalar::Float(f32::from_bits(raw as u32) as f64)),
        TypeData::Float(FloatKind::F16) => Some(Scalar::Float(half::f16::from_bits(raw as u16).to_f64())),
        TypeData::Float(FloatKind::BF16) => Some(Scalar::Float(half::bf16::from_bits(raw as u16).to_f64())),
        TypeData::Index | TypeData::Integer { .. } => Some(Scalar::Int(elem, wrap(ctx, elem, raw as i128))),
        _ => None,
    }
}

/// `value` as the type `ty` represents it: wrapped to its width and extended.
fn wrap(ctx: &Context, ty: Type, value: i128) -> i128 {
    match ctx.type_data(ty) {
        TypeData::Integer { width, signedness } if *width < 128 => {
            let shift = 128 - width;
            match signedness {
                Signedness::Unsigned => (((value << shift) as u128) >> shift) as i128,
                _ => (value << shift) >> shift,
            }
        }
        TypeData::Index => value as i64 as i128,
        _ => value,
    }
}

fn is_number(ctx: &Context, attr: Attribute, number: Number) -> bool {
    match (scalar_of(ctx, attr), number) {
        (Some(Scalar::Int(ty, value)), Number::Int(n)) => value == wrap(ctx, ty, n as i128),
        (Some(Scalar::Float(value)), Number::Int(n)) => value.to_bits() == (n as f64).to_bits(),
        (Some(Scalar::Float(value)), Number::Float(x)) => value.to_bits() == x.to_bits(),
        _ => false,
    }
}

pub(super) fn scalar_int(ctx: &Context, attr: Attribute) -> Option<i128> {
    match scalar_of(ctx, attr)? {
        Scalar::Int(_, value) => Some(value),
        Scalar::Float(_) => None,
    }
}

/// A splat of a scalar attribute.
pub(super) fn splat_of(ctx: &Context, ty: Type, scalar: Attribute) -> Option<Attribute> {
    let elem = ctx.elem_type(ty);
    let bytes: Vec<u8> = match (ctx.attr_data(scalar), ctx.type_data(elem)) {
        (AttrData::Integer(_, value), TypeData::Integer { width: 1, .. }) => vec![(*value & 1) as u8],
        (AttrData::Integer(_, value), TypeData::Integer { width, .. }) => {
            value.to_le_bytes()[..(*width as usize).div_ceil(8).min(16)].to_vec()
        }
        (AttrData::Integer(_, value), TypeData::Index) => (*value as i64).to_le_bytes().to_vec(),
        (AttrData::Float(_, bits), TypeData::Float(kind)) => float_bytes(*kind, f64::from_bits(*bits))?,
        _ => return None,
    };
    let shaped = match ctx.type_data(ty) {
        TypeData::Tensor { dims, .. } => dims.iter().all(|d| d.as_static().is_some()),
        TypeData::Vector { scalable, .. } => scalable.iter().all(|s| !s),
        _ => false,
    };
    shaped.then(|| ctx.intern_attr(AttrData::Dense(DenseData { ty, splat: true, bytes: bytes.into() })))
}

fn float_bytes(kind: FloatKind, value: f64) -> Option<Vec<u8>> {
    match kind {
        FloatKind::F64 => Some(value.to_le_bytes().to_vec()),
        FloatKind::F32 => Some((value as f32).to_le_bytes().to_vec()),
        FloatKind::F16 => Some(half::f16::from_f64(value).to_le_bytes().to_vec()),
        FloatKind::BF16 => Some(half::bf16::from_f64(value).to_le_bytes().to_vec()),
        _ => None,
    }
}
