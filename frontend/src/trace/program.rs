//! A traced program: a module of the IR with one function.

use crate::trace::error::{Site, TraceError};
use crate::trace::functions::Endless;
use crate::trace::remedy::Remedy;
use crate::trace::state::{Param, Reported, Scope, ScopeKind, Shared, State, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::Values;
use crate::types::dim::Terms;
use crate::types::elem::Elem;
use std::cell::RefCell;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use tf_dialects::func;
use tf_dialects::func::declared_extents::EXTENT;
use tf_dialects::func::elements::{self, ELEMENT};
use tf_ir::attr::Attribute;
use tf_ir::body::Body;
use tf_ir::builtin;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{BindingPlan, Extent};
use tf_ir::registry::Registry;
use tf_ir::text::{PrintOptions, print_module};
use tf_ir::types::{Dim, Type};
use tf_ir::verify::verify;

/// A program: a function of tensors and scalars, as a module of the IR.
pub struct Program {
    name: String,
    module: Body,
    inputs: Vec<String>,
    outputs: usize,
}

/// The first region is the function's.
const FUNCTION_SCOPE: u32 = 0;

impl Program {
    /// Traces a function: runs `body` once, with handles that record operations. The values that it returns
    /// are the results.
    ///
    /// # Errors
    /// All errors of the program, with their locations in the user's source; see [`TraceError`].
    ///
    /// ```
    /// use tf_frontend::Program;
    ///
    /// let step = Program::trace("step", |p| {
    ///     let n = p.dim("n");
    ///     let x = p.input::<f32>("x", (n, 3));
    ///     let v = p.input::<f32>("v", (n, 3));
    ///     let d = x.expand(0) - x.expand(1);
    ///     let r2 = (&d * &d).sum(-1).keep() + 1e-4;
    ///     let f = (d / (&r2 * r2.sqrt())).sum(1);
    ///     let v = v + f * 0.001;
    ///     (x + &v * 0.001, v)
    /// })?;
    /// assert_eq!(step.outputs(), 2);
    /// # Ok::<(), tf_frontend::TraceError>(())
    /// ```
    #[track_caller]
    pub fn trace<V: Values>(name: &str, body: impl FnOnce(&Tracer) -> V) -> Result<Program, TraceError> {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        Self::trace_at(Site::caller(), &Context::new(registry), name, body)
    }

    /// As [`Program::trace`], in a context that has registered the dialects; the program shares it.
    ///
    /// # Errors
    /// As [`Program::trace`].
    #[track_caller]
    pub fn trace_in<V: Values>(
        ctx: &Context,
        name: &str,
        body: impl FnOnce(&Tracer) -> V,
    ) -> Result<Program, TraceError> {
        Self::trace_at(Site::caller(), ctx, name, body)
    }

    /// As [`Program::trace_in`], for a function whose definition is at `place` in a source of another
    /// language; see [`Tracer::placed`].
    ///
    /// # Errors
    /// As [`Program::trace`].
    pub fn trace_placed<V: Values>(
        ctx: &Context,
        name: &str,
        (file, line, column): (&str, u32, u32),
        body: impl FnOnce(&Tracer) -> V,
    ) -> Result<Program, TraceError> {
        Self::trace_at(Site::Foreign(ctx.str(file), line, column), ctx, name, body)
    }

    fn trace_at<V: Values>(
        at: Site,
        ctx: &Context,
        name: &str,
        body: impl FnOnce(&Tracer) -> V,
    ) -> Result<Program, TraceError> {
        check_dialects(ctx, at)?;
        let (function, block) = func::function(ctx, name, &[], &[], at.location(ctx));
        let outer = Scope { id: FUNCTION_SCOPE, block, kind: ScopeKind::Function, at };
        let state = State::new(function, outer);
        let shared = Rc::new(Shared {
            ctx: ctx.clone(),
            terms: Terms::default(),
            state: RefCell::new(state),
            name: name.to_string(),
            functions: RefCell::default(),
        });
        let tracer = Tracer { shared: shared.clone() };
        let traced = panic::catch_unwind(AssertUnwindSafe(|| {
            let values = body(&tracer);
            let results = shared.close_function(at, &values);
            shared.check_symbols();
            results
        }));
        // The states of handles refer to the trace, so the trace must not keep them: that would be a
        // reference cycle.
        let touched = std::mem::take(&mut shared.state.borrow_mut().touched);
        drop(touched);
        let results = match traced {
            Err(payload) if payload.is::<Endless>() => Err(Reported),
            Err(payload) => panic::resume_unwind(payload),
            Ok(results) => results,
        };
        // The recorded functions hold values, and values refer to the trace: this breaks the cycle.
        let callees = std::mem::take(&mut *shared.functions.borrow_mut()).bodies;
        // Handles that outlive the trace find that it has ended.
        let mut state = shared.state.borrow_mut();
        let function = state.body.take();
        let (params, numerics) = (std::mem::take(&mut state.params), state.numerics);
        let errors = std::mem::take(&mut state.errors);
        drop(state);
        let (Some(function), Ok(results), true) = (function, results, errors.is_empty()) else {
            return Err(TraceError::new(ctx, &errors));
        };
        let module = assemble(ctx, at, (function, callees), &params, &results, numerics);
        verify(&module).map_err(|errors| TraceError::new(ctx, &errors))?;
        let inputs = params.into_iter().map(|p| p.name).collect();
        Ok(Program { name: name.to_string(), module, inputs, outputs: results.len() })
    }

    /// The name of the function.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The module that holds the function.
    pub fn module(&self) -> &Body {
        &self.module
    }

    /// The module that holds the function, by value.
    pub fn into_module(self) -> Body {
        self.module
    }

    /// The context of the module.
    pub fn context(&self) -> &Context {
        self.module.ctx()
    }

    /// The names of the inputs, in order.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    /// The number of results.
    pub fn outputs(&self) -> usize {
        self.outputs
    }

    /// The module as MLIR text.
    pub fn to_text(&self) -> String {
        print_module(&self.module, &PrintOptions::default())
    }

    /// The module as MLIR text with locations in the user's source.
    pub fn to_text_with_locations(&self) -> String {
        print_module(&self.module, &PrintOptions { locations: true, ..PrintOptions::default() })
    }
}

/// The module as text.
impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_text())
    }
}

/// The attribute of functions and kernels with the numerics mode of floats.
pub(crate) const NUMERICS: &str = "tf.numerics";

/// The module of a traced function and its callees. Kernels may have another numerics mode.
fn assemble(
    ctx: &Context,
    at: Site,
    (mut function, callees): (Body, Vec<Body>),
    params: &[Param],
    results: &[(Type, Elem)],
    numerics: Option<&str>,
) -> Body {
    let root = function.root();
    let inputs: Vec<Type> = params.iter().map(|p| p.ty).collect();
    let outputs: Vec<Type> = results.iter().map(|(ty, _)| *ty).collect();
    function.set_attr(root, "function_type", ctx.type_attr(ctx.function(&inputs, &outputs)));
    let element = |elem: Elem| match elem {
        Elem::UInt(width) => Some((ctx.str(ELEMENT), elements::unsigned(ctx, width.into()))),
        _ => None,
    };
    if !params.is_empty() {
        let about = |p: &Param| {
            let extent = p.extent.as_ref().map(|symbol| (ctx.str(EXTENT), ctx.string_attr(symbol.as_str())));
            let name = (ctx.str("tf.name"), ctx.string_attr(&p.name));
            ctx.dict_attr(&extent.into_iter().chain(element(p.elem)).chain([name]).collect::<Vec<_>>())
        };
        let about: Vec<Attribute> = params.iter().map(about).collect();
        function.set_attr(root, "arg_attrs", ctx.array_attr(&about));
    }
    if results.iter().any(|(_, elem)| element(*elem).is_some()) {
        let about = |(_, elem): &(Type, Elem)| ctx.dict_attr(&element(*elem).into_iter().collect::<Vec<_>>());
        let about: Vec<Attribute> = results.iter().map(about).collect();
        function.set_attr(root, "res_attrs", ctx.array_attr(&about));
    }
    let mut module = builtin::module(ctx, at.location(ctx));
    let block = module.entry_block().expect("a module has a block");
    for mut function in std::iter::once(function).chain(callees) {
        let root = function.root();
        if let Some(numerics) = numerics.filter(|_| function.attr(root, NUMERICS).is_none()) {
            function.set_attr(root, NUMERICS, ctx.string_attr(numerics));
        }
        let op = module.adopt(function);
        module.append(block, op);
    }
    module
}

/// The context must have registered the dialects whose ops are traced.
fn check_dialects(ctx: &Context, at: Site) -> Result<(), TraceError> {
    let dialects = ["func", "arith", "math", "tensor", "loop"];
    let Some(missing) = dialects.into_iter().find(|name| ctx.registry().find_dialect(name).is_none()) else {
        return Ok(());
    };
    let message = format!("the dialect '{missing}' is not registered in this program's context");
    Err(TraceError::new(ctx, &[Diagnostic::error(at.location(ctx), message).code(&codes::TRACE)]))
}

impl Shared {
    /// Ends the function with its results, and returns their types.
    fn close_function<V: Values>(&self, at: Site, values: &V) -> Traced<Vec<(Type, Elem)>> {
        let pieces = self.pieces(at, values.args())?;
        if pieces.is_empty() {
            return Err(self.fail(at, "a program needs a result: return one from its body"));
        }
        let mut vals: Vec<Val> = Vec::new();
        for piece in &pieces {
            let val = self.realize(at, piece, piece.elem())?;
            vals.push(self.tensor_val(at, val)?);
        }
        self.op(at, func::Return, &vals, &[], &[], &[])?;
        Ok(vals.iter().map(Val::typed).collect())
    }

    /// Checks that the inputs determine every named extent.
    fn check_symbols(&self) {
        let unbound: Vec<Diagnostic> = {
            let state = self.state.borrow();
            let types = state.params.iter().filter_map(|p| self.ctx.dims(p.ty));
            let given = state.params.iter().filter_map(|p| p.extent.clone()).map(Extent::from);
            let declared: Vec<Extent> = types.flatten().filter_map(Dim::to_extent).chain(given).collect();
            let plan = BindingPlan::new(&declared);
            let bound = |symbol| {
                let known = plan.symbols().contains(symbol) && !plan.unbound().contains(symbol);
                known || state.computed.contains(symbol)
            };
            let missing = state.symbols.iter().filter(|(symbol, _)| !bound(symbol));
            let error = |(symbol, at): &(tf_ir::extent::Symbol, Site)| {
                let [given, computed] = [Remedy::DimGiven, Remedy::DimOf].map(|remedy| at.remedy(remedy));
                let message = format!(
                    "the extent '{symbol}' does not follow from the inputs: give an input an axis of extent \
                     {symbol}, take it from the caller with {given}(\"{symbol}\"), or compute it with \
                     {computed}"
                );
                Diagnostic::error(at.location(&self.ctx), message).code(&codes::TRACE)
            };
            missing.map(error).collect()
        };
        for error in unbound {
            let _: Reported = self.report(error);
        }
    }
}
