//! Derivatives of derivatives and maps, in every order, of functions with control flow: loops, conditionals,
//! exits, scatters, sorts, rules of one's own, on tensors and at points. Against central differences, and
//! each slice by itself.

use tensorforge::*;

type Vectors = Vec<Vec<f64>>;

fn trace<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("main", body).unwrap_or_else(|error| panic!("{error}"))
}

/// Pseudo-random elements in a range.
fn numbers(n: usize, seed: u32, (low, high): (f64, f64)) -> Vec<f64> {
    let unit = |i: usize| {
        f64::from((i as u32 + 1 + 7919 * seed).wrapping_mul(2_654_435_769) >> 8) / f64::from(1u32 << 24)
    };
    (0..n).map(|i| low + (high - low) * unit(i)).collect()
}

fn dot(a: &[Tensor], b: &[Tensor]) -> Tensor {
    let parts = a.iter().zip(b).map(|(a, b)| (a * b).sum(..));
    parts.reduce(|a, b| a + b).expect("there is a variable")
}

/// A function of two vectors of length 4 to one float.
type Function<'f> = &'f dyn Fn(&Tracer, &Tensor, &Tensor) -> Tensor;

/// Runs a function of variables and directions.
struct Runs<'f> {
    session: Session,
    f: Function<'f>,
}

const N: usize = 4;
const SLICES: usize = 3;
const STEP: f64 = 1e-5;

impl Runs<'_> {
    fn of(&self, p: &Tracer, x: &[Tensor]) -> Tensor {
        (self.f)(p, &x[0], &x[1])
    }

    fn gradient(&self, p: &Tracer, x: Vec<Tensor>) -> Vec<Tensor> {
        p.grad(x, |x| self.of(p, &x))
    }

    /// Traces `form` for variables `x` and directions `v`, with an axis of slices in front if there are as
    /// many, and calls it.
    fn run(
        &self,
        device: &Device,
        [x, v]: [&Vectors; 2],
        form: &dyn Fn(&Tracer, Vec<Tensor>, Vec<Tensor>) -> Vec<Tensor>,
    ) -> Vec<f64> {
        let shape: &[usize] = if x[0].len() == N { &[N] } else { &[SLICES, N] };
        let program = trace(|p| {
            let inputs = |name: &str| -> Vec<Tensor> {
                (0..2).map(|i| p.input::<f64>(&format!("{name}{i}"), shape)).collect()
            };
            let (x, v) = (inputs("x"), inputs("v"));
            // Each form has all inputs.
            let unused = dot(&x, &v) * 0.0;
            let mut results = form(p, x, v);
            results.push(unused);
            results
        });
        let exe = self.session.compile(&program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
        let args: Vec<Array> =
            x.iter().chain(v).map(|data| Array::from_slice(shape, data).unwrap()).collect();
        let mut found: Vec<Array> = exe.call(args.as_slice()).unwrap_or_else(|e| panic!("{device}: {e}"));
        found.pop();
        found.iter().flat_map(|a| a.as_slice::<f64>().unwrap().to_vec()).collect()
    }

    /// Gradient, and the second derivative along `v` by differences of gradients.
    fn wanted(&self, x: &Vectors, v: &Vectors) -> (Vec<f64>, Vec<f64>) {
        let at = |h: f64| {
            let moved: Vectors =
                x.iter().zip(v).map(|(x, v)| x.iter().zip(v).map(|(x, v)| x + h * v).collect()).collect();
            self.run(&Device::interp(), [&moved, v], &|p, x, _| self.gradient(p, x))
        };
        let second = at(STEP).iter().zip(at(-STEP)).map(|(up, down)| (up - down) / (2.0 * STEP)).collect();
        (at(0.0), second)
    }
}

#[track_caller]
fn close(what: &str, found: &[f64], wanted: &[f64], tolerance: f64) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (i, (a, b)) in found.iter().zip(wanted).enumerate() {
        assert!((a - b).abs() <= tolerance * (1.0 + b.abs()), "{what} at {i}: {a}, not {b}");
    }
}

/// All orders of two derivatives, the matrix of the second ones, and maps inside and outside of derivatives.
#[track_caller]
fn check(f: Function<'_>) {
    let runs = Runs { session: crate::sessions::builder().verify_each(true).build().unwrap(), f };
    let interp = Device::interp();
    let vectors =
        |seed: u32, range: (f64, f64)| -> Vectors { (0..2).map(|i| numbers(N, seed + i, range)).collect() };
    let slices: Vec<[Vectors; 2]> = (0..SLICES as u32)
        .map(|k| [vectors(100 * k, (0.2, 1.0)), vectors(100 * k + 31, (-1.0, 1.0))])
        .collect();
    let [x, v] = &slices[0];
    let (_, second) = runs.wanted(x, v);
    let twice = |p: &Tracer, x: Vec<Tensor>, v: &[Tensor]| p.grad(x, |x| dot(&runs.gradient(p, x), v));
    let tangent = |p: &Tracer, x: Vec<Tensor>, v: &[Tensor]| p.jvp(x, v.to_vec(), |x| runs.of(p, &x)).1;
    // Thread by thread, such programs take long, and `simt-compiled` runs the same kernels.
    for device in runs.session.devices().into_iter().filter(|device| *device != Device::simt()) {
        let found = runs.run(&device, [x, v], &|p, x, v| twice(p, x, &v));
        close(&format!("backwards twice on {device}"), &found, &second, 2e-5);
    }
    let found = runs.run(&interp, [x, v], &|p, x, v| p.jvp(x, v, |x| runs.gradient(p, x)).1);
    close("forwards of backwards", &found, &second, 2e-5);
    let found = runs.run(&interp, [x, v], &|p, x, v| p.grad(x, |x| tangent(p, x, &v)));
    close("backwards of forwards", &found, &second, 2e-5);
    let found = runs.run(&interp, [x, v], &|p, x, v| vec![p.jvp(x, v.clone(), |x| tangent(p, x, &v)).1]);
    let along: f64 = second.iter().zip(v.iter().flatten()).map(|(a, b)| a * b).sum();
    close("forwards twice", &found, &[along], 2e-5);
    let found = runs.run(&interp, [x, v], &|p, x, v| {
        let (matrix, mixed) = (
            p.hessian(&x[0], |first| runs.of(p, &[first, x[1].clone()])),
            p.jvp(&x[1], &v[1], |other| p.grad(&x[0], |first| runs.of(p, &[first, other.clone()]))).1,
        );
        vec![matrix.matmul(&v[0]) + mixed]
    });
    close("the matrix of second derivatives", &found, &second[..N], 2e-5);
    // Slices with divergent control flow.
    let wanted: Vec<(Vec<f64>, Vec<f64>)> = slices.iter().map(|[x, v]| runs.wanted(x, v)).collect();
    let stacked = |which: usize| -> Vectors {
        (0..2).map(|i| slices.iter().flat_map(|s| s[which][i].clone()).collect()).collect()
    };
    let by_variable = |pick: &dyn Fn(&(Vec<f64>, Vec<f64>)) -> Vec<f64>| -> Vec<f64> {
        (0..2)
            .flat_map(|i| {
                wanted.iter().flat_map(|w| pick(w)[i * N..(i + 1) * N].to_vec()).collect::<Vec<_>>()
            })
            .collect()
    };
    let (all, directions) = (stacked(0), stacked(1));
    let gradients = by_variable(&|w| w.0.clone());
    for device in runs.session.devices() {
        let found = runs.run(&device, [&all, &directions], &|p, x, _| p.vmap(x, |x| runs.gradient(p, x)));
        close(&format!("a map of gradients on {device}"), &found, &gradients, 1e-9);
    }
    let found = runs
        .run(&interp, [&all, &directions], &|p, x, _| p.grad(x, |x| p.vmap(x, |x| runs.of(p, &x)).sum(..)));
    close("the gradient of a map", &found, &gradients, 1e-9);
    let found = runs.run(&interp, [&all, &directions], &|p, x, v| p.vmap((x, v), |(x, v)| twice(p, x, &v)));
    close("a map of second derivatives", &found, &by_variable(&|w| w.1.clone()), 2e-5);
}

#[test]
fn loops_on_tensors() {
    check(&|p, x, y| p.for_(0, 5, x.clone(), |i, h| (h * y + i.to::<f64>() * 0.1).sin()).square().sum(..));
    check(&|p, x, y| {
        let grown = p.while_(
            (x.clone(), 0i32),
            |(h, k)| h.sum(..).lt(20.0) & k.lt(30),
            |(h, k)| (&h * 1.3 + h.sin() * y, k + 1),
        );
        grown.0.log().sum(..)
    });
}

#[test]
fn exits_and_conditionals() {
    check(&|p, x, y| {
        p.for_with(0, 20, x.clone(), |l, i, h| {
            let next = &h * 1.2 + y.sin();
            l.break_if(next.sum(..).gt(15.0), next.square());
            l.continue_if((i % 2).eq(0), next.sqrt());
            next
        })
        .sum(..)
    });
    check(&|p, x, y| {
        let which = (x.index(0, 0) * 3.0).to::<i32>();
        let first = p.switch(&which, 3, |k| match k {
            0 => x.sin(),
            1 => y.cos() * x,
            _ => x * y,
        });
        p.if_(y.index(0, 0).gt(0.5), || first.prod(..), || first.exp().sum(..))
    });
}

#[test]
fn loops_at_points() {
    check(&|p, x, y| {
        let roots = p.compute([N], |[i]| {
            let a = x.at([&i]);
            let (r, _) = p.while_(
                (a.clone(), 0i32),
                |(r, k)| r.lt(5.0) & k.lt(30),
                |(r, k)| (&r * &r * 0.3 + &r + y.at_wrap([&k]), k + 1),
            );
            r.log() * a
        });
        roots.sum(..)
    });
    check(&|p, x, y| {
        let values = p.compute([N], |[i]| {
            let a = x.at([&i]);
            let start = p.local([a.clone(), y.at([&i]), a.sin()]);
            let end = p.for_(0, 7, start, |k, mut l| {
                let v = l.get(&k % 3) * l.get((&k + 1) % 3);
                l.set((&k + 2) % 3, v.cos());
                l
            });
            end.get(0) * end.get(1) + end.get(2)
        });
        values.square().sum(..)
    });
}

#[test]
fn derivatives_at_points() {
    check(&|p, x, y| {
        let slopes = p.compute([N], |[i]| {
            let a = x.at([&i]);
            p.grad(&a, |a| {
                let looped = p.for_(0, 4, a.clone(), |k, h| (h * y.at([&k])).sin() + &a * 0.5);
                looped * p.sum(0, N, |k| (&a * y.at([&k])).sin())
            })
        });
        slopes.square().sum(..)
    });
}

#[test]
fn scatters_sorts_and_scans() {
    check(&|p, x, y| {
        let targets = [(y.clone(), Combine::Product), (x.clone(), Combine::Sum), (y.clone(), Combine::Min)];
        let [a, b, c] = p.scatter([N], targets, |[i], [a, b, c]| {
            let v = x.at([&i]);
            let place = (&v * 5.0).to::<i32>();
            a.put([&place], v.square() + 0.3);
            b.put([&place], v.sin());
            c.put([&place % 2], v.square() * y.at([&i]));
        });
        (a * b * c).square().sum(..)
    });
    check(&|p, x, y| {
        let (a, b) = p.sort(0, (x, y), |(a, _), (b, _)| a.gt(b));
        (a.cumprod(0) * b.square()).sum(..) + (x.take(0, y.argsort(0)) * x.cumsum(0)).sum(..)
    });
}

#[test]
fn rules_checkpoints_and_reads_outside() {
    check(&|p, x, y| {
        let given = p.custom_vjp(
            (x, y),
            |(a, b)| (a * b).sin(),
            |(a, b), _, g| {
                let slope = (&a * &b).cos() * g;
                (&slope * b, slope * a)
            },
        );
        let kept = p.for_(0, 3, given, |_, h| p.checkpoint((&h, y), |(h, w)| (&h * w).sin() * &h));
        let read = p.compute([N + 2], |[i]| kept.at_or([&i - 1], y.at([0])).sin());
        read.square().sum(..)
    });
}
