//! Memory of the processor as device memory: blocks by address, reused for later blocks of the same size.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::BTreeMap;
use tf_abi::call::ALIGNMENT;
use tf_device::{DeviceError, Fault, Lent, Memory};

/// The most bytes of free blocks.
const MOST_FREE_BYTES: usize = 1 << 28;

/// The blocks in use, and the free blocks.
pub(super) struct Blocks {
    /// By address: the requested bytes, and the size of the block.
    used: BTreeMap<u64, (u64, usize)>,
    /// By size of the block: addresses.
    free: BTreeMap<usize, Vec<u64>>,
    kept: usize,
    pub(super) lent: Lent,
}

impl Default for Blocks {
    fn default() -> Blocks {
        let (used, free) = (BTreeMap::new(), BTreeMap::new());
        Blocks { used, free, kept: 0, lent: Lent::new(LEAST_ALIGNMENT) }
    }
}

/// The alignment of lent memory: that of any element.
const LEAST_ALIGNMENT: u64 = 8;

/// The size of the block for `bytes` bytes: rounding adds at most an eighth.
fn block_bytes(bytes: u64) -> Option<usize> {
    let bytes = usize::try_from(bytes).ok()?.max(1).checked_next_multiple_of(ALIGNMENT)?;
    let step = (bytes.next_power_of_two() / 16).max(ALIGNMENT);
    bytes.checked_next_multiple_of(step).filter(|size| isize::try_from(*size).is_ok())
}

fn layout(size: usize) -> Layout {
    Layout::from_size_align(size, ALIGNMENT).expect("blocks have sizes that fit")
}

impl Blocks {
    pub(super) fn allocate(&mut self, bytes: u64) -> Result<Memory, DeviceError> {
        let none = || DeviceError::new(Fault::OutOfMemory, format!("there is no memory for {bytes} bytes"));
        let size = block_bytes(bytes).ok_or_else(none)?;
        let address = match self.free.get_mut(&size).and_then(Vec::pop) {
            Some(address) => {
                self.kept -= size;
                address
            }
            None => {
                // SAFETY: the layout has a size above 0.
                let block = unsafe { alloc_zeroed(layout(size)) };
                if block.is_null() {
                    return Err(none());
                }
                block.expose_provenance() as u64
            }
        };
        self.used.insert(address, (bytes, size));
        Ok(Memory { address, bytes })
    }

    pub(super) fn release(&mut self, memory: Memory) -> Result<(), DeviceError> {
        let (_, size) = self.used.remove(&memory.address).ok_or_else(|| unknown(memory))?;
        if self.kept + size > MOST_FREE_BYTES {
            free(memory.address, size);
        } else {
            self.kept += size;
            self.free.entry(size).or_default().push(memory.address);
        }
        Ok(())
    }

    /// The address of `bytes` bytes of a block from `offset` on.
    ///
    /// # Errors
    /// The range is not inside a block in use.
    pub(super) fn at(&self, memory: Memory, offset: u64, bytes: u64) -> Result<*mut u8, DeviceError> {
        let own = self.used.get(&memory.address).map(|(all, _)| *all);
        let all = own.max(self.lent.bytes_at(memory.address)).ok_or_else(|| unknown(memory))?;
        let end = offset.checked_add(bytes).filter(|end| *end <= all);
        end.ok_or_else(|| {
            DeviceError::new(
                Fault::Misuse,
                format!("{bytes} bytes at offset {offset} are outside an allocation of {all} bytes"),
            )
        })?;
        Ok(std::ptr::with_exposed_provenance_mut::<u8>(memory.address as usize).wrapping_add(offset as usize))
    }
}

impl Drop for Blocks {
    fn drop(&mut self) {
        let used = std::mem::take(&mut self.used).into_iter().map(|(address, (_, size))| (address, size));
        let kept = std::mem::take(&mut self.free);
        let kept =
            kept.into_iter().flat_map(|(size, all)| all.into_iter().map(move |address| (address, size)));
        used.chain(kept).for_each(|(address, size)| free(address, size));
    }
}

fn free(address: u64, size: usize) {
    // SAFETY: blocks were allocated with this layout, and are freed once: they are in no list any more.
    unsafe { dealloc(std::ptr::with_exposed_provenance_mut(address as usize), layout(size)) };
}

fn unknown(memory: Memory) -> DeviceError {
    DeviceError::new(Fault::Misuse, format!("there is no memory at {:#x} on this device", memory.address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_reused_and_have_bounds() {
        let mut blocks = Blocks::default();
        let first = blocks.allocate(1000).unwrap();
        assert!(blocks.at(first, 0, 1000).is_ok());
        assert_eq!(blocks.at(first, 1, 1000).unwrap_err().fault, Fault::Misuse);
        assert_eq!(blocks.at(first, u64::MAX, 2).unwrap_err().fault, Fault::Misuse);
        blocks.release(first).unwrap();
        assert_eq!(blocks.release(first).unwrap_err().fault, Fault::Misuse);
        assert_eq!(blocks.allocate(990).unwrap().address, first.address);
        assert_eq!(blocks.allocate(u64::MAX).unwrap_err().fault, Fault::OutOfMemory);
        assert_ne!(blocks.allocate(0).unwrap().address, first.address);
    }

    #[test]
    fn lent_memory_is_valid_until_returned() {
        let mut blocks = Blocks::default();
        let theirs = Memory { address: 0x1000, bytes: 24 };
        assert_eq!(blocks.at(theirs, 0, 8).unwrap_err().fault, Fault::Misuse);
        blocks.lent.lend(theirs).unwrap();
        blocks.lent.lend(theirs).unwrap();
        assert!(blocks.at(theirs, 8, 16).is_ok() && blocks.at(theirs, 8, 17).is_err());
        assert_eq!(blocks.release(theirs).unwrap_err().fault, Fault::Misuse);
        blocks.lent.leave(theirs);
        assert!(blocks.at(theirs, 0, 24).is_ok());
        blocks.lent.leave(theirs);
        assert!(blocks.at(theirs, 0, 24).is_err());
        let odd = blocks.lent.lend(Memory { address: 0x1004, bytes: 24 }).unwrap_err();
        assert!(odd.message.contains("need a multiple of 8 bytes"), "{odd}");
    }

    #[test]
    fn sizes_of_blocks_grow_by_an_eighth_at_most() {
        for bytes in [1u64, 64, 65, 1000, 4097, 1 << 20, (1 << 20) + 1, 123_456_789] {
            let size = block_bytes(bytes).unwrap() as u64;
            assert!(size >= bytes && (size <= bytes + 64 || size <= bytes + bytes / 8), "{bytes}: {size}");
        }
    }
}
