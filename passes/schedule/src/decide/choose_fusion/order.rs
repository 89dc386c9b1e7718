//! Orders short sums with several copies, so that all copies give the same bits.

use tf_dialects::arith::{FastMath, FlagSet, Mulf};
use tf_dialects::tensor::Yield;
use tf_ir::body::{Body, Op};
use tf_ir::walk::walk;

/// Makes folds add up in the order of their indices, and round products before the addition.
pub(super) fn set(body: &mut Body, sums: impl IntoIterator<Item = Op>) {
    for sum in sums {
        remove(body, sum, FastMath::REASSOC.with(FastMath::CONTRACT));
        let mut products = Vec::new();
        walk(body, sum, &mut |body, op| products.extend(is_term(body, op).then_some(op)));
        for product in products {
            remove(body, product, FastMath::CONTRACT);
        }
    }
}

/// True for a product that is a term of a fold.
fn is_term(body: &Body, op: Op) -> bool {
    let used = |value| body.users(value).iter().any(|user| body.is(*user, Yield));
    body.is(op, Mulf) && body.results(op).any(used)
}

fn remove(body: &mut Body, op: Op, flags: FastMath) {
    let rest = FastMath::from_bits(FastMath::of(body.op(op)).bits() & !flags.bits());
    body.set_attr(op, FastMath::ATTR, rest.attr(body.ctx()));
}
