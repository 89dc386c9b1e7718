//! Calls of programs in the interpreter, with arrays.

use crate::compile::nesting::on_stack_for;
use crate::error::{Error, render};
use tf_cpu::exec::{Argument, RunError};
use tf_cpu::unit::place;
use tf_dialects::array::{Array, ArrayError, ArrayView, ArrayViewMut};
use tf_dialects::limits::Limits;
use tf_dialects::prints::Printer;
use tf_dialects::scalar::Scalar;
use tf_dialects::signature::{CallError, Given, Signature};
use tf_interp::{Datum, Dense, Machine, Stop, has_room, run_entry_with};
use tf_ir::body::Body;
use tf_ir::diag::{Diagnostic, Sources};

/// The settings of a run.
#[derive(Clone, Copy)]
pub(crate) struct Run<'a> {
    pub(crate) limits: &'a Limits,
    pub(crate) printer: &'a Printer,
    pub(crate) nan_traps: bool,
}

/// Runs an entry of a module with this nesting depth of regions; the arguments are checked against its
/// signature.
pub(crate) fn call(
    (module, depth): (&Body, usize),
    run: Run<'_>,
    signature: &Signature,
    arguments: &[Argument<'_>],
) -> Result<Vec<Array>, Error> {
    let given: Vec<Given<'_>> = arguments.iter().map(given).collect();
    let symbols = signature.bind(&given)?;
    check_room(run.limits, signature, &symbols)?;
    let data = arguments.iter().map(datum).collect::<Result<Vec<Datum>, ArrayError>>()?;
    let runs = || {
        let mut machine = Machine::new(module);
        machine.set_limits(run.limits);
        machine.set_printer(run.printer.clone());
        machine.set_nan_traps(run.nan_traps);
        run_entry_with(&mut machine, signature.name(), &data).map_err(|stop| stopped(module, signature, stop))
    };
    let results = on_stack_for(depth, runs)??;
    Ok(results
        .iter()
        .zip(signature.results())
        .map(|(datum, r)| array(datum, r))
        .collect::<Result<_, ArrayError>>()?)
}

/// As [`call`], for findings about the memory use of kernels: remarks with locations.
pub(crate) fn look_at_kernels(
    (module, depth): (&Body, usize),
    limits: &Limits,
    signature: &Signature,
    arguments: &[Argument<'_>],
) -> Result<Vec<String>, Error> {
    let given: Vec<Given<'_>> = arguments.iter().map(given).collect();
    signature.bind(&given)?;
    let data = arguments.iter().map(datum).collect::<Result<Vec<Datum>, ArrayError>>()?;
    let run = || {
        let mut machine = Machine::new(module);
        machine.set_limits(limits);
        machine.look_at_kernels();
        run_entry_with(&mut machine, signature.name(), &data)
            .map_err(|stop| stopped(module, signature, stop))?;
        Ok(machine.findings())
    };
    let found: Result<Vec<Diagnostic>, Error> = on_stack_for(depth, run)?;
    Ok(found?
        .iter()
        .map(|remark| Sources::default().render(module.ctx(), remark).trim_end().to_string())
        .collect())
}

/// As [`call`], writing to the caller's arrays.
pub(crate) fn call_into(
    module: (&Body, usize),
    run: Run<'_>,
    signature: &Signature,
    arguments: &[Argument<'_>],
    outputs: &mut [ArrayViewMut<'_>],
) -> Result<(), Error> {
    let given: Vec<Given<'_>> = arguments.iter().map(given).collect();
    let symbols = signature.bind(&given)?;
    if outputs.len() != signature.results().len() {
        let (expected, found) = (signature.results().len(), outputs.len());
        return Err(CallError::ResultCount { entry: signature.name().to_string(), expected, found }.into());
    }
    for (at, output) in outputs.iter().enumerate().filter(|(at, _)| signature.is_known_before(*at)) {
        signature.check_result(at, output.layout(), &symbols)?;
    }
    let results = call(module, run, signature, arguments)?;
    for (at, (output, result)) in outputs.iter().zip(&results).enumerate() {
        signature.check_result_extents(at, output.layout(), result.extents())?;
    }
    for (output, result) in outputs.iter_mut().zip(&results) {
        output.unpack_from(result.bytes())?;
    }
    Ok(())
}

/// Checks that there is memory for each result whose extents are known before the run: machine code does so,
/// with the same error. If there is a limit on bytes, the machine checks it instead.
fn check_room(limits: &Limits, signature: &Signature, symbols: &[i64]) -> Result<(), Error> {
    if limits.bytes.is_some() {
        return Ok(());
    }
    for (at, result) in
        signature.results().iter().enumerate().filter(|(at, _)| signature.is_known_before(*at))
    {
        let extents = signature.result_extents(at, symbols)?;
        let dtype = result.r#type.dtype;
        if !has_room(dtype, &extents) {
            return Err(RunError::no_memory(signature, &result.name, dtype, &extents).into());
        }
    }
    Ok(())
}

fn given<'a>(argument: &'a Argument<'_>) -> Given<'a> {
    match argument {
        Argument::Scalar(scalar) => Given::Scalar(*scalar),
        Argument::Tensor(view) => Given::Tensor(view.layout()),
    }
}

fn datum(argument: &Argument<'_>) -> Result<Datum, ArrayError> {
    match argument {
        Argument::Scalar(scalar) => Ok(Datum::Bits(scalar.bits())),
        Argument::Tensor(view) => {
            let array = packed(view)?;
            let data = array.scalars().map(Scalar::bits).collect();
            Ok(Dense { dtype: array.dtype().signless(), extents: array.extents().to_vec(), data }.into())
        }
    }
}

fn packed(view: &ArrayView<'_>) -> Result<Array, ArrayError> {
    let mut array = Array::zeros(view.layout().dtype(), view.layout().extents())?;
    view.pack_into(array.bytes_mut())?;
    Ok(array)
}

/// A result; a scalar becomes an array of rank 0.
fn array(datum: &Datum, result: &tf_dialects::signature::ResultParam) -> Result<Array, ArrayError> {
    let dtype = result.r#type.dtype;
    match datum {
        Datum::Dense(dense) => {
            let scalars: Vec<Scalar> =
                dense.data.iter().map(|bits| Scalar::from_bits(dtype, *bits)).collect();
            Array::from_scalars(dtype, &dense.extents, &scalars)
        }
        other => Array::from_scalars(dtype, &[], &[Scalar::from_bits(dtype, other.bits())]),
    }
}

/// The error of a stop, as machine code reports it: without a location, it names the function.
fn stopped(module: &Body, signature: &Signature, stop: Stop) -> Error {
    let ctx = module.ctx();
    match stop {
        Stop::Trap(diagnostic) => {
            let report = render(ctx, &Sources::default(), &[*diagnostic]);
            Error::Stopped(report.worded(|text| match text.strip_prefix("<unknown>: ") {
                Some(said) => format!("'{}': {said}", signature.title()),
                None => text,
            }))
        }
        Stop::Interrupted(why, loc) => Error::interrupted(why, place(ctx, loc)),
    }
}
