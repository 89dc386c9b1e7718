//! Selection: the greatest and least elements, and those of a rank, are those of a sort.

use tensorforge::{Array, Device, Element, Program};

/// Rows of all kinds of elements: equal ones, zeros of both signs, infinities, NaN.
fn numbers(count: usize) -> Vec<f32> {
    let special = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0, 1e-40, f32::MAX];
    (0..count)
        .map(|i| match i % 11 {
            0 => special[i / 11 % special.len()],
            1 => 2.5,
            _ => ((i * 7919 + 13) % 1009) as f32 / 100.0 - 5.0,
        })
        .collect()
}

fn run(program: &Program, device: &Device, array: &Array) -> Vec<Array> {
    let exe = crate::sessions::session().compile(program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
    exe.call(std::slice::from_ref(array)).unwrap_or_else(|e| panic!("{device}: {e}"))
}

/// Asserts that the selection from matrices `[rows, n]` is the beginning of a sort along `axis`.
fn check<T: Element>(rows: usize, n: usize, k: usize, axis: i64, is_named: bool) {
    let shape = if axis == 0 { [n, rows] } else { [rows, n] };
    let array = Array::from_slice(&shape, &numbers(rows * n)).unwrap();
    let program = Program::trace("selected", |p| {
        let x = match (is_named, axis) {
            (false, _) => p.input::<f32>("x", shape),
            (true, 0) => p.input::<f32>("x", (p.dim("n"), rows)),
            (true, _) => p.input::<f32>("x", (rows, p.dim("n"))),
        };
        // Values out of the range of an integer type are converted.
        let x = x.to::<T>();
        let first = |x: tensorforge::Tensor| x.slice_axis(axis, 0..k as i64);
        let (greatest, of_greatest) = x.top_k(k, axis);
        let (least, of_least) = x.least_k(k, axis);
        let wanted = [first(x.sort_descending(axis)), first(x.sort(axis))];
        let places = [first(x.argsort_descending(axis)), first(x.argsort(axis))];
        let bits = |x: &tensorforge::Tensor| x.cast(tensorforge::Elem::F64).bitcast::<i64>();
        (
            (bits(&greatest), bits(&least), of_greatest, of_least),
            (bits(&wanted[0]), bits(&wanted[1]), places[0].clone(), places[1].clone()),
        )
    });
    let program = program.unwrap_or_else(|e| panic!("{e}"));
    for device in [Device::interp(), Device::cpu()] {
        let found = run(&program, &device, &array);
        for i in 0..4 {
            assert_eq!(
                found[i],
                found[4 + i],
                "{device}: result {i} of {k} of {n} in {rows} rows, axis {axis}"
            );
        }
    }
}

#[test]
fn the_greatest_and_the_least_are_the_first_of_a_sort() {
    for (rows, n, k) in
        [(3, 7, 2), (1, 1, 1), (2, 65, 1), (2, 65, 16), (3, 333, 5), (1, 1000, 250), (4, 64, 64)]
    {
        for axis in [0, 1] {
            check::<f32>(rows, n, k, axis, false);
        }
        check::<f32>(rows, n, k, 1, true);
    }
    check::<f64>(2, 100, 3, 1, false);
    check::<i8>(2, 300, 7, 1, false);
    check::<u8>(2, 300, 7, 1, false);
    check::<i64>(2, 100, 4, 1, false);
    check::<u32>(2, 100, 4, 1, true);
    check::<bool>(2, 100, 4, 1, false);
}

#[test]
fn fewer_elements_than_are_wanted_are_all() {
    let program = Program::trace("all", |p| p.input::<f32>("x", [p.dim("n")]).top_k(5, 0)).unwrap();
    for n in [0, 3, 5, 8] {
        let values: Vec<f32> = (0..n).map(|i| ((i * 5) % 7) as f32).collect();
        let mut wanted = values.clone();
        wanted.sort_by(|a, b| b.total_cmp(a));
        wanted.truncate(5);
        for device in [Device::interp(), Device::cpu()] {
            let found = run(&program, &device, &Array::from_slice(&[n], &values).unwrap());
            assert_eq!(found[0].as_slice::<f32>().unwrap(), wanted, "{device}, {n}");
        }
    }
}

#[test]
fn ranks_are_sort_positions_and_medians_have_slopes() {
    let n = 101;
    let array = Array::from_slice(&[3, n], &numbers(3 * n)).unwrap();
    for rank in [0, 1, 50, n as i64 - 1] {
        let program = Program::trace("ranked", |p| {
            let x = p.input::<f32>("x", [3, n]);
            let bits = |x: tensorforge::Tensor| x.bitcast::<i32>();
            let place = x.ranked_at(rank, 1).expand(1);
            // −0 and 0 are equal.
            let found = x.take_along_axis(1, place) + 0.0;
            (bits(found), bits(x.sort(1).slice_axis(1, rank..rank + 1) + 0.0))
        });
        for device in [Device::interp(), Device::cpu()] {
            let found = run(program.as_ref().unwrap(), &device, &array);
            assert_eq!(found[0], found[1], "{device}, rank {rank}");
        }
    }
    let slope = Program::trace("slope", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.grad(&x, |x| x.median(..) + 2.0 * x.top_k(2, 0).0.sum(..))
    })
    .unwrap();
    let x = Array::from_slice(&[6], &[3.0f32, 9.0, 1.0, 4.0, 7.0, 2.0]).unwrap();
    for device in [Device::interp(), Device::cpu()] {
        let found = run(&slope, &device, &x);
        assert_eq!(found[0].as_slice::<f32>().unwrap(), [0.5, 2.0, 0.0, 0.5, 2.0, 0.0], "{device}");
    }
}
