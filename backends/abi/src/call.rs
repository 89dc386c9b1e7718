//! The calling convention of compiled code, and the functions it may call.
//!
//! ```c
//! int32_t entry(struct Call *call, const uint64_t *words);
//! ```
//!
//! Every entry has this one C signature. `words` is an array of 64-bit words, whose layout follows from the
//! entry's signature alone (so generated code reads each word at a constant offset):
//!
//! 1. one word per extent symbol that occurs in the arguments, sorted by name (bytewise): its value, signed;
//! 2. the arguments in order: a scalar is one word, its bits zero-extended; a tensor of rank r is 1 + 2·r
//!    words, the address of its first element, r extents, r strides in elements (signed);
//! 3. the results in order, each a tensor as above (a scalar result is a tensor of rank 0) in memory of the
//!    caller.
//!
//! Addresses are aligned to their element, no more. The row-major, gap-free layout is the default: an
//! argument that the signature calls *dense* has it (the caller packs it otherwise), and its strides need not
//! be read. Arguments are only read; a result overlaps no argument, unless the signature allows it to reuse
//! the memory of a donated one, and then it is exactly that memory. The code that builds the words has
//! checked all this, and that every element's byte offset fits `i64`.
//!
//! The result is 0, or the status code that a trap left in the [`Call`].

use std::ffi::c_void;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU64};

/// Type of a compiled entry.
pub type Entry = unsafe extern "C" fn(call: *mut Call, words: *const u64) -> i32;

/// Type of an outlined parallel body: runs the iterations `lo..hi` of a loop.
pub type Body = unsafe extern "C" fn(environment: *mut c_void, lo: i64, hi: i64);

/// State of one call of an entry. Generated code reads `status` and `stop` and hands the pointer on.
#[repr(C)]
#[derive(Debug)]
pub struct Call {
    /// The lowest trap so far as `location << 32 | code`, or [`NO_TRAP`]. Only its minimum is kept, so the
    /// trap that is reported does not depend on timing.
    pub status: AtomicU64,
    /// The thread pool that `tf_parallel_for` uses; opaque to generated code.
    pub runtime: *const c_void,
    /// A word that any thread may set while the call runs: long loops poll it, and end as soon as it is not
    /// 0. The results of the call are then unspecified, but the call stays memory-safe.
    pub stop: *const AtomicU64,
    /// Bytes of scratch memory that the call may still allocate; null if they are not limited. Opaque to
    /// generated code.
    pub bytes: *const AtomicI64,
    /// Receives the call's output, for `tf_print`; null: the output is dropped. Opaque to generated code.
    pub printing: *const c_void,
    /// The operands of the lowest trap so far; of several at its location, the least. Opaque to generated
    /// code.
    pub numbers: Mutex<[i64; TRAP_NUMBERS]>,
}

/// How many operands a trap has; those that its text does not use are 0.
pub const TRAP_NUMBERS: usize = 2;

/// Index of the word [`Call::stop`], for generated code.
pub const STOP_WORD: usize = 2;

/// A [`Call::stop`] that is never set.
pub static NEVER: AtomicU64 = AtomicU64::new(0);

impl Call {
    /// A call without limits.
    pub fn new(runtime: *const c_void) -> Call {
        Call {
            status: AtomicU64::new(NO_TRAP),
            runtime,
            stop: &raw const NEVER,
            bytes: std::ptr::null(),
            printing: std::ptr::null(),
            numbers: Mutex::new([0; TRAP_NUMBERS]),
        }
    }
}

/// Value of [`Call::status`] while nothing has trapped.
pub const NO_TRAP: u64 = u64::MAX;

/// The reason for which generated code stopped: the low half of [`Call::status`], and the result of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum Trap {
    /// A read or write outside its tensor whose policy is `trap`.
    OutOfBounds = 1,
    /// A `tensor.require` that does not hold.
    Require = 2,
    /// Scratch memory could not be allocated.
    OutOfMemory = 3,
    /// An extent or offset does not fit 64 bits.
    Overflow = 4,
    /// An assertion of the program.
    Assert = 5,
    /// A NaN or an infinity, found by code that checks for them.
    NotFinite = 6,
}

impl Trap {
    /// The trap with this code.
    pub fn from_code(code: u32) -> Option<Self> {
        [Self::OutOfBounds, Self::Require, Self::OutOfMemory, Self::Overflow, Self::Assert, Self::NotFinite]
            .into_iter()
            .find(|t| *t as u32 == code)
    }
}

/// Alignment in bytes of scratch memory, and of arrays this project allocates: a cache line, and the widest
/// vector.
pub const ALIGNMENT: usize = 64;

/// `void tf_parallel_for(Call *call, void (*body)(void *, int64_t, int64_t), void *environment, int64_t n,
/// int64_t grain)`: calls `body` once for each of the chunks `[k·grain, min(n, (k+1)·grain))`, in any order,
/// on any thread, and returns when all are done. The chunks depend on `n` and `grain` alone; a grain below 1
/// counts as 1. May be called from a body; then it runs on the calling thread. Once [`Call::stop`] is set, no
/// further chunk begins.
pub const PARALLEL_FOR: &str = "tf_parallel_for";

/// `void *tf_scratch_alloc(Call *call, int64_t bytes)`: memory aligned to [`ALIGNMENT`], uninitialised, owned
/// by the calling thread; null if it cannot be had or `bytes` is negative.
pub const SCRATCH_ALLOC: &str = "tf_scratch_alloc";

/// `void tf_scratch_free(Call *call, void *memory)`: frees memory that `tf_scratch_alloc` returned to this
/// thread, newest first. Null is allowed.
pub const SCRATCH_FREE: &str = "tf_scratch_free";

/// `int32_t tf_trap(Call *call, int32_t code, int32_t location, int64_t a, int64_t b)`: records a trap;
/// `location` is an index into the unit's table of locations, `a` and `b` are the operands of its text.
/// Returns `code`, so that an entry can return it on.
pub const TRAP: &str = "tf_trap";

/// `void tf_print(Call *call, int32_t site, const uint64_t *words)`: prints a text with values; `site` is an
/// index into the unit's table of print sites. `words` has the values in order: a scalar is one word, whose
/// lowest bytes are its form in memory; a tensor of rank r is 1 + r words, the address of its first element
/// and its extents, without gaps. A call that has trapped, or has to end, prints nothing.
pub const PRINT: &str = "tf_print";

/// `void tf_mark(Call *call, int32_t site, int64_t operations, int64_t bytes)`: begins the loop nest with
/// index `site` in the unit's table of print sites; -1: no nest runs from here on. The nest executes
/// `operations` scalar operations and moves `bytes` bytes; -1: unknown.
pub const MARK: &str = "tf_mark";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout_is_what_generated_code_assumes() {
        assert_eq!(std::mem::offset_of!(Call, status), 0);
        assert_eq!(std::mem::offset_of!(Call, stop), 8 * STOP_WORD);
        assert!(std::mem::size_of::<Call>() <= 64);
    }

    #[test]
    fn trap_codes_read_back() {
        for code in 1..=6 {
            assert_eq!(Trap::from_code(code).map(|t| t as u32), Some(code));
        }
        assert_eq!(Trap::from_code(0), None);
        assert_eq!(Trap::from_code(7), None);
    }
}
