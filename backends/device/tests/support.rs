//! Programs from text, loaded and run.

use crate::recorder::Recorder;
use std::sync::Arc;
use tf_device::host::{Given, Host, Loaded, RunFailure};
use tf_device::kernels::{KernelInfo, of_module};
use tf_device::{Memory, Module, Oversight, Runtime, Stream};
use tf_ir::builtin::symbol_name;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};
use tf_ir::verify::verify;

/// The host function `main` of a program.
pub fn host(text: &str) -> Result<Host, Diagnostic> {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    let parsed = parse_module(&ctx, "test.mlir", text, &ParseOptions::default());
    let module = parsed.unwrap_or_else(|errors| panic!("{}", errors[0].message)).body;
    verify(&module).unwrap_or_else(|errors| panic!("{}", errors[0].message));
    let kernels: Arc<[KernelInfo]> = of_module(&module)?.into();
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let main = functions.into_iter().find(|f| symbol_name(f, f.root()) == Some("main"));
    Host::of(main.expect("there is a function main"), &kernels)
}

/// A program on a device of this kind.
pub fn loaded(device: &Arc<Recorder>, text: &str) -> Loaded {
    let host = host(text).unwrap_or_else(|error| panic!("{}", error.message));
    Loaded::new(device.clone(), Arc::new(host), Some(Module(0)), Stream(0)).expect("it is loaded")
}

/// Runs a program with these values of its symbols.
pub fn run(loaded: &Loaded, symbols: &[i64], given: &[Given]) -> Result<(), RunFailure> {
    loaded.run(Stream(0), symbols, given, Oversight::default())
}

/// Memory with these elements.
pub fn numbers(device: &Arc<Recorder>, values: &[i32]) -> Memory {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let memory =
        device.allocate(Stream(0), bytes.len() as u64, Oversight::default()).expect("there is memory");
    device.upload(Stream(0), memory, 0, &bytes, Oversight::default()).expect("they fit");
    memory
}

/// The elements in memory.
pub fn read(device: &Arc<Recorder>, memory: Memory) -> Vec<i32> {
    let word = |chunk: &[u8]| i32::from_le_bytes(chunk.try_into().expect("there are four bytes"));
    device.bytes(memory).chunks(4).map(word).collect()
}
