//! Functions of a program: traced once per tuple of argument types, then called.
//!
//! A function is traced into a separate body while the caller's body is set aside. Its extents are renamed: a
//! call with `f32[n + 1, 3]` and one with `f32[m, 3]` share the function for `f32[d0, 3]`.

use crate::trace::callees::{Callee, Key};
use crate::trace::error::Site;
use crate::trace::state::{Param, Reported, Scope, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Repr, Tensor};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::rc::Rc;
use tf_dialects::func;
use tf_ir::body::Body;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::types::Type;

/// A deeper nesting of calls counts as endless recursion.
const MAX_DEPTH: usize = 64;

/// The panic payload that unwinds the trace of an endless recursion, which has no value to continue with.
/// [`crate::Program::trace`] catches it.
pub(crate) struct Endless;

/// A function whose trace is suspended while a callee is traced.
pub(crate) struct Waiting {
    body: Option<Body>,
    scopes: Vec<Scope>,
    aside: Vec<Scope>,
    params: Vec<Param>,
    symbols: Vec<(Symbol, Site)>,
    computed: Vec<Symbol>,
    library: Option<Site>,
}

/// Types in which the callee's names replace the caller's extents.
struct Renamed {
    types: Vec<(Type, Elem)>,
    /// The caller's extent for each of the callee's names.
    actual: BTreeMap<Symbol, Extent>,
}

impl Shared {
    /// Renames the extents of the types for a callee: equal terms stay equal. A term keeps its form if each
    /// of its symbols is itself an extent of some argument; else it becomes one symbol.
    fn renamed(&self, at: Site, vals: &[Val]) -> Traced<Renamed> {
        let shapes: Vec<Vec<Extent>> = vals.iter().map(|val| self.shape(val)).collect();
        let alone: Vec<&Symbol> = shapes.iter().flatten().filter_map(Extent::as_symbol).collect();
        let mut actual = BTreeMap::new();
        let mut names: Vec<(Extent, Extent)> = Vec::new();
        let mut name = |term: &Extent| -> Extent {
            if let Some((_, known)) = names.iter().find(|(t, _)| t == term) {
                return known.clone();
            }
            let symbol = Symbol::new(&format!("d{}", names.len())).expect("a letter and digits are a name");
            actual.insert(symbol.clone(), term.clone());
            names.push((term.clone(), Extent::from(symbol.clone())));
            Extent::from(symbol)
        };
        let mut types = Vec::new();
        for (val, shape) in vals.iter().zip(&shapes) {
            let mut own = Vec::new();
            for term in shape {
                let symbols = term.symbols();
                own.push(match term.as_const() {
                    Some(_) => Ok(term.clone()),
                    None if symbols.iter().all(|s| alone.contains(&s)) => {
                        term.substitute(|s| Some(name(&Extent::from(s.clone()))))
                    }
                    None => Ok(name(term)),
                });
            }
            let own: Result<Vec<Extent>, _> = own.into_iter().collect();
            let own =
                own.map_err(|_| self.fail(at, "an extent of an argument is too large an expression"))?;
            let ty = if val.is_scalar(&self.ctx) { val.ty } else { self.tensor_type(&own, val.elem) };
            types.push((ty, val.elem));
        }
        Ok(Renamed { types, actual })
    }

    /// Converts arguments for the call: in a compute to scalars, unless one is a tensor.
    fn passed(&self, at: Site, args: Vec<Arg>) -> Traced<Vec<Val>> {
        let pieces = self.pieces(at, args)?;
        pieces.iter().map(|piece| self.realize(at, piece, piece.elem())).collect()
    }

    fn call<V: Values<Traced = V> + 'static>(
        self: &Rc<Self>,
        at: Site,
        (id, name, constants): (TypeId, &str, String),
        vals: Vec<Val>,
        trace: impl FnOnce(&Tracer, Vec<Val>) -> V,
    ) -> Traced<V> {
        let renamed = self.renamed(at, &vals)?;
        let key = Key { id, constants, params: renamed.types.clone() };
        let position = self.functions.borrow().known.iter().position(|known| known.key == key);
        let position = match position {
            Some(position) => position,
            None => self.trace_function(at, name, key, trace)?,
        };
        let complete = self.functions.borrow().known[position].template.is_some();
        if !complete {
            self.endless(at, format!("'{name}' calls itself: use a loop, functions cannot be recursive"));
        }
        let made = self.call_op(at, position, &renamed, &vals);
        let functions = self.functions.borrow();
        let template = functions.known[position].template.as_ref().and_then(|t| t.downcast_ref::<V>());
        template.map(|template| template.rebuilt(self, made)).ok_or(Reported)
    }

    /// Increments the call depth.
    fn nested(&self, at: Site, name: &str) {
        let depth = {
            let mut functions = self.functions.borrow_mut();
            functions.depth += 1;
            functions.depth
        };
        if depth > MAX_DEPTH {
            self.endless(
                at,
                format!("calls of functions nest {MAX_DEPTH} deep: '{name}' seems to call itself"),
            );
        }
    }

    /// Ends the trace with an error.
    pub(crate) fn endless(&self, at: Site, message: String) -> ! {
        self.fail(at, message);
        std::panic::resume_unwind(Box::new(Endless))
    }

    fn call_op(&self, at: Site, position: usize, renamed: &Renamed, vals: &[Val]) -> Traced<Vec<Val>> {
        let (callee, results) = {
            let functions = self.functions.borrow();
            let known = &functions.known[position];
            (known.name.clone(), known.results.clone()?)
        };
        // Extents that the function computes are fresh at each call.
        let mut names = renamed.actual.clone();
        for symbol in results.iter().flat_map(|(ty, _)| self.shape_of_type(*ty)).flat_map(|e| e.symbols()) {
            if names.contains_key(&symbol) {
                continue;
            }
            self.outermost(at, "call a function that computes extents")?;
            let fresh = self.fresh_extent(symbol.as_str());
            names.insert(symbol, Extent::from(fresh));
        }
        let actual = |(ty, elem): &(Type, Elem)| {
            if !self.ctx.is_tensor(*ty) {
                return Ok((*ty, *elem));
            }
            let shape = self.shape_of_type(*ty);
            let shape: Result<Vec<Extent>, _> =
                shape.iter().map(|e| e.substitute(|s| names.get(s).cloned())).collect();
            let shape =
                shape.map_err(|_| self.fail(at, "an extent of a result is too large an expression"))?;
            Ok((self.tensor_type(&shape, *elem), *elem))
        };
        let results: Vec<(Type, Elem)> = results.iter().map(actual).collect::<Traced<_>>()?;
        let attrs = [("callee", self.ctx.symbol_attr(&callee))];
        self.op(at, func::Call, vals, &results, &attrs, &[])
    }

    /// Traces a function into a separate body, and returns the function's position.
    fn trace_function<V: Values<Traced = V> + 'static>(
        self: &Rc<Self>,
        at: Site,
        name: &str,
        key: Key,
        trace: impl FnOnce(&Tracer, Vec<Val>) -> V,
    ) -> Traced<usize> {
        self.nested(at, name);
        let (position, name) = {
            let mut functions = self.functions.borrow_mut();
            let name = functions.fresh(&self.name, name);
            let known =
                Callee { key: key.clone(), name: name.clone(), results: Err(Reported), template: None };
            functions.known.push(known);
            (functions.known.len() - 1, name)
        };
        let types: Vec<Type> = key.params.iter().map(|(ty, _)| *ty).collect();
        let (function, block) = func::function(&self.ctx, &name, &types, &[], at.location(&self.ctx));
        let values: Vec<_> = function.args(block).collect();
        let (waiting, scope) = self.enter(at, function, block, ScopeKind::Function)?;
        let at = self.place_of(at);
        let vals = values.iter().zip(&key.params).map(|(v, typed)| Val::new(*v, *typed, scope, at));
        let tracer = Tracer { shared: self.clone() };
        let values = trace(&tracer, vals.collect());
        let results = self.end_function(at, &values);
        self.check_names();
        let function = self.leave(waiting);
        self.functions.borrow_mut().depth -= 1;
        let mut functions = self.functions.borrow_mut();
        if let (Ok(results), Some(mut function)) = (&results, function) {
            let result_types: Vec<Type> = results.iter().map(|(ty, _)| *ty).collect();
            let root = function.root();
            function.set_attr(
                root,
                "function_type",
                self.ctx.type_attr(self.ctx.function(&types, &result_types)),
            );
            function.set_attr(root, "sym_visibility", self.ctx.string_attr("private"));
            functions.bodies.push(function);
        }
        let known = &mut functions.known[position];
        known.results = results;
        known.template = Some(Box::new(values));
        Ok(position)
    }

    /// Suspends the function that is being traced, to trace another one. A kernel has the extents of the
    /// enclosing function.
    pub(crate) fn enter(
        &self,
        at: Site,
        function: Body,
        block: tf_ir::body::Block,
        kind: ScopeKind,
    ) -> Traced<(Waiting, u32)> {
        let mut state = self.state.borrow_mut();
        let is_inside = kind == ScopeKind::Kernel;
        let body = Some(state.body.replace(function).ok_or(Reported)?);
        state.last_scope += 1;
        let id = state.last_scope;
        let scope = Scope { id, block, kind, at };
        let waiting = Waiting {
            body,
            scopes: std::mem::replace(&mut state.scopes, vec![scope]),
            aside: std::mem::take(&mut state.aside),
            params: std::mem::take(&mut state.params),
            symbols: if is_inside { state.symbols.clone() } else { std::mem::take(&mut state.symbols) },
            computed: if is_inside { state.computed.clone() } else { std::mem::take(&mut state.computed) },
            library: if is_inside { state.library } else { state.library.take() },
        };
        Ok((waiting, id))
    }

    /// Resumes the suspended function, and returns the body that was traced.
    pub(crate) fn leave(&self, waiting: Waiting) -> Option<Body> {
        let mut state = self.state.borrow_mut();
        state.scopes = waiting.scopes;
        state.aside = waiting.aside;
        state.params = waiting.params;
        state.symbols = waiting.symbols;
        state.computed = waiting.computed;
        state.library = waiting.library;
        std::mem::replace(&mut state.body, waiting.body)
    }

    /// Ends a callee with its results, which may be scalars, and returns their types.
    fn end_function(&self, at: Site, values: &impl Values) -> Traced<Vec<(Type, Elem)>> {
        let pieces = self.pieces(at, values.args())?;
        let vals: Vec<Val> =
            pieces.iter().map(|piece| self.realize(at, piece, piece.elem())).collect::<Traced<_>>()?;
        self.op(at, func::Return, &vals, &[], &[], &[])?;
        Ok(vals.iter().map(Val::typed).collect())
    }

    /// A callee declares no inputs and no named extents: it only has its arguments.
    fn check_names(&self) {
        let wrong: Vec<Diagnostic> = {
            let state = self.state.borrow();
            let extent = |(symbol, at): &(Symbol, Site)| {
                let message = format!(
                    "a called function cannot declare extents: use x.extent(axis) instead of \
                     dim(\"{symbol}\")"
                );
                Diagnostic::error(at.location(&self.ctx), message).code(&codes::TRACE)
            };
            state.symbols.iter().filter(|(symbol, _)| !state.computed.contains(symbol)).map(extent).collect()
        };
        for error in wrong {
            self.report(error);
        }
    }
}

/// The trace of the first tensor among the arguments; `None` if there is none.
fn trace_of(args: &[Arg]) -> Option<Rc<Shared>> {
    args.iter().find_map(|arg| match arg {
        Arg::Tensor(tensor) => Some(tensor.shared.clone()),
        _ => None,
    })
}

/// The expansion of the attribute `program`: calls the function in the program, and traces it at the first
/// call with these argument types and constant values. Without a trace, it runs the function directly.
#[doc(hidden)]
#[track_caller]
pub fn call_function<I: 'static, A, V>(
    name: &str,
    tracer: Option<&Tracer>,
    constants: String,
    args: A,
    body: impl FnOnce(Option<&Tracer>, A) -> V,
) -> V
where
    A: Values<Traced = A>,
    V: Values<Traced = V> + 'static,
{
    let at = Site::caller();
    let list = args.args();
    let Some(shared) = tracer.map(|t| t.shared.clone()).or_else(|| trace_of(&list)) else {
        return body(tracer, args);
    };
    let tensors = |arg: &Arg| match arg {
        Arg::Tensor(Tensor { repr: Repr::Value(val), .. }) => shared.ctx.dims(val.ty).map(<[_]>::len),
        _ => None,
    };
    let any_tensor = list.iter().any(|arg| tensors(arg).is_some_and(|rank| rank > 0));
    let make = || -> Traced<Vec<Val>> {
        let vals = shared.passed(at, list)?;
        match shared.in_compute() {
            true => vals.into_iter().map(|val| shared.to_scalar(at, val)).collect(),
            false => Ok(vals),
        }
    };
    let mut body = Some(body);
    let id = (TypeId::of::<I>(), name, constants);
    let called = {
        let (args, body) = (&args, &mut body);
        let call = || {
            let vals = make()?;
            shared.call(at, id, vals, |tracer, vals| {
                let body = body.take().expect("a function is traced once per call");
                body(Some(tracer), args.rebuilt(&tracer.shared, Ok(vals)))
            })
        };
        if any_tensor { shared.outside_compute(call) } else { call() }
    };
    match called {
        Ok(values) => values,
        // Only the body determines the structure of the values: run it on poisoned values.
        Err(Reported) => {
            let body = body.expect("without values, the body was not run");
            shared.nested(at, name);
            let poisoned = args.rebuilt(&shared, Err(Reported));
            let values = body(Some(&Tracer { shared: shared.clone() }), poisoned);
            shared.functions.borrow_mut().depth -= 1;
            values
        }
    }
}
