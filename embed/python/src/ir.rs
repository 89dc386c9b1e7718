//! Python bindings of the IR: modules that Python walks and rewrites.

use crate::error::{CompileError, raised};
use crate::executable::Executable;
use crate::session;
use crate::stages;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tensorforge::ir::attr::Attribute;
use tensorforge::ir::body::{Block, Body, Def, Op as Id, Value as ValueId};
use tensorforge::ir::text::{ParseOptions, attr_to_string, parse_attribute, parse_type, type_to_string};
use tensorforge::ir::verify::verify;

/// A program as IR.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Module {
    session: Arc<tensorforge::Session>,
    state: Mutex<State>,
}

struct State {
    body: Body,
    /// How often passes have run on it: earlier ops are stale.
    passes: u64,
}

/// The path of an op: the ops whose bodies contain it, and the pass run at which it was seen.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Path {
    through: Vec<Id>,
    passes: u64,
}

impl Module {
    pub(crate) fn new(session: Arc<tensorforge::Session>, body: Body) -> Module {
        Module { session, state: Mutex::new(State { body, passes: 0 }) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // After a panic the body is still usable: it is verified before passes run.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// The body at the end of a path.
    fn at<'s>(&'s mut self, path: &Path) -> PyResult<&'s mut Body> {
        if path.passes != self.passes {
            return Err(gone("passes have run on the module since: walk the module again"));
        }
        let mut body = &mut self.body;
        for op in &path.through {
            if !body.is_live(*op) {
                return Err(gone("the enclosing operation was erased"));
            }
            body = body.child_mut(*op).ok_or_else(|| gone("the enclosing operation was replaced"))?;
        }
        Ok(body)
    }
}

fn gone(why: &str) -> PyErr {
    CompileError::new_err(format!("this operation or value no longer exists: {why}"))
}

/// The content of an op: a separate body, or its regions in the enclosing body.
fn inside<'b>(body: &'b Body, path: &Path, op: Id) -> (&'b Body, Path, Id) {
    match body.child(op) {
        None => (body, path.clone(), op),
        Some(child) => {
            let through = [&path.through[..], &[op]].concat();
            (child, Path { through, passes: path.passes }, child.root())
        }
    }
}

fn blocks(body: &Body, op: Id) -> Vec<Vec<Block>> {
    body.regions(op).map(|region| body.blocks(region).collect()).collect()
}

#[pymethods]
impl Module {
    /// All operations in preorder.
    fn walk(slf: &Bound<'_, Self>) -> PyResult<Vec<Op>> {
        let state = slf.get().lock();
        let start = Path { through: Vec::new(), passes: state.passes };
        let mut waiting = vec![(start, state.body.root())];
        let mut found = Vec::new();
        while let Some((path, op)) = waiting.pop() {
            let mut body = &state.body;
            for op in &path.through {
                body = body.child(*op).ok_or_else(|| gone("it was replaced"))?;
            }
            let is_root = path.through.is_empty() && op == state.body.root();
            if !is_root {
                found.push(Op { module: slf.clone().unbind(), path: path.clone(), op });
            }
            let (inner, path, op) = inside(body, &path, op);
            let ops = blocks(inner, op).into_iter().flatten().flat_map(|block| inner.ops(block));
            let ops: Vec<Id> = ops.collect();
            waiting.extend(ops.into_iter().rev().map(|op| (path.clone(), op)));
        }
        Ok(found)
    }

    /// The module as text; with source locations on request.
    #[pyo3(signature = (locations=false))]
    fn to_text(&self, locations: bool) -> String {
        stages::text(&self.lock().body, locations)
    }

    /// Verifies the module; raises its errors.
    fn verify(&self) -> PyResult<()> {
        let state = self.lock();
        verify(&state.body).map_err(|errors| {
            let text: Vec<String> = errors.iter().map(|error| error.message.clone()).collect();
            CompileError::new_err(text.join("\n"))
        })
    }

    /// Runs a pass pipeline in the syntax of `tfopt`.
    fn run(&self, py: Python<'_>, pipeline: &str) -> PyResult<()> {
        self.verify()?;
        py.detach(|| {
            let mut state = self.lock();
            state.passes += 1;
            self.session.run_passes(&mut state.body, pipeline)
        })
        .map_err(raised)
    }

    /// Compiles the current module.
    #[pyo3(signature = (device="cpu", pipeline=None))]
    fn compile(&self, py: Python<'_>, device: &str, pipeline: Option<&str>) -> PyResult<Executable> {
        self.verify()?;
        let (device, body) = (session::device(device, pipeline)?, self.lock().body.duplicate());
        Executable::compile_here(py, self.session.clone(), Arc::new(body), device)
    }

    /// A separate module with the same program.
    fn copy(&self) -> Module {
        Module::new(self.session.clone(), self.lock().body.duplicate())
    }

    fn __str__(&self) -> String {
        self.to_text(false)
    }
}

/// An operation of a module.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Op {
    module: Py<Module>,
    path: Path,
    op: Id,
}

/// A value of a module: a result of an operation, or an argument of a block.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Value {
    module: Py<Module>,
    path: Path,
    value: ValueId,
    owner: Owner,
}

#[derive(Clone, Copy)]
enum Owner {
    Op(Id),
    Block(Block),
}

impl Op {
    /// Runs `work` on the body that contains the op.
    fn with<R>(&self, work: impl FnOnce(&mut Body, Id) -> PyResult<R>) -> PyResult<R> {
        let mut state = self.module.get().lock();
        let body = state.at(&self.path)?;
        if !body.is_live(self.op) {
            return Err(gone("it was erased"));
        }
        work(body, self.op)
    }

    fn value(&self, py: Python<'_>, body: &Body, path: &Path, value: ValueId) -> Value {
        let owner = match body.def(value) {
            Def::Result(op, _) => Owner::Op(op),
            Def::Argument(block, _) => Owner::Block(block),
        };
        Value { module: self.module.clone_ref(py), path: path.clone(), value, owner }
    }

    fn op(&self, py: Python<'_>, path: &Path, op: Id) -> Op {
        Op { module: self.module.clone_ref(py), path: path.clone(), op }
    }

    /// Resolves values of other handles in this op's body.
    fn values(&self, body: &Body, given: &[PyRef<'_, Value>]) -> PyResult<Vec<ValueId>> {
        let one = |value: &PyRef<'_, Value>| {
            if value.module.as_ptr() != self.module.as_ptr() || value.path != self.path {
                return Err(CompileError::new_err("a value is used outside the function that defines it"));
            }
            value.alive(body)
        };
        given.iter().map(one).collect()
    }
}

#[pymethods]
impl Op {
    /// The full name, as `arith.addf`.
    #[getter]
    fn name(&self) -> PyResult<String> {
        self.with(|body, op| Ok(body.info(op).name.to_string()))
    }

    /// The operands.
    #[getter]
    fn operands(&self, py: Python<'_>) -> PyResult<Vec<Value>> {
        self.with(|body, op| {
            let body: &Body = body;
            Ok(body.operands(op).map(|value| self.value(py, body, &self.path, value)).collect())
        })
    }

    /// The results.
    #[getter]
    fn results(&self, py: Python<'_>) -> PyResult<Vec<Value>> {
        self.with(|body, op| {
            let body: &Body = body;
            Ok(body.results(op).map(|value| self.value(py, body, &self.path, value)).collect())
        })
    }

    /// The attributes by name, as text.
    #[getter]
    fn attributes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.with(|body, op| {
            let found = PyDict::new(py);
            for (name, value) in body.inherent(op) {
                found.set_item(name, attr_to_string(body.ctx(), value))?;
            }
            for (name, value) in body.discardable(op) {
                found.set_item(body.ctx().text(name), attr_to_string(body.ctx(), value))?;
            }
            Ok(found)
        })
    }

    /// Sets an attribute, given as text.
    fn set_attribute(&self, name: &str, text: &str) -> PyResult<()> {
        self.with(|body, op| {
            let value = attribute(body, text)?;
            body.set_attr(op, name, value);
            Ok(())
        })
    }

    /// Removes an attribute.
    fn remove_attribute(&self, name: &str) -> PyResult<()> {
        self.with(|body, op| {
            body.remove_attr(op, name);
            Ok(())
        })
    }

    /// For each region its blocks, for each of these its arguments and operations.
    #[getter]
    #[expect(clippy::type_complexity, reason = "regions, blocks and their contents")]
    fn regions(&self, py: Python<'_>) -> PyResult<Vec<Vec<(Vec<Value>, Vec<Op>)>>> {
        self.with(|body, op| {
            let (body, path, op) = inside(body, &self.path, op);
            let block = |block: Block| {
                let arguments = body.args(block).map(|value| self.value(py, body, &path, value)).collect();
                (arguments, body.ops(block).map(|op| self.op(py, &path, op)).collect())
            };
            Ok(blocks(body, op).into_iter().map(|list| list.into_iter().map(block).collect()).collect())
        })
    }

    /// The parent operation; `None` for a function.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Op>> {
        self.with(|body, op| {
            let root = body.root();
            let Some(parent) = body.parent_op(op) else { return Ok(None) };
            if parent != root {
                return Ok(Some(self.op(py, &self.path, parent)));
            }
            let Some((last, rest)) = self.path.through.split_last() else { return Ok(None) };
            let path = Path { through: rest.to_vec(), passes: self.path.passes };
            Ok(Some(self.op(py, &path, *last)))
        })
    }

    /// Whether it still exists.
    #[getter]
    fn is_live(&self) -> bool {
        self.with(|_, _| Ok(())).is_ok()
    }

    /// Makes an operation before this one; types and attributes are given as text.
    #[pyo3(signature = (name, operands, results, attributes=None))]
    fn before(
        &self,
        py: Python<'_>,
        name: &str,
        operands: Vec<PyRef<'_, Value>>,
        results: Vec<String>,
        attributes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Op> {
        self.with(|body, at| {
            if body.block_of(at).is_none() {
                return Err(CompileError::new_err("cannot insert before the module's own operation"));
            }
            let ctx = body.ctx().clone();
            let known = ctx.registry().lookup(name).ok_or_else(|| {
                CompileError::new_err(format!(
                    "unknown operation '{name}'; docs/reference/ops.md lists all of them"
                ))
            })?;
            let values = self.values(body, &operands)?;
            let ty = |text: &String| {
                let parsed = parse_type(&ctx, text, &ParseOptions::default());
                parsed.map_err(|errors| wrong("a type", text, &errors))
            };
            let types = results.iter().map(ty).collect::<PyResult<Vec<_>>>()?;
            let mut named = Vec::new();
            for (name, text) in attributes.iter().flat_map(|attributes| attributes.iter()) {
                named.push((name.extract::<String>()?, attribute(body, &text.extract::<String>()?)?));
            }
            let made = body.create(known, body.loc(at), &values, &types, 0, &[]);
            body.insert_before(made, at);
            for (name, value) in named {
                body.set_attr(made, &name, value);
            }
            Ok(self.op(py, &self.path, made))
        })
    }

    /// Replaces all its results by other values of the same types, and erases it.
    fn replace(&self, values: Vec<PyRef<'_, Value>>) -> PyResult<()> {
        self.with(|body, op| {
            let values = self.values(body, &values)?;
            if values.len() != body.result_count(op) {
                let (given, wanted) = (values.len(), body.result_count(op));
                return Err(CompileError::new_err(format!(
                    "{given} values are given, but the operation has {wanted} results"
                )));
            }
            for (result, value) in body.results(op).zip(&values) {
                if body.ty(result) != body.ty(*value) {
                    let [old, new] = [result, *value].map(|value| type_to_string(body.ctx(), body.ty(value)));
                    let message = format!("cannot replace a result of type {old} by a value of type {new}");
                    return Err(CompileError::new_err(message));
                }
                if result == *value {
                    return Err(CompileError::new_err("an operation cannot be replaced by its own result"));
                }
            }
            body.replace(op, &values);
            Ok(())
        })
    }

    /// Erases it; its results must be unused.
    fn erase(&self) -> PyResult<()> {
        self.with(|body, op| {
            if !body.results_unused(op) {
                let name = body.info(op).name.to_string();
                return Err(CompileError::new_err(format!("cannot erase '{name}': its results have uses")));
            }
            body.erase(op);
            Ok(())
        })
    }

    fn __eq__(&self, other: &Op) -> bool {
        self.module.as_ptr() == other.module.as_ptr() && self.path == other.path && self.op == other.op
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.path, self.op).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let name = self.name().unwrap_or_else(|_| "erased".to_string());
        format!("<Op {name}>")
    }
}

impl Value {
    /// The value, if its definition still exists.
    fn alive(&self, body: &Body) -> PyResult<ValueId> {
        let alive = match self.owner {
            Owner::Op(op) => body.is_live(op),
            Owner::Block(block) => body.is_live_block(block),
        };
        if alive { Ok(self.value) } else { Err(gone("its defining operation or block was erased")) }
    }

    fn with<R>(&self, work: impl FnOnce(&mut Body, ValueId) -> PyResult<R>) -> PyResult<R> {
        let mut state = self.module.get().lock();
        let body = state.at(&self.path)?;
        let value = self.alive(body)?;
        work(body, value)
    }
}

#[pymethods]
impl Value {
    /// The type as text.
    #[getter(r#type)]
    fn ty(&self) -> PyResult<String> {
        self.with(|body, value| Ok(type_to_string(body.ctx(), body.ty(value))))
    }

    /// The operation that defines it; `None` for an argument of a block.
    #[getter]
    fn op(&self, py: Python<'_>) -> PyResult<Option<Op>> {
        self.with(|body, value| {
            let made = body.def_op(value);
            Ok(made.map(|op| Op { module: self.module.clone_ref(py), path: self.path.clone(), op }))
        })
    }

    /// The operations that use it, each with the index of the operand.
    #[getter]
    fn uses(&self, py: Python<'_>) -> PyResult<Vec<(Op, usize)>> {
        self.with(|body, value| {
            let op = |op| Op { module: self.module.clone_ref(py), path: self.path.clone(), op };
            Ok(body.uses(value).map(|found| (op(found.op), found.operand)).collect())
        })
    }

    fn __eq__(&self, other: &Value) -> bool {
        self.module.as_ptr() == other.module.as_ptr() && self.path == other.path && self.value == other.value
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.path, self.value).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Value {}>", self.ty().unwrap_or_else(|_| "erased".to_string()))
    }
}

fn attribute(body: &Body, text: &str) -> PyResult<Attribute> {
    let parsed = parse_attribute(body.ctx(), text, &ParseOptions::default());
    parsed.map_err(|errors| wrong("an attribute", text, &errors))
}

fn wrong(what: &str, text: &str, errors: &[tensorforge::ir::diag::Diagnostic]) -> PyErr {
    let why = errors.first().map_or("", |error| &error.message);
    CompileError::new_err(format!("'{text}' is not {what}: {why}"))
}
