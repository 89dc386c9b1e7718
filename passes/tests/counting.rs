//! Random loops that count, at the ends of the integer types: `while-to-for` and what simplifies the indices
//! keep the interpreter's answers, loops that do not end included. `CASES=100000 FIRST=1000 cargo test
//! --release -p tf-passes --test suite counting` runs a campaign.

use crate::common::{context, parse, print, run};
use tf_dialects::scalar::{DType, Scalar};
use tf_generate::Random;
use tf_interp::{Datum, Dense, Stop, run_entry};
use tf_ir::context::Context;

/// Ops that a run may take: a loop that counts through all bytes ends, others at the ends of their type do
/// not.
const FUEL: u64 = 8_000;

const PASSES: &str = "while-to-for,canonicalize,cse,simplify-indices,canonicalize,cse";

const PREDICATES: [&str; 9] = ["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "ne"];

/// The source of a loop bound.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Bound {
    Constant,
    Argument,
    /// Carried on unchanged.
    Carried,
    /// Carried, and less by one in each iteration.
    Changed,
    /// Computed of an argument in the first region.
    Computed,
}

/// A loop that counts.
#[derive(Clone, Debug)]
struct Loop {
    width: Option<u8>,
    is_tensor: bool,
    predicate: &'static str,
    is_swapped: bool,
    start: i64,
    is_start_known: bool,
    end: i64,
    bound: Bound,
    step: i64,
    subtracts: bool,
    /// The start and step of a second counter.
    second: [i64; 2],
    uses_last: bool,
    passes_computed: bool,
}

/// A mistake in a loop.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The bound is left out, or met.
    Strict,
    /// Unsigned integers are read as signed.
    Signed,
    /// A bound that changes does not.
    Frozen,
    /// The way of the counter is turned round.
    Turned,
    /// The second counter starts one step late.
    Second,
    /// The counter is a mathematical integer.
    Wrapped,
}

impl Loop {
    fn random(seed: u64) -> Loop {
        let mut r = Random::new(seed);
        let width = [Some(8), Some(8), Some(16), Some(32), Some(64), None][r.below(6)];
        let bits = u32::from(width.unwrap_or(64));
        let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
        let near = [0, 0, least, most, most, -1, 7];
        let place = |r: &mut Random| {
            let at = near[r.below(near.len())];
            (at.wrapping_add(r.below(13) as i64 - 6)).clamp(least, most)
        };
        let start = place(&mut r);
        let end = match r.below(3) {
            0 => place(&mut r),
            _ => (i128::from(start) + r.below(25) as i128 - 12).clamp(least.into(), most.into()) as i64,
        };
        let step = [1, 1, 1, -1, -1, 2, 3, -2, -5, 100, least][r.below(11)];
        let (is_swapped, subtracts) = (r.below(4) == 0, r.below(3) == 0);
        // Most loops go towards their bound.
        let towards = if ((step > 0) != subtracts) != is_swapped { ["slt", "ult"] } else { ["sgt", "ugt"] };
        let predicate = match r.below(5) {
            0..2 => PREDICATES[r.below(PREDICATES.len())],
            _ => towards[r.below(2)],
        };
        let bounds = [
            Bound::Constant,
            Bound::Constant,
            Bound::Constant,
            Bound::Argument,
            Bound::Carried,
            Bound::Changed,
            Bound::Computed,
        ];
        Loop {
            width,
            is_tensor: r.below(2) == 0,
            predicate,
            is_swapped,
            start,
            is_start_known: r.below(3) > 0,
            end,
            bound: bounds[r.below(bounds.len())],
            step,
            subtracts,
            second: [place(&mut r), r.below(7) as i64 - 3],
            uses_last: r.below(2) == 0,
            passes_computed: r.below(3) == 0,
        }
    }

    fn with(&self, fault: Fault) -> Loop {
        let mut other = self.clone();
        match fault {
            Fault::Strict => {
                other.predicate = match self.predicate {
                    "slt" => "sle",
                    "sle" => "slt",
                    "sgt" => "sge",
                    "sge" => "sgt",
                    "ult" => "ule",
                    "ule" => "ult",
                    "ugt" => "uge",
                    "uge" => "ugt",
                    other => other,
                }
            }
            Fault::Signed => {
                other.predicate = match self.predicate {
                    "ult" => "slt",
                    "ule" => "sle",
                    "ugt" => "sgt",
                    "uge" => "sge",
                    other => other,
                }
            }
            Fault::Frozen if self.bound == Bound::Changed => other.bound = Bound::Carried,
            Fault::Frozen => {}
            Fault::Turned => other.subtracts = !self.subtracts,
            Fault::Second => {
                let late = self.second[0].wrapping_add(self.second[1]);
                other.second[0] = Scalar::from_i64(self.dtype(), late).to_i64();
            }
            Fault::Wrapped => {}
        }
        other
    }

    fn dtype(&self) -> DType {
        self.width.map_or(DType::Index, DType::Int)
    }

    fn text(&self) -> String {
        let elem = self.dtype();
        let ty = if self.is_tensor { format!("tensor<{elem}>") } else { elem.to_string() };
        let wide = if self.is_tensor { "tensor<i64>" } else { "i64" };
        let constant = |name: &str, value: i64, ty: &str| match self.is_tensor {
            true => format!("%{name} = arith.constant dense<{value}> : {ty}\n"),
            false => format!("%{name} = arith.constant {value} : {ty}\n"),
        };
        let hashed = if self.passes_computed { "%q" } else { "%n" };
        let extended = match elem {
            DType::Index => format!("arith.index_cast {hashed} : {ty} to {wide}"),
            DType::Int(64) => format!("arith.addi {hashed}, %zero : {wide}"),
            _ => format!("arith.extsi {hashed} : {ty} to {wide}"),
        };
        let start = if self.is_start_known { "%start" } else { "%a" };
        let [before, bound] = match self.bound {
            Bound::Constant => ["".to_string(), "%end".to_string()],
            Bound::Argument => ["".to_string(), "%b".to_string()],
            Bound::Carried | Bound::Changed => ["".to_string(), "%m".to_string()],
            Bound::Computed => [format!("%e = arith.addi %b, %one : {ty}\n"), "%e".to_string()],
        };
        let compared = if self.is_swapped { format!("{bound}, %i") } else { format!("%i, {bound}") };
        let changed = match self.bound {
            Bound::Changed => format!("%next_m = arith.subi %m, %one : {ty}\n"),
            _ => "".to_string(),
        };
        let next_m = if self.bound == Bound::Changed { "%next_m" } else { "%m" };
        let add = if self.subtracts { "subi" } else { "addi" };
        let read = if self.is_tensor { "%go = tensor.at %test[] : tensor<i1>\n" } else { "" };
        let go = if self.is_tensor { "%go" } else { "%test" };
        let last = match (self.uses_last, self.passes_computed) {
            (false, _) => "%start",
            (true, false) => "%w#0",
            (true, true) => "%w#4",
        };
        let carried = format!("{ty}, {ty}, {ty}, {wide}");
        let mut text = format!("func.func @main(%a: {ty}, %b: {ty}) -> ({ty}, {wide}, {ty}) {{\n");
        for (name, value) in [("start", self.start), ("end", self.end), ("step", self.step), ("one", 1)] {
            text += &constant(name, value, &ty);
        }
        text += &constant("second", self.second[0], &ty);
        text += &constant("grows", self.second[1], &ty);
        text += &constant("three", 3, wide);
        text += &constant("zero", 0, wide);
        text += &format!(
            "%w:5 = loop.while (%i = {start}, %m = %b, %s = %second, %h = %zero)
               : ({carried}) -> ({carried}, {ty}) {{
               {before}%test = arith.cmpi {}, {compared} : {ty}
               {read}%i_more = arith.addi %i, %one : {ty}
               loop.condition {go}, %i, %m, %s, %h, %i_more : {carried}, {ty}
             }} do (%n: {ty}, %m: {ty}, %s: {ty}, %h: {wide}, %q: {ty}) {{
               %x = {extended}
               %y = arith.muli %h, %three : {wide}
               %z = arith.addi %y, %x : {wide}
               %next_s = arith.addi %s, %grows : {ty}
               {changed}%next = arith.{add} %n, %step : {ty}
               loop.yield %next, {next_m}, %next_s, %z : {carried}
             }}
             return {last}, %w#3, %w#2 : {ty}, {wide}, {ty}
             }}\n",
            self.predicate,
        );
        text
    }

    fn datum(&self, dtype: DType, value: i64) -> Datum {
        let bits = Scalar::from_i64(dtype, value).bits();
        match self.is_tensor {
            true => Dense { dtype, extents: Vec::new(), data: vec![bits] }.into(),
            false => Datum::Bits(bits),
        }
    }

    /// Its arguments: the start and the bound.
    fn inputs(&self) -> Vec<Datum> {
        [self.start, self.end].map(|value| self.datum(self.dtype(), value)).to_vec()
    }
}

/// The results, or `None` where the loop does not end in time. None of the loops stops by itself.
fn answer(module: &tf_ir::body::Body, inputs: &[Datum]) -> Option<Vec<Datum>> {
    match run_entry(module, "main", inputs, FUEL) {
        Ok(results) => Some(results),
        Err(Stop::Interrupted(..)) => None,
        Err(stop) => panic!("{stop:?}\n{}", print(module)),
    }
}

/// Compares the loop with the result of the passes; returns whether that is a counted loop.
fn check(ctx: &Context, seed: u64) -> bool {
    let loop_of = Loop::random(seed);
    let (text, inputs) = (loop_of.text(), loop_of.inputs());
    let mut module = parse(ctx, &text);
    let before = answer(&module, &inputs);
    run(ctx, &mut module, PASSES);
    let after = answer(&module, &inputs);
    let shown = print(&module);
    let counts = !shown.contains("loop.while");
    // A loop that is longer than the fuel may have become shorter in ops, but not one that never ends.
    let is_cut = before.is_none() && (after.is_none() || counts && loop_of.ends());
    assert!(before == after || is_cut, "seed {seed}: {before:?}\n{after:?}\n{text}\n{shown}");
    counts
}

impl Loop {
    /// How often the loop runs if its counter were a mathematical integer, and whether it then stays in the
    /// range of its type.
    fn iterations(&self) -> (i128, bool) {
        let is_unsigned = self.predicate.starts_with('u');
        let mask = self.dtype().mask();
        let read = |value: i64| match is_unsigned {
            true => i128::from(value as u64 & mask),
            false => i128::from(Scalar::from_i64(self.dtype(), value).to_i64()),
        };
        let step = if self.subtracts { -i128::from(self.step) } else { i128::from(self.step) };
        let end = if self.bound == Bound::Computed { self.end.wrapping_add(1) } else { self.end };
        let (start, end) = (read(self.start), read(end));
        let inclusive = i128::from(self.predicate.ends_with('e') && self.predicate != "ne");
        let distance = (end - start) * step.signum() + inclusive;
        let count = (distance + step.abs() - 1).div_euclid(step.abs()).max(0);
        let (least, most) = match is_unsigned {
            true => (0, i128::from(mask)),
            false => (i128::from(i64::MIN >> (64 - self.dtype().bits())), i128::from(mask >> 1)),
        };
        (count, (least..=most).contains(&(start + step * count)))
    }

    /// Whether the counter reaches the bound before it leaves the range of its type.
    fn ends(&self) -> bool {
        self.bound != Bound::Changed && self.iterations().1
    }

    /// The results of a pass that takes the counter for one that cannot wrap around, and the comparison for
    /// one that bounds it in its direction.
    fn careless(&self) -> Option<Vec<Datum>> {
        let (count, _) = self.iterations();
        let count = i64::try_from(count).ok().filter(|count| *count < FUEL as i64)?;
        let cut = |value: i64| Scalar::from_i64(self.dtype(), value).to_i64();
        let step = if self.subtracts { self.step.wrapping_neg() } else { self.step };
        let more = i64::from(self.passes_computed);
        let counter = |k: i64| cut(self.start.wrapping_add(k.wrapping_mul(step)));
        let passed = |k: i64| cut(counter(k).wrapping_add(more));
        let hash = (0..count).fold(0i64, |sum, k| sum.wrapping_mul(3).wrapping_add(passed(k)));
        let last = if self.uses_last { passed(count) } else { self.start };
        let second = self.second[0].wrapping_add(count.wrapping_mul(self.second[1]));
        let datum = |value: i64| self.datum(self.dtype(), value);
        Some(vec![datum(last), self.datum(DType::Int(64), hash), datum(second)])
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn loops_that_count_keep_their_meaning() {
    let (first, cases) = (number("FIRST", 0), number("CASES", 1500));
    let ctx = context();
    let counting = (first..first + cases).filter(|seed| check(&ctx, *seed)).count() as u64;
    println!("{counting} of {cases} loops became loops over an index");
    assert!(counting * 5 > cases, "only {counting} of {cases} loops became loops over an index");
    assert!(counting < cases, "all of {cases} loops became loops over an index");
}

#[test]
fn mistakes_are_seen() {
    let faults = [Fault::Strict, Fault::Signed, Fault::Frozen, Fault::Turned, Fault::Second, Fault::Wrapped];
    let (mut found, ctx) = ([0; 6], context());
    for seed in 0..1000 {
        let right = Loop::random(seed);
        let inputs = right.inputs();
        let wanted = answer(&parse(&ctx, &right.text()), &inputs);
        for (fault, found) in faults.iter().zip(&mut found) {
            let wrong = match fault {
                Fault::Wrapped => right.careless(),
                _ => answer(&parse(&ctx, &right.with(*fault).text()), &inputs),
            };
            *found += usize::from(wrong != wanted);
        }
    }
    for (fault, found) in faults.iter().zip(found) {
        println!("{fault:?}: {found} of 1,000 loops");
        assert!(found > 10, "{fault:?} is seen in {found} of 1,000 loops");
    }
}

/// If a counter cannot wrap around, the unguarded results are right: they are the loop's.
#[test]
fn careless_results_are_right_where_nothing_wraps_around() {
    let (mut compared, ctx) = (0, context());
    for seed in 0..1000 {
        let right = Loop::random(seed);
        let rises = (right.step > 0) != right.subtracts;
        let is_less = right.predicate[1..].starts_with('l');
        let bounds = right.predicate != "ne" && (is_less == rises) != right.is_swapped;
        let found = answer(&parse(&ctx, &right.text()), &right.inputs());
        if bounds && right.ends() && found.is_some() {
            assert_eq!(found, right.careless(), "seed {seed}: {}", right.text());
            compared += 1;
        }
    }
    assert!(compared > 100, "only {compared} of 1,000 loops were compared");
}
