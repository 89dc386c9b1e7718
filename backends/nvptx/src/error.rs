//! Error messages for the driver's failures.

use crate::driver::Failure;
use tf_device::{DeviceError, Fault};

/// Error codes, as in `cuda.h`.
mod code {
    pub(super) const OUT_OF_MEMORY: u32 = 2;
    pub(super) const NOT_INITIALIZED: u32 = 3;
    pub(super) const DEINITIALIZED: u32 = 4;
    pub(super) const STUB: u32 = 34;
    pub(super) const NO_DEVICE: u32 = 100;
    pub(super) const INVALID_DEVICE: u32 = 101;
    pub(super) const NO_BINARY: u32 = 209;
    pub(super) const ECC: u32 = 214;
    pub(super) const INVALID_PTX: u32 = 218;
    pub(super) const UNSUPPORTED_PTX: u32 = 222;
    pub(super) const NOT_FOUND: u32 = 500;
    pub(super) const ILLEGAL_ADDRESS: u32 = 700;
    pub(super) const LAUNCH_RESOURCES: u32 = 701;
    pub(super) const LAUNCH_TIMEOUT: u32 = 702;
    pub(super) const CONTEXT_DESTROYED: u32 = 709;
    pub(super) const ASSERT: u32 = 710;
    pub(super) const HARDWARE_STACK: u32 = 714;
    pub(super) const ILLEGAL_INSTRUCTION: u32 = 715;
    pub(super) const MISALIGNED: u32 = 716;
    pub(super) const INVALID_PC: u32 = 718;
    pub(super) const LAUNCH_FAILED: u32 = 719;
    pub(super) const SYSTEM_DRIVER_MISMATCH: u32 = 803;
    pub(super) const INVALID_IMAGE: u32 = 200;
}

/// The error for a missing driver.
pub fn missing() -> DeviceError {
    DeviceError::new(
        Fault::NoDriver,
        "the CUDA driver is not installed: libcuda.so was not found. Install NVIDIA's driver for the GPU of \
         this machine (in a container: start it with the GPU), or use another device, such as cpu",
    )
}

/// The kind of a failure.
pub fn fault(failure: &Failure) -> Fault {
    match failure.code {
        code::OUT_OF_MEMORY => Fault::OutOfMemory,
        code::STUB | code::SYSTEM_DRIVER_MISMATCH => Fault::NoDriver,
        code::NO_DEVICE | code::INVALID_DEVICE => Fault::NoDevice,
        code::NO_BINARY
        | code::INVALID_PTX
        | code::UNSUPPORTED_PTX
        | code::INVALID_IMAGE
        | code::NOT_FOUND => Fault::Unsupported,
        code::LAUNCH_RESOURCES => Fault::Resources,
        code::LAUNCH_TIMEOUT => Fault::Timeout,
        code::ILLEGAL_ADDRESS
        | code::ASSERT
        | code::HARDWARE_STACK
        | code::ILLEGAL_INSTRUCTION
        | code::MISALIGNED
        | code::INVALID_PC
        | code::LAUNCH_FAILED => Fault::Trapped,
        code::NOT_INITIALIZED | code::DEINITIALIZED | code::CONTEXT_DESTROYED | code::ECC => Fault::Lost,
        _ => Fault::Other,
    }
}

/// Advice for a failure of a kind.
fn advice(fault: Fault) -> &'static str {
    match fault {
        Fault::NoDriver => {
            "the driver and its library have different versions: reinstall NVIDIA's driver, or restart the \
             machine"
        }
        Fault::NoDevice => {
            "no such GPU: nvidia-smi lists the GPUs of the machine, CUDA_VISIBLE_DEVICES those that this \
             process may use"
        }
        Fault::Unsupported => "the driver does not accept this code",
        Fault::OutOfMemory => {
            "the GPU is out of memory: use smaller arrays, or end other programs that use it"
        }
        Fault::Resources => {
            "the kernel needs more registers, threads or shared memory than a block can have on this GPU: \
             launch smaller blocks"
        }
        Fault::Trapped => {
            "a kernel stopped itself or accessed invalid memory. The GPU's context is lost with all of its \
             arrays: open the device again to continue; --device=simt finds the line in the program"
        }
        Fault::Timeout => {
            "a kernel did not end in time. The GPU's context is lost with all of its arrays: open the device \
             again to continue"
        }
        Fault::Ended => "a kernel did not end in time and was stopped. The GPU keeps all of its arrays",
        Fault::Lost => {
            "the GPU's context is lost after an earlier failure: open the device again to continue"
        }
        Fault::Misuse | Fault::Other => "",
    }
}

/// Advice for code that the driver rejects.
fn advice_on_code(code: u32) -> Option<&'static str> {
    Some(match code {
        code::UNSUPPORTED_PTX => {
            "the driver does not support this version of PTX: update the driver, or compile for an earlier \
             architecture"
        }
        code::INVALID_PTX => {
            "the driver rejects the code, and its log says why: compile for the architecture of this GPU or \
             an earlier one; if it is one already, the compiler has generated code that exceeds a limit"
        }
        code::NO_BINARY | code::INVALID_IMAGE => {
            "the code is for another GPU: compile it for the architecture of this one or an earlier one"
        }
        code::NOT_FOUND => "the code has no such kernel: it was compiled from another program",
        _ => return None,
    })
}

/// A failure as an error of a device, with the action that failed.
pub(crate) fn explained(failure: &Failure, doing: &str) -> DeviceError {
    let fault = fault(failure);
    let advice = advice_on_code(failure.code).unwrap_or_else(|| advice(fault));
    let text = match advice {
        "" => format!("{doing}: the CUDA driver reports {failure}"),
        advice => format!("{doing}: {advice}. The CUDA driver reports {failure}"),
    };
    DeviceError::new(fault, text)
}

/// The error for a device that did not end its work in time.
pub(crate) fn late(seconds: f64) -> DeviceError {
    let advice = advice(Fault::Timeout);
    DeviceError::new(Fault::Timeout, format!("after {seconds} s: {advice}"))
}

/// The error for work that was stopped because it took too long.
pub(crate) fn ended(seconds: f64) -> DeviceError {
    let advice = advice(Fault::Ended);
    DeviceError::new(Fault::Ended, format!("after {seconds} s: {advice}"))
}

/// The error for a device that has failed before.
pub(crate) fn lost(first: &str) -> DeviceError {
    let advice = advice(Fault::Lost);
    DeviceError::new(Fault::Lost, format!("{advice}. The failure was: {first}"))
}
