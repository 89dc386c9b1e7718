//! Derivatives in the eDSL, against central differences, on every device.

#![allow(clippy::erasing_op, reason = "a traced 0 counts, too")]

use tensorforge::*;

/// Runs a program of f64 tensors on every device.
fn run(program: &Program, args: &[Array]) -> Vec<(Device, Vec<Vec<f64>>)> {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let devices = session.devices();
    assert!(devices.contains(&Device::cpu()), "the LLVM library is built with the tests");
    let one = |device: Device| {
        let exe = session.compile(program, &device).unwrap_or_else(|e| panic!("{device}: {e}\n{program:?}"));
        let results: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{device}: {e}\n{program:?}"));
        (device, results.iter().map(|a| a.as_slice::<f64>().unwrap().to_vec()).collect())
    };
    devices.into_iter().map(one).collect()
}

fn trace<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("main", body).unwrap_or_else(|error| panic!("{error}"))
}

fn array(extents: &[usize], data: &[f64]) -> Array {
    Array::from_slice(extents, data).unwrap()
}

/// Pseudo-random elements in a range.
fn numbers(n: usize, seed: u32, (low, high): (f64, f64)) -> Vec<f64> {
    let unit = |i: usize| {
        f64::from((i as u32 + 1 + 7919 * seed).wrapping_mul(2_654_435_769) >> 8) / f64::from(1u32 << 24)
    };
    (0..n).map(|i| low + (high - low) * unit(i)).collect()
}

fn dot(a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| a * b).sum()
}

/// A function of tensors to one float.
struct Case<'a> {
    shapes: &'a [&'a [usize]],
    range: (f64, f64),
}

impl Case<'_> {
    fn inputs(&self, p: &Tracer) -> Vec<Tensor> {
        self.shapes.iter().enumerate().map(|(i, shape)| p.input::<f64>(&format!("x{i}"), *shape)).collect()
    }

    fn arrays(&self, values: &[Vec<f64>]) -> Vec<Array> {
        self.shapes.iter().zip(values).map(|(shape, data)| array(shape, data)).collect()
    }

    /// The derivative along a direction by central differences, the closure's gradient, the gradient of the
    /// traced value and the tangent of the closure agree.
    #[track_caller]
    fn check(&self, f: impl Fn(&Tracer, &[Tensor]) -> Tensor) {
        let sizes = self.shapes.iter().map(|shape| shape.iter().product::<usize>());
        let x: Vec<Vec<f64>> =
            sizes.clone().enumerate().map(|(i, n)| numbers(n, i as u32, self.range)).collect();
        let v: Vec<Vec<f64>> =
            sizes.enumerate().map(|(i, n)| numbers(n, 31 + i as u32, (-1.0, 1.0))).collect();
        let value = trace(|p| f(p, &self.inputs(p)));
        let along = |h: f64| {
            let shifted: Vec<Vec<f64>> =
                x.iter().zip(&v).map(|(x, v)| x.iter().zip(v).map(|(x, v)| x + h * v).collect()).collect();
            run(&value, &self.arrays(&shifted))[0].1[0][0]
        };
        let (h, args) = (1e-5, self.arrays(&x));
        let wanted = (along(h) - along(-h)) / (2.0 * h);
        let close = |found: f64, what: &str| {
            assert!((found - wanted).abs() <= 1e-6 * (1.0 + wanted.abs()), "{what}: {found}, not {wanted}");
        };
        let closure = trace(|p| p.grad(self.inputs(p), |x| f(p, &x)));
        for (device, found) in run(&closure, &args) {
            close(dot(&found, &v), &format!("grad of the closure on {device}"));
        }
        let traced = trace(|p| {
            let x = self.inputs(p);
            f(p, &x).grad(&x)
        });
        for (device, found) in run(&traced, &args) {
            close(dot(&found, &v), &format!("grad of the traced value on {device}"));
        }
        let direction = |p: &Tracer| -> Vec<Tensor> {
            self.shapes.iter().zip(&v).map(|(shape, data)| p.tensor(*shape, data)).collect()
        };
        let forward = trace(|p| p.jvp(self.inputs(p), direction(p), |x| f(p, &x)));
        for (device, found) in run(&forward, &args) {
            close(found[1][0], &format!("the tangent on {device}"));
        }
    }
}

#[test]
fn arithmetic_reductions_and_products() {
    let case = Case { shapes: &[&[4, 3], &[3, 2], &[2]], range: (0.2, 1.5) };
    case.check(|_, x| (x[0].matmul(&x[1]).tanh() + &x[2]).square().mean(..));
    case.check(|p, x| p.einsum("ij,jk,k->", [&x[0], &x[1], &x[2]]).log());
    case.check(|_, x| (x[0].amax(1).sum(..) * x[1].prod(..) / x[2].norm(..)).sqrt());
    case.check(|_, x| (x[0].softmax(-1) * x[0].log()).sum(..) + x[1].logsumexp(..) * x[2].std(..));
}

#[test]
fn softmax_cross_entropy() {
    let case = Case { shapes: &[&[5, 4]], range: (-2.0, 2.0) };
    case.check(|p, x| {
        let label = p.tensor([5], &[0i32, 3, 1, 1, 2]);
        -x[0].log_softmax(-1).take_along_axis(1, label.expand(1)).mean(..)
    });
}

#[test]
fn parts_of_tensors_and_their_moves() {
    let case = Case { shapes: &[&[6, 4]], range: (-1.0, 1.0) };
    case.check(|_, x| (x[0].slice((1..5, 1..)) * x[0].slice((2.., ..3))).sum(..));
    case.check(|_, x| (x[0].roll(0, 1) * x[0].flip(1) + x[0].t().reshape([6, 4]).exp()).sum(..));
    case.check(|p, x| (p.concat(0, [&x[0], &x[0].square()]).pad(1, 1, 2, 0.5).cos()).mean(..));
    case.check(|p, x| x[0].take(0, p.tensor([3], &[5i32, 0, 5])).square().sum(..));
}

#[test]
fn elements_changed_at_computed_indices() {
    let case = Case { shapes: &[&[5, 3], &[4, 3]], range: (0.3, 1.5) };
    // The rows 0 and 2 twice: the last write counts.
    let rows = |p: &Tracer| p.tensor([4], &[0i32, 2, 0, 2]);
    case.check(|p, x| x[0].exp().set_at([rows(p)], x[1].square()).square().sum(..));
    case.check(|p, x| x[0].exp().add_at([rows(p)], x[1].square()).square().sum(..));
    case.check(|p, x| x[0].exp().mul_at([rows(p)], x[1].square()).square().sum(..));
    case.check(|p, x| x[0].max_at([rows(p)], x[1].square()).square().sum(..));
    case.check(|p, x| x[0].set_at((rows(p), 1), x[1].sum(1)).sin().sum(..));
}

#[test]
fn scalar_code_with_folds_conditions_and_wrapped_reads() {
    let case = Case { shapes: &[&[7], &[3]], range: (0.1, 1.0) };
    case.check(|p, x| {
        let y = p.compute([7], |[i]| {
            let s = p.sum(0, 3, |k| x[0].at_wrap([&i + &k - 1]) * x[1].at([k]));
            p.if_(s.gt(0.5), || s.sqrt(), || s.square())
        });
        (&y * &y).sum(..)
    });
    case.check(|p, x| p.compute([7], |[i]| p.fold(0, &i + 1, Combine::Max, |k| x[0].at([k]).sin())).sum(..));
}

#[test]
fn the_potential_of_bodies() {
    let case = Case { shapes: &[&[6, 3]], range: (-1.0, 1.0) };
    case.check(|_, x| {
        let d = x[0].expand(0) - x[0].expand(1);
        ((&d * &d).sum(-1) + 0.1).rsqrt().sum(..)
    });
}

#[test]
fn detached_values_are_constants_and_straight_ones_pass_through() {
    let x = numbers(5, 3, (-2.0, 2.0));
    let program = trace(|p| {
        let x = p.input::<f64>("x", [5]);
        let constant = p.grad(&x, |x| (x.detach() * &x).sum(..));
        let straight = p.grad(&x, |x| (x.round().straight_through(&x) * 3.0).sum(..));
        let unused = p.grad(&x, |x| x.detach().sum(..));
        let traced = (x.detach() * &x).sum(..).grad(&x);
        let outside = p.grad(&x, |v| (&x * v).sum(..));
        (constant, straight, unused, traced, outside)
    });
    for (device, found) in run(&program, &[array(&[5], &x)]) {
        assert_eq!(found[0], x, "{device}");
        assert_eq!(found[1], [3.0; 5], "{device}");
        assert_eq!(found[2], [0.0; 5], "{device}");
        assert_eq!((&found[3], &found[4]), (&x, &x), "{device}");
    }
}

#[test]
fn cotangents_and_tangents_of_the_user() {
    let (x, u) = (numbers(4, 1, (0.0, 1.0)), numbers(4, 2, (-1.0, 1.0)));
    let program = trace(|p| {
        let (x, u) = (p.input::<f64>("x", [4]), p.input::<f64>("u", [4]));
        let ((y, count, z), dx) = p.vjp(&x, (&u, 2.0), |x| (x.sin(), x.gt(0.5).sum(..), x.prod(..)));
        let ((_, still), (dy, nothing)) = p.jvp(&x, &u, |x| (x.sin(), x.gt(0.5).to::<i32>()));
        let traced = x.sin().grad_with(&u, &x);
        (y, dx, count.to::<f64>() + z * 0.0, dy, (still * 0 + nothing).to::<f64>(), traced)
    });
    for (device, found) in run(&program, &[array(&[4], &x), array(&[4], &u)]) {
        let product: f64 = x.iter().product();
        for i in 0..4 {
            let through = u[i] * x[i].cos();
            let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{device}: {a}, not {b}");
            close(found[0][i], x[i].sin());
            close(found[1][i], through + 2.0 * product / x[i]);
            close(found[3][i], through);
            close(found[5][i], through);
        }
        assert_eq!(found[2][0], x.iter().filter(|x| **x > 0.5).count() as f64, "{device}");
        assert_eq!(found[4], [0.0; 4], "{device}");
    }
}

#[test]
fn auxiliary_values_next_to_the_differentiated_one() {
    let program = trace(|p| {
        let x = p.input::<f64>("x", [3]);
        let ((loss, (double, count)), gradient) =
            p.value_and_grad_with(&x, |x| (x.square().sum(..), (2.0 * &x, x.gt(0).sum(..))));
        (loss, double, count.to::<f64>(), gradient)
    });
    for (device, found) in run(&program, &[array(&[3], &[1.0, -2.0, 3.0])]) {
        let wanted = [vec![14.0], vec![2.0, -4.0, 6.0], vec![2.0], vec![2.0, -4.0, 6.0]];
        assert_eq!(found, wanted, "{device}");
    }
}

#[test]
fn normals_of_a_distance_field_in_scalar_code() {
    let points = numbers(3 * 8, 5, (-2.0, 2.0));
    let program = trace(|p| {
        let points = p.input::<f64>("points", [8, 3]);
        let distance = |v: &[Tensor; 3]| {
            let [x, y, z] = v;
            let ring = (x * x + y * y).sqrt() - 1.5;
            (&ring * &ring + z * z).sqrt() - 0.25
        };
        let at = |i: &Tensor| [0, 1, 2].map(|c| points.at((i, c)));
        let traced = p.compute([8], |[i]| {
            let v = at(&i);
            p.stack(distance(&v).grad(&v))
        });
        let closure = p.compute([8], |[i]| p.stack(p.grad(at(&i), |v| distance(&v))));
        let forward = p.compute([8], |[i]| {
            let unit = |c: usize| [0, 1, 2].map(|d| if c == d { 1.0 } else { 0.0 });
            p.stack([0, 1, 2].map(|c| p.jvp(at(&i), unit(c), |v| distance(&v)).1))
        });
        (traced, closure, forward)
    });
    for (device, found) in run(&program, &[array(&[8, 3], &points)]) {
        for i in 0..8 {
            let v = &points[3 * i..3 * i + 3];
            let rho = (v[0] * v[0] + v[1] * v[1]).sqrt();
            let length = ((rho - 1.5).powi(2) + v[2] * v[2]).sqrt();
            let wanted =
                [(rho - 1.5) * v[0] / rho / length, (rho - 1.5) * v[1] / rho / length, v[2] / length];
            for (form, found) in found.iter().enumerate() {
                for c in 0..3 {
                    assert!((found[3 * i + c] - wanted[c]).abs() < 1e-9, "{device}, form {form}");
                }
            }
        }
    }
}

#[test]
fn derivatives_of_derivatives() {
    let x = numbers(5, 9, (0.5, 1.5));
    let energy = |x: &Tensor| (x.roll(0, 1) * x.square() * x).sum(..);
    let program = trace(|p| {
        let (x, v) = (p.input::<f64>("x", [5]), p.input::<f64>("v", [5]));
        let forward = p.jvp(&x, &v, |x| p.grad(&x, |x| energy(&x))).1;
        let backward = p.grad(&x, |x| (p.grad(&x, |x| energy(&x)) * &v).sum(..));
        let traced = (energy(&x).grad(&x) * &v).sum(..).grad(&x);
        let tangent = p.grad(&x, |x| p.jvp(&x, &v, |x| energy(&x)).1);
        (forward, backward, traced, tangent)
    });
    let v = numbers(5, 11, (-1.0, 1.0));
    for (device, found) in run(&program, &[array(&[5], &x), array(&[5], &v)]) {
        for i in 0..5 {
            // E = Σ x[i-1] x[i]³
            let (before, after) = ((i + 4) % 5, (i + 1) % 5);
            let wanted = 6.0 * x[before] * x[i] * v[i]
                + 3.0 * x[i] * x[i] * v[before]
                + 3.0 * x[after] * x[after] * v[after];
            for (form, found) in found.iter().enumerate() {
                assert!((found[i] - wanted).abs() < 1e-10, "{device}, form {form}: {} {wanted}", found[i]);
            }
        }
    }
}

#[test]
fn total_derivatives_by_values_that_depend_on_each_other() {
    let program = trace(|p| {
        let x = p.input::<f64>("x", [3]);
        let y = &x * &x;
        let z = (&y * &x).sum(..);
        let (dx, dy, again) = z.grad((&x, &y, &x));
        let none = x.sum(..).grad(&y);
        (dx, dy, again, none, y.grad(&y))
    });
    for (device, found) in run(&program, &[array(&[3], &[1.0, 2.0, -3.0])]) {
        assert_eq!(found[0], [3.0, 12.0, 27.0], "{device}");
        assert_eq!(found[1], [1.0, 2.0, -3.0], "{device}");
        assert_eq!(found[2], found[0], "{device}");
        assert_eq!((&found[3][..], &found[4][..]), (&[0.0; 3][..], &[1.0; 3][..]), "{device}");
    }
}

#[program]
fn quadratic(x: &Tensor) -> Tensor {
    (x * x).sum(..) + x.sum(..)
}

#[program]
fn slope(p: &Tracer, x: Tensor) -> Tensor {
    p.grad(&x, |x| quadratic(&x))
}

#[test]
fn descent_in_a_loop_and_gradients_in_functions() {
    let program = trace(|p| {
        let x = p.input::<f64>("x", [3]);
        let target = p.tensor([3], &[1.0, -2.0, 0.5]);
        let fitted = p.for_(0, 60, &x, |_, x| {
            let loss = (&x - &target).square().sum(..);
            let step = loss.grad(&x);
            x - 0.2 * step
        });
        (fitted, slope(p, x.clone()), slope(p, p.zeros::<f64>([2])))
    });
    for (device, found) in run(&program, &[array(&[3], &[3.0, 0.0, -1.0])]) {
        for (found, wanted) in found[0].iter().zip([1.0, -2.0, 0.5]) {
            assert!((found - wanted).abs() < 1e-9, "{device}: {found}");
        }
        assert_eq!((&found[1][..], &found[2][..]), (&[7.0, 1.0, -1.0][..], &[1.0; 2][..]), "{device}");
    }
}

/// Checkpointed layers, which store only their inputs: in sequence, in a loop, nested, and in scalar code.
#[test]
fn checkpoints() {
    let layer = |w: &Tensor, h: &Tensor| (h.matmul(w).tanh() * h).sin();
    let row = Case { shapes: &[&[2, 3], &[3, 3]], range: (0.1, 0.9) };
    row.check(|p, x| {
        let (w, mut h) = (&x[1], x[0].clone());
        for _ in 0..3 {
            h = p.checkpoint(&h, |h| layer(w, &p.checkpoint(&h, |h| layer(w, &h))));
        }
        h.square().sum(..)
    });
    row.check(|p, x| {
        let h = p.for_(0, 5, x[0].clone(), |_, h| p.checkpoint((&h, &x[1]), |(h, w)| layer(&w, &h)));
        // A derivative in the code that is differentiated.
        p.checkpoint(&h, |h| p.grad(&h, |h| layer(&x[1], &h).sum(..))).sum(..)
    });
    row.check(|p, x| p.vmap(&x[0], |h| p.checkpoint(&h, |h| layer(&x[1], &h))).sum(..));
    let points = Case { shapes: &[&[4]], range: (0.1, 0.9) };
    points.check(|p, x| p.compute([4], |[i]| p.checkpoint(x[0].at([&i]), |a| a.exp().sin())).sum(..));
}

/// The code of a checkpoint is recomputed: the program has more arithmetic, and the same answer.
#[test]
fn checkpoints_compute_again() {
    let program = |checkpoints: bool| {
        trace(|p| {
            let (x, w) = (p.input::<f64>("x", [8]), p.input::<f64>("w", [8, 8]));
            p.grad(&w, |w| {
                let layer = |h: Tensor| w.matmul(&h).tanh().exp();
                let one = |h: Tensor| if checkpoints { p.checkpoint(&h, layer) } else { layer(h) };
                (0..4).fold(x, |h, _| one(h)).sum(..)
            })
        })
    };
    let args = [array(&[8], &numbers(8, 1, (0.1, 0.4))), array(&[8, 8], &numbers(64, 2, (-0.4, 0.4)))];
    let (plain, again) = (program(false), program(true));
    let wanted = run(&plain, &args).remove(0).1;
    for (device, found) in run(&again, &args) {
        let pairs = found[0].iter().zip(&wanted[0]);
        assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() <= 1e-12 * (1.0 + b.abs())), "{device}");
    }
    let session = crate::sessions::session();
    let layers = |program: &Program| {
        let mut module = program.module().duplicate();
        session.run_passes(&mut module, "name-extents,inline,func.func(autodiff,canonicalize,cse)").unwrap();
        let text = tf_ir::text::print_module(&module, &tf_ir::text::PrintOptions::default());
        text.matches("math.tanh").count()
    };
    // In the forward pass, only the unused value of the last layer would be computed.
    assert_eq!((layers(&plain), layers(&again)), (4, 4 + 3));
}
