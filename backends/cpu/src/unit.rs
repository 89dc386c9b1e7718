//! From a module at the memory stage to an [`Executable`]: emission, compilation, linking, signatures.

use crate::exec::{Executable, TrapSite};
use crate::library::{CompileError, Library};
use crate::runtime::{self, Runtime};
use std::fmt;
use std::sync::Arc;
use tf_abi::options::{Emit, Options};
use tf_dialects::interp::dtype_of;
use tf_dialects::signature::{Param, ParamType, ResultParam, Signature, SignatureError, TensorType};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::types::{Dim, Type, TypeData};

/// Why a module could not be made executable.
#[derive(Debug)]
pub enum BuildError {
    /// An op has no form in generated code, or a function no signature.
    Emit(Box<Diagnostic>),
    /// The signature of a function is unsound.
    Signature(SignatureError),
    /// The unit could not be compiled or linked.
    Compile(CompileError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Emit(error) => f.write_str(&error.message),
            BuildError::Signature(error) => write!(f, "{error}"),
            BuildError::Compile(error) => write!(f, "{error}"),
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

/// Compiles and links every function of a module at the memory stage.
///
/// # Errors
/// [`BuildError`]: an op or signature that has no compiled form, or a failure of the code generator.
pub fn build(library: &Arc<Library>, runtime: Arc<Runtime>, module: &Body) -> Result<Executable, BuildError> {
    let signatures = signatures(module)?;
    let unit = tf_upstream::emit(module)?;
    let object = library.compile(&unit.text, &Options::default())?;
    let linked = library.load(&object.bytes, &runtime::symbols())?;
    let sites = unit.locations.iter().map(|loc| site(module.ctx(), *loc)).collect();
    // SAFETY: `tf_upstream::emit` makes, for each function with the attribute `tf.signature`, an entry in the sense of
    // `tf_abi::call` for exactly the signature computed here from the same attribute.
    Ok(unsafe { Executable::new(linked, signatures, sites, runtime) }?)
}

/// The text of a module in one of the forms on the way to machine code.
///
/// # Errors
/// As [`build`].
pub fn translate(library: &Arc<Library>, module: &Body, emit: Emit) -> Result<Vec<u8>, BuildError> {
    let unit = tf_upstream::emit(module)?;
    let options = Options { emit, ..Options::default() };
    Ok(library.compile(&unit.text, &options)?.bytes)
}

fn site(ctx: &Context, loc: Location) -> TrapSite {
    let location = loc.anchor(ctx).map(|(file, line, col)| format!("{}:{line}:{col}", ctx.text(file)));
    TrapSite {
        message: "a read or write outside its tensor".to_string(),
        location: location.unwrap_or_default(),
    }
}

/// The signatures of all functions that are defined.
fn signatures(module: &Body) -> Result<Vec<Signature>, BuildError> {
    let mut found = Vec::new();
    for op in module.child_ops() {
        if let Some(function) = module.child(op).filter(|f| f.entry_block().is_some()) {
            found.push(signature(function)?);
        }
    }
    Ok(found)
}

/// The signature of a function: by its attribute `tf.signature` at the memory stage, else by its type.
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
    let refuse = |what: &str, i: usize| root.error(format_args!("{what} #{i} has a type that no array has"));
    let mut params = Vec::new();
    for (i, ty) in inputs.iter().enumerate() {
        let r#type = match tensor_type(ctx, *ty) {
            Some(tensor) if ctx.is_tensor(*ty) => ParamType::Tensor(tensor),
            Some(scalar) => ParamType::Scalar(scalar.dtype),
            None => return Err(refuse("argument", i).into()),
        };
        params.push(Param { name: argument_name(function, i), r#type, strided: false });
    }
    let mut outputs = Vec::new();
    for (i, ty) in results.iter().enumerate() {
        let r#type = tensor_type(ctx, *ty).ok_or_else(|| refuse("result", i))?;
        outputs.push(ResultParam { name: format!("r{i}"), r#type, takes_over: None });
    }
    Signature::new(name, params, outputs).map_err(BuildError::Signature)
}

/// A tensor type with named extents; a scalar is a tensor of rank 0.
fn tensor_type(ctx: &Context, ty: Type) -> Option<TensorType> {
    let dtype = dtype_of(ctx, ty)?;
    let extents = ctx.dims(ty).unwrap_or(&[]).iter().map(Dim::to_extent).collect::<Option<Vec<_>>>()?;
    Some(TensorType { dtype, extents })
}

/// The name an argument was given in its attributes (`tf.name`), else `arg<i>`.
fn argument_name(function: &Body, i: usize) -> String {
    let ctx = function.ctx();
    let attrs = function.attr(function.root(), "arg_attrs").and_then(|a| ctx.attr_array(a));
    let name = attrs.and_then(|list| list.get(i)).and_then(|dict| match ctx.attr_data(*dict) {
        tf_ir::attr::AttrData::Dict(items) => items.iter().find(|(n, _)| ctx.text(*n) == "tf.name"),
        _ => None,
    });
    name.and_then(|(_, value)| ctx.attr_str(*value)).map_or_else(|| format!("arg{i}"), str::to_string)
}
