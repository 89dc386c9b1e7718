//! The results that fast-math flags allow, as an interval per element, from several runs with random
//! deviations.

use crate::answers::Difference;
use crate::answers::{Answer, Run, place, result_dtypes};
use tf_dialects::scalar::{DType, Scalar};
use tf_interp::{Datum, Latitude, Machine, Stop, run_entry_with, ulp};
use tf_ir::body::Body;

/// The margin of an interval on each side, relative to its observed width.
const MARGIN: f64 = 1.0;
/// The additional margin, in ulps of the largest value.
const ULPS: f64 = 8.0;

/// The allowed results of a run.
#[derive(Clone, Debug)]
pub struct Spread {
    seed: u64,
    /// By result and element; `None` if all runs stop.
    elements: Option<Vec<(DType, Vec<usize>, Vec<Interval>)>>,
}

/// The observed values of one element.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Interval {
    low: f64,
    high: f64,
    nan: bool,
}

impl Spread {
    /// The spread of a function's results on the arguments of a run: `samples` runs with deviations, and one
    /// without. `None` if flags leave the result open, or if a run exceeds `fuel` op executions.
    pub fn of(module: &Body, entry: &str, run: &Run, samples: u64, fuel: u64) -> Option<Spread> {
        let dtypes = result_dtypes(module, entry);
        let mut spread: Option<Spread> = None;
        for sample in 0..=samples {
            let mut machine = Machine::new(module);
            machine.set_fuel(fuel);
            // The amplitudes differ: flipping a comparison may need more than the smallest error.
            let ulps = if sample == 0 { 0.0 } else { f64::from(1u32 << (sample % 4)) };
            machine.latitude = Some(Latitude::new(run.seed ^ sample << 32, ulps));
            let answer = match run_entry_with(&mut machine, entry, &run.args) {
                Err(Stop::Interrupted(..)) => return None,
                Err(Stop::Trap(_)) => None,
                Ok(results) => Some(results),
            };
            if machine.latitude.is_none_or(|l| l.undetermined) {
                return None;
            }
            let seen = answer.map(|results| intervals(&dtypes, results));
            match &mut spread {
                None => spread = Some(Spread { seed: run.seed, elements: seen }),
                Some(spread) => spread.include(seen)?,
            }
        }
        spread
    }

    /// Includes another run; `None` if it is not comparable.
    fn include(&mut self, seen: Option<Vec<(DType, Vec<usize>, Vec<Interval>)>>) -> Option<()> {
        let (all, seen) = match (&mut self.elements, seen) {
            (None, None) => return Some(()),
            (Some(all), Some(seen)) => (all, seen),
            _ => return None,
        };
        for ((_, extents, all), (_, other, seen)) in all.iter_mut().zip(seen) {
            if *extents != other {
                return None;
            }
            all.iter_mut().zip(seen).for_each(|(a, b)| a.include(b));
        }
        Some(())
    }

    /// The first element of a result outside its interval.
    pub fn difference(&self, found: &Answer) -> Option<Difference> {
        let difference = |place: String, expected: String, found: String| {
            Some(Difference { seed: self.seed, place, expected, found })
        };
        let (elements, found) = match (&self.elements, found) {
            (None, Err(_)) => return None,
            (Some(_), Err(why)) => return difference("the call".into(), "results".into(), why.clone()),
            (None, Ok(_)) => return difference("the call".into(), "a stop".into(), "results".into()),
            (Some(elements), Ok(found)) => (elements, found),
        };
        for (i, ((dtype, extents, intervals), (_, datum))) in elements.iter().zip(found).enumerate() {
            let (shape, data) = elements_of(datum);
            if shape != *extents {
                return difference(format!("result #{i}"), format!("{extents:?}"), format!("{shape:?}"));
            }
            for (at, (interval, bits)) in intervals.iter().zip(&data).enumerate() {
                let value = number(*dtype, *bits);
                if !interval.allows(*dtype, value) {
                    let place = place(i, extents, at);
                    return difference(place, interval.to_string(), format!("{value:?}"));
                }
            }
        }
        None
    }
}

fn elements_of(datum: &Datum) -> (Vec<usize>, Vec<u64>) {
    match datum {
        Datum::Dense(dense) => (dense.extents.clone(), dense.data.clone()),
        other => (Vec::new(), vec![other.bits()]),
    }
}

fn number(dtype: DType, bits: u64) -> f64 {
    Scalar::from_bits(dtype, bits).to_f64()
}

fn intervals(dtypes: &[Option<DType>], results: Vec<Datum>) -> Vec<(DType, Vec<usize>, Vec<Interval>)> {
    let one = |(dtype, datum): (&Option<DType>, Datum)| {
        let dtype = dtype.unwrap_or(DType::I64);
        let (extents, data) = elements_of(&datum);
        let intervals = data.iter().map(|bits| Interval::of(number(dtype, *bits))).collect();
        (dtype, extents, intervals)
    };
    dtypes.iter().zip(results).map(one).collect()
}

impl Interval {
    fn of(value: f64) -> Interval {
        let nan = value.is_nan();
        // NaN gives an empty interval.
        let (low, high) = if nan { (f64::INFINITY, f64::NEG_INFINITY) } else { (value, value) };
        Interval { low, high, nan }
    }

    fn include(&mut self, other: Interval) {
        self.low = self.low.min(other.low);
        self.high = self.high.max(other.high);
        self.nan |= other.nan;
    }

    fn allows(&self, dtype: DType, value: f64) -> bool {
        if value.is_nan() {
            return self.nan;
        }
        if value >= self.low && value <= self.high {
            return true;
        }
        if self.low > self.high {
            return false;
        }
        // Integers that do not depend on deviating values are exact.
        if !dtype.is_float() && self.low == self.high {
            return false;
        }
        let width = (self.high - self.low) * MARGIN;
        let largest = self.low.abs().max(self.high.abs());
        let least = if dtype.is_float() && largest.is_finite() { ULPS * ulp(dtype, largest) } else { 1.0 };
        let margin = if width.is_finite() { width.max(least) } else { f64::INFINITY };
        value >= self.low - margin && value <= self.high + margin
    }
}

impl std::fmt::Display for Interval {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Interval { low, high, nan } = self;
        match (low > high, nan) {
            (true, _) => f.write_str("NaN"),
            (false, true) => write!(f, "{low:?} to {high:?} or NaN"),
            (false, false) => write!(f, "{low:?} to {high:?}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_allow_observed_values_and_a_margin() {
        let mut interval = Interval::of(1.0);
        assert!(interval.allows(DType::F32, 1.0 + 4e-7) && !interval.allows(DType::F32, 1.00001));
        interval.include(Interval::of(1.5));
        assert!(interval.allows(DType::F32, 1.9) && !interval.allows(DType::F32, 2.1));
        assert!(!interval.allows(DType::F32, f64::NAN) && !interval.allows(DType::F32, f64::INFINITY));
        let nan = Interval::of(f64::NAN);
        assert!(nan.allows(DType::F32, f64::NAN) && !nan.allows(DType::F32, 0.0));
        let exact = Interval::of(7.0);
        assert!(exact.allows(DType::I32, 7.0) && !exact.allows(DType::I32, 8.0));
        assert!(Interval::of(f64::INFINITY).allows(DType::F32, f64::INFINITY));
        assert!(!Interval::of(f64::INFINITY).allows(DType::F32, 1.0));
    }
}
