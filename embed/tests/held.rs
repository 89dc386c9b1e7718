//! Arrays that stay on their device from call to call: passed without copies, donated, read back when asked.

use std::thread;
use tensorforge::*;

fn devices() -> [Device; 4] {
    [Device::interp(), Device::cpu(), Device::simt(), Device::simt_compiled()]
}

/// Those where a result may be where a donated argument was.
fn in_place_devices() -> [Device; 2] {
    [Device::cpu(), Device::simt_compiled()]
}

/// Whether a device's code reads every element before it writes it there. Without masks, the last vector of a
/// row overlaps the previous one, whose elements have been written.
fn reuses(device: &Device) -> bool {
    *device != Device::cpu() || Machine::host().masks
}

fn floats(values: &[f32]) -> Array {
    Array::from_slice(&[values.len()], values).unwrap()
}

fn step() -> Program {
    Program::trace("step", |p| p.input::<f32>("x", [p.dim("n")]) * 0.5 + 1.0).unwrap()
}

#[test]
fn a_simulation_stays_where_it_is_and_equals_that_of_the_host() {
    let session = crate::sessions::session();
    for device in devices() {
        let exe = session.compile(&step(), &device).unwrap();
        let start = floats(&[8.0, -4.0, 0.5]);
        let mut there = session.to_device(&start, &device).unwrap();
        let mut here = start.clone();
        for _ in 0..5 {
            there = exe.call_on_device(there).unwrap();
            here = exe.call(&here).unwrap();
        }
        assert_eq!((there.device(), there.extents(), there.dtype()), (&device, &[3][..], DType::F32));
        assert_eq!(there.to_array().unwrap(), here, "{device}");
        // An argument on the device is taken by calls whose results go to the host, too.
        let after: Array = exe.call(&there).unwrap();
        assert_eq!(after, exe.call::<Array>(&here).unwrap(), "{device}");
    }
}

#[test]
fn results_and_arguments_of_both_kinds_mix() {
    let program = Program::trace("mix", |p| {
        let (x, a) = (p.input::<f32>("x", [p.dim("n")]), p.scalar::<f32>("a"));
        let y = p.input::<f32>("y", [p.dim("n")]);
        (&x * &a + &y, x.sum(..))
    })
    .unwrap();
    let session = crate::sessions::session();
    for device in devices() {
        let exe = session.compile(&program, &device).unwrap();
        let x = session.to_device(&floats(&[1.0, 2.0]), &device).unwrap();
        let y = floats(&[10.0, 20.0]);
        let (z, sum): (DeviceArray, DeviceArray) = exe.call_on_device((&x, 3.0f32, &y)).unwrap();
        assert_eq!(z.to_array().unwrap(), floats(&[13.0, 26.0]), "{device}");
        assert_eq!(sum.to_array().unwrap().as_slice::<f32>().unwrap(), [3.0], "{device}");
        let error = exe.call_on_device::<DeviceArray>((&x, 3.0f32, &y)).unwrap_err();
        assert!(matches!(error, Error::Results { wanted: 1, found: 2 }), "{error}");
        // x is unchanged.
        assert_eq!(x.to_array().unwrap(), floats(&[1.0, 2.0]), "{device}");
    }
}

#[test]
fn a_donated_array_is_where_the_result_is() {
    let session = crate::sessions::session();
    for device in in_place_devices() {
        let exe = session.compile(&step(), &device).unwrap();
        for n in [1usize, 3, 4, 7, 1000, 4099] {
            let values: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let wanted: Vec<f32> = values.iter().map(|v| v * 0.5 + 1.0).collect();
            let x = session.to_device(&floats(&values), &device).unwrap();
            let address = x.address();
            // Somebody else holds it: it is not donated.
            let kept = x.clone();
            let y: DeviceArray = exe.call_on_device(x).unwrap();
            assert_ne!(y.address(), address);
            assert_eq!(kept.to_array().unwrap(), floats(&values));
            let z: DeviceArray = exe.call_on_device(kept).unwrap();
            assert_eq!(z.address() == address, reuses(&device), "{n} on {device}");
            assert_eq!((z.to_array().unwrap(), y.to_array().unwrap()), (floats(&wanted), floats(&wanted)));
        }
    }
}

#[test]
fn stencil_inputs_are_not_overwritten() {
    let program = Program::trace("shift", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        p.compute([p.dim("n")], |[i]| x.at([i + 1]) + x.sum(..))
    })
    .unwrap();
    let session = crate::sessions::session();
    for device in in_place_devices() {
        let exe = session.compile(&program, &device).unwrap();
        for n in [1usize, 5, 600] {
            let values = floats(&(0..n).map(|i| i as f32).collect::<Vec<f32>>());
            let wanted: Array = exe.call(&values).unwrap();
            let x = session.to_device(&values, &device).unwrap();
            let address = x.address();
            let y: DeviceArray = exe.call_on_device(x).unwrap();
            assert_ne!(y.address(), address);
            assert_eq!(y.to_array().unwrap(), wanted, "{n} on {device}");
        }
    }
}

#[test]
fn programs_of_one_session_hand_arrays_on_and_threads_share_them() {
    let session = crate::sessions::session();
    let square = Program::trace("square", |p| p.input::<f32>("x", [p.dim("n")]).square()).unwrap();
    for device in in_place_devices() {
        let halves = session.compile(&step(), &device).unwrap();
        let square = session.compile(&square, &device).unwrap();
        let x = session.to_device(&floats(&[2.0, 6.0]), &device).unwrap();
        thread::scope(|scope| {
            for _ in 0..6 {
                scope.spawn(|| {
                    for _ in 0..20 {
                        let y: DeviceArray = halves.call_on_device(&x).unwrap();
                        let z: DeviceArray = square.call_on_device(y).unwrap();
                        assert_eq!(z.to_array().unwrap(), floats(&[4.0, 16.0]));
                    }
                });
            }
        });
        assert_eq!(x.to_array().unwrap(), floats(&[2.0, 6.0]));
    }
}

#[test]
fn an_array_on_another_device_is_refused_by_name() {
    let session = crate::sessions::session();
    let x = session.to_device(&floats(&[1.0]), &Device::simt_compiled()).unwrap();
    let exe = session.compile(&step(), Device::cpu()).unwrap();
    let error = exe.call::<Array>(&x).unwrap_err().to_string();
    let wanted = "the argument 'x' of 'step' is on simt-compiled, but the program computes in the memory of this process";
    assert!(error.starts_with(wanted) && error.contains("to_array"), "{error}");
    // Each session has separate devices.
    let other = crate::sessions::session();
    let exe = other.compile(&step(), Device::simt_compiled()).unwrap();
    let error = exe.call::<Array>(&x).unwrap_err().to_string();
    assert!(error.contains("'x' of 'step' is on simt-compiled"), "{error}");
    // An array of the host's devices goes everywhere.
    let here = session.to_device(&floats(&[4.0]), &Device::cpu()).unwrap();
    assert_eq!(exe.call::<Array>(&here).unwrap(), floats(&[3.0]));
    let missing = session.to_device(&floats(&[1.0]), &Device::cuda(4000)).map(drop).unwrap_err();
    assert!(matches!(missing, Error::Device(_)), "{missing}");
}

#[test]
fn results_with_computed_extents_stay_on_the_device() {
    let program = Program::trace("select", |p| {
        let x = p.input::<f32>("x", [p.dim("n")]);
        x.extract(x.gt(0))
    })
    .unwrap();
    let session = crate::sessions::session();
    for device in devices() {
        let exe = session.compile(&program, &device).unwrap();
        let x = session.to_device(&floats(&[1.0, -2.0, 3.0]), &device).unwrap();
        let y: DeviceArray = exe.call_on_device(&x).unwrap();
        assert_eq!((y.device(), y.to_array().unwrap()), (&device, floats(&[1.0, 3.0])));
    }
}
