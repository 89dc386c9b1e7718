//! Driver calls through `libcuda`, which is opened when it is first needed: neither the build nor the start
//! of a program needs CUDA.

mod calls;

use crate::driver::{Boxed, Call, Driver, Failure};
use crate::error::missing;
use cudarc::driver::sys;
use cudarc::driver::sys::CUresult;
use std::ffi::{CStr, c_int, c_uint, c_void};
use std::sync::{Arc, OnceLock};
use tf_device::{DeviceError, Fault};

/// The functions in use. A driver that lacks one is too old.
const FUNCTIONS: [&str; 51] = [
    "cuInit",
    "cuDriverGetVersion",
    "cuGetErrorName",
    "cuDeviceGet",
    "cuDeviceGetCount",
    "cuDeviceGetName",
    "cuDeviceTotalMem_v2",
    "cuDeviceGetAttribute",
    "cuDevicePrimaryCtxRetain",
    "cuDevicePrimaryCtxRelease_v2",
    "cuCtxGetCurrent",
    "cuCtxSetCurrent",
    "cuMemPoolCreate",
    "cuMemPoolDestroy",
    "cuMemPoolSetAttribute",
    "cuMemPoolTrimTo",
    "cuDeviceGraphMemTrim",
    "cuStreamCreate",
    "cuStreamDestroy_v2",
    "cuStreamQuery",
    "cuStreamSynchronize",
    "cuStreamWaitEvent",
    "cuStreamBeginCapture_v2",
    "cuStreamEndCapture",
    "cuMemAllocFromPoolAsync",
    "cuMemFreeAsync",
    "cuMemHostAlloc",
    "cuMemFreeHost",
    "cuMemcpyHtoDAsync_v2",
    "cuMemcpyDtoHAsync_v2",
    "cuMemcpyDtoDAsync_v2",
    "cuModuleLoadDataEx",
    "cuModuleUnload",
    "cuModuleGetFunction",
    "cuFuncGetAttribute",
    "cuFuncSetAttribute",
    "cuLaunchKernelEx",
    "cuTensorMapEncodeTiled",
    "cuEventCreate",
    "cuEventRecord",
    "cuEventQuery",
    "cuEventSynchronize",
    "cuEventDestroy_v2",
    "cuGraphInstantiateWithFlags",
    "cuGraphLaunch",
    "cuGraphExecDestroy",
    "cuGraphDestroy",
    "cuLinkCreate_v2",
    "cuLinkAddData_v2",
    "cuLinkComplete",
    "cuLinkDestroy",
];

/// The driver of this process.
struct Cuda(());

/// Opens the driver, or explains the failure. The driver stays open.
///
/// # Errors
/// [`Fault::NoDriver`]: it is not installed, or too old; the kind given by [`crate::fault`] if it does not
/// start.
pub fn driver() -> Result<Arc<dyn Driver>, DeviceError> {
    static OPENED: OnceLock<Result<Arc<Cuda>, DeviceError>> = OnceLock::new();
    let opened = OPENED.get_or_init(|| {
        // SAFETY: runs the library's own initialisation; by its name, it is NVIDIA's driver.
        if !unsafe { sys::is_culib_present() } {
            return Err(missing());
        }
        // SAFETY: the library is there.
        let library = unsafe { sys::culib() };
        for name in FUNCTIONS {
            // SAFETY: the symbol is only looked for.
            if unsafe { library.get::<*const c_void>(name.as_bytes()) }.is_err() {
                let text =
                    format!("the CUDA driver is too old: it has no {name}. Install one for CUDA 12 or later");
                return Err(DeviceError::new(Fault::NoDriver, text));
            }
        }
        // SAFETY: no other call came before.
        check(unsafe { sys::cuInit(0) })
            .map_err(|f| crate::error::explained(&f, "starting the CUDA driver"))?;
        Ok(Arc::new(Cuda(())))
    });
    opened.clone().map(|driver| driver as Arc<dyn Driver>)
}

fn check(result: CUresult) -> Call<()> {
    if result == CUresult::CUDA_SUCCESS {
        return Ok(());
    }
    let mut name = std::ptr::null();
    // SAFETY: the out-pointer is writable; the driver's names live as long as it does.
    let known =
        unsafe { sys::cuGetErrorName(result, &mut name) } == CUresult::CUDA_SUCCESS && !name.is_null();
    let name = match known {
        // SAFETY: the driver gave a text that ends with a zero byte.
        true => unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned(),
        false => "an unknown failure".to_string(),
    };
    Err(Failure { code: result as u32, name, log: String::new() })
}

/// A handle of the driver as an integer, and back.
fn number<T>(handle: *mut T) -> u64 {
    handle.expose_provenance() as u64
}

fn handle<T>(number: u64) -> *mut T {
    std::ptr::with_exposed_provenance_mut(number as usize)
}

fn device(ordinal: u32) -> Call<sys::CUdevice> {
    let mut device = 0;
    // SAFETY: the out-pointer is writable.
    check(unsafe { sys::cuDeviceGet(&mut device, ordinal as c_int) })?;
    Ok(device)
}

/// The peak bandwidth in bytes per second of memory with this clock in kHz and this width in bits, which
/// transfers data twice in a cycle.
fn bandwidth(clock: u32, width: u32) -> u64 {
    u64::from(clock) * 1000 * 2 * u64::from(width / 8)
}

/// Size of the buffer for the driver's log about code that it rejects.
const LOG: usize = 8 << 10;

/// Compiles code with a log, whose text becomes part of the failure.
fn logged(
    run: impl FnOnce(c_uint, *mut sys::CUjit_option, *mut *mut c_void) -> CUresult,
    log: &mut [u8],
) -> Call<()> {
    let mut options = [
        sys::CUjit_option_enum::CU_JIT_ERROR_LOG_BUFFER,
        sys::CUjit_option_enum::CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
    ];
    let mut values = [log.as_mut_ptr().cast::<c_void>(), std::ptr::without_provenance_mut(log.len())];
    let result = run(2, options.as_mut_ptr(), values.as_mut_ptr());
    check(result).map_err(|failure| with_log(failure, log))
}

fn with_log(failure: Failure, log: &[u8]) -> Failure {
    let end = log.iter().position(|byte| *byte == 0).unwrap_or(log.len());
    Failure { log: String::from_utf8_lossy(&log[..end]).trim().to_string(), ..failure }
}

/// An array from which boxes are copied, in the driver's form: innermost axes first.
struct Layout {
    elem: sys::CUtensorMapDataType,
    extents: Vec<u64>,
    /// Strides in bytes of all axes but the innermost.
    pitches: Vec<u64>,
    box_extents: Vec<u32>,
    /// Element strides of a box: all 1.
    steps: Vec<u32>,
}

impl Layout {
    fn of(boxed: &Boxed) -> Layout {
        use sys::CUtensorMapDataType as Of;
        // Only the element size matters: elements outside of the array are filled with zero bytes.
        let elem = match boxed.elem {
            1 => Of::CU_TENSOR_MAP_DATA_TYPE_UINT8,
            2 => Of::CU_TENSOR_MAP_DATA_TYPE_UINT16,
            4 => Of::CU_TENSOR_MAP_DATA_TYPE_UINT32,
            _ => Of::CU_TENSOR_MAP_DATA_TYPE_UINT64,
        };
        let extents: Vec<u64> = boxed.extents.iter().rev().copied().collect();
        let inner = &extents[..extents.len().saturating_sub(1)];
        let pitch = |bytes: &mut u64, extent: &u64| {
            *bytes = bytes.saturating_mul(*extent);
            Some(*bytes)
        };
        let pitches = inner.iter().scan(boxed.elem, pitch).collect();
        let box_extents: Vec<u32> = boxed.box_extents.iter().rev().map(|extent| *extent as u32).collect();
        Layout { elem, extents, pitches, steps: vec![1; box_extents.len()], box_extents }
    }
}
