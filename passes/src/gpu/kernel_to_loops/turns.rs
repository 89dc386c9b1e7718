//! Threads that take turns: which states a thread may be in, where one waits for what other threads do at places of their own.
//!
//! Where threads wait for a phase of a barrier in memory or for a flag, they do not come there together: one of them may fill what the others read, in a
//! loop of its own. So each thread is a coroutine (Conway, "Design of a separable transition-diagram compiler", 1963): its code is cut where
//! it may wait, each piece is a state, and a state ends by saying which one comes next. What lives longer than a state lies in memory with an
//! element for each thread, loop counters included.

use super::phases::{MEETINGS, Place, Planner, check_control, unexpanded};
use tf_dialects::kernel::{
    Barrier, ClusterBarrier, ClusterWait, LoadAcquire, MBarrierWait, WarpReduce, Wgmma,
};
use tf_dialects::loops::{For, If, While};
use tf_ir::OpKind;
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::registry::Traits;
use tf_ir::walk::walk;

/// What a thread does between two places where it may wait.
pub(super) struct State {
    /// What it does.
    pub ops: Vec<Op>,
    /// Values that go to loops, conditionals and their results, before the state ends.
    pub moves: Vec<Move>,
    /// How it ends.
    pub end: End,
}

/// Values of the thread become others, all at once.
pub(super) struct Move {
    /// The op that says so.
    pub at: Op,
    pub values: Vec<Value>,
    pub to: Vec<Value>,
}

/// How a state ends: which one comes next.
#[derive(Clone, Copy)]
pub(super) enum End {
    /// This one.
    Goto(usize),
    /// One of two, by a condition that an op asks.
    Choose { at: Op, condition: Value, then: usize, otherwise: usize },
    /// The first trip of a counted loop, if it has one.
    Enter { counted: Op, body: usize, after: usize },
    /// The next trip of a counted loop, if it has one.
    Repeat { counted: Op, body: usize, after: usize },
    /// The next one, once what the op waits for has happened; until then this one again.
    Wait { op: Op, next: usize },
    /// The next one, once the others are at the same op.
    Meet { op: Op, next: usize },
    /// The next one, after the other threads have had their turn.
    Yield(usize),
    /// The thread ends.
    Last,
}

/// The states of a thread; it begins in the first.
#[derive(Default)]
pub(super) struct Turns {
    /// Ops that give all threads the same: they run once, before the first turn.
    pub once: Vec<Op>,
    pub states: Vec<State>,
    /// Where the ops of each state are.
    places: Vec<Place>,
}

/// Ops for which no loop over threads can stand: not all threads, or warps, that they are about come there together.
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

/// Says of a `kernel.load_acquire` that who reads it again and again waits for blocks that have begun before, never for threads of its own.
pub(crate) const EARLIER_BLOCKS: &str = "kernel.earlier_blocks";

/// Whether the threads of a kernel have to take turns.
pub(super) fn are_needed(kernel: &Body) -> bool {
    let mut found = false;
    walk(kernel, kernel.root(), &mut |body: &Body, op| {
        found |= NEEDING.contains(&body.kind(op)) || may_wait_for_own_block(body, op);
    });
    found
}

/// Whether an op looks at a flag in a loop, which another thread of the block may set.
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

impl Turns {
    /// Ends a state.
    fn end(&mut self, state: usize, end: End) {
        self.states[state].end = end;
    }

    /// Values become others where a state ends.
    fn hand_over(&mut self, state: usize, at: Op, values: Vec<Value>, to: Vec<Value>) {
        if !values.is_empty() {
            self.states[state].moves.push(Move { at, values, to });
        }
    }
}

impl Planner<'_> {
    /// The states of a thread that runs these ops.
    pub(super) fn turns(&mut self, ops: &[Op]) -> Result<Turns, Diagnostic> {
        let mut turns = Turns::default();
        let first = self.open(&mut turns);
        let last = self.code(ops, first, &mut turns)?;
        turns.end(last, End::Last);
        Ok(turns)
    }

    /// A new state.
    fn open(&mut self, turns: &mut Turns) -> usize {
        turns.states.push(State { ops: Vec::new(), moves: Vec::new(), end: End::Last });
        turns.places.push(self.own_place(Place::default()));
        turns.states.len() - 1
    }

    /// An op that runs in a state.
    fn append(&mut self, op: Op, state: usize, turns: &mut Turns) {
        self.put(op, turns.places[state]);
        turns.states[state].ops.push(op);
    }

    /// Ops that run from a state on; the state in which they end.
    fn code(&mut self, ops: &[Op], mut state: usize, turns: &mut Turns) -> Result<usize, Diagnostic> {
        for op in ops.iter().copied() {
            if self.body.has(op, Traits::TERMINATOR) {
                self.places.insert(op, Place::default());
            } else if self.is_uniform(op, Place::default()) {
                self.places.insert(op, Place::default());
                turns.once.push(op);
            } else {
                state = self.step(op, state, turns)?;
            }
        }
        Ok(state)
    }

    /// An op that differs from thread to thread, or that orders them.
    fn step(&mut self, op: Op, state: usize, turns: &mut Turns) -> Result<usize, Diagnostic> {
        let kind = self.body.kind(op);
        match kind {
            WarpReduce::KIND => Err(unexpanded(self.body, op)),
            MBarrierWait::KIND | ClusterWait::KIND => Ok(self.wait(op, state, turns)),
            ClusterBarrier::KIND => {
                self.append(op, state, turns);
                Ok(self.wait(op, state, turns))
            }
            LoadAcquire::KIND => {
                self.append(op, state, turns);
                let next = self.open(turns);
                turns.end(state, End::Yield(next));
                Ok(next)
            }
            Barrier::KIND | Wgmma::KIND => Ok(self.meet(op, state, turns)),
            _ if MEETINGS.contains(&kind) => Ok(self.meet(op, state, turns)),
            _ if self.contains(op, &STOPS) || self.contains(op, &MEETINGS) => self.cut(op, state, turns),
            _ => {
                self.append(op, state, turns);
                Ok(state)
            }
        }
    }

    /// A state of its own tries whether the waiting is over.
    fn wait(&mut self, op: Op, state: usize, turns: &mut Turns) -> usize {
        let tries = self.open(turns);
        turns.end(state, End::Goto(tries));
        if !self.body.is(op, ClusterBarrier) {
            self.put(op, turns.places[tries]);
        }
        let next = self.open(turns);
        turns.end(tries, End::Wait { op, next });
        next
    }

    /// What threads do together is done for all of them, between turns.
    fn meet(&mut self, op: Op, state: usize, turns: &mut Turns) -> usize {
        let place = self.own_place(Place::default());
        self.put(op, place);
        let next = self.open(turns);
        turns.end(state, End::Meet { op, next });
        next
    }

    /// A loop or a conditional in which threads may wait.
    fn cut(&mut self, op: Op, state: usize, turns: &mut Turns) -> Result<usize, Diagnostic> {
        check_control(self.body, op)?;
        self.places.insert(op, Place::default());
        self.split.insert(op);
        match self.body.kind(op) {
            For::KIND => self.counted(op, state, turns),
            While::KIND => self.repeated(op, state, turns),
            _ => self.conditional(op, state, turns),
        }
    }

    /// The ops of a region, the last of which ends it.
    fn region_ops(&self, op: Op, region: usize) -> Vec<Op> {
        let block = self.body.regions(op).nth(region).and_then(|region| self.body.entry(region));
        block.map(|block| self.body.ops(block).collect()).unwrap_or_default()
    }

    fn counted(&mut self, op: Op, state: usize, turns: &mut Turns) -> Result<usize, Diagnostic> {
        let view = self.body.op(op).view(For);
        let (carried, yielded, results) = (view.carried(), view.yielded(), view.op().results().collect());
        let inits = self.body.operands(op).skip(3).collect();
        let (body, after) = (self.open(turns), self.open(turns));
        turns.hand_over(state, op, inits, carried.clone());
        turns.end(state, End::Enter { counted: op, body, after });
        let last = self.code(&self.region_ops(op, 0), body, turns)?;
        turns.hand_over(last, view.end().unwrap_or(op), yielded, carried.clone());
        turns.end(last, End::Repeat { counted: op, body, after });
        let next = self.open(turns);
        turns.hand_over(after, op, carried, results);
        turns.end(after, End::Goto(next));
        Ok(next)
    }

    fn repeated(&mut self, op: Op, state: usize, turns: &mut Turns) -> Result<usize, Diagnostic> {
        let view = self.body.op(op).view(While);
        let (before, after, yielded) = (view.before(), view.after(), view.yielded());
        let test = view.condition().ok_or_else(|| self.body.op(op).error("has no condition"))?;
        let asked: Vec<Value> = self.body.operands(test).collect();
        let (tests, trip, next) = (self.open(turns), self.open(turns), self.open(turns));
        turns.hand_over(state, op, self.body.operands(op).collect(), before.clone());
        turns.end(state, End::Goto(tests));
        let last = self.code(&self.region_ops(op, 0), tests, turns)?;
        let results = self.body.results(op).collect();
        turns.hand_over(last, test, [&asked[1..], &asked[1..]].concat(), [after, results].concat());
        turns.end(last, End::Choose { at: test, condition: asked[0], then: trip, otherwise: next });
        let last = self.code(&self.region_ops(op, 1), trip, turns)?;
        turns.hand_over(last, op, yielded, before);
        turns.end(last, End::Goto(tests));
        Ok(next)
    }

    fn conditional(&mut self, op: Op, state: usize, turns: &mut Turns) -> Result<usize, Diagnostic> {
        let condition = self.body.operand(op, 0);
        let (then, otherwise, next) = (self.open(turns), self.open(turns), self.open(turns));
        turns.end(state, End::Choose { at: op, condition, then, otherwise });
        for (region, first) in [then, otherwise].into_iter().enumerate() {
            let last = self.code(&self.region_ops(op, region), first, turns)?;
            let yielded = self.body.op(op).view(If).yielded(region);
            turns.hand_over(last, op, yielded, self.body.results(op).collect());
            turns.end(last, End::Goto(next));
        }
        Ok(next)
    }
}
