//! Programs that fold rows and use the results at the elements of the same rows, such as a softmax, on every
//! device: rows that a team keeps and rows that it reads again, of lengths with and without a whole number of
//! 16 bytes.

use tensorforge::*;

/// Lengths of rows: less than a warp has threads, around the size of a block, full vectors or not, and longer
/// than the buffer.
const LENGTHS: [usize; 7] = [1, 31, 64, 257, 1000, 1028, 8200];

fn trace<V: Values>(body: impl FnOnce(&Tracer) -> V) -> Program {
    Program::trace("main", body).unwrap_or_else(|error| panic!("{error}"))
}

/// Pseudo-random elements.
fn numbers(count: usize) -> Vec<f32> {
    (0..count as u32).map(|i| (i.wrapping_mul(2_654_435_769) >> 8) as f32 / 4_194_304.0 - 2.0).collect()
}

/// Compares the devices with the interpreter; results are f32 or i32. Floats differ by roundings of the
/// largest, or of the operands of its subtraction.
#[track_caller]
fn agree(program: &Program, args: &[Array], (what, least): (&str, f32)) {
    let session = crate::sessions::builder().verify_each(true).build().unwrap();
    let run = |device: &Device| -> Vec<Array> {
        let exe = session.compile(program, device).unwrap_or_else(|e| panic!("{what}, {device}: {e}"));
        exe.call(args).unwrap_or_else(|e| panic!("{what}, {device}: {e}"))
    };
    let wanted = run(&Device::interp());
    for device in [Device::cpu(), Device::simt(), Device::simt_compiled()] {
        for (i, (found, wanted)) in run(&device).iter().zip(&wanted).enumerate() {
            let Ok(wanted) = wanted.as_slice::<f32>() else {
                assert!(found.bytes() == wanted.bytes(), "{what}, {device}: result {i}");
                continue;
            };
            let most = wanted.iter().fold(least, |most: f32, x| most.max(x.abs()));
            for (at, (found, wanted)) in found.as_slice::<f32>().unwrap().iter().zip(wanted).enumerate() {
                let close = (found - wanted).abs() <= 4e-6 * most;
                assert!(close, "{what}, {device}: {found} for {wanted} at {at} of result {i}");
            }
        }
    }
}

/// Runs a program of one matrix for all lengths, known to the compiler and not.
fn check(body: impl Fn(&Tracer, &Tensor) -> Vec<Tensor>) {
    check_within(1e-3, body);
}

/// The same where results are differences of numbers of this size.
fn check_within(least: f32, body: impl Fn(&Tracer, &Tensor) -> Vec<Tensor>) {
    let open = trace(|p| body(p, &p.input::<f32>("x", (p.dim("m"), p.dim("n")))));
    for n in LENGTHS {
        let x = Array::from_slice(&[3, n], &numbers(3 * n)).unwrap();
        agree(&open, &[x], (&format!("{n} elements"), least));
    }
    for n in [40, 259] {
        // Enough rows to occupy a GPU.
        let rows = 140;
        let fixed = trace(|p| body(p, &p.input::<f32>("x", [rows, n])));
        let x = Array::from_slice(&[rows, n], &numbers(rows * n)).unwrap();
        agree(&fixed, &[x], (&format!("{n} elements, known"), least));
    }
}

#[test]
fn softmax() {
    check(|_, x| vec![x.softmax(1)]);
}

#[test]
fn log_softmax() {
    check(|_, x| vec![x.log_softmax(1)]);
}

/// Several folds, a result for each row and one for each element, and another matrix of elements that are
/// read once.
#[test]
fn normalization() {
    // Means of numbers of size 1 may be near zero.
    check_within(1.0, |_, x| {
        let mean = x.mean(1);
        let centred = x - mean.expand_dims(1);
        let scale = ((&centred * &centred).mean(1) + 1e-5).rsqrt();
        let normal = &centred * scale.expand_dims(1);
        vec![&normal * 2.0 + x, mean, scale]
    });
}

/// The result is an index, and points compare it with their index.
#[test]
fn indices_of_the_maximum() {
    check(|_, x| {
        let at = x.argmax(1).keep();
        let own = x.iota_like(1);
        vec![own.eq(at).select(x, 0.0)]
    });
}

/// The product with what comes back is folded along rows, too.
#[test]
fn gradients() {
    check_within(1.0, |p, x| {
        let weights = (x * 3.0).sin().detach();
        let softmax = p.grad(x, |x| (x.softmax(1) * &weights).sum(..));
        let normal = p.grad(x, |x| {
            let mean_square = (&x * &x).mean(1) + 1e-3;
            (&x * mean_square.rsqrt().expand_dims(1) * &weights).sum(..)
        });
        vec![softmax, normal]
    });
}

/// Rows of an array of three axes, and elements of other sizes.
#[test]
fn batches_and_element_types() {
    let program = trace(|p| {
        let x = p.input::<f32>("x", (p.dim("b"), p.dim("m"), p.dim("n")));
        let wide = x.to::<f64>().softmax(2).to::<f32>();
        let whole = (&x * 100.0).to::<i32>();
        let shifted = &whole - whole.min_along(2).keep();
        (x.softmax(2), wide, shifted)
    });
    for n in [7, 128, 1030] {
        let x = Array::from_slice(&[2, 3, n], &numbers(6 * n)).unwrap();
        agree(&program, &[x], (&format!("{n} elements"), 1e-3));
    }
}

/// A chain of folds along rows and of points that use them, as a seed has it.
fn random(x: &Tensor, seed: u32) -> Vec<Tensor> {
    let mut state = seed.wrapping_mul(2_654_435_769) | 1;
    let mut below = |most: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as usize % most
    };
    let (mut matrices, mut numbers) = (vec![x.clone()], vec![x.max_along(1)]);
    for _ in 0..8 {
        let matrix = matrices[below(matrices.len())].clone();
        let number = numbers[below(numbers.len())].clone();
        match below(7) {
            0 => numbers.push(matrix.max_along(1)),
            1 => numbers.push(matrix.mean(1)),
            2 => numbers.push(matrix.min_along(1) - &number),
            3 => matrices.push(&matrix - number.expand_dims(1)),
            4 => matrices.push((&matrix * number.expand_dims(1)).tanh()),
            5 => matrices.push(&matrix * 0.5 + &matrices[below(matrices.len())]),
            _ => numbers.push((&matrix * &matrix).mean(1).sqrt()),
        }
    }
    vec![
        matrices[matrices.len() - 1].clone(),
        matrices[below(matrices.len())].clone(),
        numbers[numbers.len() - 1].clone(),
    ]
}

#[test]
fn random_chains() {
    for seed in 0..8 {
        let open = trace(|p| random(&p.input::<f32>("x", (p.dim("m"), p.dim("n"))), seed));
        for n in [33, 132, 1100] {
            let x = Array::from_slice(&[2, n], &numbers(2 * n)).unwrap();
            agree(&open, &[x], (&format!("seed {seed}, {n} elements"), 1e-3));
        }
        let fixed = trace(|p| random(&p.input::<f32>("x", [140, 36]), seed));
        let x = Array::from_slice(&[140, 36], &numbers(140 * 36)).unwrap();
        agree(&fixed, &[x], (&format!("seed {seed}, known"), 1e-3));
    }
}
