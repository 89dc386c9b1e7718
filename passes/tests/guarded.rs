//! Passes keep valid IR valid when constants reach guarded code: a function with guarded reads, loops and
//! launches is called with constants at the ends of their type and around the guards, inlined and folded, and
//! the module is verified after each single rewrite.
//!
//! `CASES=3000 FIRST=1000` runs a campaign.

use crate::common::{context, parse, print};
use tf_dialects::arith::{self, CmpF};
use tf_dialects::kernel::Launch;
use tf_dialects::loops::{For, If};
use tf_dialects::scalar::dtype;
use tf_generate::Random;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::pass::{Event, PassManager, PassRegistry, Pipeline};
use tf_ir::rewrite::Fuel;
use tf_ir::verify::verify;
use tf_ir::walk::{preorder, walk_bodies_mut};

/// Most rewrites of a program.
const MOST_REWRITES: u64 = 400;
/// What values the function is called with.
const ENDS: [i64; 18] = [
    i64::MIN,
    i64::MIN + 1,
    i64::MIN / 2,
    -9,
    -2,
    -1,
    0,
    1,
    2,
    3,
    4,
    5,
    9,
    64,
    1 << 48,
    i64::MAX / 2 + 1,
    i64::MAX - 1,
    i64::MAX,
];
/// Pipelines, each of which may end between two rewrites.
const PIPELINES: [&str; 3] = [
    "inline,func.func(canonicalize,cse)",
    "inline,func.func(settle-policies,prove-bounds,canonicalize,cse)",
    "func.func(prove-bounds),inline,func.func(canonicalize,tensor-decompose,canonicalize,cse)",
];

/// Writes the function: lines of code, and names of their definitions.
struct Writer {
    random: Random,
    code: String,
    names: usize,
}

impl Writer {
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.random.below(from.len())]
    }

    fn define(&mut self, what: &str) -> String {
        self.names += 1;
        let name = format!("%v{}", self.names);
        self.code.push_str(&format!("{name} = {what}\n"));
        name
    }

    fn constant(&mut self, value: i64) -> String {
        self.define(&format!("arith.constant {value} : index"))
    }

    /// An index that the caller decides about.
    fn index(&mut self, depth: usize) -> String {
        let base = self.pick(&["%i", "%j", "%s"]).to_string();
        if depth == 0 || self.random.chance(50) {
            return base;
        }
        let other = match self.random.chance(50) {
            true => self.index(depth - 1),
            false => {
                let value = self.random.within(0, 5);
                self.constant(value)
            }
        };
        let op = self
            .pick(&["addi", "subi", "muli", "minsi", "maxsi", "shrsi", "shrui", "remui", "andi", "minui"]);
        self.define(&format!("arith.{op} {base}, {other} : index"))
    }

    fn compare(&mut self, predicate: &str, a: &str, b: &str) -> String {
        self.define(&format!("arith.cmpi {predicate}, {a}, {b} : index"))
    }

    fn not(&mut self, condition: &str) -> String {
        let yes = self.define("arith.constant true");
        self.define(&format!("arith.xori {condition}, {yes} : i1"))
    }

    /// `index >= least`, in one of its forms.
    fn at_least(&mut self, index: &str, least: i64) -> String {
        let (bound, below) = (self.constant(least), self.constant(least - 1));
        match self.random.below(5) {
            0 => self.compare("sgt", index, &below),
            1 => self.compare("sle", &bound, index),
            2 => {
                let less = self.compare("slt", index, &bound);
                self.not(&less)
            }
            3 => {
                let between = self.index(1);
                let (a, b) = (self.compare("sge", index, &between), self.compare("sge", &between, &bound));
                self.both(&a, &b)
            }
            _ => self.compare("sge", index, &bound),
        }
    }

    /// `index < end`, in one of its forms.
    fn below(&mut self, index: &str, end: &str) -> String {
        match self.random.below(5) {
            0 => self.compare("sgt", end, index),
            1 => {
                let one = self.constant(1);
                let last = self.define(&format!("arith.subi {end}, {one} : index"));
                self.compare("sle", index, &last)
            }
            2 => {
                let more = self.compare("sge", index, end);
                self.not(&more)
            }
            3 => {
                let between = self.index(1);
                let (a, b) = (self.compare("slt", index, &between), self.compare("sle", &between, end));
                self.both(&a, &b)
            }
            _ => self.compare("slt", index, end),
        }
    }

    fn both(&mut self, a: &str, b: &str) -> String {
        match self.random.below(4) {
            0 => {
                let (a, b) = (self.not(a), self.not(b));
                let either = self.define(&format!("arith.ori {a}, {b} : i1"));
                self.not(&either)
            }
            _ => self.define(&format!("arith.andi {a}, {b} : i1")),
        }
    }

    /// `0 <= index < end`.
    fn inside(&mut self, index: &str, end: &str) -> String {
        if self.random.chance(20) {
            return self.compare("ult", index, end);
        }
        let (a, b) = (self.at_least(index, 0), self.below(index, end));
        match self.random.chance(20) {
            true => {
                let more = self.index(1);
                let more = self.at_least(&more, -3);
                let all = self.both(&a, &more);
                self.both(&all, &b)
            }
            false => self.both(&a, &b),
        }
    }

    /// Code in a conditional, with a scalar result.
    fn guarded(&mut self, condition: &str, then: impl FnOnce(&mut Self) -> String) -> String {
        let negated = self.random.chance(25);
        let condition = if negated { self.not(condition) } else { condition.to_string() };
        self.names += 1;
        let name = format!("%v{}", self.names);
        self.code.push_str(&format!("{name} = loop.if {condition} -> (f32) {{\n"));
        if negated {
            self.code.push_str("loop.yield %zero : f32\n} else {\n");
        }
        let value = then(self);
        self.code.push_str(&format!("loop.yield {value} : f32\n}}"));
        self.code.push_str(if negated { "\n" } else { " else {\nloop.yield %zero : f32\n}\n" });
        name
    }

    fn read(&mut self, of: (&str, &str), index: &str) -> String {
        self.define(&format!("tensor.at {}[{index}] : {}", of.0, of.1))
    }

    /// A read that a condition around it, a selection or ends of ranges prove to be inside.
    fn access(&mut self) -> String {
        let (of, end) = match self.random.chance(50) {
            true => (("%x", "tensor<4xf32>"), "%c4"),
            false => (("%y", "tensor<?{n}xf32>"), "%n"),
        };
        let index = self.index(2);
        match self.random.below(4) {
            0 if end == "%c4" => {
                let inside = self.inside(&index, end);
                let chosen = self.define(&format!("arith.select {inside}, {index}, %c0 : index"));
                self.read(of, &chosen)
            }
            1 if end == "%c4" => {
                let above = self.define(&format!("arith.maxsi {index}, %c0 : index"));
                let within = self.define(&format!("arith.minsi {above}, %c3 : index"));
                self.read(of, &within)
            }
            2 => {
                let (a, b) = (self.at_least(&index, 0), self.below(&index, end));
                self.guarded(&a, |this| this.guarded(&b, |this| this.read(of, &index)))
            }
            _ => {
                let inside = self.inside(&index, end);
                self.guarded(&inside, |this| this.read(of, &index))
            }
        }
    }

    /// A loop over part of a tensor, whose step is known to be positive by a condition only.
    fn counted(&mut self) -> String {
        let (low, high) = (self.index(1), self.index(1));
        let low = self.define(&format!("arith.maxsi {low}, %c0 : index"));
        let high = self.define(&format!("arith.minsi {high}, %c4 : index"));
        let step = self.pick(&["%i", "%j", "%s"]).to_string();
        let positive = self.at_least(&step, 1);
        self.guarded(&positive, |this| {
            this.names += 1;
            let name = format!("%v{}", this.names);
            this.code.push_str(&format!(
                "{name} = loop.for %k = {low} to {high} step {step} iter_args(%a = %zero) -> (f32) {{\n"
            ));
            let value = this.read(("%x", "tensor<4xf32>"), "%k");
            let sum = this.define(&format!("arith.addf %a, {value} : f32"));
            this.code.push_str(&format!("loop.yield {sum} : f32\n}}\n"));
            name
        })
    }

    /// A launch whose sizes a condition allows.
    fn launched(&mut self) -> String {
        let threads = self.pick(&["%i", "%j", "%s"]).to_string();
        let inside = self.inside(&threads, "%c4");
        let positive = self.at_least(&threads, 1);
        let allowed = self.both(&inside, &positive);
        self.guarded(&allowed, |this| {
            let made = this.define(&format!(
                "kernel.launch @k grid({threads}) block({threads}) dynamic_shared {threads} args(%x) changes = [0] : \
                 (tensor<4xf32>) -> tensor<4xf32>"
            ));
            this.read((&made, "tensor<4xf32>"), "%c0")
        })
    }
}

/// The program of a seed.
fn program(seed: u64) -> String {
    let mut writer = Writer { random: Random::new(seed), code: String::new(), names: 0 };
    let mut results = Vec::new();
    for _ in 0..1 + writer.random.below(2) {
        results.push(match writer.random.below(8) {
            0 => writer.launched(),
            1 | 2 => writer.counted(),
            _ => writer.access(),
        });
    }
    let mut sum = results[0].clone();
    for other in &results[1..] {
        sum = writer.define(&format!("arith.addf {sum}, {other} : f32"));
    }
    let given: Vec<i64> = (0..3).map(|_| ENDS[writer.random.below(ENDS.len())]).collect();
    let constants = given.iter().zip(["i", "j", "s"]);
    let constants: String =
        constants.map(|(value, name)| format!("%{name} = arith.constant {value} : index\n")).collect();
    format!(
        "kernel.func @k(%x: memref<4xf32> {{kernel.access = \"inout\"}}) {{
kernel.return
}}
func.func private @f(%x: tensor<4xf32>, %y: tensor<?{{n}}xf32>, %i: index, %j: index, %s: index) -> f32 {{
%zero = arith.constant 0.0 : f32
%c0 = arith.constant 0 : index
%c3 = arith.constant 3 : index
%c4 = arith.constant 4 : index
%n = tensor.extent [n] : index
{}return {sum} : f32
}}
func.func @main(%x: tensor<4xf32>, %y: tensor<?{{n}}xf32>) -> f32 {{
{constants}%v = func.call @f(%x, %y, %i, %j, %s) : (tensor<4xf32>, tensor<?{{n}}xf32>, index, index, index) -> f32
return %v : f32
}}
",
        writer.code
    )
}

/// Runs a pipeline that stops after `fuel` rewrites, and is verified after each pass; whether it would have
/// gone on.
fn stopped(ctx: &Context, module: &mut Body, passes: &str, rewrites: u64) -> Result<bool, String> {
    let mut registry = PassRegistry::new();
    tf_passes::register_all(&mut registry);
    let text = format!("builtin.module({passes})");
    let pipeline =
        Pipeline::parse(ctx, &registry, Module::NAME, &text, "pipeline").expect("the pipeline is valid");
    let mut manager = PassManager::new(pipeline);
    manager.fuel = Some(Fuel::new(rewrites));
    let mut errors = String::new();
    let report = manager.run(module, &mut |event| {
        if let Event::Diagnostic(diagnostic) = event {
            errors.push_str(&format!("{}\n", diagnostic.message));
        }
    });
    match report.ok {
        true => Ok(manager.fuel.as_ref().is_some_and(|fuel| fuel.left() == 0)),
        false => Err(errors),
    }
}

/// Whether a program is valid as written.
fn is_valid(ctx: &Context, text: &str) -> bool {
    verify(&parse(ctx, text)).is_ok()
}

/// The stages of a program between rewrites that are refused, and the first of them.
fn faults(text: &str, passes: &str, mut fault: impl FnMut(&mut Body) -> Option<String>) -> Option<String> {
    for rewrites in 0..MOST_REWRITES {
        let ctx = context();
        let mut module = parse(&ctx, text);
        let goes_on = match stopped(&ctx, &mut module, passes, rewrites) {
            Ok(goes_on) => goes_on,
            Err(errors) => {
                return Some(format!("after {rewrites} rewrites of {passes}: {errors}\n{}", print(&module)));
            }
        };
        if let Some(fault) = fault(&mut module) {
            return Some(fault);
        }
        if !goes_on {
            return None;
        }
    }
    None
}

fn number(name: &str, usual: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn constants_in_guarded_code_leave_it_valid_after_each_rewrite() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 60));
    let (mut valid, mut found) = (0, Vec::new());
    for seed in first..first + cases {
        let text = program(seed);
        if !is_valid(&context(), &text) {
            continue;
        }
        valid += 1;
        let passes = PIPELINES[seed as usize % PIPELINES.len()];
        found.extend(faults(&text, passes, |_| None).map(|fault| format!("seed {seed}\n{text}\n{fault}")));
    }
    println!("{valid} of {cases} programs are valid, {} become invalid", found.len());
    assert!(found.is_empty(), "{} of {valid}\n{}", found.len(), found[0]);
    assert!(valid * 2 > cases, "{valid} of {cases} are valid");
}

/// A module that a verifier with constant propagation would reject: constants are propagated into a stage.
struct Plant {
    name: &'static str,
    refuses: fn(&mut Body) -> bool,
}

const PLANTS: [Plant; 6] = [
    Plant {
        name: "a step is a positive constant",
        refuses: |module| {
            any(module, |body, op| {
                body.is(op, For) && constant_int(body, body.operand(op, 2)).is_some_and(|step| step < 1)
            })
        },
    },
    Plant {
        name: "a launch has constants within limits",
        refuses: |module| {
            any(module, |body, op| {
                body.is(op, Launch)
                    && constant_int(body, body.operand(op, 1)).is_some_and(|n| !(1..=1024).contains(&n))
            })
        },
    },
    Plant {
        name: "the literal false proves nothing",
        refuses: |module| {
            hides(module, |body, op, i| {
                body.is(op, If) && i == 0 && constant_int(body, body.operand(op, 0)) == Some(0)
            })
        },
    },
    Plant {
        name: "a constant chooses nothing",
        refuses: |module| {
            hides(module, |body, op, i| {
                body.is(op, arith::Select) && i == 0 && constant_int(body, body.operand(op, 0)).is_some()
            })
        },
    },
    Plant {
        name: "the least integer is any",
        refuses: |module| {
            hides(module, |body, op, i| {
                body.is(op, arith::Cmpi) && constant_int(body, body.operand(op, i)) == Some(i64::MIN)
            })
        },
    },
    Plant {
        name: "constants are not compared",
        refuses: |module| {
            hides(module, |body, op, i| {
                let is_constant = |i: usize| constant_int(body, body.operand(op, i)).is_some();
                body.is(op, arith::Cmpi) && i == 0 && is_constant(0) && is_constant(1)
            })
        },
    },
];

fn any(module: &mut Body, is: fn(&Body, Op) -> bool) -> bool {
    let mut found = false;
    walk_bodies_mut(module, &mut |body| found |= preorder(body).into_iter().any(|op| is(body, op)));
    found
}

fn is_integer(body: &Body, op: Op, i: usize) -> bool {
    dtype(body.ctx(), body.ty(body.operand(op, i))).is_some_and(|dtype| dtype.is_int())
}

/// Whether a module is invalid if operands that satisfy `is` become unknown values.
fn hides(module: &mut Body, is: fn(&Body, Op, usize) -> bool) -> bool {
    let mut changed = false;
    walk_bodies_mut(module, &mut |body| {
        for op in preorder(body) {
            for i in 0..body.operand_count(op) {
                if is_integer(body, op, i) && is(body, op, i) {
                    let value = unknown(body, op, i);
                    body.set_operand(op, i, value);
                    changed = true;
                }
            }
        }
    });
    changed && verify(module).is_err()
}

/// An unknown value of the type of an operand.
fn unknown(body: &mut Body, op: Op, i: usize) -> Value {
    let ty = body.ty(body.operand(op, i));
    let mut b = Builder::before(body, op);
    let float = b.ctx().f64();
    let number = arith::const_float(&mut b, float, 1.5);
    let flag = arith::cmpf(&mut b, CmpF::OEQ, number, number);
    if ty == b.ctx().i1() {
        return flag;
    }
    let word = b.ctx().i64();
    let integer = arith::fptosi(&mut b, number, word);
    if ty == word { integer } else { arith::index_cast(&mut b, integer, ty) }
}

#[test]
fn verifiers_that_look_through_values_are_found() {
    let cases = number("CASES", 120);
    let mut found = [0; PLANTS.len()];
    for seed in 0..cases {
        let text = program(seed);
        if !is_valid(&context(), &text) {
            continue;
        }
        for (plant, found) in PLANTS.iter().zip(&mut found).filter(|(_, found)| **found == 0) {
            let fault = faults(&text, PIPELINES[0], |module| (plant.refuses)(module).then(String::new));
            *found += usize::from(fault.is_some());
        }
    }
    let missed: Vec<&str> =
        PLANTS.iter().zip(found).filter(|(_, found)| *found == 0).map(|(plant, _)| plant.name).collect();
    println!("{} of {} planted faults found in {cases} programs", PLANTS.len() - missed.len(), PLANTS.len());
    assert!(missed.is_empty(), "not found: {missed:?}");
}
