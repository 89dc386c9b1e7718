//! Transforms of constant lengths with large prime factors: Bluestein's algorithm, which turns them into
//! convolutions.
//!
//! With `c(j) = exp(sign·πi·j²/n)`, `j·k = (j² + k² − (k − j)²) / 2` gives
//! `X(k) = c(k) Σ x(j) c(j) · conj c(k − j)`: a convolution, computed by transforms of a power of two.

use super::plan::{Complex, Plan, Signal};
use super::roots::{self, Number, TABLE};
use super::stages;
use crate::constant;
use tf_dialects::arith;
use tf_dialects::tensor::pad::Padding;
use tf_dialects::tensor::{Range, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Dim;

/// The transform of a signal whose extent along the axis is the constant `n`, times `scale`.
pub(super) fn transform(b: &mut Builder<'_>, x: Signal, plan: &Plan, n: u64, scale: f64) -> Complex {
    let long = (2 * n - 1).next_power_of_two();
    let chirp = Chirp { plan, n, long };
    let turned = chirp.turned(b, x, 1.0);
    let (there, back) = (plan.with_sign(-1.0), plan.with_sign(1.0));
    let [re, im] = [turned.re, turned.im].map(|part| chirp.longer(b, part));
    let spectrum = stages::transform(b, Signal { re, im: Some(im) }, &there, long, 1.0);
    let filtered = chirp.filtered(b, spectrum);
    let around = Signal { re: filtered.re, im: Some(filtered.im) };
    let sums = stages::transform(b, around, &back, long, 1.0 / long as f64);
    let [re, im] = [sums.re, sums.im].map(|part| chirp.first(b, part));
    chirp.turned(b, Signal { re, im: Some(im) }, scale)
}

struct Chirp<'a> {
    plan: &'a Plan,
    n: u64,
    long: u64,
}

impl Chirp<'_> {
    /// `x(j)·c(j)·scale`.
    fn turned(&self, b: &mut Builder<'_>, x: Signal, scale: f64) -> Complex {
        let table = (self.n <= TABLE).then(|| {
            let elements: Vec<Number> = (0..self.n)
                .map(|j| {
                    let (re, im) = self.constant(j);
                    (re * scale, im * scale)
                })
                .collect();
            roots::table(b, &[self.n], self.plan.elem, &elements)
        });
        self.plan.compute(b, self.n, |b, at| {
            let j = at[self.plan.axis];
            let w = match table {
                Some(table) => {
                    let [re, im] = [table.re, table.im].map(|table| build::at_indices(b, table, &[j]));
                    Complex { re, im }
                }
                None => {
                    let w = self.computed(b, j);
                    Complex { re: roots::scaled(b, w.re, scale), im: roots::scaled(b, w.im, scale) }
                }
            };
            let re = build::at_indices(b, x.re, at);
            match x.im {
                Some(im) => {
                    let im = build::at_indices(b, im, at);
                    roots::product(b, Complex { re, im }, w)
                }
                None => Complex { re: arith::mulf(b, re, w.re), im: arith::mulf(b, re, w.im) },
            }
        })
    }

    /// `c(j)`, from the exact square modulo `2n`.
    fn constant(&self, j: u64) -> Number {
        let square = (u128::from(j) * u128::from(j) % u128::from(2 * self.n)) as u64;
        roots::root(self.plan.signed(square), 2 * self.n)
    }

    /// Code for `c(j)` at an index.
    fn computed(&self, b: &mut Builder<'_>, j: Value) -> Complex {
        let turn = arith::const_index(b, (2 * self.n) as i64);
        let square = arith::muli(b, j, j);
        let square = arith::remui(b, square, turn);
        roots::computed(b, square, turn, self.plan.sign, self.plan.elem)
    }

    /// Padded with zeros.
    fn longer(&self, b: &mut Builder<'_>, part: Value) -> Value {
        let zero = constant::zero(b, self.plan.elem);
        let none = || Extent::constant(0);
        let paddings: Vec<Padding> = (0..self.plan.rank())
            .map(|axis| {
                let high = if axis == self.plan.axis { (self.long - self.n) as i64 } else { 0 };
                Padding { low: none(), high: Extent::constant(high), interior: 0 }
            })
            .collect();
        build::pad(b, part, zero, &paddings)
    }

    /// The first `n` elements.
    fn first(&self, b: &mut Builder<'_>, part: Value) -> Value {
        let ranges: Vec<Range> = self
            .plan
            .extents(&[self.n])
            .into_iter()
            .map(|stop| Range { start: Extent::constant(0), stop, step: 1 })
            .collect();
        build::slice(b, part, &ranges)
    }

    /// A spectrum times that of `conj c`, with periodic extension.
    fn filtered(&self, b: &mut Builder<'_>, x: Complex) -> Complex {
        let filter = match self.long <= TABLE {
            true => {
                let mut elements = vec![(0.0, 0.0); self.long as usize];
                for j in 0..self.n {
                    let (re, im) = self.constant(j);
                    elements[j as usize] = (re, -im);
                    elements[((self.long - j) % self.long) as usize] = (re, -im);
                }
                roots::table(b, &[self.long], self.plan.elem, &spectrum(&elements))
            }
            false => self.computed_filter(b),
        };
        self.plan.compute(b, self.long, |b, at| {
            let [re, im] = [x.re, x.im].map(|part| build::at_indices(b, part, at));
            let place = [at[self.plan.axis]];
            let w = [filter.re, filter.im].map(|part| build::at_indices(b, part, &place));
            roots::product(b, Complex { re, im }, Complex { re: w[0], im: w[1] })
        })
    }

    /// Code for the spectrum of `conj c`: one vector for the whole batch.
    fn computed_filter(&self, b: &mut Builder<'_>) -> Complex {
        let plan = Plan { lead: Vec::new(), behind: Vec::new(), axis: 0, ..self.plan.with_sign(-1.0) };
        let extent = Extent::constant(self.long as i64);
        let result = b.ctx().tensor([Dim::from_extent(extent.clone())], plan.elem);
        let made = build::compute(b, &[extent], &[result; 2], |b, at| {
            let [long, n] = [self.long, self.n].map(|n| arith::const_index(b, n as i64));
            let back = arith::subi(b, long, at[0]);
            let near = arith::minsi(b, at[0], back);
            let w = self.computed(b, near);
            let inside = arith::cmpi(b, arith::CmpI::Slt, near, n);
            let zero = constant::zero(b, plan.elem);
            let minus = arith::negf(b, w.im);
            vec![arith::select(b, inside, w.re, zero), arith::select(b, inside, minus, zero)]
        });
        let signal = Signal { re: b.body.result(made, 0), im: Some(b.body.result(made, 1)) };
        stages::transform(b, signal, &plan, self.long, 1.0)
    }
}

/// The spectrum of constants; their count is a power of two.
fn spectrum(x: &[Number]) -> Vec<Number> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let half = |first: usize| spectrum(&x.iter().skip(first).step_by(2).copied().collect::<Vec<_>>());
    let (even, odd) = (half(0), half(1));
    let at = |k: usize| {
        let (a, b) = (even[k % (n / 2)], roots::times(odd[k % (n / 2)], roots::root(-(k as i128), n as u64)));
        (a.0 + b.0, a.1 + b.1)
    };
    (0..n).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spectra_of_constants_are_sums() {
        let x: Vec<Number> = (0..16).map(|i| (f64::from(i % 5) - 2.0, f64::from(i % 3))).collect();
        for (k, found) in spectrum(&x).into_iter().enumerate() {
            let terms =
                x.iter().enumerate().map(|(j, x)| roots::times(*x, roots::root(-((j * k) as i128), 16)));
            let sum = terms.fold((0.0, 0.0), |a, b| (a.0 + b.0, a.1 + b.1));
            assert!((sum.0 - found.0).abs() < 1e-13 && (sum.1 - found.1).abs() < 1e-13, "{k}");
        }
    }
}
