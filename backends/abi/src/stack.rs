//! Threads with stacks of a given size, for code that recurses over its input: programs nest deep, and the
//! stack of the caller's thread may be small.

use std::io;
use std::thread::{self, Builder, Scope, ScopedJoinHandle};

/// Starts a thread with a stack of this many bytes, which the system commits on first use.
///
/// # Errors
/// The system cannot start such a thread.
pub fn start<'scope, T: Send + 'scope>(
    scope: &'scope Scope<'scope, '_>,
    bytes: usize,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    Builder::new().stack_size(bytes).spawn_scoped(scope, work)
}

/// Runs `work` on a thread with a stack of this many bytes and waits for it. If it panics, so does the
/// caller.
///
/// # Errors
/// As [`start`]; `work` has not run.
pub fn run<T: Send>(bytes: usize, work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let done = start(scope, bytes, work)?.join();
        Ok(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Uses a kibibyte of stack for each level.
    fn recurse(levels: usize) -> usize {
        let room = std::hint::black_box([levels as u8; 1024]);
        match levels {
            0 => 0,
            _ => recurse(levels - 1) + usize::from(room[0] == levels as u8),
        }
    }

    #[test]
    fn work_has_the_stack_it_asks_for() {
        let levels = 40_000;
        assert_eq!(run(256 << 20, || recurse(levels)).expect("a thread"), levels);
    }

    #[test]
    fn panics_go_on_in_the_caller() {
        let found = std::panic::catch_unwind(|| run(1 << 20, || std::panic::panic_any(7)));
        assert_eq!(found.map(|_| ()).expect_err("it panics").downcast_ref(), Some(&7));
    }

    #[test]
    fn a_thread_that_cannot_be_had_is_an_error() {
        assert!(run(usize::MAX / 4, || ()).is_err());
    }
}
