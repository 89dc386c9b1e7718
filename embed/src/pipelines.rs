//! The pass pipelines of the devices as strings, to print, edit, and run with `tfopt` or
//! [`crate::Device::with_pipeline`].

pub use tf_passes::pipelines::{
    checked, cpu, cpu_linked, cpu_profiled, cpu_reference, cpu_trapping_nans, device, device_of,
    device_trapping_nans, gpu, gpu_of, interp, kernel_code, simt, simt_trapping_nans,
};
