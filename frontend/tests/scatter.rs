//! Writes at computed indices, random numbers, values between elements.

use crate::common::{datum, error, run, tensor, try_run, vector};
use tf_dialects::array::Array;
use tf_frontend::{Combine, Outside, Program, Update};

fn ints(array: &Array) -> &[i32] {
    array.as_slice().unwrap()
}

fn floats(array: &Array) -> &[f32] {
    array.as_slice().unwrap()
}

#[test]
fn scalar_code_puts_anywhere() {
    let result = run(&[&vector(&[3i32, -1, 9, 1, 3, 2])], |p| {
        let n = p.dim("n");
        let x = p.input::<i32>("x", [n]);
        let start = || p.zeros::<i32>([4]);
        let by = |combine| (start(), Update::By(combine));
        let targets = [by(Combine::Sum), by(Combine::Sum), by(Combine::Max), (start(), Update::Set)];
        p.scatter([n], targets, |[i], [counts, wrapped, greatest, last]| {
            let x = x.at([&i]);
            counts.put([&x], 1);
            wrapped.put_wrap([&x], 1);
            greatest.put_clamp([&x], &x);
            // Each point several times, and only some.
            p.for_(0, &i, (), |k, ()| last.put([&k], i.to::<i32>()));
            p.if_(x.gt(5), || counts.put([0], 10), || ());
        })
    });
    assert_eq!(ints(&result[0]), [10, 1, 1, 2]);
    assert_eq!(ints(&result[1]), [0, 2, 1, 3]);
    assert_eq!(ints(&result[2]), [0, 1, 2, 9]);
    assert_eq!(ints(&result[3]), [5, 5, 5, 5]);
}

/// `a[i] = a[2 − i]` reads the elements from before.
#[test]
fn reads_see_the_tensor_before() {
    let result = run(&[&vector(&[1i32, 2, 3])], |p| {
        let a = p.input::<i32>("a", [3]);
        p.scatter([3], [(&a, Update::Set)], |[i], [b]| b.put([&i], a.at([2 - &i])))
    });
    assert_eq!(ints(&result[0]), [3, 2, 1]);
}

#[test]
fn parts_are_changed() {
    let (x, rows) = (tensor(&[3, 2], &[1i32, 2, 3, 4, 5, 6]), vector(&[2i32, 0, 2, 7]));
    let result = run(&[&x, &rows], |p| {
        let x = p.input::<i32>("x", (p.dim("n"), 2));
        let rows = p.input::<i32>("rows", [p.dim("k")]);
        (
            x.add_at([&rows], 10),
            x.set_at((&rows, 1), p.arange::<i32>(p.dim("k"))),
            x.max_at([&rows], x.at([&rows]) * -1),
            x.xor_at((0, 0), 3),
            rows.bincount(3),
            rows.histogram(2, 0.0, 2.0),
        )
    });
    assert_eq!(ints(&result[0]), [11, 12, 3, 4, 25, 26]);
    assert_eq!(ints(&result[1]), [1, 1, 3, 4, 5, 2]);
    assert_eq!(ints(&result[2]), ints(&x));
    assert_eq!(ints(&result[3]), [2, 2, 3, 4, 5, 6]);
    assert_eq!(result[4].as_slice::<i64>().unwrap(), [1, 0, 2]);
    assert_eq!(result[5].as_slice::<i64>().unwrap(), [1, 2]);
}

#[test]
fn wrong_puts_are_refused() {
    let put = |index: usize, value: f64| {
        error(move |p| {
            let zeros = p.zeros::<i32>([2]);
            p.scatter([2], [(zeros, Combine::Sum)], |[i], [out]| out.put(vec![i; index], value))
        })
    };
    assert!(put(2, 1.0).contains("2 indices"));
    assert!(put(1, 0.5).contains("f32") || put(1, 0.5).contains("f64"));
    let outside = Program::trace("f", |p| {
        let x = p.input::<i32>("x", [p.dim("n")]);
        p.scatter([p.dim("n")], [(p.zeros::<i32>([2]), Combine::Sum)], |[i], [out]| {
            out.put_checked([x.at([i])], 1)
        })
    });
    let outside = outside.unwrap_or_else(|error| panic!("{error}"));
    assert!(try_run(&outside, &[datum(&vector(&[0i32, 1]))]).is_ok());
    assert!(try_run(&outside, &[datum(&vector(&[0i32, 2]))]).is_err());
}

#[test]
fn random_numbers_follow_from_the_seed() {
    let draw = |seed: i64| {
        run(&[&Array::from_slice(&[], &[seed]).unwrap()], |p| {
            let mut random = p.random(p.input::<i64>("seed", ()).at(()));
            let (a, b) = (random.uniform::<f32>([4000]), random.normal::<f32>([4000]));
            let dice = random.randint::<i32>(1, 7, [600]);
            let forks = p.compute([100], |[i]| random.fork(&i).uniform::<f32>(()));
            (a, b, dice, forks, random.bernoulli(0.25, [4000]).sum(..))
        })
    };
    let (first, again, other) = (draw(7), draw(7), draw(8));
    assert!(first == again && first[0] != other[0]);
    let mean = |v: &[f32]| v.iter().sum::<f32>() / v.len() as f32;
    let variance = |v: &[f32]| v.iter().map(|x| (x - mean(v)).powi(2)).sum::<f32>() / v.len() as f32;
    let (uniform, normal) = (floats(&first[0]), floats(&first[1]));
    assert!(uniform.iter().all(|x| (0.0..1.0).contains(x)));
    assert!((mean(uniform) - 0.5).abs() < 0.02 && (variance(uniform) - 1.0 / 12.0).abs() < 0.005);
    assert!(mean(normal).abs() < 0.06 && (variance(normal) - 1.0).abs() < 0.08);
    assert!((1..7).all(|side| (60..140).contains(&ints(&first[2]).iter().filter(|n| **n == side).count())));
    let mut forks = floats(&first[3]).to_vec();
    forks.sort_by(f32::total_cmp);
    forks.dedup();
    assert!(forks.len() > 98 && (mean(&forks) - 0.5).abs() < 0.12);
    assert!((900..1100).contains(&first[4].as_slice::<i64>().unwrap()[0]));
}

#[test]
fn interpolated_values_are_between_elements() {
    let x = tensor(&[2, 3], &[0.0f32, 1.0, 2.0, 10.0, 11.0, 12.0]);
    let result = run(&[&x], |p| {
        let x = p.input::<f32>("x", (p.dim("n"), 3));
        p.compute([1], |_| {
            let far = Outside::fill(0);
            (
                x.linear((0.5, 1.25)),
                x.cubic((0.5, 1.0)),
                x.linear((-3.0, 9.0)),
                x.linear_with((1.5, 0.0), &far),
            )
        })
    });
    let found: Vec<f32> = result.iter().map(|r| floats(r)[0]).collect();
    assert_eq!(found, [6.25, 6.0, 2.0, 5.0]);
}
