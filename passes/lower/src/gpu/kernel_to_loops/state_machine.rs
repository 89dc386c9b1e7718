//! Threads as state machines, for kernels whose threads wait for each other at different points of the code.
//!
//! Threads that wait for a phase of a barrier in memory or for a flag do not reach the same point together:
//! one of them may fill a buffer in one loop, and the others read it in another. So each thread is a
//! coroutine (Conway, "Design of a separable transition-diagram compiler", 1963): its code is split at each
//! point at which it may wait, each part is a state, and a state ends with the choice of the next one. Values
//! that are live across states are spilled to memory with an element for each thread, loop counters included.

use super::phases::{EnclosingLoops, MEETINGS, Planner, check_control, unexpanded};
use tf_dialects::kernel::{
    Barrier, ClusterBarrier, ClusterWait, LoadAcquire, MBarrierWait, WarpReduce, Wgmma,
};
use tf_dialects::loops::{For, If, While};
use tf_ir::OpKind;
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::registry::Traits;
use tf_ir::walk::walk;

/// The code of a thread between two points at which it may wait.
pub(super) struct State {
    /// Its ops.
    pub ops: Vec<Op>,
    /// Values that move to loops, conditionals and their results at the end of the state.
    pub moves: Vec<Move>,
    /// Its terminator.
    pub end: End,
}

/// A parallel move of values of the thread.
pub(super) struct Move {
    /// The op that moves the values.
    pub at: Op,
    pub values: Vec<Value>,
    pub to: Vec<Value>,
}

/// The terminator of a state: it chooses the next one.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// A jump.
    Goto(usize),
    /// A branch on a condition, which comes from the op `at`.
    Choose { at: Op, condition: Value, then: usize, otherwise: usize },
    /// The first iteration of a counted loop, unless the loop is empty.
    Enter { counted: Op, body: usize, after: usize },
    /// The next iteration of a counted loop, if there is one.
    Repeat { counted: Op, body: usize, after: usize },
    /// The next state, once the condition of the op holds; until then this state again.
    Wait { op: Op, next: usize },
    /// The next state, once the other threads have reached the op.
    Meet { op: Op, next: usize },
    /// The next state, after the other threads have had a turn.
    Yield(usize),
    /// The thread ends.
    Last,
}

/// The states of a thread; the first one is the entry.
#[derive(Default)]
pub(super) struct StateMachine {
    /// Uniform ops: they run once, before the first turn.
    pub once: Vec<Op>,
    pub states: Vec<State>,
    /// The position of the ops of each state.
    places: Vec<EnclosingLoops>,
}

/// Ops that loops over threads cannot implement: the threads or warps that they synchronize do not all reach
/// them together.
const NEEDING: [OpKind; 2] = [MBarrierWait::KIND, Wgmma::KIND];

/// Ops at which a thread may wait.
const STOPS: [OpKind; 6] = [
    Barrier::KIND,
    Wgmma::KIND,
    MBarrierWait::KIND,
    ClusterBarrier::KIND,
    ClusterWait::KIND,
    LoadAcquire::KIND,
];

/// Marks a `kernel.load_acquire` whose spin loop waits for blocks that began earlier, never for threads of
/// the same block.
pub(crate) const EARLIER_BLOCKS: &str = "kernel.earlier_blocks";

/// True if the threads of a kernel must be state machines.
pub(super) fn are_needed(kernel: &Body) -> bool {
    let mut found = false;
    walk(kernel, kernel.root(), &mut |body: &Body, op| {
        found |= NEEDING.contains(&body.kind(op)) || may_wait_for_own_block(body, op);
    });
    found
}

/// True if an op polls a flag in a loop, and another thread of the block may set the flag.
fn may_wait_for_own_block(body: &Body, op: Op) -> bool {
    if !body.is(op, LoadAcquire) || body.attr(op, EARLIER_BLOCKS).is_some() {
        return false;
    }
    let mut around = body.parent_op(op);
    while let Some(outer) = around {
        if body.is(outer, For) || body.is(outer, While) {
            return true;
        }
        around = body.parent_op(outer);
    }
    false
}

impl StateMachine {
    /// Ends a state.
    fn end(&mut self, state: usize, end: End) {
        self.states[state].end = end;
    }

    /// Adds a move to the end of a state.
    fn move_values(&mut self, state: usize, at: Op, values: Vec<Value>, to: Vec<Value>) {
        if !values.is_empty() {
            self.states[state].moves.push(Move { at, values, to });
        }
    }
}

impl Planner<'_> {
    /// The states of a thread that runs these ops.
    pub(super) fn state_machine(&mut self, ops: &[Op]) -> Result<StateMachine, Diagnostic> {
        let mut state_machine = StateMachine::default();
        let first = self.open(&mut state_machine);
        let last = self.code(ops, first, &mut state_machine)?;
        state_machine.end(last, End::Last);
        Ok(state_machine)
    }

    /// Creates a state.
    fn open(&mut self, state_machine: &mut StateMachine) -> usize {
        state_machine.states.push(State { ops: Vec::new(), moves: Vec::new(), end: End::Last });
        state_machine.places.push(self.fresh_position(EnclosingLoops::default()));
        state_machine.states.len() - 1
    }

    /// Appends an op to a state.
    fn append(&mut self, op: Op, state: usize, state_machine: &mut StateMachine) {
        self.put(op, state_machine.places[state]);
        state_machine.states[state].ops.push(op);
    }

    /// Appends ops from a state on; returns the state in which they end.
    fn code(
        &mut self,
        ops: &[Op],
        mut state: usize,
        state_machine: &mut StateMachine,
    ) -> Result<usize, Diagnostic> {
        for op in ops.iter().copied() {
            if self.body.has(op, Traits::TERMINATOR) {
                self.places.insert(op, EnclosingLoops::default());
            } else if self.is_uniform(op, EnclosingLoops::default()) {
                self.places.insert(op, EnclosingLoops::default());
                state_machine.once.push(op);
            } else {
                state = self.step(op, state, state_machine)?;
            }
        }
        Ok(state)
    }

    /// Appends an op that varies between threads, or that synchronizes them.
    fn step(&mut self, op: Op, state: usize, state_machine: &mut StateMachine) -> Result<usize, Diagnostic> {
        let kind = self.body.kind(op);
        match kind {
            WarpReduce::KIND => Err(unexpanded(self.body, op)),
            MBarrierWait::KIND | ClusterWait::KIND => Ok(self.wait(op, state, state_machine)),
            ClusterBarrier::KIND => {
                self.append(op, state, state_machine);
                Ok(self.wait(op, state, state_machine))
            }
            LoadAcquire::KIND => {
                self.append(op, state, state_machine);
                let next = self.open(state_machine);
                state_machine.end(state, End::Yield(next));
                Ok(next)
            }
            Barrier::KIND | Wgmma::KIND => Ok(self.meet(op, state, state_machine)),
            _ if MEETINGS.contains(&kind) => Ok(self.meet(op, state, state_machine)),
            _ if self.contains(op, &STOPS) || self.contains(op, &MEETINGS) => {
                self.cut(op, state, state_machine)
            }
            _ => {
                self.append(op, state, state_machine);
                Ok(state)
            }
        }
    }

    /// Ends the state and adds a polling state, which repeats until the wait is over.
    fn wait(&mut self, op: Op, state: usize, state_machine: &mut StateMachine) -> usize {
        let tries = self.open(state_machine);
        state_machine.end(state, End::Goto(tries));
        if !self.body.is(op, ClusterBarrier) {
            self.put(op, state_machine.places[tries]);
        }
        let next = self.open(state_machine);
        state_machine.end(tries, End::Wait { op, next });
        next
    }

    /// Ends the state at a synchronization point: the scheduler runs the collective op between turns.
    fn meet(&mut self, op: Op, state: usize, state_machine: &mut StateMachine) -> usize {
        let place = self.fresh_position(EnclosingLoops::default());
        self.put(op, place);
        let next = self.open(state_machine);
        state_machine.end(state, End::Meet { op, next });
        next
    }

    /// Splits a loop or a conditional in which threads may wait.
    fn cut(&mut self, op: Op, state: usize, state_machine: &mut StateMachine) -> Result<usize, Diagnostic> {
        check_control(self.body, op)?;
        self.places.insert(op, EnclosingLoops::default());
        self.split.insert(op);
        match self.body.kind(op) {
            For::KIND => self.counted(op, state, state_machine),
            While::KIND => self.repeated(op, state, state_machine),
            _ => self.conditional(op, state, state_machine),
        }
    }

    /// The ops of a region, including its terminator.
    fn region_ops(&self, op: Op, region: usize) -> Vec<Op> {
        let block = self.body.regions(op).nth(region).and_then(|region| self.body.entry(region));
        block.map(|block| self.body.ops(block).collect()).unwrap_or_default()
    }

    fn counted(
        &mut self,
        op: Op,
        state: usize,
        state_machine: &mut StateMachine,
    ) -> Result<usize, Diagnostic> {
        let view = self.body.op(op).view(For);
        let (carried, yielded, results) = (view.carried(), view.yielded(), view.op().results().collect());
        let inits = self.body.operands(op).skip(3).collect();
        let (body, after) = (self.open(state_machine), self.open(state_machine));
        state_machine.move_values(state, op, inits, carried.clone());
        state_machine.end(state, End::Enter { counted: op, body, after });
        let last = self.code(&self.region_ops(op, 0), body, state_machine)?;
        state_machine.move_values(last, view.end().unwrap_or(op), yielded, carried.clone());
        state_machine.end(last, End::Repeat { counted: op, body, after });
        let next = self.open(state_machine);
        state_machine.move_values(after, op, carried, results);
        state_machine.end(after, End::Goto(next));
        Ok(next)
    }

    fn repeated(
        &mut self,
        op: Op,
        state: usize,
        state_machine: &mut StateMachine,
    ) -> Result<usize, Diagnostic> {
        let view = self.body.op(op).view(While);
        let (before, after, yielded) = (view.before(), view.after(), view.yielded());
        let test = view.condition().ok_or_else(|| self.body.op(op).error("has no condition"))?;
        let asked: Vec<Value> = self.body.operands(test).collect();
        let (tests, iteration, next) =
            (self.open(state_machine), self.open(state_machine), self.open(state_machine));
        state_machine.move_values(state, op, self.body.operands(op).collect(), before.clone());
        state_machine.end(state, End::Goto(tests));
        let last = self.code(&self.region_ops(op, 0), tests, state_machine)?;
        let results = self.body.results(op).collect();
        state_machine.move_values(last, test, [&asked[1..], &asked[1..]].concat(), [after, results].concat());
        state_machine
            .end(last, End::Choose { at: test, condition: asked[0], then: iteration, otherwise: next });
        let last = self.code(&self.region_ops(op, 1), iteration, state_machine)?;
        state_machine.move_values(last, op, yielded, before);
        state_machine.end(last, End::Goto(tests));
        Ok(next)
    }

    fn conditional(
        &mut self,
        op: Op,
        state: usize,
        state_machine: &mut StateMachine,
    ) -> Result<usize, Diagnostic> {
        let condition = self.body.operand(op, 0);
        let (then, otherwise, next) =
            (self.open(state_machine), self.open(state_machine), self.open(state_machine));
        state_machine.end(state, End::Choose { at: op, condition, then, otherwise });
        for (region, first) in [then, otherwise].into_iter().enumerate() {
            let last = self.code(&self.region_ops(op, region), first, state_machine)?;
            let yielded = self.body.op(op).view(If).yielded(region);
            state_machine.move_values(last, op, yielded, self.body.results(op).collect());
            state_machine.end(last, End::Goto(next));
        }
        Ok(next)
    }
}
