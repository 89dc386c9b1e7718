//! From a module at the memory stage to an [`Executable`]: emission, compilation, linking, signatures.

use crate::exec::{Executable, PrintSite, TrapSite};
use crate::library::{Artifact, CompileError, Library, Phases};
use crate::objects::Objects;
use crate::routines::Routine;
use crate::runtime::{self, Runtime};
use crate::sanitizer;
pub use crate::units::Units;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};
pub use tf_abi::options::Emit;
use tf_abi::options::{Options, Sanitize};
use tf_dialects::func::bound::bound_symbols;
use tf_dialects::func::declared_extents::extent_arguments;
use tf_dialects::func::elements::is_unsigned;
use tf_dialects::func::local::Local;
use tf_dialects::func::names::{argument_name, given_name};
use tf_dialects::func::plan::{Plan, STAGE_OF};
use tf_dialects::func::reuses::reused_arguments;
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::signature::{Param, ParamType, ResultParam, Signature, SignatureError, TensorType};
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::types::{Dim, Type, TypeData};
use tf_upstream::ahead::{Interface, NameError};

/// The reason that a module cannot become executable.
#[derive(Debug)]
pub enum BuildError {
    /// An op has no form in generated code, or a function no signature.
    Emit(Box<Diagnostic>),
    /// The signature of a function is unsound.
    Signature(SignatureError),
    /// The unit could not be compiled or linked.
    Compile(CompileError),
    /// A function has a name that C does not allow.
    Name(NameError),
    /// This machine cannot run code of the level.
    Level(Level),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Emit(error) => f.write_str(&error.message),
            BuildError::Signature(error) => write!(f, "{error}"),
            BuildError::Compile(error) => write!(f, "{error}"),
            BuildError::Name(error) => write!(f, "{error}"),
            BuildError::Level(level) => write!(f, "this machine's processor cannot run code for {level}"),
        }
    }
}

impl std::error::Error for BuildError {}

impl From<Diagnostic> for BuildError {
    fn from(error: Diagnostic) -> BuildError {
        BuildError::Emit(Box::new(error))
    }
}

impl From<CompileError> for BuildError {
    fn from(error: CompileError) -> BuildError {
        BuildError::Compile(error)
    }
}

/// LLVM's optimization level for programs.
pub const EFFORT: u8 = 2;

/// The kind of code to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Code {
    /// The instruction set that it may use.
    pub level: Level,
    /// Whether AddressSanitizer instruments its reads and writes.
    pub sanitized: bool,
    /// LLVM's optimization level, 0 to 3.
    pub effort: u8,
}

impl From<Level> for Code {
    fn from(level: Level) -> Code {
        Code { level, sanitized: false, effort: EFFORT }
    }
}

/// The phase that turns the memory stage into upstream MLIR.
pub const EMISSION: &str = "emission";

/// The phase that looks up cached units.
pub(crate) const LOOK_UP: &str = "cache";

/// Compiles and links every function of a module at the memory stage, to code of a level that this machine
/// can run. Cached units are not compiled again; other units are added to the cache.
///
/// # Errors
/// [`BuildError`]: an op or signature that has no compiled form, or a failure of the code generator.
pub fn build(
    library: &Arc<Library>,
    runtime: Arc<Runtime>,
    module: &Body,
    (code, kept): (impl Into<Code>, Option<&Objects>),
) -> Result<Executable, BuildError> {
    let code = code.into();
    let start = Instant::now();
    let units = units(module, code)?;
    let emission = (EMISSION.to_owned(), start.elapsed());
    // SAFETY: they are the units of the module.
    let executable = unsafe { build_units(library, runtime, (module, &units), (code, kept), Vec::new()) }?;
    let phases = [vec![emission], executable.phases().clone()].concat();
    Ok(executable.with_phases(phases))
}

/// As [`build`], with the units of the module and the routines that it declares.
///
/// # Errors
/// As [`build`].
///
/// # Safety
/// They are the result of [`units`] for this module and such code: its functions are called by the module's
/// signatures. The routines have the types that the module declares.
pub unsafe fn build_units(
    library: &Arc<Library>,
    runtime: Arc<Runtime>,
    (module, units): (&Body, &Units),
    (code, kept): (Code, Option<&Objects>),
    routines: Vec<Arc<Routine>>,
) -> Result<Executable, BuildError> {
    if !code.level.runs_here() {
        return Err(BuildError::Level(code.level));
    }
    let watching = if code.sanitized { sanitizer::symbols()? } else { Vec::new() };
    let signatures = signatures(module)?;
    let (objects, mut phases) = objects(library, units, code, kept)?;
    let start = Instant::now();
    let objects = objects.iter().map(Vec::as_slice).collect::<Vec<_>>();
    let mut symbols = runtime::symbols().to_vec();
    symbols.extend(watching.iter().map(|(name, address)| (name.as_str(), *address)));
    symbols.extend(routines.iter().map(|routine| routine.symbol()));
    let linked = library.load(&objects, &symbols)?;
    phases.push(("link".to_owned(), start.elapsed()));
    // SAFETY: `tf_upstream::emit_units` makes, for each function with the attribute `tf.signature`, an entry
    // in the sense of `tf_abi::call` for exactly the signature computed here from the same attribute; the
    // units are of this module, as the caller promised.
    let executable = unsafe { Executable::new(linked, signatures, units.sites.clone(), runtime) }?;
    Ok(executable.with_phases(phases).with_prints(units.prints.clone()).with_routines(routines))
}

/// The objects of units, in their order, and the phases with their durations.
fn compiled(
    library: &Library,
    units: &[String],
    options: &Options,
    kept: Option<&Objects>,
) -> Result<(Vec<Vec<u8>>, Phases), CompileError> {
    let Some(kept) = kept else { return library.compile_all(units, options) };
    let start = Instant::now();
    let before = before(library, options)?;
    let keys: Vec<String> = units.iter().map(|unit| format!("{before}{unit}")).collect();
    let mut objects: Vec<Option<Vec<u8>>> = keys.iter().map(|key| kept.get(key.as_bytes())).collect();
    let mut phases = vec![(LOOK_UP.to_owned(), start.elapsed())];
    let missing: Vec<usize> = (0..units.len()).filter(|at| objects[*at].is_none()).collect();
    let texts: Vec<String> = missing.iter().map(|at| units[*at].clone()).collect();
    let (made, times) = library.compile_all(&texts, options)?;
    phases.extend(times);
    for (at, object) in missing.into_iter().zip(made) {
        kept.put(keys[at].as_bytes(), &object);
        objects[at] = Some(object);
    }
    Ok((objects.into_iter().flatten().collect(), phases))
}

/// The inputs of code generation besides the text: the generator, the machine, and the options. Texts contain
/// no source locations.
pub(crate) fn before(library: &Library, options: &Options) -> Result<String, CompileError> {
    let host = library.host()?;
    Ok(format!(
        "{}\n{}\n{} {} {}\n{options}\n",
        library.build_id(),
        library.llvm_version(),
        host.target,
        host.cpu,
        host.features.join(",")
    ))
}

/// The units of a module at the memory stage, for code of a level.
///
/// # Errors
/// [`BuildError`]: an op that has no compiled form.
pub fn units(module: &Body, code: impl Into<Code>) -> Result<Units, BuildError> {
    let units = tf_upstream::emit_units(module, code.into().level)?;
    let sites = units.locations.iter().map(|(loc, message)| site(module.ctx(), *loc, message)).collect();
    let prints = units.prints.into_iter().map(|print| PrintSite {
        location: place(module.ctx(), print.location),
        text: print.text,
        values: print.values,
    });
    Ok(Units { texts: units.texts, sites, prints: prints.collect() })
}

/// Compiles a module at the memory stage, which is a routine, to objects of a level.
///
/// # Errors
/// As [`build`], except for the level: the machine need not be able to run it.
pub fn routine_objects(
    library: &Library,
    module: &Body,
    code: impl Into<Code>,
) -> Result<(Vec<Vec<u8>>, Phases), BuildError> {
    let code = code.into();
    let units = units(module, code)?;
    Ok(objects(library, &units, code, None)?)
}

/// Compiles units to objects that a process loads.
pub(crate) fn objects(
    library: &Library,
    units: &Units,
    code: Code,
    kept: Option<&Objects>,
) -> Result<(Vec<Vec<u8>>, Phases), CompileError> {
    let sanitize = if code.sanitized { Sanitize::AddressLoaded } else { Sanitize::None };
    compiled(library, &units.texts, &Options { sanitize, ..options(code, Emit::Object) }, kept)
}

/// Compiles a module at the memory stage to a self-contained object, or to one of the intermediate forms. Its
/// C functions are those of `signatures`, which belong to functions of the module, with `prefix` before their
/// names. The code is of the level.
///
/// # Errors
/// As [`build`], and names that C does not allow.
pub fn ahead(
    library: &Arc<Library>,
    module: &Body,
    signatures: &[Signature],
    prefix: &str,
    (code, emit): (impl Into<Code>, Emit),
) -> Result<Artifact, BuildError> {
    let (start, code) = (Instant::now(), code.into());
    let interface = Interface::new(signatures, prefix).map_err(BuildError::Name)?;
    let unit = tf_upstream::ahead::emit(module, &interface, code.level)?;
    let emission = start.elapsed();
    Ok(emitted(library.compile(&unit.text, &options(code, emit))?, emission))
}

/// A module in one of the intermediate forms on the path to machine code of a level.
///
/// # Errors
/// As [`build`].
pub fn translate(
    library: &Arc<Library>,
    module: &Body,
    (code, emit): (impl Into<Code>, Emit),
) -> Result<Artifact, BuildError> {
    let (start, code) = (Instant::now(), code.into());
    let unit = tf_upstream::emit(module, code.level)?;
    let emission = start.elapsed();
    Ok(emitted(library.compile(&unit.text, &options(code, emit))?, emission))
}

/// The options of the library for code that goes to a linker.
fn options(Code { level, sanitized, effort }: Code, emit: Emit) -> Options {
    Options {
        emit,
        opt: effort,
        sanitize: if sanitized { Sanitize::Address } else { Sanitize::None },
        target: level.triple().to_string(),
        cpu: level.cpu().to_string(),
        features: level.features(),
        ..Options::default()
    }
}

/// The library's artifact, with the phase before it.
pub(crate) fn emitted(mut artifact: Artifact, emission: Duration) -> Artifact {
    artifact.phases.insert(0, (EMISSION.to_owned(), emission));
    artifact
}

/// A source location: `file:line:column`; empty if unknown.
pub fn place(ctx: &Context, loc: Location) -> String {
    loc.anchor(ctx).map_or_else(String::new, |(file, line, col)| format!("{}:{line}:{col}", ctx.text(file)))
}

fn site(ctx: &Context, loc: Location, message: &str) -> TrapSite {
    TrapSite { message: message.to_string(), location: place(ctx, loc) }
}

/// The signatures of all functions that are defined and callable from outside.
fn signatures(module: &Body) -> Result<Vec<Signature>, BuildError> {
    let mut found = Vec::new();
    for op in module.child_ops() {
        let is_entry = |f: &&Body| f.entry_block().is_some() && Local::of(f).is_none();
        if let Some(function) = module.child(op).filter(is_entry) {
            found.push(signature(function)?);
        }
    }
    Ok(found)
}

/// The signature of a function: from its attribute `tf.signature` at the memory stage, else from its type.
/// Results of a function that binds extents, or runs in stages, may have extents that its arguments do not
/// determine.
///
/// # Errors
/// A type that no array has, an unnamed extent, or extents that the arguments do not determine.
pub fn signature(function: &Body) -> Result<Signature, BuildError> {
    let ctx = function.ctx();
    let root = function.op(function.root());
    let name = root.attr("sym_name").and_then(|a| ctx.attr_str(a)).unwrap_or("entry");
    let ty = root.attr("tf.signature").or_else(|| root.attr("function_type")).and_then(|a| ctx.attr_type(a));
    let Some(TypeData::Function { inputs, results }) = ty.map(|ty| ctx.type_data(ty)) else {
        return Err(root.error("has no function type").into());
    };
    let refuse =
        |what: &str, i: usize| root.error(format_args!("{what} #{i} has a type that arrays do not support"));
    let mut params = Vec::new();
    for (i, ty) in inputs.iter().enumerate() {
        let unsigned = is_unsigned(function, "arg_attrs", i);
        let r#type = match tensor_type(ctx, *ty, unsigned) {
            Some(tensor) if ctx.is_tensor(*ty) => ParamType::Tensor(tensor),
            Some(scalar) => ParamType::Scalar(scalar.dtype),
            None => return Err(refuse("argument", i).into()),
        };
        params.push(Param { name: argument_name(function, i), r#type, strided: false });
    }
    let mut outputs = Vec::new();
    for (i, ty) in results.iter().enumerate() {
        // At the memory stage, results are arguments after the others.
        let unsigned =
            is_unsigned(function, "res_attrs", i) || is_unsigned(function, "arg_attrs", inputs.len() + i);
        let r#type = tensor_type(ctx, *ty, unsigned).ok_or_else(|| refuse("result", i))?;
        let name = given_name(function, "res_attrs", i);
        let name = name.or_else(|| given_name(function, "arg_attrs", inputs.len() + i));
        let name = name.unwrap_or_else(|| format!("r{i}"));
        outputs.push(ResultParam { name, r#type, reuses: reused_arguments(function, inputs.len() + i) });
    }
    let inner = root.attr("tf.extents").and_then(|a| ctx.attr_extents(a)).unwrap_or_default();
    let mut numbers = extent_arguments(function);
    numbers.truncate(inputs.len());
    let binds = Plan::of(function).is_some() || !bound_symbols(function).is_empty();
    let make = if binds { Signature::with_binds } else { Signature::with_numbers };
    let signature = make(name, params, outputs, numbers).map_err(BuildError::Signature)?;
    let signature = signature.with_inner_extents(inner.to_vec()).with_place(place(ctx, root.loc()));
    match root.attr(STAGE_OF).and_then(|a| ctx.attr_str(a)) {
        Some(whole) => Ok(signature.with_title(whole)),
        None => Ok(signature),
    }
}

/// A tensor type with named extents; a scalar is a tensor of rank 0. `ty` does not include the sign of
/// integers.
fn tensor_type(ctx: &Context, ty: Type, unsigned: bool) -> Option<TensorType> {
    let dtype = match element_type(ctx, ty)? {
        DType::Int(width) if unsigned => DType::UInt(width),
        dtype => dtype,
    };
    let extents = ctx.dims(ty).unwrap_or(&[]).iter().map(Dim::to_extent).collect::<Option<Vec<_>>>()?;
    Some(TensorType { dtype, extents })
}
