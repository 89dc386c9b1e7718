//! The results of a function on seeded inputs, and comparison of two versions of it.

use crate::inputs;
use crate::inputs::unfit_argument;
use std::fmt;
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_interp::{Datum, Machine, Stop, run_entry_with};
use tf_ir::body::Body;
use tf_ir::text::type_to_string;
use tf_ir::types::TypeData;

/// The factor by which a version may exceed the fuel of the first one: lowering multiplies op executions.
const SLACK: u64 = 100;
/// Why a run with a result is not compared: another version may give a different result.
const UNDETERMINED: &str = "its result depends on the bits of a NaN, or a subscript overflows 64 bits";

/// The results of one version of a function.
#[derive(Clone, Debug)]
pub struct Answers {
    entry: String,
    fuel: u64,
    runs: Vec<Run>,
    left_out: Option<LeftOut>,
}

/// Why runs of a function are not compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LeftOut {
    /// It takes an argument of this type, which is neither scalar nor tensor.
    Argument(String),
    /// No extents fit all arguments.
    Extents,
    /// It exceeds this count of op executions.
    TooLong(u64),
    /// The result is not determined, or not defined.
    Undetermined(String),
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeftOut::Argument(ty) => write!(f, "it takes {ty}, which is neither a scalar nor a tensor"),
            LeftOut::Extents => f.write_str("found no extents that fit its arguments"),
            LeftOut::TooLong(fuel) => write!(f, "it runs for more than {fuel} steps"),
            LeftOut::Undetermined(why) => f.write_str(why),
        }
    }
}

/// The result of a version on some arguments.
#[derive(Clone, Debug)]
pub struct Run {
    /// Seed of the inputs, for [`inputs`].
    pub seed: u64,
    /// The arguments.
    pub args: Vec<Datum>,
    /// Its result.
    pub answer: Answer,
}

/// Results with their element types, or the message of a stop.
pub type Answer = Result<Vec<(Option<DType>, Datum)>, String>;

/// The first difference between two versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Seed of the inputs, for [`inputs`].
    pub seed: u64,
    /// The location: `result #0[1, 2]`, or `the call`.
    pub place: String,
    /// The expected value.
    pub expected: String,
    /// The actual value.
    pub found: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference { seed, place: at, expected, found } = self;
        write!(f, "input seed {seed}, {at}: expected {expected}, found {found}")
    }
}

impl Answers {
    /// Runs a function on the inputs of each seed, with `fuel` op executions for each. It omits seeds without
    /// inputs, runs that exceed the fuel, and runs without a determined result: they look at the bits of a
    /// NaN, overflow 64 bits in a subscript, or contain an op that is undefined before a pass expands it.
    pub fn of(module: &Body, entry: &str, seeds: impl IntoIterator<Item = u64>, fuel: u64) -> Answers {
        let mut without = false;
        let given = seeds.into_iter().filter_map(|seed| {
            let args = inputs(module, entry, seed);
            without |= args.is_none();
            Some((seed, args?))
        });
        let mut answers = Answers::on(module, entry, given, fuel);
        if without && answers.left_out.is_none() {
            let unfit = unfit_argument(module, entry).map(|ty| type_to_string(module.ctx(), ty));
            answers.left_out = Some(unfit.map_or(LeftOut::Extents, LeftOut::Argument));
        }
        answers
    }

    /// Runs a function on these arguments, each with the seed that generated it.
    pub fn on(
        module: &Body,
        entry: &str,
        given: impl IntoIterator<Item = (u64, Vec<Datum>)>,
        fuel: u64,
    ) -> Answers {
        let (mut runs, mut left_out) = (Vec::new(), None);
        for (seed, args) in given {
            let mut machine = machine(module, fuel);
            let reason = match answer(&mut machine, entry, &args) {
                Some(answer) if !machine.undetermined => {
                    runs.push(Run { seed, args, answer });
                    continue;
                }
                None => LeftOut::TooLong(fuel),
                Some(Err(why)) => LeftOut::Undetermined(why),
                Some(Ok(_)) => LeftOut::Undetermined(UNDETERMINED.to_string()),
            };
            left_out.get_or_insert(reason);
        }
        Answers { entry: entry.to_string(), fuel, runs, left_out }
    }

    /// The function.
    pub fn entry(&self) -> &str {
        &self.entry
    }

    /// Why a run was omitted, if one was: the reason of the first.
    pub fn left_out(&self) -> Option<&LeftOut> {
        self.left_out.as_ref()
    }

    /// The completed runs.
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// The count of runs that ended with results.
    pub fn completed(&self) -> usize {
        self.runs.iter().filter(|run| run.answer.is_ok()).count()
    }

    /// The first difference between these results and those of another version, at any stage of the lowering.
    /// Floats are equal if their bits are equal or both are NaN; all stops are equal.
    pub fn difference(&self, module: &Body) -> Option<Difference> {
        self.difference_unless(module, |_, _| false)
    }

    /// As [`Answers::difference`], except for runs that `allowed` accepts.
    pub fn difference_unless(
        &self,
        module: &Body,
        mut allowed: impl FnMut(&Run, &Answer) -> bool,
    ) -> Option<Difference> {
        self.runs.iter().find_map(|run| {
            let mut machine = machine(module, self.fuel.saturating_mul(SLACK));
            match answer(&mut machine, &self.entry, &run.args) {
                Some(found) => run.difference(&found).filter(|_| !allowed(run, &found)),
                None => {
                    let (expected, found) = ("an end".to_string(), "none".to_string());
                    Some(Difference { seed: run.seed, place: "the call".to_string(), expected, found })
                }
            }
        })
    }
}

impl Run {
    /// The first difference between this run and another version's result on the same arguments.
    pub fn difference(&self, found: &Answer) -> Option<Difference> {
        let (place, expected, found) = match (&self.answer, found) {
            (Err(_), Err(_)) => return None,
            (Ok(_), Err(why)) => ("the call".to_string(), "results".to_string(), why.clone()),
            (Err(why), Ok(_)) => ("the call".to_string(), why.clone(), "results".to_string()),
            (Ok(expected), Ok(found)) => differing(expected, found)?,
        };
        Some(Difference { seed: self.seed, place, expected, found })
    }
}

fn machine(module: &Body, fuel: u64) -> Machine<'_> {
    let mut machine = Machine::new(module);
    machine.set_fuel(fuel);
    machine
}

/// The result of a run; `None` if the fuel ran out.
fn answer(machine: &mut Machine<'_>, entry: &str, args: &[Datum]) -> Option<Answer> {
    match run_entry_with(machine, entry, args) {
        Ok(results) => {
            let dtypes = result_dtypes(machine.module(), entry);
            Some(Ok(dtypes.into_iter().chain(std::iter::repeat(None)).zip(results).collect()))
        }
        Err(Stop::Interrupted(..)) => None,
        Err(Stop::Trap(why)) => Some(Err(format!("a stop: {}", why.message))),
    }
}

/// The element types of a function's results; at the memory stage, those of its tensor signature.
pub(crate) fn result_dtypes(module: &Body, entry: &str) -> Vec<Option<DType>> {
    let named = |body: &&Body| tf_ir::builtin::symbol_name(body, body.root()) == Some(entry);
    let Some(body) = module.child_ops().into_iter().filter_map(|op| module.child(op)).find(named) else {
        return Vec::new();
    };
    let (ctx, root) = (body.ctx(), body.root());
    let ty = body.attr(root, "tf.signature").or_else(|| body.attr(root, "function_type"));
    match ty.and_then(|a| ctx.attr_type(a)).map(|ty| ctx.type_data(ty)) {
        Some(TypeData::Function { results, .. }) => results.iter().map(|ty| element_type(ctx, *ty)).collect(),
        _ => Vec::new(),
    }
}

type Places = (String, String, String);

fn differing(expected: &[(Option<DType>, Datum)], found: &[(Option<DType>, Datum)]) -> Option<Places> {
    if expected.len() != found.len() {
        let count = |n: usize| format!("{n} results");
        return Some(("the call".into(), count(expected.len()), count(found.len())));
    }
    expected.iter().zip(found).enumerate().find_map(|(i, ((dtype, a), (_, b)))| {
        match (number(a), number(b)) {
            (Some(a), Some(b)) => {
                unequal(dtype.unwrap_or(DType::I64), a, b).map(|(a, b)| (format!("result #{i}"), a, b))
            }
            _ => differing_tensors(i, a, b),
        }
    })
}

/// The bits of a scalar; machine code returns it as a tensor of rank 0.
fn number(datum: &Datum) -> Option<u64> {
    match datum {
        Datum::Bits(bits) => Some(*bits),
        Datum::Dense(dense) if dense.extents.is_empty() => dense.data.first().copied(),
        _ => None,
    }
}

fn differing_tensors(i: usize, a: &Datum, b: &Datum) -> Option<Places> {
    match (a, b) {
        (Datum::Dense(a), Datum::Dense(b)) if a.extents != b.extents || a.dtype != b.dtype => {
            let shape = |d: &tf_interp::Dense| format!("{} of extents {:?}", d.dtype, d.extents);
            Some((format!("result #{i}"), shape(a), shape(b)))
        }
        (Datum::Dense(a), Datum::Dense(b)) => {
            let mut pairs = a.data.iter().zip(&b.data).enumerate();
            pairs.find_map(|(at, (x, y))| {
                let (x, y) = unequal(a.dtype, *x, *y)?;
                Some((place(i, &a.extents, at), x, y))
            })
        }
        _ => (a != b).then(|| (format!("result #{i}"), format!("{a:?}"), format!("{b:?}"))),
    }
}

/// The name of an element of result `i`, at a row-major position: `result #0[1, 2]`; a scalar has no index.
pub(crate) fn place(i: usize, extents: &[usize], at: usize) -> String {
    match extents {
        [] => format!("result #{i}"),
        _ => format!("result #{i}{:?}", index(extents, at)),
    }
}

/// The index tuple of a row-major position.
fn index(extents: &[usize], mut at: usize) -> Vec<usize> {
    let mut index: Vec<usize> = Vec::with_capacity(extents.len());
    for extent in extents.iter().rev() {
        index.push(at % extent);
        at /= extent;
    }
    index.reverse();
    index
}

fn unequal(dtype: DType, a: u64, b: u64) -> Option<(String, String)> {
    let (a, b) = (Scalar::from_bits(dtype, a), Scalar::from_bits(dtype, b));
    let nan = |s: Scalar| dtype.is_float() && s.to_f64().is_nan();
    if a == b || (nan(a) && nan(b)) {
        return None;
    }
    let show = |s: Scalar| match dtype.is_float() {
        true => format!("{:?} (0x{:x})", s.to_f64(), s.bits()),
        false => s.to_i64().to_string(),
    };
    Some((show(a), show(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::context::Context;
    use tf_ir::registry::Registry;
    use tf_ir::text::{ParseOptions, parse_module};

    /// The count of seeds, of 100, with a determined result for a function of `%q = %x / %x`.
    fn answered(what: &str, ty: &str) -> usize {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        let ctx = Context::new(registry);
        let program = format!(
            "func.func @f(%x: tensor<3xf32>) -> tensor<3x{ty}> {{
               %q = arith.divf %x, %x : tensor<3xf32>
               %r = {what}
               return %r : tensor<3x{ty}>
             }}"
        );
        let parsed = parse_module(&ctx, "test", &program, &ParseOptions::default());
        let module = parsed.unwrap_or_else(|e| panic!("{e:?}")).body;
        Answers::of(&module, "f", 0..100, 1000).runs().len()
    }

    #[test]
    fn indices_beyond_64_bits_are_no_answer() {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        let ctx = Context::new(registry);
        let program = "func.func @f(%x: tensor<3xf32>, %i: i64) -> f32 {
               %k = arith.index_cast %i : i64 to index
               %r = tensor.at %x[%k * 3 + 1] clamp : tensor<3xf32>
               return %r : f32
             }";
        let parsed = parse_module(&ctx, "test", program, &ParseOptions::default());
        let module = parsed.unwrap_or_else(|e| panic!("{e:?}")).body;
        let runs = Answers::of(&module, "f", 0..100, 1000);
        assert!(runs.completed() == runs.runs().len() && runs.completed() < 100, "{}", runs.completed());
    }

    #[test]
    fn bits_of_nan_are_no_answer() {
        let all = answered("math.absf %q : tensor<3xf32>", "f32");
        assert_eq!(all, 100, "a NaN itself is an answer");
        for bits in [
            answered("arith.bitcast %q : tensor<3xf32> to tensor<3xi32>", "i32"),
            answered("tensor.bitcast %q : tensor<3xf32> to tensor<3xi32>", "i32"),
            answered("math.copysign %x, %q : tensor<3xf32>", "f32"),
        ] {
            assert!(bits > 10 && bits < 90, "some quotients are NaN: {bits}");
        }
    }
}
