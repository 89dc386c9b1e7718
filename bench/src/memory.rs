//! Resident memory of this process.

use std::fs;

/// Resident memory in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resident {
    /// Now.
    pub now: usize,
    /// The most so far.
    pub peak: usize,
}

/// The resident memory of this process, as Linux counts it.
///
/// # Errors
/// On systems without `/proc/self/status`.
pub fn resident() -> Result<Resident, String> {
    let status = fs::read_to_string("/proc/self/status").map_err(|e| format!("/proc/self/status: {e}"))?;
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
        kib.map(|kib| kib * 1024).ok_or_else(|| format!("/proc/self/status has no {name}"))
    };
    Ok(Resident { now: field("VmRSS:")?, peak: field("VmHWM:")? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_in_use_is_resident() {
        let before = resident().expect("Linux");
        let block = vec![1u8; 64 << 20];
        let after = resident().expect("Linux");
        assert!(
            after.now >= before.now + (60 << 20) && after.peak >= after.now - (1 << 20),
            "{before:?} {after:?}"
        );
        assert_eq!(block[1 << 20], 1);
    }
}
