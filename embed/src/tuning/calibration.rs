//! Rates of a processor, as a text that can be kept in a file.

use crate::error::{Error, plain};
use std::fmt;
use std::path::Path;
use tf_dialects::rates::Rates;

/// What bytes and waiting cost on a processor ([`Rates`]), in place of what all processors are said to have: loops are chosen by it. What
/// [`SessionBuilder::calibration`](crate::SessionBuilder::calibration) takes; `Display` gives the text that [`Calibration::parse`] reads:
///
/// ```text
/// tensorforge calibration 1
/// memory_byte = 0.2
/// ```
///
/// Lines that begin with `//` are comments. Rates that are not named are the usual ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration(pub Rates);

impl Calibration {
    /// Reads the text of a calibration; `name` stands for it in messages.
    ///
    /// ```
    /// # use tensorforge::Calibration;
    /// let slow = Calibration::parse("mine", "tensorforge calibration 1\nmemory_byte = 0.5\n")?;
    /// assert_eq!(slow.0.memory_byte, 0.5);
    /// let wrong = Calibration::parse("mine", "tensorforge calibration 1\nspeed = 2").unwrap_err();
    /// assert!(wrong.to_string().starts_with("mine:2: there is no rate 'speed'"));
    /// # Ok::<(), tensorforge::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Calibration`] with the first line that is none of a calibration.
    pub fn parse(name: &str, text: &str) -> Result<Calibration, Error> {
        Rates::parse(name, text).map(Calibration).map_err(Error::Calibration)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Calibration`]: it cannot be read, or as [`Calibration::parse`].
    pub fn read(path: impl AsRef<Path>) -> Result<Calibration, Error> {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path).map_err(|error| {
            Error::Calibration(format!("cannot read '{}': {}", path.display(), plain(&error)))
        })?;
        Calibration::parse(&path.display().to_string(), &text)
    }
}

impl fmt::Display for Calibration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
