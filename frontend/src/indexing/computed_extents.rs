//! Extents that the program computes, and NumPy's functions with such results: nonzero elements, selection by
//! conditions, distinct elements.

use crate::indexing::gather::Outside;
use crate::trace::error::{Fault, Site};
use crate::trace::state::{Reported, Shared, Traced};
use crate::trace::tracer::Tracer;
use crate::types::dim::Dim;
use crate::types::elem::Elem;
use crate::types::tensor::{Operand, Tensor};
use tf_dialects::tensor::Bind;
use tf_ir::extent::{Extent, Facts, Symbol, Verdict};

impl Shared {
    /// Checks that the program's outermost region is open: extents are only bound there.
    pub(crate) fn outermost(&self, at: Site, what: &str) -> Traced<()> {
        let inner = self.state.borrow().scopes.get(1).map(|scope| scope.at);
        let Some(inner) = inner else { return Ok(()) };
        let message = format!(
            "cannot {what} in a loop, a conditional, a fold, a derivative or a map, where the extent would \
             have several values: do it outside, or use a tensor of the largest extent"
        );
        let error = tf_ir::diag::Diagnostic::error(at.location(&self.ctx), message);
        Err(self.report(error.note(inner.location(&self.ctx), "this region starts here")))
    }

    /// A fresh name for an extent that the program computes.
    pub(crate) fn fresh_extent(&self, base: &str) -> Symbol {
        let mut state = self.state.borrow_mut();
        let names = std::iter::once(base.to_string()).chain((1..).map(|i| format!("{base}_{i}")));
        let taken =
            |s: &Symbol| state.computed.contains(s) || state.symbols.iter().any(|(known, _)| known == s);
        let fresh = names.filter_map(|name| Symbol::new(&name).ok()).find(|symbol| !taken(symbol));
        let fresh = fresh.expect("some suffix is unused");
        state.computed.push(fresh.clone());
        fresh
    }

    /// Binds an extent to a value.
    fn bind(&self, at: Site, symbol: &Symbol, count: impl Operand) -> Traced<()> {
        let arg = count.arg();
        self.outside_compute(|| {
            self.outermost(at, "bind an extent to a value")?;
            let piece = self.piece(at, arg)?;
            if !piece.elem().is_int() {
                return Err(self.fail(at, format!("an extent is an integer, but this is {}", piece.elem())));
            }
            let count = self.scalar(at, &piece, Elem::Index)?;
            let terms = self.ctx.extents_attr(&[Extent::from(symbol.clone())]);
            let attrs = [("symbol", terms)];
            self.op(at, Bind, &[count], &[], &attrs, &[]).map(|_| ())
        })
    }
}

impl Tracer {
    /// An extent of this name, whose value the program computes: an integer scalar or tensor of rank 0. A
    /// negative value, or one above 2^48, stops the call. Not allowed in loops, conditionals, folds and
    /// transforms.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// // As many zeros as there are positive elements.
    /// let program = Program::trace("zeros", |p| {
    ///     let x = p.input::<f32>("x", [p.dim("n")]);
    ///     let k = p.dim_of("k", x.gt(0).sum(0));
    ///     p.zeros::<f32>([k])
    /// });
    /// assert!(program.unwrap().to_text().contains("-> tensor<?{k}xf32>"));
    /// ```
    #[track_caller]
    pub fn dim_of(&self, name: &str, count: impl Operand) -> Dim<'_> {
        let at = Site::caller();
        let shared = &self.shared;
        let Ok(symbol) = Symbol::new(name) else {
            shared.fail(at, format!("'{name}' cannot name an extent: use letters, digits and _"));
            return Dim::bad(Fault::REPORTED);
        };
        let known = {
            let state = shared.state.borrow();
            state.computed.contains(&symbol) || state.symbols.iter().any(|(known, _)| *known == symbol)
        };
        if known {
            shared.fail(at, format!("the extent '{name}' exists already: use another name"));
            return Dim::bad(Fault::REPORTED);
        }
        shared.state.borrow_mut().computed.push(symbol.clone());
        self.bind_fresh(at, symbol, count)
    }

    /// As [`Tracer::dim_of`], with a fresh name.
    fn dim_of_fresh(&self, at: Site, base: &str, count: &Tensor) -> Dim<'_> {
        let symbol = self.shared.fresh_extent(base);
        self.bind_fresh(at, symbol, count)
    }

    fn bind_fresh(&self, at: Site, symbol: Symbol, count: impl Operand) -> Dim<'_> {
        match self.shared.bind(at, &symbol, count) {
            Ok(()) => Dim::new(&self.shared.terms, Extent::from(symbol)),
            Err(Reported) => Dim::bad(Fault::REPORTED),
        }
    }
}

/// # Results with computed extents
///
/// The number of elements is known only at run time.
impl Tensor {
    /// The indices of nonzero (or true) elements, counted in row-major order, in i64. NumPy's `flatnonzero`.
    ///
    /// The program computes the extent of the result ([`Tracer::dim_of`]).
    #[track_caller]
    pub fn flatnonzero(&self) -> Tensor {
        let at = Site::caller();
        let tracer = Tracer { shared: self.shared.clone() };
        self.library(at, || {
            let mask = self.cast(Elem::Bool).flatten();
            let count = tracer.dim_of_fresh(at, "nonzero", &mask.sum(0));
            let place = mask.select(mask.cast(Elem::Int(64)).cumsum(0) - 1, -1);
            tracer.zeros::<i64>([count]).set_at([&place], tracer.arange::<i64>(mask.extent(0)))
        })
    }

    /// The indices of nonzero (or true) elements along each axis, in row-major order, in i64. NumPy's
    /// `nonzero`.
    #[track_caller]
    pub fn nonzero(&self) -> Vec<Tensor> {
        let at = Site::caller();
        let rank = self.rank() as i64;
        let mut rest = self.library(at, || self.flatnonzero());
        let mut along = Vec::new();
        // From the last axis on: each quotient indexes the axes before.
        for axis in (0..rank).rev() {
            self.library(at, || {
                let extent = self.extent(axis);
                along.push(if axis == 0 { rest.clone() } else { (&rest % extent).cast(Elem::Int(64)) });
                rest = (&rest / extent).cast(Elem::Int(64));
                rest.clone()
            });
        }
        along.reverse();
        along
    }

    /// As [`Tensor::nonzero`], as the rows of one matrix. NumPy's `argwhere`.
    #[track_caller]
    pub fn argwhere(&self) -> Tensor {
        let at = Site::caller();
        let tracer = Tracer { shared: self.shared.clone() };
        self.library(at, || match self.rank() {
            0 => tracer.zeros::<i64>((self.flatnonzero().extent(0), 0)),
            _ => tracer.stack_axis(-1, self.nonzero()),
        })
    }

    /// The slices along an axis where a condition, a vector of that extent or shorter, is true (or not 0).
    /// NumPy's `compress`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// // The particles that are still alive.
    /// let program = Program::trace("alive", |p| {
    ///     let n = p.dim("n");
    ///     let (x, life) = (p.input::<f32>("x", (n, 3)), p.input::<f32>("life", [n]));
    ///     (x.compress(0, life.gt(0)), life.extract(life.gt(0)))
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn compress(&self, axis: i64, condition: impl Operand) -> Tensor {
        let at = Site::caller();
        let condition = Tensor::from_arg(&self.shared, at, condition.arg());
        self.library(at, || {
            if condition.rank() != 1 {
                return self
                    .failed(at, format!("compress needs a vector as its condition, not {condition:?}"));
            }
            let Ok((axis, shape)) = self.position(at, axis) else { return Tensor::poison(&self.shared) };
            let (own, length) = (&shape[axis], condition.extents().unwrap_or_default().remove(0));
            // As in NumPy, a condition may be shorter; a selected index beyond the extent stops the call.
            let outside = match length.prove_le(own, &Facts::new()) {
                Verdict::Proved => Outside::Clamp,
                Verdict::Unknown => Outside::Trap,
                Verdict::Refuted => {
                    let message =
                        format!("the condition {condition:?} is longer than axis {axis} of {self:?}");
                    return self.failed(at, message);
                }
            };
            self.take_with(axis as i64, condition.flatnonzero(), &outside)
        })
    }

    /// The elements where a condition of the same shape is true (or not 0), in row-major order. NumPy's
    /// `x[condition]`, `extract`.
    #[track_caller]
    pub fn extract(&self, condition: impl Operand) -> Tensor {
        let at = Site::caller();
        let condition = Tensor::from_arg(&self.shared, at, condition.arg());
        self.library(at, || {
            let axes = 0..self.rank() as i64;
            let shape: Vec<Dim<'_>> = axes.map(|axis| self.extent(axis)).collect();
            self.flatten().compress(0, condition.with_shape(shape).flatten())
        })
    }

    /// The distinct elements, ascending, NaN last and once. NumPy's `unique`.
    #[track_caller]
    pub fn unique(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || self.unique_counts().0)
    }

    /// The distinct elements, ascending, and how often each occurs, in i64. NumPy's `unique` with counts.
    #[track_caller]
    pub fn unique_counts(&self) -> (Tensor, Tensor) {
        let at = Site::caller();
        let tracer = Tracer { shared: self.shared.clone() };
        let mut counts = Tensor::poison(&self.shared);
        let values = self.library(at, || {
            let sorted = self.flatten().sort(0);
            let first = tracer.compute([sorted.extent(0)], |[i]| {
                let (here, before) = (sorted.at([&i]), sorted.at([&i - 1]));
                let same = here.eq(&before) | (here.ne(&here) & before.ne(&before));
                i.eq(0) | !same
            });
            let starts = first.flatnonzero();
            let group = first.cast(Elem::Int(64)).cumsum(0) - 1;
            counts = tracer.zeros::<i64>([starts.extent(0)]).add_at([&group], 1);
            sorted.take(0, &starts)
        });
        (values, counts)
    }
}
