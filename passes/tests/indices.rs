//! Random integers computed of loop indices, at the ends of the types: `simplify-indices` keeps their values.
//! `CASES=100000 FIRST=1000 cargo test --release -p tf-passes --test suite indices` runs a campaign.

use crate::common::{context, parse, print, run};
use std::collections::HashMap;
use tf_generate::Random;
use tf_interp::{Datum, run_entry};
use tf_ir::context::Context;

const FUEL: u64 = 200_000;

/// An integer type: an index, or one with this many bits.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Int(Option<u32>);

impl Int {
    /// Narrow ones, which wrap around, are drawn more often.
    const DRAWN: [Int; 7] =
        [Int(None), Int(Some(64)), Int(Some(32)), Int(Some(16)), Int(Some(8)), Int(Some(8)), Int(Some(8))];

    fn bits(self) -> u32 {
        self.0.unwrap_or(64)
    }

    fn name(self) -> String {
        self.0.map_or("index".to_string(), |bits| format!("i{bits}"))
    }
}

/// A mistake in the values of ops of one kind.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Fault {
    /// A selection is its second value.
    Selection,
    /// A minimum or a maximum is its first operand.
    Extreme,
    /// A remainder is the dividend.
    Remainder,
    /// A comparison for less holds for equal values.
    Comparison,
    /// An extension is unsigned where it is signed.
    Sign,
    /// Sums and products of 8 and 16 bits are extended as if they had more.
    Width,
}

/// The text of a loop, while it is written.
struct Writer {
    random: Random,
    fault: Option<Fault>,
    text: String,
    count: usize,
    /// Values that are in scope.
    values: Vec<(String, Int)>,
    /// Sums and products of 8 and 16 bits, with 32 bits, for [`Fault::Width`].
    wide: HashMap<String, String>,
}

impl Writer {
    fn below(&mut self, n: usize) -> usize {
        self.random.below(n)
    }

    fn new_value(&mut self, code: String, ty: Int) -> String {
        let name = format!("%v{}", self.count);
        self.count += 1;
        self.text += &format!("{name} = {code}\n");
        self.values.push((name.clone(), ty));
        name
    }

    fn constant(&mut self, value: i64, ty: Int) -> String {
        let name = format!("%v{}", self.count);
        self.count += 1;
        self.text += &format!("{name} = arith.constant {value} : {}\n", ty.name());
        name
    }

    /// An integer near 0 or near an end of a type that is not wider.
    fn number(&mut self, ty: Int) -> i64 {
        let bits = [8, 16, 32, 64][self.below(4)].min(ty.bits());
        let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
        let near = [0, 0, 0, 0, 7, -1, least, most][self.below(8)];
        (i128::from(near) + self.below(13) as i128 - 4).clamp(least.into(), most.into()) as i64
    }

    fn pick(&mut self) -> (String, Int) {
        // Mostly indices and the last values.
        let n = self.values.len();
        let at = if self.below(3) == 0 { self.below(n) } else { n - 1 - self.below(n.min(3)) };
        self.values[at].clone()
    }

    /// A second operand: another value of a type, or a constant.
    fn second(&mut self, ty: Int) -> String {
        let same: Vec<String> = self.values.iter().filter(|v| v.1 == ty).map(|v| v.0.clone()).collect();
        if self.below(5) < 3 || same.is_empty() {
            let value = self.number(ty);
            return self.constant(value, ty);
        }
        let at = self.below(same.len());
        same[at].clone()
    }

    fn compared(&mut self, a: &str, ty: Int) -> String {
        let b = self.second(ty);
        let predicates = ["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"];
        let mut predicate = predicates[self.below(10)];
        if self.fault == Some(Fault::Comparison) {
            predicate = match predicate {
                "slt" => "sle",
                "ult" => "ule",
                other => other,
            };
        }
        let name = format!("%v{}", self.count);
        self.count += 1;
        self.text += &format!("{name} = arith.cmpi {predicate}, {a}, {b} : {}\n", ty.name());
        name
    }

    /// One more value.
    fn op(&mut self) {
        let (a, ty) = self.pick();
        match self.below(10) {
            0..3 => self.cast(&a, ty),
            3..5 => self.selected(&a, ty),
            _ => self.binary(&a, ty),
        }
    }

    fn cast(&mut self, a: &str, ty: Int) {
        let to = Int::DRAWN[self.below(7)];
        let unsigned = self.below(4) == 0;
        let unsigned = unsigned || self.fault == Some(Fault::Sign);
        let (a, from) = if unsigned { (a.to_string(), ty) } else { self.extended(a, ty) };
        let op = match (from.0, to.0) {
            _ if ty == to => return,
            _ if from == to => "",
            (None, _) | (_, None) => {
                if unsigned {
                    "arith.index_castui"
                } else {
                    "arith.index_cast"
                }
            }
            (Some(from), Some(to)) if from > to => "arith.trunci",
            _ => {
                if unsigned {
                    "arith.extui"
                } else {
                    "arith.extsi"
                }
            }
        };
        match from == to {
            true => self.new_value(format!("arith.maxsi {a}, {a} : {}", to.name()), to),
            false => self.new_value(format!("{op} {a} : {} to {}", from.name(), to.name()), to),
        };
    }

    fn selected(&mut self, a: &str, ty: Int) {
        let condition = self.compared(a, ty);
        let (x, y) = (self.second(ty), a);
        let [x, y] = if self.below(2) == 0 { [x.as_str(), y] } else { [y, x.as_str()] };
        let x = if self.fault == Some(Fault::Selection) { y } else { x };
        self.new_value(format!("arith.select {condition}, {x}, {y} : {}", ty.name()), ty);
    }

    fn binary(&mut self, a: &str, ty: Int) {
        let op = [
            "addi",
            "addi",
            "addi",
            "subi",
            "subi",
            "muli",
            "minsi",
            "maxsi",
            "minui",
            "maxui",
            "remsi",
            "remui",
            "divsi",
            "floordivsi",
            "andi",
            "shrsi",
        ][self.below(16)];
        let mut b = match op {
            "remsi" | "remui" | "divsi" | "floordivsi" => {
                let divisor = [1, 2, 3, 8, 100, 127][self.below(6)];
                self.constant(divisor, ty)
            }
            "shrsi" => self.constant(2, ty),
            "muli" => {
                let factor = [2, 3, -1, 100][self.below(4)];
                self.constant(factor, ty)
            }
            _ => self.second(ty),
        };
        match (self.fault, op) {
            (Some(Fault::Extreme), "minsi" | "maxsi") => b = a.to_string(),
            (Some(Fault::Remainder), "remsi" | "remui") => {
                let most = i64::MAX >> (64 - ty.bits());
                b = self.constant(most, ty);
            }
            _ => {}
        }
        let swapped =
            self.below(4) == 0 && !matches!(op, "remsi" | "remui" | "divsi" | "floordivsi" | "shrsi");
        let [x, y] = if swapped { [b.as_str(), a] } else { [a, b.as_str()] };
        let sum = self.new_value(format!("arith.{op} {x}, {y} : {}", ty.name()), ty);
        if self.fault == Some(Fault::Width) && matches!(op, "addi" | "subi" | "muli") && ty.bits() < 32 {
            let wide = format!("%w{sum}").replace("w%", "w");
            for (part, value) in [("a", a), ("b", b.as_str())] {
                self.text += &format!("{wide}{part} = arith.extsi {value} : {} to i32\n", ty.name());
            }
            let [x, y] = if swapped { ["b", "a"] } else { ["a", "b"] };
            self.text += &format!("{wide} = arith.{op} {wide}{x}, {wide}{y} : i32\n");
            self.wide.insert(sum, wide);
        }
    }

    /// The operand of a signed extension.
    fn extended(&self, value: &str, ty: Int) -> (String, Int) {
        self.wide.get(value).map_or((value.to_string(), ty), |wide| (wide.clone(), Int(Some(32))))
    }

    /// All values but the first `from`, added up in `sum` with factors that tell them apart.
    fn hash(&mut self, sum: &str, from: usize) -> String {
        let mut sum = sum.to_string();
        for (value, ty) in self.values[from..].to_vec() {
            let [wide, scaled, next] = ["x", "y", "z"].map(|word| format!("%{word}{}", self.count));
            self.count += 1;
            let (value, ty) = self.extended(&value, ty);
            self.text += &match ty.0 {
                None => format!("{wide} = arith.index_cast {value} : index to i64\n"),
                Some(64) => format!("{wide} = arith.addi {value}, %zero : i64\n"),
                Some(bits) => format!("{wide} = arith.extsi {value} : i{bits} to i64\n"),
            };
            self.text += &format!("{scaled} = arith.muli {sum}, %factor : i64\n");
            self.text += &format!("{next} = arith.addi {scaled}, {wide} : i64\n");
            sum = next;
        }
        sum
    }

    /// Code of a body, part of it where a condition holds; gives the sum that is yielded.
    fn body(&mut self, sum: &str) -> String {
        let from = self.values.len() - 1;
        (0..4 + self.below(6)).for_each(|_| self.op());
        let before = self.hash(sum, from);
        if self.below(2) == 0 {
            return before;
        }
        let (a, ty) = self.pick();
        let condition = self.compared(&a, ty);
        let (scope, name) = (self.values.len(), format!("%r{}", self.count));
        self.text += &format!("{name} = loop.if {condition} -> (i64) {{\n");
        (0..2 + self.below(4)).for_each(|_| self.op());
        let inside = self.hash(&before, scope);
        self.text += &format!("loop.yield {inside} : i64\n}} else {{\nloop.yield {before} : i64\n}}\n");
        self.values.truncate(scope);
        name
    }

    /// The bounds of a loop: constants, or arguments.
    fn bounds(&mut self, given: &mut Vec<i64>) -> [String; 2] {
        let low = self.number(Int(None));
        let high =
            (i128::from(low) + self.below(12) as i128 - 1).clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        [low, high].map(|value| match self.below(5) {
            0 if given.len() < 2 => {
                given.push(value);
                format!("%a{}", given.len() - 1)
            }
            _ => self.constant(value, Int(None)),
        })
    }
}

/// A loop, or two within each other, and the arguments.
fn program(seed: u64, fault: Option<Fault>) -> (String, Vec<Datum>) {
    let (text, values) = (String::new(), Vec::new());
    let wide = HashMap::new();
    let mut w = Writer { random: Random::new(seed), fault, text, count: 0, values, wide };
    let mut given = Vec::new();
    w.text += "func.func @main(%a0: index, %a1: index) -> i64 {\n%zero = arith.constant 0 : i64\n";
    w.text += "%factor = arith.constant 31 : i64\n";
    let [low, high] = w.bounds(&mut given);
    let step = [1, 1, 1, 2, 3][w.below(5)];
    let step = w.constant(step, Int(None));
    w.text +=
        &format!("%sum = loop.for %i = {low} to {high} step {step} iter_args(%s = %zero) -> (i64) {{\n");
    w.values.push(("%i".to_string(), Int(None)));
    let mut last = w.body("%s");
    if w.below(3) == 0 {
        let (one, scope) = (w.constant(1, Int(None)), w.values.len());
        w.text +=
            &format!("%inner = loop.for %j = {low} to %i step {one} iter_args(%t = {last}) -> (i64) {{\n");
        w.values.push(("%j".to_string(), Int(None)));
        let sum = w.body("%t");
        w.text += &format!("loop.yield {sum} : i64\n}}\n");
        w.values.truncate(scope);
        last = "%inner".to_string();
    }
    w.text += &format!("loop.yield {last} : i64\n}}\nreturn %sum : i64\n}}\n");
    given.resize(2, 5);
    (w.text, given.into_iter().map(|value| Datum::Bits(value as u64)).collect())
}

fn answer(module: &tf_ir::body::Body, inputs: &[Datum], text: &str) -> Vec<Datum> {
    run_entry(module, "main", inputs, FUEL).unwrap_or_else(|stop| panic!("{stop:?}\n{text}"))
}

/// Compares the answers before and after; gives whether something became simpler.
fn check(ctx: &Context, seed: u64) -> bool {
    let (text, inputs) = program(seed, None);
    let mut module = parse(ctx, &text);
    let (before, written) = (answer(&module, &inputs, &text), print(&module));
    run(ctx, &mut module, "simplify-indices");
    let shown = print(&module);
    let after = answer(&module, &inputs, &shown);
    assert!(before == after, "seed {seed}: {before:?}\n{after:?}\n{text}\n{shown}");
    run(ctx, &mut module, "canonicalize,cse,simplify-indices,canonicalize");
    let again = print(&module);
    let after = answer(&module, &inputs, &again);
    assert!(before == after, "seed {seed}: {before:?}\n{after:?}\n{text}\n{again}");
    shown != written
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn integers_of_loop_indices_keep_their_values() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 1000));
    let ctx = context();
    let simpler = (first..first + cases).filter(|seed| check(&ctx, *seed)).count() as u64;
    println!("{simpler} of {cases} programs became simpler");
    assert!(simpler * 3 > cases, "only {simpler} of {cases} programs became simpler");
    assert!(simpler < cases, "all of {cases} programs became simpler");
}

#[test]
fn mistakes_in_integers_are_seen() {
    use Fault::*;
    let faults = [Selection, Extreme, Remainder, Comparison, Sign, Width];
    let (mut found, ctx) = ([0; 6], context());
    for seed in 0..1000 {
        let answer = |fault| {
            let (text, inputs) = program(seed, fault);
            answer(&parse(&ctx, &text), &inputs, &text)
        };
        let right = answer(None);
        for (fault, found) in faults.iter().zip(&mut found) {
            *found += usize::from(answer(Some(*fault)) != right);
        }
    }
    for (fault, found) in faults.iter().zip(found) {
        println!("{fault:?}: {found} of 1,000 programs");
        assert!(found > 10, "{fault:?} is seen in {found} of 1,000 programs");
    }
}
