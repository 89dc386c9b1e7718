//! Routines (`tf.routine`): functions of the library that are linked once, and called by programs that only
//! declare them.

use crate::library::{CompileError, Library, Module};
use crate::runtime;
use std::fmt;
use std::sync::Arc;
use tf_abi::call::Entry;

/// A routine in this process.
pub struct Routine {
    name: String,
    entry: Entry,
    // Owns the code.
    _module: Module,
}

impl fmt::Debug for Routine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Routine").field(&self.name).finish()
    }
}

impl Routine {
    /// Links the objects of a routine of this name.
    ///
    /// # Errors
    /// The objects are broken, or lack the routine.
    ///
    /// # Safety
    /// They are the result of [`crate::unit::routine_objects`] for a routine of this name, for code that this
    /// machine can run.
    pub unsafe fn link(
        library: &Arc<Library>,
        name: &str,
        objects: &[Vec<u8>],
    ) -> Result<Routine, CompileError> {
        let objects: Vec<&[u8]> = objects.iter().map(Vec::as_slice).collect();
        let module = library.load(&objects, &runtime::symbols())?;
        let address = module.address(name)?;
        // SAFETY: promised by the caller: functions of a module are entries.
        let entry = unsafe { std::mem::transmute::<*const std::ffi::c_void, Entry>(address) };
        Ok(Routine { name: name.to_string(), entry, _module: module })
    }

    /// Its name and its address, for the linker.
    pub(crate) fn symbol(&self) -> (&str, *const std::ffi::c_void) {
        (&self.name, self.entry as *const std::ffi::c_void)
    }
}

/// Objects as one text of bytes: their count, their lengths, and their bytes.
pub fn packed(objects: &[Vec<u8>]) -> Vec<u8> {
    let lengths = std::iter::once(objects.len()).chain(objects.iter().map(Vec::len));
    let header = lengths.flat_map(|length| (length as u64).to_le_bytes());
    header.chain(objects.iter().flatten().copied()).collect()
}

/// The objects in such bytes; `None` if they are invalid.
pub fn unpacked(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut rest = bytes;
    let mut number = || {
        let (word, after) = rest.split_first_chunk::<8>()?;
        rest = after;
        usize::try_from(u64::from_le_bytes(*word)).ok()
    };
    let count = number().filter(|count| *count <= bytes.len() / 8)?;
    let lengths = (0..count).map(|_| number()).collect::<Option<Vec<usize>>>()?;
    let mut objects = Vec::new();
    for length in lengths {
        let (object, after) = rest.split_at_checked(length)?;
        objects.push(object.to_vec());
        rest = after;
    }
    rest.is_empty().then_some(objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_come_back() {
        for objects in [vec![], vec![vec![]], vec![vec![1, 2, 3], vec![], vec![4]]] {
            let bytes = packed(&objects);
            assert_eq!(unpacked(&bytes), Some(objects));
            for end in 0..bytes.len() {
                assert_eq!(unpacked(&bytes[..end]), None, "{end}");
            }
            assert_eq!(unpacked(&[&bytes[..], &[0]].concat()), None);
        }
        assert_eq!(unpacked(&u64::MAX.to_le_bytes()), None);
    }
}
