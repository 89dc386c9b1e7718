//! Tracks the memory that a device has allocated, so that no copy goes beyond it.

use std::collections::BTreeMap;
use tf_device::{DeviceError, Fault, Lent, Memory};

/// Alignment of memory for arguments: kernels move 16 bytes at once.
const ALIGNMENT: u64 = 16;

/// Live allocations by address.
pub(crate) struct Table {
    own: BTreeMap<u64, u64>,
    pub(crate) lent: Lent,
}

impl Default for Table {
    fn default() -> Table {
        Table { own: BTreeMap::new(), lent: Lent::new(ALIGNMENT) }
    }
}

impl Table {
    pub(crate) fn insert(&mut self, memory: Memory) {
        self.own.insert(memory.address, memory.bytes);
    }

    pub(crate) fn remove(&mut self, memory: Memory) -> Result<(), DeviceError> {
        self.own.remove(&memory.address).map(drop).ok_or_else(|| unknown(memory))
    }

    /// The addresses of all live allocations.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = u64> + use<'_> {
        self.own.keys().copied()
    }

    /// The address of a range of bytes, which is within one allocation.
    pub(crate) fn at(&self, memory: Memory, offset: u64, bytes: u64) -> Result<u64, DeviceError> {
        let end = memory.address.checked_add(offset).and_then(|at| at.checked_add(bytes));
        let around = self.own.range(..=memory.address).next_back().map(|(start, size)| start + size);
        let lent = self.lent.bytes_at(memory.address).map(|bytes| memory.address + bytes);
        let fits = end.is_some_and(|end| around.max(lent).is_some_and(|most| end <= most));
        match fits {
            true => Ok(memory.address + offset),
            false if self.own.contains_key(&memory.address) => {
                let all = memory.bytes;
                let text =
                    format!("{bytes} bytes at offset {offset} are outside an allocation of {all} bytes");
                Err(DeviceError::new(Fault::Misuse, text))
            }
            false => Err(unknown(memory)),
        }
    }
}

fn unknown(memory: Memory) -> DeviceError {
    DeviceError::new(Fault::Misuse, format!("there is no memory at {:#x} on this device", memory.address))
}
