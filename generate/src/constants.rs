//! Programs with scalar arguments, and the same programs with constants instead, often at the limits of their
//! types.
//!
//! The meaning of a program does not depend on when a value is known. Comparing both programs tests lowerings
//! and rewrites that treat constants specially.

use crate::inputs;
use crate::program::{Config, functions, scalar_functions};
use crate::random::Random;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::elementwise::constant::scalar_attr;
use tf_dialects::loops::{For, build};
use tf_dialects::scalar::{DType, Scalar, dtype, type_of};
use tf_interp::Datum;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::context::Context;
use tf_ir::location::Location;
use tf_ir::registry::Traits;
use tf_ir::types::{Type, TypeData};
use tf_ir::verify::verify;
use tf_ir::walk::preorder;

/// The percentage of programs that compute with scalars only.
const SCALAR_PERCENT: usize = 65;
/// The maximum count of operands that become arguments.
const MOST_OPERANDS: usize = 6;
/// The maximum count of iterations of a random loop.
const FEW: i64 = 20;

/// A program with arguments instead of some scalar operands.
pub struct Probe {
    /// The entry and the functions that it calls.
    pub functions: Vec<Body>,
    /// Arguments for the entry.
    pub args: Vec<Datum>,
}

/// The program of a seed, with the entry `name`; `None` if there are no arguments for it. Equal seeds give
/// equal programs for any name.
pub fn probe(ctx: &Context, seed: u64, config: &Config, name: &str) -> Option<Probe> {
    let mut random = Random::new(seed ^ 0x5eed_c0de);
    let whole = match random.chance(SCALAR_PERCENT) {
        true => scalar_functions(ctx, seed, config, name),
        false => functions(ctx, seed, config, name),
    };
    let mut drawn = Drawn { functions: whole, given: Vec::new() };
    if random.chance(60) {
        drawn.count(&mut random);
    }
    for _ in 0..random.below(MOST_OPERANDS + 1) {
        drawn.replace(&mut random);
    }
    let module = module_of(ctx, &drawn.functions);
    verify(&module).ok()?;
    let mut args = inputs(&module, name, seed)?;
    for (at, value) in drawn.given {
        args[at] = Datum::Bits(value.bits());
    }
    Some(Probe { functions: drawn.functions, args })
}

impl Probe {
    /// The same functions, with constants for those scalar arguments of the entry that `which` selects. The
    /// arguments remain, unused.
    pub fn with_constants(&self, mut which: impl FnMut(usize) -> bool) -> Vec<Body> {
        let mut functions: Vec<Body> = self.functions.iter().map(Body::duplicate).collect();
        let main = &mut functions[0];
        let Some(entry) = main.entry_block() else { return functions };
        let args: Vec<Value> = main.args(entry).collect();
        for (i, (arg, datum)) in args.into_iter().zip(&self.args).enumerate() {
            let Some(dtype) = dtype(main.ctx(), main.ty(arg)).filter(|_| which(i)) else { continue };
            let Some(attr) = scalar_attr(main.ctx(), Scalar::from_bits(dtype, datum.bits())) else {
                continue;
            };
            let constant =
                arith::constant(&mut Builder::new(main, Cursor::Start(entry), Location::UNKNOWN), attr);
            main.replace_uses(arg, constant);
        }
        functions
    }
}

/// A module with copies of functions.
fn module_of(ctx: &Context, functions: &[Body]) -> Body {
    let mut module = tf_ir::builtin::module(ctx, Location::UNKNOWN);
    let block = module.entry_block().expect("a module has a block");
    for function in functions {
        let op = module.adopt(function.duplicate());
        module.append(block, op);
    }
    module
}

/// A program, with the values of its new arguments.
struct Drawn {
    functions: Vec<Body>,
    given: Vec<(usize, Scalar)>,
}

impl Drawn {
    fn main(&mut self) -> &mut Body {
        &mut self.functions[0]
    }

    /// A new argument of the entry with this value.
    fn argument(&mut self, value: Scalar) -> Value {
        let main = self.main();
        let (entry, root) = (main.entry_block().expect("a function has a block"), main.root());
        let ty = type_of(main.ctx(), value.dtype());
        let at = main.args(entry).count();
        let argument = main.add_arg(entry, ty);
        let inputs: Vec<Type> = main.args(entry).map(|arg| main.ty(arg)).collect();
        set_type(main, root, Some(inputs), None);
        self.given.push((at, value));
        argument
    }

    /// Arguments for the bounds and the step of a loop: few iterations, sometimes at the limits of the type.
    fn bounds(&mut self, random: &mut Random, dtype: DType) -> [Value; 3] {
        bounds(random, dtype).map(|value| self.argument(Scalar::from_i64(dtype, value)))
    }

    /// Replaces a scalar operand by an argument; in a loop, its bounds and its step. Reverts the change if
    /// the program becomes invalid.
    fn replace(&mut self, random: &mut Random) {
        let main = self.main();
        let operands: Vec<(Op, usize)> = preorder(main)
            .into_iter()
            .filter(|op| *op != main.root() && !main.has(*op, Traits::TERMINATOR))
            .flat_map(|op| (0..main.operand_count(op)).map(move |i| (op, i)))
            .filter(|(op, i)| dtype(main.ctx(), main.ty(main.operand(*op, *i))).is_some())
            .collect();
        let Some((op, i)) = random.pick(&operands).copied() else { return };
        let dtype = dtype(main.ctx(), main.ty(main.operand(op, i))).expect("asked above");
        let (before, given) = (self.functions.iter().map(Body::duplicate).collect(), self.given.len());
        if self.main().is(op, For) && i < 3 {
            let bounds = self.bounds(random, dtype);
            bounds.into_iter().enumerate().for_each(|(i, value)| self.main().set_operand(op, i, value));
        } else {
            let value = self.argument(end(random, dtype));
            self.main().set_operand(op, i, value);
        }
        if verify(&module_of(self.functions[0].ctx(), &self.functions)).is_err() {
            self.functions = before;
            self.given.truncate(given);
        }
    }

    /// Appends a loop that mixes its indices, with a result that the program returns.
    fn count(&mut self, random: &mut Random) {
        let dtype =
            *random.pick(&[DType::Index, DType::Index, DType::I64, DType::I32, DType::I8]).expect("some");
        let [lower, upper, step] = self.bounds(random, dtype);
        let init = self.argument(end(random, dtype));
        let leaves = random.chance(30).then(|| self.argument(end(random, dtype)));
        let main = self.main();
        let ty = main.ty(lower);
        let entry = main.entry_block().expect("a function has a block");
        let last = main.terminator(entry).expect("a function ends with a return");
        let mut b = Builder::before(main, last);
        let op = match leaves {
            None => build::for_loop(&mut b, lower, upper, step, &[init], |b, index, carried| {
                vec![mixed(b, ty, index, carried[0])]
            }),
            Some(other) => {
                build::for_loop_with_exit(&mut b, [lower, upper, step], &[init], |b, index, carried| {
                    let next = mixed(b, ty, index, carried[0]);
                    (arith::cmpi(b, CmpI::Ne, next, other), vec![next])
                })
            }
        };
        let results: Vec<Value> = main.operands(last).chain(main.results(op)).collect();
        main.set_operands(last, &results);
        let (root, types) = (main.root(), results.iter().map(|value| main.ty(*value)).collect());
        set_type(main, root, None, Some(types));
    }
}

/// `carried * 3 xor (index + 1)`
fn mixed(b: &mut Builder<'_>, ty: Type, index: Value, carried: Value) -> Value {
    let (three, one) = (arith::const_int(b, ty, 3), arith::const_int(b, ty, 1));
    let product = arith::muli(b, carried, three);
    let next = arith::addi(b, index, one);
    arith::xori(b, product, next)
}

/// Sets argument or result types of a function.
fn set_type(body: &mut Body, root: Op, inputs: Option<Vec<Type>>, results: Option<Vec<Type>>) {
    let ctx = body.ctx().clone();
    let old = body.attr(root, "function_type").and_then(|attr| ctx.attr_type(attr));
    let Some(TypeData::Function { inputs: old_inputs, results: old_results }) =
        old.map(|ty| ctx.type_data(ty))
    else {
        return;
    };
    let (inputs, results) = (inputs.unwrap_or(old_inputs.to_vec()), results.unwrap_or(old_results.to_vec()));
    body.set_attr(root, "function_type", ctx.type_attr(ctx.function(&inputs, &results)));
}

/// A value at a limit of its type, near 0, or any.
fn end(random: &mut Random, dtype: DType) -> Scalar {
    if dtype.is_float() {
        return crate::special(random, dtype);
    }
    let lowest = 1u64 << (dtype.bits() - 1);
    let ends = [
        lowest,
        lowest + 1,
        lowest.wrapping_sub(1),
        lowest.wrapping_sub(2),
        u64::MAX,
        0,
        1,
        2,
        lowest >> 1,
        u64::from(dtype.bits()),
        u64::from(dtype.bits()) - 1,
    ];
    match random.below(4) {
        0 => crate::special(random, dtype),
        _ => Scalar::from_bits(dtype, ends[random.below(ends.len())]),
    }
}

/// Bounds and step of a loop with few iterations, or of one that stops the call.
fn bounds(random: &mut Random, dtype: DType) -> [i64; 3] {
    let half = 1i128 << (dtype.bits().min(64) - 1);
    let fit = |value: i128| value.clamp(-half, half - 1) as i64;
    let large = [half / 2, half - 1, half / 3, 1 << 5];
    let step = match random.below(8) {
        0 => large[random.below(large.len())],
        1 => [0, -1, -half][random.below(3)],
        _ => [1, 1, 2, 3, 5, 7][random.below(6)],
    };
    let length = i128::from(random.within(-2, FEW));
    let length = if step > 8 { length.min(3) * step } else { length };
    let (lower, upper) = match random.below(4) {
        0 => (half - 1 - length, half - 1 - i128::from(random.within(0, 2))),
        1 => (-half, -half + length),
        2 => (-length / 2, length - length / 2),
        _ => (i128::from(random.within(-3, 3)), length),
    };
    [fit(lower), fit(upper), fit(step)]
}
