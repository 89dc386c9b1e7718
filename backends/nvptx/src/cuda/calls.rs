//! The driver calls in use, through `libcuda`.

use super::{Cuda, LOG, Layout, bandwidth, check, device, handle, logged, number, with_log};
use crate::driver::{Attributes, BoxMap, Boxed, Call, Config, Context, Driver, Failure, Staging, Usage};
use cudarc::driver::sys;
use cudarc::driver::sys::CUresult;
use std::ffi::{CStr, CString, c_int, c_uint, c_void};
use std::ptr::null_mut;
use tf_device::kernels::Swizzle;

impl Driver for Cuda {
    fn version(&self) -> Call<u32> {
        let mut version = 0;
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuDriverGetVersion(&mut version) })?;
        Ok(version as u32)
    }

    fn devices(&self) -> Call<u32> {
        let mut count = 0;
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuDeviceGetCount(&mut count) })?;
        Ok(count as u32)
    }

    fn attributes(&self, ordinal: u32) -> Call<Attributes> {
        use sys::CUdevice_attribute_enum as Of;
        let device = device(ordinal)?;
        let mut name = [0; 256];
        // SAFETY: the buffer has the given size.
        check(unsafe { sys::cuDeviceGetName(name.as_mut_ptr(), name.len() as c_int, device) })?;
        let mut memory = 0;
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuDeviceTotalMem_v2(&mut memory, device) })?;
        let get = |attribute| -> Call<u32> {
            let mut value = 0;
            // SAFETY: the out-pointer is writable.
            check(unsafe { sys::cuDeviceGetAttribute(&mut value, attribute, device) })?;
            Ok(value.max(0) as u32)
        };
        let clock = get(Of::CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE)?;
        let width = get(Of::CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH)?;
        // SAFETY: the driver ends the name with a zero byte.
        let name = unsafe { CStr::from_ptr(name.as_ptr()) }.to_string_lossy().into_owned();
        Ok(Attributes {
            name,
            capability: (
                get(Of::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)?,
                get(Of::CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)?,
            ),
            memory: memory as u64,
            shared: get(Of::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?.into(),
            threads: get(Of::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            processors: get(Of::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?,
            processor_threads: get(Of::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR)?,
            processor_registers: get(Of::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR)?,
            processor_shared: get(Of::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?.into(),
            cache: get(Of::CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE)?.into(),
            bandwidth: bandwidth(clock, width),
        })
    }

    fn retain(&self, ordinal: u32) -> Call<Context> {
        let mut context = null_mut();
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuDevicePrimaryCtxRetain(&mut context, device(ordinal)?) })?;
        Ok(Context(number(context)))
    }

    fn release(&self, ordinal: u32) -> Call<()> {
        // SAFETY: this context was retained once.
        check(unsafe { sys::cuDevicePrimaryCtxRelease_v2(device(ordinal)?) })
    }

    fn current(&self) -> Call<Context> {
        let mut context = null_mut();
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuCtxGetCurrent(&mut context) })?;
        Ok(Context(number(context)))
    }

    fn set_current(&self, context: Context) -> Call<()> {
        // SAFETY: the driver returned the context, and checks it.
        check(unsafe { sys::cuCtxSetCurrent(handle(context.0)) })
    }

    fn pool(&self, ordinal: u32) -> Call<u64> {
        // SAFETY: zeros are valid values of all fields: the defaults.
        let mut properties: sys::CUmemPoolProps = unsafe { std::mem::zeroed() };
        properties.allocType = sys::CUmemAllocationType_enum::CU_MEM_ALLOCATION_TYPE_PINNED;
        properties.location.type_ = sys::CUmemLocationType_enum::CU_MEM_LOCATION_TYPE_DEVICE;
        properties.location.id = device(ordinal)?;
        let mut pool = null_mut();
        // SAFETY: the out-pointer is writable, the properties are readable.
        check(unsafe { sys::cuMemPoolCreate(&mut pool, &properties) })?;
        let mut all = u64::MAX;
        let what = sys::CUmemPool_attribute_enum::CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
        // SAFETY: the attribute is a 64-bit integer.
        let kept = check(unsafe { sys::cuMemPoolSetAttribute(pool, what, (&raw mut all).cast()) });
        match kept {
            Ok(()) => Ok(number(pool)),
            Err(failure) => {
                self.drop_pool(number(pool)).ok();
                Err(failure)
            }
        }
    }

    fn drop_pool(&self, pool: u64) -> Call<()> {
        // SAFETY: the pool is the driver's, and not used afterwards.
        check(unsafe { sys::cuMemPoolDestroy(handle(pool)) })
    }

    fn trim(&self, ordinal: u32, pool: u64) -> Call<()> {
        // SAFETY: the pool is the driver's.
        let pool = check(unsafe { sys::cuMemPoolTrimTo(handle(pool), 0) });
        // SAFETY: the driver checks the device.
        let graphs = device(ordinal).and_then(|device| check(unsafe { sys::cuDeviceGraphMemTrim(device) }));
        pool.and(graphs)
    }

    fn stream(&self) -> Call<u64> {
        let mut stream = null_mut();
        let flags = sys::CUstream_flags_enum::CU_STREAM_NON_BLOCKING as c_uint;
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuStreamCreate(&mut stream, flags) })?;
        Ok(number(stream))
    }

    fn drop_stream(&self, stream: u64) -> Call<()> {
        // SAFETY: the stream is the driver's, and not used afterwards.
        check(unsafe { sys::cuStreamDestroy_v2(handle(stream)) })
    }

    fn is_done(&self, stream: u64) -> Call<bool> {
        // SAFETY: the stream is the driver's.
        match unsafe { sys::cuStreamQuery(handle(stream)) } {
            CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            other => check(other).map(|()| true),
        }
    }

    fn synchronize(&self, stream: u64) -> Call<()> {
        // SAFETY: the stream is the driver's.
        check(unsafe { sys::cuStreamSynchronize(handle(stream)) })
    }

    fn allocate(&self, pool: u64, stream: u64, bytes: u64) -> Call<u64> {
        let mut address = 0;
        let (bytes, pool, stream) = (bytes as usize, handle(pool), handle(stream));
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuMemAllocFromPoolAsync(&mut address, bytes, pool, stream) })?;
        Ok(address)
    }

    fn free(&self, stream: u64, address: u64) -> Call<()> {
        // SAFETY: the address is the device's, which the driver checks.
        check(unsafe { sys::cuMemFreeAsync(address, handle(stream)) })
    }

    fn staging(&self, bytes: usize) -> Call<Staging> {
        let mut pointer = null_mut();
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuMemHostAlloc(&mut pointer, bytes, 0) })?;
        let pointer = pointer.cast::<u8>();
        // SAFETY: the driver allocated `bytes` bytes.
        unsafe { pointer.write_bytes(0, bytes) };
        // SAFETY: the bytes are initialised, and nothing else refers to them.
        Ok(unsafe { Staging::new(pointer, bytes) })
    }

    fn free_staging(&self, staging: Staging) -> Call<()> {
        // SAFETY: the driver gave it, and its owner gives it away.
        check(unsafe { sys::cuMemFreeHost(staging.as_ptr().cast()) })
    }

    fn upload(&self, stream: u64, to: u64, from: &Staging, bytes: usize) -> Call<()> {
        assert!(bytes <= from.len(), "the staging memory has {} bytes, not {bytes}", from.len());
        // SAFETY: the source has `bytes` bytes and stays allocated until the copy is done; the device checks
        // the address.
        check(unsafe { sys::cuMemcpyHtoDAsync_v2(to, from.as_ptr().cast(), bytes, handle(stream)) })
    }

    fn download(&self, stream: u64, to: &mut Staging, at: usize, from: u64, bytes: usize) -> Call<()> {
        assert!(bytes <= to.len() - at, "the staging memory has {} bytes, not {at} + {bytes}", to.len());
        // SAFETY: the destination has `bytes` bytes from `at` on.
        let to = unsafe { to.as_ptr().add(at) };
        // SAFETY: it stays allocated until the copy is done; the device checks the address.
        check(unsafe { sys::cuMemcpyDtoHAsync_v2(to.cast(), from, bytes, handle(stream)) })
    }

    fn copy(&self, stream: u64, from: u64, to: u64, bytes: u64) -> Call<()> {
        // SAFETY: the device checks the addresses.
        check(unsafe { sys::cuMemcpyDtoDAsync_v2(to, from, bytes as usize, handle(stream)) })
    }

    fn assemble(&self, ptx: &[u8]) -> Call<Vec<u8>> {
        let text = CString::new(ptx).map_err(|_| Failure {
            code: 1,
            name: "CUDA_ERROR_INVALID_VALUE".to_string(),
            log: "the PTX contains a NUL byte".to_string(),
        })?;
        let mut log = vec![0; LOG];
        let mut state = null_mut();
        logged(
            // SAFETY: there are two options with two values; the log outlives the linker's state.
            |n, options, values| unsafe { sys::cuLinkCreate_v2(n, options, values, &mut state) },
            &mut log,
        )?;
        let bytes = text.as_bytes_with_nul();
        let kind = sys::CUjitInputType_enum::CU_JIT_INPUT_PTX;
        let data = bytes.as_ptr().cast_mut().cast();
        // SAFETY: the text ends with a zero byte, and lives through the call; it has no name and no options.
        let added = check(unsafe {
            sys::cuLinkAddData_v2(
                state,
                kind,
                data,
                bytes.len(),
                c"kernels".as_ptr(),
                0,
                null_mut(),
                null_mut(),
            )
        });
        let (mut image, mut size) = (null_mut(), 0);
        // SAFETY: the out-pointers are writable.
        let done = added.and_then(|()| check(unsafe { sys::cuLinkComplete(state, &mut image, &mut size) }));
        let code = done.map(|()| {
            // SAFETY: the driver returned `size` bytes, which live as long as the state.
            unsafe { std::slice::from_raw_parts(image.cast::<u8>(), size) }.to_vec()
        });
        // SAFETY: the state is not used afterwards.
        let ended = check(unsafe { sys::cuLinkDestroy(state) });
        let code = code.map_err(|failure| with_log(failure, &log))?;
        ended.map(|()| code)
    }

    fn load(&self, image: &[u8]) -> Call<u64> {
        let mut module = null_mut();
        let mut log = vec![0; LOG];
        // Text needs a zero byte at its end; machine code tolerates it.
        let image = [image, &[0]].concat();
        let data = image.as_ptr().cast();
        // SAFETY: the image lives through the call; the driver checks it.
        let load =
            |n, options, values| unsafe { sys::cuModuleLoadDataEx(&mut module, data, n, options, values) };
        logged(load, &mut log)?;
        Ok(number(module))
    }

    fn unload(&self, module: u64) -> Call<()> {
        // SAFETY: the module is the driver's, and not used afterwards.
        check(unsafe { sys::cuModuleUnload(handle(module)) })
    }

    fn function(&self, module: u64, name: &str) -> Call<u64> {
        let name = CString::new(name).unwrap_or_default();
        let mut function = null_mut();
        // SAFETY: the out-pointer is writable, the name ends with a zero byte.
        check(unsafe { sys::cuModuleGetFunction(&mut function, handle(module), name.as_ptr()) })?;
        Ok(number(function))
    }

    fn usage(&self, function: u64) -> Call<Usage> {
        let get = |what| -> Call<u32> {
            let mut value = 0;
            // SAFETY: the out-pointer is writable, the function is the driver's.
            check(unsafe { sys::cuFuncGetAttribute(&mut value, what, handle(function)) })?;
            Ok(value.max(0) as u32)
        };
        Ok(Usage {
            registers: get(sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            threads: get(sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
        })
    }

    fn allow_shared(&self, function: u64, bytes: u32) -> Call<()> {
        let what = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        // SAFETY: the function is the driver's.
        check(unsafe { sys::cuFuncSetAttribute(handle(function), what, bytes as c_int) })
    }

    fn allow_large_clusters(&self, function: u64) -> Call<()> {
        let what = sys::CUfunction_attribute_enum::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED;
        // SAFETY: the function is the driver's.
        check(unsafe { sys::cuFuncSetAttribute(handle(function), what, 1) })
    }

    fn box_map(&self, boxed: &Boxed) -> Call<BoxMap> {
        let mut map = sys::CUtensorMap { opaque: [0; 16] };
        let layout = Layout::of(boxed);
        let swizzle = match boxed.swizzle {
            Swizzle::Rows128 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
            Swizzle::Rows64 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_64B,
            Swizzle::Rows32 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_32B,
            Swizzle::Plain => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
        };
        // SAFETY: the map is writable, and each list has one element per axis, that of pitches one less.
        check(unsafe {
            sys::cuTensorMapEncodeTiled(
                &mut map,
                layout.elem,
                layout.extents.len() as u32,
                handle(boxed.address),
                layout.extents.as_ptr(),
                layout.pitches.as_ptr(),
                layout.box_extents.as_ptr(),
                layout.steps.as_ptr(),
                sys::CUtensorMapInterleave::CU_TENSOR_MAP_INTERLEAVE_NONE,
                swizzle,
                sys::CUtensorMapL2promotion::CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                sys::CUtensorMapFloatOOBfill::CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
            )
        })?;
        Ok(BoxMap(map.opaque))
    }

    fn launch(&self, stream: u64, function: u64, config: Config, words: &[u64], maps: &[BoxMap]) -> Call<()> {
        let words = words.iter().map(|word| std::ptr::from_ref(word).cast_mut().cast());
        let maps = maps.iter().map(|map| std::ptr::from_ref(map).cast_mut().cast());
        let mut parameters: Vec<*mut c_void> = words.chain(maps).collect();
        let [x, y, z] = config.cluster;
        let mut cluster = sys::CUlaunchAttribute_st {
            id: sys::CUlaunchAttributeID_enum::CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
            pad: [0; 4],
            value: sys::CUlaunchAttributeValue_union {
                clusterDim: sys::CUlaunchAttributeValue_union__bindgen_ty_1 { x, y, z },
            },
        };
        let sizes = sys::CUlaunchConfig_st {
            gridDimX: config.grid[0],
            gridDimY: config.grid[1],
            gridDimZ: config.grid[2],
            blockDimX: config.block[0],
            blockDimY: config.block[1],
            blockDimZ: config.block[2],
            sharedMemBytes: config.shared,
            hStream: handle(stream),
            attrs: &raw mut cluster,
            numAttrs: c_uint::from(config.cluster != [1; 3]),
        };
        // SAFETY: there is a word or a map for each parameter, and no parameter is larger; the driver copies
        // them before it returns, and writes none.
        check(unsafe { sys::cuLaunchKernelEx(&sizes, handle(function), parameters.as_mut_ptr(), null_mut()) })
    }

    fn event(&self) -> Call<u64> {
        let mut event = null_mut();
        let flags = sys::CUevent_flags_enum::CU_EVENT_DISABLE_TIMING as c_uint;
        // SAFETY: the out-pointer is writable.
        check(unsafe { sys::cuEventCreate(&mut event, flags) })?;
        Ok(number(event))
    }

    fn record(&self, stream: u64, event: u64) -> Call<()> {
        // SAFETY: event and stream are the driver's.
        check(unsafe { sys::cuEventRecord(handle(event), handle(stream)) })
    }

    fn is_reached(&self, event: u64) -> Call<bool> {
        // SAFETY: the event is the driver's.
        match unsafe { sys::cuEventQuery(handle(event)) } {
            CUresult::CUDA_ERROR_NOT_READY => Ok(false),
            other => check(other).map(|()| true),
        }
    }

    fn await_event(&self, event: u64) -> Call<()> {
        // SAFETY: the event is the driver's.
        check(unsafe { sys::cuEventSynchronize(handle(event)) })
    }

    fn wait_for(&self, stream: u64, event: u64) -> Call<()> {
        // SAFETY: event and stream are the driver's.
        check(unsafe { sys::cuStreamWaitEvent(handle(stream), handle(event), 0) })
    }

    fn drop_event(&self, event: u64) -> Call<()> {
        // SAFETY: the event is the driver's, and not used afterwards.
        check(unsafe { sys::cuEventDestroy_v2(handle(event)) })
    }

    fn begin_capture(&self, stream: u64) -> Call<()> {
        let mode = sys::CUstreamCaptureMode_enum::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
        // SAFETY: the stream is the driver's.
        check(unsafe { sys::cuStreamBeginCapture_v2(handle(stream), mode) })
    }

    fn end_capture(&self, stream: u64) -> Call<u64> {
        let mut graph = null_mut();
        // SAFETY: the out-pointer is writable, the stream is the driver's.
        check(unsafe { sys::cuStreamEndCapture(handle(stream), &mut graph) })?;
        let mut ready = null_mut();
        // SAFETY: the out-pointer is writable, the graph is the driver's.
        let made = check(unsafe { sys::cuGraphInstantiateWithFlags(&mut ready, graph, 0) });
        // SAFETY: the executable graph does not need it any more.
        let dropped = check(unsafe { sys::cuGraphDestroy(graph) });
        made.and(dropped).map(|()| number(ready))
    }

    fn replay(&self, stream: u64, graph: u64) -> Call<()> {
        // SAFETY: graph and stream are the driver's.
        check(unsafe { sys::cuGraphLaunch(handle(graph), handle(stream)) })
    }

    fn drop_graph(&self, graph: u64) -> Call<()> {
        // SAFETY: the graph is the driver's, and not used afterwards.
        check(unsafe { sys::cuGraphExecDestroy(handle(graph)) })
    }
}
