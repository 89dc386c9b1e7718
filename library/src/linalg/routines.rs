//! The matrix algorithms that are compiled once for extents by name, and called.

use super::factor::cholesky::{CHOLESKY, upper_factor};
use super::factor::lu::{LU, eliminated};
use super::factor::panels::WIDTH;
use super::factor::qr::{QR, decomposed};
use super::matrix::Matrices;
use super::solve::triangular::{Triangular, substituted};
use super::symmetric::eigh::{EIGH, LONG, symmetric};
use super::symmetric::svd::{SVD, singular};
use crate::routines::Routine;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Matrices up to the width of a panel have other code if their extents are constants: by columns.
const PANEL: Routine = Routine {
    name: "",
    shapes: &["00"],
    most_inline: WIDTH,
    seconds: [0.25, 0.2e-9],
    build: |_, _| Vec::new(),
};
/// Matrices up to this order have other code if their extents are constants: without products.
const DIVIDED: Routine = Routine { most_inline: LONG, ..PANEL };

/// The list of algorithms.
pub(crate) fn all() -> Vec<Routine> {
    let mut all = vec![
        Routine {
            name: SVD,
            seconds: [1.6, 1.5e-9],
            shapes: &["00", "01"],
            build: |b, v| of_matrix(b, v, |b, a| singular(b, a).to_vec()),
            ..DIVIDED
        },
        Routine {
            name: EIGH,
            seconds: [0.5, 0.3e-9],
            build: |b, v| of_matrix(b, v, |b, a| symmetric(b, a).to_vec()),
            ..DIVIDED
        },
        Routine {
            name: QR,
            shapes: &["00", "01"],
            build: |b, v| of_matrix(b, v, |b, a| decomposed(b, a).to_vec()),
            ..PANEL
        },
        Routine {
            name: LU,
            seconds: [0.25, 0.12e-9],
            shapes: &["00", "01"],
            build: |b, v| of_matrix(b, v, eliminated),
            ..PANEL
        },
        Routine { name: CHOLESKY, build: |b, v| of_matrix(b, v, |b, a| vec![upper_factor(b, a)]), ..PANEL },
    ];
    all.extend(SOLVES);
    all
}

fn of_matrix(
    b: &mut Builder<'_>,
    operands: &[Value],
    algorithm: impl FnOnce(&mut Builder<'_>, &Matrices) -> Vec<Value>,
) -> Vec<Value> {
    let a = Matrices::of(b, operands[0]);
    algorithm(b, &a)
}

const SOLVES: [Routine; 8] = [
    solve::<0>(),
    solve::<1>(),
    solve::<2>(),
    solve::<3>(),
    solve::<4>(),
    solve::<5>(),
    solve::<6>(),
    solve::<7>(),
];

/// The solution of the triangular system with this index.
const fn solve<const AT: usize>() -> Routine {
    let (name, _) = Triangular::ALGORITHMS[AT];
    let build: fn(&mut Builder<'_>, &[Value]) -> Vec<Value> =
        |b, v| vec![substituted(b, [v[0], v[1]], Triangular::ALGORITHMS[AT].1)];
    Routine { name, shapes: &["00 01", "00 0-", "00 00"], build, ..PANEL }
}
