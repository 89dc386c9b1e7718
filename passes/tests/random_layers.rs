//! Long unrolled programs of random layers, as recurrent networks and scans have them, with their gradients:
//! each step of the way down to memory leaves them valid, and their answers. `CASES=500 FIRST=100` runs a
//! campaign.

use crate::common::{agree, context, interpret, parse, run, tensor};
use crate::random_schedules::{DOWN, number};
use crate::random_updates::WAY;
use std::fmt::Write;
use tf_dialects::scalar::DType;
use tf_generate::Random;
use tf_interp::Datum;

/// Rows of the state, and its columns.
const ROWS: i64 = 2;
const COLUMNS: i64 = 3;

/// How far answers may be apart, relative to their size: fusion and contraction change roundings.
const TOLERANCE: f64 = 1e-8;

struct Writer {
    random: Random,
    text: String,
    names: usize,
}

/// The inputs of a layer: two states, and the input of the step.
#[derive(Clone)]
struct States {
    hidden: String,
    slow: String,
    /// Earlier states, for residuals.
    earlier: Vec<String>,
}

fn ty() -> String {
    format!("tensor<{ROWS}x{COLUMNS}xf64>")
}

impl Writer {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    /// A compute over the state: code of a point, whose last line defines `%y`.
    fn points(&mut self, code: &str) -> String {
        let name = self.name();
        writeln!(
            self.text,
            "{name} = tensor.compute (%i, %j) in [{ROWS}, {COLUMNS}] {{\n{code}tensor.yield %y : f64\n}} : {}",
            ty()
        )
        .expect("a string");
        name
    }

    /// A sum or the greatest of each row.
    fn rows(&mut self, source: &str, combine: &str, code: &str) -> String {
        let name = self.name();
        let code = format!("%a = tensor.at {source}[%i, %k] : {}\n{code}", ty());
        writeln!(
            self.text,
            "{name} = tensor.compute (%i) in [{ROWS}] {{\n%f = tensor.fold (%k) = 0 to {COLUMNS} {combine} {{\n{code}tensor.yield %y : f64\n}} : f64\ntensor.yield %f : f64\n}} : tensor<{ROWS}xf64>"
        )
        .expect("a string");
        name
    }

    fn read(&self, name: &str, source: &str) -> String {
        format!("{name} = tensor.at {source}[%i, %j] : {}\n", ty())
    }

    /// One layer of a step.
    fn layer(&mut self, states: &States, step: i64) -> String {
        let hidden = states.hidden.clone();
        let own = self.read("%a", &hidden);
        let of_row = |name: &str, row: &str| format!("{name} = tensor.at {row}[%i] : tensor<{ROWS}xf64>\n");
        match self.random.below(7) {
            0 => {
                let input = format!("%b = tensor.at %xs[{step}, %j] : tensor<64x{COLUMNS}xf64>\n");
                self.points(&format!("{own}{input}%c = arith.addf %a, %b : f64\n%y = math.tanh %c : f64\n"))
            }
            1 => {
                let name = self.name();
                writeln!(
                    self.text,
                    "{name} = tensor.contract \"ij,jk->ik\" {hidden}, %w : ({}, tensor<{COLUMNS}x{COLUMNS}xf64>) -> {}",
                    ty(),
                    ty()
                )
                .expect("a string");
                name
            }
            2 => {
                let sum = self.rows(&hidden, "add", "%y = arith.mulf %a, %a : f64\n");
                let row = of_row("%s", &sum);
                self.points(&format!(
                    "{own}{row}%d = arith.addf %s, %one : f64\n%y = arith.divf %a, %d : f64\n"
                ))
            }
            3 => {
                let most = self.rows(&hidden, "maximumf", "%y = arith.addf %a, %a : f64\n");
                let row = of_row("%m", &most);
                let code =
                    "%c = arith.addf %a, %a : f64\n%d = arith.subf %c, %m : f64\n%y = math.exp %d : f64\n";
                let weights = self.points(&format!("{own}{row}{code}"));
                let sum = self.rows(&weights, "add", "%y = arith.mulf %a, %one : f64\n");
                let (own, row) = (self.read("%a", &weights), of_row("%s", &sum));
                self.points(&format!("{own}{row}%y = arith.divf %a, %s : f64\n"))
            }
            4 => {
                let slow = self.read("%b", &states.slow);
                let gate =
                    format!("%q = tensor.at %w[%j, {}] : tensor<{COLUMNS}x{COLUMNS}xf64>\n", step % COLUMNS);
                self.points(&format!(
                    "{own}{slow}{gate}%c = arith.mulf %b, %q : f64\n%y = arith.addf %a, %c : f64\n"
                ))
            }
            5 => {
                let at = self.random.below(states.earlier.len());
                let earlier = self.read("%b", &states.earlier[at]);
                self.points(&format!(
                    "{own}{earlier}%c = arith.addf %a, %b : f64\n%y = arith.mulf %c, %half : f64\n"
                ))
            }
            _ => {
                let near = format!("%b = tensor.at {hidden}[%i, %j - 1] fill(%one) : {}\n", ty());
                self.points(&format!("{own}{near}%c = arith.mulf %a, %b : f64\n%y = math.tanh %c : f64\n"))
            }
        }
    }

    fn program(mut self) -> String {
        let steps = self.random.within(4, 50);
        let per_step = self.random.within(1, 3);
        let mut states =
            States { hidden: "%h".to_string(), slow: "%h".to_string(), earlier: vec!["%h".to_string()] };
        for step in 0..steps {
            for _ in 0..per_step {
                states.hidden = self.layer(&states, step);
            }
            if self.random.chance(50) {
                let (own, slow) = (self.read("%a", &states.hidden), self.read("%b", &states.slow));
                states.slow = self.points(&format!(
                    "{own}{slow}%c = arith.addf %a, %b : f64\n%y = arith.mulf %c, %half : f64\n"
                ));
            }
            if self.random.chance(30) {
                states.earlier.push(states.hidden.clone());
            }
        }
        let (own, slow) = (self.read("%a", &states.hidden), self.read("%b", &states.slow));
        let last = self.points(&format!("{own}{slow}%y = arith.addf %a, %b : f64\n"));
        let (state, square, inputs) =
            (ty(), format!("tensor<{COLUMNS}x{COLUMNS}xf64>"), format!("tensor<64x{COLUMNS}xf64>"));
        let types = [&state[..], &square, &inputs].join(", ");
        let constants = "%one = arith.constant 1.0 : f64\n%half = arith.constant 0.5 : f64\n";
        let head = |of: &str| {
            format!("func.func @main(%h{of}: {state}, %w{of}: {square}, %xs{of}: {inputs}, %g: {state}) -> ")
        };
        let text = &self.text;
        if self.random.chance(30) {
            return format!("{}{state} {{\n{constants}{text}return {last} : {state}\n}}\n", head(""));
        }
        let gradient = format!(
            "%r, %dh, %dw, %dx = tensor.vjp (%h = %h0, %w = %w0, %xs = %xs0) seed(%g) : ({types}) -> ({state}) {{\n{text}tensor.yield {last} : {state}\n}}"
        );
        let returned = format!("return %r, %dh, %dw, %dx : {state}, {types}");
        format!("{}({state}, {types}) {{\n{constants}{gradient}\n{returned}\n}}\n", head("0"))
    }
}

#[test]
fn unrolled_layers_and_their_gradients_stay_valid() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 40));
    for seed in first..first + cases {
        let ctx = context();
        let random = Random::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(83));
        let text = Writer { random, text: String::new(), names: 0 }.program();
        let shape = |extents: &[i64]| extents.iter().map(|n| *n as usize).collect::<Vec<usize>>();
        let shapes = [[ROWS, COLUMNS], [COLUMNS, COLUMNS], [64, COLUMNS], [ROWS, COLUMNS]];
        let args: Vec<Datum> =
            shapes.iter().zip(seed..).map(|(s, seed)| tensor(DType::F64, &shape(s), seed)).collect();
        let mut module = parse(&ctx, &text);
        run(&ctx, &mut module, "autodiff");
        let wanted = interpret(&module, &args).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        for passes in WAY.iter().chain(DOWN) {
            run(&ctx, &mut module, passes);
            let found = interpret(&module, &args);
            let found = found.unwrap_or_else(|why| panic!("seed {seed} after {passes}: {why}\n{text}"));
            let agrees = found.iter().zip(&wanted).all(|(a, b)| agree(Some(DType::F64), a, b, TOLERANCE));
            assert!(agrees, "seed {seed} after {passes}:\n{text}");
        }
    }
}
