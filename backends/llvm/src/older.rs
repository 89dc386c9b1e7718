//! Support for C libraries older than the one of the build machine: replacements for newer functions that
//! LLVM and the symbol table use.
//!
//! The library runs with glibc 2.34 and later. A hidden symbol of the library takes precedence over the C
//! library's, which is then not referenced at all, or only under its older version.

use std::arch::global_asm;

// The versions of glibc 2.35 differ from these only in how they set `errno`, which nothing here reads.
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

// From glibc 2.36 on; LLVM uses it for names of temporary files.
global_asm!(
    ".globl arc4random",
    ".hidden arc4random",
    ".type arc4random, @function",
    "arc4random: jmp {random}",
    random = sym random,
);

/// Random bits from the system, or the time if the system has none.
extern "C" fn random() -> u32 {
    loop {
        let mut word = 0u32;
        // SAFETY: the buffer has the given size.
        let got = unsafe { libc::getrandom((&raw mut word).cast(), size_of::<u32>(), 0) };
        if got == 4 {
            return word;
        }
        // A signal may interrupt the call.
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
    fn the_symbols_match_their_names() {
        // Rust's methods call the C functions.
        assert_eq!((3f64.hypot(4.0), 3f32.hypot(4.0)), (5.0, 5.0));
        // SAFETY: a C function with this type.
        let words: std::collections::HashSet<u32> = (0..16).map(|_| unsafe { arc4random() }).collect();
        assert!(words.len() > 1);
    }
}
