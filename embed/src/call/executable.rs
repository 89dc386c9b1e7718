//! Compiled programs and their functions.

use crate::call::args::{Args, Arguments, arguments, donated, inputs, offered, with_arguments};
use crate::call::device_array::DeviceArray;
use crate::call::interpreter;
use crate::call::results::{self, DeviceResults, Results, ResultsInto};
use crate::compile::staged::Staged;
use crate::error::Error;
use crate::offload::Offloaded;
use crate::session::device::Device;
use crate::tuning::explain::Explained;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;
use tf_cpu::exec::{self, EntryId, Watch};
use tf_cpu::library::Phases;
use tf_dialects::array::{Array, ArrayViewMut};
use tf_dialects::limits::Limits;
use tf_dialects::prints::Printer;
use tf_dialects::signature::Signature;
use tf_ir::body::Body;

/// A compiled program. Cheap to clone; calls may run on several threads at once.
#[derive(Clone)]
pub struct Executable {
    pub(crate) compiled: Arc<Compiled>,
    pub(crate) limits: Limits,
    pub(crate) printer: Printer,
    pub(crate) nan_traps: bool,
    pub(crate) profiles: bool,
}

/// The output of a compilation.
pub(crate) struct Compiled {
    pub(crate) device: Device,
    pub(crate) entries: Vec<Signature>,
    pub(crate) code: Artifact,
    pub(crate) phases: Phases,
    /// The explanations of the functions.
    pub(crate) functions: Vec<Explained>,
    /// The warnings of passes.
    pub(crate) warnings: Vec<String>,
}

impl Compiled {
    /// True if the device with the code has failed permanently.
    pub(crate) fn is_lost(&self) -> bool {
        matches!(&self.code, Artifact::Offloaded(program) if program.is_lost())
    }
}

pub(crate) enum Artifact {
    /// The module after the pipeline, and the nesting depth of its regions.
    Module(Body, usize),
    /// Machine code, with the target of each of `entries`.
    Machine(exec::Executable, Vec<Target>),
    /// Host functions, by the index of the entry, and kernels on a device.
    Offloaded(Offloaded),
}

/// How an entry of machine code runs.
pub(crate) enum Target {
    /// In one piece.
    Whole(EntryId),
    /// Stage by stage.
    Staged(Staged<EntryId>),
}

/// One function of an executable.
#[derive(Clone, Copy)]
pub struct Entry<'e> {
    pub(crate) compiled: &'e Compiled,
    limits: &'e Limits,
    printer: &'e Printer,
    nan_traps: bool,
    pub(crate) at: usize,
}

impl Executable {
    /// The function with this name.
    ///
    /// # Errors
    /// [`Error::NoEntry`].
    pub fn entry(&self, name: &str) -> Result<Entry<'_>, Error> {
        let at = self.compiled.entries.iter().position(|s| s.name() == name);
        let functions = || self.compiled.entries.iter().map(|s| s.name().to_string()).collect();
        let at = at.ok_or_else(|| Error::NoEntry { name: name.to_string(), functions: functions() })?;
        Ok(self.at(at))
    }

    /// All functions, in order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry<'_>> {
        (0..self.compiled.entries.len()).map(|at| self.at(at))
    }

    fn at(&self, at: usize) -> Entry<'_> {
        Entry {
            compiled: &self.compiled,
            limits: &self.limits,
            printer: &self.printer,
            nan_traps: self.nan_traps,
            at,
        }
    }

    fn first(&self) -> Entry<'_> {
        self.at(0)
    }

    /// The same program, with these limits on its calls instead of the session's.
    ///
    /// ```
    /// # use tensorforge::*;
    /// # use std::time::Duration;
    /// # let session = Session::new()?;
    /// let endless = session.compile_text("func.func @f() -> i1 {
    ///   %t = arith.constant true
    ///   %r = loop.while (%a = %t) : (i1) -> (i1) {
    ///     loop.condition %t, %a : i1
    ///   } do (%b: i1) { loop.yield %b : i1 }
    ///   return %r : i1 }", &Device::interp())?;
    /// let stop = Cancel::new();
    /// let limited = endless.limited(Limits::new().time(Duration::from_millis(5)).cancel(&stop));
    /// assert!(matches!(limited.call::<()>(()), Err(Error::LimitReached { limit: Limit::Time(_), .. })));
    /// stop.cancel(); // on any thread, at any time
    /// assert!(matches!(limited.call::<()>(()), Err(Error::Cancelled { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn limited(&self, limits: Limits) -> Executable {
        Executable { limits, ..self.clone() }
    }

    /// The same program, with another receiver of its output than the session's.
    pub fn printing_to(&self, printer: Printer) -> Executable {
        Executable { printer, ..self.clone() }
    }

    /// The limits of its calls.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The arguments and results of the first function, which is the only one of a traced program.
    pub fn signature(&self) -> &Signature {
        &self.compiled.entries[0]
    }

    /// The compile time by phase, in order; `docs/reference/tfopt.md` describes the phases.
    pub fn phases(&self) -> &[(String, Duration)] {
        &self.compiled.phases
    }

    /// Requests that compilation could not satisfy, each with its location: measured schedules that are not
    /// legal for a compute, errors that a checked session does not detect on the device.
    pub fn warnings(&self) -> &[String] {
        &self.compiled.warnings
    }

    /// The device that runs it.
    pub fn device(&self) -> &Device {
        &self.compiled.device
    }

    /// Calls the first function; results are new arrays.
    ///
    /// ```
    /// # use tensorforge::*;
    /// # let program = Program::trace("f", |p| {
    /// #     let x = p.input::<f32>("x", [p.dim("n")]);
    /// #     (&x + 1, x.sum(..))
    /// # })?;
    /// # let exe = Session::new()?.compile(&program, &Device::interp())?;
    /// # let x = Array::from_slice(&[2], &[1.0f32, 2.0])?;
    /// let (next, sum) = exe.call((&x,))?;
    /// assert_eq!(sum.as_slice::<f32>()?, [3.0]);
    /// # assert_eq!(next.extents(), [2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Error`]: the arguments do not fit (the message has both types), the program stopped itself, reached
    /// a limit or was cancelled, or `R` takes another count of results.
    pub fn call<'a, R: Results>(&self, args: impl Args<'a>) -> Result<R, Error> {
        self.first().call(args)
    }

    /// Calls the first function; results stay on its device: the next call there takes them without a copy,
    /// and [`DeviceArray::to_array`] copies them to the host. Arguments may be on the host or on the device.
    ///
    /// # Errors
    /// As [`Executable::call`]; [`Error::Device`] for an argument on another device.
    pub fn call_on_device<'a, R: DeviceResults>(&self, args: impl Args<'a>) -> Result<R, Error> {
        self.first().call_on_device(args)
    }

    /// Calls the first function; results are written to arrays of the caller, which must not overlap
    /// arguments.
    ///
    /// # Errors
    /// As [`Executable::call`], and if an array does not fit its result.
    pub fn call_into<'a, 'o>(&self, args: impl Args<'a>, outputs: impl ResultsInto<'o>) -> Result<(), Error> {
        self.first().call_into(args, outputs)
    }
}

impl<'e> Entry<'e> {
    /// The settings of a run in the interpreter.
    fn run(&self) -> interpreter::Run<'e> {
        interpreter::Run { limits: self.limits, printer: self.printer, nan_traps: self.nan_traps }
    }

    /// Its arguments and results.
    pub fn signature(&self) -> &'e Signature {
        &self.compiled.entries[self.at]
    }

    /// Calls it; see [`Executable::call`].
    ///
    /// # Errors
    /// As [`Executable::call`].
    pub fn call<'a, R: Results>(&self, args: impl Args<'a>) -> Result<R, Error> {
        results::collect(self.arrays(arguments(args))?)
    }

    fn arrays(&self, mut passed: Arguments<'_>) -> Result<Vec<Array>, Error> {
        if let Artifact::Offloaded(program) = &self.compiled.code {
            let inputs = inputs(self.signature(), &passed)?;
            return program.call(self.at, &self.watch()?, &inputs);
        }
        if let Artifact::Machine(code, targets) = &self.compiled.code
            && let Target::Whole(id) = &targets[self.at]
            && let Some(donated) = donated(&mut passed)
        {
            let offered = offered(self.signature(), &passed, donated)?;
            return Ok(code.call_taking(&self.watch()?, *id, offered)?);
        }
        with_arguments(self.signature(), &passed, |arguments| match &self.compiled.code {
            Artifact::Module(module, depth) => {
                interpreter::call((module, *depth), self.run(), self.signature(), arguments)
            }
            Artifact::Machine(code, targets) => match &targets[self.at] {
                Target::Whole(id) => Ok(code.call_watched(&self.watch()?, *id, arguments)?),
                Target::Staged(staged) => staged.call(code, &self.watch()?, arguments),
            },
            Artifact::Offloaded(_) => Err(Error::no_entry(self.signature().name())),
        })
    }

    /// Calls it; see [`Executable::call_on_device`].
    ///
    /// # Errors
    /// As [`Executable::call_on_device`].
    pub fn call_on_device<'a, R: DeviceResults>(&self, args: impl Args<'a>) -> Result<R, Error> {
        let passed = arguments(args);
        let arrays = match &self.compiled.code {
            Artifact::Offloaded(program) => {
                let inputs = inputs(self.signature(), &passed)?;
                program.call_on_device(self.at, &self.watch()?, &inputs)?
            }
            Artifact::Module(..) | Artifact::Machine(..) => {
                let arrays = self.arrays(passed)?.into_iter();
                arrays.map(|array| DeviceArray::here(array, &self.compiled.device)).collect()
            }
        };
        results::collect_on_device(arrays)
    }

    pub(crate) fn watch(&self) -> Result<Watch, Error> {
        Ok(Watch::start(self.limits)?.printing_to(self.printer))
    }

    /// Runs it and reports inefficient memory use of its kernels, one line per finding with its location:
    /// bank conflicts in shared memory, and accesses of a warp that are not coalesced. `None` on devices that
    /// do not interpret.
    ///
    /// # Errors
    /// As [`Executable::call`].
    pub fn look_at_kernels<'a>(&self, args: impl Args<'a>) -> Result<Option<Vec<String>>, Error> {
        with_arguments(self.signature(), &arguments(args), |arguments| match &self.compiled.code {
            Artifact::Module(module, depth) => {
                let module = (module, *depth);
                interpreter::look_at_kernels(module, self.limits, self.signature(), arguments).map(Some)
            }
            Artifact::Machine(..) | Artifact::Offloaded(_) => Ok(None),
        })
    }

    /// Calls it, writing to arrays of the caller; see [`Executable::call_into`].
    ///
    /// # Errors
    /// As [`Executable::call_into`].
    pub fn call_into<'a, 'o>(&self, args: impl Args<'a>, outputs: impl ResultsInto<'o>) -> Result<(), Error> {
        let mut outputs = results::outputs(outputs)?;
        let outputs: &mut [ArrayViewMut<'_>] = &mut outputs;
        let passed = arguments(args);
        if let Artifact::Offloaded(program) = &self.compiled.code {
            let inputs = inputs(self.signature(), &passed)?;
            return program.call_into(self.at, &self.watch()?, &inputs, outputs);
        }
        with_arguments(self.signature(), &passed, |arguments| match &self.compiled.code {
            Artifact::Module(module, depth) => {
                interpreter::call_into((module, *depth), self.run(), self.signature(), arguments, outputs)
            }
            Artifact::Machine(code, targets) => match &targets[self.at] {
                Target::Whole(id) => Ok(code.call_into_watched(&self.watch()?, *id, arguments, outputs)?),
                Target::Staged(staged) => staged.call_into(code, &self.watch()?, arguments, outputs),
            },
            Artifact::Offloaded(_) => Err(Error::no_entry(self.signature().name())),
        })
    }
}

/// Shows its functions with their types, and its device.
impl fmt::Display for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, signature) in self.compiled.entries.iter().enumerate() {
            let params: Vec<String> =
                signature.params().iter().map(|param| format!("{}: {}", param.name, param.r#type)).collect();
            let results: Vec<String> =
                signature.results().iter().map(|result| result.r#type.to_string()).collect();
            let line = if at == 0 { "" } else { "\n" };
            write!(f, "{line}{}({}) -> {}", signature.name(), params.join(", "), results.join(", "))?;
            write!(f, " on {}", self.compiled.device)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.compiled.entries.iter().map(Signature::name).collect();
        f.debug_struct("Executable")
            .field("device", &self.compiled.device.name())
            .field("entries", &names)
            .finish()
    }
}
