//! n-body, one step from its `[n, 3]` vectorised form: time per step on the CPU, minimum and median over
//! runs.
//!
//! Usage: `nbody [N …]` prints the time from tracing to the first result as well; `nbody --variants [PYTHON]`
//! compares many forms of the program, at 4096 bodies, with Numba's loops for the same form in that Python.

mod variants;

use std::time::Instant;
use tensorforge::{Array, Device, Program, Session};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    if let Some(at) = std::env::args().position(|a| a == "--variants") {
        return variants::compare(4096, std::env::args().nth(at + 1).as_deref());
    }
    let sizes: Vec<usize> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let sizes = if sizes.is_empty() { vec![1024, 4096] } else { sizes };
    let start = Instant::now();
    let session = Session::new()?;
    let step = trace()?;
    let executable = session.compile(&step, Device::cpu())?;
    for (i, n) in sizes.into_iter().enumerate() {
        let x = positions(n, 1);
        let v = positions(n, 2);
        let call = || executable.call::<(Array, Array)>((&x, &v));
        call()?;
        if i == 0 {
            println!("trace to first result: {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
        }
        let mut times: Vec<f64> = Vec::new();
        for _ in 0..60 {
            let start = Instant::now();
            call()?;
            times.push(start.elapsed().as_secs_f64());
        }
        times.sort_by(f64::total_cmp);
        println!("n = {n}: min {:.3} ms, median {:.3} ms", times[0] * 1e3, times[30] * 1e3);
    }
    Ok(())
}

fn trace() -> Result<Program, Box<dyn std::error::Error>> {
    Ok(Program::trace("step", |p| {
        let n = p.dim("n");
        let x = p.input::<f32>("x", [n, 3.into()]);
        let v = p.input::<f32>("v", [n, 3.into()]);
        let d = x.expand(0) - x.expand(1);
        let r2 = (&d * &d).sum(-1).keep() + 1e-4;
        let f = (d / (&r2 * r2.sqrt())).sum(1);
        let v = v + f * 0.001;
        (x + &v * 0.001, v)
    })?)
}

/// Seeded positions in the unit cube.
fn positions(n: usize, seed: u64) -> ndarray::Array2<f32> {
    let mut state = seed;
    ndarray::Array2::from_shape_fn((n, 3), |_| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f32 / (1u64 << 24) as f32
    })
}
