//! Structured control flow: `loop.for`, `loop.while`, `loop.if`, `loop.parallel`.

use crate::machine::Machine;
use crate::machine::action::{Action, Data, Interpret, Next, State, Stop};
use crate::machine::meanings::Meanings;
use crate::values::value::Datum;
use tf_dialects::loops::{self, SwitchOp};
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_dialects::stops;
use tf_ir::body::{Op, Region};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

pub(crate) fn register(meanings: &mut Meanings) {
    meanings.add(loops::For).add(loops::While).add(loops::If).add(loops::Switch).add(loops::Parallel);
}

/// `loop.for`: operands lower bound, upper bound, step, initial values.
impl Interpret for loops::For {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let dtype =
            element_type(op.ctx(), op.operand_type(0)).ok_or_else(|| op.error("needs integer bounds"))?;
        let exits = op.cast(loops::For).is_some_and(|view| view.early_exit().is_some());
        Ok(Box::new(ForAction { dtype, exits }))
    }
}

struct ForAction {
    dtype: DType,
    /// True if the region first yields whether to continue (early exit).
    exits: bool,
}

struct ForState {
    at: i64,
    hi: i64,
    step: i64,
}

impl ForAction {
    fn next(&self, m: &mut Machine<'_>, op: Op, state: ForState, carried: Data) -> Next {
        if state.at >= state.hi {
            m.set_results(op, carried);
            return Next::Continue;
        }
        let index = Scalar::from_i64(self.dtype, state.at).bits();
        let mut args = Data::new();
        args.push(Datum::Bits(index));
        args.extend(carried);
        Next::Enter { region: m.body().region(op, 0), args, state: Box::new(state) }
    }
}

impl Action for ForAction {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let mut operands = m.operands(op);
        let signed = |d: &Datum| Scalar::from_bits(self.dtype, d.bits()).to_i64();
        let (at, hi, step) = (signed(&operands[0]), signed(&operands[1]), signed(&operands[2]));
        if step <= 0 {
            return Err(m.stop(op, stops::STEP, &[step]).into());
        }
        let carried = operands.drain(3..).collect();
        Ok(self.next(m, op, ForState { at, hi, step }, carried))
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, mut yielded: Data) -> Result<Next, Stop> {
        if self.exits && yielded.remove(0).bits() == 0 {
            m.set_results(op, yielded);
            return Ok(Next::Continue);
        }
        let mut state = *state.downcast::<ForState>().expect("a `for` resumes with its own state");
        // The index saturates: the largest integer ends the loop.
        state.at = state.at.saturating_add(state.step);
        Ok(self.next(m, op, state, yielded))
    }
}

/// `loop.while`: region 0 ends in `loop.condition`, region 1 in `loop.yield`.
impl Interpret for loops::While {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(WhileAction))
    }
}

struct WhileAction;

/// Which region of a `while` runs.
#[derive(PartialEq)]
enum Phase {
    Condition,
    Body,
}

impl WhileAction {
    fn enter(m: &Machine<'_>, op: Op, phase: Phase, args: Data) -> Next {
        let region: Region = m.body().region(op, usize::from(phase == Phase::Body));
        Next::Enter { region, args, state: Box::new(phase) }
    }
}

impl Action for WhileAction {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let operands = m.operands(op);
        Ok(Self::enter(m, op, Phase::Condition, operands))
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, mut yielded: Data) -> Result<Next, Stop> {
        let phase = *state.downcast::<Phase>().expect("a `while` resumes with its own state");
        if phase == Phase::Body {
            return Ok(Self::enter(m, op, Phase::Condition, yielded));
        }
        // `loop.condition` yields the condition first, then the values.
        let go_on = yielded.remove(0).bits() != 0;
        if go_on {
            return Ok(Self::enter(m, op, Phase::Body, yielded));
        }
        m.set_results(op, yielded);
        Ok(Next::Continue)
    }
}

/// `loop.if`: region 0 if the condition holds, else region 1 (which may be absent).
impl Interpret for loops::If {
    fn prepare(&self, _op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        Ok(Box::new(IfAction))
    }
}

struct IfAction;

impl Action for IfAction {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let body = m.body();
        let chosen = usize::from(m.bits(body.operand(op, 0)) == 0);
        let Some(region) = body.regions(op).nth(chosen) else { return Ok(Next::Continue) };
        if body.entry(region).is_none() {
            return Ok(Next::Continue);
        }
        Ok(Next::Enter { region, args: Data::new(), state: Box::new(()) })
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, _state: State, yielded: Data) -> Result<Next, Stop> {
        m.set_results(op, yielded);
        Ok(Next::Continue)
    }
}

/// `loop.switch`: the region of the case that equals the operand, else the last one.
impl Interpret for loops::Switch {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let dtype = element_type(op.ctx(), op.operand_type(0)).ok_or_else(|| op.error("needs an integer"))?;
        let cases = op.cast(loops::Switch).map(SwitchOp::values).unwrap_or_default();
        Ok(Box::new(SwitchAction { dtype, cases }))
    }
}

struct SwitchAction {
    dtype: DType,
    cases: Vec<i64>,
}

impl Action for SwitchAction {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let body = m.body();
        let number = Scalar::from_bits(self.dtype, m.bits(body.operand(op, 0))).to_i64();
        let chosen = self.cases.iter().position(|case| *case == number).unwrap_or(self.cases.len());
        Ok(Next::Enter { region: body.region(op, chosen), args: Data::new(), state: Box::new(()) })
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, _state: State, yielded: Data) -> Result<Next, Stop> {
        m.set_results(op, yielded);
        Ok(Next::Continue)
    }
}

/// `loop.parallel`: operands are all lower bounds, all upper bounds, all steps, then the shared values. Runs
/// in row-major order; iterations must be independent.
impl Interpret for loops::Parallel {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let rank = op.cast(loops::Parallel).map_or(0, |view| view.rank());
        Ok(Box::new(ParallelAction { rank }))
    }
}

struct ParallelAction {
    rank: usize,
}

struct ParallelState {
    at: Vec<i64>,
    bounds: Vec<(i64, i64, i64)>,
}

impl ParallelAction {
    fn enter(m: &Machine<'_>, op: Op, state: ParallelState, shared: Data) -> Next {
        let args = state.at.iter().map(|i| Datum::Bits(*i as u64)).chain(shared).collect();
        Next::Enter { region: m.body().region(op, 0), args, state: Box::new(state) }
    }
}

impl Action for ParallelAction {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        let rank = self.rank;
        let mut operands = m.operands(op);
        let shared: Data = operands.drain(3 * rank..).collect();
        let values: Vec<i64> = operands.iter().map(|v| v.bits() as i64).collect();
        let bounds: Vec<_> = (0..rank).map(|d| (values[d], values[rank + d], values[2 * rank + d])).collect();
        if let Some((_, _, step)) = bounds.iter().find(|b| b.2 <= 0) {
            return Err(m.stop(op, stops::STEP, &[*step]).into());
        }
        if bounds.iter().any(|(lo, hi, _)| lo >= hi) {
            m.set_results(op, shared);
            return Ok(Next::Continue);
        }
        let at = bounds.iter().map(|b| b.0).collect();
        Ok(Self::enter(m, op, ParallelState { at, bounds }, shared))
    }

    fn resume(&self, m: &mut Machine<'_>, op: Op, state: State, yielded: Data) -> Result<Next, Stop> {
        let mut state = *state.downcast::<ParallelState>().expect("a `parallel` resumes with its own state");
        for d in (0..self.rank).rev() {
            let (lo, hi, step) = state.bounds[d];
            state.at[d] = state.at[d].saturating_add(step);
            if state.at[d] < hi {
                return Ok(Self::enter(m, op, state, yielded));
            }
            state.at[d] = lo;
        }
        m.set_results(op, yielded);
        Ok(Next::Continue)
    }
}
