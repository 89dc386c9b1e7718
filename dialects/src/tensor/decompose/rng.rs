//! Decomposition of `tensor.rng` into integer arithmetic at each point, which fuses.

use super::super::build;
use super::super::rng::{Algorithm, Rng, RngOp, split_axis};
use super::reduce::extent_or_constant;
use super::{Decompose, named_extents};
use crate::arith::predicate::CmpI;
use crate::arith::{self, const_int};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, ExtentError};
use tf_ir::types::Type;

/// Integer arithmetic at a builder's cursor.
struct Words<'b, 'a> {
    b: &'b mut Builder<'a>,
}

/// Builds an op on two values.
type Binary<'a> = fn(&mut Builder<'a>, Value, Value) -> Value;

impl<'a> Words<'_, 'a> {
    fn number(&mut self, like: Value, value: u64) -> Value {
        let ty = self.b.body.ty(like);
        const_int(self.b, ty, value as i64)
    }

    /// The op with a constant.
    fn with(&mut self, op: Binary<'a>, x: Value, value: u64) -> Value {
        let y = self.number(x, value);
        op(self.b, x, y)
    }

    fn add(&mut self, x: Value, y: Value) -> Value {
        arith::addi(self.b, x, y)
    }

    fn xor(&mut self, x: Value, y: Value) -> Value {
        arith::xori(self.b, x, y)
    }

    /// The low and high half of 64 bits.
    fn halves(&mut self, x: Value) -> [Value; 2] {
        let i32 = self.b.ctx().i32();
        let high = self.with(arith::shrui, x, 32);
        [arith::trunci(self.b, x, i32), arith::trunci(self.b, high, i32)]
    }

    /// 64 bits from two halves.
    fn joined(&mut self, low: Value, high: Value) -> Value {
        let i64 = self.b.ctx().i64();
        let (low, high) = (arith::extui(self.b, low, i64), arith::extui(self.b, high, i64));
        let high = self.with(arith::shli, high, 32);
        arith::ori(self.b, low, high)
    }

    /// The word at a run-time index.
    fn choose(&mut self, words: &[Value], number: Value) -> Value {
        let mut chosen = words[0];
        for (i, word) in words.iter().enumerate().skip(1) {
            let i = self.number(number, i as u64);
            let here = arith::cmpi(self.b, CmpI::Eq, number, i);
            chosen = arith::select(self.b, here, *word, chosen);
        }
        chosen
    }

    fn product(&mut self, x: Value, factor: u32) -> [Value; 2] {
        let i64 = self.b.ctx().i64();
        let x = arith::extui(self.b, x, i64);
        let product = self.with(arith::muli, x, u64::from(factor));
        self.halves(product)
    }

    /// Philox4x32-10; see [`crate::scalar::rng::philox4x32`].
    fn philox(&mut self, counter: [Value; 4], key: [Value; 2]) -> [Value; 4] {
        let ([mut x0, mut x1, mut x2, mut x3], [mut k0, mut k1]) = (counter, key);
        for _ in 0..10 {
            let [low0, high0] = self.product(x0, 0xD251_1F53);
            let [low1, high1] = self.product(x2, 0xCD9E_8D57);
            let (left, right) = (self.xor(high1, x1), self.xor(high0, x3));
            (x0, x1, x2, x3) = (self.xor(left, k0), low1, self.xor(right, k1), low0);
            k0 = self.with(arith::addi, k0, 0x9E37_79B9);
            k1 = self.with(arith::addi, k1, 0xBB67_AE85);
        }
        [x0, x1, x2, x3]
    }

    fn rotated(&mut self, x: Value, by: u32) -> Value {
        let left = self.with(arith::shli, x, u64::from(by));
        let right = self.with(arith::shrui, x, u64::from(32 - by));
        arith::ori(self.b, left, right)
    }

    /// Threefry2x32 with 20 rounds; see [`crate::scalar::rng::threefry2x32`].
    fn threefry(&mut self, counter: [Value; 2], key: [Value; 2]) -> [Value; 2] {
        const ROTATIONS: [[u32; 4]; 2] = [[13, 15, 26, 6], [17, 29, 16, 24]];
        let parity = self.with(arith::xori, key[0], 0x1BD1_1BDA);
        let keys = [key[0], key[1], self.xor(parity, key[1])];
        let mut x = [self.add(counter[0], keys[0]), self.add(counter[1], keys[1])];
        for group in 0..5 {
            for by in ROTATIONS[group % 2] {
                x[0] = self.add(x[0], x[1]);
                let turned = self.rotated(x[1], by);
                x[1] = self.xor(turned, x[0]);
            }
            let next = group + 1;
            x[0] = self.add(x[0], keys[next % 3]);
            x[1] = self.add(x[1], keys[(next + 1) % 3]);
            x[1] = self.with(arith::addi, x[1], next as u64);
        }
        x
    }

    /// The hash PCG of 32 bits; see [`crate::scalar::rng::pcg`].
    fn pcg(&mut self, x: Value) -> Value {
        let scaled = self.with(arith::muli, x, 747_796_405);
        let state = self.with(arith::addi, scaled, 2_891_336_453);
        let by = self.with(arith::shrui, state, 28);
        let by = self.with(arith::addi, by, 4);
        let shifted = arith::shrui(self.b, state, by);
        let mixed = self.xor(shifted, state);
        let word = self.with(arith::muli, mixed, 277_803_737);
        let top = self.with(arith::shrui, word, 22);
        self.xor(top, word)
    }

    /// An element of this type from 32 random bits.
    fn narrowed(&mut self, word: Value, elem: Type) -> Value {
        if self.b.body.ty(word) == elem { word } else { arith::trunci(self.b, word, elem) }
    }
}

/// The blocks and elements of a result.
struct Request {
    way: Algorithm,
    state: Value,
    /// Words of the state.
    words: usize,
    extents: Vec<Extent>,
    elem: Type,
    wide: bool,
}

impl Request {
    fn elements(&self) -> Result<Extent, ExtentError> {
        self.extents.iter().try_fold(Extent::constant(1), |n, extent| n.mul(extent))
    }

    /// The axis that Threefry splits, and its extent; narrow elements require constant extents.
    fn split(&self) -> (usize, i64) {
        let extents: Vec<usize> =
            self.extents.iter().map(|e| e.as_const().unwrap_or(1).max(0) as usize).collect();
        let axis = split_axis(&extents);
        (axis, extents.get(axis).map_or(1, |n| *n as i64))
    }

    /// The increment of the counter.
    fn blocks(&self) -> Result<Extent, ExtentError> {
        let elements = self.elements()?;
        match (self.way, self.wide) {
            (Algorithm::Philox, true) => elements.ceildiv(2),
            (Algorithm::Philox, false) => elements.ceildiv(4),
            (Algorithm::Pcg, true) => elements.scale(2),
            (Algorithm::Pcg, false) | (Algorithm::Threefry, true) => Ok(elements),
            (Algorithm::Threefry, false) => {
                self.halved().iter().try_fold(Extent::constant(1), |n, e| n.mul(e))
            }
        }
    }

    /// The extents of a domain with one Threefry block per point.
    fn halved(&self) -> Vec<Extent> {
        let (axis, along) = self.split();
        let mut extents = self.extents.clone();
        if let Some(extent) = extents.get_mut(axis) {
            *extent = Extent::constant(along.div_euclid(2) + along.rem_euclid(2));
        }
        extents
    }

    /// A word of the state.
    fn word(&self, b: &mut Builder<'_>, i: usize) -> Value {
        let index = crate::arith::const_index(b, i as i64);
        build::at_indices(b, self.state, &[index])
    }

    /// The random bits of the element at these indices.
    fn bits(&self, b: &mut Builder<'_>, indices: &[Value]) -> Value {
        match self.way {
            Algorithm::Threefry => self.threefry(b, indices),
            _ => {
                let number = linear(b, indices, &self.extents);
                if self.way == Algorithm::Philox { self.philox(b, number) } else { self.pcg(b, number) }
            }
        }
    }

    fn philox(&self, b: &mut Builder<'_>, number: Value) -> Value {
        let (key, low) = (self.word(b, 0), self.word(b, 1));
        let high = if self.words == 3 { self.word(b, 2) } else { key };
        let i64 = b.ctx().i64();
        let mut w = Words { b };
        let shift = if self.wide { 1 } else { 2 };
        let block = w.with(arith::shrui, number, shift);
        let sum = w.add(low, block);
        let carry = arith::cmpi(w.b, CmpI::Ult, sum, low);
        let carry = arith::extui(w.b, carry, i64);
        let high = w.add(high, carry);
        let ([a, b], [c, d], key) = (w.halves(sum), w.halves(high), w.halves(key));
        let [x, y, z, t] = w.philox([a, b, c, d], key);
        if self.wide {
            let words = [w.joined(x, y), w.joined(z, t)];
            let place = w.with(arith::andi, number, 1);
            return w.choose(&words, place);
        }
        let place = w.with(arith::andi, number, 3);
        let word = w.choose(&[x, y, z, t], place);
        w.narrowed(word, self.elem)
    }

    fn pcg(&self, b: &mut Builder<'_>, number: Value) -> Value {
        let counter = self.word(b, 0);
        let i32 = b.ctx().i32();
        let mut w = Words { b };
        let hash = |w: &mut Words<'_, '_>, n: Value| {
            let sum = w.add(counter, n);
            let low = arith::trunci(w.b, sum, i32);
            w.pcg(low)
        };
        if self.wide {
            let first = w.with(arith::shli, number, 1);
            let second = w.with(arith::addi, first, 1);
            let (low, high) = (hash(&mut w, first), hash(&mut w, second));
            return w.joined(low, high);
        }
        let word = hash(&mut w, number);
        w.narrowed(word, self.elem)
    }

    fn threefry(&self, b: &mut Builder<'_>, indices: &[Value]) -> Value {
        let (key, counter) = (self.word(b, 0), self.word(b, 1));
        let (axis, _) = self.split();
        let mut halved = indices.to_vec();
        let mut place = None;
        if !self.wide && !indices.is_empty() {
            let mut w = Words { b };
            place = Some(w.with(arith::andi, indices[axis], 1));
            halved[axis] = w.with(arith::shrui, indices[axis], 1);
        }
        let extents = if self.wide { self.extents.clone() } else { self.halved() };
        let number = linear(b, &halved, &extents);
        let mut w = Words { b };
        let sum = w.add(counter, number);
        let (counter, key) = (w.halves(sum), w.halves(key));
        let [low, high] = w.threefry(counter, key);
        if self.wide {
            return w.joined(low, high);
        }
        let word = match place {
            Some(place) => w.choose(&[low, high], place),
            None => low,
        };
        w.narrowed(word, self.elem)
    }

    /// The next state: the counter is the second word, and a third word is its high half; PCG has only one
    /// word.
    fn next(&self, b: &mut Builder<'_>, blocks: &Extent) -> Value {
        let i64 = b.ctx().i64();
        let words = Extent::constant(self.words as i64);
        build::compute_one(b, &[words], i64, |b, indices| {
            let own = build::at_indices(b, self.state, indices);
            let counter = usize::from(self.words > 1);
            let low = self.word(b, counter);
            let blocks = extent_or_constant(b, blocks);
            let mut w = Words { b };
            let blocks = arith::index_cast(w.b, blocks, i64);
            let sum = w.add(low, blocks);
            let place = arith::index_cast(w.b, indices[0], i64);
            if self.words == 1 {
                return sum;
            }
            let carry = arith::cmpi(w.b, CmpI::Ult, sum, low);
            let carry = arith::extui(w.b, carry, i64);
            let high = w.add(own, carry);
            w.choose(&[own, sum, high], place)
        })
    }
}

/// The row-major index of a point, as an i64.
fn linear(b: &mut Builder<'_>, indices: &[Value], extents: &[Extent]) -> Value {
    let i64 = b.ctx().i64();
    let mut number = const_int(b, i64, 0);
    for (index, extent) in indices.iter().zip(extents) {
        let extent = extent_or_constant(b, extent);
        let mut w = Words { b };
        let (index, extent) = (arith::index_cast(w.b, *index, i64), arith::index_cast(w.b, extent, i64));
        let scaled = arith::muli(w.b, number, extent);
        number = w.add(scaled, index);
    }
    number
}

impl Decompose for Rng {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let view = b.body.op(op);
        let way = view.cast(Rng).and_then(RngOp::way).expect("the op is verified");
        let extents = named_extents(view, view.result(1))?;
        let elem = view.ctx().elem_type(view.result_type(1));
        let words = super::super::shape::dims(view.ctx(), view.operand_type(0))[0].as_static();
        let request = Request {
            way,
            state: view.operand(0),
            words: words.expect("the op is verified") as usize,
            extents,
            elem,
            wide: elem == view.ctx().i64(),
        };
        let blocks = request
            .blocks()
            .map_err(|e| view.error(format_args!("cannot be decomposed: the number of elements: {e}")))?;
        let bits = build::compute_one(b, &request.extents, elem, |b, indices| request.bits(b, indices));
        let next = request.next(b, &blocks);
        Ok(vec![next, bits])
    }
}
