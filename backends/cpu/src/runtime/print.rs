//! Prints of generated code: the host's side of `tf_print`, see [`tf_abi::call::PRINT`].

use super::stopwatch::{Stopwatch, Totals};
use std::any::Any;
use std::ffi::c_void;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use tf_abi::call::{Call, NO_TRAP};
use tf_dialects::array::Array;
use tf_dialects::prints::{Printed, Printer, filled};
use tf_dialects::scalar::{DType, Scalar};

/// A print of a program; generated code refers to it by its index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintSite {
    /// The text, with a placeholder for each value.
    pub text: String,
    /// The values: element type, and rank of a tensor.
    pub values: Vec<(DType, Option<usize>)>,
    /// The source location; empty if unknown.
    pub location: String,
}

/// The state for the prints of one call, and for the times of its nests.
pub(crate) struct Printing<'a> {
    sites: &'a [PrintSite],
    printer: &'a Printer,
    /// The payload of a panic of the printer: no panic unwinds through generated code.
    panicked: Mutex<Option<Box<dyn Any + Send>>>,
    /// The clock for marked nests.
    pub(super) stopwatch: Mutex<Stopwatch>,
}

impl<'a> Printing<'a> {
    /// Sends the prints of these sites to the printer.
    pub(crate) fn new(sites: &'a [PrintSite], printer: &'a Printer) -> Printing<'a> {
        Printing { sites, printer, panicked: Mutex::new(None), stopwatch: Mutex::default() }
    }

    /// The pointer for a [`Call`].
    pub(crate) fn as_pointer(&self) -> *const c_void {
        (&raw const *self).cast()
    }

    /// Adds the times of the nests, and resumes the panic of the printer, if there was one.
    pub(crate) fn finish(self, totals: &Totals) {
        totals.add(self.stopwatch.into_inner().unwrap_or_else(PoisonError::into_inner));
        if let Some(panic) = self.panicked.into_inner().unwrap_or_else(PoisonError::into_inner) {
            panic::resume_unwind(panic);
        }
    }

    /// # Safety
    /// `words` are those of the site's values.
    unsafe fn print(&self, site: &PrintSite, words: *const u64) {
        // SAFETY: promised by the caller.
        let Some(values) = (unsafe { values(site, words) }) else { return };
        let text = filled(&site.text, &values);
        let print = || self.printer.print(Printed { text: &text, place: &site.location });
        if let Err(panic) = panic::catch_unwind(AssertUnwindSafe(print)) {
            self.panicked.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(panic);
        }
    }
}

/// The values of a site; `None` if memory runs out.
///
/// # Safety
/// `words` are those of the site's values.
unsafe fn values(site: &PrintSite, words: *const u64) -> Option<Vec<Array>> {
    let mut at = words;
    let mut next = || {
        // SAFETY: the site's values have that many words.
        let word = unsafe { at.read() };
        at = at.wrapping_add(1);
        word
    };
    let mut values = Vec::with_capacity(site.values.len());
    for (dtype, rank) in &site.values {
        let Some(rank) = rank else {
            let bits = next() & (u64::MAX >> (64 - 8 * bytes(*dtype)));
            values.push(Array::from_scalars(*dtype, &[], &[Scalar::from_bits(*dtype, bits)]).ok()?);
            continue;
        };
        let first = std::ptr::with_exposed_provenance::<u8>(next() as usize);
        let extents: Vec<usize> = (0..*rank).map(|_| next() as usize).collect();
        let mut array = Array::zeros(*dtype, &extents).ok()?;
        let to = array.bytes_mut();
        // SAFETY: the tensor has these extents, without gaps.
        unsafe { to.as_mut_ptr().copy_from_nonoverlapping(first, to.len()) };
        values.push(array);
    }
    Some(values)
}

fn bytes(dtype: DType) -> u32 {
    dtype.bits().div_ceil(8).clamp(1, 8)
}

/// # Safety
/// `call` is a live call, whose `printing` is null or a [`Printing`]; `words` are those of the values of the
/// site with index `site`.
pub(super) unsafe extern "C" fn print(call: *const Call, site: i32, words: *const u64) {
    // SAFETY: promised by the caller.
    let (call, printing) = unsafe { (&*call, (*call).printing.cast::<Printing<'_>>().as_ref()) };
    // SAFETY: the word outlives the call.
    let is_over = unsafe { &*call.stop }.load(Ordering::Relaxed) != 0;
    if is_over || call.status.load(Ordering::Relaxed) != NO_TRAP {
        return;
    }
    let Some(printing) = printing.filter(|printing| printing.printer.listens()) else { return };
    if let Some(site) = usize::try_from(site).ok().and_then(|site| printing.sites.get(site)) {
        // SAFETY: promised by the caller.
        unsafe { printing.print(site, words) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn printed(words: &[u64], call: impl FnOnce(&mut Call)) -> Vec<String> {
        let heard = Arc::new(Mutex::new(Vec::new()));
        let to = heard.clone();
        let printer = Printer::new(move |p| to.lock().unwrap().push(format!("{}: {}", p.place, p.text)));
        let values = vec![(DType::F32, None), (DType::UInt(8), Some(1))];
        let sites = [PrintSite { text: "{} of {}".to_string(), values, location: "a.rs:1:2".to_string() }];
        let printing = Printing::new(&sites, &printer);
        let mut made = Call { printing: printing.as_pointer(), ..Call::new(std::ptr::null()) };
        call(&mut made);
        // SAFETY: the words are those of the site; a missing site prints nothing.
        unsafe {
            print(&made, 0, words.as_ptr());
            print(&made, 7, words.as_ptr());
        }
        printing.finish(&Totals::default());
        heard.lock().unwrap().clone()
    }

    #[test]
    fn values_are_read_and_handed_on_unless_the_call_is_over() {
        let bytes = [7u8, 200];
        let words = [
            0xdead_beef_0000_0000 | u64::from(0.5f32.to_bits()),
            bytes.as_ptr().expose_provenance() as u64,
            2,
        ];
        assert_eq!(printed(&words, |_| ()), ["a.rs:1:2: 0.5 of u8[2] [  7, 200]"]);
        assert_eq!(printed(&words, |call| call.status = 5.into()), [""; 0]);
        assert_eq!(printed(&words, |call| call.printing = std::ptr::null()), [""; 0]);
    }

    #[test]
    #[should_panic(expected = "enough")]
    fn a_panic_of_the_printer_resumes_after_the_call() {
        let printer = Printer::new(|_| panic!("enough"));
        let sites = [PrintSite { text: String::new(), values: Vec::new(), location: String::new() }];
        let printing = Printing::new(&sites, &printer);
        let call = Call { printing: printing.as_pointer(), ..Call::new(std::ptr::null()) };
        // SAFETY: the site has no values.
        unsafe { print(&call, 0, std::ptr::null()) };
        printing.finish(&Totals::default());
    }
}
