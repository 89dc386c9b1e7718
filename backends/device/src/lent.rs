//! Tracks memory of other owners that a device's programs use: the device has not allocated it and does not
//! free it.

use crate::error::{DeviceError, Fault};
use crate::runtime::Memory;
use std::collections::BTreeMap;

/// The memory that other owners lend to a device.
pub struct Lent {
    alignment: u64,
    /// For each address and size, how often it was lent.
    all: BTreeMap<(u64, u64), usize>,
}

impl Lent {
    /// An empty table; lent memory begins at a multiple of `alignment` bytes.
    pub fn new(alignment: u64) -> Lent {
        Lent { alignment, all: BTreeMap::new() }
    }

    /// Accepts memory that stays the property of its owner.
    ///
    /// # Errors
    /// It is not aligned, or ends beyond the address space.
    pub fn lend(&mut self, memory: Memory) -> Result<(), DeviceError> {
        let alignment = self.alignment;
        if !memory.address.is_multiple_of(alignment) || memory.address.checked_add(memory.bytes).is_none() {
            let text = format!(
                "the memory begins at {:#x}, but kernels need a multiple of {alignment} bytes: copy the \
                 array first",
                memory.address
            );
            return Err(DeviceError::new(Fault::Misuse, text));
        }
        *self.all.entry((memory.address, memory.bytes)).or_default() += 1;
        Ok(())
    }

    /// Ends one [`Lent::lend`].
    pub fn leave(&mut self, memory: Memory) {
        let key = (memory.address, memory.bytes);
        if let Some(count) = self.all.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.all.remove(&key);
            }
        }
    }

    /// The size of the memory that begins at an address: the largest, if it was lent several times.
    pub fn bytes_at(&self, address: u64) -> Option<u64> {
        self.all.range((address, 0)..=(address, u64::MAX)).next_back().map(|((_, bytes), _)| *bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_valid_while_lent() {
        let mut lent = Lent::new(16);
        let [short, long] = [24, 40].map(|bytes| Memory { address: 0x1000, bytes });
        lent.lend(short).unwrap();
        lent.lend(long).unwrap();
        lent.lend(long).unwrap();
        assert_eq!(lent.bytes_at(0x1000), Some(40));
        lent.leave(long);
        assert_eq!(lent.bytes_at(0x1000), Some(40));
        lent.leave(long);
        assert_eq!(lent.bytes_at(0x1000), Some(24));
        lent.leave(short);
        lent.leave(short);
        assert_eq!(lent.bytes_at(0x1000), None);
    }

    #[test]
    fn memory_that_kernels_cannot_use_is_refused() {
        let mut lent = Lent::new(16);
        for (address, bytes) in [(0x1008, 24), (!15, 24)] {
            let error = lent.lend(Memory { address, bytes }).unwrap_err();
            assert!(error.message.contains("need a multiple of 16 bytes"), "{error}");
        }
    }
}
