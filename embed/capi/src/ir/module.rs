//! Modules as C objects: handles, reading, printing, verification, pipelines and compilation.

use super::handles::{self, Table};
use crate::executable::Executable;
use crate::failure::{self, Failure, FailureKind};
use crate::session::{Session, device};
use crate::text::{c_string, optional, required};
use std::collections::HashMap;
use std::ffi::{CString, c_char};
use std::fmt;
use tensorforge::ir::attr::Attribute;
use tensorforge::ir::body::{Block, Body, Op, Region, Value};
use tensorforge::ir::builtin;
use tensorforge::ir::context::Context;
use tensorforge::ir::diag::Diagnostic;
use tensorforge::ir::location::Location;
use tensorforge::ir::text::{PrintOptions, print_module};
use tensorforge::ir::types::Type;

/// A program as IR: operations in blocks in regions of operations. Free it with tf_module_free. Only one
/// thread at a time may use it; handles of its objects (tf_op, tf_value …) are valid until the object is
/// erased or a pipeline has run on the module. Handles that are not valid are refused.
pub struct Module {
    root: Body,
    /// The path from the root to each body: functions and modules own one.
    paths: Table<Vec<Op>>,
    ops: Table<(u32, Op)>,
    regions: Table<(u32, Region)>,
    blocks: Table<(u32, Block)>,
    values: Table<(u32, Value)>,
    types: Table<Type>,
    attributes: Table<Attribute>,
    texts: HashMap<String, CString>,
    /// Errors that passes of the caller reported.
    errors: Vec<Diagnostic>,
}

impl fmt::Debug for Module {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_module(&self.root, &PrintOptions::default()))
    }
}

impl Module {
    pub(crate) fn new(root: Body) -> Module {
        Module {
            root,
            paths: Table::default(),
            ops: Table::default(),
            regions: Table::default(),
            blocks: Table::default(),
            values: Table::default(),
            types: Table::default(),
            attributes: Table::default(),
            texts: HashMap::new(),
            errors: Vec::new(),
        }
    }

    /// The program and the errors reported for it.
    pub(crate) fn into_parts(self) -> (Body, Vec<Diagnostic>) {
        (self.root, self.errors)
    }

    pub(super) fn context(&self) -> Context {
        self.root.ctx().clone()
    }

    /// The id of the root's body.
    pub(super) fn outermost(&mut self) -> u32 {
        self.paths.number(Vec::new())
    }

    /// The id of the body that an op of a body owns.
    pub(super) fn inner(&mut self, outer: u32, op: Op) -> u32 {
        let mut path = self.paths.get(outer).cloned().unwrap_or_default();
        path.push(op);
        self.paths.number(path)
    }

    /// The body with an id, if it still exists.
    pub(super) fn body(&self, number: u32) -> Option<&Body> {
        let mut body = &self.root;
        for op in self.paths.get(number)? {
            body = body.child(Some(*op).filter(|op| body.is_live(*op))?)?;
        }
        Some(body)
    }

    /// As [`Module::body`], mutable.
    pub(super) fn body_mut(&mut self, number: u32) -> Option<&mut Body> {
        let mut body = &mut self.root;
        for op in self.paths.get(number)? {
            let op = Some(*op).filter(|op| body.is_live(*op))?;
            body = body.child_mut(op)?;
        }
        Some(body)
    }

    /// The body that contains another, and the op there that owns it.
    fn outer(&mut self, number: u32) -> Option<(u32, Op)> {
        let mut path = self.paths.get(number)?.clone();
        let op = path.pop()?;
        Some((self.paths.number(path), op))
    }

    /// The handle of an op of a body. The root of a body is the op that owns it.
    pub(super) fn op(&mut self, body: u32, op: Op) -> handles::Op {
        let root = self.body(body).is_some_and(|b| b.root() == op);
        let place = if root { self.outer(body) } else { None };
        handles::Op { id: self.ops.number(place.unwrap_or((body, op))) }
    }

    pub(super) fn find_op(&self, handle: handles::Op) -> Option<(u32, Op)> {
        let (body, op) = *self.ops.get(handle.id)?;
        self.body(body)?.is_live(op).then_some((body, op))
    }

    /// The location of an op's regions: in the body that it owns, if it owns one.
    pub(super) fn inside(&mut self, handle: handles::Op) -> Option<(u32, Op)> {
        let (body, op) = self.find_op(handle)?;
        match self.body(body)?.child(op).map(Body::root) {
            Some(root) => Some((self.inner(body, op), root)),
            None => Some((body, op)),
        }
    }

    pub(super) fn region(&mut self, body: u32, region: Region) -> handles::Region {
        handles::Region { id: self.regions.number((body, region)) }
    }

    pub(super) fn find_region(&self, handle: handles::Region) -> Option<(u32, Region)> {
        let (at, region) = *self.regions.get(handle.id)?;
        let body = self.body(at)?;
        body.is_live(body.region_owner(region)).then_some((at, region))
    }

    pub(super) fn block(&mut self, body: u32, block: Block) -> handles::Block {
        handles::Block { id: self.blocks.number((body, block)) }
    }

    pub(super) fn find_block(&self, handle: handles::Block) -> Option<(u32, Block)> {
        let (body, block) = *self.blocks.get(handle.id)?;
        self.body(body)?.is_live_block(block).then_some((body, block))
    }

    pub(super) fn value(&mut self, body: u32, value: Value) -> handles::Value {
        handles::Value { id: self.values.number((body, value)) }
    }

    pub(super) fn find_value(&self, handle: handles::Value) -> Option<(u32, Value)> {
        let (at, value) = *self.values.get(handle.id)?;
        let body = self.body(at)?;
        let live = match body.def(value) {
            tensorforge::ir::body::Def::Result(op, _) => body.is_live(op),
            tensorforge::ir::body::Def::Argument(block, _) => body.is_live_block(block),
        };
        live.then_some((at, value))
    }

    pub(super) fn r#type(&mut self, ty: Type) -> handles::Type {
        handles::Type { id: self.types.number(ty) }
    }

    pub(super) fn find_type(&self, handle: handles::Type) -> Option<Type> {
        self.types.get(handle.id).copied()
    }

    pub(super) fn attribute(&mut self, attribute: Attribute) -> handles::Attribute {
        handles::Attribute { id: self.attributes.number(attribute) }
    }

    pub(super) fn find_attribute(&self, handle: handles::Attribute) -> Option<Attribute> {
        self.attributes.get(handle.id).copied()
    }

    /// A text that lives as long as the module.
    pub(super) fn text(&mut self, text: &str) -> *const c_char {
        if let Some(known) = self.texts.get(text) {
            return known.as_ptr();
        }
        self.texts.entry(text.to_string()).or_insert_with(|| c_string(text)).as_ptr()
    }

    /// Invalidates all handles of the module's objects.
    fn forget(&mut self) {
        self.paths.forget();
        self.ops.forget();
        self.regions.forget();
        self.blocks.forget();
        self.values.forget();
    }

    /// Records an error of a pass at an op, or without a location.
    pub(crate) fn fail(&mut self, op: handles::Op, message: String) {
        let place = self.find_op(op).and_then(|(at, op)| Some(self.body(at)?.loc(op)));
        self.errors.push(Diagnostic::error(place.unwrap_or(Location::UNKNOWN), message));
    }

    /// Checks that the module belongs to the session.
    fn of(&self, session: &Session) -> Result<(), Failure> {
        if session.0.context().same(self.root.ctx()) {
            return Ok(());
        }
        Err("the module belongs to another session, which has its own types and names".into())
    }
}

/// An empty module; NULL for no session.
///
/// # Safety
/// `session` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_new(session: *const Session) -> *mut Module {
    // SAFETY: promised by the caller.
    let Some(session) = (unsafe { session.as_ref() }) else { return std::ptr::null_mut() };
    let root = builtin::module(session.0.context(), Location::UNKNOWN);
    Box::into_raw(Box::new(Module::new(root)))
}

/// Reads a module from MLIR text and verifies it; `name` is the name of the text in messages and may be NULL.
/// NULL if it fails.
///
/// # Safety
/// `session` is null or live, the texts end with zero bytes or are null, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_parse(
    session: *const Session,
    text: *const c_char,
    name: *const c_char,
    failure: *mut *mut Failure,
) -> *mut Module {
    let action = || {
        // SAFETY: promised by the caller.
        let (session, text, name) = unsafe {
            (
                session.as_ref().ok_or("the session is NULL")?,
                required(text, "the program")?,
                optional(name, "the name")?.unwrap_or("<text>"),
            )
        };
        Ok(Box::into_raw(Box::new(Module::new(session.0.parse(name, text)?))))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, std::ptr::null_mut(), action) }
}

/// Frees a module; NULL is allowed.
///
/// # Safety
/// `module` is null or came from this library, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_free(module: *mut Module) {
    if !module.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(module) });
    }
}

/// The module as MLIR text, to be freed with tf_string_free; NULL for NULL. An invalid module can be printed,
/// too.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_print(module: *const Module) -> *mut c_char {
    // SAFETY: promised by the caller.
    let Some(module) = (unsafe { module.as_ref() }) else { return std::ptr::null_mut() };
    let action = || Ok(c_string(&print_module(&module.root, &PrintOptions::default())).into_raw());
    // SAFETY: the failure pointer is null, so no failure is written.
    unsafe { failure::run(std::ptr::null_mut(), std::ptr::null_mut(), action) }
}

/// Verifies a module: modules built by hand may break rules. Returns 0, or 1 with every rule that is broken.
///
/// # Safety
/// `session` and `module` are null or live, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_verify(
    session: *const Session,
    module: *const Module,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (session, module) = unsafe { both(session, module)? };
        session.0.verify(&module.root)?;
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Runs a pipeline of passes on a module, in the syntax of tfopt: "canonicalize,cse". Handles of the module's
/// objects are not valid afterwards. Returns 0, or 1 with a failure; the failing pass may have left the
/// module in any state, which can still be freed.
///
/// # Safety
/// `session` and `module` are null or live, `pipeline` is a text or null, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_run(
    session: *const Session,
    module: *mut Module,
    pipeline: *const c_char,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let pipeline = unsafe {
            both(session, module)?;
            required(pipeline, "the pipeline")?
        };
        // SAFETY: promised by the caller; neither is null.
        let (session, module) = unsafe { (&*session, &mut *module) };
        session.0.verify(&module.root)?;
        module.forget();
        session.0.run_passes(&mut module.root, pipeline)?;
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Turns a module of StableHLO or CHLO ops into a new one of Tensorforge's dialects. NULL if it fails: each
/// finding has its source location.
///
/// # Safety
/// `session` and `module` are null or live, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_import_stablehlo(
    session: *const Session,
    module: *const Module,
    failure: *mut *mut Failure,
) -> *mut Module {
    let action = || {
        // SAFETY: promised by the caller.
        let (session, module) = unsafe { both(session, module)? };
        session.0.verify(&module.root)?;
        Ok(Box::into_raw(Box::new(Module::new(session.0.import_stablehlo(&module.root)?))))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, std::ptr::null_mut(), action) }
}

/// Verifies and compiles a module without changing it; otherwise as tf_compile.
///
/// # Safety
/// `session` and `module` are null or live, the texts end with zero bytes or are null, `failure` is null or
/// writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_compile(
    session: *const Session,
    module: *const Module,
    device: *const c_char,
    pipeline: *const c_char,
    failure: *mut *mut Failure,
) -> *mut Executable {
    let action = || {
        // SAFETY: promised by the caller.
        let (session, module) = unsafe { both(session, module)? };
        // SAFETY: promised by the caller.
        let (name, pipeline) =
            unsafe { (required(device, "the device")?, optional(pipeline, "the pipeline")?) };
        let device = self::device(name, pipeline)?;
        session.0.verify(&module.root)?;
        let executable = session.0.compile_module(&module.root, device)?;
        Ok(Box::into_raw(Box::new(Executable::new(executable))))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, std::ptr::null_mut(), action) }
}

/// A session and a module of it.
///
/// # Safety
/// Both are null or live.
unsafe fn both<'a>(
    session: *const Session,
    module: *const Module,
) -> Result<(&'a Session, &'a Module), Failure> {
    // SAFETY: promised by the caller.
    let (session, module) = unsafe { (session.as_ref(), module.as_ref()) };
    let (session, module) = (session.ok_or("the session is NULL")?, module.ok_or("the module is NULL")?);
    module.of(session)?;
    Ok((session, module))
}

/// Dereferences a module that a function changes.
///
/// # Safety
/// `module` is null or live, and nobody else uses it.
pub(super) unsafe fn changed<'a>(module: *mut Module) -> Result<&'a mut Module, Failure> {
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.ok_or_else(|| "the module is NULL".into())
}

/// The failure for a stale handle.
pub(super) fn stale(what: &str) -> Failure {
    let why = format!(
        "{what} is not in this module, or not any more: it was erased, or a pipeline has run since you \
         obtained it"
    );
    Failure::new(FailureKind::Argument, why)
}
