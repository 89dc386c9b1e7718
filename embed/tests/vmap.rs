//! Mapped code against the same code for one slice after the other, on every device.

use tensorforge::*;

fn trace<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("main", body).unwrap_or_else(|error| panic!("{error}"))
}

fn run(program: &Program, args: &[Array]) -> Vec<(Device, Vec<Array>)> {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    let one = |device: Device| {
        let exe = session.compile(program, &device).unwrap_or_else(|e| panic!("{device}: {e}\n{program:?}"));
        let results: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{device}: {e}\n{program:?}"));
        (device, results)
    };
    devices.into_iter().map(one).collect()
}

fn numbers(n: usize, seed: u32) -> Vec<f64> {
    let unit = |i: usize| {
        f64::from((i as u32 + 1 + 7919 * seed).wrapping_mul(2_654_435_769) >> 8) / f64::from(1u32 << 24)
    };
    (0..n).map(|i| 2.0 * unit(i) - 0.8).collect()
}

/// Maps a function of slices over the first axis of tensors of these shapes, and compares with the stack of
/// its values for each slice.
#[track_caller]
fn check(shapes: &[&[usize]], f: impl Fn(&Tracer, &[Tensor]) -> Vec<Tensor>) {
    let inputs = |p: &Tracer| -> Vec<Tensor> {
        let shapes = shapes.iter().enumerate();
        shapes.map(|(i, shape)| p.input::<f64>(&format!("x{i}"), *shape)).collect()
    };
    let arrays: Vec<Array> = shapes
        .iter()
        .enumerate()
        .map(|(i, shape)| Array::from_slice(shape, &numbers(shape.iter().product(), i as u32)).unwrap())
        .collect();
    let mapped = trace(|p| p.vmap(inputs(p), |x| f(p, &x)));
    let stacked = trace(|p| {
        let x = inputs(p);
        let slices: Vec<Vec<Tensor>> = (0..shapes[0][0] as i64)
            .map(|i| f(p, &x.iter().map(|x| x.index(0, i)).collect::<Vec<_>>()))
            .collect();
        (0..slices[0].len())
            .map(|r| p.stack_axis(0, slices.iter().map(|s| s[r].clone()).collect::<Vec<_>>()))
            .collect::<Vec<_>>()
    });
    let wanted = run(&stacked, &arrays).remove(0).1;
    for (device, found) in run(&mapped, &arrays) {
        assert_eq!(found.len(), wanted.len());
        for (i, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            assert_eq!(found.extents(), wanted.extents(), "result {i} on {device}");
            let pairs = found.scalars().zip(wanted.scalars());
            for (at, (a, b)) in pairs.enumerate() {
                let (a, b) = (a.to_f64(), b.to_f64());
                let close = (a - b).abs() <= 1e-12 * (1.0 + b.abs()) || a.is_nan() && b.is_nan();
                assert!(close, "result {i} on {device} at {at}: {a}, not {b}\n{mapped:?}");
            }
        }
    }
}

#[test]
fn elementwise_ops_and_uniform_values() {
    check(&[&[3, 4], &[3]], |p, x| {
        let weights = p.tensor([4], &[1.0, -2.0, 0.5, 3.0]);
        vec![
            (&x[0] * &weights + &x[1]).tanh(),
            x[0].gt(0).select(&x[0], &x[1]),
            x[1].gt(0).select(1.5, &x[1]),
            weights.exp(),
            x[0].to::<i32>(),
        ]
    });
}

#[test]
fn ops_that_move_elements() {
    check(&[&[2, 3, 4]], |p, x| {
        let x = &x[0];
        vec![
            x.t(),
            x.reshape([2, 6]),
            x.slice((1.., ..2)),
            x.flip(0),
            x.pad(1, 1, 2, 0.5),
            p.concat(0, [x, &x.square()]),
            x.roll(1, 1),
            x.expand(1).broadcast_to([3, 2, 4]),
            x.take(1, p.tensor([3], &[3i32, 0, 3])),
            x.set_at([p.tensor([2], &[2i32, 0])], p.zeros::<f64>([2, 4])),
        ]
    });
}

#[test]
fn reductions_products_scans_and_sorts() {
    check(&[&[3, 4, 5], &[3, 5]], |p, x| {
        let (a, b) = (&x[0], &x[1]);
        let other = p.tensor([5, 2], &numbers(10, 9));
        vec![
            a.sum(0),
            a.amax(..),
            a.prod(-1),
            a.argmax(1),
            a.matmul(b),
            a.matmul(&other),
            a.t().matmul(a),
            p.einsum("ij,j->i", [a, b]),
            a.softmax(-1),
            b.outer(b),
        ]
    });
}

#[test]
fn scalar_code_with_computed_indices() {
    check(&[&[3, 6], &[3, 4]], |p, x| {
        let sums = p.compute([4], |[i]| {
            p.fold(0, 3, Combine::Sum, |k| x[0].at([&i + &k]) * x[1].at([&k])) + x[1].at([i])
        });
        let picked = p.compute([6], |[i]| {
            let place = (x[0].at([&i]).abs() * 4.0).to::<i32>();
            x[1].at([place])
        });
        let counts = p.scatter([6], [(p.zeros::<f64>([3]), Combine::Sum)], |[i], [counts]| {
            counts.put([(x[0].at([&i]).abs() * 2.0).to::<i32>()], x[0].at([&i]));
        });
        let [counts] = counts;
        vec![sums, picked, counts]
    });
}

/// Slices put values at different indices, some of them twice, and some out of bounds.
#[test]
fn scatters() {
    check(&[&[3, 6], &[3, 4], &[3]], |p, x| {
        let (values, start, scale) = (&x[0], &x[1], &x[2]);
        let places = (values * 4.0).floor().to::<i32>();
        let shared = p.tensor([6], &[0i32, 3, 3, 7, -1, 1]);
        let targets = [(start.clone(), Combine::Sum), (p.zeros::<f64>([4]) + 2.0, Combine::Product)];
        let [sums, products] = p.scatter([6], targets, |[i], [sums, products]| {
            let place = places.at([&i]);
            sums.put_wrap([&place], values.at([&i]) * scale);
            products.put_clamp([&place - 1], values.at([&i]));
        });
        let rows = p.scatter([2, 6], [(p.zeros::<f64>([2, 4]), Combine::Max)], |[r, i], [rows]| {
            rows.put([&r, &places.at([&i]).to::<i64>()], values.at([&i]) * (&r + 1).to::<f64>());
        });
        let [rows] = rows;
        let looped = p.for_(0, 3, start.clone(), |k, h| {
            let next = h.at([&k]) * scale;
            h.add_at([places.at([&k]).abs() % 4], next)
        });
        vec![
            start.set_at([&places], values),
            start.set_at([&shared], values),
            p.tensor([4], &[1.0, 2.0, 3.0, 4.0]).set_at([&places], values),
            start.add_at([&shared], values),
            start.mul_at([&places], 2.0),
            start.min_at([&places], values),
            sums,
            products,
            rows,
            looped,
        ]
    });
}

#[test]
fn sorts_scans_and_random_draws() {
    check(&[&[3, 5], &[3]], |p, x| {
        let (a, s) = (&x[0], &x[1]);
        let states = p.scan(0, a, 0.5, |h, v| (h * s + v).sin());
        let (keys, from) = p.sort(0, (a, p.arange::<i32>(5)), |(a, _), (b, _)| (a * s).lt(b * s));
        let mut random = p.random((s.abs() * 100.0).to::<u64>());
        vec![
            a.sort(0),
            a.argsort(0),
            a.median(..),
            a.cumsum(0),
            a.cumprod(0),
            a.scan(0, Combine::Max.scan().reverse()),
            states,
            keys,
            from,
            random.uniform::<f64>([2]),
            random.normal::<f64>([2]) * a.slice([..2]),
        ]
    });
}

#[test]
fn loops_and_conditionals_with_divergent_slices() {
    check(&[&[5], &[5, 2]], |p, x| {
        let steps = p.for_(0, 3, x[1].clone(), |i, y| y * 0.5 + i.to::<f64>());
        let (halved, count) =
            p.while_((x[0].abs() + 1.0, 0i32), |(a, _)| a.gt(0.3), |(a, count)| (a * 0.5, count + 1));
        let same = p.if_(p.tensor([1], &[1i32]).index(0, 0).gt(0), || x[0].clone(), || x[0].exp());
        let own = p.if_(x[0].gt(0.1), || x[1].sin(), || x[1].cos());
        let trips = (x[0].abs() * 5.0).to::<i32>();
        let counted = p.for_(0, &trips, p.zeros::<f64>([2]), |i, y| y + &x[1] * i.to::<f64>());
        let nested = p.for_(0, 2, x[0].clone(), |_, y| {
            p.if_(y.gt(0.0), || p.while_(y.clone(), |y| y.lt(3.0), |y| y * 2.0 + 0.1), || y.clone())
        });
        vec![steps, halved, count, same, own, counted, nested]
    });
}

#[test]
fn derivatives_in_maps_and_maps_in_derivatives() {
    check(&[&[4, 3], &[4]], |p, x| {
        let energy = |x: &Tensor| (x.roll(0, 1) * x.square()).sum(..);
        let inner = p.vmap(x[0].clone(), |v| v.sin() * &v);
        vec![
            p.grad(&x[0], |v| energy(&v) * &x[1]),
            p.jvp(&x[0], 1.0, |v| energy(&v)).1,
            p.grad(&x[0], |v| p.vmap(&v, |v| v.exp() * &x[1]).sum(..)),
            p.hessian(&x[0], |v| energy(&v)),
            inner,
        ]
    });
}

/// Code for the rows of a matrix reads the whole matrix, too.
#[test]
fn slices_next_to_the_whole() {
    let f = |p: &Tracer, row: &Tensor, all: &Tensor| {
        p.grad(row, |row| {
            let read = p.compute([3], |[i]| row.at([&i]) * all.at([&i, &(2 - &i)]));
            (read * p.einsum("i,ij,i->j", [&row, all, &row])).sum(..)
        })
    };
    let mapped = trace(|p| {
        let all = p.input::<f64>("all", [3, 3]);
        p.vmap(&all, |row| f(p, &row, &all))
    });
    let stacked = trace(|p| {
        let all = p.input::<f64>("all", [3, 3]);
        p.stack_axis(0, [0, 1, 2].map(|i| f(p, &all.index(0, i), &all)))
    });
    let args = [Array::from_slice(&[3, 3], &numbers(9, 3)).unwrap()];
    let wanted = run(&stacked, &args).remove(0).1;
    for (device, found) in run(&mapped, &args) {
        let pairs = found[0].scalars().zip(wanted[0].scalars());
        assert!(pairs.into_iter().all(|(a, b)| (a.to_f64() - b.to_f64()).abs() < 1e-12), "{device}");
    }
}

#[test]
fn code_with_custom_rules() {
    check(&[&[4, 3]], |p, x| {
        let root = |a: &Tensor| p.custom_vjp(a, |a| a.square(), |a, _, g| 7.0 * g * a);
        let turned = |a: &Tensor| p.custom_jvp(a, |a| a.square(), |a, _, t| 5.0 * t * a);
        vec![
            root(&x[0]),
            p.grad(&x[0], |a| root(&a).sum(..)),
            p.grad(&x[0], |a| turned(&a).sum(..)),
            p.jvp(&x[0], 1.0, |a| turned(&a)).1,
        ]
    });
}

#[test]
fn axes_and_nested_maps() {
    let program = trace(|p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let (a, b) = (p.input::<f64>("a", [n, m]), p.input::<f64>("b", [m, n]));
        let columns = p.vmap_axes((&a, &b), &[1, 0], -1, |(a, b)| a * 2.0 + b);
        let pairs = p.vmap(&a, |x| p.vmap(&a, |y| x.dot(&y)));
        (columns, pairs)
    });
    let (a, b) = (numbers(6, 1), numbers(6, 2));
    let args = [Array::from_slice(&[2, 3], &a).unwrap(), Array::from_slice(&[3, 2], &b).unwrap()];
    for (device, found) in run(&program, &args) {
        let (columns, pairs) = (found[0].as_slice::<f64>().unwrap(), found[1].as_slice::<f64>().unwrap());
        assert_eq!((found[0].extents(), found[1].extents()), (&[2, 3][..], &[2, 2][..]), "{device}");
        for i in 0..2 {
            for j in 0..3 {
                assert!((columns[3 * i + j] - (2.0 * a[3 * i + j] + b[2 * j + i])).abs() < 1e-12, "{device}");
            }
            for j in 0..2 {
                let wanted: f64 = (0..3).map(|k| a[3 * i + k] * a[3 * j + k]).sum();
                assert!((pairs[2 * i + j] - wanted).abs() < 1e-12, "{device}");
            }
        }
    }
}

#[test]
fn nothing_to_map_over() {
    let program = trace(|p| {
        let x = p.input::<f64>("x", (p.dim("n"), 3));
        p.vmap(&x, |x| p.while_(x.sum(..), |s| s.gt(1.0), |s| s * 0.5))
    });
    for (device, found) in run(&program, &[Array::from_slice::<f64>(&[0, 3], &[]).unwrap()]) {
        assert_eq!(found[0].extents(), [0], "{device}");
    }
}

#[test]
fn all_derivatives_at_once() {
    let program = trace(|p| {
        let x = p.input::<f64>("x", [3]);
        let f = |x: &Tensor| x.roll(0, 1).slice([0..2]) * x.slice([0..2]).square();
        let y = f(&x);
        let energy = |x: &Tensor| (x.roll(0, 1) * x.square() * x).sum(..);
        (
            p.jacobian(&x, |x| f(&x)),
            p.jacobian_forward(&x, |x| f(&x)),
            y.jacobian(&x),
            p.hessian(&x, |x| energy(&x)),
            p.jacobian(&x, |x| p.grad(&x, |x| energy(&x))),
            p.grad(&x, |x| p.jacobian(&x, |x| f(&x)).sum(..)),
        )
    });
    let x = numbers(3, 4);
    for (device, found) in run(&program, &[Array::from_slice(&[3], &x).unwrap()]) {
        // f = (x2 x0², x0 x1²), E = x2 x0³ + x0 x1³ + x1 x2³
        let jacobian = [2.0 * x[2] * x[0], 0.0, x[0] * x[0], x[1] * x[1], 2.0 * x[0] * x[1], 0.0];
        let hessian = [
            6.0 * x[2] * x[0],
            3.0 * x[1] * x[1],
            3.0 * x[0] * x[0],
            3.0 * x[1] * x[1],
            6.0 * x[0] * x[1],
            3.0 * x[2] * x[2],
            3.0 * x[0] * x[0],
            3.0 * x[2] * x[2],
            6.0 * x[1] * x[2],
        ];
        // The sum of the derivatives is 2 x2 x0 + x0² + x1² + 2 x0 x1.
        let third = [2.0 * x[2] + 2.0 * x[0] + 2.0 * x[1], 2.0 * x[1] + 2.0 * x[0], 2.0 * x[0]];
        let wanted: [(&[usize], &[f64]); 6] = [
            (&[2, 3], &jacobian),
            (&[2, 3], &jacobian),
            (&[2, 3], &jacobian),
            (&[3, 3], &hessian),
            (&[3, 3], &hessian),
            (&[3], &third),
        ];
        for (i, (found, (extents, wanted))) in found.iter().zip(wanted).enumerate() {
            assert_eq!(found.extents(), extents, "result {i} on {device}");
            for (a, b) in found.as_slice::<f64>().unwrap().iter().zip(wanted) {
                assert!((a - b).abs() < 1e-12, "result {i} on {device}: {a}, not {b}");
            }
        }
    }
}
