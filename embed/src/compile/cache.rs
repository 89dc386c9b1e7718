//! The cache of executables, by the text of their program.

use crate::call::executable::Compiled;
use crate::error::Error;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The key of an executable: the program's text without locations, the device, its pipeline, the code
/// generator.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub(crate) text: String,
    pub(crate) device: String,
    pub(crate) pipeline: String,
    pub(crate) generator: String,
}

/// One executable: the first request makes it while others for the same key wait.
type Slot = Arc<Mutex<Option<Arc<Compiled>>>>;

/// The executables of a session.
#[derive(Default)]
pub(crate) struct Cache(Mutex<HashMap<Key, Slot>>);

impl Cache {
    /// The executable of a key; `make` makes it if it does not exist, or if its device was lost. A failure is
    /// not cached.
    pub(crate) fn get(
        &self,
        key: Key,
        make: impl FnOnce() -> Result<Compiled, Error>,
    ) -> Result<Arc<Compiled>, Error> {
        let slot = self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = slot.as_ref().filter(|found| !found.is_lost()) {
            return Ok(found.clone());
        }
        Ok(slot.insert(Arc::new(make()?)).clone())
    }
}
