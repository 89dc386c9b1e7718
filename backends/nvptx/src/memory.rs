//! Which memory a device has given, so that no copy goes beyond it.

use std::collections::BTreeMap;
use tf_device::{DeviceError, Fault, Memory};

/// Live memories by their address.
#[derive(Default)]
pub(crate) struct Table(BTreeMap<u64, u64>);

impl Table {
    pub(crate) fn insert(&mut self, memory: Memory) {
        self.0.insert(memory.address, memory.bytes);
    }

    pub(crate) fn remove(&mut self, memory: Memory) -> Result<(), DeviceError> {
        self.0.remove(&memory.address).map(drop).ok_or_else(|| unknown(memory))
    }

    /// The address of bytes of a memory, which may be a part of one that was given.
    pub(crate) fn at(&self, memory: Memory, offset: u64, bytes: u64) -> Result<u64, DeviceError> {
        let end = memory.address.checked_add(offset).and_then(|at| at.checked_add(bytes));
        let around = self.0.range(..=memory.address).next_back();
        let fits = match (around, end) {
            (Some((start, size)), Some(end)) => end <= start + size,
            _ => false,
        };
        match fits {
            true => Ok(memory.address + offset),
            false if self.0.contains_key(&memory.address) => {
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
