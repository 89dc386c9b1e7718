//! Custom calls of library functions, `@tensorforge.NAME`, for operations that StableHLO lacks.

use super::linalg::{matrices, same, shape_of};
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::types::{Class, class};
use tf_dialects::arith;
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_library::linalg::{self, Eig};

/// Builds the results of a function from its operands.
type Build = fn(&mut Lower<'_, '_>, &[Value]) -> Vec<Value>;

/// The operands of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Matrices.
    Matrices,
    /// Square matrices.
    Square,
    /// The real and the imaginary parts of square matrices.
    Parts,
    /// Three diagonals, and right-hand sides.
    Diagonals,
}

/// A function by name: its operands and its builder.
fn function(name: &str) -> Option<(Takes, Build)> {
    Some(match name {
        "qr" => (Takes::Matrices, |l, v| <[Value; 2]>::from(linalg::qr(&mut l.b, v[0])).to_vec()),
        "qr_complete" => {
            (Takes::Matrices, |l, v| <[Value; 2]>::from(linalg::qr_complete(&mut l.b, v[0])).to_vec())
        }
        "lu" => (Takes::Matrices, |l, v| {
            let made = linalg::lu(&mut l.b, v[0]);
            vec![made.factors, made.pivots, made.permutation]
        }),
        "eigh" => (Takes::Square, |l, v| <[Value; 2]>::from(linalg::eigh(&mut l.b, v[0], true)).to_vec()),
        "svd" => (Takes::Matrices, |l, v| linalg::svd(&mut l.b, v[0]).to_vec()),
        "svd_complete" => (Takes::Matrices, |l, v| linalg::svd_complete(&mut l.b, v[0]).to_vec()),
        "eigvals" => (Takes::Square, |l, v| eig(l, v[0], false, false)),
        "eig" => (Takes::Square, |l, v| eig(l, v[0], false, true)),
        "eig_left" => (Takes::Square, |l, v| eig(l, v[0], true, false)),
        "eig_both" => (Takes::Square, |l, v| eig(l, v[0], true, true)),
        "complex_eigvals" => (Takes::Parts, |l, v| complex_eig(l, v, false, false)),
        "complex_eig" => (Takes::Parts, |l, v| complex_eig(l, v, false, true)),
        "complex_eig_left" => (Takes::Parts, |l, v| complex_eig(l, v, true, false)),
        "complex_eig_both" => (Takes::Parts, |l, v| complex_eig(l, v, true, true)),
        "complex_schur" => {
            (Takes::Parts, |l, v| linalg::complex_schur(&mut l.b, [v[0], v[1]]).as_flattened().to_vec())
        }
        "schur" => (Takes::Square, |l, v| linalg::schur(&mut l.b, v[0]).to_vec()),
        "tridiagonal_solve" => {
            (Takes::Diagonals, |l, v| vec![linalg::tridiagonal_solve(&mut l.b, v[0], v[1], v[2], v[3])])
        }
        _ => return None,
    })
}

/// The eigenvalues, and the requested left and right eigenvectors: real and imaginary parts of each.
fn eig(l: &mut Lower<'_, '_>, a: Value, left: bool, right: bool) -> Vec<Value> {
    parts_of(&linalg::eig(&mut l.b, a, left, right))
}

/// As [`eig`], of complex matrices.
fn complex_eig(l: &mut Lower<'_, '_>, parts: &[Value], left: bool, right: bool) -> Vec<Value> {
    parts_of(&linalg::complex_eig(&mut l.b, [parts[0], parts[1]], left, right))
}

fn parts_of(found: &Eig) -> Vec<Value> {
    let vectors = [found.left, found.right].into_iter().flatten().flatten();
    found.values.into_iter().chain(vectors).collect()
}

/// `stablehlo.custom_call @tensorforge.NAME`
pub(super) fn call(l: &mut Lower<'_, '_>, op: OpRef<'_>, name: &str) -> Done {
    let Some((takes, build)) = function(name) else {
        return Err(unsupported(
            op,
            format!("calls 'tensorforge.{name}', which is not a function of the library"),
        ));
    };
    l.tensors_only(op)?;
    let count = check(l, op, takes)?;
    let operands = (0..count).map(|i| l.operand(op, i)).collect::<Done<Vec<Value>>>()?;
    let made = build(l, &operands);
    if made.len() != op.result_count() {
        return Err(invalid(op, format!("has {} result(s)", made.len())));
    }
    for (i, value) in made.into_iter().enumerate() {
        // The library returns positions as i64; programs may use i32.
        let elem = l.ctx().elem_type(l.result_type(op, i)?);
        let narrower = class(l.ctx(), l.type_of(value)) == Some(Class::Signed)
            && class(l.ctx(), elem) == Some(Class::Signed)
            && l.ctx().scalar_width(elem) < Some(64);
        let value = if narrower { l.cast(arith::Trunci, value, elem) } else { value };
        l.define(op, i, value)?;
    }
    Ok(())
}

/// Operands that specify the extents of results, which follow from those of the other operands: a list of
/// positions.
const SHAPES: &str = "indices_of_shape_operands";

/// Refuses operands that do not fit the function; else returns the operand count.
fn check(l: &Lower<'_, '_>, op: OpRef<'_>, takes: Takes) -> Done<usize> {
    let count = match takes {
        Takes::Diagonals => 4,
        Takes::Parts => 2,
        Takes::Matrices | Takes::Square => 1,
    };
    let given = op.operand_count();
    if given < count || (given > count && op.attr(SHAPES).is_none()) {
        return Err(invalid(op, format!("takes {count} operand(s), not {given}")));
    }
    let (shape, batch) = matrices(l, op, count - 1, matches!(takes, Takes::Square | Takes::Parts))?;
    if batch > 20 {
        return Err(unsupported(op, "has more than 20 batch axes"));
    }
    let elem = l.ctx().elem_type(op.operand_type(count - 1));
    for i in 0..count - 1 {
        let own = shape_of(l, op, i)?;
        let (wanted, what) = match takes {
            Takes::Parts => (&shape[..], "takes two parts of matrices, of one type"),
            _ => (&shape[..=batch], "takes diagonals [..., n], and right sides [..., n, m] of their type"),
        };
        if !same(l, &own, wanted) || l.ctx().elem_type(op.operand_type(i)) != elem {
            return Err(invalid(op, what));
        }
    }
    Ok(count)
}
