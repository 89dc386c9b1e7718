//! `(sin(A) @ cos(Bᵀ))²` against NumPy in f64, on every device: all sizes, batches on both sides, vectors.

use crate::reference::kernels::kernels_of;
use crate::reference::{is_small, l2_error, on_each_device, reference, values};
use crate::subject::product::{self, FORMS, Form};
use tensorforge::{Array, Device, Session};

/// The sum of |sin a · cos b|.
fn size_of_terms(a: &Array, b: &Array) -> f64 {
    let [a, b] = [a, b].map(|x| values(std::slice::from_ref(x)));
    a.iter().zip(&b).map(|(a, b)| (a.sin() * b.cos()).abs()).sum()
}

/// One executable for all sizes of a form; the interpreter gets the small ones.
#[test]
fn products_of_all_forms_are_those_of_numpy() {
    on_each_device(|session, device| {
        for form in FORMS {
            let program = product::program(form).unwrap();
            let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{form:?}: {e}"));
            let mut sizes = vec![[3, 4, 5], [1, 1, 1], [8, 2, 0]];
            if !is_small(device) {
                sizes.extend([[64; 3], [257, 65, 129]]);
            }
            if !is_small(device) && form == Form::Matrices {
                sizes.push([1024; 3]);
            }
            for size in sizes {
                let mut random = common::Random::new(3);
                let shapes = product::extents(form, size, 5);
                let [a, b] = shapes.each_ref().map(|shape| product::random(shape, &mut random).unwrap());
                let words =
                    shapes.map(|shape| shape.iter().map(usize::to_string).collect::<Vec<_>>().join(","));
                let wanted = reference("product.py", &words, &[&a, &b]);
                let found: Array = exe.call((&a, &b)).unwrap_or_else(|e| panic!("{form:?}: {e}"));
                let found = values(&[found]);
                let error = match form {
                    _ if size[2] == 0 => found.iter().sum::<f64>(),
                    // One element, whose terms may cancel: relative to the sum of their magnitudes.
                    Form::Vectors => (found[0] - wanted[0]).abs() / size_of_terms(&a, &b).powi(2),
                    _ => l2_error(&found, &wanted),
                };
                assert!(error < 1e-5, "{form:?} of {size:?} on {device}: relative error {error}");
            }
        }
    });
}

#[test]
fn batches_that_differ_are_an_error() {
    let session = Session::new().unwrap();
    let exe = session.compile(&product::program(Form::Pairs).unwrap(), Device::interp()).unwrap();
    let mut random = common::Random::new(1);
    let [a, b] = [2, 3].map(|batch| product::random(&[batch, 2, 2], &mut random).unwrap());
    let error = exe.call::<Array>((&a, &b)).unwrap_err().to_string();
    assert!(error.contains("batch") && error.contains('2') && error.contains('3'), "{error}");
}

#[test]
fn operands_are_made_once() {
    let session = Session::new().unwrap();
    for form in FORMS {
        let program = product::program(form).unwrap();
        // Both operands, and a copy of the transposed one as rows where it is read so. The sums and the panel
        // of tiles, which large products need, are before both versions.
        let count = kernels_of(&session, &program, usize::min);
        assert!(count.kernels <= 4 && count.temporaries <= 3 + 2, "{form:?}: {count:?}");
        // Large ones have at most: the operands and the copy, zeros for the sums, a panel, tiles, and the
        // epilogue of the sums.
        let count = kernels_of(&session, &program, usize::max);
        assert!(count.kernels <= 7 && count.temporaries <= 3 + 2, "{form:?}: {count:?}");
    }
}
