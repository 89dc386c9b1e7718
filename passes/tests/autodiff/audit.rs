//! No op is forgotten: each has a derivative, has no float results, or has a reason for no derivative.

use crate::common::context;
use tf_dialects::differentiate::{Derivative, Differentiable, derivative, rule};
use tf_dialects::scalar::table::lookup;
use tf_dialects::shared::interfaces::has_decomposition;

/// Dialects of code that is differentiated.
const DIALECTS: [&str; 4] = ["arith", "math", "tensor", "loop"];

/// The errors that are tested.
const ERRORS: &str = include_str!("../../../test/passes/autodiff-errors.mlir");

#[test]
fn every_op_has_a_derivative_or_a_reason() {
    let ctx = context();
    let mut faults = Vec::new();
    let mut counts = [0; 6];
    for info in ctx.registry().ops().iter().filter(|info| DIALECTS.contains(&info.dialect())) {
        let Some(known) = derivative(info) else {
            faults.push(format!("{} has no derivative, and nothing says why", info.name));
            continue;
        };
        let (at, sound) = match known {
            Derivative::Formulas(formulas) => {
                let spec = lookup(&info.name).expect("formulas stand in the scalar table");
                let fits =
                    formulas.len() == spec.results() && formulas.iter().all(|f| f.len() == spec.operands());
                (0, fits && formulas.iter().all(|f| f.iter().all(|f| rule::parse(f).is_ok())))
            }
            Derivative::Rule => {
                (1, info.interface::<dyn Differentiable>().is_some() || lookup(&info.name).is_some())
            }
            Derivative::Decomposed => (2, has_decomposition(info)),
            Derivative::Pass => (3, !has_decomposition(info)),
            // A rule would never be asked.
            Derivative::NoFloats => (4, info.interface::<dyn Differentiable>().is_none()),
            Derivative::None(why) => (5, why.len() > 20),
        };
        counts[at] += 1;
        if !sound {
            faults.push(format!("{} is no {known:?}", info.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(counts.iter().all(|n| *n > 0), "{counts:?}");
}

/// The error for users names the op and its location.
#[test]
fn every_reason_is_the_text_of_an_error() {
    // No code that is differentiated can hold these: they are refused before, or come into being later.
    let unreachable = ["func.call_indirect", "arith.scaling_truncf"];
    let ctx = context();
    for info in ctx.registry().ops().iter().filter(|info| !unreachable.contains(&&*info.name)) {
        let (op, Some(Derivative::None(why))) = (&*info.name, derivative(info)) else { continue };
        let found = ERRORS
            .lines()
            .any(|line| line.contains("expected-error") && line.contains(op) && line.contains(why));
        assert!(found, "test/passes/autodiff-errors.mlir expects no error of '{op}': {why}");
    }
}
