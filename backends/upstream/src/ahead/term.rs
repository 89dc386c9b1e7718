//! Extent terms as overflow-checked `i64` arithmetic in upstream MLIR.

use super::writer::FunctionWriter;
use tf_ir::extent::{Atom, Extent, Symbol};

/// Symbols and the values that hold them.
pub(super) type Known = Vec<(Symbol, String)>;

/// A value, and a flag that is true if it does not fit 64 bits.
pub(super) struct Checked {
    pub(super) value: String,
    pub(super) bad: String,
}

/// The value of a term over symbols that are all known.
///
pub(super) fn term(code: &mut FunctionWriter<'_>, known: &Known, extent: &Extent) -> Checked {
    let bad = code.value("arith.constant false");
    evaluate(code, known, extent, bad)
}

fn evaluate(code: &mut FunctionWriter<'_>, known: &Known, extent: &Extent, mut bad: String) -> Checked {
    let mut sum = code.int(0);
    for term in extent.terms() {
        let mut product = code.int(term.coefficient());
        for atom in term.factors() {
            let factor = atom_value(code, known, atom, bad);
            let call = format!(
                "func.call @tf_mul({product}, {}, {}) : (i64, i64, i1) -> (i64, i1)",
                factor.value, factor.bad
            );
            [product, bad] = code.pair(&call);
        }
        let call = format!("func.call @tf_add({sum}, {product}, {bad}) : (i64, i64, i1) -> (i64, i1)");
        [sum, bad] = code.pair(&call);
    }
    Checked { value: sum, bad }
}

fn atom_value(code: &mut FunctionWriter<'_>, known: &Known, atom: &Atom, bad: String) -> Checked {
    match atom {
        Atom::Symbol(symbol) => {
            let found = known.iter().find(|(s, _)| s == symbol).map(|(_, value)| value.clone());
            Checked { value: found.expect("signatures determine their symbols, in this order"), bad }
        }
        Atom::FloorDiv(operand, divisor) => {
            let operand = evaluate(code, known, operand, bad);
            let divisor = code.int(*divisor);
            let call = format!("func.call @tf_floordiv({}, {divisor}) : (i64, i64) -> i64", operand.value);
            Checked { value: code.value(&call), bad: operand.bad }
        }
        Atom::Min(operands) => choose(code, known, "arith.minsi", operands, bad),
        Atom::Max(operands) => choose(code, known, "arith.maxsi", operands, bad),
    }
}

fn choose(
    code: &mut FunctionWriter<'_>,
    known: &Known,
    op: &str,
    operands: &[Extent],
    bad: String,
) -> Checked {
    let mut chosen: Option<Checked> = None;
    for operand in operands {
        chosen = Some(match chosen {
            None => evaluate(code, known, operand, bad.clone()),
            Some(first) => {
                let next = evaluate(code, known, operand, first.bad);
                Checked {
                    value: code.value(&format!("{op} {}, {} : i64", first.value, next.value)),
                    bad: next.bad,
                }
            }
        });
    }
    chosen.expect("min and max have operands")
}
