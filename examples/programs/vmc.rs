//! Variational Monte Carlo: the ground state of two electrons around nuclei, found by making the energy of a
//! trial wave function small. The function has the right cusp where electrons meet and a small network for
//! what else correlates them; its local energy takes second derivatives by position, its improvement
//! derivatives by parameters, all by differentiation of the one function below.
//!
//! `cargo run --release -p tensorforge-examples --example vmc -- --system h2 --steps 500`

use common::{Options, seconds, timed};
use tensorforge::nn::Adam;
use tensorforge::{Array, Program, Random, Session, Tensor, TraceError, Tracer};

/// Width of the network.
const HIDDEN: usize = 16;
/// Metropolis steps between two evaluations of the energy.
const MOVES: usize = 10;

/// Nuclei, in atomic units.
pub struct System {
    /// Charges and positions.
    pub nuclei: Vec<(f64, [f64; 3])>,
    /// The initial decay of the trial function.
    pub decay: f64,
}

impl System {
    /// One nucleus of charge 2.
    pub fn helium() -> System {
        System { nuclei: vec![(2.0, [0.0; 3])], decay: 2.0 }
    }

    /// Two protons at their distance in the molecule.
    pub fn hydrogen() -> System {
        System { nuclei: vec![(1.0, [0.0, 0.0, -0.7]), (1.0, [0.0, 0.0, 0.7])], decay: 1.2 }
    }

    /// Inputs of the network: the distances of either electron from the nuclei, and from the other.
    fn features(&self) -> usize {
        2 * self.nuclei.len() + 1
    }

    /// The number of parameters: decay, cusp, and the network's.
    pub fn parameters(&self) -> usize {
        2 + (self.features() + 1) * HIDDEN + (HIDDEN + 1) * HIDDEN + HIDDEN
    }

    /// The nuclei's energy among themselves.
    fn repulsion(&self) -> f64 {
        let mut sum = 0.0;
        for (i, (a, x)) in self.nuclei.iter().enumerate() {
            for (b, y) in &self.nuclei[..i] {
                sum += a * b / x.iter().zip(y).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt();
            }
        }
        sum
    }

    /// Initial parameters: the network's are random, and small in its last layer.
    pub fn start(&self, seed: u64) -> Array {
        let mut random = common::Random::new(seed);
        let mut values = vec![self.decay.ln() as f32, 0.0];
        for (inputs, outputs, scale) in
            [(self.features(), HIDDEN, 1.0), (HIDDEN, HIDDEN, 1.0), (HIDDEN, 1, 0.05f32)]
        {
            let width = scale / (inputs as f32).sqrt();
            values.extend((0..inputs * outputs).map(|_| width * random.normal()));
            values.extend((0..outputs).take(if outputs == 1 { 0 } else { outputs }).map(|_| 0.0f32));
        }
        Array::from_slice(&[values.len()], &values).expect("as many as there are")
    }

    /// Walkers near the nuclei.
    pub fn walkers(&self, n: usize, seed: u64) -> Array {
        let mut random = common::Random::new(seed);
        let values: Vec<f32> = (0..6 * n).map(|_| 0.7 * random.normal()).collect();
        Array::from_slice(&[n, 6], &values).expect("as many as there are")
    }
}

/// Splits a vector of parameters.
struct Parts<'a> {
    theta: &'a Tensor,
    at: i64,
}

impl Parts<'_> {
    fn take(&mut self, shape: &[usize]) -> Tensor {
        let n = shape.iter().product::<usize>() as i64;
        let part = self.theta.slice([self.at..self.at + n]).reshape(shape);
        self.at += n;
        part
    }
}

/// Distances of points from points, the coordinates along the last axis.
fn distance(d: Tensor) -> Tensor {
    (d.square().sum(-1) + 1e-12).sqrt()
}

/// The electrons' distances from the nuclei, `[2, nuclei]`, and from each other.
fn distances(p: &Tracer, system: &System, x: &Tensor) -> (Tensor, Tensor) {
    let electrons = x.reshape([2, 3]);
    let places: Vec<f32> = system.nuclei.iter().flat_map(|(_, x)| x.map(|c| c as f32)).collect();
    let nuclei = p.tensor([system.nuclei.len(), 3], &places);
    let apart = electrons.index(0, 0) - electrons.index(0, 1);
    (distance(electrons.expand(1) - nuclei), distance(apart))
}

/// The logarithm of the trial function for the electrons' coordinates `x`, `[6]`. It is symmetric in the
/// electrons.
pub fn log_psi(p: &Tracer, system: &System, theta: &Tensor, x: &Tensor) -> Tensor {
    let (r, u) = distances(p, system, x);
    let mut parts = Parts { theta, at: 0 };
    let (decay, cusp) = (parts.take(&[]).exp(), parts.take(&[]).exp());
    let orbitals = (-(decay * &r)).logsumexp(1).sum(..);
    let pair = 0.5 * &u / (1.0 + cusp * &u);
    let near = &r / (1.0 + &r);
    let between = (&u / (1.0 + &u)).broadcast_to([2, 1]);
    let mut h = p.concat(1, [&near, &near.flip(0), &between]);
    for inputs in [system.features(), HIDDEN] {
        let (weight, bias) = (parts.take(&[inputs, HIDDEN]), parts.take(&[HIDDEN]));
        h = (h.matmul(weight) + bias).tanh();
    }
    orbitals + pair + h.matmul(parts.take(&[HIDDEN])).sum(..)
}

/// The local energy `(Hψ)/ψ` at `x`.
pub fn local_energy(p: &Tracer, system: &System, theta: &Tensor, x: &Tensor) -> Tensor {
    let slope = |x: &Tensor| p.grad(x, |x| log_psi(p, system, theta, &x));
    let unit = p.eye::<f32>(6, 6, 0);
    let curvature = p.vmap(&unit, |e| p.jvp(x, &e, |x| slope(&x)).1.dot(&e)).sum(..);
    let kinetic = -0.5 * (curvature + slope(x).square().sum(..));
    let (r, u) = distances(p, system, x);
    let charges: Vec<f32> = system.nuclei.iter().map(|(z, _)| *z as f32).collect();
    let attraction = (p.tensor([charges.len()], &charges) / r).sum(..);
    kinetic - attraction + 1.0 / u + system.repulsion()
}

/// Local energies of all walkers, and the derivative of their mean by the parameters: `2 ⟨(E − ⟨E⟩) ∂ log
/// ψ⟩`, with outliers of the energy (near nuclei) clipped to five mean deviations.
pub fn look(p: &Tracer, system: &System, theta: &Tensor, x: &Tensor) -> (Tensor, Tensor) {
    let energies = p.vmap(x, |x| local_energy(p, system, theta, &x));
    let mean = energies.mean(..);
    let spread = 5.0 * (&energies - &mean).abs().mean(..);
    let cut = energies.clip(&mean - &spread, &mean + &spread);
    let weights = 2.0 * (&cut - cut.mean(..));
    let gradient = p.grad(theta, |theta| (p.vmap(x, |x| log_psi(p, system, &theta, &x)) * &weights).mean(..));
    (energies, gradient)
}

/// Metropolis steps: moves that increase the function are accepted, others with the square of the ratio as
/// their probability.
fn walk(p: &Tracer, system: &System, theta: &Tensor, x: &Tensor, random: Random) -> (Tensor, Random) {
    let psi = |x: &Tensor| p.vmap(x, |x| log_psi(p, system, theta, &x));
    let (x, _, random) = p.for_(0, MOVES, (x, psi(x), random), |_, (x, value, mut random)| {
        let n = x.extent(0);
        let moved = &x + 0.4 * random.normal::<f32>((n, 6));
        let new = psi(&moved);
        let taken = random.uniform::<f32>([n]).log().lt(2.0 * (&new - &value));
        (taken.expand(-1).select(&moved, &x), taken.select(new, value), random)
    });
    (x, random)
}

/// The first evaluation: `log ψ`, local energies, and the derivative by the parameters.
pub fn first_look(system: &System) -> Result<Program, TraceError> {
    Program::trace("look", |p| {
        let theta = p.input::<f32>("theta", [system.parameters()]);
        let x = p.input::<f32>("x", (p.dim("n"), 6));
        let (energies, gradient) = look(p, system, &theta, &x);
        (p.vmap(&x, |x| log_psi(p, system, &theta, &x)), energies, gradient)
    })
}

/// Steps of the optimization: parameters, walkers, and the mean energy of each of the last steps.
pub fn optimize(system: &System, rate: f64) -> Result<Program, TraceError> {
    let adam = Adam { rate, ..Adam::default() };
    Program::trace("optimize", |p| {
        let theta = p.input::<f32>("theta", [system.parameters()]);
        let x = p.input::<f32>("x", (p.dim("n"), 6));
        let (steps, seed) = (p.scalar::<i32>("steps"), p.scalar::<u64>("seed"));
        let start = (theta.clone(), adam.start(p, &theta), x, p.random(seed));
        let (theta, _, x, _) = p.for_(0, steps, start, |_, (theta, state, x, random)| {
            let (x, random) = walk(p, system, &theta, &x, random);
            let (_, gradient) = look(p, system, &theta, &x);
            let (theta, state) = adam.step(&theta, gradient, state);
            (theta, state, x, random)
        });
        (theta, x)
    })
}

/// The energy of fixed parameters: the walkers after `steps` evaluations, the sums over evaluations of the
/// mean energy and of its square.
pub fn measure(system: &System) -> Result<Program, TraceError> {
    Program::trace("measure", |p| {
        let theta = p.input::<f32>("theta", [system.parameters()]);
        let x = p.input::<f32>("x", (p.dim("n"), 6));
        let (steps, seed) = (p.scalar::<i32>("steps"), p.scalar::<u64>("seed"));
        let start = (x, 0.0f64, 0.0f64, p.random(seed));
        let (x, sum, squares, _) = p.for_(0, steps, start, |_, (x, sum, squares, random)| {
            let (x, random) = walk(p, system, &theta, &x, random);
            let energies = p.vmap(&x, |x| local_energy(p, system, &theta, &x)).to::<f64>();
            let mean = energies.mean(..);
            (x, sum + &mean, squares + mean.square(), random)
        });
        (x, sum, squares)
    })
}

/// Mean and standard error of `looks` means, from the sums that [`measure`] gives.
pub fn statistics(sum: &Array, squares: &Array, looks: usize) -> Result<(f64, f64), tensorforge::ArrayError> {
    let n = looks as f64;
    let (mean, square) = (sum.as_slice::<f64>()?[0] / n, squares.as_slice::<f64>()?[0] / n);
    Ok((mean, ((square - mean * mean).max(0.0) / (n - 1.0)).sqrt()))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options = Options::without_picture(
        "vmc",
        "variational Monte Carlo of two electrons",
        &[
            ("system", "he", "he or h2"),
            ("walkers", "1024", "samples at a time"),
            ("steps", "500", "steps of the optimization"),
            ("looks", "200", "looks at the energy afterwards"),
            ("rate", "0.01", "length of a step"),
        ],
    );
    let system = match options.get::<String>("system").as_str() {
        "h2" => System::hydrogen(),
        _ => System::helium(),
    };
    let (n, steps, looks): (usize, i32, usize) =
        (options.get("walkers"), options.get("steps"), options.get("looks"));
    let (session, seed): (_, u64) = (Session::new()?, options.get("seed"));
    let (optimizer, compiling) = timed(|| {
        session
            .compile(&optimize(&system, options.get("rate"))?, options.device())
            .map_err(Box::<dyn std::error::Error>::from)
    });
    let optimizer = optimizer?;
    println!("compiled in {}", seconds(compiling));
    let (theta, x) = (system.start(seed), system.walkers(n, seed + 1));
    let (found, time) = timed(|| optimizer.call::<(Array, Array)>((&theta, &x, steps, seed)));
    let (theta, x) = found?;
    println!(
        "{steps} steps with {n} walkers on {}: {} a step",
        optimizer.device(),
        seconds(time / f64::from(steps.max(1)))
    );
    let meter = session.compile(&measure(&system)?, options.device())?;
    let (_, sum, squares): (Array, Array, Array) = meter.call((&theta, &x, looks as i32, seed + 2))?;
    let (energy, error) = statistics(&sum, &squares, looks)?;
    println!("energy {energy:.5} ± {error:.5} hartree");
    Ok(())
}
