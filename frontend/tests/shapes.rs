//! Shapes: broadcasting, moves of elements, slices, reductions, contractions.

use crate::common::{datum, elements, run, tensor, truths, try_run, vector};
use tf_dialects::array::Array;
use tf_frontend::{Part, Program, Tensor, range};

/// `0, 1, 2 …` in a shape.
fn counting(extents: &[usize]) -> Array {
    let n: usize = extents.iter().product();
    tensor(extents, &(0..n).map(|i| i as f32).collect::<Vec<_>>())
}

fn of(extents: &[usize], op: impl FnOnce(Tensor) -> Tensor) -> Array {
    let mut results = run(&[&counting(extents)], |p| {
        let dims: Vec<_> = extents.iter().enumerate().map(|(i, _)| p.dim(&format!("n{i}"))).collect();
        op(p.input::<f32>("x", dims))
    });
    results.remove(0)
}

fn floats(array: &Array) -> &[f32] {
    array.as_slice().unwrap()
}

#[test]
fn shapes_broadcast() {
    let (a, b) = (tensor(&[2, 1], &[1.0f32, 2.0]), vector(&[10.0f32, 20.0, 30.0]));
    let result = run(&[&a, &b], |p| p.input::<f32>("a", (p.dim("n"), 1)) + p.input::<f32>("b", [p.dim("m")]));
    assert_eq!(result[0].extents(), [2, 3]);
    assert_eq!(floats(&result[0]), [11.0, 21.0, 31.0, 12.0, 22.0, 32.0]);
}

/// Extents of different names meet: equal at run time is fine, different ends the call.
#[test]
fn uncertain_extents_are_checked_when_called() {
    let program =
        Program::trace("f", |p| p.input::<f32>("a", [p.dim("n")]) + p.input::<f32>("b", [p.dim("m")]))
            .unwrap();
    let (two, three) = (datum(&counting(&[2])), datum(&counting(&[3])));
    assert_eq!(floats(&try_run(&program, &[two.clone(), two.clone()]).unwrap()[0]), [0.0, 2.0]);
    let error = try_run(&program, &[two, three]).unwrap_err();
    assert!(error.contains('2') && error.contains('3'), "{error}");
}

#[test]
fn scalars_fill_tensors() {
    let result = run(&[&counting(&[2, 2])], |p| {
        let x = p.input::<f32>("x", [2, 2]);
        let sum = x.sum(..);
        (&x + &sum, p.full([3], 2.5), p.zeros::<i32>([1]), p.ones::<bool>([2]), p.volume((2, 3)).to::<i64>())
    });
    assert_eq!(floats(&result[0]), [6.0, 7.0, 8.0, 9.0]);
    assert_eq!(result[1].as_slice::<f64>().unwrap(), [2.5; 3]);
    assert_eq!(result[2].as_slice::<i32>().unwrap(), [0]);
    assert_eq!(result[3].bytes(), [1, 1]);
    assert_eq!(result[4].as_slice::<i64>().unwrap(), [6]);
}

#[test]
fn axes_come_and_go() {
    assert_eq!(of(&[2, 3], |x| x.expand(0)).extents(), [1, 2, 3]);
    assert_eq!(of(&[2, 3], |x| x.expand(-1)).extents(), [2, 3, 1]);
    assert_eq!(of(&[2, 3], |x| x.expand(1).squeeze(1)).extents(), [2, 3]);
    assert_eq!(of(&[2, 1], |x| x.squeeze(-1)).extents(), [2]);
    assert_eq!(floats(&of(&[2, 3], |x| x.t())), [0.0, 3.0, 1.0, 4.0, 2.0, 5.0]);
    assert_eq!(of(&[2, 3, 4], |x| x.permute([2, 0, 1])).extents(), [4, 2, 3]);
    assert_eq!(of(&[2, 3, 4], |x| x.swap_axes(0, -1)).extents(), [4, 3, 2]);
    assert_eq!(floats(&of(&[2, 3], |x| x.reverse(-1))), [2.0, 1.0, 0.0, 5.0, 4.0, 3.0]);
    assert_eq!(floats(&of(&[2, 2], |x| x.reverse(..))), [3.0, 2.0, 1.0, 0.0]);
    assert_eq!(of(&[3], |x| x.broadcast_to([2, 3])).extents(), [2, 3]);
}

#[test]
fn reshapes_of_terms() {
    let result = run(&[&counting(&[2, 6])], |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", (n, 6));
        (x.reshape((2 * n, 3)), x.flatten(), x.reshape((n, -1, 2)), x.reshape((n * 3, 2)).size().to::<i64>())
    });
    let extents: Vec<&[usize]> = result.iter().map(Array::extents).collect();
    assert_eq!(extents, [&[4usize, 3][..], &[12], &[2, 3, 2], &[]]);
    assert_eq!(floats(&result[1]), floats(&counting(&[12])));
    assert_eq!(result[3].as_slice::<i64>().unwrap(), [12]);
}

#[test]
fn parts_of_tensors() {
    assert_eq!(floats(&of(&[5], |x| x.slice([1..3]))), [1.0, 2.0]);
    let inner = run(&[&counting(&[4, 3])], |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", (n + 2, 3));
        (
            x.slice((range(1, n + 1), 0)),
            x.slice_axis(0, range(0, n).step(2)),
            x.index(-1, -1),
            x.slice((..2, 1..)),
        )
    });
    assert_eq!(floats(&inner[0]), [3.0, 6.0]);
    assert_eq!(floats(&inner[1]), [0.0, 1.0, 2.0]);
    assert_eq!(floats(&inner[2]), [2.0, 5.0, 8.0, 11.0]);
    assert_eq!(floats(&inner[3]), [1.0, 2.0, 4.0, 5.0]);
    let all: [Part; 2] = [(..).into(), (-2..).into()];
    let last = of(&[2, 3], |x| x.slice(all));
    assert_eq!(floats(&last), [1.0, 2.0, 4.0, 5.0]);
}

/// Accesses that may be out of bounds are checked when the program is called.
#[test]
fn slices_that_may_be_outside_end_the_call() {
    let program = Program::trace("f", |p| p.input::<f32>("x", [p.dim("n")]).slice([1..3])).unwrap();
    assert_eq!(floats(&try_run(&program, &[datum(&counting(&[3]))]).unwrap()[0]), [1.0, 2.0]);
    assert!(try_run(&program, &[datum(&counting(&[2]))]).is_err());
}

#[test]
fn reductions_along_axes() {
    assert_eq!(floats(&of(&[2, 3], |x| x.sum(0))), [3.0, 5.0, 7.0]);
    assert_eq!(floats(&of(&[2, 3], |x| x.sum(-1))), [3.0, 12.0]);
    assert_eq!(floats(&of(&[2, 3], |x| x.sum([0, 1]))), [15.0]);
    assert_eq!(floats(&of(&[2, 3], |x| (x + 1).prod(..))), [720.0]);
    assert_eq!(floats(&of(&[2, 3], |x| x.mean(1))), [1.0, 4.0]);
    assert_eq!(floats(&of(&[2, 3], |x| (4i32 - x).max_along(0))), [4.0, 3.0, 2.0]);
    assert_eq!(floats(&of(&[2, 3], |x| (4i32 - x).min_along(1))), [2.0, -1.0]);
    assert_eq!(floats(&of(&[2, 2], |x| x.norm(1))), [1.0, 13f32.sqrt()]);
    assert_eq!(floats(&of(&[0], |x| x.max_along(..))), [f32::NEG_INFINITY]);
    let bools = |op: fn(Tensor) -> Tensor| truths(&[&counting(&[2, 2])], |p| op(p.input::<f32>("x", [2, 2])));
    assert_eq!(bools(|x| x.all(1)), [false, true]);
    assert_eq!(bools(|x| x.lt(1).any(0)), [true, false]);
    let counts: Vec<i64> = elements(&[&counting(&[5])], |p| p.input::<f32>("x", [5]).gt(1).sum(..));
    assert_eq!(counts, [3]);
    let bytes: Vec<u8> = elements(&[&vector(&[200u8, 3])], |p| p.input::<u8>("x", [2]).max_along(0));
    assert_eq!(bytes, [200]);
}

#[test]
fn kept_axes_broadcast_back() {
    let centred = of(&[2, 3], |x| &x - x.mean(-1).keep());
    assert_eq!(floats(&centred), [-1.0, 0.0, 1.0, -1.0, 0.0, 1.0]);
    assert_eq!(of(&[2, 3, 4], |x| x.sum([0, 2]).keep()).extents(), [1, 3, 1]);
    assert_eq!(of(&[2, 3], |x| x.norm(..).keep()).extents(), [1, 1]);
}

#[test]
fn products_of_matrices() {
    let (a, b) = (counting(&[2, 3]), counting(&[3, 2]));
    let square = run(&[&a, &b], |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let (a, b) = (p.input::<f32>("a", [n, m]), p.input::<f32>("b", [m, n]));
        (a.matmul(&b), a.matmul(b.index(1, 0)), b.index(1, 0).matmul(&b), b.index(1, 0).matmul(b.index(1, 1)))
    });
    assert_eq!(floats(&square[0]), [10.0, 13.0, 28.0, 40.0]);
    assert_eq!(floats(&square[1]), [10.0, 28.0]);
    assert_eq!(floats(&square[2]), [20.0, 26.0]);
    assert_eq!(floats(&square[3]), [26.0]);
}

#[test]
fn batches_of_matrices_broadcast() {
    let result = run(&[&counting(&[2, 1, 2, 2]), &counting(&[3, 2, 2])], |p| {
        let n = p.dim("n");
        p.input::<f32>("a", (n, 1, 2, 2)).matmul(p.input::<f32>("b", (3, 2, 2)))
    });
    assert_eq!(result[0].extents(), [2, 3, 2, 2]);
    // [[4, 5], [6, 7]] @ [[8, 9], [10, 11]]
    assert_eq!(floats(&result[0])[20..], [82.0, 91.0, 118.0, 131.0]);
}

#[test]
fn einsum_names_axes() {
    let args = [&counting(&[2, 2]), &counting(&[2, 2])];
    let result = run(&args, |p| {
        let (a, b) = (p.input::<f32>("a", [2, 2]), p.input::<f32>("b", [2, 2]));
        let c = b.to::<f64>();
        (
            p.einsum("ii->", [&a]),
            p.einsum("ij,kj", [&a, &b]),
            p.einsum("ij,ij->j", [a.clone(), c]),
            a.index(0, 1).outer(b.index(0, 1)),
        )
    });
    assert_eq!(floats(&result[0]), [3.0]);
    assert_eq!(floats(&result[1]), [1.0, 3.0, 3.0, 13.0]);
    assert_eq!(result[2].as_slice::<f64>().unwrap(), [4.0, 10.0]);
    assert_eq!(floats(&result[3]), [4.0, 6.0, 6.0, 9.0]);
}

#[test]
fn indices_and_constants() {
    let result = run(&[], |p| {
        let table = p.tensor([2, 2], &[1u8, 2, 3, 4]);
        let array = p.array(&counting(&[3]));
        (
            table,
            array,
            p.iota::<f32>((2, 2), 1),
            p.arange::<i32>(3),
            p.indices((2, 2)),
            p.stack([1, 2]),
            p.constant(7i64),
        )
    });
    assert_eq!(result[0].bytes(), [1, 2, 3, 4]);
    assert_eq!(floats(&result[1]), [0.0, 1.0, 2.0]);
    assert_eq!(floats(&result[2]), [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(result[3].as_slice::<i32>().unwrap(), [0, 1, 2]);
    assert_eq!(result[4].as_slice::<i64>().unwrap(), [0, 0, 1, 1]);
    assert_eq!(result[5].as_slice::<i64>().unwrap(), [0, 1, 0, 1]);
    assert_eq!(result[6].as_slice::<i32>().unwrap(), [1, 2]);
    assert_eq!((result[7].rank(), result[7].as_slice::<i64>().unwrap()), (0, &[7][..]));
}

trait Rank {
    fn rank(&self) -> usize;
}

impl Rank for Array {
    fn rank(&self) -> usize {
        self.extents().len()
    }
}

#[test]
fn gathers_with_index_tensors() {
    let (x, rows) = (counting(&[3, 2]), vector(&[2i64, 0, 5, -1]));
    let result = run(&[&x, &rows], |p| {
        let (n, k) = (p.dim("n"), p.dim("k"));
        let x = p.input::<f32>("x", (n, 2));
        let rows = p.input::<i64>("rows", [k]);
        (
            x.at([&rows]),
            x.at((&rows, 1)),
            x.at_wrap((&rows, 0)),
            x.at_or((&rows, 0), -1),
            x.at((rows.expand(1), p.arange::<i64>(2))),
            x.index(0, p.constant(2)),
        )
    });
    assert_eq!(floats(&result[0]), [4.0, 5.0, 0.0, 1.0, 4.0, 5.0, 0.0, 1.0]);
    assert_eq!(floats(&result[1]), [5.0, 1.0, 5.0, 1.0]);
    assert_eq!(floats(&result[2]), [4.0, 0.0, 4.0, 4.0]);
    assert_eq!(floats(&result[3]), [4.0, 0.0, -1.0, -1.0]);
    assert_eq!(floats(&result[4]), floats(&result[0]));
    assert_eq!(floats(&result[5]), [4.0, 5.0]);
}

#[test]
fn tensors_are_joined_and_shifted() {
    let (a, b) = (counting(&[2, 3]), counting(&[2, 1]));
    let result = run(&[&a, &b], |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let (a, b) = (p.input::<f32>("a", [n, m]), p.input::<f32>("b", (n, 1)));
        let wide = p.concat(1, [&a, &b, &(&b + 10)]);
        (
            wide,
            p.concat(0, [a.to::<f64>(), b.broadcast_to([n, m]).to::<f64>()]),
            a.roll(1, 1),
            a.roll(0, -3),
            a.pad(-1, 1, n, 7),
        )
    });
    assert_eq!(floats(&result[0]), [0.0, 1.0, 2.0, 0.0, 10.0, 3.0, 4.0, 5.0, 1.0, 11.0]);
    assert_eq!(result[1].extents(), [4, 3]);
    assert_eq!(result[1].as_slice::<f64>().unwrap()[6..], [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
    assert_eq!(floats(&result[2]), [2.0, 0.0, 1.0, 5.0, 3.0, 4.0]);
    assert_eq!(floats(&result[3]), [3.0, 4.0, 5.0, 0.0, 1.0, 2.0]);
    assert_eq!(result[4].extents(), [2, 6]);
    assert_eq!(floats(&result[4])[..6], [7.0, 0.0, 1.0, 2.0, 7.0, 7.0]);
}

#[test]
fn extremes_are_found() {
    let x = tensor(&[3, 4], &[1.0f32, 5.0, 5.0, 2.0, 0.0, f32::NAN, 9.0, f32::NAN, -1.0, -1.0, -3.0, -3.0]);
    let result = run(&[&x], |p| {
        let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
        let none = p.zeros::<i32>([2, 0]);
        (x.argmax(1), x.argmin(-1), x.to::<i32>().argmax(0), none.argmax(1))
    });
    let wanted: [&[i64]; 4] = [&[1, 1, 0], &[0, 1, 2], &[0, 0, 1, 0], &[0, 0]];
    for (found, wanted) in result.iter().zip(wanted) {
        assert_eq!(found.as_slice::<i64>().unwrap(), wanted);
    }
}
