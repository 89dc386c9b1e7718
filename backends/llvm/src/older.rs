//! Older C libraries than the one that the library is built with: what LLVM and the table of functions take from newer ones.
//!
//! The library runs from glibc 2.34 on. A hidden symbol of its own goes before that of the C library, which is then
//! not asked for at all, or under its older version.

use std::arch::global_asm;

// The versions of glibc 2.35 differ from these in what they do to `errno` alone, which nobody reads.
global_asm!(
    ".symver tf_older_hypot, hypot@GLIBC_2.2.5",
    ".symver tf_older_hypotf, hypotf@GLIBC_2.2.5",
    ".globl hypot",
    ".hidden hypot",
    ".type hypot, @function",
    "hypot: jmp tf_older_hypot@PLT",
    ".globl hypotf",
    ".hidden hypotf",
    ".type hypotf, @function",
    "hypotf: jmp tf_older_hypotf@PLT",
);

// From glibc 2.36 on; LLVM names temporary files by it.
global_asm!(
    ".globl arc4random",
    ".hidden arc4random",
    ".type arc4random, @function",
    "arc4random: jmp {random}",
    random = sym random,
);

/// Random bits of the system's; the time, where it has none to give.
extern "C" fn random() -> u32 {
    loop {
        let mut word = 0u32;
        // SAFETY: there is room for as many bytes.
        let got = unsafe { libc::getrandom((&raw mut word).cast(), size_of::<u32>(), 0) };
        if got == 4 {
            return word;
        }
        // Signals may come in between.
        if std::io::Error::last_os_error().kind() != std::io::ErrorKind::Interrupted {
            let time = std::time::UNIX_EPOCH.elapsed();
            return time.map_or(0, |time| time.subsec_nanos());
        }
    }
}

#[cfg(test)]
mod tests {
    unsafe extern "C" {
        fn arc4random() -> u32;
    }

    #[test]
    fn the_symbols_do_what_their_names_say() {
        // Rust's methods call the functions of C.
        assert_eq!((3f64.hypot(4.0), 3f32.hypot(4.0)), (5.0, 5.0));
        // SAFETY: this is a function of C with this type.
        let words: std::collections::HashSet<u32> = (0..16).map(|_| unsafe { arc4random() }).collect();
        assert!(words.len() > 1);
    }
}
