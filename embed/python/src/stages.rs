//! Programs as text, at every stage of the compilation.

use crate::error::{CompileError, raised};
use pyo3::prelude::*;
use std::sync::Arc;
use tensorforge::ir::body::Body;
use tensorforge::ir::text::{PrintOptions, print_module};
use tensorforge::{Device, Emit, Session};

/// The input program as text.
pub(crate) fn text(module: &Body, locations: bool) -> String {
    print_module(module, &PrintOptions { locations, ..PrintOptions::default() })
}

/// The names and texts of the stages that all devices have.
pub(crate) fn stages(
    py: Python<'_>,
    (session, module): (&Arc<Session>, &Arc<Body>),
    device: &Device,
) -> PyResult<Vec<(String, String)>> {
    py.detach(|| session.stages(module, device)).map_err(raised)
}

/// The text of one stage: `program`, the name of a pass (after its last run that changed something), `mlir`,
/// `llvm` or `asm`.
pub(crate) fn stage(
    py: Python<'_>,
    origin: (&Arc<Session>, &Arc<Body>),
    device: &Device,
    name: &str,
) -> PyResult<String> {
    let form = match name {
        "program" => return Ok(text(origin.1, false)),
        "mlir" => Some(Emit::Mlir),
        "llvm" => Some(Emit::Llvm),
        "asm" => Some(Emit::Asm),
        _ => None,
    };
    if let Some(form) = form {
        return py.detach(|| origin.0.translate(origin.1, device, form)).map_err(raised);
    }
    let stages = stages(py, origin, device)?;
    if let Some((_, text)) = stages.iter().rev().find(|(stage, _)| stage == name) {
        return Ok(text.clone());
    }
    let names: Vec<&str> = stages.iter().map(|(name, _)| name.as_str()).collect();
    Err(CompileError::new_err(format!(
        "there is no stage '{name}'; there are {}, mlir, llvm, asm",
        names.join(", ")
    )))
}
