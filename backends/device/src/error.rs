//! What can go wrong on a device.

use std::fmt;

/// The kind of a failure, for programs that act on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Fault {
    /// The device's driver is not installed, or lacks a function.
    NoDriver,
    /// There is no such device.
    NoDevice,
    /// The device or its driver does not know the code.
    Unsupported,
    /// The device has no memory left.
    OutOfMemory,
    /// A kernel asks for more than the device gives: threads, registers, shared memory.
    Resources,
    /// A kernel stopped itself, or touched memory that is not there. The device's context is lost with all of its memory.
    Trapped,
    /// A kernel did not end in time, and could not be told to end.
    Timeout,
    /// A kernel did not end in time, and ended when it was told to: the device goes on.
    Ended,
    /// An earlier failure has made the device's context useless.
    Lost,
    /// The caller asked for what makes no sense: memory of another device, too few bytes.
    Misuse,
    /// Anything else that the driver says.
    Other,
}

/// A failure of a device: its kind, and what a person should read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceError {
    /// Its kind.
    pub fault: Fault,
    /// What happened, and what to do about it.
    pub message: String,
    /// If the program stopped itself: how.
    pub trap: Option<Trap>,
}

/// A stop of a program by its own code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// The status, as in [`tf_dialects::stops`].
    pub status: i32,
    /// What the program says; may be empty.
    pub message: String,
    /// `file:line:column`; empty where unknown.
    pub place: String,
}

impl DeviceError {
    /// A failure of a kind with its text.
    pub fn new(fault: Fault, message: impl Into<String>) -> DeviceError {
        DeviceError { fault, message: message.into(), trap: None }
    }

    /// The program stopped itself.
    pub fn trapped(trap: Trap) -> DeviceError {
        let message = tf_dialects::stops::said(trap.status, &trap.message);
        DeviceError { fault: Fault::Trapped, message, trap: Some(trap) }
    }

    /// The same failure, said to have happened while something was done.
    #[must_use]
    pub fn during(self, what: impl fmt::Display) -> DeviceError {
        DeviceError { message: format!("{what}: {}", self.message), ..self }
    }

    /// True if nothing on the device can be used any more.
    pub fn is_final(&self) -> bool {
        matches!(self.fault, Fault::Trapped | Fault::Timeout | Fault::Lost)
    }
}

impl fmt::Display for DeviceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for DeviceError {}
