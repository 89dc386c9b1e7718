//! Instrumentation by LLVM's AddressSanitizer: each read and write of generated code asks the sanitizer's runtime whether its bytes belong to
//! somebody.

use crate::codegen::LlvmModule;
use crate::failure::Failure;
use crate::target::Machine;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMIntPredicate};
use tf_abi::options::Sanitize;

/// Instruments all functions of a module. What comes after LLVM's optimiser asks for fewer bytes than what comes before.
pub(crate) fn instrument(
    module: &mut LlvmModule,
    machine: &Machine,
    sanitize: Sanitize,
) -> Result<(), Failure> {
    if sanitize == Sanitize::None {
        return Ok(());
    }
    let stand_ins = stand_ins(module);
    module.optimize(machine, "asan")?;
    for call in stand_ins {
        // SAFETY: the pass puts its checks before what it watches, which stays; nobody uses what these load.
        unsafe { LLVMInstructionEraseFromParent(call) };
    }
    if sanitize == Sanitize::AddressLoaded {
        forget_globals(module);
    }
    Ok(())
}

/// Marks the functions that the pass instruments. The optimiser looks at the mark, too: it moves no read to where it did not happen.
pub(crate) fn mark(module: &mut LlvmModule) {
    const NAME: &str = "sanitize_address";
    // SAFETY: the module and what it holds are live; the name is one that LLVM knows.
    unsafe {
        let kind = LLVMGetEnumAttributeKindForName(NAME.as_ptr().cast(), NAME.len());
        let attribute = LLVMCreateEnumAttribute(module.context(), kind, 0);
        let mut function = LLVMGetFirstFunction(module.raw());
        while !function.is_null() {
            if LLVMIsDeclaration(function) == 0 {
                let whole = LLVMAttributeFunctionIndex as LLVMAttributeIndex;
                LLVMAddAttributeAtIndex(function, whole, attribute);
            }
            function = LLVMGetNextFunction(function);
        }
    }
}

/// Puts a masked load as LLVM has it beside each one that is an instruction of the processor by name (`tf_upstream` says why there are some):
/// the pass watches the former alone. They are taken away when it has run.
fn stand_ins(module: &mut LlvmModule) -> Vec<LLVMValueRef> {
    let mut made = Vec::new();
    // SAFETY: the module and what it holds are live; no call is erased while the uses of its function are walked.
    unsafe {
        let builder = LLVMCreateBuilderInContext(module.context());
        let mut function = LLVMGetFirstFunction(module.raw());
        while !function.is_null() {
            if loads_masked(function) {
                let mut usage = LLVMGetFirstUse(function);
                while !usage.is_null() {
                    made.push(stand_in(module, builder, LLVMGetUser(usage)));
                    usage = LLVMGetNextUse(usage);
                }
            }
            function = LLVMGetNextFunction(function);
        }
        LLVMDisposeBuilder(builder);
    }
    made
}

/// Whether a function is an instruction of x86 that loads lanes by the signs of a mask: `llvm.x86.avx.maskload.ps` and the like.
///
/// # Safety
/// The function is live.
unsafe fn loads_masked(function: LLVMValueRef) -> bool {
    let mut length = 0;
    // SAFETY: promised by the caller; the name lives as long as the function.
    let name = unsafe {
        let name = LLVMGetValueName2(function, &mut length);
        std::slice::from_raw_parts(name.cast::<u8>(), length)
    };
    name.starts_with(b"llvm.x86.avx") && name.windows(10).any(|part| part == b".maskload.")
}

/// A masked load of the same lanes, before a call of such an instruction.
///
/// # Safety
/// Module, builder and call are live.
unsafe fn stand_in(module: &LlvmModule, builder: LLVMBuilderRef, call: LLVMValueRef) -> LLVMValueRef {
    const NAME: &str = "llvm.masked.load";
    // SAFETY: promised by the caller; the call has an address and a mask of as many integers as lanes.
    unsafe {
        LLVMPositionBuilderBefore(builder, call);
        let (address, signs) = (LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
        let zero = LLVMConstNull(LLVMTypeOf(signs));
        let mask = LLVMBuildICmp(builder, LLVMIntPredicate::LLVMIntSLT, signs, zero, c"".as_ptr());
        let lanes = LLVMTypeOf(call);
        let mut overloads = [lanes, LLVMTypeOf(address)];
        let number = LLVMLookupIntrinsicID(NAME.as_ptr().cast(), NAME.len());
        let load = LLVMGetIntrinsicDeclaration(module.raw(), number, overloads.as_mut_ptr(), overloads.len());
        let ty = LLVMGlobalGetValueType(load);
        let mut arguments = [address, mask, LLVMConstNull(lanes)];
        let made =
            LLVMBuildCall2(builder, ty, load, arguments.as_mut_ptr(), arguments.len() as u32, c"".as_ptr());
        // Arrays are aligned to their elements, which are as wide as the mask's.
        let bytes = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(signs))) / 8;
        let kind = LLVMGetEnumAttributeKindForName(c"align".as_ptr(), 5);
        LLVMAddCallSiteAttribute(made, 1, LLVMCreateEnumAttribute(module.context(), kind, bytes.into()));
        made
    }
}

/// Takes away the constructor that announces the module's constants to the runtime, and its counterpart: code that is linked into a running
/// process has nobody who calls them, and what they refer to is made by other linkers.
fn forget_globals(module: &mut LlvmModule) {
    // SAFETY: the module is live. The lists refer to the functions, and go first; nobody else does.
    unsafe {
        for list in [c"llvm.global_ctors", c"llvm.global_dtors", c"llvm.used"] {
            let found = LLVMGetNamedGlobal(module.raw(), list.as_ptr());
            if !found.is_null() {
                LLVMDeleteGlobal(found);
            }
        }
        for function in [c"asan.module_ctor", c"asan.module_dtor"] {
            let found = LLVMGetNamedFunction(module.raw(), function.as_ptr());
            if !found.is_null() {
                // What the lists held are constants, which the context keeps.
                LLVMReplaceAllUsesWith(found, LLVMConstNull(LLVMTypeOf(found)));
                LLVMDeleteFunction(found);
            }
        }
        // Where a linker says that descriptions of constants begin and end.
        for end in [c"__start_asan_globals", c"__stop_asan_globals", c"___asan_globals_registered"] {
            let found = LLVMGetNamedGlobal(module.raw(), end.as_ptr());
            if !found.is_null() {
                LLVMReplaceAllUsesWith(found, LLVMConstNull(LLVMTypeOf(found)));
                LLVMDeleteGlobal(found);
            }
        }
    }
}
