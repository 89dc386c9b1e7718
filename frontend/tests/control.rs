//! Scalar code: comprehensions, folds, loops, conditionals; and loops on tensors.

use crate::common::{datum, elements, run, tensor, try_run, vector};
use tf_dialects::array::Array;
use tf_frontend::{Combine, Outside, Program, Tensor, values};

fn floats(array: &Array) -> &[f32] {
    array.as_slice().unwrap()
}

#[test]
fn computes_of_several_results() {
    let result = run(&[&vector(&[1.0f32, 2.0, 3.0])], |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", [n]);
        p.compute([n, n], |[i, j]| {
            let (a, b) = (x.at([&i]), x.at([&j]));
            (&a * &b, p.stack([a, b]), i.lt(j), 7u8)
        })
    });
    assert_eq!(floats(&result[0]), [1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 3.0, 6.0, 9.0]);
    assert_eq!(result[1].extents(), [3, 3, 2]);
    assert_eq!(floats(&result[1])[6..8], [2.0, 1.0]);
    assert_eq!(result[2].bytes(), [0, 1, 1, 0, 0, 1, 0, 0, 0]);
    assert_eq!(result[3].bytes(), [7; 9]);
}

#[test]
fn index_arithmetic_reaches_the_reads() {
    let x = vector(&[0.0f32, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
    let result = run(&[&x], |p| {
        let x = p.input::<f32>("x", [8]);
        (
            p.compute([4], |[i]| x.at([2 * &i + 1])),
            p.compute([8], |[i]| x.at([&i / 2])),
            p.compute([8], |[i]| x.at([(&i + 3) % 4])),
            p.compute([4], |[i]| x.at([7 - &i])),
            p.compute([3], |[i]| x.at([(&i - 2).floor_div(2) + 1])),
            p.compute([3], |[i]| x.at([(&i - 2).modulo(4)])),
            p.compute([3], |[i]| x.at([(&i - 2) / 2 + 1])),
            p.compute([3], |[i]| x.at([&i * &i])),
        )
    });
    let wanted: [&[f32]; 8] = [
        &[1.0, 3.0, 5.0, 7.0],
        &[0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0],
        &[3.0, 0.0, 1.0, 2.0, 3.0, 0.0, 1.0, 2.0],
        &[7.0, 6.0, 5.0, 4.0],
        &[0.0, 0.0, 1.0],
        &[2.0, 3.0, 0.0],
        &[0.0, 1.0, 1.0],
        &[0.0, 1.0, 4.0],
    ];
    for (found, wanted) in result.iter().zip(wanted) {
        assert_eq!(floats(found), wanted);
    }
}

/// Affine subscripts stay maps; only non-affine ones become ops.
#[test]
fn affine_subscripts_are_maps() {
    let program = Program::trace("f", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", [n]);
        p.compute([n], |[i]| x.at([2 * &i - n + 1]) + x.at([(&i + 1) / 2]))
    });
    let text = program.unwrap().to_text();
    assert!(text.contains("[%i * 2 - n + 1]") || text.contains("%i * 2"), "{text}");
    assert!(text.contains("floordiv 2"), "{text}");
    assert!(!text.contains("arith.muli") && !text.contains("arith.divsi"), "{text}");
}

#[test]
fn reads_outside() {
    let result = run(&[&vector(&[1.0f32, 2.0, 3.0])], |p| {
        let x = p.input::<f32>("x", [3]);
        let read = |outside: &Outside| p.compute([5], |[i]| x.at_with([&i - 1], outside));
        (read(&Outside::Clamp), read(&Outside::Wrap), read(&Outside::fill(9)))
    });
    assert_eq!(floats(&result[0]), [1.0, 1.0, 2.0, 3.0, 3.0]);
    assert_eq!(floats(&result[1]), [3.0, 1.0, 2.0, 3.0, 1.0]);
    assert_eq!(floats(&result[2]), [9.0, 1.0, 2.0, 3.0, 9.0]);
    let program = Program::trace("f", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.compute([3], |[i]| x.at_checked([i]))
    });
    let program = program.unwrap();
    assert!(try_run(&program, &[datum(&vector(&[1.0f32, 2.0, 3.0]))]).is_ok());
    assert!(try_run(&program, &[datum(&vector(&[1.0f32, 2.0]))]).is_err());
}

#[test]
fn folds_with_bounds_from_outer_indices() {
    let result = run(&[&vector(&[1.0f32, -2.0, 3.0, 4.0])], |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", [n]);
        let prefix = p.compute([n], |[i]| p.sum(0, &i + 1, |k| x.at([k])));
        let both = p.compute([n], |[i]| {
            p.fold(&i, n, [Combine::Max, Combine::Product], |k| (x.at([&k]), x.at([&k])))
        });
        let all = p.fold(0, n, Combine::Min, |k| x.at([k]));
        let none = p.fold(n, 0, Combine::Sum, |k| x.at([k]));
        (prefix, both, all, none)
    });
    assert_eq!(floats(&result[0]), [1.0, -1.0, 2.0, 6.0]);
    assert_eq!(floats(&result[1]), [4.0, 4.0, 4.0, 4.0]);
    assert_eq!(floats(&result[2]), [-24.0, -24.0, 12.0, 4.0]);
    assert_eq!(floats(&result[3]), [-2.0]);
    assert_eq!(floats(&result[4]), [0.0]);
}

#[test]
fn folds_nest() {
    let x = tensor(&[2, 3], &[1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let result: Vec<f32> = elements(&[&x], |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let x = p.input::<f32>("x", [n, m]);
        p.fold(0, n, Combine::Product, |i| p.sum(0, m, |j| x.at([&i, &j])))
    });
    assert_eq!(result, [90.0]);
}

#[test]
fn loops_and_conditions_per_element() {
    let starts = vector(&[1i64, 6, 7, 27]);
    let result: Vec<i32> = elements(&[&starts], |p| {
        let start = p.input::<i64>("start", [p.dim("n")]);
        p.compute([start.extent(0)], |[i]| {
            let (_, steps) = p.while_(
                (start.at([i]), 0i32),
                |(x, _)| x.gt(1),
                |(x, steps)| (p.if_((&x % 2).eq(0), || &x / 2, || 3 * &x + 1), steps + 1),
            );
            steps
        })
    });
    assert_eq!(result, [0, 8, 16, 111]);
}

#[test]
fn counted_loops_in_scalar_code() {
    let result: Vec<i64> = elements(&[&vector(&[0i64, 1, 10])], |p| {
        let n = p.input::<i64>("n", [p.dim("k")]);
        p.compute([3], |[i]| {
            let (a, _) = p.for_(0, n.at([i]), (0i64, 1i64), |_, (a, b)| (b.clone(), a + b));
            a
        })
    });
    assert_eq!(result, [0, 1, 55]);
    let evens: Vec<i64> = elements(&[], |p| p.for_step(0, 10, 4, 0i64, |i, sum| sum + i.to::<i64>()));
    assert_eq!(evens, [12]);
}

#[test]
fn loops_on_tensors() {
    let result: Vec<f32> = elements(&[&vector(&[4.0f32, 9.0])], |p| {
        let a = p.input::<f32>("a", [p.dim("n")]);
        p.for_(0, 20, a.clone(), |_, x| 0.5 * (&x + &a / &x))
    });
    assert!((result[0] - 2.0).abs() < 1e-6 && (result[1] - 3.0).abs() < 1e-6, "{result:?}");
    let result = run(&[&vector(&[1.0f32, 64.0])], |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.while_((x, 0i32), |(x, _)| x.sum(..).gt(10), |(x, n)| (x / 2, n + 1))
    });
    assert_eq!(floats(&result[0]), [0.125, 8.0]);
    assert_eq!(result[1].as_slice::<i32>().unwrap(), [3]);
}

#[test]
fn conditions_on_tensors() {
    for (scale, wanted) in [(1.0f32, [3.0f32, 3.0]), (-1.0, [0.0, 1.0])] {
        let result: Vec<f32> = elements(&[&vector(&[1.0f32 * scale, 2.0 * scale])], |p| {
            let x = p.input::<f32>("x", [p.dim("n")]);
            let (kept, _) = p.if_(
                x.sum(..).gt(0),
                || (x.sum(..).broadcast_to([x.extent(0)]), 1),
                || (p.iota::<f32>([x.extent(0)], 0), 2),
            );
            kept
        });
        assert_eq!(result, wanted);
    }
}

#[test]
fn scalar_arguments_are_passed_by_value() {
    let program = Program::trace("f", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        let (scale, times) = (p.scalar::<f32>("scale"), p.scalar::<i32>("times"));
        p.for_(0, times, x, |_, x| x * &scale)
    });
    use tf_interp::Datum;
    let args = [datum(&vector(&[1.0f32, 2.0])), Datum::Bits(3f32.to_bits().into()), Datum::Bits(2)];
    let result = try_run(&program.unwrap(), &args).unwrap();
    assert_eq!(floats(&result[0]), [9.0, 18.0]);
}

struct State {
    position: Tensor,
    velocity: Vec<Tensor>,
}
values!(State { position, velocity });

#[test]
fn structs_are_carried() {
    let result = run(&[&vector(&[1.0f32])], |p| {
        let x = p.input::<f32>("x", [1]);
        let start = State { position: x.clone(), velocity: vec![x.clone(), x] };
        p.for_(0, 3, start, |_, s| State {
            position: &s.position + &s.velocity[0],
            velocity: s.velocity.iter().map(|v| v * 2).collect(),
        })
    });
    assert_eq!((floats(&result[0]), floats(&result[2])), (&[8.0][..], &[8.0][..]));
}

/// What does not depend on the indices is computed once, before the compute.
#[test]
fn tensor_operations_leave_a_compute() {
    let program = Program::trace("f", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.compute([x.extent(0)], |[i]| {
            let centred = (&x - x.mean(..)) * 2.0;
            centred.at([i]) / x.norm(..)
        })
    });
    let program = program.unwrap();
    let text = program.to_text();
    let (before, inside) = text.split_once("tensor.compute").unwrap();
    assert_eq!(before.matches("tensor.reduce").count(), 2, "{text}");
    assert!(!inside.contains("tensor.reduce") && !inside.contains("tensor.splat"), "{text}");
    let result = try_run(&program, &[datum(&vector(&[3.0f32, 5.0]))]).unwrap();
    assert_eq!(floats(&result[0]), [-2.0 / 34f32.sqrt(), 2.0 / 34f32.sqrt()]);
}

#[test]
fn loops_are_left_early() {
    let x = tensor(&[3, 4], &[1.0f32, 2.0, 7.0, 9.0, 8.0, 1.0, 1.0, 1.0, 0.0, 1.0, 2.0, 3.0]);
    let result = run(&[&x], |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let x = p.input::<f32>("x", [n, m]);
        p.compute([n], |[row]| {
            // The sum before the first element above 5, without ones; and how many were looked at.
            let (_, sum, seen) = p.while_with(
                (0i64, 0.0f32, 0i32),
                |(i, ..)| i.lt(m),
                |l, (i, sum, seen)| {
                    let a = x.at([&row, &i]);
                    l.break_if(a.gt(5), (&i, &sum, &seen));
                    l.continue_if(a.eq(1), (&i + 1, &sum, &seen + 1));
                    (i + 1, sum + a, seen + 1)
                },
            );
            (sum, seen)
        })
    });
    assert_eq!(floats(&result[0]), [2.0, 0.0, 5.0]);
    assert_eq!(result[1].as_slice::<i32>().unwrap(), [2, 0, 4]);
}

#[test]
fn endless_loops_end_by_their_body() {
    let result = run(&[&vector(&[27i64, 1, 6])], |p| {
        let start = p.input::<i64>("start", [p.dim("n")]);
        let collatz = p.compute([p.dim("n")], |[i]| {
            p.loop_((start.at([i]), 0i32), |l, (x, steps)| {
                l.break_if(x.eq(1), (&x, &steps));
                (p.if_((&x % 2).eq(0), || &x / 2, || 3 * &x + 1), steps + 1)
            })
            .1
        });
        // On whole tensors.
        let doubled = p.loop_(start.to::<f32>(), |l, x| {
            l.break_if(x.sum(..).gt(100), &x);
            x * 2.0
        });
        (collatz, doubled)
    });
    assert_eq!(result[0].as_slice::<i32>().unwrap(), [111, 0, 8]);
    assert_eq!(floats(&result[1]), [108.0, 4.0, 24.0]);
}

#[test]
fn local_arrays() {
    let result = run(&[&vector(&[3i32, -1, 9, 1, 0, 2])], |p| {
        let n = p.dim("n");
        let x = p.input::<i32>("x", [n]);
        let counts = p.compute([n], |[i]| {
            // A histogram of the elements up to this one, in four bins; one outside counts nowhere.
            let bins = p.for_(0, &i + 1, p.local_of(4, 0i32), |k, mut bins| {
                bins.add(x.at([k]), 1);
                bins
            });
            p.stack(bins.elements())
        });
        let sorted = p.compute([n], |[i]| {
            let mut window = p.local([x.at([&i - 1]), x.at([&i]), x.at([&i + 1])]);
            for (a, b) in [(0, 1), (1, 2), (0, 1)] {
                let (low, high) = (window.get(a).min(window.get(b)), window.get(a).max(window.get(b)));
                window.set(a, low);
                window.set(b, high);
            }
            window.set(7, 100);
            (window.get(&i % 3), window.get(-5), window.len() as i32)
        });
        (counts, sorted)
    });
    let counts: Vec<i32> = result[0].as_slice::<i32>().unwrap().to_vec();
    assert_eq!(counts[..4], [0, 0, 0, 1]);
    assert_eq!(counts[20..], [1, 1, 1, 1]);
    assert_eq!(result[1].as_slice::<i32>().unwrap(), [-1, 3, 9, 0, 1, 2]);
    assert_eq!(result[2].as_slice::<i32>().unwrap(), [-1, -1, -1, 0, 0, 0]);
    assert_eq!(result[3].as_slice::<i32>().unwrap(), [3; 6]);
}

#[test]
fn counted_loops_left_early() {
    let x = tensor(&[3, 4], &[1.0f32, 1.0, 9.0, 1.0, 7.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 1.0]);
    let result = run(&[&x], |p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let x = p.input::<f32>("x", (n, m));
        let rows = p.compute([n], |[row]| {
            p.for_with(0, m, (0.0f32, 0i32), |l, i, (sum, seen)| {
                let a = x.at([&row, &i]);
                l.break_if(a.gt(5), (&sum, &seen));
                l.continue_if(a.eq(1), (&sum, &seen + 1));
                (sum + a, seen + 1)
            })
        });
        let doubled = p.for_step_with(0, 100, 3, (&x, 0i32), |l, i, (x, _)| {
            l.break_if(x.sum(..).gt(100), (&x, i.to::<i32>()));
            (x * 2.0, -1)
        });
        (rows, doubled)
    });
    assert_eq!(floats(&result[0]), [0.0, 0.0, 5.0]);
    assert_eq!(result[1].as_slice::<i32>().unwrap(), [2, 0, 4]);
    assert_eq!(floats(&result[2])[..4], [4.0, 4.0, 36.0, 4.0]);
    assert_eq!(result[3].as_slice::<i32>().unwrap(), [6]);
}

#[test]
fn switches() {
    let result = run(&[&vector(&[0i32, 1, 2, 3, -1]), &vector(&[1.0f32, 2.0])], |p| {
        let (kind, x) = (p.input::<i32>("kind", [p.dim("n")]), p.input::<f32>("x", [p.dim("m")]));
        let scalars = p.compute([p.dim("n")], |[i]| {
            p.switch(kind.at([&i]), 3, |k| match k {
                0 => (p.value(10.0f32), i.to::<i32>()),
                1 => (x.at([1]), p.value(-1i32)),
                _ => (i.to::<f32>(), p.value(-2i32)),
            })
        });
        let whole = p.switch(kind.index(0, 1), 2, |k| if k == 0 { &x + 1.0 } else { &x * 3.0 });
        (scalars, whole)
    });
    assert_eq!(floats(&result[0]), [10.0, 2.0, 2.0, 3.0, 4.0]);
    assert_eq!(result[1].as_slice::<i32>().unwrap(), [0, -1, -2, -2, -2]);
    assert_eq!(floats(&result[2]), [3.0, 6.0]);
}

#[test]
fn switches_that_make_no_sense() {
    use crate::common::error;
    let nothing = error(|p| p.switch(p.scalar::<i32>("k"), 0, |_| p.value(1i32)));
    assert_eq!(nothing, "a switch needs at least one branch");
    let kinds =
        error(|p| {
            let x = p.input::<f32>("x", [p.dim("n")]);
            p.switch(p.scalar::<i32>("k"), 2, |k| {
                if k == 0 { vec![x.clone()] } else { vec![x.clone(), x.clone()] }
            })
        });
    assert_eq!(kinds, "the branches of a switch return 1 and 2 values, but must return equally many");
}
