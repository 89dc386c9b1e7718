//! Runs a function by its tensor signature, at any stage of the lowering.

use crate::machine::action::{Data, Stop};
use crate::machine::symbols::{actual_extents, solve_leading, solve_symbols};
use crate::machine::{Machine, SymbolValues};
use crate::values::value::{Datum, Dense};
use tf_dialects::func::plan::Plan;
use tf_dialects::scalar::element_type;
use tf_ir::body::Body;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Symbol;
use tf_ir::types::{Dim, Type, TypeData};

/// Runs `entry` on tensors ([`Datum::Dense`]) and scalars ([`Datum::Bits`]). At the memory stage (the
/// function has the attribute `tf.signature`) arguments become buffers; results are allocated from the
/// signature and read back.
pub fn run_entry(module: &Body, entry: &str, args: &[Datum], fuel: u64) -> Result<Vec<Datum>, Stop> {
    let mut machine = Machine::new(module);
    machine.set_fuel(fuel);
    run_entry_with(&mut machine, entry, args)
}

/// As [`run_entry`], in a machine that the caller has set up.
pub fn run_entry_with(machine: &mut Machine<'_>, entry: &str, args: &[Datum]) -> Result<Vec<Datum>, Stop> {
    let module = machine.module();
    let missing = || Diagnostic::error(module.loc(module.root()), format!("there is no function '@{entry}'"));
    let body = machine.function(entry).ok_or_else(missing)?;
    if let Some(plan) = Plan::of(body) {
        return run_stages(machine, body, &plan, args);
    }
    match signature_results(body) {
        None => {
            let symbols = solve_symbols(body, &actual_extents(machine, args))?;
            let results = machine.run(entry, symbols, args.iter().cloned().collect())?;
            match results.iter().any(|result| matches!(result, Datum::Partial(_))) {
                true => Err(unwritten(body)),
                false => Ok(results.into_vec()),
            }
        }
        Some(results) => run_lowered(machine, body, entry, args, &results),
    }
}

/// Runs a function that `split-at-binds` has split, stage by stage.
fn run_stages(
    machine: &mut Machine<'_>,
    body: &Body,
    plan: &Plan,
    args: &[Datum],
) -> Result<Vec<Datum>, Stop> {
    let mut values = args.to_vec();
    let pick = |values: &[Datum], numbers: &[usize]| -> Result<Vec<Datum>, Stop> {
        let all: Option<Vec<Datum>> = numbers.iter().map(|n| values.get(*n).cloned()).collect();
        let message = format!("takes other arguments than the {} given", args.len());
        Ok(all.ok_or_else(|| body.op(body.root()).error(message))?)
    };
    for stage in &plan.stages {
        let given = pick(&values, &stage.takes)?;
        values.extend(run_entry_with(machine, &stage.function, &given)?);
    }
    pick(&values, &plan.results)
}

/// Result types of the tensor signature of a lowered function.
fn signature_results(body: &Body) -> Option<Vec<Type>> {
    let ctx = body.ctx();
    let ty = ctx.attr_type(body.attr(body.root(), "tf.signature")?)?;
    match ctx.type_data(ty) {
        TypeData::Function { results, .. } => Some(results.to_vec()),
        _ => None,
    }
}

fn run_lowered(
    machine: &mut Machine<'_>,
    body: &Body,
    entry: &str,
    args: &[Datum],
    results: &[Type],
) -> Result<Vec<Datum>, Stop> {
    let count = body.entry_block().map_or(0, |b| body.arg_count(b));
    let error = |message: String| Diagnostic::error(body.loc(body.root()), message);
    if args.len() + results.len() != count {
        let want = count.saturating_sub(results.len());
        return Err(error(format!("'@{entry}' takes {want} arguments, but {} are given", args.len())).into());
    }
    // The trailing arguments are results: their extents follow from the symbols that the inputs bind.
    let symbols = solve_leading(body, &actual_extents(machine, args))?;
    check_inner_extents(body, &symbols)?;
    let mut data: Data = Data::new();
    for arg in args {
        data.push(match arg {
            Datum::Dense(dense) => Datum::Buffer(machine.memory.adopt((**dense).clone())),
            other => other.clone(),
        });
    }
    let mut outputs = Vec::new();
    for ty in results {
        let extents = result_extents(body, *ty, &symbols)?;
        let dtype = element_type(body.ctx(), *ty)
            .ok_or_else(|| error("the interpreter cannot hold a result".to_string()))?;
        let made = machine.memory.allocate(dtype, &extents);
        let id = made.map_err(|e| error(format!("{e}, a result of '@{entry}'")))?;
        outputs.push((id, *ty));
        data.push(Datum::Buffer(id));
    }
    machine.run(entry, symbols, data)?;
    outputs.into_iter().map(|(id, ty)| read_result(machine, body, id, ty)).collect()
}

/// Stops if a tensor inside the function had an impossible extent before lowering.
fn check_inner_extents(body: &Body, symbols: &SymbolValues) -> Result<(), Diagnostic> {
    let terms =
        body.attr(body.root(), "tf.extents").and_then(|a| body.ctx().attr_extents(a)).unwrap_or_default();
    let lookup = |s: &Symbol| symbols.iter().find(|(n, _)| n == s).map(|(_, v)| *v);
    for term in terms {
        let error = |why: String| {
            Diagnostic::error(body.loc(body.root()), format!("a tensor has the extent '{term}': {why}"))
        };
        let value = term.evaluate(lookup).map_err(|e| error(e.to_string()))?;
        if value < 0 {
            return Err(error(format!("it is {value}, below 0")));
        }
    }
    Ok(())
}

/// The error of a function that returns a tensor with an unwritten element.
fn unwritten(body: &Body) -> Stop {
    let message = "an element of a result was never written".to_string();
    Diagnostic::error(body.loc(body.root()), message).into()
}

fn read_result(machine: &Machine<'_>, body: &Body, id: usize, ty: Type) -> Result<Datum, Stop> {
    if !machine.memory.is_complete(id) {
        return Err(unwritten(body));
    }
    let dense: Dense = machine.memory.contents(id).clone();
    let scalar = !body.ctx().is_tensor(ty);
    Ok(if scalar { Datum::Bits(dense.data[0]) } else { dense.into() })
}

fn result_extents(body: &Body, ty: Type, symbols: &SymbolValues) -> Result<Vec<usize>, Diagnostic> {
    let error = |message: String| Diagnostic::error(body.loc(body.root()), message);
    let lookup = |s: &Symbol| symbols.iter().find(|(n, _)| n == s).map(|(_, v)| *v);
    let one = |dim: &Dim| {
        let term = dim.to_extent().ok_or_else(|| error("a result has an unnamed extent '?'".to_string()))?;
        let value = term.evaluate(lookup).map_err(|e| error(e.to_string()))?;
        usize::try_from(value).map_err(|_| error(format!("the extent '{term}' of a result is {value}")))
    };
    body.ctx().dims(ty).unwrap_or(&[]).iter().map(one).collect()
}
