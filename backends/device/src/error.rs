//! Errors of devices.

use std::fmt;

/// The kind of a failure, for programs that handle it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Fault {
    /// The device's driver is not installed, or lacks a function.
    NoDriver,
    /// The device does not exist.
    NoDevice,
    /// The device or its driver does not support the code.
    Unsupported,
    /// The device is out of memory.
    OutOfMemory,
    /// A kernel needs more threads, registers or shared memory than the device has.
    Resources,
    /// A kernel trapped, or accessed memory that is not allocated. The device's context is lost with all of
    /// its memory.
    Trapped,
    /// A kernel timed out and could not be stopped.
    Timeout,
    /// A kernel timed out and was stopped: the device keeps working.
    Ended,
    /// An earlier failure has ended the device's context.
    Lost,
    /// An invalid request: memory of another device, too few bytes.
    Misuse,
    /// Any other error of the driver.
    Other,
}

/// A failure of a device: its kind, and a message for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeviceError {
    /// Its kind.
    pub fault: Fault,
    /// What happened, and what to do about it.
    pub message: String,
    /// The trap, if the program stopped itself.
    pub trap: Option<Trap>,
}

/// A stop of a program by its own code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trap {
    /// The status, as in [`tf_dialects::stops`].
    pub status: i32,
    /// The program's message; may be empty.
    pub message: String,
    /// `file:line:column`; empty where unknown.
    pub place: String,
}

impl DeviceError {
    /// A failure of a kind with its text.
    pub fn new(fault: Fault, message: impl Into<String>) -> DeviceError {
        DeviceError { fault, message: message.into(), trap: None }
    }

    /// The failure of a program that stopped itself.
    pub fn trapped(trap: Trap) -> DeviceError {
        let message = tf_dialects::stops::message(trap.status, &trap.message);
        DeviceError { fault: Fault::Trapped, message, trap: Some(trap) }
    }

    /// The same failure, with the action that failed.
    #[must_use]
    pub fn during(self, what: impl fmt::Display) -> DeviceError {
        DeviceError { message: format!("{what}: {}", self.message), ..self }
    }

    /// True if the device cannot be used any more.
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
