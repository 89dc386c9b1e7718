//! Several GPUs in one process, and arrays of others on them: on a driver that pretends, whose kernels do
//! nothing.

use crate::fake::Fake;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tensorforge::*;
use tf_nvptx::{Context, Driver};

/// Bits of new memory of the driver.
const UNWRITTEN: u32 = 0xcdcd_cdcd;

/// A driver of two devices, and a session on it.
fn two() -> (Arc<Fake>, Session) {
    let mut fake = Fake::new(None);
    fake.count = 2;
    let fake = Arc::new(fake);
    (fake.clone(), crate::sessions::builder().cuda_driver(fake).build().unwrap())
}

fn step() -> Program {
    Program::trace("step", |p| p.input::<f32>("x", [p.dim("n")]) * 0.5 + 1.0).unwrap()
}

fn floats(count: usize) -> Array {
    Array::from_slice(&[count], &(0..count).map(|i| i as f32).collect::<Vec<_>>()).unwrap()
}

fn launches(fake: &Fake) -> usize {
    fake.log().iter().filter(|said| said.starts_with("launch")).count()
}

#[test]
fn each_device_has_its_own_arrays_and_programs() {
    let (fake, session) = two();
    let devices = [Device::cuda(0), Device::cuda(1)];
    let programs = devices.each_ref().map(|device| session.compile(&step(), device).unwrap());
    let arrays = devices.each_ref().map(|device| session.to_device(&floats(5), device).unwrap());
    for (at, array) in arrays.iter().enumerate() {
        assert_eq!(array.device(), &devices[at]);
        assert_eq!(array.to_array().unwrap(), floats(5));
        // The pretending driver refuses addresses of other devices: nothing of these calls goes astray.
        let result: DeviceArray = programs[at].call_on_device(array).unwrap();
        assert_eq!(result.device(), &devices[at]);
        let other: Error = programs[1 - at].call_on_device::<DeviceArray>(array).unwrap_err();
        let wanted = format!(
            "the argument 'x' of 'step' is on cuda:{at}, but the program computes on cuda:{}",
            1 - at
        );
        assert!(matches!(&other, Error::Device(error) if error.fault == Fault::Misuse), "{other}");
        assert!(other.to_string().contains(&wanted), "{other}");
        // Also where results go to the host, and where the array is donated.
        assert!(programs[1 - at].call::<Array>(array).unwrap_err().to_string().contains(&wanted));
        assert!(programs[1 - at].call_on_device::<DeviceArray>(array.clone()).is_err());
        // It gets there through the host.
        let moved = session.to_device(&array.to_array().unwrap(), &devices[1 - at]).unwrap();
        programs[1 - at].call_on_device::<DeviceArray>(&moved).unwrap();
    }
    assert_eq!(launches(&fake), 4);
    drop((programs, arrays, session));
    assert_eq!(fake.live(), (0, 0, 0, 0), "all is given back: {:?}", fake.log());
}

#[test]
fn arrays_of_another_session_are_refused() {
    let (fake, first) = two();
    let second = crate::sessions::builder().cuda_driver(fake.clone()).build().unwrap();
    let array = first.to_device(&floats(3), &Device::cuda(0)).unwrap();
    let there = second.compile(&step(), Device::cuda(0)).unwrap();
    let error = there.call_on_device::<DeviceArray>(&array).unwrap_err().to_string();
    assert!(error.contains("the argument 'x' of 'step'") && error.contains("session"), "{error}");
    // Its own session goes on taking it.
    first.compile(&step(), Device::cuda(0)).unwrap().call_on_device::<DeviceArray>(&array).unwrap();
}

#[test]
fn a_missing_device_is_reported() {
    let (fake, session) = two();
    assert_eq!(fake.calls(), 0, "nothing is asked of a driver before a device is used");
    let error = session.to_device(&floats(3), &Device::cuda(2)).unwrap_err().to_string();
    assert!(error.contains("there is no device cuda:2: there are 2 GPUs, cuda:0 to cuda:1"), "{error}");
}

#[test]
fn threads_share_two_devices() {
    let (fake, session) = two();
    let devices = [Device::cuda(0), Device::cuda(1)];
    let programs = devices.each_ref().map(|device| session.compile(&step(), device).unwrap());
    thread::scope(|scope| {
        for worker in 0..8 {
            let (session, device, program) = (&session, &devices[worker % 2], &programs[worker % 2]);
            scope.spawn(move || {
                for round in 1..20 {
                    let start = floats(round);
                    let mut x = session.to_device(&start, device).unwrap();
                    assert_eq!(x.to_array().unwrap(), start);
                    for _ in 0..3 {
                        x = program.call_on_device(x).unwrap();
                    }
                    assert_eq!(x.device(), device);
                }
            });
        }
    });
    drop((programs, session));
    assert_eq!(fake.live(), (0, 0, 0, 0));
}

/// Counts how often it is dropped.
struct Kept(Arc<AtomicUsize>);

impl Drop for Kept {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn lender(dropped: &Arc<AtomicUsize>) -> Lender {
    let kept: Box<dyn Any + Send + Sync> = Box::new(Kept(dropped.clone()));
    kept
}

/// Memory that another library has on a device is taken where it is, never freed and never written by a
/// donation.
#[test]
fn memory_of_others_is_taken_where_it_is() {
    let (fake, session) = two();
    let device = Device::cuda(1);
    let program = session.compile(&step(), &device).unwrap();
    assert!(session.stream_of(&device).unwrap().is_some());
    // Another library of the process, in the same context.
    fake.set_current(Context(8)).unwrap();
    let theirs = fake.allocate(0, 0, 20).unwrap();
    let layout = Layout::dense(DType::F32, &[5]).unwrap();
    let dropped = Arc::new(AtomicUsize::new(0));
    session.await_stream(&device).unwrap();
    // SAFETY: there are 20 bytes, until the end of the test.
    let array = unsafe { session.lent(&device, &layout, theirs, lender(&dropped)) }.unwrap();
    assert_eq!(
        (array.address(), array.to_array().unwrap().as_slice::<f32>().unwrap()),
        (theirs, &[f32::from_bits(UNWRITTEN); 5][..])
    );
    let before = fake.log().len();
    let result: DeviceArray = program.call_on_device(&array).unwrap();
    let copies =
        |log: &[String]| log.iter().filter(|s| s.starts_with("copy") || s.starts_with("upload")).count();
    assert_eq!(copies(&fake.log()[before..]), 0, "{:?}", fake.log());
    assert_ne!(result.address(), theirs);
    // By value, too: it is not donated, since it belongs to others.
    let result: DeviceArray = program.call_on_device(array.clone()).unwrap();
    assert_ne!(result.address(), theirs);
    assert_eq!(dropped.load(Ordering::Relaxed), 0);
    // On the other device it is refused by name.
    let other = session.compile(&step(), Device::cuda(0)).unwrap();
    let error = other.call_on_device::<DeviceArray>(&array).unwrap_err().to_string();
    assert!(error.contains("the argument 'x' of 'step' is on cuda:1"), "{error}");
    drop(array);
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
    assert_eq!(fake.current().unwrap(), Context(8), "the context of this thread stays");
    fake.free(0, theirs).expect("it was not freed by us");
}

/// Kernels move 16 bytes at once: memory that begins elsewhere is refused with what to do.
#[test]
fn memory_that_begins_at_odd_addresses_is_refused() {
    let (fake, session) = two();
    fake.set_current(Context(7)).unwrap();
    let theirs = fake.allocate(0, 0, 64).unwrap();
    let layout = Layout::dense(DType::F32, &[5]).unwrap();
    let dropped = Arc::new(AtomicUsize::new(0));
    // SAFETY: there are 20 bytes after the fourth, until the end of the test.
    let error = unsafe { session.lent(&Device::cuda(0), &layout, theirs + 4, lender(&dropped)) }.unwrap_err();
    assert!(error.to_string().contains("need a multiple of 16 bytes"), "{error}");
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
}

/// On the processor as a device of kernels, arrays of others are taken where they are; the other devices
/// copy.
#[test]
fn arrays_of_this_process_are_lent_to_the_processor() {
    let session = crate::sessions::session();
    let elements: Vec<f64> = (0..4).map(f64::from).collect();
    let address = elements.as_ptr().expose_provenance() as u64;
    let layout = Layout::dense(DType::F64, &[4]).unwrap();
    let program = Program::trace("twice", |p| p.input::<f64>("x", [p.dim("n")]) * 2.0).unwrap();
    for device in [Device::simt_compiled(), Device::interp(), Device::cpu(), Device::simt()] {
        let dropped = Arc::new(AtomicUsize::new(0));
        // SAFETY: the vector lives until the end of the test, and nobody changes it.
        let array = unsafe { session.lent(&device, &layout, address, lender(&dropped)) }.unwrap();
        assert_eq!(array.address() == address, device == Device::simt_compiled(), "{device}");
        let twice: DeviceArray = session.compile(&program, &device).unwrap().call_on_device(array).unwrap();
        assert_eq!(twice.to_array().unwrap().as_slice::<f64>().unwrap(), [0.0, 2.0, 4.0, 6.0], "{device}");
        assert_eq!(dropped.load(Ordering::Relaxed), 1, "{device}");
    }
    assert_eq!(elements, [0.0, 1.0, 2.0, 3.0]);
}
