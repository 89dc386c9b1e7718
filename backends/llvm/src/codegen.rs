//! LLVM IR: from the LLVM dialect, through LLVM's optimiser, to text, assembly or an object file.

use crate::failure::{Failure, Message, Severity};
use crate::target::{Machine, Target, take_string};
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::*;
use llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use llvm_sys::prelude::*;
use llvm_sys::target::{LLVMDisposeTargetData, LLVMSetModuleDataLayout};
use llvm_sys::target_machine::*;
use llvm_sys::transforms::pass_builder::*;
use melior::ir::operation::{OperationLike, OperationRef};
use mlir_sys::mlirTranslateModuleToLLVMIR;
use std::ffi::{CStr, CString, c_void};
use tf_abi::library::FailureKind;

/// A module of LLVM IR that owns its context.
pub struct LlvmModule {
    context: LLVMContextRef,
    module: LLVMModuleRef,
    // A pointer, because LLVM's diagnostic handler writes to the vector: no reference may be live meanwhile.
    messages: *mut Vec<Message>,
}

/// Which file [`LlvmModule::emit`] makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// Assembly text, or PTX.
    Assembly,
    /// An object file.
    Object,
}

impl LlvmModule {
    /// Translates a module (or a GPU module) that is in the LLVM dialect. `None` if that fails: MLIR has
    /// reported the reason.
    pub fn translate(root: OperationRef<'_, '_>, target: &Target, machine: &Machine) -> Option<Self> {
        let triple = CString::new(target.triple.as_str()).ok()?;
        // SAFETY: the context outlives the module; both are freed together, in `drop`.
        unsafe {
            let context = LLVMContextCreate();
            let messages = Box::into_raw(Box::new(Vec::new()));
            LLVMContextSetDiagnosticHandler(context, Some(report), messages.cast());
            let module = mlirTranslateModuleToLLVMIR(OperationLike::to_raw(&root), context.cast());
            if module.is_null() {
                LLVMContextDispose(context);
                drop(Box::from_raw(messages));
                return None;
            }
            let this = Self { context, module: module.cast(), messages };
            let layout = LLVMCreateTargetDataLayout(machine.raw());
            LLVMSetModuleDataLayout(this.module, layout);
            LLVMDisposeTargetData(layout);
            LLVMSetTarget(this.module, triple.as_ptr());
            Some(this)
        }
    }

    /// The context, for LLVM's functions.
    pub(crate) fn context(&self) -> LLVMContextRef {
        self.context
    }

    /// The module, for LLVM's functions.
    pub(crate) fn raw(&self) -> LLVMModuleRef {
        self.module
    }

    /// Runs an LLVM pass pipeline.
    pub fn optimize(&mut self, machine: &Machine, passes: &str) -> Result<(), Failure> {
        let bad =
            |why: &str| Failure::new(FailureKind::Options, format!("LLVM pass pipeline '{passes}': {why}"));
        let text = CString::new(passes).map_err(|_| bad("contains a NUL byte"))?;
        // SAFETY: module, machine and options are live; the text is NUL-terminated.
        let error = unsafe {
            let options = LLVMCreatePassBuilderOptions();
            LLVMPassBuilderOptionsSetLoopVectorization(options, 1);
            LLVMPassBuilderOptionsSetLoopUnrolling(options, 1);
            let error = LLVMRunPasses(self.module, text.as_ptr(), machine.raw(), options);
            LLVMDisposePassBuilderOptions(options);
            error
        };
        // SAFETY: an error that LLVM just returned.
        match unsafe { take_error(error) } {
            Some(why) => Err(bad(&why)),
            None => self.reported("optimisation failed"),
        }
    }

    /// The module as text.
    pub fn text(&self) -> String {
        // SAFETY: the module is live; the string is freed by `take_string`.
        unsafe { take_string(LLVMPrintModuleToString(self.module)) }
    }

    /// Generates code.
    pub fn emit(&mut self, machine: &Machine, file: File) -> Result<Vec<u8>, Failure> {
        let kind = match file {
            File::Assembly => LLVMCodeGenFileType::LLVMAssemblyFile,
            File::Object => LLVMCodeGenFileType::LLVMObjectFile,
        };
        let (mut message, mut buffer) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: module and machine are live, out-pointers valid; the buffer is copied, then freed.
        let bytes = unsafe {
            if LLVMTargetMachineEmitToMemoryBuffer(
                machine.raw(),
                self.module,
                kind,
                &mut message,
                &mut buffer,
            ) != 0
            {
                let why = take_string(message);
                return Err(Failure::new(FailureKind::Codegen, format!("code generation failed: {why}")));
            }
            let start = LLVMGetBufferStart(buffer).cast::<u8>();
            let bytes = std::slice::from_raw_parts(start, LLVMGetBufferSize(buffer)).to_vec();
            LLVMDisposeMemoryBuffer(buffer);
            bytes
        };
        self.reported("code generation failed")?;
        Ok(bytes)
    }

    /// Fails if LLVM has reported an error.
    fn reported(&mut self, what: &str) -> Result<(), Failure> {
        // SAFETY: LLVM is not running, so nothing else uses the messages.
        let messages = std::mem::take(unsafe { &mut *self.messages });
        match messages.iter().find(|m| m.severity == Severity::Error) {
            None => Ok(()),
            Some(first) => {
                let message = format!("{what}: {}", first.text);
                Err(Failure::new(FailureKind::Codegen, message).with(messages))
            }
        }
    }
}

impl Drop for LlvmModule {
    fn drop(&mut self) {
        // SAFETY: all are live and freed once, the module before its context, the messages after LLVM's last.
        unsafe {
            LLVMDisposeModule(self.module);
            LLVMContextDispose(self.context);
            drop(Box::from_raw(self.messages));
        }
    }
}

/// Without a handler, LLVM ends the process at the first error it reports.
extern "C" fn report(info: LLVMDiagnosticInfoRef, messages: *mut c_void) {
    // SAFETY: `messages` is the boxed vector of the module whose context reports; LLVM calls this on the
    // thread that works on the module, while nothing else uses the vector.
    unsafe {
        let severity = match LLVMGetDiagInfoSeverity(info) {
            LLVMDiagnosticSeverity::LLVMDSError => Severity::Error,
            LLVMDiagnosticSeverity::LLVMDSWarning => Severity::Warning,
            LLVMDiagnosticSeverity::LLVMDSRemark => Severity::Remark,
            LLVMDiagnosticSeverity::LLVMDSNote => Severity::Note,
        };
        let text = take_string(LLVMGetDiagInfoDescription(info));
        let message = Message { severity, file: String::new(), line: 0, column: 0, text };
        (*messages.cast::<Vec<Message>>()).push(message);
    }
}

/// Takes the message out of an LLVM error; `None` for success.
///
/// # Safety
/// `error` was returned by LLVM and is not used afterwards.
pub(crate) unsafe fn take_error(error: LLVMErrorRef) -> Option<String> {
    if error.is_null() {
        return None;
    }
    // SAFETY: taking the message consumes the error; the message is copied, then freed.
    unsafe {
        let message = LLVMGetErrorMessage(error);
        let copy = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Some(copy)
    }
}
