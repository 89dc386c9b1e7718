//! Derivatives of random programs: loops, conditionals, folds and reads at computed indices, nested in each
//! other, of tensors and scalars, outside of comprehensions and at their points; first and second order.
//!
//! `CASES=2000 FIRST=5000 cargo test --release -p tf-passes --test suite autodiff::random` runs a campaign.

use super::execute::SAMPLE;
use super::harness::Case;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::fmt::Write;

/// Writes a program.
struct Writer {
    rng: SmallRng,
    text: String,
    names: usize,
    /// Statements that may still be written.
    fuel: usize,
}

/// The values that are available to code.
#[derive(Clone)]
struct Scope {
    numbers: Vec<String>,
    indices: Vec<String>,
    tensors: Vec<String>,
    depth: usize,
}

impl Writer {
    fn name(&mut self) -> String {
        self.names += 1;
        format!("%v{}", self.names)
    }

    fn line(&mut self, scope: &Scope, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "  ".repeat(scope.depth + 1));
    }

    fn pick(&mut self, names: &[String]) -> String {
        names[self.rng.random_range(0..names.len())].clone()
    }

    /// Arithmetic whose result is of moderate size.
    fn arithmetic(&mut self, scope: &Scope) -> String {
        let (a, b) = (self.pick(&scope.numbers), self.pick(&scope.numbers));
        let (first, name) = (self.name(), self.name());
        match self.rng.random_range(0..4) {
            0 => {
                self.line(scope, &format!("{first} = arith.mulf {a}, {b} : f64"));
                self.line(scope, &format!("{name} = math.sin {first} : f64"));
            }
            1 => {
                self.line(scope, &format!("{first} = arith.addf {a}, {b} : f64"));
                self.line(scope, &format!("{name} = math.tanh {first} : f64"));
            }
            2 => {
                self.line(scope, &format!("{first} = math.cos {a} : f64"));
                self.line(scope, &format!("{name} = arith.mulf {first}, {b} : f64"));
            }
            _ => {
                self.line(scope, &format!("{first} = arith.subf {a}, {b} : f64"));
                self.line(scope, &format!("{name} = math.atan {first} : f64"));
            }
        }
        name
    }

    fn read(&mut self, scope: &Scope) -> String {
        let (source, name) = (self.pick(&scope.tensors), self.name());
        let at = match self.rng.random_range(0..3) {
            0 => self.rng.random_range(0..4).to_string(),
            1 => self.pick(&scope.indices),
            _ => format!("{} + {}", self.pick(&scope.indices), self.pick(&scope.indices)),
        };
        let policy = ["wrap", "clamp"][self.rng.random_range(0..2)];
        self.line(scope, &format!("{name} = tensor.at {source}[{at}] {policy} : tensor<?{{n}}xf64>"));
        name
    }

    /// Code of a region, and the scalars to yield.
    fn region(
        &mut self,
        scope: &Scope,
        extra: &[String],
        index: Option<&String>,
        count: usize,
    ) -> Vec<String> {
        let mut inner = scope.clone();
        inner.depth += 1;
        inner.numbers.extend(extra.iter().cloned());
        inner.indices.extend(index.cloned());
        self.block(&mut inner);
        (0..count).map(|_| self.arithmetic(&inner)).collect()
    }

    fn counted(&mut self, scope: &mut Scope) {
        let count = self.rng.random_range(1..3);
        let inits: Vec<String> = (0..count).map(|_| self.pick(&scope.numbers)).collect();
        let args: Vec<String> = (0..count).map(|_| self.name()).collect();
        let (result, index) = (self.name(), self.name());
        let end = match self.rng.random_range(0..3) {
            0 => self.pick(&scope.indices),
            _ => {
                let (end, trips) = (self.name(), [0, 1, 3, 10, 19][self.rng.random_range(0..5)]);
                self.line(scope, &format!("{end} = arith.constant {trips} : index"));
                end
            }
        };
        let start = self.pick(&["%c0".to_string(), "%c1".to_string()]);
        let carried: Vec<String> = args.iter().zip(&inits).map(|(a, i)| format!("{a} = {i}")).collect();
        let types = vec!["f64"; count].join(", ");
        self.line(
            scope,
            &format!(
                "{result}:{count} = loop.for {index} = {start} to {end} step %c1 iter_args({}) -> ({types}) {{",
                carried.join(", ")
            ),
        );
        let values = self.region(scope, &args, Some(&index), count);
        self.line(scope, &format!("  loop.yield {} : {types}", values.join(", ")));
        self.line(scope, "}");
        scope.numbers.extend((0..count).map(|i| format!("{result}#{i}")));
    }

    /// Runs while a scalar is below a decreasing bound, at most a few iterations.
    fn repeated(&mut self, scope: &mut Scope) {
        let (init, arg, old) = (self.pick(&scope.numbers), self.name(), self.name());
        let (result, trip, last, more, next, end) =
            (self.name(), self.name(), self.name(), self.name(), self.name(), self.name());
        let most = [0, 2, 9, 17][self.rng.random_range(0..4)];
        self.line(scope, &format!("{end} = arith.constant {most} : index"));
        self.line(
            scope,
            &format!(
                "{result}:2 = loop.while ({arg} = {init}, {trip} = %c0) : (f64, index) -> (f64, index) {{"
            ),
        );
        let passed = self.region(scope, std::slice::from_ref(&arg), Some(&trip), 1).remove(0);
        self.line(scope, &format!("  {more} = arith.cmpi slt, {trip}, {end} : index"));
        self.line(scope, &format!("  loop.condition {more}, {passed}, {trip} : f64, index"));
        self.line(scope, &format!("}} do ({old}: f64, {last}: index) {{"));
        let value = self.region(scope, std::slice::from_ref(&old), Some(&last), 1).remove(0);
        self.line(scope, &format!("  {next} = arith.addi {last}, %c1 : index"));
        self.line(scope, &format!("  loop.yield {value}, {next} : f64, index"));
        self.line(scope, "}");
        scope.numbers.push(format!("{result}#0"));
        scope.indices.push(format!("{result}#1"));
    }

    fn conditional(&mut self, scope: &mut Scope) {
        let (value, condition, result) = (self.pick(&scope.numbers), self.name(), self.name());
        self.line(scope, &format!("{condition} = arith.cmpf ogt, {value}, %limit : f64"));
        self.line(scope, &format!("{result} = loop.if {condition} -> (f64) {{"));
        for end in ["} else {", "}"] {
            let yielded = self.region(scope, &[], None, 1).remove(0);
            self.line(scope, &format!("  loop.yield {yielded} : f64"));
            self.line(scope, end);
        }
        scope.numbers.push(result);
    }

    fn fold(&mut self, scope: &mut Scope) {
        let (result, index) = (self.name(), self.name());
        let kind = ["add", "mul", "maximumf"][self.rng.random_range(0..3)];
        let end = self.rng.random_range(0..4);
        self.line(scope, &format!("{result} = tensor.fold ({index}) = 0 to {end} {kind} {{"));
        let yielded = self.region(scope, &[], Some(&index), 1).remove(0);
        self.line(scope, &format!("  tensor.yield {yielded} : f64"));
        self.line(scope, "} : f64");
        // An empty fold of greatest values is not finite.
        let (name, bounded) = (self.name(), self.name());
        self.line(scope, &format!("{name} = arith.maximumf {result}, %limit : f64"));
        self.line(scope, &format!("{bounded} = math.tanh {name} : f64"));
        scope.numbers.push(bounded);
    }

    /// A comprehension, which code outside of comprehensions may have.
    fn comprehension(&mut self, scope: &mut Scope) {
        let (result, index) = (self.name(), self.name());
        self.line(scope, &format!("{result} = tensor.compute ({index}) in [n] {{"));
        let mut inner = scope.clone();
        inner.depth += 1;
        inner.indices.push(index.clone());
        let own = self.name();
        let source = self.pick(&scope.tensors);
        self.line(&inner, &format!("{own} = tensor.at {source}[{index}] : tensor<?{{n}}xf64>"));
        inner.numbers.push(own);
        self.points(&mut inner);
        let yielded = self.arithmetic(&inner);
        self.line(&inner, &format!("tensor.yield {yielded} : f64"));
        self.line(scope, "} : tensor<?{n}xf64>");
        scope.tensors.push(result);
    }

    /// Code at a point.
    fn points(&mut self, scope: &mut Scope) {
        for _ in 0..self.rng.random_range(1..4) {
            match self.rng.random_range(0..2) {
                0 => self.fold(scope),
                _ => self.statement(scope),
            }
        }
    }

    fn block(&mut self, scope: &mut Scope) {
        for _ in 0..self.rng.random_range(1..4) {
            self.statement(scope);
        }
    }

    fn statement(&mut self, scope: &mut Scope) {
        let deep = scope.depth > 3 || self.fuel == 0;
        self.fuel = self.fuel.saturating_sub(1);
        let choice = if deep { self.rng.random_range(0..5) } else { self.rng.random_range(0..9) };
        match choice {
            0..3 => {
                let name = self.arithmetic(scope);
                scope.numbers.push(name);
            }
            3..5 => {
                let name = self.read(scope);
                scope.numbers.push(name);
            }
            5 | 6 => self.counted(scope),
            7 => self.repeated(scope),
            _ => self.conditional(scope),
        }
    }
}

/// Code from `%x0`, a tensor, and `%x1`, a scalar, to `%y0`, a tensor, and `%y1`, a scalar.
fn program(seed: u64) -> String {
    let mut writer = Writer { rng: SmallRng::seed_from_u64(seed), text: String::new(), names: 0, fuel: 9 };
    let mut scope = Scope {
        numbers: vec!["%x1".to_string()],
        indices: vec!["%c0".to_string(), "%c1".to_string()],
        tensors: vec!["%x0".to_string()],
        depth: 0,
    };
    for (name, value) in [("%c0", "0 : index"), ("%c1", "1 : index"), ("%limit", "0.25 : f64")] {
        writer.line(&scope, &format!("{name} = arith.constant {value}"));
    }
    for _ in 0..writer.rng.random_range(1..4) {
        match writer.rng.random_range(0..2) {
            0 => writer.comprehension(&mut scope),
            _ => writer.statement(&mut scope),
        }
    }
    writer.comprehension(&mut scope);
    let last = scope.tensors.last().cloned().expect("there are tensors");
    writer.line(&scope, &format!("%y0 = math.sin {last} : tensor<?{{n}}xf64>"));
    let number = writer.arithmetic(&scope);
    writer.line(&scope, &format!("%y1 = math.sin {number} : f64"));
    writer.text
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn check(seed: u64, second: bool) {
    let code = program(seed);
    let n = (seed % 4) as usize;
    let inputs: &[(&str, &[usize])] = &[("tensor<?{n}xf64>", &[n]), ("f64", &[])];
    let case = Case { inputs, outputs: &["tensor<?{n}xf64>", "f64"], code: &code, range: (-0.9, 0.9) };
    match second {
        true => case.check_second(seed),
        false => drop(case.check(seed)),
    }
}

#[test]
fn random_programs() {
    let first = number("FIRST", 0);
    (first..first + number("CASES", SAMPLE)).for_each(|seed| check(seed, false));
}

#[test]
fn random_programs_twice() {
    let first = number("FIRST", 0) + 1_000_000;
    (first..first + number("CASES", SAMPLE) / 3).for_each(|seed| check(seed, true));
}
