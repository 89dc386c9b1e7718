//! Transforms of real signals, whose spectra are determined by their first half: `X(n − k) = conj X(k)`.
//!
//! A signal of even length is packed into half as many complex elements, with elements of even index as real
//! parts and those of odd index as imaginary parts. Their spectrum `Z` contains both spectra:
//! `E(k) = (Z(k) + conj Z(h − k)) / 2` and `i·O(k) = (Z(k) − conj Z(h − k)) / 2`. The signal's spectrum is
//! `E(k) + exp(−2πi·k/n)·O(k)`.

use super::plan::{Complex, Plan, Signal};
use super::roots::{self, Number, TABLE};
use super::{transform, unknown, zero_like};
use crate::constant;
use crate::expr::formula;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::shared::subscripts::Subscripts;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::{Concat, ExtentOf, Range, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Dim;

/// The first half of the spectrum of a real signal of 32 or 64 bits.
pub(super) fn spectrum_half(b: &mut Builder<'_>, wide: Value, axis: usize) -> Complex {
    let n = build::extents_of(b, wide)[axis].clone();
    match n.as_const() {
        Some(n) if n % 2 == 0 && n > 0 => Half::new(b, wide, axis, n as u64).forward(b, wide),
        None => {
            let (plan, n) = Plan::of(b, wide, axis, -1.0);
            unknown::transform(b, Signal { re: wide, im: None }, &plan, &n, &half_of(&n))
        }
        Some(_) => {
            let whole = transform(b, Signal { re: wide, im: None }, axis, -1.0, false);
            let count = half_of(&n);
            let [re, im] = [whole.re, whole.im].map(|part| first(b, part, axis, &count));
            Complex { re, im }
        }
    }
}

/// The real signal of `n` elements of 32 or 64 bits with this half spectrum.
pub(super) fn inverse_of_half(b: &mut Builder<'_>, wide: Complex, axis: usize, n: &Extent) -> Value {
    match n.as_const() {
        Some(n) if n % 2 == 0 && n > 0 => Half::new(b, wide.re, axis, n as u64).inverse(b, wide),
        _ => {
            let whole = whole_spectrum(b, wide, axis, n);
            transform(b, Signal { re: whole.re, im: Some(whole.im) }, axis, 1.0, true).re
        }
    }
}

/// The element count of the half spectrum of `n` real elements.
pub(super) fn half_of(n: &Extent) -> Extent {
    if n.as_const() == Some(0) {
        return Extent::constant(0);
    }
    let half = n.floordiv(2).and_then(|half| half.add(&Extent::constant(1)));
    half.expect("half of an extent is a small term")
}

/// The elements of an axis below `stop`.
fn first(b: &mut Builder<'_>, x: Value, axis: usize, stop: &Extent) -> Value {
    part(b, x, axis, Range { start: Extent::constant(0), stop: stop.clone(), step: 1 })
}

/// The elements of a range of an axis.
fn part(b: &mut Builder<'_>, x: Value, axis: usize, range: Range) -> Value {
    let all = |stop| Range { start: Extent::constant(0), stop, step: 1 };
    let mut ranges: Vec<Range> = build::extents_of(b, x).into_iter().map(all).collect();
    ranges[axis] = range;
    build::slice(b, x, &ranges)
}

/// The extents of a tensor with another extent along an axis.
fn with_extent(b: &Builder<'_>, x: Value, axis: usize, n: &Extent) -> Vec<Extent> {
    let mut extents = build::extents_of(b, x);
    extents[axis] = n.clone();
    extents
}

/// The whole spectrum of `n` elements from its first half.
fn whole_spectrum(b: &mut Builder<'_>, x: Complex, axis: usize, n: &Extent) -> Complex {
    let extents = with_extent(b, x.re, axis, n);
    let ctx = b.ctx();
    let elem = ctx.elem_type(b.body.ty(x.re));
    let dims: Vec<Dim> = extents.iter().cloned().map(Dim::from_extent).collect();
    let made = build::compute(b, &extents, &[ctx.tensor(dims, elem); 2], |b, at| {
        let length = ExtentOf::build(b, n);
        let k = at[axis];
        let back = arith::subi(b, length, k);
        let low = arith::cmpi(b, CmpI::Sle, k, back);
        let mut place = at.to_vec();
        place[axis] = arith::minsi(b, k, back);
        let [re, im] =
            [x.re, x.im].map(|part| build::at(b, part, &Subscripts::plain(&place), Policy::Clamp, None));
        let minus = arith::negf(b, im);
        let im_of_side = arith::select(b, low, im, minus);
        let zero = arith::const_index(b, 0);
        let alone = [(k, zero), (k, back)].map(|(a, c)| arith::cmpi(b, CmpI::Eq, a, c));
        let alone = arith::ori(b, alone[0], alone[1]);
        let none = zero_like(b, im);
        vec![re, arith::select(b, alone, none, im_of_side)]
    });
    Complex { re: b.body.result(made, 0), im: b.body.result(made, 1) }
}

/// Transforms of an even length by those of half the length.
struct Half {
    plan: Plan,
    n: u64,
    half: u64,
}

impl Half {
    fn new(b: &Builder<'_>, x: Value, axis: usize, n: u64) -> Half {
        Half { plan: Plan::of(b, x, axis, -1.0).0, n, half: n / 2 }
    }

    fn forward(&self, b: &mut Builder<'_>, x: Value) -> Complex {
        let axis = self.plan.axis;
        let stop = Extent::constant(self.n as i64);
        let [re, im] = [0, 1].map(|start| {
            part(b, x, axis, Range { start: Extent::constant(start), stop: stop.clone(), step: 2 })
        });
        let z = transform(b, Signal { re, im: Some(im) }, axis, -1.0, false);
        // The spectrum is periodic: its first element also follows its last.
        let [re, im] = [z.re, z.im].map(|part| {
            let again = first(b, part, axis, &Extent::constant(1));
            Concat::build(b, &[part, again], axis)
        });
        let roots = self.roots(b, -1.0);
        self.plan.compute(b, self.half + 1, |b, at| {
            let (ahead, back) = self.pair(b, Complex { re, im }, at);
            let w = self.root(b, roots, -1.0, at);
            let operands = [ahead.re, ahead.im, back.re, back.im, w.re, w.im];
            let re = formula(b, operands, |[ar, ai, br, bi, c, s]| {
                (ar + br + c * (ai + bi) + s * (ar - br)) * 0.5
            });
            let im = formula(b, operands, |[ar, ai, br, bi, c, s]| {
                (ai - bi + s * (ai + bi) - c * (ar - br)) * 0.5
            });
            Complex { re, im }
        })
    }

    fn inverse(&self, b: &mut Builder<'_>, x: Complex) -> Value {
        let roots = self.roots(b, 1.0);
        let z = self.plan.compute(b, self.half, |b, at| {
            let (ahead, back) = self.pair(b, x, at);
            // Element 0 packs the two elements without imaginary parts.
            let zero = arith::const_index(b, 0);
            let alone = arith::cmpi(b, CmpI::Eq, at[self.plan.axis], zero);
            let none = constant::zero(b, self.plan.elem);
            let [ai, bi] = [ahead.im, back.im].map(|im| arith::select(b, alone, none, im));
            let w = self.root(b, roots, 1.0, at);
            let operands = [ahead.re, ai, back.re, bi, w.re, w.im];
            let re = formula(b, operands, |[ar, ai, br, bi, c, s]| {
                (ar + br - c * (ai + bi) - s * (ar - br)) * 0.5
            });
            let im = formula(b, operands, |[ar, ai, br, bi, c, s]| {
                (ai - bi + c * (ar - br) - s * (ai + bi)) * 0.5
            });
            Complex { re, im }
        });
        let signal = transform(b, Signal { re: z.re, im: Some(z.im) }, self.plan.axis, 1.0, true);
        // Interleaves even and odd elements.
        let pairs = self.plan.shape(&[self.half, 1]);
        let [even, odd] = [signal.re, signal.im].map(|part| build::reshape(b, part, &pairs));
        let both = Concat::build(b, &[even, odd], self.plan.axis + 1);
        build::reshape(b, both, &self.plan.shape(&[self.n]))
    }

    /// The elements at `k` and `half − k` of `half + 1`.
    fn pair(&self, b: &mut Builder<'_>, x: Complex, at: &[Value]) -> (Complex, Complex) {
        let axis = self.plan.axis;
        let mut exprs: Vec<AffineExpr> = (0..at.len() as u32).map(AffineExpr::dim).collect();
        let mut read = |exprs: &[AffineExpr]| {
            let subscripts = Subscripts::new(exprs, at, &[]).expect("positions are small expressions");
            let [re, im] = [x.re, x.im].map(|part| build::at(b, part, &subscripts, Policy::Assumed, None));
            Complex { re, im }
        };
        let ahead = read(&exprs);
        let last = AffineExpr::constant(self.half as i64);
        exprs[axis] = last.sub(&exprs[axis]).expect("a small expression");
        (ahead, read(&exprs))
    }

    /// `exp(sign·2πi·k/n)` for `k` up to the half, if the table is small.
    fn roots(&self, b: &mut Builder<'_>, sign: f64) -> Option<Complex> {
        let plan = self.plan.with_sign(sign);
        let elements =
            || (0..=self.half).map(|k| roots::root(plan.signed(k), self.n)).collect::<Vec<Number>>();
        (self.half < TABLE).then(|| roots::table(b, &[self.half + 1], plan.elem, &elements()))
    }

    fn root(&self, b: &mut Builder<'_>, table: Option<Complex>, sign: f64, at: &[Value]) -> Complex {
        let k = at[self.plan.axis];
        match table {
            Some(table) => {
                let [re, im] = [table.re, table.im].map(|part| build::at_indices(b, part, &[k]));
                Complex { re, im }
            }
            None => {
                let n = arith::const_index(b, self.n as i64);
                roots::computed(b, k, n, sign, self.plan.elem)
            }
        }
    }
}
