//! Reasons for which runs end without results.

use crate::error::DeviceError;
use std::fmt;
use tf_dialects::stops;

/// The reason for which a run ended without results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunFailure {
    /// The program stopped itself.
    Trap {
        /// The status, as in [`tf_dialects::stops`].
        status: i32,
        /// The program's message.
        message: String,
        /// `file:line:column`; empty where unknown.
        place: String,
    },
    /// Sizes or arrays of a launch do not fit.
    Launch {
        /// The mismatch.
        message: String,
        /// `file:line:column`; empty where unknown.
        place: String,
    },
    /// The device failed.
    Device {
        /// The device's error.
        error: DeviceError,
        /// `file:line:column` of the op; empty where unknown.
        place: String,
    },
    /// The caller stopped the run.
    Stopped,
    /// The run requested more memory than its budget.
    Bytes,
}

impl RunFailure {
    /// A failure of the device at a source location; a trap of the program has its own location.
    pub(super) fn of(error: DeviceError, place: String) -> RunFailure {
        match error.trap {
            Some(trap) => RunFailure::Trap { status: trap.status, message: trap.message, place: trap.place },
            None => RunFailure::Device { error, place },
        }
    }
}

impl fmt::Display for RunFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |place: &str| if place.is_empty() { String::new() } else { format!("{place}: ") };
        match self {
            RunFailure::Trap { status, message, place } => {
                write!(f, "{}{}", at(place), stops::message(*status, message))
            }
            RunFailure::Launch { message, place } => write!(f, "{}{message}", at(place)),
            RunFailure::Device { error, place } => write!(f, "{}{error}", at(place)),
            RunFailure::Stopped => f.write_str("the run was stopped"),
            RunFailure::Bytes => f.write_str("the run needs more bytes than its limit"),
        }
    }
}

impl std::error::Error for RunFailure {}
