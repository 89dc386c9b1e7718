//! Memory between pages that nobody may touch, and a message where somebody does.

use std::sync::Once;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Bytes of a page on all machines that tests run on, or a multiple of them.
const SIZE: usize = 64 << 10;

/// A page that may be read and written, between two that may not.
pub(crate) struct Page(*mut u8);

impl Page {
    /// Maps the pages.
    pub(crate) fn new() -> Page {
        // SAFETY: a fresh private mapping, whose middle is made accessible.
        unsafe {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
            let start = libc::mmap(std::ptr::null_mut(), 3 * SIZE, libc::PROT_NONE, flags, -1, 0);
            assert_ne!(start, libc::MAP_FAILED, "pages can be mapped");
            let middle = start.cast::<u8>().add(SIZE);
            let access = libc::PROT_READ | libc::PROT_WRITE;
            assert_eq!(libc::mprotect(middle.cast(), SIZE, access), 0, "pages can be made accessible");
            Page(middle)
        }
    }

    /// Copies bytes to the end of the page, or to its beginning.
    pub(crate) fn place(&mut self, bytes: &[u8], at_end: bool) -> &mut [u8] {
        assert!(bytes.len() <= SIZE, "{} bytes do not fit a page", bytes.len());
        let at = if at_end { SIZE - bytes.len() } else { 0 };
        // SAFETY: inside of the page, which this owns.
        let room = unsafe { std::slice::from_raw_parts_mut(self.0.add(at), bytes.len()) };
        room.copy_from_slice(bytes);
        room
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // SAFETY: mapped by `new`, not used afterwards.
        unsafe {
            libc::munmap(self.0.sub(SIZE).cast(), 3 * SIZE);
        }
    }
}

/// The text that the handler prints: set while `say_on_fault` runs.
static TEXT: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());
static LENGTH: AtomicUsize = AtomicUsize::new(0);

/// Runs something that may touch a guard page; if it does, the process ends with the message.
pub(crate) fn say_on_fault<T>(message: &str, run: impl FnOnce() -> T) -> T {
    static HANDLER: Once = Once::new();
    // SAFETY: the handler only writes and exits.
    HANDLER.call_once(|| unsafe {
        let handler: extern "C" fn(libc::c_int) = on_fault;
        libc::signal(libc::SIGSEGV, handler as libc::sighandler_t);
    });
    LENGTH.store(message.len(), Ordering::SeqCst);
    TEXT.store(message.as_ptr().cast_mut(), Ordering::SeqCst);
    let result = run();
    TEXT.store(std::ptr::null_mut(), Ordering::SeqCst);
    result
}

extern "C" fn on_fault(_: libc::c_int) {
    let (text, length) = (TEXT.load(Ordering::SeqCst), LENGTH.load(Ordering::SeqCst));
    // SAFETY: the text lives while `say_on_fault` runs; `write` and `_exit` may be called in handlers.
    unsafe {
        if !text.is_null() {
            libc::write(2, text.cast(), length);
        }
        libc::_exit(101);
    }
}
