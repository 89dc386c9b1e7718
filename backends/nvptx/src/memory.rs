//! Which memory a device has given, so that no copy goes beyond it.

use std::collections::BTreeMap;
use tf_device::{DeviceError, Fault, Memory};

/// What the memory of an argument begins at a multiple of: code moves 16 bytes at once.
const ALIGNMENT: u64 = 16;

/// Live memories by their address.
#[derive(Default)]
pub(crate) struct Table {
    own: BTreeMap<u64, u64>,
    /// Those of others: address and bytes, and how often they were lent.
    lent: BTreeMap<(u64, u64), usize>,
}

impl Table {
    pub(crate) fn insert(&mut self, memory: Memory) {
        self.own.insert(memory.address, memory.bytes);
    }

    pub(crate) fn remove(&mut self, memory: Memory) -> Result<(), DeviceError> {
        self.own.remove(&memory.address).map(drop).ok_or_else(|| unknown(memory))
    }

    pub(crate) fn lend(&mut self, memory: Memory) -> Result<(), DeviceError> {
        if !memory.address.is_multiple_of(ALIGNMENT) || memory.address.checked_add(memory.bytes).is_none() {
            let text = format!(
                "the memory begins at {:#x}, which is no multiple of {ALIGNMENT} bytes, as kernels ask for: copy the array first",
                memory.address
            );
            return Err(DeviceError::new(Fault::Misuse, text));
        }
        *self.lent.entry((memory.address, memory.bytes)).or_default() += 1;
        Ok(())
    }

    pub(crate) fn leave(&mut self, memory: Memory) {
        let key = (memory.address, memory.bytes);
        if let Some(count) = self.lent.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.lent.remove(&key);
            }
        }
    }

    /// The address of bytes of a memory, which may be a part of one that was given.
    pub(crate) fn at(&self, memory: Memory, offset: u64, bytes: u64) -> Result<u64, DeviceError> {
        let end = memory.address.checked_add(offset).and_then(|at| at.checked_add(bytes));
        let around = self.own.range(..=memory.address).next_back().map(|(start, size)| start + size);
        // Of those of others that begin there, the longest.
        let same = (memory.address, 0)..=(memory.address, u64::MAX);
        let lent = self.lent.range(same).next_back().map(|((start, size), _)| start + size);
        let fits = end.is_some_and(|end| around.max(lent).is_some_and(|most| end <= most));
        match fits {
            true => Ok(memory.address + offset),
            false if self.own.contains_key(&memory.address) => {
                let all = memory.bytes;
                let text = format!("{bytes} bytes from {offset} on are asked for, of memory that has {all}");
                Err(DeviceError::new(Fault::Misuse, text))
            }
            false => Err(unknown(memory)),
        }
    }
}

fn unknown(memory: Memory) -> DeviceError {
    DeviceError::new(Fault::Misuse, format!("there is no memory at {:#x} on this device", memory.address))
}
