//! Running traced programs through the interpreter.

#![allow(dead_code)]

#[macro_use]
mod refused;

use tf_dialects::array::{Array, Element};
use tf_frontend::{Program, TraceError, Tracer, Values};
use tf_interp::{DEFAULT_FUEL, Datum, Dense, run_entry};

/// An argument.
pub fn datum(array: &Array) -> Datum {
    let data = array.scalars().map(|s| s.bits()).collect();
    Dense { dtype: array.dtype().signless(), extents: array.extents().to_vec(), data }.into()
}

/// The results of a program, or the message it stopped with.
pub fn try_run(program: &Program, args: &[Datum]) -> Result<Vec<Array>, String> {
    let results =
        run_entry(program.module(), program.name(), args, DEFAULT_FUEL).map_err(|s| format!("{s:?}"))?;
    Ok(results.iter().map(array).collect())
}

fn array(datum: &Datum) -> Array {
    let dense = datum.dense();
    let scalar = |bits: &u64| tf_dialects::scalar::Scalar::from_bits(dense.dtype, *bits);
    let scalars: Vec<_> = dense.data.iter().map(scalar).collect();
    Array::from_scalars(dense.dtype, &dense.extents, &scalars).unwrap()
}

/// An array of these elements.
pub fn tensor<T: Element>(extents: &[usize], elements: &[T]) -> Array {
    Array::from_slice(extents, elements).unwrap()
}

/// A vector of these elements.
pub fn vector<T: Element>(elements: &[T]) -> Array {
    tensor(&[elements.len()], elements)
}

/// The results of a program that is right.
pub fn run<V: Values>(args: &[&Array], body: impl FnOnce(&Tracer) -> V) -> Vec<Array> {
    let program = Program::trace("f", body).unwrap_or_else(|error| panic!("{error}"));
    let args: Vec<Datum> = args.iter().map(|a| datum(a)).collect();
    try_run(&program, &args).unwrap_or_else(|error| panic!("{error}\n{program:?}"))
}

/// The elements of the only result.
pub fn elements<T: Element>(args: &[&Array], body: impl FnOnce(&Tracer) -> tf_frontend::Tensor) -> Vec<T> {
    let results = run(args, body);
    assert_eq!(results.len(), 1);
    // The interpreter's results are without a sign.
    let result = results[0].clone().reinterpret(T::DTYPE).unwrap_or_else(|e| panic!("{e}"));
    result.as_slice::<T>().unwrap_or_else(|e| panic!("{e}")).to_vec()
}

/// The truth values of the only result.
pub fn truths(args: &[&Array], body: impl FnOnce(&Tracer) -> tf_frontend::Tensor) -> Vec<bool> {
    let results = run(args, body);
    assert_eq!(results[0].dtype(), tf_dialects::scalar::DType::I1);
    results[0].bytes().iter().map(|b| *b != 0).collect()
}

/// The errors of a program.
pub fn errors<V: Values>(body: impl FnOnce(&Tracer) -> V) -> TraceError {
    match Program::trace("f", body) {
        Ok(program) => panic!("no error:\n{program:?}"),
        Err(error) => error,
    }
}

/// The one thing that is wrong with a program.
pub fn error<V: Values>(body: impl FnOnce(&Tracer) -> V) -> String {
    let error = errors(body);
    assert_eq!(error.problems().len(), 1, "{error}");
    error.problems()[0].message.clone()
}
