//! Answers that array compilers get wrong: zeros, infinities, NaN, division by zero, unsigned orders, ties.
//! Every device gives the right ones.

use tensorforge::*;

/// The results of a program of one `f32` argument, on a device.
fn floats(device: &Device, ops: &str, results: usize, x: &[f32]) -> Vec<Vec<f32>> {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let ty = "tensor<?{n}xf32>";
    let values: Vec<String> = (0..results).map(|i| format!("%r{i}")).collect();
    let types = vec![ty; results].join(", ");
    let text = format!(
        "func.func @main(%x: {ty}) -> ({types}) {{\n{ops}\nreturn {} : {types}\n}}",
        values.join(", ")
    );
    let exe =
        session.compile_text(&text, device).unwrap_or_else(|error| panic!("on {device}: {error}\n{text}"));
    let found: Vec<Array> = exe.call([Array::from_slice(&[x.len()], x).unwrap()].as_slice()).unwrap();
    found.iter().map(|a| a.as_slice::<f32>().unwrap().to_vec()).collect()
}

fn devices() -> Vec<Device> {
    let devices = crate::sessions::session().devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    devices
}

#[track_caller]
fn same(found: &[f32], wanted: &[f32], device: &Device) {
    let equal = |(a, b): (&f32, &f32)| {
        a == b && a.is_sign_negative() == b.is_sign_negative() || a.is_nan() && b.is_nan()
    };
    assert!(
        found.len() == wanted.len() && found.iter().zip(wanted).all(equal),
        "{device}: {found:?}, not {wanted:?}"
    );
}

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

#[test]
fn products_with_zero_and_differences_of_equals_keep_nan() {
    let ops = "%z = arith.constant dense<0.0> : tensor<f32>
               %zs = tensor.broadcast %z dims = [] : tensor<f32> to tensor<?{n}xf32>
               %r0 = arith.mulf %x, %zs : tensor<?{n}xf32>
               %r1 = arith.subf %x, %x : tensor<?{n}xf32>
               %r2 = arith.addf %x, %zs : tensor<?{n}xf32>";
    for device in devices() {
        let found = floats(&device, ops, 3, &[1.0, -2.0, INF, NAN, -0.0]);
        same(&found[0], &[0.0, -0.0, NAN, NAN, -0.0], &device);
        same(&found[1], &[0.0, 0.0, NAN, NAN, 0.0], &device);
        same(&found[2], &[1.0, -2.0, INF, NAN, 0.0], &device);
    }
}

#[test]
fn remainders_roots_and_fractions_of_floats() {
    let ops = "%s = arith.constant 3.0 : f32
               %t = tensor.splat %s : tensor<?{n}xf32>
               %o = arith.constant 1.0 : f32
               %one = tensor.splat %o : tensor<?{n}xf32>
               %r0 = arith.remf %x, %t : tensor<?{n}xf32>
               %r1 = math.rsqrt %x : tensor<?{n}xf32>
               %r2 = arith.divf %one, %x : tensor<?{n}xf32>
               %f = math.floor %x : tensor<?{n}xf32>
               %r3 = arith.subf %x, %f : tensor<?{n}xf32>";
    for device in devices() {
        let found = floats(&device, ops, 4, &[4.0, 0.25, -7.5, 0.0, INF]);
        same(&found[0], &[1.0, 0.25, -1.5, 0.0, NAN], &device);
        let roots = &found[1];
        assert!((roots[0] - 0.5).abs() < 1e-6 && (roots[1] - 2.0).abs() < 1e-6, "{device}: {roots:?}");
        same(&roots[2..], &[NAN, INF, 0.0], &device);
        let reciprocals: Vec<f32> = found[2].clone();
        assert!(
            (reciprocals[0] - 0.25).abs() < 1e-6 && (reciprocals[2] + 1.0 / 7.5).abs() < 1e-6,
            "{device}"
        );
        assert!(reciprocals[3] == INF && reciprocals[4] == 0.0, "{device}: {reciprocals:?}");
        same(&found[3], &[0.0, 0.25, 0.5, 0.0, NAN], &device);
    }
}

/// Divisions by vectors may be products with estimated reciprocals: zeros, infinities and the ends of the
/// range keep their quotients.
#[test]
fn quotients_at_the_ends_of_the_range() {
    let ops = "%o = arith.constant 1.0 : f32
               %one = tensor.splat %o : tensor<?{n}xf32>
               %r0 = arith.divf %one, %x : tensor<?{n}xf32>
               %r1 = arith.divf %x, %x : tensor<?{n}xf32>";
    let x = [
        3.0f32, -0.0, 0.0, -INF, INF, NAN, 1e-38, -1e-39, 2e38, -3e38, 1e-45, 0.1, 7e5, -1e-20, 1.5, 1e30,
        -2.0,
    ];
    for device in devices() {
        let found = floats(&device, ops, 2, &x);
        for (i, x) in x.into_iter().enumerate() {
            let (found, wanted) = (found[0][i], 1.0 / x);
            let near = (found - wanted).abs() <= wanted.abs() * 1e-6 + 1e-44;
            assert!(
                found == wanted || near || found.is_nan() && wanted.is_nan(),
                "{device}: 1 / {x} = {found}"
            );
            assert!(
                found.is_nan() || found.is_sign_negative() == wanted.is_sign_negative(),
                "{device}: 1 / {x}"
            );
        }
        for (i, x) in x.into_iter().enumerate().filter(|(_, x)| x.abs() > 1e-37 && x.abs() < INF) {
            assert!((found[1][i] - 1.0).abs() < 1e-5, "{device}: {x} / {x} = {}", found[1][i]);
        }
    }
}

/// The maximum of only −∞ is −∞, that of nothing too; that of long axes of negative elements is not 0.
#[test]
fn greatest_values_of_negative_data_and_of_nothing() {
    let session = crate::sessions::session();
    let text = "func.func @main(%x: tensor<?{n}xf32>) -> (tensor<f32>, tensor<f32>) {
      %r:2 = tensor.reduce [maximumf, minimumf] %x, %x dims = [0] : tensor<?{n}xf32>, tensor<?{n}xf32> to tensor<f32>, tensor<f32>
      return %r#0, %r#1 : tensor<f32>, tensor<f32>
    }";
    for device in devices() {
        let exe = session.compile_text(text, &device).unwrap();
        for (data, greatest, least) in [
            (vec![-INF; 5], -INF, -INF),
            (Vec::new(), -INF, INF),
            ((0..1100).map(|i| -1.0 - i as f32).collect(), -1.0, -1100.0),
        ] {
            let found: Vec<Array> =
                exe.call([Array::from_slice(&[data.len()], &data).unwrap()].as_slice()).unwrap();
            let value = |i: usize| found[i].as_slice::<f32>().unwrap()[0];
            assert_eq!((value(0), value(1)), (greatest, least), "{device}");
        }
    }
}

#[test]
fn integers_divide_by_zero_and_order_as_unsigned() {
    let session = crate::sessions::session();
    let ty = "tensor<?{n}xi32>";
    let text = format!(
        "func.func @main(%x: {ty}, %y: {ty}) -> ({ty}, {ty}, {ty}, {ty}, {ty}, {ty}) {{
          %0 = arith.divsi %x, %y : {ty}
          %1 = arith.divui %x, %y : {ty}
          %2 = arith.remsi %x, %y : {ty}
          %3 = arith.remui %x, %y : {ty}
          %4 = arith.minui %x, %y : {ty}
          %5 = arith.maxui %x, %y : {ty}
          return %0, %1, %2, %3, %4, %5 : {ty}, {ty}, {ty}, {ty}, {ty}, {ty}
        }}"
    );
    let (x, y) = ([7, -7, i32::MIN, -1, 5], [0, 0, -1, 1, -5]);
    let wanted: [[i32; 5]; 6] = [
        [-1, -1, i32::MIN, -1, -1],
        [-1, -1, 0, -1, 0],
        [7, -7, 0, 0, 0],
        [7, -7, i32::MIN, 0, 5],
        [0, 0, i32::MIN, 1, 5],
        [7, -7, -1, -1, -5],
    ];
    for device in devices() {
        let exe = session.compile_text(&text, &device).unwrap();
        let args = [x, y].map(|a| Array::from_slice(&[5], &a).unwrap());
        let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
        for (i, (found, wanted)) in found.iter().zip(&wanted).enumerate() {
            assert_eq!(found.as_slice::<i32>().unwrap(), wanted, "result {i} on {device}");
        }
    }
}

/// The results of a traced program on each device, and the device.
fn traced<V: Values>(body: impl FnOnce(&Tracer) -> V, args: &[Array], check: impl Fn(&Device, &[Array])) {
    let program = Program::trace("f", body).unwrap_or_else(|error| panic!("{error}"));
    let session = crate::sessions::session();
    for device in devices() {
        let exe = session.compile(&program, &device).unwrap_or_else(|error| panic!("on {device}: {error}"));
        let found: Vec<Array> = exe.call(args).unwrap_or_else(|error| panic!("on {device}: {error}"));
        check(&device, &found);
    }
}

fn array(extents: &[usize], elements: &[f32]) -> Array {
    Array::from_slice(extents, elements).unwrap()
}

/// 0, 1, 2 … in a shape.
fn counting(extents: &[usize]) -> Array {
    let n: usize = extents.iter().product();
    array(extents, &(0..n).map(|i| i as f32).collect::<Vec<_>>())
}

#[test]
fn the_sign_of_zero_is_zero() {
    let x = array(&[6], &[0.0, -0.0, 3.5, -INF, NAN, -1e-30]);
    let k = Array::from_slice(&[3], &[0i32, i32::MIN, 7]).unwrap();
    let body = |p: &Tracer| (p.input::<f32>("x", [p.dim("n")]).sign(), p.input::<i32>("k", [3]).sign());
    traced(body, &[x, k], |device, found| {
        let signs = found[0].as_slice::<f32>().unwrap();
        assert_eq!(signs[..4], [0.0, 0.0, 1.0, -1.0], "{device}");
        assert!(signs[4].is_nan() && signs[5] == -1.0, "{device}: {signs:?}");
        assert_eq!(found[1].as_slice::<i32>().unwrap(), [0, -1, 1], "{device}");
    });
}

/// Each kind of update combines as named, several times for one element.
#[test]
fn updates_at_computed_indices_use_their_combiner() {
    let x = Array::from_slice(&[3], &[0b1100i32, 0b1010, -1]).unwrap();
    let values = Array::from_slice(&[4], &[0b0110i32, 0b0101, 0b0110, 0b0011]).unwrap();
    let places = Array::from_slice(&[4], &[0i32, 1, 0, 5]).unwrap();
    let body = |p: &Tracer| {
        let x = p.input::<i32>("x", [3]);
        let v = p.input::<i32>("v", [p.dim("n")]);
        let at = p.input::<i32>("at", [p.dim("n")]);
        let sums = [x.set_at([&at], &v), x.add_at([&at], &v), x.mul_at([&at], &v), x.min_at([&at], &v)];
        (sums, [x.max_at([&at], &v), x.and_at([&at], &v), x.or_at([&at], &v), x.xor_at([&at], &v)])
    };
    let wanted: [[i32; 3]; 8] = [
        [0b0110, 0b0101, -1],
        [24, 15, -1],
        [12 * 36, 50, -1],
        [6, 5, -1],
        [12, 10, -1],
        [0b0100, 0, -1],
        [0b1110, 0b1111, -1],
        [0b1100, 0b1111, -1],
    ];
    traced(body, &[x, values, places], |device, found| {
        for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            assert_eq!(found.as_slice::<i32>().unwrap(), wanted, "way {i} on {device}");
        }
    });
}

/// `a[i] = a[n - 1 - i]` reads the tensor as it was, in a loop that could work in place, too.
#[test]
fn assignments_do_not_read_their_own_writes() {
    for n in [3, 64, 1025] {
        let body = |p: &Tracer| {
            let n = p.dim("n");
            let a = p.input::<f32>("a", [n]);
            let turn = |a: &Tensor| p.compute([n], |[i]| a.at([n - 1 - &i]));
            let put = p.scatter([n], [(&a, Update::Set)], |[i], [out]| out.put([&i], a.at([n - 1 - &i])));
            let [put] = put;
            (turn(&a), put, p.for_(0, 3, a, |_, a| turn(&a)))
        };
        let a = counting(&[n]);
        let wanted: Vec<f32> = (0..n).rev().map(|i| i as f32).collect();
        traced(body, &[a], |device, found| {
            for found in found {
                assert_eq!(found.as_slice::<f32>().unwrap(), wanted, "{n} on {device}");
            }
        });
    }
}

#[test]
fn products_take_vectors_and_batches_on_either_side() {
    let body = |p: &Tracer| {
        let (m, v) = (p.input::<f32>("m", [2, 3]), p.input::<f32>("v", [3]));
        let (one, many) = (p.input::<f32>("one", (1, 2, 3)), p.input::<f32>("many", (4, 3, 2)));
        let turned = [one.swap_axes(1, 2), many.swap_axes(1, 2)];
        (
            [m.matmul(&v), v.matmul(m.t()), v.matmul(&v), many.swap_axes(1, 2).matmul(&v)],
            [one.matmul(&many), turned[1].matmul(&turned[0]), m.matmul(&many)],
        )
    };
    let args = [counting(&[2, 3]), counting(&[3]), counting(&[1, 2, 3]), counting(&[4, 3, 2])];
    let many: Vec<f32> = (0..4)
        .flat_map(|b| {
            let at = move |k: usize, j: usize| (6 * b + 2 * k + j) as f32;
            (0..4).map(move |ij| (0..3).map(|k| (3 * (ij / 2) + k) as f32 * at(k, ij % 2)).sum::<f32>())
        })
        .collect();
    let turned: Vec<f32> = many.chunks(4).flat_map(|c| [c[0], c[2], c[1], c[3]]).collect();
    traced(body, &args, |device, found| {
        let floats = |i: usize| found[i].as_slice::<f32>().unwrap();
        assert_eq!(
            (floats(0), floats(1), floats(2)),
            (&[5.0, 14.0][..], &[5.0, 14.0][..], &[5.0][..]),
            "{device}"
        );
        let batches: Vec<f32> =
            (0..4).flat_map(|b| [0.0, 1.0].map(|j| 10.0 + 18.0 * b as f32 + 3.0 * j)).collect();
        assert_eq!(floats(3), batches, "{device}");
        assert_eq!((floats(4), floats(5), floats(6)), (&many[..], &turned[..], &many[..]), "{device}");
        assert_eq!((found[4].extents(), found[3].extents()), (&[4, 2, 2][..], &[4, 2][..]), "{device}");
    });
}

/// Axes of no elements are shapes like any other: sums over them are neutral, tensors with them are empty.
#[test]
fn empty_axes_are_axes() {
    let body = |p: &Tracer| {
        let x = p.input::<f32>("x", (p.dim("n"), 3));
        let sums = [x.sum(0), x.prod(0), x.amax(0), x.sum(1), x.cumsum(0), x.sort(0), x.t().matmul(&x)];
        (sums, [x.gt(0).any(0), x.gt(0).all(0)], [x.argmax(0), x.expand(0) - x.expand(1)])
    };
    traced(body, &[counting(&[0, 3])], |device, found| {
        let floats = |i: usize| found[i].as_slice::<f32>().unwrap();
        assert_eq!(
            (floats(0), floats(1), floats(2)),
            (&[0.0; 3][..], &[1.0; 3][..], &[-INF; 3][..]),
            "{device}"
        );
        assert_eq!((found[3].extents(), found[4].extents()), (&[0][..], &[0, 3][..]), "{device}");
        assert_eq!((floats(6), found[5].extents()), (&[0.0; 9][..], &[0, 3][..]), "{device}");
        assert_eq!((found[7].bytes(), found[8].bytes()), (&[0; 3][..], &[1; 3][..]), "{device}");
        assert_eq!(found[9].as_slice::<i64>().unwrap(), [0; 3], "{device}");
        assert_eq!(found[10].extents(), [0, 0, 3], "{device}");
    });
}

/// A missing barrier lets threads read elements that others have not written yet, or have overwritten: here
/// each thread passes its value on, over warps and over iterations of a loop, and all threads of the block
/// sum the values of the others at the end. A processor that runs one thread to its end before the next
/// begins gets neither right.
#[test]
fn barriers_are_barriers_on_every_device() {
    const THREADS: i64 = 96;
    let program = Program::trace("f", |p| {
        let x = p.input::<i32>("x", [p.dim("n")]);
        p.kernel(x.extent(0).ceil_div(THREADS), THREADS, |k| {
            let (x, y) = (k.read(&x), k.write::<i32>([p.dim("n")]));
            let (ring, sums) = (k.shared::<i32>([THREADS]), k.shared::<i32>([THREADS]));
            let (t, i) = (k.thread_id(0), k.index(0));
            let value = k.for_(0, 40, x.at(&i), |_, value| {
                ring.set(&t, &value);
                k.barrier();
                // The thread before it, and the last one before the first: another warp's, at the boundary of
                // warps.
                let taken = ring.at((&t + (THREADS - 1)) % THREADS);
                k.barrier();
                taken
            });
            sums.set(THREADS - 1 - &t, &value);
            k.barrier();
            let all = k.for_(0, THREADS, 0i32, |j, sum| sum + sums.at(&j));
            y.set(&i, value * 1000 + all);
            y
        })
    });
    let program = program.unwrap_or_else(|error| panic!("{error}"));
    let count = 2 * THREADS as usize;
    let x: Vec<i32> = (0..count as i32).map(|i| i % 100 + i / 96).collect();
    let wanted: Vec<i32> = x
        .chunks(THREADS as usize)
        .flat_map(|block| {
            let all: i32 = block.iter().sum();
            let turned = (0..block.len()).map(move |t| block[(t + block.len() - 40) % block.len()]);
            turned.map(move |value| value * 1000 + all).collect::<Vec<_>>()
        })
        .collect();
    let x = Array::from_slice(&[count], &x).unwrap();
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    for device in [Device::interp(), Device::simt(), Device::simt_compiled()] {
        let found: Array = session.compile(&program, &device).unwrap().call((&x,)).unwrap();
        assert_eq!(found.as_slice::<i32>().unwrap(), wanted, "{device}");
    }
    // If a barrier is missing, the program is wrong on every device, and the interpreter reports it.
    let without = Program::trace("f", |p| {
        p.kernel(1, THREADS, |k| {
            let (y, ring) = (k.write::<i32>([THREADS]), k.shared::<i32>([THREADS]));
            let t = k.thread_id(0);
            ring.set(&t, 1);
            y.set(&t, ring.at((&t + (THREADS - 1)) % THREADS));
            y
        })
    });
    let without = session.compile(&without.unwrap(), Device::simt()).unwrap();
    let error = without.call::<Array>(&[] as &[Array]).unwrap_err().to_string();
    assert!(error.contains("was never written") || error.contains("is a data race"), "{error}");
}

/// Sums of floats at computed indices have the bits of the sum in order on every device, though a GPU's
/// threads share the work; an order that is open gives sums that are near.
#[test]
fn scattered_sums_of_floats_have_the_order_of_their_points() {
    let program = |numerics: Numerics| {
        let body = |p: &Tracer| {
            p.numerics(numerics);
            let (x, at) = (p.input::<f32>("x", [p.dim("n")]), p.input::<i32>("at", [p.dim("n")]));
            p.input::<f32>("start", [p.dim("m")]).add_at([&at], &x)
        };
        Program::trace("f", body).unwrap_or_else(|error| panic!("{error}"))
    };
    let [in_order, open] = [Numerics::Standard, Numerics::Fast].map(program);
    let session = crate::sessions::session();
    for (n, m) in [(1, 1), (5, 3), (3000, 7), (3000, 1), (2500, 4000), (0, 4)] {
        let x: Vec<f32> = (0..n).map(|i| ((i * 37 % 101) as f32 - 50.0) * 1.1f32.powi(i % 60)).collect();
        let at: Vec<i32> = (0..n).map(|i| i * i % (m + 2) - 1).collect();
        let mut wanted = vec![0.5f32; m as usize];
        for (x, at) in x.iter().zip(&at) {
            if let Some(sum) = usize::try_from(*at).ok().and_then(|at| wanted.get_mut(at)) {
                *sum += x;
            }
        }
        let args = [
            Array::from_slice(&[n as usize], &x).unwrap(),
            Array::from_slice(&[n as usize], &at).unwrap(),
            Array::from_slice(&[m as usize], &vec![0.5f32; m as usize]).unwrap(),
        ];
        for device in [Device::interp(), Device::cpu(), Device::simt(), Device::simt_compiled()] {
            let call = |program: &Program| {
                let found: Vec<Array> =
                    session.compile(program, &device).unwrap().call(args.as_slice()).unwrap();
                found[0].as_slice::<f32>().unwrap().to_vec()
            };
            assert_eq!(call(&in_order), wanted, "{n}, {m} on {device}");
            let most = x.iter().fold(1.0, |most: f32, x| most.max(x.abs()));
            let near = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-3 * most;
            assert!(call(&open).iter().zip(&wanted).all(near), "{n}, {m} on {device}");
        }
    }
}
