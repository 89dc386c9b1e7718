//! The interpreter's machine: explicit frames and fuel, no recursion on the host stack.

pub(crate) mod account;
pub(crate) mod action;
pub(crate) mod charge;
mod copies;
mod decomposed;
pub(crate) mod entry;
mod exchanged;
pub(crate) mod finite;
mod frame;
pub(crate) mod latitude;
pub(crate) mod meanings;
mod ours;
pub(crate) mod symbols;
mod watch;

use crate::grid::{Grid, Meeting};
use crate::machine::account::Account;
use crate::machine::action::{Action, Data, Next, State, Stop};
use crate::machine::charge::{Charge, counts_decomposed};
use crate::machine::latitude::{Deviation, Latitude};
use crate::machine::meanings::Meanings;
use crate::machine::watch::{Shape, Watch};
use crate::values::memory::Memory;
use crate::values::value::Datum;
use rustc_hash::FxHashMap;
use std::rc::Rc;
use tf_dialects::limits::{Interrupt, Limit};
use tf_dialects::prints::Printer;
use tf_ir::body::{Block, Body, Op, Region, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Symbol;
use tf_ir::opref::OpRef;
use tf_ir::symbol::SymbolTable;

/// Default number of op executions before a run is stopped.
pub const DEFAULT_FUEL: u64 = 2_000_000_000;
/// The maximum depth of calls.
const MAX_CALLS: usize = 1000;

/// Executes functions of a module.
pub struct Machine<'m> {
    module: &'m Body,
    meanings: &'static Meanings,
    symbols: SymbolTable,
    prepared: FxHashMap<*const Body, PreparedOps>,
    calls: Vec<Call<'m>>,
    frames: Vec<Frame>,
    /// Op executions left.
    pub(crate) fuel: u64,
    /// The buffers that memrefs refer to.
    pub memory: Memory,
    /// Random deviations of operations with fast-math flags; `None` for none.
    pub latitude: Option<Latitude>,
    /// True once the result is not determined: an operation looked at the bits of a NaN, a part of a
    /// subscript or bound overflowed 64 bits, or an op can only run after a pass expands it.
    pub undetermined: bool,
    /// True once a tensor with unwritten elements existed.
    pub(crate) has_unwritten: bool,
    pub(crate) watch: Watch,
    /// True if runs end at the first operation with finite operands whose result is a NaN or an infinity.
    pub(crate) nan_traps: bool,
    /// Receives the output of print ops.
    pub(crate) printer: Printer,
    /// The grid whose threads run, during a launch.
    pub(crate) grid: Option<Box<Grid>>,
    /// Findings about the memory use of kernels; `None` if they are not collected.
    pub(crate) findings: Option<Vec<Diagnostic>>,
    /// The work of runs; `None` if it is not counted.
    pub(crate) account: Option<Box<Account>>,
}

/// The outcome of a step.
pub(crate) enum Step {
    /// The run continues.
    Going,
    /// The entry function has returned these.
    Done(Data),
    /// The thread waits for others.
    Waiting(Box<Meeting>),
}

/// A suspended run, such as a thread of a grid that waits for others.
#[derive(Default)]
pub(crate) struct Suspended<'m> {
    calls: Vec<Call<'m>>,
    frames: Vec<Frame>,
}

impl Suspended<'_> {
    /// Sets an SSA value of its present call.
    pub(crate) fn set(&mut self, value: Value, datum: Datum) {
        let call = self.calls.last_mut().expect("a thread that waits is inside a call");
        call.values[value.index()] = datum;
    }
}

/// Values of a function's extent symbols.
pub type SymbolValues = Vec<(Symbol, i64)>;

/// Prepared ops of a body, indexed by op.
type PreparedOps = Vec<Option<Rc<Prepared>>>;

/// A prepared op: its action, the shapes of its results, and its charge.
struct Prepared {
    action: Box<dyn Action>,
    shapes: Box<[Shape]>,
    /// The charge for the op, if work is counted.
    charge: Option<Charge>,
}

/// One activation of a function.
struct Call<'m> {
    body: &'m Body,
    values: Vec<Datum>,
    /// The symbols that the arguments determine come first.
    symbols: SymbolValues,
    given: usize,
    /// The op that called, in the caller's body; `None` for the entry.
    site: Option<Op>,
    /// Prepared ops of the body, taken from the cache while the call is on top of the stack.
    code: PreparedOps,
}

/// One activation of a region.
struct Frame {
    next: Option<Op>,
    /// The op whose region this is, with its state; `None` for a function's body.
    owner: Option<(Op, State)>,
}

impl<'m> Machine<'m> {
    /// A machine for the functions of `module`, with this table of meanings.
    pub(crate) fn with(module: &'m Body, meanings: &'static Meanings) -> Machine<'m> {
        Machine {
            module,
            meanings,
            symbols: SymbolTable::of(module),
            prepared: FxHashMap::default(),
            calls: Vec::new(),
            frames: Vec::new(),
            fuel: DEFAULT_FUEL,
            memory: Memory::default(),
            latitude: None,
            undetermined: false,
            has_unwritten: false,
            watch: Watch::default(),
            nan_traps: false,
            printer: Printer::default(),
            grid: None,
            findings: None,
            account: None,
        }
    }

    /// Runs the function `entry`; `symbols` are the values of its extent symbols.
    pub fn run(&mut self, entry: &str, symbols: SymbolValues, args: Data) -> Result<Data, Stop> {
        let depth = self.calls.len();
        self.push_call(entry, symbols, args, None)?;
        loop {
            match self.step()? {
                Step::Going => {}
                Step::Done(results) => {
                    debug_assert_eq!(self.calls.len(), depth);
                    return Ok(results);
                }
                Step::Waiting(meeting) => {
                    return Err(self
                        .error(meeting.op, "waits for other threads outside a launch, where there are none")
                        .into());
                }
            }
        }
    }

    /// Enables collecting memory findings of kernels: [`Machine::findings`].
    pub fn look_at_kernels(&mut self) {
        self.findings.get_or_insert_default();
    }

    /// The findings about the memory use of the completed kernels: remarks at their accesses.
    pub fn findings(&mut self) -> Vec<Diagnostic> {
        self.findings.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Swaps the current run with a suspended one.
    pub(crate) fn switch(&mut self, other: &mut Suspended<'m>) {
        if let Some(call) = self.calls.last_mut().filter(|call| !call.code.is_empty()) {
            self.prepared.insert(call.body, std::mem::take(&mut call.code));
        }
        std::mem::swap(&mut self.calls, &mut other.calls);
        std::mem::swap(&mut self.frames, &mut other.frames);
        if let Some(call) = self.calls.last_mut() {
            call.code = self.prepared.remove(&(call.body as *const Body)).unwrap_or_default();
        }
    }

    /// Begins a function; the machine must hold no run.
    pub(crate) fn begin(&mut self, entry: &str, symbols: SymbolValues, args: Data) -> Result<(), Stop> {
        self.push_call(entry, symbols, args, None)
    }

    /// Resumes until the run ends (`None`) or waits.
    pub(crate) fn go_on(&mut self) -> Result<Option<Box<Meeting>>, Stop> {
        loop {
            match self.step()? {
                Step::Going => {}
                Step::Done(_) => return Ok(None),
                Step::Waiting(meeting) => return Ok(Some(meeting)),
            }
        }
    }

    /// Runs a function of another module as a part of this run: with the extent symbols of the present call,
    /// the remaining fuel, limits and deviations. The values of this machine's calls do not count against the
    /// limit on bytes there.
    pub(crate) fn run_apart(&mut self, module: &Body, entry: &str, args: Data) -> Result<Data, Stop> {
        let mut apart = Machine::with(module, self.meanings);
        let symbols = self.call().symbols.clone();
        self.exchange(&mut apart);
        let results = apart.run(entry, symbols, args);
        self.exchange(&mut apart);
        results
    }

    /// Swaps the state that belongs to the run rather than to its functions.
    fn exchange(&mut self, other: &mut Machine<'_>) {
        std::mem::swap(&mut self.fuel, &mut other.fuel);
        std::mem::swap(&mut self.memory, &mut other.memory);
        std::mem::swap(&mut self.latitude, &mut other.latitude);
        std::mem::swap(&mut self.undetermined, &mut other.undetermined);
        std::mem::swap(&mut self.has_unwritten, &mut other.has_unwritten);
        std::mem::swap(&mut self.watch, &mut other.watch);
        std::mem::swap(&mut self.nan_traps, &mut other.nan_traps);
        std::mem::swap(&mut self.printer, &mut other.printer);
        std::mem::swap(&mut self.account, &mut other.account);
    }

    fn call(&self) -> &Call<'m> {
        self.calls.last().expect("a step happens inside a call")
    }

    fn call_mut(&mut self) -> &mut Call<'m> {
        self.calls.last_mut().expect("a step happens inside a call")
    }

    fn push_call(
        &mut self,
        name: &str,
        symbols: SymbolValues,
        args: Data,
        site: Option<Op>,
    ) -> Result<(), Stop> {
        let module = self.module;
        let function = self.symbols.get(name).and_then(|s| module.child(s.op));
        let missing =
            || Diagnostic::error(module.loc(module.root()), format!("there is no function '@{name}'"));
        let body = function.ok_or_else(missing)?;
        let loc = body.loc(body.root());
        let Some(entry) = body.entry_block() else {
            return Err(
                Diagnostic::error(loc, format!("'@{name}' is a declaration and cannot be run")).into()
            );
        };
        if body.arg_count(entry) != args.len() {
            let (want, have) = (body.arg_count(entry), args.len());
            return Err(Diagnostic::error(
                loc,
                format!("'@{name}' takes {want} arguments, but {have} are given"),
            )
            .into());
        }
        if self.calls.len() >= MAX_CALLS {
            return Err(Diagnostic::error(loc, format!("calls nest deeper than {MAX_CALLS}")).into());
        }
        // The suspended caller's prepared ops go back to the cache: the same function may be called again
        // deeper.
        if let Some(caller) = self.calls.last_mut() {
            self.prepared.insert(caller.body, std::mem::take(&mut caller.code));
        }
        let code =
            self.prepared.remove(&(body as *const Body)).unwrap_or_else(|| vec![None; body.op_bound()]);
        let values = vec![Datum::Unset; body.value_bound()];
        let given = symbols.len();
        self.calls.push(Call { body, values, symbols, given, site, code });
        self.enter_block(entry, args);
        let next = body.first(entry);
        self.frames.push(Frame { next, owner: None });
        Ok(())
    }

    fn enter_block(&mut self, block: Block, args: Data) {
        let body = self.body();
        for (arg, value) in body.args(block).zip(args) {
            self.set(arg, value);
        }
    }

    /// Executes one op.
    fn step(&mut self) -> Result<Step, Stop> {
        let frame = self.frames.last().expect("a running machine has a frame");
        let body = self.body();
        let Some(op) = frame.next else {
            // A region without a terminator (only where the op allows it) yields nothing.
            return self.finish_region(Data::new());
        };
        self.use_fuel(op)?;
        let prepared = self.prepared(op)?;
        if self.has_unwritten && !prepared.action.passes_unwritten() {
            self.check_written(op)?;
        }
        let large = !prepared.shapes.is_empty();
        prepared.shapes.iter().try_for_each(|shape| self.check_room(op, shape))?;
        self.check_end(op, large)?;
        self.frames.last_mut().expect("checked above").next = body.next(op);
        let watched = self.watched_operands(op);
        if let Some(charge) = &prepared.charge {
            self.charge_copies(charge);
        }
        let next = prepared.action.run(self, op)?;
        if let (Some(operands), Next::Continue) = (&watched, &next) {
            self.check_finite(op, operands)?;
        }
        if let Some(charge) = &prepared.charge {
            self.charge(op, charge, &next);
        }
        if large {
            self.check_end(op, false)?;
        }
        self.advance(op, next)
    }

    /// Stops before an op that reads a whole tensor with unwritten elements.
    fn check_written(&self, op: Op) -> Result<(), Stop> {
        let is_partial = |value: &Value| matches!(self.get(*value), Datum::Partial(_));
        match self.body().operands(op).position(|value| is_partial(&value)) {
            Some(i) => {
                let message = "reads a tensor with unwritten elements: operand";
                Err(self.error(op, format_args!("{message} #{i}")).into())
            }
            None => Ok(()),
        }
    }

    fn use_fuel(&mut self, op: Op) -> Result<(), Stop> {
        match self.fuel.checked_sub(1) {
            Some(left) => self.fuel = left,
            None => return Err(self.interrupted(op, Interrupt::Limit(Limit::Steps(self.watch.most_steps())))),
        }
        Ok(())
    }

    fn advance(&mut self, op: Op, next: Next) -> Result<Step, Stop> {
        match next {
            Next::Continue => Ok(Step::Going),
            Next::Wait(meeting) => Ok(Step::Waiting(meeting)),
            Next::Enter { region, args, state } => {
                self.enter_region(op, region, args, state);
                Ok(Step::Going)
            }
            Next::Yield(values) => self.finish_region(values),
            Next::Branch(block, args) => {
                self.enter_block(block, args);
                let next = self.body().first(block);
                self.frames.last_mut().expect("a branch happens inside a frame").next = next;
                Ok(Step::Going)
            }
            Next::Call(name, args) => {
                let symbols = symbols::bind_symbols(self, op, &name, &args)?;
                self.push_call(&name, symbols, args, Some(op))?;
                Ok(Step::Going)
            }
        }
    }

    fn enter_region(&mut self, op: Op, region: Region, args: Data, state: State) {
        let body = self.body();
        let entry = body.entry(region);
        if let Some(block) = entry {
            self.enter_block(block, args);
        }
        let next = entry.and_then(|b| body.first(b));
        self.frames.push(Frame { next, owner: Some((op, state)) });
    }

    /// Pops the top frame and returns to the region's op, or to the caller.
    fn finish_region(&mut self, values: Data) -> Result<Step, Stop> {
        let frame = self.frames.pop().expect("a running machine has a frame");
        if let Some((op, state)) = frame.owner {
            let prepared = self.prepared(op)?;
            if let Some(charge) = &prepared.charge {
                self.left_region(charge);
            }
            let next = prepared.action.resume(self, op, state, values)?;
            if let Some(charge) = &prepared.charge {
                self.charge(op, charge, &next);
            }
            return self.advance(op, next);
        }
        let done = self.calls.pop().expect("a function's frame belongs to a call");
        self.prepared.insert(done.body, done.code);
        let Some(site) = done.site else { return Ok(Step::Done(values)) };
        let caller = self.call_mut();
        let key = caller.body as *const Body;
        if let Some(code) = self.prepared.remove(&key) {
            self.call_mut().code = code;
        }
        symbols::bind_results(self, site, &values);
        self.set_results(site, values);
        Ok(Step::Going)
    }

    fn prepared(&mut self, op: Op) -> Result<Rc<Prepared>, Stop> {
        let meanings = self.meanings;
        let call = self.call_mut();
        if call.code.is_empty() {
            call.code = vec![None; call.body.op_bound()];
        }
        if let Some(prepared) = &call.code[op.index()] {
            return Ok(prepared.clone());
        }
        let view = OpRef::new(call.body, op);
        let counted = self.account.is_some();
        let meaning = match counted && counts_decomposed(view.info()) {
            true => Some(meanings.decomposed()),
            false => meanings.of(view.info()),
        };
        let Some(meaning) = meaning else {
            // The op has no result to compare with other stages: a pass expands it first.
            self.undetermined = true;
            return Err(view.error("cannot be interpreted: it has no scalar meaning here").into());
        };
        // Some actions build their results during preparation.
        let shapes = Shape::of_results(view);
        shapes.iter().try_for_each(|shape| self.check_room(op, shape))?;
        let prepared = Rc::new(Prepared {
            action: meaning.prepare(view)?,
            shapes,
            charge: counted.then(|| Charge::of(view)),
        });
        self.call_mut().code[op.index()] = Some(prepared.clone());
        Ok(prepared)
    }

    /// The result of an elementwise operation, with a random deviation if this machine has any.
    #[inline]
    pub(crate) fn deviate(&mut self, deviation: Option<Deviation>, operands: &[u64], bits: u64) -> u64 {
        match (deviation, &mut self.latitude) {
            (Some(deviation), Some(latitude)) => latitude.result(deviation, operands, bits),
            _ => bits,
        }
    }

    /// The values of all calls.
    pub(crate) fn live_values(&self) -> impl Iterator<Item = &Datum> {
        self.calls.iter().flat_map(|call| &call.values)
    }

    /// The module whose functions are run.
    pub fn module(&self) -> &'m Body {
        self.module
    }

    /// The function `name` of the module.
    pub fn function(&self, name: &str) -> Option<&'m Body> {
        self.symbols.get(name).and_then(|s| self.module.child(s.op))
    }
}
