//! Every device gives the interpreter's answer, for programs of every kind the eDSL has.

use tensorforge::*;

/// The allowed difference of a device, relative to the largest value: the order of sums is free.
const TOLERANCE: f64 = 2e-5;

struct Case {
    name: &'static str,
    program: Program,
    args: Vec<Array>,
}

fn case<V: Values>(name: &'static str, args: &[Array], body: impl FnOnce(&Tracer) -> V) -> Case {
    let program = Program::trace(name, body).unwrap_or_else(|error| panic!("{name}: {error}"));
    Case { name, program, args: args.to_vec() }
}

/// Pseudo-random elements in −2 .. 2.
pub fn floats(extents: &[usize]) -> Array {
    let n: usize = extents.iter().product();
    let value = |i: usize| ((i as u32 + 1).wrapping_mul(2_654_435_769) >> 8) as f32 / (1 << 22) as f32 - 2.0;
    Array::from_slice(extents, &(0..n).map(value).collect::<Vec<f32>>()).unwrap()
}

fn ints(extents: &[usize]) -> Array {
    let n: usize = extents.iter().product();
    Array::from_slice(extents, &(0..n).map(|i| (i as i32 * 7919) % 23 - 11).collect::<Vec<i32>>()).unwrap()
}

fn scalars(arrays: &[Array]) -> Vec<Vec<f64>> {
    let value =
        |s: tf_dialects::scalar::Scalar| if s.dtype().is_float() { s.to_f64() } else { s.to_i64() as f64 };
    arrays.iter().map(|a| a.scalars().map(value).collect()).collect()
}

fn close(found: &[f64], wanted: &[f64]) -> bool {
    let greatest = wanted.iter().filter(|v| v.is_finite()).fold(0.0f64, |m, v| m.max(v.abs()));
    found.len() == wanted.len()
        && found
            .iter()
            .zip(wanted)
            .all(|(a, b)| a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= TOLERANCE * greatest)
}

fn check(cases: Vec<Case>) {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    let mut failures = Vec::new();
    for Case { name, program, args } in &cases {
        let run = |device: &Device| -> Result<Vec<Array>, Error> {
            let exe = session.compile(program, device)?;
            let results: Vec<Array> = exe.call(args.as_slice())?;
            // Arguments that are given away may be where results are then: that changes nothing.
            let given: Vec<Array> = exe.call(args.clone())?;
            let bytes = |arrays: &[Array]| arrays.iter().map(|a| a.bytes().to_vec()).collect::<Vec<_>>();
            assert!(
                device.name() != "cpu" || bytes(&given) == bytes(&results),
                "{name} on {device}: given away"
            );
            Ok(results)
        };
        let wanted = run(&Device::interp()).unwrap_or_else(|error| panic!("{name}: {error}"));
        for device in &devices {
            match run(device) {
                Err(error) => failures.push(format!("{name} on {device}: {error}")),
                Ok(found) => {
                    let extents =
                        |arrays: &[Array]| arrays.iter().map(|a| a.layout().clone()).collect::<Vec<_>>();
                    assert_eq!(extents(&found), extents(&wanted), "{name} on {device}");
                    for (at, (a, b)) in scalars(&found).iter().zip(scalars(&wanted)).enumerate() {
                        if !close(a, &b) {
                            let differ =
                                a.iter().zip(&b).position(|(a, b)| a != b && !(a.is_nan() && b.is_nan()));
                            let i = differ.unwrap_or(0);
                            failures.push(format!(
                                "{name} on {device}: result {at}, element {i}: {} not {}",
                                a[i], b[i]
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn elementwise_and_broadcasting() {
    let args = [floats(&[7, 33]), floats(&[33])];
    check(vec![
        case("arithmetic", &args, |p| {
            let (a, b) = (p.input::<f32>("a", (p.dim("n"), p.dim("m"))), p.input::<f32>("b", [p.dim("m")]));
            (&a + &b, &a * 2.0 - &b / 3.0, a.max(&b), a.lt(&b).select(&a, -1), a.abs().sqrt(), -&a)
        }),
        case("functions", &args[1..], |p| {
            let a = p.input::<f32>("a", [p.dim("n")]);
            (
                a.exp(),
                a.sin(),
                a.cos(),
                a.tanh(),
                a.abs().log(),
                a.atan2(0.5),
                a.abs().pow(1.5),
                a.floor(),
                a.erf(),
            )
        }),
        case("rows_and_columns", &[floats(&[5, 1]), floats(&[1, 19])], |p| {
            p.input::<f32>("a", (p.dim("n"), 1)) * p.input::<f32>("b", (1, p.dim("m")))
        }),
        case("scalars", &[floats(&[21])], |p| {
            let a = p.input::<f32>("a", [p.dim("n")]);
            (&a / a.extent(0), p.volume([a.extent(0)]).to::<f32>() * &a, p.full([a.extent(0)], a.sum(..)))
        }),
    ]);
}

#[test]
fn integers_and_casts() {
    let args = [ints(&[37])];
    let unsigned = [ints(&[37]).reinterpret(tf_dialects::scalar::DType::U32).unwrap()];
    check(vec![
        case("integer_ops", &args, |p| {
            let a = p.input::<i32>("a", [p.dim("n")]);
            (&a / 3, &a % 5, a.floor_div(3), a.modulo(5), &a << 2, &a >> 1, &a & 6, !&a, a.abs(), &a / 0)
        }),
        case("unsigned", &unsigned, |p| {
            let a = p.input::<u32>("a", [p.dim("n")]);
            (
                &a / 3,
                &a >> 3,
                a.pcg(),
                a.reverse_bits(),
                a.count_ones(),
                a.leading_zeros(),
                a.lt(5),
                a.to::<f32>(),
            )
        }),
        case("casts", &args, |p| {
            let a = p.input::<i32>("a", [p.dim("n")]);
            let f = a.to::<f32>() * 0.37;
            (
                f.to::<i8>(),
                f.to::<u8>(),
                f.to::<f64>(),
                f.to::<half::f16>(),
                f.to::<half::bf16>(),
                f.to::<bool>(),
                a.to::<i64>(),
                a.to::<i16>(),
            )
        }),
        case("half_precision", &[floats(&[40])], |p| {
            let a = p.input::<f32>("a", [p.dim("n")]).to::<half::f16>();
            (&a + 0.125, &a * &a, a.sqrt().is_nan(), a.to::<half::bf16>() * 3)
        }),
    ]);
}

#[test]
fn moves_and_parts() {
    let args = [floats(&[6, 9])];
    check(vec![
        case("layout", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            (
                x.t(),
                x.reverse(0),
                x.expand(1),
                x.flatten(),
                x.reshape((x.extent(0), 1, x.extent(1))),
                x.broadcast_to((2, x.extent(0), x.extent(1))),
            )
        }),
        case("slices", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n") + 2, p.dim("m") + 1));
            let n = p.dim("n");
            (
                x.slice((range(1, n + 1), ..)),
                x.slice((.., 0)),
                x.index(0, -1),
                x.slice_axis(1, range(0, p.dim("m")).step(2)),
            )
        }),
        case("unproven_slices", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            (x.slice((1..3, 2)), x.index(1, 5))
        }),
        case("joins", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            let y = &x * 2.0;
            (
                p.concat(0, [&x, &y, &x]),
                p.concat(1, [&y, &x.index(1, 0).expand(1)]),
                x.roll(1, 3),
                y.pad(0, 2, p.dim("m"), -1),
            )
        }),
        case("extremes", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            (x.argmax(1), x.argmin(0), x.floor().argmax(1))
        }),
        case("reshapes_fuse", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            ((x.flatten() * 2.0).reshape((p.dim("n"), p.dim("m"))) + &x, (x.t() + 1.0).flatten())
        }),
        case("creation", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            let table = p.tensor([3, 9], &(0..27).map(|i| i as f32 * 0.5).collect::<Vec<_>>());
            (
                p.iota::<f32>((p.dim("n"), p.dim("m")), 1) + &x,
                table.slice_axis(0, 1..2) + x.with_shape((p.dim("n"), 9)),
                p.arange::<i64>(p.dim("n")),
            )
        }),
    ]);
}

#[test]
fn reductions_and_products() {
    let args = [floats(&[13, 35])];
    check(vec![
        case("reductions", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            (
                x.sum(0),
                x.sum(1),
                x.sum(..),
                x.max_along(1),
                x.min_along(..),
                x.mean(0),
                x.gt(0).any(1),
                x.gt(-5).all(..),
                x.gt(0).sum(0),
            )
        }),
        case("softmax", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            let e = (&x - x.max_along(-1).keep()).exp();
            &e / e.sum(-1).keep()
        }),
        case("variance", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            let centred = &x - x.mean(-1).keep();
            (&centred / (centred.square().mean(-1).keep() + 1e-5).sqrt(), x.norm(0), x.prod(1))
        }),
        case("products", &[floats(&[17, 23]), floats(&[23, 5])], |p| {
            let (a, b) = (
                p.input::<f32>("a", (p.dim("n"), p.dim("k"))),
                p.input::<f32>("b", (p.dim("k"), p.dim("m"))),
            );
            (
                a.matmul(&b),
                (a.sin().matmul(b.cos()) + 1.0).square(),
                a.index(0, 0).matmul(&b),
                a.einsum_trace(p),
            )
        }),
        case("batches", &[floats(&[3, 4, 6]), floats(&[6, 2])], |p| {
            p.input::<f32>("a", (p.dim("b"), 4, p.dim("k"))).matmul(p.input::<f32>("b", (p.dim("k"), 2)))
        }),
        case("empty", &[floats(&[0, 4])], |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            (x.sum(0), x.max_along(0), x.sum(1), &x + 1.0, x.mean(..))
        }),
    ]);
}

trait Extra {
    fn einsum_trace(&self, p: &Tracer) -> Tensor;
}

impl Extra for Tensor {
    fn einsum_trace(&self, p: &Tracer) -> Tensor {
        p.einsum("ij,ij->", [self, self])
    }
}

#[test]
fn scalar_code() {
    let args = [floats(&[29])];
    check(vec![
        case("reads", &args, |p| {
            let x = p.input::<f32>("x", [p.dim("n")]);
            p.compute([p.dim("n") + 4], |[i]| {
                (
                    x.at([&i - 2]),
                    x.at_wrap([&i - 2]),
                    x.at_or([&i - 2], 7),
                    x.at([2 * &i / 3]),
                    x.at([20 - &i]),
                )
            })
        }),
        case("gathers", &[floats(&[29, 3]), ints(&[50])], |p| {
            let (x, i) = (p.input::<f32>("x", (p.dim("n"), 3)), p.input::<i32>("i", [p.dim("k")]));
            (x.at([&i]), x.at_wrap((&i, 1)), x.at_or((&i, 2), 0.5))
        }),
        case("folds", &args, |p| {
            let n = p.dim("n");
            let x = p.input::<f32>("x", [n]);
            let triangle = p.compute([n], |[i]| p.sum(0, &i + 1, |k| x.at([k])));
            let pair = p.compute([n, n], |[i, j]| {
                let both = p.fold(0, n, [Combine::Max, Combine::Sum], |k| {
                    (x.at([&k]) * x.at([&i]), x.at([k]) - x.at([&j]))
                });
                both.0 * both.1
            });
            (triangle, pair)
        }),
        case("small_vectors", &args, |p| {
            let x = p.input::<f32>("x", [p.dim("n")]);
            p.compute([p.dim("n")], |[i]| p.stack([x.at([&i]), x.at([&i]) * 2.0, x.at([&i]).sin()]))
        }),
        case("loops", &[ints(&[41])], |p| {
            let x = p.input::<i32>("x", [p.dim("n")]);
            p.compute([p.dim("n")], |[i]| {
                let start = x.at([i]).abs() + 1;
                let (_, steps) = p.while_(
                    (start.clone(), 0i32),
                    |(x, _)| x.gt(1),
                    |(x, steps)| (p.if_((&x % 2).eq(0), || &x / 2, || 3 * &x + 1), steps + 1),
                );
                let powers = p.for_(0, &start, 0i32, |k, sum| sum + k.to::<i32>() * k.to::<i32>());
                (steps, powers)
            })
        }),
        case("switches", &[ints(&[41])], |p| {
            let x = p.input::<i32>("x", [p.dim("n")]);
            p.compute([p.dim("n")], |[i]| {
                let a = x.at([&i]);
                let few = p.switch(&a, 4, |k| match k {
                    0 => a.to::<f32>().cos(),
                    1 => x.at([&i + 1]).to::<f32>(),
                    2 => p.sum(0, &i, |k| x.at([k]).to::<f32>()),
                    _ => a.to::<f32>() * 0.5,
                });
                (few, p.switch(&i / 8, 2, |k| if k == 0 { &a * 3 } else { &a - 1 }))
            })
        }),
        case("loops_left_early", &[ints(&[41])], |p| {
            let x = p.input::<i32>("x", [p.dim("n")]);
            p.compute([p.dim("n")], |[i]| {
                let start = x.at([&i]).abs() + 1;
                let (_, steps) = p.for_with(0, 25, (start.clone(), -1i32), |l, k, (x, steps)| {
                    l.break_if(x.eq(1), (&x, k.to::<i32>()));
                    (p.if_((&x % 2).eq(0), || &x / 2, || 3 * &x + 1), steps)
                });
                // Bounds, starts and steps that differ from point to point.
                let sum = |low: &Tensor, high: &Tensor, step: &Tensor| {
                    p.for_step_with(low, high, step, 0i32, |l, k, sum| {
                        l.break_if(k.gt(30) | sum.gt(100), &sum - 1);
                        l.continue_if((&k % 5).eq(2), sum.clone());
                        sum + x.at([k])
                    })
                };
                let (one, far, stride) = (&i / 1000 + 1, &i + 20, &i % 3 + 1);
                (steps, sum(&i, &far, &one), sum(&i, &far, &stride))
            })
        }),
    ]);
}

#[test]
fn loops_on_tensors() {
    let args = [floats(&[12, 20])];
    check(vec![
        case("jacobi", &args, |p| {
            let (n, m) = (p.dim("n"), p.dim("m"));
            let x = p.input::<f32>("x", (n, m));
            p.for_(0, 7, x, |_, x| {
                p.compute([n, m], |[i, j]| {
                    0.25 * (x.at((&i - 1, &j)) + x.at((&i + 1, &j)) + x.at((&i, &j - 1)) + x.at((&i, &j + 1)))
                })
            })
        }),
        case("power_iteration", &[floats(&[9, 9])], |p| {
            let a = p.input::<f32>("a", (p.dim("n"), p.dim("n")));
            p.for_(0, 5, p.ones::<f32>([p.dim("n")]), |_, v| {
                let w = a.matmul(&v);
                &w / w.norm(..)
            })
        }),
        case("until_small", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            p.while_((x, 0i32), |(x, _)| x.square().sum(..).gt(1.0), |(x, k)| (x * 0.5, k + 1))
        }),
        case("switch", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            let number = (x.sum(..) * 0.0).to::<i32>() + 1;
            p.switch(number, 3, |k| match k {
                0 => (&x * 2.0, x.sum(0)),
                1 => (x.sin(), x.mean(0)),
                _ => (x.clone(), x.amax(0)),
            })
        }),
        case("choice", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            let sum = x.sum(..);
            (p.if_(sum.gt(0), || &x * 2.0, || &x + 1.0), p.if_(sum.le(0), || x.sum(0), || x.mean(0)))
        }),
        case("left_early", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            p.for_with(0, 9, (x.clone(), x, 0i32), |l, k, (a, b, _)| {
                l.break_if(a.square().sum(..).lt(1.0), (&b, &a, k.to::<i32>()));
                (&b * 0.5, &a + 0.0, -1)
            })
        }),
        case("swapped_state", &args, |p| {
            let x = p.input::<f32>("x", (p.dim("n"), p.dim("m")));
            p.for_(0, 3, (x.clone(), &x * 2.0), |_, (a, b)| (b, a + 1.0))
        }),
    ]);
}
