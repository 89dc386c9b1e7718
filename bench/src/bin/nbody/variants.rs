//! Many forms of n-body compared with Numba's loops for the same form: the speed must not depend on the form.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;
use tensorforge::{Array, Device, Element, Executable, Program, Session, Tracer, Values};

type Failure = Box<dyn std::error::Error>;

/// A form of the program.
struct Variant {
    name: &'static str,
    /// Coordinates per body.
    axes: usize,
    double: bool,
    program: Source,
}

enum Source {
    Traced(Program),
    Text(&'static str),
}

/// Consecutive calls of one side per turn, and turns.
const CALLS: usize = 15;
const TURNS: usize = 4;

const TEXT: &str = r#"
func.func @kick(%p: tensor<?{count}x3xf32>, %u: tensor<?{count}x3xf32>) -> (tensor<?{count}x3xf32>, tensor<?{count}x3xf32>) {
  %eps = arith.constant 1.0e-4 : f32
  %dt = arith.constant 1.0e-3 : f32
  %a = tensor.broadcast %p dims = [1, 2] : tensor<?{count}x3xf32> to tensor<?{count}x?{count}x3xf32>
  %b = tensor.broadcast %p dims = [0, 2] : tensor<?{count}x3xf32> to tensor<?{count}x?{count}x3xf32>
  %d = arith.subf %a, %b : tensor<?{count}x?{count}x3xf32>
  %dd = arith.mulf %d, %d : tensor<?{count}x?{count}x3xf32>
  %s = tensor.reduce add %dd dims = [2] : tensor<?{count}x?{count}x3xf32> to tensor<?{count}x?{count}xf32>
  %e = tensor.splat %eps : tensor<?{count}x?{count}xf32>
  %r2 = arith.addf %s, %e : tensor<?{count}x?{count}xf32>
  %r = math.sqrt %r2 : tensor<?{count}x?{count}xf32>
  %r3 = arith.mulf %r2, %r : tensor<?{count}x?{count}xf32>
  %w = tensor.broadcast %r3 dims = [0, 1] : tensor<?{count}x?{count}xf32> to tensor<?{count}x?{count}x3xf32>
  %f = arith.divf %d, %w : tensor<?{count}x?{count}x3xf32>
  %g = tensor.reduce add %f dims = [1] : tensor<?{count}x?{count}x3xf32> to tensor<?{count}x3xf32>
  %t = tensor.splat %dt : tensor<?{count}x3xf32>
  %k = arith.mulf %g, %t : tensor<?{count}x3xf32>
  %v = arith.addf %u, %k : tensor<?{count}x3xf32>
  %m = arith.mulf %v, %t : tensor<?{count}x3xf32>
  %x = arith.addf %p, %m : tensor<?{count}x3xf32>
  return %x, %v : tensor<?{count}x3xf32>, tensor<?{count}x3xf32>
}
"#;

fn traced<V: Values>(
    name: &'static str,
    axes: usize,
    double: bool,
    body: impl FnOnce(&Tracer) -> V,
) -> Result<Variant, Failure> {
    Ok(Variant { name, axes, double, program: Source::Traced(Program::trace(name, body)?) })
}

/// One step under a force `d * weight(r²)`, softened.
fn step<T: Element>(
    p: &Tracer,
    axes: i64,
    eps: f64,
    weight: impl FnOnce(&tensorforge::Tensor, &tensorforge::Tensor) -> tensorforge::Tensor,
) -> (tensorforge::Tensor, tensorforge::Tensor) {
    let n = p.dim("n");
    let x = p.input::<T>("x", (n, axes));
    let v = p.input::<T>("v", (n, axes));
    let d = x.expand(0) - x.expand(1);
    let r2 = (&d * &d).sum(-1).keep() + eps;
    let v = v + weight(&d, &r2).sum(1) * 1e-3;
    (x + &v * 1e-3, v)
}

fn variants() -> Result<Vec<Variant>, Failure> {
    Ok(vec![
        traced("cube", 3, false, |p| step::<f32>(p, 3, 1e-4, |d, r2| d / (r2 * r2.sqrt())))?,
        Variant { name: "text", axes: 3, double: false, program: Source::Text(TEXT) },
        traced("power", 3, false, |p| step::<f32>(p, 3, 0.02, |d, r2| d * r2.pow(-1.5) * 2.5))?,
        traced("root_cubed", 3, false, |p| {
            step::<f32>(p, 3, 1e-4, |d, r2| {
                let r = r2.sqrt();
                d / (&r * &r * &r)
            })
        })?,
        traced("plane", 2, false, |p| step::<f32>(p, 2, 1e-4, |d, r2| d / (r2 * r2.sqrt())))?,
        traced("four", 4, false, |p| step::<f32>(p, 4, 1e-4, |d, r2| d / (r2 * r2.sqrt())))?,
        traced("energy", 3, false, |p| {
            let n = p.dim("n");
            let (x, v) = (p.input::<f32>("x", (n, 3)), p.input::<f32>("v", (n, 3)));
            let d = x.expand(0) - x.expand(1);
            let r2 = (&d * &d).sum(-1).keep() + 1e-4;
            let v = v + (d / (&r2 * r2.sqrt())).sum(1) * 1e-3;
            (x + &v * 1e-3, v, (1.0f32 / r2.sqrt()).sum(1))
        })?,
        traced("double", 3, true, |p| step::<f64>(p, 3, 1e-4, |d, r2| d / (r2 * r2.sqrt())))?,
        traced("inverse", 3, false, |p| step::<f32>(p, 3, 1e-4, |d, r2| d / r2))?,
        traced("gauss", 3, false, |p| step::<f32>(p, 3, 0.0, |d, r2| d * (-r2).exp()))?,
        traced("lennard_jones", 3, false, |p| {
            step::<f32>(p, 3, 1e-2, |d, r2| {
                let i2 = 1.0 / r2;
                let i6 = &i2 * &i2 * &i2;
                d * (24.0 * &i2 * &i6 * (2.0 * &i6 - 1.0))
            })
        })?,
    ])
}

/// Numba in a separate process: a line requests a variant, and a line answers with seconds per call and a
/// checksum.
struct Peer {
    child: Child,
    ask: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Peer {
    fn start(python: &str) -> Result<Peer, Failure> {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/peers/nbody_variants.py");
        let mut child =
            Command::new(python).arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let ask = child.stdin.take().ok_or("the peer has no stdin")?;
        let answers = BufReader::new(child.stdout.take().ok_or("the peer has no stdout")?);
        Ok(Peer { child, ask, answers })
    }

    /// Seconds of the fastest call, and the sum of the magnitudes of all results.
    fn turn(&mut self, variant: &Variant, n: usize) -> Result<(f64, f64), Failure> {
        writeln!(self.ask, "{} {n} {CALLS}", variant.name)?;
        self.ask.flush()?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let mut words = line.split_whitespace().map(str::parse::<f64>);
        match (words.next(), words.next()) {
            (Some(Ok(seconds)), Some(Ok(sum))) => Ok((seconds, sum)),
            _ => Err(format!("the peer answered '{}'", line.trim()).into()),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Prints, for each variant, the pair interactions per second of Tensorforge and the peer, in alternating
/// turns.
pub fn compare(n: usize, python: Option<&str>) -> Result<(), Failure> {
    let session = Session::new()?;
    let mut peer = python.map(Peer::start).transpose()?;
    println!(
        "{:<14} {:>10} {:>14} {:>14} {:>7}  deviation",
        "n-body", "ours", "pairs/s", "Numba, pairs/s", "ratio"
    );
    for variant in variants()? {
        let exe = match &variant.program {
            Source::Traced(program) => session.compile(program, Device::cpu())?,
            Source::Text(text) => session.compile_text(text, Device::cpu())?,
        };
        let (mut ours, mut theirs, mut sums) = (f64::INFINITY, f64::INFINITY, (0.0, 0.0));
        for _ in 0..TURNS {
            let (seconds, sum) = turn(&exe, &variant, n)?;
            (ours, sums.0) = (ours.min(seconds), sum);
            if let Some(peer) = &mut peer {
                let (seconds, sum) = peer.turn(&variant, n)?;
                (theirs, sums.1) = (theirs.min(seconds), sum);
            }
        }
        let rate = |seconds: f64| (n * n) as f64 / seconds / 1e9;
        let deviation = (sums.0 - sums.1).abs() / sums.1.abs();
        println!(
            "{:<14} {:>7.3} ms {:>12.2} G {:>12.2} G {:>7.2}  {deviation:.1e}",
            variant.name,
            ours * 1e3,
            rate(ours),
            rate(theirs),
            ours / theirs
        );
    }
    Ok(())
}

fn turn(exe: &Executable, variant: &Variant, n: usize) -> Result<(f64, f64), Failure> {
    let arrays = [positions(n, variant, 1)?, positions(n, variant, 2)?];
    let mut fastest = f64::INFINITY;
    let mut results: Vec<Array> = exe.call(arrays.as_slice())?;
    for _ in 0..CALLS {
        let start = Instant::now();
        results = exe.call(arrays.as_slice())?;
        fastest = fastest.min(start.elapsed().as_secs_f64());
    }
    let sum = results.iter().flat_map(|a| a.scalars().map(|s| s.to_f64().abs()).collect::<Vec<_>>()).sum();
    Ok((fastest, sum))
}

/// The positions of a linear congruential generator in the unit cube, equal to the peer's.
fn positions(n: usize, variant: &Variant, seed: u64) -> Result<Array, Failure> {
    let mut state = seed;
    let numbers = (0..n * variant.axes).map(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    });
    let extents = [n, variant.axes];
    Ok(match variant.double {
        true => Array::from_slice(&extents, &numbers.collect::<Vec<f64>>())?,
        false => Array::from_slice(&extents, &numbers.map(|x| x as f32).collect::<Vec<f32>>())?,
    })
}
