//! Targets: the supported processor families, detection of the host, and a cache of target machines.

use crate::failure::Failure;
use llvm_sys::core::LLVMDisposeMessage;
use llvm_sys::target::*;
use llvm_sys::target_machine::*;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::{CStr, CString, c_char};
use std::sync::{Once, OnceLock};
use tf_abi::library::FailureKind;
use tf_abi::options::Options;

/// A machine to generate code for, all defaults filled in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Target triple.
    pub triple: String,
    /// Processor name.
    pub cpu: String,
    /// Processor features.
    pub features: String,
}

/// The processor families that this crate distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// 64-bit x86.
    X86,
    /// 64-bit Arm.
    Arm,
    /// NVIDIA GPUs, as PTX.
    Nvptx,
}

impl Target {
    /// The machine this process runs on.
    pub fn host() -> &'static Self {
        static HOST: OnceLock<Target> = OnceLock::new();
        // SAFETY: these return fresh strings, which `take_string` frees.
        HOST.get_or_init(|| unsafe {
            Target {
                triple: take_string(LLVMGetDefaultTargetTriple()),
                cpu: take_string(LLVMGetHostCPUName()),
                features: take_string(LLVMGetHostCPUFeatures()),
            }
        })
    }

    /// The target that the options specify.
    pub fn from_options(options: &Options) -> Self {
        let host = Self::host();
        let native = (options.target.is_empty() || options.target == host.triple) && options.cpu.is_empty();
        let pick =
            |given: &str, default: &str| if given.is_empty() { default.to_owned() } else { given.to_owned() };
        Self {
            triple: pick(&options.target, &host.triple),
            cpu: pick(&options.cpu, if native { &host.cpu } else { "" }),
            features: pick(&options.features, if native { &host.features } else { "" }),
        }
    }

    /// The processor family; an error lists the supported ones.
    pub fn family(&self) -> Result<Family, Failure> {
        match self.triple.split('-').next().unwrap_or_default() {
            "x86_64" => Ok(Family::X86),
            "aarch64" | "arm64" => Ok(Family::Arm),
            "nvptx64" => Ok(Family::Nvptx),
            _ => Err(Failure::new(
                FailureKind::Options,
                format!(
                    "no code generator for target '{}'; there are x86_64, aarch64 and nvptx64",
                    self.triple
                ),
            )),
        }
    }

    /// Whether a feature is switched on, by name (`avx512f`).
    pub fn has_feature(&self, name: &str) -> bool {
        self.features.split(',').any(|f| f.strip_prefix('+') == Some(name))
    }
}

/// Target machines by target and optimisation level; making one costs 0.3 ms.
#[derive(Default)]
pub struct Machines {
    machines: HashMap<(Target, u8), Machine>,
}

impl Machines {
    /// The machine for a target at an optimisation level, made on first use.
    pub fn get(&mut self, target: &Target, opt: u8) -> Result<&Machine, Failure> {
        let key = (target.clone(), opt);
        match self.machines.entry(key) {
            Entry::Occupied(machine) => Ok(machine.into_mut()),
            Entry::Vacant(slot) => Ok(slot.insert(Machine::new(target, opt)?)),
        }
    }
}

/// LLVM's description of a machine to generate code for, owned.
pub struct Machine(LLVMTargetMachineRef);

impl Machine {
    /// The pointer, for LLVM's functions.
    pub(crate) fn raw(&self) -> LLVMTargetMachineRef {
        self.0
    }

    fn new(target: &Target, opt: u8) -> Result<Self, Failure> {
        initialize(target.family()?);
        let failed = |message: String| Failure::new(FailureKind::Options, message);
        let text = |s: &str| {
            CString::new(s).map_err(|_| failed(format!("'{}' contains a NUL byte", s.escape_debug())))
        };
        let (triple, cpu, features) = (text(&target.triple)?, text(&target.cpu)?, text(&target.features)?);
        let level = match opt {
            0 => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
            1 => LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
            2 => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            _ => LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
        };
        let (mut found, mut message) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: strings are NUL-terminated, out-pointers valid. The small code model with
        // position-independent code reaches constants relative to the program counter; the model LLVM prefers
        // for JITs is the large one.
        unsafe {
            if LLVMGetTargetFromTriple(triple.as_ptr(), &mut found, &mut message) != 0 {
                return Err(failed(format!("target '{}': {}", target.triple, take_string(message))));
            }
            let machine = LLVMCreateTargetMachine(
                found,
                triple.as_ptr(),
                cpu.as_ptr(),
                features.as_ptr(),
                level,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelSmall,
            );
            if machine.is_null() {
                return Err(failed(format!(
                    "no target machine for '{}', cpu '{}'",
                    target.triple, target.cpu
                )));
            }
            Ok(Self(machine))
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // SAFETY: made by LLVMCreateTargetMachine, disposed once.
        unsafe { LLVMDisposeTargetMachine(self.0) }
    }
}

/// Registers a family's code generator with LLVM.
pub fn initialize(family: Family) {
    static X86: Once = Once::new();
    static ARM: Once = Once::new();
    static NVPTX: Once = Once::new();
    // SAFETY: registration functions without preconditions; `Once` keeps them from running concurrently.
    unsafe {
        match family {
            Family::X86 => X86.call_once(|| {
                LLVMInitializeX86TargetInfo();
                LLVMInitializeX86Target();
                LLVMInitializeX86TargetMC();
                LLVMInitializeX86AsmPrinter();
                LLVMInitializeX86AsmParser();
            }),
            Family::Arm => ARM.call_once(|| {
                LLVMInitializeAArch64TargetInfo();
                LLVMInitializeAArch64Target();
                LLVMInitializeAArch64TargetMC();
                LLVMInitializeAArch64AsmPrinter();
                LLVMInitializeAArch64AsmParser();
            }),
            Family::Nvptx => NVPTX.call_once(|| {
                LLVMInitializeNVPTXTargetInfo();
                LLVMInitializeNVPTXTarget();
                LLVMInitializeNVPTXTargetMC();
                LLVMInitializeNVPTXAsmPrinter();
            }),
        }
    }
}

/// Copies and frees a string that LLVM allocated; null is the empty string.
///
/// # Safety
/// `text` is null or a message that `LLVMDisposeMessage` may free, not used afterwards.
pub(crate) unsafe fn take_string(text: *mut c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: a NUL-terminated string, by the caller's promise.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        LLVMDisposeMessage(text);
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_the_host_and_only_on_the_host() {
        let host = Target::from_options(&Options::default());
        assert_eq!(&host, Target::host());
        assert!(!host.cpu.is_empty());
        let other =
            Target::from_options(&Options { target: "nvptx64-nvidia-cuda".into(), ..Options::default() });
        assert_eq!((other.cpu.as_str(), other.features.as_str()), ("", ""));
        let baseline = Target::from_options(&Options { cpu: "x86-64".into(), ..Options::default() });
        assert_eq!((baseline.cpu.as_str(), baseline.features.as_str()), ("x86-64", ""));
    }

    #[test]
    fn an_unknown_target_is_an_error_that_lists_the_known() {
        let options = Options { target: "z80-unknown-none".into(), ..Options::default() };
        let error = Target::from_options(&options).family().unwrap_err();
        assert_eq!(error.kind, FailureKind::Options);
        assert!(error.message.contains("nvptx64"), "{error}");
    }

    #[test]
    fn machines_are_cached() {
        let mut machines = Machines::default();
        let first = machines.get(Target::host(), 2).unwrap().raw();
        assert_eq!(machines.get(Target::host(), 2).unwrap().raw(), first);
        assert_ne!(machines.get(Target::host(), 3).unwrap().raw(), first);
    }
}
