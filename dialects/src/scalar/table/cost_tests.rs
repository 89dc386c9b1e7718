//! The costs of the expansions are what their sources count up to.

use std::cell::Cell;

use super::lookup;
use crate::scalar::expand::{self, Expand, Width};

/// A builder that only counts, at f32: an operation is 1, a division or square root 4, a constant nothing; what
/// happens rarely is not counted beyond its test.
#[derive(Default)]
struct Count {
    operations: Cell<u16>,
}

impl Count {
    fn add(&self, operations: u16) {
        self.operations.set(self.operations.get() + operations);
    }
}

macro_rules! counted {
    ($($name:ident($($a:ident),*) $cost:literal)*) => {
        $(fn $name(&self $(, $a: ())*) {
            let _ = ($($a,)*);
            self.add($cost)
        })*
    };
}

impl Expand for Count {
    type F = ();
    type I = ();
    type M = ();

    fn width(&self) -> Width {
        Width::W32
    }
    fn c(&self, _: f64) {}
    fn int(&self, _: i64) {}
    fn ashr(&self, _: (), _: u32) {
        self.add(1);
    }
    counted! {
        add(a, b) 1 sub(a, b) 1 mul(a, b) 1 div(a, b) 4 fma(a, b, c) 1 sqrt(a) 4 neg(a) 0 abs(a) 1
        copysign(a, b) 1 roundeven(a) 1 lt(a, b) 1 le(a, b) 1 eq(a, b) 1 ne(a, b) 1 select(m, a, b) 1
        and(a, b) 1 or(a, b) 1 not(a) 0 to_bits(a) 0 of_bits(a) 0
        iadd(a, b) 1 isub(a, b) 1 imul(a, b) 1 iand(a, b) 1 ior(a, b) 1 ixor(a, b) 1 shl(a, b) 1 lshr(a, b) 1
        ieq(a, b) 1 ilt(a, b) 1 iult(a, b) 1 iselect(m, a, b) 1 to_float(a) 1
    }
    fn rarely<const N: usize>(&self, _: (), common: [(); N], _: impl FnOnce(&Self) -> [(); N]) -> [(); N] {
        self.add(1);
        common
    }
}

#[test]
fn costs_are_operation_counts() {
    let count = |name: &str, build: &dyn Fn(&Count)| {
        let counter = Count::default();
        build(&counter);
        let stated = lookup(name).unwrap_or_else(|| panic!("{name} is in the table")).cost;
        (stated != counter.operations.get()).then(|| format!("{name}: {} operations", counter.operations.get()))
    };
    let wrong: Vec<String> = [
        count("math.acos", &|e| expand::acos(e, ())),
        count("math.acosh", &|e| expand::acosh(e, ())),
        count("math.asin", &|e| expand::asin(e, ())),
        count("math.asinh", &|e| expand::asinh(e, ())),
        count("math.atan", &|e| expand::atan(e, ())),
        count("math.atan2", &|e| expand::atan2(e, (), ())),
        count("math.atanh", &|e| expand::atanh(e, ())),
        count("math.cbrt", &|e| expand::cbrt(e, ())),
        count("math.cos", &|e| expand::cos(e, ())),
        count("math.cosh", &|e| expand::cosh(e, ())),
        count("math.erf", &|e| expand::erf(e, ())),
        count("math.erfc", &|e| expand::erfc(e, ())),
        count("math.exp", &|e| expand::exp(e, ())),
        count("math.exp2", &|e| expand::exp2(e, ())),
        count("math.expm1", &|e| expand::expm1(e, ())),
        count("math.fpowi", &|e| expand::fpowi(e, (), ())),
        count("math.log", &|e| expand::log(e, ())),
        count("math.log10", &|e| expand::log10(e, ())),
        count("math.log1p", &|e| expand::log1p(e, ())),
        count("math.log2", &|e| expand::log2(e, ())),
        count("math.powf", &|e| expand::powf(e, (), ())),
        count("math.rsqrt", &|e| expand::rsqrt(e, ())),
        count("math.sin", &|e| expand::sin(e, ())),
        count("math.sincos", &|e| (expand::sin(e, ()), expand::cos(e, ())).0),
        count("math.sinh", &|e| expand::sinh(e, ())),
        count("math.tan", &|e| expand::tan(e, ())),
        count("math.tanh", &|e| expand::tanh(e, ())),
    ]
    .into_iter()
    .flatten()
    .collect();
    assert!(wrong.is_empty(), "the table states other costs than these: {wrong:#?}");
}
