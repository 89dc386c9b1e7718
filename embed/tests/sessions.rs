//! Sessions of tests, which share compiled code: many tests compile one program for several counts of threads,
//! for each instance of a case, or as another test does.

use tensorforge::{Session, SessionBuilder};

/// The folder of compiled code, which later runs use, too. Its keys are the code generator, its options and
/// the whole text of a unit: what a change of a pass affects is compiled again.
const OBJECTS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/objects");

/// A session with the defaults.
pub fn session() -> Session {
    builder().build().expect("a session needs nothing")
}

/// A builder of sessions.
pub fn builder() -> SessionBuilder {
    Session::builder().cache_dir(OBJECTS)
}
