//! The library's routines: each is compiled once in a session, or found in the cache folder or the folder of
//! compiled routines, and linked to all programs that call it.
//!
//! A routine has the code of an instruction set, not of this machine: so its object can be shipped, and its
//! results are those of all machines of that set.

use crate::compile::own_file;
use crate::error::Error;
use crate::session::Session;
use crate::session::device::Device;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Instant;
use tf_cpu::library::{Library, Phases};
use tf_cpu::objects::{MOST_BYTES, Objects};
use tf_cpu::routines::{self, Routine};
use tf_cpu::unit::{self, Code, EFFORT};
use tf_dialects::func::function_parts;
use tf_dialects::func::routine::routine_of;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::builtin::{self, symbol_name};
use tf_ir::context::Context;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;
use tf_passes::pipelines;
use tf_passes::tensors::apply_numerics::{MODE, ROUTINE_MODE};

/// The phase that finds, compiles and links routines.
pub(crate) const ROUTINES: &str = "routines";

/// The sources that determine the code of routines; empty if they are unknown.
const SOURCES: &str = env!("TF_ROUTINE_SOURCES");

/// A routine that a program declares.
struct Declared {
    /// The context of the types; a program's may be another one than the session's.
    ctx: Context,
    algorithm: String,
    symbol: String,
    /// Its type, as a function of tensors.
    ty: Type,
    numerics: Option<String>,
    level: Level,
}

impl Declared {
    /// The declaration, for code of a level.
    fn of(function: &Body, level: Level) -> Option<Declared> {
        let (ctx, root) = (function.ctx(), function.op(function.root()));
        let algorithm = routine_of(root).filter(|_| function.entry_block().is_none())?.to_string();
        let ty = ctx.attr_type(root.attr("tf.signature").or_else(|| root.attr("function_type"))?)?;
        let numerics = root.attr(MODE).and_then(|attr| ctx.attr_str(attr)).map(str::to_string);
        let symbol = symbol_name(function, function.root())?.to_string();
        Some(Declared { ctx: ctx.clone(), algorithm, symbol, ty, numerics, level })
    }

    /// All that its code depends on, except for the compiler. With its whole type: a declaration of another
    /// type finds no code.
    fn key(&self) -> String {
        let ty = type_to_string(&self.ctx, self.ty);
        let numerics = self.numerics.as_deref().unwrap_or("-");
        format!("{} {} {ty} {numerics} {}", self.algorithm, self.symbol, self.level.name())
    }

    /// The key of its objects in folders; `None` if the compiler cannot be identified.
    fn stored_key(&self, library: &Library) -> Option<String> {
        let sources = if SOURCES.is_empty() { own_file::build()? } else { SOURCES };
        Some(format!("routine by {sources}\n{}\n{}", library.build_id(), self.key()))
    }

    /// The module of its function; `None` if the library has no function of this name and type.
    fn module(&self) -> Option<Body> {
        let ctx = &self.ctx;
        let (operands, _) = function_parts(ctx, self.ty)?;
        let mut function = tf_library::routines::find(&self.algorithm)?.define(ctx, operands)?;
        let root = function.root();
        let defined = function.attr(root, "function_type").and_then(|attr| ctx.attr_type(attr));
        if defined != Some(self.ty) || symbol_name(&function, root) != Some(&self.symbol) {
            return None;
        }
        function.remove_attr(root, "sym_visibility");
        if let Some(numerics) = &self.numerics {
            function.set_attr(root, MODE, ctx.string_attr(numerics));
        }
        let mut module = builtin::module(ctx, function.loc(root));
        let block = module.entry_block()?;
        let op = module.adopt(function);
        module.append(block, op);
        self.level.target().describe_all(&mut module);
        Some(module)
    }
}

/// The level of the routines of programs for a level: an instruction set.
fn level_of(level: Level) -> Level {
    let sets = [Level::V4, Level::V3, Level::V2, Level::V1, Level::Aarch64];
    match level {
        Level::Host => sets.into_iter().find(|level| level.runs_here()).unwrap_or(level),
        _ => level,
    }
}

impl Session {
    /// The routines that a module declares, and the time that this took.
    ///
    /// # Errors
    /// A pass or the code generator failed.
    pub(crate) fn routines_of(
        &self,
        module: &Body,
        device: &Device,
    ) -> Result<(Vec<Arc<Routine>>, Phases), Error> {
        let start = Instant::now();
        let level = level_of(device.level());
        let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
        let declared: Vec<Declared> = functions.filter_map(|f| Declared::of(f, level)).collect();
        if declared.is_empty() {
            return Ok((Vec::new(), Phases::new()));
        }
        let found = declared.iter().map(|one| self.routine(one)).collect::<Result<Vec<_>, Error>>()?;
        Ok((found, vec![(ROUTINES.to_string(), start.elapsed())]))
    }

    fn routine(&self, wanted: &Declared) -> Result<Arc<Routine>, Error> {
        let key = wanted.key();
        let slot =
            self.routines.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = slot.as_ref() {
            return Ok(found.clone());
        }
        let library = self.library()?;
        let objects = match self.stored(wanted, &library) {
            Some(objects) => objects,
            None => self.compiled(wanted, &library)?,
        };
        // SAFETY: the objects are those of this routine, for a level that the caller runs.
        let linked = unsafe { Routine::link(&library, &wanted.symbol, &objects) };
        let linked = linked.map_err(|error| Error::build(&self.ctx, error.into()))?;
        Ok(slot.insert(Arc::new(linked)).clone())
    }

    /// The objects of a routine from the cache folder, or among those next to the LLVM library.
    fn stored(&self, wanted: &Declared, library: &Library) -> Option<Vec<Vec<u8>>> {
        let key = wanted.stored_key(library)?;
        let shipped = self.routine_folder().map(|folder| Objects::new(folder, MOST_BYTES));
        let folders = self.objects.as_deref().into_iter().chain(&shipped);
        folders.into_iter().find_map(|folder| routines::unpacked(&folder.get(key.as_bytes())?))
    }

    /// Compiles a routine, and adds it to the cache folder.
    fn compiled(&self, wanted: &Declared, library: &Library) -> Result<Vec<Vec<u8>>, Error> {
        self.compilations.fetch_add(1, Ordering::Relaxed);
        let objects = self.objects_of(wanted, library)?;
        if let (Some(folder), Some(key)) = (self.objects.as_deref(), wanted.stored_key(library)) {
            folder.put(key.as_bytes(), &routines::packed(&objects));
        }
        Ok(objects)
    }

    /// Compiles the library's routines for code of a level, for common types, and writes their objects to a
    /// folder. Sessions look for such a folder with the name `routines` next to the LLVM library. Returns the
    /// count of routines, and the bytes of their objects.
    ///
    /// # Errors
    /// [`Error::Build`]: the sources of this library are unknown, or the code generator failed.
    pub fn write_routines(&self, folder: &Path, level: Level) -> Result<(usize, usize), Error> {
        let (ctx, library) = (self.context(), self.library()?);
        let (store, level) = (Objects::new(folder, MOST_BYTES), level_of(level));
        let (mut count, mut bytes) = (0, 0);
        for elem in [ctx.f32(), ctx.f64()] {
            for algorithm in tf_library::routines::all() {
                for operands in algorithm.common(ctx, elem) {
                    let symbol = algorithm.symbol(ctx, &operands).expect("common types have a name");
                    let name = algorithm.name().to_string();
                    let numerics = Some(ROUTINE_MODE.to_string());
                    let function = algorithm.define(ctx, &operands).expect("common types are taken");
                    let ty = function.attr(function.root(), "function_type");
                    let ty = ty.and_then(|attr| ctx.attr_type(attr)).expect("a function has a type");
                    let wanted = Declared { ctx: ctx.clone(), algorithm: name, symbol, ty, numerics, level };
                    let unknown =
                        || Error::Build("the sources of this library are unknown".to_string().into());
                    let key = wanted.stored_key(&library).ok_or_else(unknown)?;
                    let packed = routines::packed(&self.objects_of(&wanted, &library)?);
                    (count, bytes) = (count + 1, bytes + packed.len());
                    store.put(key.as_bytes(), &packed);
                }
            }
        }
        Ok((count, bytes))
    }

    fn objects_of(&self, wanted: &Declared, library: &Library) -> Result<Vec<Vec<u8>>, Error> {
        let missing = || {
            let Declared { symbol, algorithm, ctx, ty, .. } = wanted;
            let ty = type_to_string(ctx, *ty);
            let text = format!("'@{symbol}' of type {ty} is not the library's routine '{algorithm}'");
            Error::Build(format!("{text}: leave declarations of routines to the pass call-routines").into())
        };
        let mut module = wanted.module().ok_or_else(missing)?;
        self.run_passes(&mut module, &pipelines::cpu())?;
        let code = Code { level: wanted.level, sanitized: false, effort: EFFORT };
        let made = unit::routine_objects(library, &module, code);
        Ok(made.map_err(|error| Error::build(module.ctx(), error))?.0)
    }
}
