//! Ahead-of-time compilation: units that C code calls and that need no part of this project at run time.
//!
//! In addition to each entry (`tf_abi::call`), the unit gets a function with a C signature, which checks its
//! arguments, lays them out for the entry and turns traps into messages. It also gets the functions that
//! entries call (`runtime.mlir`). Everything except the C functions is internal to the object.
//! `docs/explanation/adr/0002-ahead-of-time.md` gives the reasons for this design.

mod header;
mod names;
mod term;
mod wrapper;
mod writer;

pub use header::header;
pub use names::NameError;

use crate::emitter::types::internal;
use crate::module::{Functions, Unit, print};
use names::Names;
use std::fmt::Write;
use tf_dialects::func::Func;
use tf_dialects::scalar::DType;
use tf_dialects::signature::Signature;
use tf_dialects::stops::{self, Part};
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;

/// Prefix of the internal functions for the entries.
const ENTRY: &str = "tf_entry_";

/// The runtime functions that entries call, as upstream MLIR text.
const RUNTIME: &str = include_str!("runtime.mlir");

/// The C functions of a program.
#[derive(Debug)]
pub struct Interface<'a> {
    functions: Vec<(&'a Signature, Names)>,
}

impl<'a> Interface<'a> {
    /// The C functions for entries with these signatures, each named after the entry with `prefix` before it.
    ///
    /// # Errors
    /// [`NameError`]: a name that C does not allow, or two equal ones.
    pub fn new(signatures: &'a [Signature], prefix: &str) -> Result<Self, NameError> {
        let mut functions: Vec<(&Signature, Names)> = Vec::new();
        for signature in signatures {
            let names = Names::new(signature, prefix)?;
            if let Some(taken) = functions.iter().find_map(|(_, other)| other.clash(&names)) {
                return Err(NameError { name: taken, reason: "is the name of two functions".to_string() });
            }
            functions.push((signature, names));
        }
        Ok(Interface { functions })
    }

    /// The names of the C functions.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().flat_map(|(_, names)| [names.function.as_str(), names.extents.as_str()])
    }
}

/// Turns a memory-stage module into a unit for code of a level, with the C functions of `interface`, which
/// has its entries.
///
/// # Errors
/// The first op without an upstream form.
pub fn emit(module: &Body, interface: &Interface<'_>, level: Level) -> Result<Unit, Diagnostic> {
    let ctx = module.ctx().clone();
    let functions = Functions::of(module, level, |name| format!("{ENTRY}{name}"))?;
    if let Some(print) = functions.prints.first() {
        return Err(Diagnostic::error(
            print.location,
            "prints, which objects compiled ahead of time do not support: return the printed values as \
             results, or run the program with a session",
        ));
    }
    let mut bodies = functions.bodies;
    bodies.extend(functions.locals);
    let linkage = internal(&ctx);
    for body in bodies.iter_mut().filter(|body| body.is(body.root(), Func)) {
        let root = body.root();
        body.remove_attr(root, "sym_visibility");
        body.set_attr(root, "llvm.linkage", linkage);
    }
    let mut text = print(module, bodies);
    let end = text.rfind("})").expect("a module in generic form ends with its region");
    let mut added = RUNTIME.to_string();
    let mut strings = writer::Strings::default();
    tables(&mut added);
    sites(&ctx, &functions.locations, &mut added);
    for (signature, names) in &interface.functions {
        wrapper::functions(signature, names, functions.locations.len(), &mut strings, &mut added);
    }
    strings.write(&mut added);
    text.insert_str(end, &added);
    Ok(Unit { text, locations: functions.locations, prints: Vec::new() })
}

/// Tables of short texts that the runtime indexes, as documented in `runtime.mlir`.
fn tables(out: &mut String) {
    let reasons: [&str; 6] =
        std::array::from_fn(|status| stops::reason(status as i32).unwrap_or("the program stopped"));
    for (name, width, texts) in [("tf_dtypes", 16, &header::DTYPES[..]), ("tf_reasons", 32, &reasons[..])] {
        let padded = texts.iter().flat_map(|text| {
            let zeros = std::iter::repeat_n(0, width - text.len());
            text.bytes().chain(zeros)
        });
        let table = writer::escape(&padded.collect::<Vec<u8>>());
        writeln!(out, "llvm.mlir.global internal constant @{name}(\"{table}\")")
            .expect("strings take all text");
    }
}

/// The messages of traps, as C formats that take the entry's name and the values: all texts, and the offset
/// of each.
fn sites(ctx: &Context, locations: &[(Location, String)], out: &mut String) {
    // The empty text is for traps without a location; with it, the tables are never empty.
    let (mut all, mut offsets) = (vec![0], Vec::new());
    let literal = |text: &str| text.replace('%', "%%").replace('\0', " ");
    for (location, message) in locations {
        offsets.push(all.len().to_string());
        if let Some((file, line, column)) = location.anchor(ctx) {
            all.extend(literal(&format!("{}:{line}:{column}: ", ctx.text(file))).into_bytes());
        }
        all.extend(b"'%s': ");
        all.extend(format_of(message, literal).into_bytes());
        all.push(0);
    }
    offsets.push("0".to_string());
    let (count, text, offsets) = (offsets.len(), writer::escape(&all), offsets.join(", "));
    writeln!(out, "llvm.mlir.global internal constant @tf_sites(\"{text}\")").expect("strings take all text");
    writeln!(
        out,
        "llvm.mlir.global internal constant @tf_site_offsets(dense<[{offsets}]> : tensor<{count}xi64>) : \
         !llvm.array<{count} x i64>"
    )
    .expect("strings take all text");
}

/// The message of a trap as a C format. Its values are bits; float values are printed as bits.
fn format_of(message: &str, literal: impl Fn(&str) -> String) -> String {
    let format = |part: Part<'_>| match part {
        Part::Text(text) => literal(text),
        Part::Number(DType::Index | DType::Int(64)) => "%lld".to_string(),
        Part::Number(DType::UInt(_) | DType::Int(1)) => "%llu".to_string(),
        Part::Number(DType::Int(8)) => "%hhd".to_string(),
        Part::Number(DType::Int(16)) => "%hd".to_string(),
        Part::Number(DType::Int(_)) => "%d".to_string(),
        Part::Number(float) => format!("{float} 0x%llx"),
    };
    stops::parts(message).into_iter().map(format).collect()
}
