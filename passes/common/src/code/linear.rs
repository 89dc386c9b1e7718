//! Linear forms of subscripts: a sum of index values times constants, and a constant.

use smallvec::SmallVec;
use tf_dialects::elementwise::constant::uniform;
use tf_dialects::tensor::{Access, Compute, Policy};
use tf_ir::affine::AffineMap;
use tf_ir::arithmetic::{Arithmetic, constant_int};
use tf_ir::body::{Body, Def, Value};
use tf_ir::control::as_branch;

/// Maximum number of terms of a sum, and maximum length of a chain of sums that is followed for it.
const MOST_TERMS: usize = 8;

/// A linear form: index values times constants, in the order of the values, and a constant; modulo 2^64, like
/// index arithmetic.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Linear {
    /// The values and their factors.
    pub terms: SmallVec<[(Value, i64); 2]>,
    /// The constant.
    pub constant: i64,
}

impl Linear {
    /// The linear form of a value, through sums and differences; `None` if it is too large.
    pub fn of(body: &Body, value: Value) -> Option<Linear> {
        let mut sum = Linear::default();
        sum.add(body, value, 1, MOST_TERMS)?;
        Some(sum)
    }

    /// The linear form of a map's result; `None` if it is not linear, or depends on extents.
    pub fn of_map(body: &Body, map: &AffineMap, axis: usize, values: &[Value]) -> Option<Linear> {
        let form = map.results().get(axis)?.linear_form(map.num_dims(), map.num_symbols())?;
        form.symbols.iter().all(|by| *by == 0).then_some(())?;
        let mut sum = Linear { constant: form.constant, ..Linear::default() };
        for (value, by) in values.iter().zip(&form.dims).filter(|(_, by)| **by != 0) {
            sum.add(body, *value, *by, MOST_TERMS)?;
        }
        Some(sum)
    }

    fn add(&mut self, body: &Body, value: Value, by: i64, depth: usize) -> Option<()> {
        if let Some(constant) = known(body, value, depth) {
            self.constant = self.constant.checked_add(constant.checked_mul(by)?)?;
            return Some(());
        }
        match Arithmetic::of(body, value) {
            Some(Arithmetic::Sum(a, b)) if depth > 0 => {
                self.add(body, a, by, depth - 1)?;
                self.add(body, b, by, depth - 1)
            }
            Some(Arithmetic::Difference(a, b)) if depth > 0 => {
                self.add(body, a, by, depth - 1)?;
                self.add(body, b, by.checked_neg()?, depth - 1)
            }
            _ => self.add_term(value, by),
        }
    }

    fn add_term(&mut self, value: Value, by: i64) -> Option<()> {
        match self.terms.binary_search_by_key(&value, |(value, _)| *value) {
            Ok(at) => {
                let sum = self.terms[at].1.checked_add(by)?;
                match sum {
                    0 => drop(self.terms.remove(at)),
                    _ => self.terms[at].1 = sum,
                }
            }
            Err(at) => self.terms.insert(at, (value, by)),
        }
        (self.terms.len() <= MOST_TERMS).then_some(())
    }
}

/// The integer value of a constant, of an expression of constants, or of an element of a uniform tensor.
fn known(body: &Body, value: Value, depth: usize) -> Option<i64> {
    if let Some(constant) = constant_int(body, value) {
        return Some(constant);
    }
    let depth = depth.checked_sub(1)?;
    let of = |value| known(body, value, depth);
    // Both are nonnegative, so that the order is the same for signed and unsigned integers.
    let both = |a, b| Some((of(a)?, of(b)?)).filter(|(a, b)| *a >= 0 && *b >= 0);
    match Arithmetic::of(body, value) {
        // An extended nonnegative integer keeps its value, except for a bit.
        Some(Arithmetic::Cast(narrow, _)) => {
            let is_wider = body.ty(value) == body.ctx().index() && body.ty(narrow) != body.ctx().i1();
            return of(narrow).filter(|constant| *constant >= 0 && is_wider);
        }
        Some(Arithmetic::Extent(extent)) => return extent.as_const(),
        Some(Arithmetic::Minimum(a, b, _)) => return both(a, b).map(|(a, b)| a.min(b)),
        Some(Arithmetic::Maximum(a, b, _)) => return both(a, b).map(|(a, b)| a.max(b)),
        _ => {}
    }
    let Def::Result(op, at) = body.def(value) else { return None };
    if let Some(branch) = as_branch(body, op) {
        let of_region = |region| known(body, *branch.yielded(body.op(op), region).get(at)?, depth);
        let first = of_region(0)?;
        return (1..body.regions(op).len()).all(|region| of_region(region) == Some(first)).then_some(first);
    }
    let read = Access::of_read(body.op(op)).filter(|read| read.policy == Policy::Assumed)?;
    let made = body.def_op(read.source)?;
    if let Some(constant) = body.op(made).constant() {
        return uniform(body.ctx(), constant)
            .filter(|element| !element.dtype().is_float())
            .map(|n| n.to_i64());
    }
    match body.cast(made, Compute)?.yielded()[..] {
        [yielded] if body.result_count(made) == 1 => known(body, yielded, depth),
        _ => None,
    }
}
