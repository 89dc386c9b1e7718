//! A lock that is never held during a driver call: a call may wait for the device, and the thread that could
//! end the device's work needs the lock.

use std::cell::Cell;
use std::sync::{Mutex, PoisonError};

thread_local! {
    static HELD: Cell<bool> = const { Cell::new(false) };
}

/// A value with its lock.
#[derive(Default)]
pub(crate) struct Guarded<T>(Mutex<T>);

/// Marks the lock as held by this thread until it is dropped, also in a panic.
struct Held;

impl Held {
    fn new() -> Held {
        HELD.set(true);
        Held
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.set(false);
    }
}

impl<T> Guarded<T> {
    /// Uses the value with the lock held.
    pub(crate) fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        let mut value = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _held = Held::new();
        f(&mut value)
    }

    pub(crate) fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Checks in debug builds that this thread holds no lock, before it calls the driver.
pub(crate) fn check_free() {
    debug_assert!(!HELD.get(), "the driver is called while a lock is held");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_under_the_lock_is_found() {
        let value = Guarded::<u32>::default();
        check_free();
        assert_eq!(value.with(|value| *value), 0);
        check_free();
        let found = std::panic::catch_unwind(|| value.with(|_| check_free()));
        assert_eq!(found.is_err(), cfg!(debug_assertions));
        check_free();
    }
}
