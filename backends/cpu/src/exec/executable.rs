//! Machine code with its signatures.

use super::check::overlap;
use super::words::Words;
use super::{RunError, Watch};
use crate::library::{CompileError, Module, Phases};
use crate::routines::Routine;
use crate::runtime::print::{PrintSite, Printing};
use crate::runtime::stopwatch::{Spent, Totals};
use crate::runtime::{Runtime, scratch};
use crate::shared::Opened;
use crate::units::TrapSite;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use tf_abi::call::{Call, Entry, NO_TRAP, TRAP_NUMBERS, Trap};
use tf_device::Oversight;
use tf_dialects::array::{Array, ArrayError, ArrayView, ArrayViewMut, Layout};
use tf_dialects::prints::Printer;
use tf_dialects::scalar::Scalar;
use tf_dialects::signature::{CallError, Given, Signature, SymbolValues};
use tf_dialects::stops;

/// The entries of a unit, compiled and linked.
pub struct Executable {
    /// The id, unique in this process.
    number: u64,
    entries: Vec<(Entry, Signature)>,
    names: HashMap<String, EntryId>,
    sites: Vec<TrapSite>,
    prints: Vec<PrintSite>,
    totals: Totals,
    runtime: Arc<Runtime>,
    phases: Phases,
    // Owns the code of `entries`.
    _module: Code,
    // Own code that the module calls.
    _routines: Vec<Arc<Routine>>,
}

/// The origin of an executable's code.
enum Code {
    /// Objects that were linked into this process.
    Linked(Module),
    /// A shared object.
    Shared(Opened),
}

impl Code {
    fn address(&self, name: &str) -> Result<*const std::ffi::c_void, CompileError> {
        match self {
            Code::Linked(module) => module.address(name),
            Code::Shared(opened) => {
                let none = || CompileError::missing(format!("the code has no function '{name}'"));
                opened.address(name).ok_or_else(none)
            }
        }
    }
}

/// An entry of an [`Executable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntryId(usize);

/// An argument of a call.
#[derive(Clone, Debug)]
pub enum Argument<'a> {
    /// A scalar, by value.
    Scalar(Scalar),
    /// An array, borrowed.
    Tensor(ArrayView<'a>),
}

/// A tensor by address.
#[derive(Clone, Copy, Debug)]
pub struct RawTensor<'a> {
    /// Address of the first element.
    pub first: *mut u8,
    /// Element type, extents, strides.
    pub layout: &'a Layout,
}

/// An argument by address.
#[derive(Clone, Copy, Debug)]
pub enum RawArgument<'a> {
    /// A scalar, by value.
    Scalar(Scalar),
    /// A tensor.
    Tensor(RawTensor<'a>),
}

impl Executable {
    /// The entries with these signatures, each the function of that name in `module`.
    ///
    /// # Errors
    /// [`CompileError`] if the module lacks one.
    ///
    /// # Safety
    /// The module's functions of these names are entries in the sense of [`tf_abi::call`] for their
    /// signatures.
    pub unsafe fn new(
        module: Module,
        signatures: Vec<Signature>,
        sites: Vec<TrapSite>,
        runtime: Arc<Runtime>,
    ) -> Result<Self, CompileError> {
        // SAFETY: promised by the caller.
        unsafe { Self::of_code(Code::Linked(module), signatures, sites, runtime) }
    }

    /// As [`Executable::new`], for a shared object.
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn of_shared(
        opened: Opened,
        signatures: Vec<Signature>,
        sites: Vec<TrapSite>,
        runtime: Arc<Runtime>,
    ) -> Result<Self, CompileError> {
        // SAFETY: promised by the caller.
        unsafe { Self::of_code(Code::Shared(opened), signatures, sites, runtime) }
    }

    /// # Safety
    /// As [`Executable::new`].
    unsafe fn of_code(
        module: Code,
        signatures: Vec<Signature>,
        sites: Vec<TrapSite>,
        runtime: Arc<Runtime>,
    ) -> Result<Self, CompileError> {
        let mut entries = Vec::with_capacity(signatures.len());
        let mut names = HashMap::new();
        for signature in signatures {
            let address = module.address(signature.name())?;
            // SAFETY: promised by the caller.
            let entry = unsafe { std::mem::transmute::<*const std::ffi::c_void, Entry>(address) };
            names.insert(signature.name().to_owned(), EntryId(entries.len()));
            entries.push((entry, signature));
        }
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Ok(Self {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            entries,
            names,
            sites,
            prints: Vec::new(),
            totals: Totals::default(),
            runtime,
            phases: Phases::new(),
            _module: module,
            _routines: Vec::new(),
        })
    }

    /// The same with the phases of its compilation and their durations.
    #[must_use]
    pub fn with_phases(self, phases: Phases) -> Self {
        Self { phases, ..self }
    }

    /// The same with the table of its prints.
    #[must_use]
    pub(crate) fn with_prints(self, prints: Vec<PrintSite>) -> Self {
        Self { prints, ..self }
    }

    /// The same, owning the routines that its code calls.
    #[must_use]
    pub(crate) fn with_routines(self, routines: Vec<Arc<Routine>>) -> Self {
        Self { _routines: routines, ..self }
    }

    /// The time of whole calls so far, and of each marked loop nest, with its description and source
    /// location.
    pub fn spent(&self) -> (Spent, Vec<(&PrintSite, Spent)>) {
        let (calls, nests) = self.totals.get();
        (calls, self.prints.iter().zip(nests).filter(|(_, spent)| spent.runs > 0).collect())
    }

    /// Resets the times of calls.
    pub fn forget_spent(&self) {
        self.totals.clear();
    }

    /// The phases of its compilation and their durations.
    pub fn phases(&self) -> &Phases {
        &self.phases
    }

    /// The entry of this name.
    pub fn entry(&self, name: &str) -> Option<EntryId> {
        self.names.get(name).copied()
    }

    /// All entries, in order.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = EntryId> {
        (0..self.entries.len()).map(EntryId)
    }

    /// Its id.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// An entry's signature.
    pub fn signature(&self, entry: EntryId) -> &Signature {
        &self.entries[entry.0].1
    }

    /// Calls an entry and returns its results in new arrays.
    ///
    /// # Errors
    /// [`RunError`]: the arguments do not fit, there is no memory, or the program trapped.
    pub fn call(&self, entry: EntryId, arguments: &[Argument<'_>]) -> Result<Vec<Array>, RunError> {
        self.call_watched(&Watch::none(), entry, arguments)
    }

    /// As [`Executable::call`], as part of a watched run.
    ///
    /// # Errors
    /// As [`Executable::call`], and if the run is stopped.
    pub fn call_watched(
        &self,
        watch: &Watch,
        entry: EntryId,
        arguments: &[Argument<'_>],
    ) -> Result<Vec<Array>, RunError> {
        let (_, signature) = &self.entries[entry.0];
        let arguments = arguments.iter().map(Argument::raw).collect::<SmallVec<[_; 8]>>();
        let symbols = bound(signature, &arguments)?;
        let mut arrays = Vec::with_capacity(signature.results().len());
        for (at, result) in signature.results().iter().enumerate() {
            let extents = signature.result_extents(at, &symbols)?;
            let no_memory = |error| no_memory(signature, at, error);
            let bytes = Layout::dense(result.r#type.dtype, &extents).map_err(no_memory)?.dense_bytes();
            watch.take(bytes.unwrap_or(usize::MAX))?;
            arrays.push(Array::for_result(result.r#type.dtype, &extents).map_err(no_memory)?);
        }
        let mut views = arrays.iter_mut().map(Array::view_mut).collect::<SmallVec<[_; 4]>>();
        // SAFETY: views cover their elements, those of results exclusively.
        let done = unsafe { self.call_bound(watch, entry, &symbols, &arguments, &raw(&mut views)) };
        drop(views);
        done.map(|()| arrays)
    }

    /// Calls an entry that writes its results to the caller's arrays. Their contents after an error are
    /// unspecified.
    ///
    /// # Errors
    /// [`RunError`], as for [`Executable::call`], and if a result does not fit.
    pub fn call_into(
        &self,
        entry: EntryId,
        arguments: &[Argument<'_>],
        results: &mut [ArrayViewMut<'_>],
    ) -> Result<(), RunError> {
        self.call_into_watched(&Watch::none(), entry, arguments, results)
    }

    /// As [`Executable::call_into`], as part of a watched run.
    ///
    /// # Errors
    /// As [`Executable::call_into`], and if the run is stopped.
    pub fn call_into_watched(
        &self,
        watch: &Watch,
        entry: EntryId,
        arguments: &[Argument<'_>],
        results: &mut [ArrayViewMut<'_>],
    ) -> Result<(), RunError> {
        let arguments = arguments.iter().map(Argument::raw).collect::<SmallVec<[_; 8]>>();
        let results = raw(results);
        // SAFETY: views cover their elements, those of results exclusively.
        unsafe { self.call_raw_watched(watch, entry, &arguments, &results) }
    }

    /// Calls an entry on memory given by address. Checks that results do not overlap arguments or each other.
    /// A result to which the signature donates an argument may have that argument's memory.
    ///
    /// # Errors
    /// As for [`Executable::call_into`].
    ///
    /// # Safety
    /// All elements of the arguments are readable, and those of the results writable. During the call, no
    /// other code writes the arguments or accesses the results.
    pub unsafe fn call_raw(
        &self,
        entry: EntryId,
        arguments: &[RawArgument<'_>],
        results: &[RawTensor<'_>],
    ) -> Result<(), RunError> {
        // SAFETY: promised by the caller.
        unsafe { self.call_raw_watched(&Watch::none(), entry, arguments, results) }
    }

    /// # Safety
    /// As [`Executable::call_raw`].
    unsafe fn call_raw_watched(
        &self,
        watch: &Watch,
        entry: EntryId,
        arguments: &[RawArgument<'_>],
        results: &[RawTensor<'_>],
    ) -> Result<(), RunError> {
        let symbols = bound(&self.entries[entry.0].1, arguments)?;
        // SAFETY: promised by the caller.
        unsafe { self.call_bound(watch, entry, &symbols, arguments, results) }
    }

    /// # Safety
    /// As [`Executable::call_raw`]; `symbols` are the values that the arguments bind.
    pub(super) unsafe fn call_bound(
        &self,
        watch: &Watch,
        entry: EntryId,
        symbols: &[i64],
        arguments: &[RawArgument<'_>],
        results: &[RawTensor<'_>],
    ) -> Result<(), RunError> {
        let (code, signature) = &self.entries[entry.0];
        if results.len() != signature.results().len() {
            let (expected, found) = (signature.results().len(), results.len());
            let entry = signature.title().to_owned();
            return Err(CallError::ResultCount { entry, expected, found }.into());
        }
        for (at, result) in results.iter().enumerate() {
            signature.check_result(at, result.layout, symbols)?;
        }
        overlap(signature, arguments, results)?;
        let mark = scratch::mark();
        // SAFETY: promised by the caller, and checked above.
        let outcome = unsafe { self.run(watch, *code, signature, symbols, arguments, results) };
        scratch::release(mark);
        outcome
    }

    /// # Safety
    /// As [`Executable::call_raw`]; everything has been checked against the signature.
    unsafe fn run(
        &self,
        watch: &Watch,
        code: Entry,
        signature: &Signature,
        symbols: &[i64],
        arguments: &[RawArgument<'_>],
        results: &[RawTensor<'_>],
    ) -> Result<(), RunError> {
        // SAFETY: promised by the caller.
        let words = unsafe { Words::new(watch, signature, symbols, arguments, results)? };
        watch.check()?;
        let runtime = Arc::as_ptr(&self.runtime).cast();
        let printing = Printing::new(&self.prints, watch.printer());
        let mut call = Call {
            stop: watch.stop(),
            bytes: watch.bytes(),
            printing: printing.as_pointer(),
            ..Call::new(runtime)
        };
        // SAFETY: the creator of this executable promised that the code is an entry for the signature; the
        // words follow the signature, and live through the call, as does the runtime.
        let returned = unsafe { code(&mut call, words.as_ptr()) };
        printing.finish(&self.totals);
        watch.check()?;
        let status = call.status.load(Ordering::Relaxed);
        if status != NO_TRAP && watch.is_out_of_bytes() {
            return Err(watch.too_many_bytes());
        }
        self.outcome(signature, call, returned)?;
        // SAFETY: promised by the caller; the entry has filled its results.
        unsafe { words.finish() };
        Ok(())
    }

    /// Calls an entry on its words, without checks. `oversight` can end the call early, and receives its
    /// prints.
    ///
    /// # Errors
    /// [`RunError`] if the program trapped.
    ///
    /// # Safety
    /// The words are those of [`tf_abi::call`] for the entry's signature. Their pointers are valid through
    /// the call, and no other code accesses the memory that the entry writes.
    pub(crate) unsafe fn call_words(
        &self,
        entry: EntryId,
        words: &[u64],
        oversight: Oversight<'_>,
    ) -> Result<(), RunError> {
        let (code, signature) = &self.entries[entry.0];
        let mark = scratch::mark();
        let nobody = Printer::default();
        let printing = Printing::new(&self.prints, oversight.printer.unwrap_or(&nobody));
        let mut call =
            Call { printing: printing.as_pointer(), ..Call::new(Arc::as_ptr(&self.runtime).cast()) };
        if let Some(stop) = oversight.stop {
            call.stop = std::ptr::from_ref(stop.as_atomic());
        }
        if let Some(bytes) = oversight.bytes {
            call.bytes = bytes;
        }
        // SAFETY: promised by the caller; the creator of this executable promised that the code is an entry
        // for the signature.
        let returned = unsafe { code(&mut call, words.as_ptr()) };
        scratch::release(mark);
        printing.finish(&self.totals);
        self.outcome(signature, call, returned)
    }

    /// The outcome of a call that has returned.
    fn outcome(&self, signature: &Signature, call: Call, returned: i32) -> Result<(), RunError> {
        let status = call.status.load(Ordering::Relaxed);
        if status == NO_TRAP && returned == 0 {
            return Ok(());
        }
        let numbers = call.numbers.into_inner().unwrap_or_else(PoisonError::into_inner);
        Err(self.trap(signature, status, returned, numbers))
    }

    fn trap(
        &self,
        signature: &Signature,
        status: u64,
        returned: i32,
        numbers: [i64; TRAP_NUMBERS],
    ) -> RunError {
        let (code, site) = match status {
            NO_TRAP => (returned, None),
            _ => (status as u32 as i32, usize::try_from(status >> 32).ok()),
        };
        let site = site.and_then(|s| self.sites.get(s)).cloned().unwrap_or_default();
        RunError::Trap {
            entry: signature.title().to_owned(),
            trap: Trap::from_code(code as u32),
            code,
            message: stops::filled(&site.message, &numbers),
            location: site.location,
        }
    }
}

impl fmt::Debug for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.entries.iter().map(|(_, s)| s.name());
        f.debug_struct("Executable").field("entries", &names.collect::<Vec<_>>()).finish_non_exhaustive()
    }
}

/// The values of the symbols that arguments bind.
pub(super) fn bound(signature: &Signature, arguments: &[RawArgument<'_>]) -> Result<SymbolValues, CallError> {
    let given = arguments.iter().map(RawArgument::given).collect::<SmallVec<[_; 8]>>();
    signature.bind(&given)
}

/// The results by address.
fn raw<'a>(results: &'a mut [ArrayViewMut<'_>]) -> SmallVec<[RawTensor<'a>; 4]> {
    let results = results.iter_mut().map(|result| (result.first(), &*result));
    results.map(|(first, result)| RawTensor { first, layout: result.layout() }).collect()
}

impl Argument<'_> {
    pub(super) fn raw(&self) -> RawArgument<'_> {
        match self {
            Self::Scalar(scalar) => RawArgument::Scalar(*scalar),
            Self::Tensor(view) => {
                RawArgument::Tensor(RawTensor { first: view.first().cast_mut(), layout: view.layout() })
            }
        }
    }
}

impl RawArgument<'_> {
    fn given(&self) -> Given<'_> {
        match self {
            Self::Scalar(scalar) => Given::Scalar(*scalar),
            Self::Tensor(tensor) => Given::Tensor(tensor.layout),
        }
    }
}

/// The out-of-memory error for a result.
pub(super) fn no_memory(signature: &Signature, result: usize, error: ArrayError) -> RunError {
    match error {
        ArrayError::TooLarge { dtype, extents } => {
            RunError::no_memory(signature, &signature.results()[result].name, dtype, &extents)
        }
        error => error.into(),
    }
}
