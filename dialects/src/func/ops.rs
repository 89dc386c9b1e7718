//! The ops of `func`.

use super::bound::verify_bound;
use super::declared_extents::verify_extent_arguments;
use super::elements::verify_elements;
use super::local::verify_local;
use super::plan::{PLAN, verify_plan};
use super::routine::on_memory;
use super::signature::{Mismatch, check_call};
use crate::constraints::{DICT_ARRAY_ATTR, FLAT_SYMBOL_ATTR, FUNCTION, FUNCTION_TYPE_ATTR, UNIT_ATTR};
use crate::shared::interfaces::ScalarCode;
use tf_ir::OpKind;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::bufferize::Bufferizable;
use tf_ir::builtin::{ANY_TYPE, STRING_ATTR};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{CallLike, Effects, FunctionLike, SymbolUser, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::symbol::{Symbol, SymbolTable};
use tf_ir::text::type_to_string;
use tf_ir::types::{Type, TypeData};

/// A function: a symbol with a signature and an isolated body.
///
/// Without a body it is a declaration, which is private. Tensors in the signature may have extent terms over
/// the function's symbols.
///
/// The attribute `tf.element = ui8` of an argument or result marks its elements as unsigned for the caller of
/// the function.
///
/// The attributes `tf.vjp = @f_vjp` and `tf.jvp = @f_jvp` name functions that differentiate this one. For a
/// function from `A` to `B`, the vjp takes `A`, `B` and the cotangents of the floats of `B`, and gives those
/// of the floats of `A`; the jvp takes `A`, `B` and the tangents of the floats of `A`, and gives those of the
/// floats of `B`.
///
/// The attribute `tf.local = "often"` or `"rare"` marks a private function over scalars and vectors that
/// passes outlined, because its code is duplicated or rarely executed (`math-expand`).
///
/// The attribute `tf.routine` names the library's algorithm that a private function computes, for extents by
/// name (`call-routines`).
///
/// A declaration with the attribute `tf.plan` may be public: the functions in the plan run in order and form
/// its body; `split-at-binds` creates it.
#[op(
    "func.func",
    traits(ISOLATED, SYMBOL, SYMBOL_USER),
    attrs(
        sym_name: STRING_ATTR,
        function_type: FUNCTION_TYPE_ATTR,
        sym_visibility: optional(STRING_ATTR),
        arg_attrs: optional(DICT_ARRAY_ATTR),
        res_attrs: optional(DICT_ARRAY_ATTR),
        no_inline: optional(UNIT_ATTR),
    ),
    regions(1),
    interfaces(Verify, FunctionLike, SymbolUser),
)]
pub struct Func;

/// Returns values from the enclosing function.
#[op(
    "func.return",
    traits(PURE, TERMINATOR, RETURN_LIKE),
    operands(operands: variadic(ANY_TYPE)),
    interfaces(Verify),
    asm = "attr-dict ($operands^ `:` type($operands))?",
)]
pub struct Return;

/// Calls a function of the nearest symbol table.
///
/// The operand and result types are those of the callee, with its extent symbols replaced by the operands'
/// extents. A call with the attribute `tf.routine`, of the library's algorithm of that name, has no side
/// effects.
#[op(
    "func.call",
    traits(SYMBOL_USER),
    operands(operands: variadic(ANY_TYPE)),
    results(results: variadic(ANY_TYPE)),
    attrs(
        callee: FLAT_SYMBOL_ATTR,
        arg_attrs: optional(DICT_ARRAY_ATTR),
        res_attrs: optional(DICT_ARRAY_ATTR),
        no_inline: optional(UNIT_ATTR),
    ),
    interfaces(ScalarCode, SymbolUser, CallLike, Effects, Bufferizable),
    asm = "$callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)",
)]
pub struct Call;

/// Calls a function value.
#[op(
    "func.call_indirect",
    operands(callee: FUNCTION, callee_operands: variadic(ANY_TYPE)),
    results(results: variadic(ANY_TYPE)),
    attrs(arg_attrs: optional(DICT_ARRAY_ATTR), res_attrs: optional(DICT_ARRAY_ATTR)),
    interfaces(Verify),
)]
pub struct CallIndirect;

/// A function of the nearest symbol table as a value.
#[op(
    "func.constant",
    traits(PURE, CONSTANT, SYMBOL_USER),
    results(result: ANY_TYPE),
    attrs(value: FLAT_SYMBOL_ATTR),
    interfaces(Verify, SymbolUser),
)]
pub struct Constant;

impl FunctionLike for Func {
    fn return_op(&self) -> OpKind {
        Return::KIND
    }
}

impl SymbolUser for Func {
    fn verify_symbols(&self, op: OpRef<'_>, symbols: &SymbolTable) -> Result<(), Diagnostic> {
        // A function is an op of its table's body, and the root of its own body: it is checked once.
        let is_root = op.body().root() == op.id();
        match self.signature(op).filter(|_| is_root) {
            Some(own) => {
                super::derivative::verify_rules(op, symbols, own)?;
                verify_plan(op, symbols)
            }
            None => Ok(()),
        }
    }
}

impl CallLike for Call {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<&'a str> {
        op.slot(Call::CALLEE).and_then(|callee| op.ctx().attr_symbol(callee))
    }
}

/// Inputs and results of a function type.
pub fn function_parts(ctx: &Context, ty: Type) -> Option<(&[Type], &[Type])> {
    match ctx.type_data(ty) {
        TypeData::Function { inputs, results } => Some((inputs, results)),
        _ => None,
    }
}

impl Verify for Func {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (inputs, results) = self.signature(op).expect("the description requires a function type");
        verify_value_attrs(op, op.slot(Func::ARG_ATTRS), inputs.len(), "argument")?;
        verify_value_attrs(op, op.slot(Func::RES_ATTRS), results.len(), "result")?;
        verify_elements(op, op.slot(Func::ARG_ATTRS), inputs, "argument")?;
        verify_elements(op, op.slot(Func::RES_ATTRS), results, "result")?;
        let visibility = op.slot(Func::SYM_VISIBILITY).and_then(|a| op.ctx().attr_str(a)).unwrap_or("public");
        if !["public", "private", "nested"].contains(&visibility) {
            let message = "visibility expected to be one of [\"public\", \"private\", \"nested\"]";
            return Err(op.error(format_args!("{message}, but got \"{visibility}\"")));
        }
        verify_local(op, visibility, inputs.iter().chain(results).copied())?;
        match op.entry(0) {
            // The stages are its body.
            None if visibility == "public" && op.attr(PLAN).is_none() => {
                Err(op.error("symbol declaration cannot have public visibility"))
            }
            None => Ok(()),
            Some(entry) => {
                let body = op.body();
                let arguments: Vec<Type> = body.args(entry).map(|arg| body.ty(arg)).collect();
                verify_entry(op, &arguments, inputs)?;
                verify_extent_arguments(op, inputs)?;
                verify_bound(body, inputs)
            }
        }
    }
}

fn verify_entry(op: OpRef<'_>, arguments: &[Type], inputs: &[Type]) -> Result<(), Diagnostic> {
    if arguments.len() != inputs.len() {
        let want = inputs.len();
        return Err(
            op.error(format_args!("entry block must have {want} arguments to match function signature"))
        );
    }
    let differs = arguments.iter().zip(inputs).position(|(have, want)| have != want);
    let Some(i) = differs else { return Ok(()) };
    let name = |ty| type_to_string(op.ctx(), ty);
    Err(op.error(format_args!(
        "type of entry block argument #{i}('{}') must match the type of the corresponding argument in function \
         signature('{}')",
        name(arguments[i]),
        name(inputs[i])
    )))
}

/// Checks for one dictionary per argument or result, with dialect attributes (`dialect.name`) only.
fn verify_value_attrs(
    op: OpRef<'_>,
    attrs: Option<Attribute>,
    count: usize,
    noun: &str,
) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let Some(dicts) = attrs.and_then(|a| ctx.attr_array(a)) else { return Ok(()) };
    if dicts.len() != count {
        return Err(op.error(format_args!(
            "expects {noun} attribute array to have the same number of elements as the number of function {noun}s, \
             got {}, but expected {count}",
            dicts.len()
        )));
    }
    for dict in dicts {
        let AttrData::Dict(entries) = ctx.attr_data(*dict) else { continue };
        if let Some((name, _)) = entries.iter().find(|(name, _)| !ctx.text(*name).contains('.')) {
            let name = ctx.text(*name);
            return Err(op.error(format_args!("{noun}s may only have dialect attributes, but got '{name}'")));
        }
    }
    Ok(())
}

impl Verify for Return {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let parent = op.parent().filter(|parent| parent.is(Func));
        let Some(function) = parent else {
            return Err(op.error("expects parent op 'func.func'"));
        };
        let Some((_, results)) = Func.signature(function) else { return Ok(()) };
        let ctx = op.ctx();
        let name = function.slot(Func::SYM_NAME).and_then(|a| ctx.attr_str(a)).unwrap_or("");
        let have = op.operand_count();
        if have != results.len() {
            return Err(op.error(format_args!(
                "has {have} operands, but enclosing function (@{name}) returns {}",
                results.len()
            )));
        }
        let differs = (0..have).find(|i| op.operand_type(*i) != results[*i]);
        let Some(i) = differs else { return Ok(()) };
        let (have, want) = (type_to_string(ctx, op.operand_type(i)), type_to_string(ctx, results[i]));
        let message =
            format!("type of return operand {i} ('{have}') doesn't match function result type ('{want}')");
        Err(op.error(format_args!("{message} in function @{name}")))
    }
}

impl Verify for CallIndirect {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ctx = op.ctx();
        let callee =
            function_parts(ctx, op.operand_type(0)).expect("the description requires a function type");
        let operands: Vec<Type> = (1..op.operand_count()).map(|i| op.operand_type(i)).collect();
        check(op, callee, &operands)
    }
}

impl SymbolUser for Call {
    fn verify_symbols(&self, op: OpRef<'_>, symbols: &SymbolTable) -> Result<(), Diagnostic> {
        let callee = self.callee(op).expect("the description requires a callee");
        let function = find_function(op, symbols, callee)?;
        let Some(callee) = signature_of(op.ctx(), function) else { return Ok(()) };
        let operands: Vec<Type> = (0..op.operand_count()).map(|i| op.operand_type(i)).collect();
        // Passes lower the caller and the routine one after the other.
        let on_memory = on_memory(op, callee);
        let callee = on_memory.as_ref().map_or(callee, |inputs| (&inputs[..], &[][..]));
        check(op, callee, &operands).map_err(|error| error.note(function.loc, "callee defined here"))
    }
}

pub(super) fn find_function<'s>(
    op: OpRef<'_>,
    symbols: &'s SymbolTable,
    name: &str,
) -> Result<&'s Symbol, Diagnostic> {
    let is_function = |symbol: &&Symbol| op.ctx().op_info(symbol.kind).kind == Func::KIND;
    let found = symbols.get(name);
    found.filter(is_function).ok_or_else(|| {
        let error = op.error(format_args!("'{name}' does not reference a valid function"));
        let near = tf_ir::text::nearest(name, symbols.names());
        match (found, near) {
            (Some(other), _) => error.note(other.loc, "this symbol is not a function"),
            (None, Some(near)) => error.note(op.loc(), format!("did you mean '@{near}'?")),
            (None, None) => error,
        }
    })
}

pub(super) fn signature_of<'a>(ctx: &'a Context, function: &Symbol) -> Option<(&'a [Type], &'a [Type])> {
    function_parts(ctx, ctx.attr_type(function.signature?)?)
}

/// Checks operands and results against a signature.
fn check(op: OpRef<'_>, callee: (&[Type], &[Type]), operands: &[Type]) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let results: Vec<Type> = (0..op.result_count()).map(|i| op.result_type(i)).collect();
    let name = |ty| type_to_string(ctx, ty);
    check_call(ctx, callee, operands, &results).map_err(|mismatch| match mismatch {
        Mismatch::OperandCount => op.error(format_args!(
            "incorrect number of operands for callee: expected {}, but got {}",
            callee.0.len(),
            operands.len()
        )),
        Mismatch::ResultCount => op.error(format_args!(
            "incorrect number of results for callee: expected {}, but got {}",
            callee.1.len(),
            results.len()
        )),
        Mismatch::Operand(i, want) => op.error(format_args!(
            "operand type mismatch: expected operand type '{}', but provided '{}' for operand number {i}",
            name(want),
            name(operands[i])
        )),
        Mismatch::Result(i, want) => op.error(format_args!(
            "result type mismatch: expected result type '{}', but got '{}' for result number {i}",
            name(want),
            name(results[i])
        )),
        Mismatch::TooLarge => op.error("builds an extent term of the callee's signature that is too large"),
    })
}

impl Verify for Constant {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ty = op.result_type(0);
        if function_parts(op.ctx(), ty).is_some() {
            return Ok(());
        }
        let ty = type_to_string(op.ctx(), ty);
        Err(op.error(format_args!("result #0 must be function type, but got '{ty}'")))
    }
}

impl SymbolUser for Constant {
    fn verify_symbols(&self, op: OpRef<'_>, symbols: &SymbolTable) -> Result<(), Diagnostic> {
        let ctx = op.ctx();
        let name = op.slot(Constant::VALUE).and_then(|value| ctx.attr_symbol(value)).unwrap_or("");
        let function = find_function(op, symbols, name)?;
        let ty = function.signature.and_then(|signature| ctx.attr_type(signature));
        if ty.is_none_or(|ty| ty == op.result_type(0)) {
            return Ok(());
        }
        let (want, have) = (ty.map(|ty| type_to_string(ctx, ty)), type_to_string(ctx, op.result_type(0)));
        let want = want.unwrap_or_default();
        let error =
            op.error(format_args!("reference to function with mismatched type: '{have}', not '{want}'"));
        Err(error.note(function.loc, "function defined here"))
    }
}
