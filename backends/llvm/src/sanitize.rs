//! Instrumentation by LLVM's AddressSanitizer: each load and store of generated code checks that its bytes
//! are allocated.

use crate::codegen::LlvmModule;
use crate::failure::Failure;
use crate::target::Machine;
use llvm_sys::core::*;
use llvm_sys::prelude::*;
use llvm_sys::{LLVMAttributeFunctionIndex, LLVMAttributeIndex, LLVMIntPredicate};
use tf_abi::options::Sanitize;

/// Instruments all functions of a module. Instrumentation after LLVM's optimiser needs fewer checks than
/// before it.
pub(crate) fn instrument(
    module: &mut LlvmModule,
    machine: &Machine,
    sanitize: Sanitize,
) -> Result<(), Failure> {
    if sanitize == Sanitize::None {
        return Ok(());
    }
    let add_generic_loads = add_generic_loads(module);
    module.optimize(machine, "asan")?;
    for call in add_generic_loads {
        // SAFETY: the pass inserts its checks before the load and does not refer to it; the loaded value is
        // unused.
        unsafe { LLVMInstructionEraseFromParent(call) };
    }
    if sanitize == Sanitize::AddressLoaded {
        forget_globals(module);
    }
    Ok(())
}

/// Marks the functions that the pass instruments. The optimiser honours the mark, too: it does not speculate
/// loads.
pub(crate) fn mark(module: &mut LlvmModule) {
    const NAME: &str = "sanitize_address";
    // SAFETY: the module and its functions are live; LLVM knows the attribute's name.
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

/// Adds a generic LLVM masked load next to each masked load that calls an x86 intrinsic (`tf_upstream`
/// documents why it emits those): the pass instruments only the former. They are erased after the pass has
/// run.
fn add_generic_loads(module: &mut LlvmModule) -> Vec<LLVMValueRef> {
    let mut made = Vec::new();
    // SAFETY: the module and its functions are live; no call is erased during the walk over its function's
    // uses.
    unsafe {
        let builder = LLVMCreateBuilderInContext(module.context());
        let mut function = LLVMGetFirstFunction(module.raw());
        while !function.is_null() {
            if loads_masked(function) {
                let mut usage = LLVMGetFirstUse(function);
                while !usage.is_null() {
                    made.push(generic_load(module, builder, LLVMGetUser(usage)));
                    usage = LLVMGetNextUse(usage);
                }
            }
            function = LLVMGetNextFunction(function);
        }
        LLVMDisposeBuilder(builder);
    }
    made
}

/// Whether a function is an x86 intrinsic for a load masked by sign bits: `llvm.x86.avx.maskload.ps` and the
/// like.
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
unsafe fn generic_load(module: &LlvmModule, builder: LLVMBuilderRef, call: LLVMValueRef) -> LLVMValueRef {
    const NAME: &str = "llvm.masked.load";
    // SAFETY: promised by the caller; the call's operands are an address and a mask with one integer per
    // lane.
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

/// Removes the constructor that registers the module's constants with the runtime, and the destructor:
/// nothing calls them for code that is linked into a running process, and the symbols that they use come from
/// other linkers.
fn forget_globals(module: &mut LlvmModule) {
    // SAFETY: the module is live. The lists refer to the functions and are erased first; nothing else refers
    // to them.
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
                // The elements of the lists are constants, which the context owns.
                LLVMReplaceAllUsesWith(found, LLVMConstNull(LLVMTypeOf(found)));
                LLVMDeleteFunction(found);
            }
        }
        // Symbols by which a linker marks the begin and end of the descriptions of constants.
        for end in [c"__start_asan_globals", c"__stop_asan_globals", c"___asan_globals_registered"] {
            let found = LLVMGetNamedGlobal(module.raw(), end.as_ptr());
            if !found.is_null() {
                LLVMReplaceAllUsesWith(found, LLVMConstNull(LLVMTypeOf(found)));
                LLVMDeleteGlobal(found);
            }
        }
    }
}
