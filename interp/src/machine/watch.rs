//! What ends a run of the interpreter that would go on: its limits, and the handle that cancels it.

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

/// Between two looks at the clock and the handle, so many ops or elements are executed.
const EVERY: u32 = 1024;

/// Bytes of an element in the interpreter, whatever its type.
const ELEMENT: u64 = size_of::<u64>() as u64;

/// The limits of a run and how much of them is used.
pub(crate) struct Watch {
    limits: Limits,
    start: Instant,
    /// Visits until the next look; 0 from when the run is to end.
    left: Cell<u32>,
    stopped: Cell<Option<Interrupt>>,
    /// No more bytes than this are held.
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

    /// False once the run is to end; called for each op, and for each element where an op goes through many.
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

/// The shape of a tensor, vector or buffer that an op makes.
pub(crate) struct Shape {
    dtype: DType,
    extents: Vec<Extent>,
}

impl Shape {
    /// The shapes of an op's results, as far as their types tell.
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
    /// Limits the runs of this machine; their time begins now.
    pub fn set_limits(&mut self, limits: &Limits) {
        self.watch = Watch { limits: limits.clone(), left: Cell::new(0), ..Watch::default() };
        self.fuel = self.watch.most_steps();
    }

    /// Limits the op executions of this machine's runs.
    pub fn set_fuel(&mut self, most: u64) {
        self.watch.limits.steps = Some(most);
        self.fuel = most;
    }

    /// False once the run is to end. What an op computes from then on does not matter, so that loops over elements simply
    /// stop; the machine refuses to go on after the op.
    #[inline]
    pub(crate) fn goes_on(&self) -> bool {
        self.watch.goes_on()
    }

    /// Ends the run at `op` if it is to end. An op with `large` results takes its time: the clock is looked at.
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

    /// Checks that a tensor of this shape can be: its extents and their product, the memory it takes, the limit on bytes.
    /// Shapes that are not known yet pass.
    pub(crate) fn check_room(&self, op: Op, shape: &Shape) -> Result<(), Stop> {
        let extents: Result<Vec<i64>, Stop> = shape.extents.iter().map(|e| self.extent(op, e)).collect();
        let Ok(extents) = extents else { return Ok(()) };
        // An op says itself what it thinks of a negative extent.
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

    /// An op makes a tensor for which there is no memory.
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

    /// Checks the limit on bytes before so many more are taken. What is held is counted anew only when the sum of all that was
    /// taken since the last count passes the limit.
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
