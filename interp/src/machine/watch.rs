//! Limits and cancellation of interpreter runs.

use crate::machine::action::Stop;
use crate::machine::{DEFAULT_FUEL, Machine};
use crate::values::value::{Datum, TooLarge, count, has_room};
use rustc_hash::FxHashSet;
use std::cell::Cell;
use std::sync::Arc;
use std::time::Instant;
use tf_dialects::limits::{Interrupt, Limit, Limits};
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::stops;
use tf_ir::body::Op;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type, TypeData};

/// The clock and the cancel handle are checked every `EVERY` ops or elements.
const EVERY: u32 = 1024;

/// Bytes of an element in the interpreter, for every type.
const ELEMENT: u64 = size_of::<u64>() as u64;

/// The limits of a run and their current use.
pub(crate) struct Watch {
    limits: Limits,
    start: Instant,
    /// Visits until the next check; 0 once the run must end.
    left: Cell<u32>,
    stopped: Cell<Option<Interrupt>>,
    /// An upper bound of the bytes held.
    held: Cell<u64>,
}

impl Default for Watch {
    fn default() -> Watch {
        Watch {
            limits: Limits::default(),
            start: Instant::now(),
            left: Cell::new(EVERY),
            stopped: Cell::new(None),
            held: Cell::new(0),
        }
    }
}

impl Watch {
    /// The limit on steps.
    pub(crate) fn most_steps(&self) -> u64 {
        self.limits.steps.unwrap_or(DEFAULT_FUEL)
    }

    /// False once the run must end; called for each op, and for each element in ops over many elements.
    #[inline]
    fn goes_on(&self) -> bool {
        match self.left.get() {
            0 => self.look(),
            left => {
                self.left.set(left - 1);
                true
            }
        }
    }

    #[cold]
    fn look(&self) -> bool {
        let cancelled = self.limits.cancel.as_ref().is_some_and(|handle| handle.is_cancelled());
        let late = || self.limits.time.filter(|most| self.start.elapsed() >= *most);
        if self.stopped.get().is_none() {
            self.stopped.set(match cancelled {
                true => Some(Interrupt::Cancelled),
                false => late().map(|most| Interrupt::Limit(Limit::Time(most))),
            });
        }
        let goes_on = self.stopped.get().is_none();
        self.left.set(if goes_on { EVERY } else { 0 });
        goes_on
    }
}

/// The shape of a tensor, vector or buffer that an op creates.
pub(crate) struct Shape {
    dtype: DType,
    extents: Vec<Extent>,
}

impl Shape {
    /// The shapes of an op's results, as far as their types determine them.
    pub(crate) fn of_results(op: OpRef<'_>) -> Box<[Shape]> {
        op.results().filter_map(|value| Shape::of(op.ctx(), op.body().ty(value))).collect()
    }

    fn of(ctx: &Context, ty: Type) -> Option<Shape> {
        let extents = match ctx.type_data(ty) {
            TypeData::Vector { shape, .. } => shape.iter().map(|n| Extent::constant(*n)).collect(),
            _ => ctx.dims(ty)?.iter().map(Dim::to_extent).collect::<Option<Vec<_>>>()?,
        };
        Some(Shape { dtype: element_type(ctx, ty)?, extents })
    }
}

impl Machine<'_> {
    /// Limits the runs of this machine; their time starts now.
    pub fn set_limits(&mut self, limits: &Limits) {
        self.watch = Watch { limits: limits.clone(), left: Cell::new(0), ..Watch::default() };
        self.fuel = self.watch.most_steps();
    }

    /// Limits the op executions of this machine's runs.
    pub fn set_fuel(&mut self, most: u64) {
        self.watch.limits.steps = Some(most);
        self.fuel = most;
    }

    /// False once the run must end. Results computed after that are discarded, so loops over elements simply
    /// stop; the machine refuses to continue after the op.
    #[inline]
    pub(crate) fn goes_on(&self) -> bool {
        self.watch.goes_on()
    }

    /// Ends the run at `op` if it must end. For an op with `large` results, it checks the clock at once.
    #[inline]
    pub(crate) fn check_end(&self, op: Op, large: bool) -> Result<(), Stop> {
        if large {
            self.watch.left.set(0);
        }
        match self.watch.goes_on() {
            true => Ok(()),
            false => Err(self.ended(op)),
        }
    }

    #[cold]
    fn ended(&self, op: Op) -> Stop {
        self.interrupted(op, self.watch.stopped.get().unwrap_or(Interrupt::Cancelled))
    }

    pub(crate) fn interrupted(&self, op: Op, why: Interrupt) -> Stop {
        Stop::Interrupted(why, self.body().loc(op))
    }

    /// Checks that a tensor of this shape can exist: its extents and their product, its memory, the limit on
    /// bytes. Shapes that are not known yet pass.
    pub(crate) fn check_room(&self, op: Op, shape: &Shape) -> Result<(), Stop> {
        let extents: Result<Vec<i64>, Stop> = shape.extents.iter().map(|e| self.extent(op, e)).collect();
        let Ok(extents) = extents else { return Ok(()) };
        // The op itself reports a negative extent.
        let Ok(extents) = extents.into_iter().map(usize::try_from).collect::<Result<Vec<_>, _>>() else {
            return Ok(());
        };
        let refuse = |e: TooLarge| Stop::from(self.too_large(op, &e));
        let count = count(shape.dtype, &extents).map_err(refuse)?;
        self.check_bytes(op, ELEMENT.saturating_mul(count as u64))?;
        match has_room(shape.dtype, &extents) {
            true => Ok(()),
            false => Err(refuse(TooLarge::new(shape.dtype, &extents))),
        }
    }

    /// The error of an op whose tensor exceeds the memory.
    pub(crate) fn too_large(&self, op: Op, tensor: &TooLarge) -> Diagnostic {
        let body = self.body();
        let fits = |ty: &Type| tensor.is_of(body.ctx(), *ty);
        let Some(ty) = body.results(op).map(|result| body.ty(result)).find(fits) else {
            return self.stop(op, &tensor.to_string(), &[]);
        };
        let (text, extents) = stops::no_memory(body.ctx(), ty);
        let numbers: Result<Vec<i64>, Stop> = extents.iter().map(|e| self.extent(op, e)).collect();
        self.stop(op, &text, &numbers.unwrap_or_default())
    }

    /// Checks the limit on bytes before `more` bytes are allocated. Held bytes are recounted only when the
    /// running sum of allocations exceeds the limit.
    fn check_bytes(&self, op: Op, more: u64) -> Result<(), Stop> {
        let Some(most) = self.watch.limits.bytes else { return Ok(()) };
        let held = &self.watch.held;
        if held.get().saturating_add(more) > most {
            held.set(self.held_bytes());
        }
        held.set(held.get().saturating_add(more));
        match held.get() <= most {
            true => Ok(()),
            false => Err(self.interrupted(op, Interrupt::Limit(Limit::Bytes(most)))),
        }
    }

    /// Bytes of the values of all calls and of the buffers.
    fn held_bytes(&self) -> u64 {
        let mut seen = FxHashSet::default();
        let tensors = self.live_values().filter_map(|value| match value {
            Datum::Dense(dense) => seen.insert(Arc::as_ptr(dense)).then(|| dense.data.len() as u64),
            Datum::Partial(partial) => Some(2 * partial.written.len() as u64),
            _ => None,
        });
        ELEMENT * (tensors.sum::<u64>() + self.memory.elements())
    }
}
