//! A machine without a GPU.

use crate::fake::Fake;
use std::sync::Arc;
use tf_device::Fault;
use tf_nvptx::{Gpu, Options, cuda};

#[test]
fn a_missing_driver_is_an_error_that_says_what_to_do() {
    let Err(error) = cuda::driver() else {
        eprintln!("this machine has a CUDA driver: nothing to see");
        return;
    };
    assert!(matches!(error.fault, Fault::NoDriver | Fault::NoDevice), "{error}");
    assert!(error.message.contains("driver") || error.message.contains("GPU"), "{error}");
}

#[test]
fn a_missing_device_is_an_error_that_lists_those_there_are() {
    for (count, said) in [
        (
            0,
            "there is no device cuda:3: there is no NVIDIA GPU in this machine, or none that this process may use",
        ),
        (1, "there is no device cuda:3: there is one GPU, cuda:0"),
        (3, "there is no device cuda:3: there are 3 GPUs, cuda:0 to cuda:2"),
    ] {
        let mut fake = Fake::new(None);
        fake.count = count;
        let fake = Arc::new(fake);
        let error = Gpu::open(fake.clone(), 3, Options::default()).map(|_| ()).unwrap_err();
        assert_eq!((error.fault, error.message.as_str()), (Fault::NoDevice, said));
        assert_eq!(fake.live().3, 0);
    }
}
