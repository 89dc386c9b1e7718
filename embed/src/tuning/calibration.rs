//! Calibrations: the rates of a processor as text, for a file.

use crate::error::{Error, plain};
use std::fmt;
use std::path::Path;
use tf_dialects::rates::Rates;

/// The costs of bytes and waiting on a processor ([`Rates`]), which replace the defaults for all processors
/// in the cost model of loops. [`SessionBuilder::calibration`](crate::SessionBuilder::calibration) takes it;
/// `Display` gives the text that [`Calibration::parse`] reads:
///
/// ```text
/// tensorforge calibration 1
/// memory_byte = 0.2
/// ```
///
/// Lines that begin with `//` are comments. Rates that are not named keep their defaults.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration(pub Rates);

impl Calibration {
    /// Reads the text of a calibration; messages refer to it as `name`.
    ///
    /// ```
    /// # use tensorforge::Calibration;
    /// let slow = Calibration::parse("mine", "tensorforge calibration 1\nmemory_byte = 0.5\n")?;
    /// assert_eq!(slow.0.memory_byte, 0.5);
    /// let wrong = Calibration::parse("mine", "tensorforge calibration 1\nspeed = 2").unwrap_err();
    /// assert!(wrong.to_string().starts_with("mine:2: unknown rate 'speed'"));
    /// # Ok::<(), tensorforge::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Calibration`] with the first line that is not valid.
    pub fn parse(name: &str, text: &str) -> Result<Calibration, Error> {
        Rates::parse(name, text).map(Calibration).map_err(Error::Calibration)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Calibration`]: the file cannot be read, or as [`Calibration::parse`].
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
