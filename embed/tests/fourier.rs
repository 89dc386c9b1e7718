//! Fourier transforms of the library against their sums, in f64: every way to compute them, real ones,
//! several axes, derivatives, maps.

use std::f64::consts::TAU;
use std::sync::OnceLock;
use tensorforge::*;

/// Real and imaginary parts.
type Parts = (Vec<f64>, Vec<f64>);

fn array(extents: &[usize], data: &[f64]) -> Array {
    Array::from_slice(extents, data).unwrap()
}

fn numbers(n: usize, seed: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * 7919 + 131 * seed + 13) % 1009) as f64 / 504.5 - 1.0).collect()
}

/// The transform along an axis, by definition.
fn sums((re, im): &Parts, extents: &[usize], axis: usize, sign: f64) -> Parts {
    let (n, inner) = (extents[axis], extents[axis + 1..].iter().product::<usize>());
    let mut made = (vec![0.0; re.len()], vec![0.0; re.len()]);
    for place in 0..re.len() {
        let (k, first) = (place / inner % n, place - place / inner % n * inner);
        for j in 0..n {
            let (s, c) = (sign * TAU * ((j * k) % n) as f64 / n as f64).sin_cos();
            let at = first + j * inner;
            made.0[place] += re[at] * c - im[at] * s;
            made.1[place] += re[at] * s + im[at] * c;
        }
    }
    made
}

/// One for all tests: programs of unknown extents are compiled once for all lengths.
fn session() -> &'static Session {
    static SESSION: OnceLock<Session> = OnceLock::new();
    SESSION.get_or_init(|| crate::sessions::session())
}

fn results(program: &Program, device: &Device, args: &[Array]) -> Vec<Vec<f64>> {
    let exe = session().compile(program, device).unwrap_or_else(|e| panic!("{device}: {e}"));
    let made: Vec<Array> = exe.call(args).unwrap_or_else(|e| panic!("{device}: {e}"));
    made.iter().map(|array| array.as_slice::<f64>().unwrap().to_vec()).collect()
}

#[track_caller]
fn near(found: &[f64], wanted: &[f64], limit: f64, what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (i, (a, b)) in found.iter().zip(wanted).enumerate() {
        assert!((a - b).abs() <= limit, "{what}: element {i} is {a}, not {b}");
    }
}

fn trace<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("main", body).unwrap_or_else(|error| panic!("{error}"))
}

/// Stages of all kinds, sums of short lengths that are not known, convolutions.
#[test]
fn every_axis_and_length_is_its_sums() {
    for (n, device) in [
        (1, Device::interp()),
        (2, Device::cpu()),
        (15, Device::interp()),
        (16, Device::interp()),
        (32, Device::cpu()),
        (64, Device::cpu()),
        (66, Device::cpu()),
        (67, Device::interp()),
        (71, Device::cpu()),
        (77, Device::cpu()),
        (90, Device::cpu()),
        (131, Device::cpu()),
        (256, Device::cpu()),
    ] {
        for axis in 0..3 {
            let mut extents = [2, 3, 2];
            extents[axis] = n;
            let count = extents.iter().product();
            let parts = (numbers(count, 1), numbers(count, 2));
            let args = [array(&extents, &parts.0), array(&extents, &parts.1)];
            let [there, back] = [-1.0, 1.0].map(|sign| sums(&parts, &extents, axis, sign));
            for dynamic in [false, true] {
                let program = trace(|p| {
                    let names = ["a", "b", "c"];
                    let dim =
                        |i: usize| if (i == axis) == dynamic { p.dim(names[i]) } else { extents[i].into() };
                    let shape = [dim(0), dim(1), dim(2)];
                    let [x, y] = ["x", "y"].map(|name| p.input::<f64>(name, shape));
                    (p.fft((&x, &y), axis), p.ifft((&x, &y), axis))
                });
                let found = results(&program, &device, &args);
                let what = format!("{extents:?} along {axis} on {device}, dynamic: {dynamic}");
                near(&found[0], &there.0, 1e-11, &what);
                near(&found[1], &there.1, 1e-11, &what);
                let scaled = |part: &[f64]| part.iter().map(|v| v / n as f64).collect::<Vec<_>>();
                near(&found[2], &scaled(&back.0), 1e-12, &what);
                near(&found[3], &scaled(&back.1), 1e-12, &what);
            }
        }
    }
}

/// Tables have at most 2^14 elements: longer transforms compute their roots.
#[test]
fn long_lines_compute_their_roots() {
    for n in [1usize << 15, 20011] {
        let program = trace(|p| {
            let x = p.input::<f64>("x", [n]);
            let there = p.fft((&x, 0.0), 0);
            let (back, rest) = p.ifft((&there.0, &there.1), 0);
            (there, back, rest, p.irfft(p.rfft(&x, 0), n, 0))
        });
        let x = numbers(n, 3);
        let found = results(&program, &Device::cpu(), &[array(&[n], &x)]);
        near(&found[2], &x, 1e-9, "there and back");
        near(&found[3], &vec![0.0; n], 1e-9, "nothing is imaginary");
        near(&found[4], &x, 1e-9, "there and back as real numbers");
        for k in [0, 1, 77, n / 2, n - 1] {
            let angle = |j: usize| TAU * ((j * k) % n) as f64 / n as f64;
            let sum = |f: fn(f64) -> f64| x.iter().enumerate().map(|(j, x)| x * f(angle(j))).sum::<f64>();
            near(
                &[found[0][k], found[1][k]],
                &[sum(f64::cos), -sum(f64::sin)],
                1e-8,
                "a number of the spectrum",
            );
        }
    }
}

#[test]
fn real_inputs_have_half_a_spectrum() {
    for n in [1usize, 2, 3, 6, 9, 16, 67, 134] {
        for dynamic in [false, true] {
            let program = trace(|p| {
                let length = if dynamic { p.dim("n") } else { n.into() };
                let x = p.input::<f64>("x", (2, length));
                let half = p.rfft(&x, 1);
                let back = p.irfft((&half.0, &half.1), length, 1);
                // Imaginary parts that the spectrum of a real signal cannot have do not count.
                let (re, im) = (half.0.clone(), &half.1 + 1.0);
                (half, back, p.irfft((re, im), length, 1))
            });
            let parts = (numbers(2 * n, 4), vec![0.0; 2 * n]);
            let whole = sums(&parts, &[2, n], 1, -1.0);
            let first =
                |part: &[f64]| part.chunks(n).flat_map(|row| row[..n / 2 + 1].to_vec()).collect::<Vec<_>>();
            // All parts but those of the first element and, for an even length, the last one.
            let mut changed = whole.clone();
            for (i, im) in changed.1.iter_mut().enumerate() {
                let k = i % n;
                *im += if k == 0 || 2 * k == n {
                    0.0
                } else if 2 * k < n {
                    1.0
                } else {
                    -1.0
                };
            }
            let back: Vec<f64> = sums(&changed, &[2, n], 1, 1.0).0.iter().map(|v| v / n as f64).collect();
            for device in [Device::interp(), Device::cpu()] {
                let what = format!("{n} on {device}, dynamic: {dynamic}");
                let found = results(&program, &device, &[array(&[2, n], &parts.0)]);
                near(&found[0], &first(&whole.0), 1e-11, &what);
                near(&found[1], &first(&whole.1), 1e-11, &what);
                near(&found[2], &parts.0, 1e-12, &what);
                near(&found[3], &back, 1e-11, &what);
            }
        }
    }
}

#[test]
fn several_axes_are_one_after_the_other() {
    let extents = [3, 4, 6];
    let program = trace(|p| {
        let x = p.input::<f64>("x", extents.map(Dim::from));
        let whole = p.fft((&x, 0.0), ..);
        let half = p.rfft(&x, [0, 1, 2]);
        let back = p.irfft((&half.0, &half.1), 6, [0, 1, 2]);
        (whole.0.fftshift(..), whole.0.fftshift([0, 2]).ifftshift([0, 2]), whole.1, half, back)
    });
    let x = numbers(72, 5);
    let mut whole = (x.clone(), vec![0.0; 72]);
    (0..3).for_each(|axis| whole = sums(&whole, &extents, axis, -1.0));
    for device in [Device::interp(), Device::cpu()] {
        let found = results(&program, &device, &[array(&extents, &x)]);
        let turned: Vec<f64> = (0..72)
            .map(|i| {
                let at = [i / 24, i / 6 % 4, i % 6];
                let from: [usize; 3] = std::array::from_fn(|a| (at[a] + extents[a].div_ceil(2)) % extents[a]);
                whole.0[from[0] * 24 + from[1] * 6 + from[2]]
            })
            .collect();
        near(&found[0], &turned, 1e-11, "the middle");
        near(&found[1], &whole.0, 1e-11, "there and back");
        near(&found[2], &whole.1, 1e-11, "imaginary parts");
        let half = |part: &[f64]| part.chunks(6).flat_map(|row| row[..4].to_vec()).collect::<Vec<_>>();
        near(&found[3], &half(&whole.0), 1e-11, "half of the real parts");
        near(&found[4], &half(&whole.1), 1e-11, "half of the imaginary parts");
        near(&found[5], &x, 1e-12, "back");
    }
}

/// A linear function's derivative is its transpose: `⟨F x, g⟩ = ⟨x, Fᵀ g⟩`, and its tangent is itself.
#[test]
fn derivatives_are_transposes() {
    for n in [6usize, 9, 67] {
        let program = trace(|p| {
            let [x, y, t, s] = ["x", "y", "t", "s"].map(|name| p.input::<f64>(name, [n]));
            let [g, h] = ["g", "h"].map(|name| p.input::<f64>(name, [n]));
            let product = |(a, b): (Tensor, Tensor)| (a * &g).sum(..) + (b * &h).sum(..);
            let (dx, dy) = p.grad((&x, &y), |(x, y)| product(p.fft((x, y), 0)));
            let half = |x: &Tensor| p.rfft(x, 0);
            let count = (n / 2 + 1) as i64;
            let (ga, ha) = (g.slice_axis(0, 0..count), h.slice_axis(0, 0..count));
            let real = |x: Tensor| {
                let (a, b) = half(&x);
                (a * &ga).sum(..) + (b * &ha).sum(..)
            };
            let back = |(a, b): (Tensor, Tensor)| (p.irfft((a, b), n, 0) * &g).sum(..);
            let real_slope = p.grad(&x, real);
            let (da, db) = p.grad((&ga, &ha), back);
            let (_, tangent) = p.jvp((&x, &y), (&t, &s), |(x, y)| p.fft((x, y), 0));
            let wanted = p.fft((&t, &s), 0);
            let dot = |a: &Tensor, b: &Tensor| (a * b).sum(..);
            (
                [product(p.fft((&t, &s), 0)), dot(&dx, &t) + dot(&dy, &s)],
                [real(t.clone()), dot(&real_slope, &t)],
                [
                    back((t.slice_axis(0, 0..count), s.slice_axis(0, 0..count))),
                    dot(&da, &t.slice_axis(0, 0..count)) + dot(&db, &s.slice_axis(0, 0..count)),
                ],
                [(&tangent.0 - &wanted.0).abs().max_along(..), (&tangent.1 - &wanted.1).abs().max_along(..)],
            )
        });
        let args: Vec<Array> = (0..6).map(|seed| array(&[n], &numbers(n, seed))).collect();
        for device in [Device::interp(), Device::cpu()] {
            let found = results(&program, &device, &args);
            for (pair, what) in found[..6].chunks(2).zip(["complex", "real", "back"]) {
                near(&pair[0], &pair[1], 1e-10, &format!("{what} of {n} on {device}"));
                assert!(pair[0][0].abs() > 1e-3, "{what} of {n}: something is compared");
            }
            near(&found[6], &[0.0], 1e-11, "tangents");
            near(&found[7], &[0.0], 1e-11, "tangents");
        }
    }
}

#[test]
fn maps_are_batches_and_narrow_floats_are_computed_in_wide_ones() {
    let program = trace(|p| {
        let x = p.input::<f64>("x", (p.dim("batch"), 12));
        let (re, im) = p.vmap(&x, |x| p.fft((x, 0.0), 0));
        let whole = p.fft((&x, 0.0), 1);
        let narrow = p.fft((x.to::<f32>(), 0.0), 1).0;
        let half = p.rfft(x.cast(Elem::F16), 1).0;
        (
            re - &whole.0,
            im - &whole.1,
            narrow.to::<f64>() - &whole.0,
            half.to::<f64>() - whole.0.slice_axis(1, 0..7),
        )
    });
    let args = [array(&[3, 12], &numbers(36, 9))];
    for device in [Device::interp(), Device::cpu()] {
        for (found, limit) in results(&program, &device, &args).iter().zip([1e-13, 1e-13, 2e-6, 8e-3]) {
            near(found, &vec![0.0; found.len()], limit, &device.to_string());
        }
    }
}

#[test]
fn mistakes_name_the_cause() {
    let message = |body: &dyn Fn(&Tracer) -> Tensor| Program::trace("wrong", body).unwrap_err().to_string();
    let found = message(&|p| {
        let x = p.input::<f32>("x", [5]);
        p.irfft((&x, &x), 10, 0)
    });
    assert!(
        found.contains("irfft to 10 elements needs n/2 + 1 elements of the spectrum, not 5 along axis 0"),
        "{found}"
    );
    let found = message(&|p| p.fft((p.scalar::<f32>("x"), 0.0), ..).0);
    assert!(found.contains("fft needs at least one axis: a scalar has none"), "{found}");
    let found = message(&|p| p.fft((p.input::<f32>("x", [5]), 0.0), 1).0);
    assert!(found.contains("axis"), "{found}");
}

/// Lengths that only a call tells: short lines are sums, longer ones convolutions by a power of two that is
/// found then.
#[test]
fn lengths_at_run_time_are_sums_or_convolutions() {
    let program = trace(|p| {
        let shape = [p.dim("m"), p.dim("n")];
        let [x, y, g, h] = ["x", "y", "g", "h"].map(|name| p.input::<f64>(name, shape));
        let (re, im) = p.fft((&x, &y), 1);
        let (back, rest) = p.ifft((&re, &im), 1);
        let half = p.rfft(&x, 1);
        let real = p.irfft((&half.0, &half.1), shape[1], 1);
        let product = |(a, b): (Tensor, Tensor)| (a * &g).sum(..) + (b * &h).sum(..);
        let (dx, dy) = p.grad((&x, &y), |(x, y)| product(p.fft((x, y), 1)));
        let slopes = (&dx * &x).sum(..) + (&dy * &y).sum(..);
        let narrow = p.fft((x.to::<f32>(), 0.0), 1).0.to::<f64>() - p.fft((&x, 0.0), 1).0;
        (
            (re.clone(), im.clone(), back, rest),
            (half, real),
            (product((re, im)), slopes),
            narrow.abs().max_along(..),
        )
    });
    for (device, lengths) in [
        (Device::interp(), &[5, 129][..]),
        (Device::cpu(), &[1usize, 5, 127, 128, 129, 200, 257][..]),
        (Device::simt_compiled(), &[129][..]),
    ] {
        let exe = crate::sessions::session().compile(&program, &device).unwrap();
        for n in lengths.iter().copied() {
            let extents = [2, n];
            let parts: Vec<Vec<f64>> = (0..4).map(|seed| numbers(2 * n, seed + 1)).collect();
            let args: Vec<Array> = parts.iter().map(|part| array(&extents, part)).collect();
            let found: Vec<Array> = exe.call(args.as_slice()).unwrap();
            let found: Vec<Vec<f64>> = found.iter().map(|a| a.as_slice::<f64>().unwrap().to_vec()).collect();
            let what = format!("{n} on {device}");
            let there = sums(&(parts[0].clone(), parts[1].clone()), &extents, 1, -1.0);
            near(&found[0], &there.0, 1e-10, &what);
            near(&found[1], &there.1, 1e-10, &what);
            near(&found[2], &parts[0], 1e-11, &format!("back, {what}"));
            near(&found[3], &parts[1], 1e-11, &format!("back, {what}"));
            let alone = sums(&(parts[0].clone(), vec![0.0; 2 * n]), &extents, 1, -1.0);
            let half =
                |part: &[f64]| part.chunks(n).flat_map(|row| row[..n / 2 + 1].to_vec()).collect::<Vec<_>>();
            near(&found[4], &half(&alone.0), 1e-10, &format!("half, {what}"));
            near(&found[5], &half(&alone.1), 1e-10, &format!("half, {what}"));
            near(&found[6], &parts[0], 1e-11, &format!("real, {what}"));
            near(&found[7], &found[8], 1e-9, &format!("derivatives, {what}"));
            assert!(found[9][0] < 1e-4 * (n as f64).sqrt(), "{what}: {:?}", found[9]);
        }
    }
}

/// A derivative is a transform again: it takes as many operations as the transform, at constant and at
/// run-time lengths, forwards and backwards.
#[test]
fn derivatives_are_as_short_as_transforms() {
    let ops = |program: &Program| {
        let session = crate::sessions::session();
        let text =
            session.run_pipeline(&program.to_text(), tensorforge::pipelines::interp().as_str()).unwrap();
        text.lines().filter(|line| line.contains(" = ")).count()
    };
    for dim in [Some(1155usize), Some(256), None] {
        let vector = |p: &Tracer, name: &str| match dim {
            Some(n) => p.input::<f64>(name, [n]),
            None => p.input::<f64>(name, [p.dim("n")]),
        };
        let plain = ops(&trace(|p| p.fft((vector(p, "x"), vector(p, "y")), 0)));
        let slope = ops(&trace(|p| {
            let [x, y, g, h] = ["x", "y", "g", "h"].map(|name| vector(p, name));
            p.grad((&x, &y), |(x, y)| {
                let (a, b) = p.fft((x, y), 0);
                (a * &g).sum(..) + (b * &h).sum(..)
            })
        }));
        assert!(
            slope < 2 * plain + 60,
            "{dim:?}: {slope} operations of a derivative, {plain} of the transform"
        );
    }
}

/// Lengths that are known at run time only, of real transforms and their inverses, in reverse and forward
/// mode, along an axis that is not the last: each derivative is the transpose, `⟨F t, g⟩ = ⟨t, Fᵀ g⟩`.
#[test]
fn derivatives_of_real_transforms_of_lengths_at_run_time() {
    let program = trace(|p| {
        let (n, m) = (p.dim("n"), p.dim("m"));
        let half = p.input::<f64>("half", [(n - 1).ceil_div(2) + 1, m]);
        let other = p.input::<f64>("other", [(n - 1).ceil_div(2) + 1, m]);
        let [t, g] = ["t", "g"].map(|name| p.input::<f64>(name, [n, m]));
        let forward = |x: Tensor| {
            let (a, b) = p.rfft(x, 0);
            (a * &half).sum(..) + (b * &other).sum(..)
        };
        let back = |(a, b): (Tensor, Tensor)| (p.irfft((a, b), n, 0) * &g).sum(..);
        let dx = p.grad(&t, forward);
        let (da, db) = p.grad((&half, &other), back);
        let (_, tangent) = p.jvp(&t, &g, forward);
        (
            [forward(t.clone()), (&dx * &t).sum(..)],
            [back((half.clone(), other.clone())), (&da * &half).sum(..) + (&db * &other).sum(..)],
            [forward(g.clone()), tangent],
            // Imaginary parts that do not count have no derivative.
            db.slice_axis(0, 0..1).abs().max_along(..),
        )
    });
    for n in [1usize, 4, 5, 130, 257] {
        let (m, half) = (3, n / 2 + 1);
        let args = [
            array(&[half, m], &numbers(half * m, 1)),
            array(&[half, m], &numbers(half * m, 2)),
            array(&[n, m], &numbers(n * m, 3)),
            array(&[n, m], &numbers(n * m, 4)),
        ];
        for device in [Device::interp(), Device::cpu(), Device::simt_compiled()] {
            let found = results(&program, &device, &args);
            for (pair, what) in found[..6].chunks(2).zip(["forwards", "back", "tangent"]) {
                near(
                    &pair[0],
                    &pair[1],
                    1e-9 * (1.0 + pair[0][0].abs()),
                    &format!("{what} of {n} on {device}"),
                );
            }
            assert_eq!(found[6], [0.0], "{n} on {device}");
        }
    }
}
