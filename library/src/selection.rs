//! Selection: the smallest of many elements, without sorting the others.
//!
//! The largest selected key is found bit by bit, with one count of smaller keys per bit of the key type
//! (radix select). Counts per chunk then locate the other selected elements.

use crate::constant::{self, dtype_of};
use crate::elements::{element, extent_value, stored};
use crate::expr::formula;
use crate::floats::total_order;
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops::build::{for_loop, while_loop};
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::{CombiningKind, Yield, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// Elements per chunk: one or two vector reads, and few chunks in total.
const CHUNK: i64 = 32;
/// Rows up to this length are sorted: less code, and few comparisons.
const SORTED: i64 = 64;
/// Rows are sorted if one in this many elements is selected, or more.
const FEW: i64 = 4;

/// Rows of integer keys along the last axis.
struct Rows {
    keys: Value,
    /// All extents; the last one is the rows' length.
    extents: Vec<Extent>,
    /// The type of a key.
    key: Type,
}

/// The selected elements of each row.
struct Chosen {
    /// The largest selected key, one per row.
    bound: Value,
    /// Running counts up to the end of each chunk: of smaller keys, and of keys equal to the bound.
    sums: [Value; 2],
}

/// The order of the selection.
#[derive(Clone, Copy, Debug)]
pub struct Extremes {
    /// The largest elements, in descending order; otherwise the smallest, in ascending order.
    pub greatest: bool,
    /// Integers are unsigned.
    pub is_unsigned: bool,
}

/// The `wanted` smallest or largest elements along the last axis, in sort order (NaN is the largest, −0
/// equals +0), equal ones by position; and their positions, of the integer type `place`. `wanted` must not
/// exceed the extent.
///
/// # Panics
/// If the elements have no axis, or an extent without a name.
pub fn extremes(b: &mut Builder<'_>, x: Value, wanted: &Extent, which: Extremes, place: Type) -> [Value; 2] {
    let mut keys = keys(b, x, which.is_unsigned);
    if which.greatest {
        keys = reversed(b, keys);
    }
    let places = least(b, keys, wanted, place);
    [selected(b, x, places), places]
}

/// Signed integer keys in the sort order of elements: NaN is the largest, −0 equals +0, false is less than
/// true.
pub fn keys(b: &mut Builder<'_>, x: Value, is_unsigned: bool) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(x));
    if ctx.is_float(ctx.elem_type(ty)) {
        let plain = formula(b, [x], |[x]| x.equals(0.0).select(x.num(0.0), x));
        let keys = total_order(b, plain);
        let key = b.body.ty(keys);
        let last = constant::int(b, key, i64::MAX >> (64 - dtype_of(&ctx, key).bits()));
        let is_nan = arith::cmpf(b, CmpF::UNO, x, x);
        return arith::select(b, is_nan, last, keys);
    }
    if ctx.elem_type(ty) == ctx.i1() {
        return arith::extui(b, x, ctx.with_elem(ty, ctx.int(8)));
    }
    if !is_unsigned {
        return x;
    }
    let sign = constant::int(b, ty, i64::MIN >> (64 - dtype_of(&ctx, ty).bits()));
    arith::xori(b, x, sign)
}

/// Keys in the opposite order.
pub fn reversed(b: &mut Builder<'_>, keys: Value) -> Value {
    let all = constant::int(b, b.body.ty(keys), -1);
    arith::xori(b, keys, all)
}

/// The elements at positions along the last axis.
pub fn selected(b: &mut Builder<'_>, x: Value, places: Value) -> Value {
    let extents = build::extents_of(b, places);
    let elem = b.ctx().elem_type(b.body.ty(x));
    build::compute_one(b, &extents, elem, |b, at| {
        let row = place_at(b, places, at);
        element(b, x, &[&at[..at.len() - 1], &[row]].concat())
    })
}

/// The positions of the `wanted` smallest signed integer keys along the last axis, `[…, wanted]` of the
/// integer type `place`, in ascending order of keys, equal ones by position. `wanted` must not exceed the
/// extent.
///
/// # Panics
/// If the keys have no axis, or an extent without a name.
pub fn least(b: &mut Builder<'_>, keys: Value, wanted: &Extent, place: Type) -> Value {
    let rows = Rows::of(b, keys);
    let result = [&rows.extents[..rows.lead()], std::slice::from_ref(wanted)].concat();
    if rows.are_sorted(wanted) {
        let mut places = build::iota(b, &rows.extents, place, rows.lead());
        if wanted.as_const() != Some(0) {
            places = rows.sorted(b, keys, places);
        }
        return build::compute_one(b, &result, place, |b, at| element(b, places, at));
    }
    stored(b, keys);
    let bound = rows.bound(b, &|b, _, count| {
        let end = extent_value(b, wanted);
        let one = arith::const_index(b, 1);
        let last = arith::subi(b, end, one);
        arith::index_cast(b, last, count)
    });
    let sums = [CmpI::Slt, CmpI::Eq].map(|how| rows.running_counts(b, bound, how));
    let found = rows.places(b, &result, &Chosen { bound, sums }, place);
    if wanted.as_const() == Some(1) {
        return found;
    }
    let found_keys = selected(b, keys, found);
    rows.sorted(b, found_keys, found)
}

/// The position of the element with a given rank along the last axis: for signed integer keys `[…, n]` and
/// ranks from 0, i64 of the leading shape, the first position of the key that a sort puts there. It is the
/// maximum of its type if there is none.
///
/// # Panics
/// If the keys have no axis, or an extent without a name.
pub fn ranked(b: &mut Builder<'_>, keys: Value, ranks: Value, place: Type) -> Value {
    let rows = Rows::of(b, keys);
    stored(b, keys);
    let bound = rows.bound(b, &|b, at, count| {
        let rank = element(b, ranks, at);
        if count == b.body.ty(rank) { rank } else { arith::trunci(b, rank, count) }
    });
    let lead = rows.extents[..rows.lead()].to_vec();
    build::compute_one(b, &lead, place, |b, at| {
        let bound = element(b, bound, at);
        let range = build::bounds_of(rows.length());
        let fold = build::fold(b, &range, &[CombiningKind::MinSI], &[place], None, |b, i| {
            let key = element(b, keys, &[at, &[i]].concat());
            let is_it = arith::cmpi(b, CmpI::Eq, key, bound);
            let own = arith::index_cast(b, i, place);
            let none = constant::int(b, place, i64::MAX >> (64 - dtype_of(b.body.ctx(), place).bits()));
            vec![arith::select(b, is_it, own, none)]
        });
        b.body.result(fold, 0)
    })
}

/// Builds the requested rank of a row, from 0, given the row's indices and the type of counts.
type Rank<'a> = &'a dyn Fn(&mut Builder<'_>, &[Value], Type) -> Value;

impl Rows {
    fn of(b: &Builder<'_>, keys: Value) -> Rows {
        Rows { keys, extents: build::extents_of(b, keys), key: b.ctx().elem_type(b.body.ty(keys)) }
    }

    /// The count of axes before the rows.
    fn lead(&self) -> usize {
        self.extents.len() - 1
    }

    fn length(&self) -> &Extent {
        self.extents.last().expect("rows have an axis")
    }

    /// True if sorting whole rows is cheaper than selecting `wanted` elements.
    fn are_sorted(&self, wanted: &Extent) -> bool {
        let Some(wanted) = wanted.as_const() else { return false };
        let is_small = |n| n <= SORTED || FEW.saturating_mul(wanted) >= n;
        wanted == 0 || self.length().as_const().is_some_and(is_small)
    }

    /// The positions of keys, sorted by key.
    fn sorted(&self, b: &mut Builder<'_>, keys: Value, places: Value) -> Value {
        let ctx = b.ctx();
        let types = [keys, places].map(|v| b.body.ty(v));
        let attrs = [("dim", ctx.i64_attr(self.lead() as i64)), ("ordered", ctx.unit_attr())];
        let op = b.op(Sort, &[keys, places], &types, &attrs);
        let pairs: Vec<Type> = types.iter().flat_map(|ty| [ctx.elem_type(*ty); 2]).collect();
        b.fill(op, 0, &pairs, Yield, |b, args| vec![arith::cmpi(b, CmpI::Slt, args[0], args[1])]);
        b.body.result(op, 1)
    }

    /// The integer type of counts within a row.
    fn count(&self, b: &Builder<'_>) -> Type {
        let is_short = self.length().as_const().is_some_and(|n| n <= i64::from(i32::MAX));
        if is_short { b.ctx().i32() } else { b.ctx().i64() }
    }

    /// The key with a given rank, for each row: the largest key such that at most `rank` keys are smaller.
    /// Its bits are found from the highest to the lowest.
    fn bound(&self, b: &mut Builder<'_>, rank: Rank<'_>) -> Value {
        let (lead, key) = (self.extents[..self.lead()].to_vec(), self.key);
        let bits = i64::from(dtype_of(b.body.ctx(), key).bits());
        let least = constant::int(b, key, i64::MIN >> (64 - bits));
        let start = build::splat(b, least, &lead);
        let [zero, one, end] = [0, 1, bits].map(|n| arith::const_index(b, n));
        let made = for_loop(b, zero, end, one, &[start], |b, done, carried| {
            let last = arith::subi(b, end, one);
            let bit = arith::subi(b, last, done);
            let bit = arith::index_cast(b, bit, key);
            let unit = constant::int(b, key, 1);
            // The highest bit of a signed integer is its sign: added to the minimum, it gives zero.
            let step = arith::shli(b, unit, bit);
            let next = build::compute_one(b, &lead, key, |b, at| {
                let known = element(b, carried[0], at);
                arith::addi(b, known, step)
            });
            let smaller = self.smaller(b, next);
            let bound = build::compute_one(b, &lead, key, |b, at| {
                let [known, next, smaller] = [carried[0], next, smaller].map(|v| element(b, v, at));
                let count = b.body.ty(smaller);
                let rank = rank(b, at, count);
                let is_few = arith::cmpi(b, CmpI::Sle, smaller, rank);
                arith::select(b, is_few, next, known)
            });
            vec![bound]
        });
        b.body.result(made, 0)
    }

    /// For each row, the count of keys smaller than a bound.
    fn smaller(&self, b: &mut Builder<'_>, bound: Value) -> Value {
        let count = self.count(b);
        let smaller = build::compute_one(b, &self.extents[..self.lead()], count, |b, at| {
            let bound = element(b, bound, at);
            let fold = build::fold(
                b,
                &build::bounds_of(self.length()),
                &[CombiningKind::Add],
                &[count],
                None,
                |b, i| {
                    let key = element(b, self.keys, &[at, &[i]].concat());
                    let is_smaller = arith::cmpi(b, CmpI::Slt, key, bound);
                    vec![arith::extui(b, is_smaller, count)]
                },
            );
            b.body.result(fold, 0)
        });
        stored(b, smaller)
    }

    /// The extents of the chunks of rows.
    fn chunks(&self) -> Vec<Extent> {
        let count = self.length().ceildiv(CHUNK).expect("extents of rows are small expressions");
        [&self.extents[..self.lead()], &[count]].concat()
    }

    /// Running counts up to the end of each chunk of the keys that satisfy a comparison with the bound of
    /// their row.
    fn running_counts(&self, b: &mut Builder<'_>, bound: Value, how: CmpI) -> Value {
        let (lead, count) = (self.lead(), self.count(b));
        let chunks = Extent::constant(CHUNK);
        let counts = build::compute_one(b, &self.chunks(), count, |b, at| {
            let bound = element(b, bound, &at[..lead]);
            let fold =
                build::fold(b, &build::bounds_of(&chunks), &[CombiningKind::Add], &[count], None, |b, i| {
                    let (is_chosen, _) = self.compared(b, at, i, (how, bound));
                    vec![arith::extui(b, is_chosen, count)]
                });
            b.body.result(fold, 0)
        });
        let counts = stored(b, counts);
        let ctx = b.ctx();
        let attrs = [("kinds", kinds_attr(&ctx, &[CombiningKind::Add])), ("dim", ctx.i64_attr(lead as i64))];
        let op = b.op(Scan, &[counts], &[b.body.ty(counts)], &attrs);
        b.body.result(op, 0)
    }

    /// True if a key of a chunk is within its row and satisfies a comparison with a bound; and its position
    /// in the row. `at` holds the leading indices and the chunk.
    fn compared(
        &self,
        b: &mut Builder<'_>,
        at: &[Value],
        own: Value,
        (how, bound): (CmpI, Value),
    ) -> (Value, Value) {
        let (lead, chunk) = at.split_at(self.lead());
        let size = arith::const_index(b, CHUNK);
        let first = arith::muli(b, chunk[0], size);
        let place = arith::addi(b, first, own);
        let key = element(b, self.keys, &[lead, &[place]].concat());
        let is_so = arith::cmpi(b, how, key, bound);
        let end = extent_value(b, self.length());
        let is_inside = arith::cmpi(b, CmpI::Slt, place, end);
        (arith::andi(b, is_so, is_inside), place)
    }

    /// The positions of the selected elements: keys smaller than the bound by position, then those equal to
    /// it.
    fn places(&self, b: &mut Builder<'_>, result: &[Extent], chosen: &Chosen, place: Type) -> Value {
        let (lead, count) = (self.lead(), self.count(b));
        let chunks = self.chunks();
        let made = build::compute_one(b, result, place, |b, at| {
            let (lead, number) = (&at[..lead], arith::index_cast(b, at[lead], count));
            let end = extent_value(b, &chunks[lead.len()]);
            let one = arith::const_index(b, 1);
            let last = arith::subi(b, end, one);
            let all_smaller = element(b, chosen.sums[0], &[lead, &[last]].concat());
            let is_smaller = arith::cmpi(b, CmpI::Slt, number, all_smaller);
            let beyond = arith::subi(b, number, all_smaller);
            let rank = arith::select(b, is_smaller, number, beyond);
            let sum_up_to = |b: &mut Builder<'_>, chunk: Value| {
                let [smaller, equal] = chosen.sums.map(|sums| element(b, sums, &[lead, &[chunk]].concat()));
                arith::select(b, is_smaller, smaller, equal)
            };
            let chunk = chunk_of(b, end, rank, &sum_up_to);
            let before = arith::subi(b, chunk, one);
            let known = sum_up_to(b, before);
            let zero = arith::const_index(b, 0);
            let is_first = arith::cmpi(b, CmpI::Eq, chunk, zero);
            let none = constant::int(b, count, 0);
            let known = arith::select(b, is_first, none, known);
            let rank = arith::subi(b, rank, known);
            let bound = element(b, chosen.bound, lead);
            let found = self.within(b, &[lead, &[chunk]].concat(), (is_smaller, bound), rank);
            arith::index_cast(b, found, place)
        });
        stored(b, made)
    }

    /// The position of the key in a chunk with this rank among those smaller than a bound, or among those
    /// equal to it.
    fn within(
        &self,
        b: &mut Builder<'_>,
        at: &[Value],
        (is_smaller, bound): (Value, Value),
        rank: Value,
    ) -> Value {
        let [zero, one, end] = [0, 1, CHUNK].map(|n| arith::const_index(b, n));
        let count = b.body.ty(rank);
        let none = constant::int(b, count, 0);
        let made = for_loop(b, zero, end, one, &[none, zero], |b, own, carried| {
            let (smaller, place) = self.compared(b, at, own, (CmpI::Slt, bound));
            let (equal, _) = self.compared(b, at, own, (CmpI::Eq, bound));
            let is_one = arith::select(b, is_smaller, smaller, equal);
            let is_next = arith::cmpi(b, CmpI::Eq, carried[0], rank);
            let is_found = arith::andi(b, is_one, is_next);
            let found = arith::select(b, is_found, place, carried[1]);
            let more = arith::extui(b, is_one, count);
            vec![arith::addi(b, carried[0], more), found]
        });
        b.body.result(made, 1)
    }
}

/// The first of `end` chunks whose running count exceeds `rank`, by bisection.
fn chunk_of(
    b: &mut Builder<'_>,
    end: Value,
    rank: Value,
    sum_up_to: &dyn Fn(&mut Builder<'_>, Value) -> Value,
) -> Value {
    let index = b.ctx().index();
    let start = arith::const_index(b, 0);
    let found = while_loop(
        b,
        &[start, end],
        &[index, index],
        |b, range| (arith::cmpi(b, CmpI::Slt, range[0], range[1]), range.to_vec()),
        |b, range| {
            let (sum, one) = (arith::addi(b, range[0], range[1]), arith::const_index(b, 1));
            let middle = arith::shrui(b, sum, one);
            let sum = sum_up_to(b, middle);
            let is_before = arith::cmpi(b, CmpI::Sle, sum, rank);
            let next = arith::addi(b, middle, one);
            let first = arith::select(b, is_before, next, range[0]);
            vec![first, arith::select(b, is_before, range[1], middle)]
        },
    );
    b.body.result(found, 0)
}

/// A position, read as an `index`.
fn place_at(b: &mut Builder<'_>, places: Value, at: &[Value]) -> Value {
    let place = element(b, places, at);
    let index = b.ctx().index();
    arith::index_cast(b, place, index)
}
