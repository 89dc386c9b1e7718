//! The routines of a session, and the folder of those that are compiled already.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tf_cpu::routines::Routine;

/// The folder of shipped routines, next to the LLVM library.
pub(crate) const FOLDER: &str = "routines";

/// One routine: the first request makes it while others wait.
pub(crate) type Slot = Arc<Mutex<Option<Arc<Routine>>>>;

/// The routines of a session, by symbol, numerics mode and level.
#[derive(Default)]
pub(crate) struct Routines(pub(crate) Mutex<HashMap<String, Slot>>);
