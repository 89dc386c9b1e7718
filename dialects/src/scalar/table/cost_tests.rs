//! The costs of the expansions equal the operation counts of their sources.

use std::cell::Cell;

use super::{Kind, MATH};
use crate::scalar::DType;
use crate::scalar::expand::{self, Expand, Rare, Width};

/// A builder that only counts, at f32: an operation is 1, a division or square root 4, a constant 0; of a
/// rare part, only its test counts.
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
    fn rarely<R: Rare<K, N>, const K: usize, const N: usize>(
        &self,
        rare: &R,
        args: [(); K],
        common: [(); N],
    ) -> [(); N] {
        rare.needed(self, args);
        self.add(1);
        common
    }
}

/// Every float op of the table with an expansion; the costs of the others are those of their rows.
#[test]
fn costs_are_operation_counts() {
    let mut expanded = 0;
    for spec in MATH {
        let counter = Count::default();
        let is_expansion = match spec.kind {
            Kind::FloatInt => {
                expand::fpowi(&counter, (), ());
                true
            }
            _ => expand::by_name(&counter, spec.name, &vec![(); spec.operands()]).is_some(),
        };
        if is_expansion {
            assert_eq!(spec.cost, counter.operations.get(), "cost of {}", spec.name);
            expanded += 1;
        }
    }
    assert_eq!(expanded, 27, "expansions in the table");
}

/// A name gives the expansion that the table's scalar function evaluates.
#[test]
fn names_give_the_functions_of_the_table() {
    let eval = expand::Eval32::default();
    for spec in MATH.iter().filter(|spec| spec.kind != Kind::FloatInt) {
        let operands = [0.7f32, 1.3];
        let Some(results) = expand::by_name(&eval, spec.name, &operands[..spec.operands().min(2)]) else {
            continue;
        };
        let types = [DType::F32; 2];
        let kernel =
            spec.kernel(&types[..spec.operands()], &types[..spec.results()], None).expect("float types");
        let given = operands.map(|x| u64::from(x.to_bits()));
        for (i, result) in results.iter().enumerate() {
            let stated = kernel.function(i)(kernel.ctx(), given[0], given[1], 0);
            assert_eq!(stated as u32, result.to_bits(), "{} result {i}", spec.name);
        }
    }
}
