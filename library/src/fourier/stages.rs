//! Transforms of constant length in stages of small radices: Stockham's algorithm, with results in natural
//! order.

use super::plan::{Complex, Plan, Signal};
use super::roots::{self, Number, TABLE};
use tf_dialects::arith;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Dim;

/// The maximum radix of a stage, unless the length has a larger prime factor.
const RADIX: u64 = 32;

/// The largest prime factor whose stage is computed by sums; lengths with larger ones are convolutions.
pub(super) const LARGEST_PRIME: u64 = 61;

/// The prime factors of an integer, in descending order.
pub(super) fn prime_factors(mut n: u64) -> Vec<u64> {
    let mut factors = Vec::new();
    let mut prime = 2;
    while prime * prime <= n {
        while n.is_multiple_of(prime) {
            factors.push(prime);
            n /= prime;
        }
        prime += 1;
    }
    factors.extend((n > 1).then_some(n));
    factors.reverse();
    factors
}

/// The radices of the stages of a length: as few as possible within the limit, and about equal. Their product
/// is the length.
pub(super) fn radices(n: u64) -> Vec<u64> {
    let factors = prime_factors(n);
    let limit = factors.first().map_or(RADIX, |largest| RADIX.max(*largest));
    let split = |stages: usize| {
        let mut radices = vec![1; stages];
        for factor in &factors {
            let smallest = radices.iter_mut().min().expect("there is a stage");
            *smallest *= factor;
        }
        radices
    };
    let fits = |radices: &Vec<u64>| radices.iter().all(|radix| *radix <= limit);
    (1..=factors.len()).map(split).find(fits).unwrap_or_default()
}

/// One stage: sums of `radix` elements, for each of the `rest` parts that later stages combine and each of
/// the `done` positions that earlier stages have made.
struct Stage<'a> {
    plan: &'a Plan,
    radix: u64,
    rest: u64,
    done: u64,
    /// The scale of all results.
    scale: f64,
}

/// The transform of a signal whose extent along the axis is the constant `n`, times `scale`.
pub(super) fn transform(b: &mut Builder<'_>, x: Signal, plan: &Plan, n: u64, scale: f64) -> Complex {
    let radices = radices(n);
    let (mut signal, mut rest, mut done) = (x, n, 1);
    for (number, radix) in radices.iter().enumerate() {
        rest /= radix;
        let scale = if number + 1 == radices.len() { scale } else { 1.0 };
        signal = Stage { plan, radix: *radix, rest, done, scale }.build(b, &signal);
        done *= radix;
    }
    let shape = plan.shape(&[n]);
    let re = build::reshape(b, signal.re, &shape);
    let im = match signal.im {
        Some(im) => build::reshape(b, im, &shape),
        // A length of 1 has no stages.
        None => crate::constant::zero(b, b.body.ty(re)),
    };
    match radices.is_empty() {
        true => Complex { re: roots::scaled(b, re, scale), im: roots::scaled(b, im, scale) },
        false => Complex { re, im },
    }
}

impl Stage<'_> {
    /// From `[…, radix, rest, done, …]` to `[…, rest, radix, done, …]`.
    fn build(&self, b: &mut Builder<'_>, x: &Signal) -> Signal {
        let Stage { plan, radix, rest, done, .. } = *self;
        let from = plan.shape(&[radix, rest, done]);
        let re = build::reshape(b, x.re, &from);
        let im = x.im.map(|im| build::reshape(b, im, &from));
        let sums = self.sums(b);
        let twiddles = self.twiddles(b);
        let to: Vec<Extent> = plan.extents(&[rest, radix, done]);
        let result = b.ctx().tensor(to.iter().cloned().map(Dim::from_extent).collect::<Vec<_>>(), plan.elem);
        let made = build::compute(b, &to, &[result; 2], |b, at| {
            let sum = self.sum(b, Signal { re, im }, sums, at);
            let turned = self.turned(b, sum, twiddles, at);
            vec![turned.re, turned.im]
        });
        Signal { re: b.body.result(made, 0), im: Some(b.body.result(made, 1)) }
    }

    /// `exp(sign·2πi·j·k/radix)·scale` as a table of `j` and `k`.
    fn sums(&self, b: &mut Builder<'_>) -> Complex {
        let (radix, scale) = (self.radix, self.scale);
        let pairs = (0..radix * radix).map(|i| (i / radix, i % radix));
        let elements: Vec<Number> = pairs
            .map(|(j, k)| {
                let (re, im) = roots::root(self.plan.signed(j * k), radix);
                (re * scale, im * scale)
            })
            .collect();
        roots::table(b, &[radix, radix], self.plan.elem, &elements)
    }

    /// The twiddle factors `exp(sign·2πi·j·k/(radix·rest))` as a table of `j` below `rest` and `k` below
    /// `radix`, if it is small.
    fn twiddles(&self, b: &mut Builder<'_>) -> Option<Complex> {
        let (radix, rest) = (self.radix, self.rest);
        if rest == 1 || radix * rest > TABLE {
            return None;
        }
        let pairs = (0..radix * rest).map(|i| (i / radix, i % radix));
        let elements: Vec<Number> =
            pairs.map(|(j, k)| roots::root(self.plan.signed(j * k), radix * rest)).collect();
        Some(roots::table(b, &[rest, radix], self.plan.elem, &elements))
    }

    /// The sum for one element of the result.
    fn sum(&self, b: &mut Builder<'_>, x: Signal, table: Complex, at: &[Value]) -> Complex {
        let axis = self.plan.axis;
        let (part, digit, behind) = (at[axis], at[axis + 1], &at[axis + 2..]);
        let bounds = build::bounds_of(&Extent::constant(self.radix as i64));
        let elem = self.plan.elem;
        let kinds = [CombiningKind::Add; 2];
        let fold = build::fold(b, &bounds, &kinds, &[elem; 2], None, |b, j| {
            let place = [&at[..axis], &[j, part], behind].concat();
            let re = build::at_indices(b, x.re, &place);
            let w = [table.re, table.im].map(|table| build::at_indices(b, table, &[j, digit]));
            let w = Complex { re: w[0], im: w[1] };
            let Some(im) = x.im else {
                return vec![arith::mulf(b, re, w.re), arith::mulf(b, re, w.im)];
            };
            let im = build::at_indices(b, im, &place);
            let turned = roots::product(b, Complex { re, im }, w);
            vec![turned.re, turned.im]
        });
        Complex { re: b.body.result(fold, 0), im: b.body.result(fold, 1) }
    }

    /// A sum times its twiddle factor.
    fn turned(&self, b: &mut Builder<'_>, sum: Complex, table: Option<Complex>, at: &[Value]) -> Complex {
        if self.rest == 1 {
            return sum;
        }
        let place = &at[self.plan.axis..self.plan.axis + 2];
        let w = match table {
            Some(table) => {
                let [re, im] = [table.re, table.im].map(|table| build::at_indices(b, table, place));
                Complex { re, im }
            }
            None => {
                let k = arith::muli(b, place[0], place[1]);
                let n = arith::const_index(b, (self.radix * self.rest) as i64);
                roots::computed(b, k, n, self.plan.sign, self.plan.elem)
            }
        };
        roots::product(b, sum, w)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radices_multiply_to_the_length_and_are_few() {
        for (n, wanted) in [
            (2, vec![2]),
            (32, vec![32]),
            (256, vec![16, 16]),
            (1024, vec![32, 32]),
            (2048, vec![16, 16, 8]),
            (61, vec![61]),
            (122, vec![61, 2]),
            (1, vec![]),
        ] {
            assert_eq!(radices(n), wanted, "{n}");
        }
        for n in 1..3000 {
            assert_eq!(radices(n).iter().product::<u64>(), n);
        }
    }
}
