//! The functions that generated code calls, see [`tf_abi::call`].

use super::{Runtime, scratch};
use std::ffi::c_void;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use tf_abi::call::{self, Body, Call};

/// Their names and addresses, for the linker.
pub fn symbols() -> [(&'static str, *const c_void); 6] {
    [
        (call::PARALLEL_FOR, parallel_for as *const c_void),
        (call::SCRATCH_ALLOC, scratch_alloc as *const c_void),
        (call::SCRATCH_FREE, scratch_free as *const c_void),
        (call::TRAP, trap as *const c_void),
        (call::PRINT, super::print::print as *const c_void),
        (call::MARK, super::stopwatch::address()),
    ]
}

/// # Safety
/// `call` is a live call whose runtime is null or a [`Runtime`] that outlives it, as does its word `stop`;
/// for the rest, see [`Runtime::parallel_for`].
unsafe extern "C" fn parallel_for(
    call: *const Call,
    body: Body,
    environment: *mut c_void,
    n: i64,
    grain: i64,
) {
    // SAFETY: promised by the caller.
    unsafe {
        let stop = &*(*call).stop;
        match (*call).runtime.cast::<Runtime>().as_ref() {
            Some(runtime) => runtime.parallel_for(stop, body, environment, n, grain),
            None => {
                let grain = grain.clamp(1, n.max(1));
                let mut lo = 0;
                while lo < n && stop.load(Ordering::Relaxed) == 0 {
                    let hi = lo.saturating_add(grain).min(n);
                    body(environment, lo, hi);
                    lo = hi;
                }
            }
        }
    }
}

/// # Safety
/// `call` is a live call whose limit on bytes is null or outlives it.
unsafe extern "C" fn scratch_alloc(call: *const Call, bytes: i64) -> *mut u8 {
    // SAFETY: promised by the caller.
    let left = unsafe { (*call).bytes.as_ref() };
    // A call holds its memory until it ends, so the budget only decreases. Below 0, the limit stays exceeded.
    if left.is_some_and(|left| left.fetch_sub(bytes.max(0), Ordering::Relaxed) < bytes) {
        return std::ptr::null_mut();
    }
    usize::try_from(bytes).map_or(std::ptr::null_mut(), scratch::alloc_bytes)
}

extern "C" fn scratch_free(_call: *const Call, memory: *mut u8) {
    scratch::free(memory);
}

/// # Safety
/// `call` is a live call.
unsafe extern "C" fn trap(call: *const Call, code: i32, location: i32, a: i64, b: i64) -> i32 {
    let word = u64::from(location as u32) << 32 | u64::from(code as u32);
    // SAFETY: promised by the caller; bodies on other threads may change the status and the values
    // concurrently.
    let call = unsafe { &*call };
    // The status only decreases, so a larger word never becomes the least.
    if word > call.status.load(Ordering::Relaxed) {
        return code;
    }
    let mut numbers = call.numbers.lock().unwrap_or_else(PoisonError::into_inner);
    let before = call.status.fetch_min(word, Ordering::Relaxed);
    if word < before || word == before && [a, b] < *numbers {
        *numbers = [a, b];
    }
    code
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, AtomicU64};

    #[test]
    fn the_lowest_trap_wins_in_any_order() {
        for order in [[3, 1, 2], [1, 2, 3], [2, 3, 1]] {
            let call = Call::new(std::ptr::null());
            for location in order {
                // SAFETY: the call is live.
                let code = unsafe { trap(&call, 10 + location, location, -location as i64, 5) };
                assert_eq!(code, 10 + location);
            }
            assert_eq!(call.status.load(Ordering::Relaxed), 1 << 32 | 11);
            assert_eq!(*call.numbers.lock().unwrap(), [-1, 5]);
        }
    }

    #[test]
    fn the_least_values_of_traps_at_a_location_are_reported() {
        for order in [[3, 1, 2], [1, 2, 3], [2, 3, 1]] {
            let call = Call::new(std::ptr::null());
            for number in order {
                // SAFETY: the call is live.
                unsafe { trap(&call, 1, 7, number, 0) };
            }
            assert_eq!(*call.numbers.lock().unwrap(), [1, 0]);
        }
    }

    extern "C" fn record(environment: *mut c_void, lo: i64, hi: i64) {
        // SAFETY: the test passes its vector, and runs without threads.
        unsafe { (*environment.cast::<Vec<(i64, i64)>>()).push((lo, hi)) }
    }

    #[test]
    fn without_a_runtime_the_same_chunks_run_in_order() {
        let call = Call::new(std::ptr::null());
        let run = |n, grain| {
            let mut chunks = Vec::<(i64, i64)>::new();
            // SAFETY: the environment is the vector that `record` expects.
            unsafe { parallel_for(&call, record, (&raw mut chunks).cast(), n, grain) };
            chunks
        };
        assert_eq!(run(5, 2), [(0, 2), (2, 4), (4, 5)]);
        assert_eq!(run(2, 0), [(0, 1), (1, 2)]);
        assert_eq!(run(i64::MAX, i64::MAX), [(0, i64::MAX)]);
        assert_eq!(run(0, 1), []);
        assert_eq!(run(-3, -1), []);
    }

    #[test]
    fn no_chunk_begins_after_the_stop() {
        let stop = AtomicU64::new(1);
        let call = Call { stop: &raw const stop, ..Call::new(std::ptr::null()) };
        let mut chunks = Vec::<(i64, i64)>::new();
        // SAFETY: the environment is the vector that `record` expects.
        //
        unsafe { parallel_for(&call, record, (&raw mut chunks).cast(), 5, 2) };
        assert_eq!(chunks, []);
    }

    #[test]
    fn scratch_of_a_negative_size_or_above_the_limit_is_null() {
        let call = Call::new(std::ptr::null());
        // SAFETY: the call is live.
        let alloc = |call: &Call, bytes| unsafe { scratch_alloc(call, bytes) };
        assert!(alloc(&call, -1).is_null());
        let memory = alloc(&call, 100);
        assert!(!memory.is_null());
        scratch_free(&call, memory);
        let left = AtomicI64::new(150);
        let limited = Call { bytes: &raw const left, ..Call::new(std::ptr::null()) };
        let memory = alloc(&limited, 100);
        assert!(!memory.is_null());
        assert!(alloc(&limited, 100).is_null());
        assert!(left.load(Ordering::Relaxed) < 0);
        scratch_free(&limited, memory);
    }
}
