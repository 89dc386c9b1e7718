//! Analysis of comparators: proves that one is an order of keys, each a function of one element.
//!
//! Such a comparator depends on its two elements through the keys `f(a)` and `f(b)` only, with the same `f`,
//! and only through comparisons of the keys. So its result depends on the relation of the keys, which has few
//! cases: less, equal, greater, and for floats which of them are NaN. The analysis evaluates the comparator
//! in each case; the results tell whether it is an order, and which one.

use hashbrown::HashMap;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::elementwise::constant;
use tf_dialects::math;
use tf_dialects::scalar::{DType, dtype};
use tf_dialects::tensor::sort::Sort;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::registry::Traits;
use tf_ir::rewrite::constant_value;
use tf_ir::types::Type;

/// The limit of ops in the code of a key: each read recomputes it.
const MOST_OPS: usize = 64;

/// The comparison of keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Keys {
    Signed,
    Unsigned,
    Floats { nan_first: bool },
}

/// An order of the elements of one tensor, by keys.
pub(super) struct Order {
    /// The index of the tensor.
    pub(super) input: usize,
    /// The argument for the element in the code of the key.
    pub(super) element: Value,
    /// The code of the key, in order.
    pub(super) code: Vec<Op>,
    pub(super) key: Value,
    /// The type of the key.
    pub(super) ty: Type,
    pub(super) keys: Keys,
    pub(super) descending: bool,
}

impl Order {
    /// The order of a sort's comparator, if it is proved to be one.
    pub(super) fn of(body: &Body, op: Op) -> Option<Order> {
        let block = body.cast(op, Sort)?.comparator()?;
        let answer = body.operands(body.terminator(block)?).next()?;
        let mut reader = Reader { body, block, keys: [None; 2], signed: false, unsigned: false };
        // This evaluation finds the compared keys; any case would do.
        reader.answer(answer, Case::LESS)?;
        let [a, b] = [reader.keys[0]?, reader.keys[1]?];
        if !mirrored(body, block, (a, b), &mut BTreeSet::new()) {
            return None;
        }
        let ty = body.ty(a);
        let kind = dtype(body.ctx(), ty)?;
        let mut answers = |cases: &[Case]| -> Option<Vec<bool>> {
            cases.iter().map(|case| reader.answer(answer, *case)).collect()
        };
        let descending = match answers(&[Case::LESS, Case::EQUAL, Case::ONES, Case::GREATER])?[..] {
            [true, false, false, false] => false,
            [false, false, false, true] => true,
            _ => return None,
        };
        let keys = match kind.is_float() {
            true => {
                match answers(&[Case::nan(true, false), Case::nan(false, true), Case::nan(true, true)])?[..] {
                    [true, false, false] => Keys::Floats { nan_first: true },
                    [false, true, false] => Keys::Floats { nan_first: false },
                    // A NaN would be equivalent to all numbers, so this is not a strict weak order.
                    _ => return None,
                }
            }
            false => match (reader.signed, reader.unsigned) {
                (true, true) => return None,
                (true, false) => Keys::Signed,
                _ => Keys::Unsigned,
            },
        };
        let slice = slice(body, block, a)?;
        let place = place(body, block, slice.element?)?;
        Some(Order {
            input: place / 2,
            element: slice.element?,
            code: slice.code,
            key: a,
            ty,
            keys,
            descending,
        })
        .filter(|_| kind.is_float() || matches!(kind, DType::Index | DType::Int(1 | 8 | 16 | 32 | 64)))
    }
}

/// The relation of the two keys.
#[derive(Clone, Copy)]
struct Case {
    /// `None` if one is NaN.
    order: Option<Ordering>,
    nan: [bool; 2],
    /// The keys, if they are booleans.
    bits: [bool; 2],
}

impl Case {
    const LESS: Case = Case::numbers(Ordering::Less, [false, true]);
    const EQUAL: Case = Case::numbers(Ordering::Equal, [false; 2]);
    const ONES: Case = Case::numbers(Ordering::Equal, [true; 2]);
    const GREATER: Case = Case::numbers(Ordering::Greater, [true, false]);

    const fn numbers(order: Ordering, bits: [bool; 2]) -> Case {
        Case { order: Some(order), nan: [false; 2], bits }
    }

    const fn nan(a: bool, b: bool) -> Case {
        Case { order: None, nan: [a, b], bits: [false; 2] }
    }

    /// The relation of the key of one side to the key of another or the same side.
    fn between(self, sides: [usize; 2]) -> Option<Ordering> {
        match sides {
            [a, b] if a == b => (!self.nan[a]).then_some(Ordering::Equal),
            [0, _] => self.order,
            _ => self.order.map(Ordering::reverse),
        }
    }
}

/// Evaluates a comparator, and records the keys that it compares.
struct Reader<'b> {
    body: &'b Body,
    block: Block,
    /// The compared keys of both sides.
    keys: [Option<Value>; 2],
    /// True if there are signed and unsigned comparisons, respectively.
    signed: bool,
    unsigned: bool,
}

impl Reader<'_> {
    /// The value of a boolean in a case; `None` if it depends on more than the relation of the keys.
    fn answer(&mut self, value: Value, case: Case) -> Option<bool> {
        self.truth(value, case, &mut HashMap::new())
    }

    fn truth(&mut self, value: Value, case: Case, known: &mut HashMap<Value, Option<bool>>) -> Option<bool> {
        if let Some(truth) = known.get(&value) {
            return *truth;
        }
        let truth = self.truth_of(value, case, known);
        known.insert(value, truth);
        truth
    }

    fn truth_of(
        &mut self,
        value: Value,
        case: Case,
        known: &mut HashMap<Value, Option<bool>>,
    ) -> Option<bool> {
        let body = self.body;
        if body.ty(value) != body.ctx().i1() {
            return None;
        }
        if let Some(constant) = constant_value(body, value) {
            return Some(constant::scalar(body.ctx(), constant)?.to_i64() != 0);
        }
        let Some(op) = body.def_op(value) else {
            let side = self.side(value)?;
            return Some(case.bits[side]);
        };
        let operands: Vec<Value> = body.operands(op).collect();
        if body.is(op, arith::Cmpf) {
            let order = case.between([self.side(operands[0])?, self.side(operands[1])?]);
            return Some(accepts(CmpF::of(body.op(op))?, order));
        }
        if body.is(op, math::Isnan) {
            return Some(case.nan[self.side(operands[0])?]);
        }
        if body.is(op, arith::Cmpi) && body.ty(operands[0]) != body.ctx().i1() {
            let order = case.between([self.side(operands[0])?, self.side(operands[1])?])?;
            return Some(self.compared(CmpI::of(body.op(op))?, order));
        }
        let mut truths = Vec::with_capacity(operands.len());
        for operand in operands {
            truths.push(self.truth(operand, case, known)?);
        }
        match truths[..] {
            [a, b] if body.is(op, arith::Andi) => Some(a & b),
            [a, b] if body.is(op, arith::Ori) => Some(a | b),
            [a, b] if body.is(op, arith::Xori) => Some(a ^ b),
            [test, a, b] if body.is(op, arith::Select) => Some(if test { a } else { b }),
            [a, b] if body.is(op, arith::Cmpi) => Some(of_bits(CmpI::of(body.op(op))?, a, b)),
            _ => None,
        }
    }

    /// The result of a comparison of integers; records its signedness.
    fn compared(&mut self, predicate: CmpI, order: Ordering) -> bool {
        use CmpI::*;
        self.signed |= matches!(predicate, Slt | Sle | Sgt | Sge);
        self.unsigned |= matches!(predicate, Ult | Ule | Ugt | Uge);
        match predicate {
            Eq => order.is_eq(),
            Ne => order.is_ne(),
            Slt | Ult => order.is_lt(),
            Sle | Ule => order.is_le(),
            Sgt | Ugt => order.is_gt(),
            Sge | Uge => order.is_ge(),
        }
    }

    /// The side whose key a value is.
    fn side(&mut self, value: Value) -> Option<usize> {
        let slice = slice(self.body, self.block, value)?;
        let side = place(self.body, self.block, slice.element?)? % 2;
        (*self.keys[side].get_or_insert(value) == value).then_some(side)
    }
}

/// True if a comparison of floats accepts this relation.
fn accepts(predicate: CmpF, order: Option<Ordering>) -> bool {
    const LESS: [CmpF; 8] =
        [CmpF::OLT, CmpF::OLE, CmpF::ONE, CmpF::ORD, CmpF::ULT, CmpF::ULE, CmpF::UNE, CmpF::TRUE];
    match order {
        None => predicate.accepts_nan(),
        Some(Ordering::Equal) => predicate.accepts_equal(),
        Some(Ordering::Less) => LESS.contains(&predicate),
        Some(Ordering::Greater) => LESS.contains(&predicate.swapped()),
    }
}

/// A comparison of booleans; if signed, true is less than false.
fn of_bits(predicate: CmpI, a: bool, b: bool) -> bool {
    use CmpI::*;
    match predicate {
        Eq => a == b,
        Ne => a != b,
        Ult | Sgt => !a & b,
        Ule | Sge => !a | b,
        Ugt | Slt => a & !b,
        Uge | Sle => a | !b,
    }
}

/// The index of a comparator's argument.
fn place(body: &Body, block: Block, value: Value) -> Option<usize> {
    body.args(block).position(|arg| arg == value)
}

/// The backward slice of a value.
#[derive(Default)]
struct Slice {
    /// The only element, if there is one.
    element: Option<Value>,
    /// The ops, in order.
    code: Vec<Op>,
}

/// The backward slice of a value, if it is pure scalar code of one element at most.
fn slice(body: &Body, block: Block, value: Value) -> Option<Slice> {
    let mut slice = Slice::default();
    extend(body, block, value, &mut slice)?;
    Some(slice)
}

fn extend(body: &Body, block: Block, value: Value, slice: &mut Slice) -> Option<()> {
    let Some(op) = body.def_op(value) else {
        place(body, block, value)?;
        return (*slice.element.get_or_insert(value) == value).then_some(());
    };
    if slice.code.contains(&op) {
        return Some(());
    }
    let info = body.info(op);
    let pure =
        constant_value(body, value).is_some() || info.has(Traits::PURE) && info.has(Traits::ELEMENTWISE);
    let scalar = dtype(body.ctx(), body.ty(value)).is_some() && body.results(op).len() == 1;
    if !pure || !scalar || body.regions(op).len() > 0 || slice.code.len() == MOST_OPS {
        return None;
    }
    for operand in body.operands(op) {
        extend(body, block, operand, slice)?;
    }
    slice.code.push(op);
    Some(())
}

/// True if two values of a comparator are the same function of its first and of its second elements.
fn mirrored(body: &Body, block: Block, (a, b): (Value, Value), seen: &mut BTreeSet<[usize; 2]>) -> bool {
    if !seen.insert([a.index(), b.index()]) {
        return true;
    }
    if body.ty(a) != body.ty(b) {
        return false;
    }
    let (x, y) = match (body.def_op(a), body.def_op(b)) {
        (Some(x), Some(y)) => (x, y),
        (None, None) => return place(body, block, a).map(|place| place ^ 1) == place(body, block, b),
        _ => return false,
    };
    body.name(x) == body.name(y)
        && (0..body.info(x).attrs.len()).all(|i| body.slot(x, i) == body.slot(y, i))
        && body.operand_count(x) == body.operand_count(y)
        && body.operands(x).zip(body.operands(y)).all(|pair| mirrored(body, block, pair, seen))
}
