//! MLIR contexts: one per thread, with exactly the dialects, passes and translations in use.
//!
//! `mlirRegisterAll…` would pull all of MLIR into the library (173 MB instead of 70) and double the time it
//! takes to open. Dialects are registered, not loaded: parsing loads those that a unit uses.

use melior::Context;
use melior::dialect::DialectRegistry;
use mlir_sys::*;
use std::cell::RefCell;
use std::ffi::c_void;
use std::sync::Once;

use crate::target::Machines;

/// State that a thread reuses between compilations.
pub struct Worker {
    /// The thread's MLIR context.
    pub context: Context,
    /// Its target machines.
    pub machines: Machines,
    uses: usize,
}

/// MLIR interns types, attributes and locations for a context's lifetime: a fresh context after this many
/// uses (0.2 ms) bounds that memory.
const USES: usize = 256;

thread_local! {
    static WORKER: RefCell<Option<Worker>> = const { RefCell::new(None) };
}

/// Runs `action` with this thread's context and target machines. They are taken out meanwhile, so that the
/// call after a panic starts with fresh ones.
pub fn with_worker<T>(action: impl FnOnce(&mut Worker) -> T) -> T {
    let mut worker = WORKER.with_borrow_mut(Option::take).unwrap_or_else(|| Worker {
        context: new_context(),
        machines: Machines::default(),
        uses: 0,
    });
    if worker.uses == USES {
        worker.context = new_context();
        worker.uses = 0;
    }
    worker.uses += 1;
    let result = action(&mut worker);
    WORKER.with_borrow_mut(|slot| *slot = Some(worker));
    result
}

/// A context that knows every dialect a unit may use before, during and after the upstream passes, and how to
/// translate those that remain to LLVM IR. It runs passes on the calling thread only.
pub fn new_context() -> Context {
    register_passes();
    let registry = DialectRegistry::new();
    // SAFETY: dialect handles are static, the registry is live.
    unsafe {
        for handle in [
            mlirGetDialectHandle__affine__(),
            mlirGetDialectHandle__arith__(),
            mlirGetDialectHandle__cf__(),
            mlirGetDialectHandle__dlti__(),
            mlirGetDialectHandle__func__(),
            mlirGetDialectHandle__gpu__(),
            mlirGetDialectHandle__index__(),
            mlirGetDialectHandle__llvm__(),
            mlirGetDialectHandle__math__(),
            mlirGetDialectHandle__memref__(),
            mlirGetDialectHandle__nvgpu__(),
            mlirGetDialectHandle__nvvm__(),
            mlirGetDialectHandle__scf__(),
            mlirGetDialectHandle__ub__(),
            mlirGetDialectHandle__vector__(),
            mlirGetDialectHandle__x86vector__(),
        ] {
            mlirDialectHandleInsertDialect(handle, registry.to_raw());
        }
    }
    let context = Context::new_with_registry(&registry, false);
    let raw = context.to_raw().ptr;
    // SAFETY: `raw` is the `MLIRContext *` inside the C handle, and each function takes an `MLIRContext &`.
    unsafe {
        translate_builtin(raw);
        translate_llvm(raw);
        translate_gpu(raw);
        translate_nvvm(raw);
    }
    context
}

// The C interface can only register the translations of all dialects at once. These are the C++ functions
// that it calls, `void mlir::register…DialectTranslation(mlir::MLIRContext &)`, by their Itanium-ABI names; a
// reference is passed as a pointer. The link fails if a version of MLIR mangles them differently.
unsafe extern "C" {
    #[link_name = "_ZN4mlir33registerBuiltinDialectTranslationERNS_11MLIRContextE"]
    fn translate_builtin(context: *mut c_void);
    #[link_name = "_ZN4mlir30registerLLVMDialectTranslationERNS_11MLIRContextE"]
    fn translate_llvm(context: *mut c_void);
    #[link_name = "_ZN4mlir29registerGPUDialectTranslationERNS_11MLIRContextE"]
    fn translate_gpu(context: *mut c_void);
    #[link_name = "_ZN4mlir30registerNVVMDialectTranslationERNS_11MLIRContextE"]
    fn translate_nvvm(context: *mut c_void);
}

/// Makes the passes known by name, for pipelines.
fn register_passes() {
    static ONCE: Once = Once::new();
    // SAFETY: registration of each pass happens once, and before any pipeline is parsed.
    ONCE.call_once(|| unsafe {
        mlirRegisterTransformsCSE();
        mlirRegisterTransformsCanonicalizer();
        mlirRegisterTransformsInliner();
        mlirRegisterTransformsLoopInvariantCodeMotion();
        mlirRegisterTransformsSCCP();
        mlirRegisterTransformsSymbolDCE();
        mlirRegisterTransformsStripDebugInfo();
        mlirRegisterConversionArithToLLVMConversionPass();
        mlirRegisterConversionConvertControlFlowToLLVMPass();
        mlirRegisterConversionConvertFuncToLLVMPass();
        mlirRegisterConversionConvertGpuOpsToNVVMOps();
        mlirRegisterConversionConvertIndexToLLVMPass();
        mlirRegisterConversionConvertMathToLLVMPass();
        mlirRegisterConversionConvertNVGPUToNVVMPass();
        mlirRegisterConversionConvertNVVMToLLVMPass();
        mlirRegisterConversionConvertVectorToLLVMPass();
        mlirRegisterConversionConvertVectorToSCF();
        mlirRegisterConversionFinalizeMemRefToLLVMConversionPass();
        mlirRegisterConversionLowerAffinePass();
        mlirRegisterConversionReconcileUnrealizedCastsPass();
        mlirRegisterConversionSCFToControlFlowPass();
        mlirRegisterConversionUBToLLVMConversionPass();
        mlirRegisterArithArithExpandOpsPass();
        mlirRegisterGPUGpuNVVMAttachTarget();
        mlirRegisterMathMathExpandOpsPass();
        mlirRegisterMemRefExpandStridedMetadataPass();
        mlirRegisterMemRefFoldMemRefAliasOpsPass();
        mlirRegisterVectorLowerVectorMaskPass();
    });
}
