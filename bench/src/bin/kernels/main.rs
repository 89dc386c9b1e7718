//! Common tensor programs compared with NumPy, torch and Numba, in alternating turns: milliseconds of the
//! fastest call.
//!
//! Usage: `kernels [--peers NAME=PYTHON,…] [FILTER]`, for example `kernels --peers
//! numpy=/usr/bin/python3,torch=venvs/torch/bin/python row_sum`.
//!
//! `kernels --compile` times the compiler instead: passes for the processor, by number of tensor operations.

use std::time::Instant;
use tensorforge::{Array, Device, Element, Executable, Program, Session, Tensor, Tracer, Values};
use tensorforge_bench::peer::{Peer, peers_of};

mod compile;

type Failure = Box<dyn std::error::Error>;

const CALLS: usize = 5;
const TURNS: usize = 3;

struct Case {
    name: String,
    program: Program,
    args: Vec<Array>,
}

/// Makes an array of these extents.
type Fill = fn(&[usize]) -> Result<Array, Failure>;

/// Pseudo-random elements from −2 to 2.
fn numbers(extents: &[usize]) -> impl Iterator<Item = f64> {
    let n: usize = extents.iter().product();
    (0..n).map(|i| f64::from((i as u32 + 1).wrapping_mul(2_654_435_769) >> 8) / f64::from(1 << 22) - 2.0)
}

fn f32s(extents: &[usize]) -> Result<Array, Failure> {
    Ok(Array::from_slice(extents, &numbers(extents).map(|v| v as f32).collect::<Vec<_>>())?)
}

fn f64s(extents: &[usize]) -> Result<Array, Failure> {
    Ok(Array::from_slice(extents, &numbers(extents).collect::<Vec<_>>())?)
}

fn i32s(extents: &[usize]) -> Result<Array, Failure> {
    Ok(Array::from_slice(extents, &numbers(extents).map(|v| (v * 1000.0) as i32).collect::<Vec<_>>())?)
}

fn i8s(extents: &[usize]) -> Result<Array, Failure> {
    Ok(Array::from_slice(extents, &numbers(extents).map(|v| (v * 50.0) as i8).collect::<Vec<_>>())?)
}

fn case<V: Values>(name: String, args: Vec<Array>, body: impl FnOnce(&Tracer) -> V) -> Result<Case, Failure> {
    Ok(Case { program: Program::trace("kernel", body)?, name, args })
}

fn matrix<T: Element>(p: &Tracer) -> Tensor {
    p.input::<T>("x", (p.dim("n"), p.dim("m")))
}

/// The programs over matrices of an element type; names end in the type and the extents.
fn of_type<T: Element>(
    cases: &mut Vec<Case>,
    kind: &str,
    [n, m]: [usize; 2],
    fill: Fill,
) -> Result<(), Failure> {
    let name = |what: &str| format!("{what}:{kind}:{n}x{m}");
    let x = || -> Result<Vec<Array>, Failure> { Ok(vec![fill(&[n, m])?]) };
    cases.push(case(name("add"), vec![fill(&[n, m])?, fill(&[n, m])?], |p| {
        matrix::<T>(p) + p.input::<T>("y", (p.dim("n"), p.dim("m")))
    })?);
    cases.push(case(name("chain"), x()?, |p| {
        let x = matrix::<T>(p);
        let y = &x * &x + &x;
        let z = &y * 3 - &x;
        (&z * &y + 7).max(&x)
    })?);
    cases.push(case(name("row_sum"), x()?, |p| matrix::<T>(p).sum(1))?);
    cases.push(case(name("col_sum"), x()?, |p| matrix::<T>(p).sum(0))?);
    cases.push(case(name("sum"), x()?, |p| matrix::<T>(p).sum(..))?);
    cases.push(case(name("col_max"), x()?, |p| matrix::<T>(p).max_along(0))?);
    cases.push(case(name("transpose"), x()?, |p| matrix::<T>(p).t())?);
    cases.push(case(name("stencil"), x()?, |p| {
        let x = matrix::<T>(p);
        p.compute([p.dim("n"), p.dim("m")], |[i, j]| {
            x.at((&i - 1, &j)) + x.at((&i + 1, &j)) + x.at((&i, &j - 1)) + x.at((&i, &j + 1))
                - 4 * x.at((&i, &j))
        })
    })?);
    Ok(())
}

/// Programs that only floats have.
fn of_floats(cases: &mut Vec<Case>, [n, m]: [usize; 2]) -> Result<(), Failure> {
    let name = |what: &str| format!("{what}:f32:{n}x{m}");
    let x = || -> Result<Vec<Array>, Failure> { Ok(vec![f32s(&[n, m])?]) };
    cases.push(case(name("exp"), x()?, |p| matrix::<f32>(p).exp())?);
    cases.push(case(name("tanh"), x()?, |p| matrix::<f32>(p).tanh())?);
    cases.push(case(name("softmax"), x()?, |p| {
        let x = matrix::<f32>(p);
        let e = (&x - x.max_along(-1).keep()).exp();
        &e / e.sum(-1).keep()
    })?);
    cases.push(case(name("layernorm"), x()?, |p| {
        let x = matrix::<f32>(p);
        let centred = &x - x.mean(-1).keep();
        &centred / (centred.square().mean(-1).keep() + 1e-5).sqrt()
    })?);
    Ok(())
}

fn cases() -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    for extents in [[256, 256], [1024, 1024], [4096, 4096]] {
        of_type::<f32>(&mut cases, "f32", extents, f32s)?;
        of_floats(&mut cases, extents)?;
        of_type::<f64>(&mut cases, "f64", extents, f64s)?;
        of_type::<i32>(&mut cases, "i32", extents, i32s)?;
        of_type::<i8>(&mut cases, "i8", extents, i8s)?;
    }
    for n in [128, 1024] {
        let args = vec![f32s(&[n, n])?, f32s(&[n, n])?];
        cases.push(case(format!("matmul:f32:{n}x{n}"), args, |p| {
            matrix::<f32>(p).matmul(p.input::<f32>("y", (p.dim("m"), p.dim("k"))))
        })?);
    }
    Ok(cases)
}

fn main() -> Result<(), Failure> {
    let mut filter = String::new();
    let mut peers: Vec<Peer> = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--compile" => return compile::run(),
            "--peers" => peers = peers_of("kernels.py", args.next())?,
            _ => filter = arg,
        }
    }
    let session = Session::new()?;
    print!("{:<26} {:>10}", "program", "ours, ms");
    peers.iter().for_each(|peer| print!(" {:>10}", peer.name()));
    println!(" {:>8}", "to best");
    for case in cases()?.iter().filter(|case| case.name.contains(&filter)) {
        let exe = session.compile(&case.program, Device::cpu())?;
        let mut ours = f64::INFINITY;
        let mut theirs = vec![f64::INFINITY; peers.len()];
        for _ in 0..TURNS {
            ours = ours.min(turn(&exe, &case.args)?);
            for (peer, best) in peers.iter_mut().zip(&mut theirs) {
                *best = best.min(peer.fastest(&case.name, CALLS)?.unwrap_or(f64::INFINITY));
            }
        }
        print!("{:<26} {:>10.4}", case.name, ours * 1e3);
        theirs.iter().for_each(|best| print!(" {:>10.4}", best * 1e3));
        println!(" {:>8.2}", ours / theirs.iter().copied().fold(f64::INFINITY, f64::min));
    }
    Ok(())
}

fn turn(exe: &Executable, args: &[Array]) -> Result<f64, Failure> {
    // Peers allocate their results, too.
    let mut fastest = f64::INFINITY;
    for _ in 0..=CALLS {
        let start = Instant::now();
        let results: Vec<Array> = exe.call(args)?;
        fastest = fastest.min(start.elapsed().as_secs_f64());
        drop(results);
    }
    Ok(fastest)
}
