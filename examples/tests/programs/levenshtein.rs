//! A table that loops fill one element at a time against NumPy, on every device.

use crate::reference::kernels::kernels;
use crate::reference::{is_small, on_each_device, reference};
use crate::subject::levenshtein;
use tensorforge::{Array, Session};

#[test]
fn distances_are_those_of_numpy() {
    let program = levenshtein::program().unwrap();
    on_each_device(|session, device| {
        let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
        let few: &[(usize, usize)] = &[(0, 0), (0, 3), (1, 1), (23, 17)];
        let many = [few, &[(1000, 1200)]].concat();
        for (n, m) in if is_small(device) { few } else { &many } {
            let (a, b) = levenshtein::texts(*n, *m, 3).unwrap();
            let wanted = reference("levenshtein.py", &[n.to_string(), m.to_string()], &[&a, &b]);
            let table: Array = exe.call((&a, &b)).unwrap_or_else(|e| panic!("{e}"));
            let found: Vec<f64> = table.as_slice::<i32>().unwrap().iter().map(|v| f64::from(*v)).collect();
            assert_eq!(found, wanted, "{n} and {m} letters on {device}");
        }
    });
}

/// The table is filled where the result has to go.
#[test]
fn the_table_is_never_copied() {
    let count = kernels(&Session::new().unwrap(), &levenshtein::program().unwrap());
    assert_eq!([count.copies, count.temporaries], [0, 0]);
}
