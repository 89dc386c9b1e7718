//! What a GPU shares with other threads, other libraries and other devices: streams, the current context, memory.

use crate::fake::{FIRST_CONTEXT, Fake, Plan, current};
use crate::gpu::{download, kernels_of, loaded, parsed};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};
use tf_device::host::{Loaded, Passed};
use tf_device::kernels::of_module;
use tf_device::{Argument, Code, DeviceError, Fault, Kernel, Launch, Memory, Oversight, Runtime, Stream};
use tf_ir::verify::verify;
use tf_nvptx::{Context, Driver, Gpu, Options};

const CODE: Code<'_> = Code { form: "ptx", bytes: b".version 7.8" };

const KERNEL: &str = "
kernel.func @next(%x: memref<?{n}xi8>, %y: memref<?{n}xi8> {kernel.access = \"out\"}) attributes {tf.watched} {
  kernel.return
}";

/// Computes `y`, which is three more than `x`, and two results more.
const MAIN: &str = "
func.func @main(%x: memref<?{n}xi8>, %y: memref<?{n}xi8>, %z: memref<?{n}xi8>, %w: memref<?{n}xi8>) {
  %c1 = arith.constant 1 : index
  %a = mem.alloc : memref<?{n}xi8>
  kernel.launch @next grid(%c1) block(%c1) args(%x, %z) : (memref<?{n}xi8>, memref<?{n}xi8>) -> ()
  kernel.launch @next grid(%c1) block(%c1) args(%z, %a) : (memref<?{n}xi8>, memref<?{n}xi8>) -> ()
  kernel.launch @next grid(%c1) block(%c1) args(%a, %y) : (memref<?{n}xi8>, memref<?{n}xi8>) -> ()
  mem.copy %a, %w : memref<?{n}xi8>
  return
}";

struct Opened {
    fake: Arc<Fake>,
    gpu: Arc<dyn Runtime>,
    stream: Stream,
    module: tf_device::Module,
    program: Loaded,
}

fn open(change: impl FnOnce(&mut Fake), options: Options) -> Opened {
    let mut fake = Fake::new(None);
    change(&mut fake);
    let fake = Arc::new(fake);
    let gpu: Arc<dyn Runtime> = Arc::new(Gpu::open(fake.clone(), 0, options).unwrap());
    let text = [KERNEL, MAIN].concat();
    let module = gpu.load(CODE, &kernels_of(&text)).unwrap();
    let stream = gpu.open_stream().unwrap();
    let program = loaded(&gpu, &text, module, stream).unwrap();
    Opened { fake, gpu, stream, module, program }
}

impl Opened {
    fn call(&self, size: usize) -> Result<(), String> {
        let x: Vec<u8> = (0..size).map(|i| i as u8).collect();
        let [mut y, mut z, mut w] = [vec![0; size], vec![0; size], vec![0; size]];
        let mut passed =
            [Passed::Bytes(&x), Passed::Result(&mut y), Passed::Result(&mut z), Passed::Result(&mut w)];
        let called = self.program.call(self.stream, &[size as i64], &mut passed, Oversight::default());
        called.map_err(|failure| failure.to_string())?;
        for (result, more) in [(y, 3), (z, 1), (w, 2)] {
            assert!(result.iter().zip(&x).all(|(r, x)| *r == x.wrapping_add(more)), "{size} bytes, {more}");
        }
        Ok(())
    }

    fn close(self) {
        self.program.unload(self.stream).unwrap();
        self.gpu.close_stream(self.stream).unwrap();
        self.gpu.unload(self.module).unwrap();
        drop(self.gpu);
        assert_eq!(self.fake.live(), (0, 0, 0, 0));
        assert_eq!(self.fake.violations(), [] as [String; 0]);
    }
}

fn launch(gpu: &dyn Runtime, stream: Stream, memory: Memory) -> Result<(), DeviceError> {
    let module = gpu.load(CODE, &kernels_of(KERNEL)).unwrap();
    let arguments = [Argument::Memory(memory, 1), Argument::Memory(memory, 1)];
    gpu.launch(
        stream,
        &Launch {
            kernel: Kernel { module, at: 0 },
            grid: [1; 3],
            block: [128, 1, 1],
            cluster: [1; 3],
            shared: 0,
            arguments: &arguments,
            extents: &[1],
            oversight: Oversight::default(),
        },
    )
}

/// A thread whose uploads are after a kernel that never ends keeps no other thread from copying, and is stopped when its time is over.
#[test]
fn a_stream_that_hangs_keeps_no_other_from_copying() {
    let fake = Arc::new(Fake::new(None));
    let time = Duration::from_secs(1);
    let options = Options { time: Some(time), grace: Some(time), ..Options::default() };
    let gpu: Arc<dyn Runtime> = Arc::new(Gpu::open(fake.clone(), 0, options).unwrap());
    let [a, b] = [0; 2].map(|_| gpu.open_stream().unwrap());
    let large = gpu.allocate(a, 36 << 20, Oversight::default()).unwrap();
    let small = gpu.allocate(b, 1, Oversight::default()).unwrap();
    fake.hangs.store(true, Ordering::Relaxed);
    launch(&*gpu, a, large).unwrap();
    fake.hangs.store(false, Ordering::Relaxed);
    let start = Instant::now();
    thread::scope(|scope| {
        let hanging = scope.spawn(|| {
            let ended = gpu.upload(a, large, 0, &vec![1; 36 << 20], Oversight::default());
            assert_eq!(ended.unwrap_err().fault, Fault::Ended);
            start.elapsed()
        });
        // The other thread has filled the buffers that all streams share.
        thread::sleep(Duration::from_millis(100));
        gpu.upload(b, small, 0, &[5], Oversight::default()).unwrap();
        let mut back = [0];
        download(&*gpu, b, small, 0, &mut back).unwrap();
        assert_eq!(back, [5]);
        assert!(start.elapsed() < time, "the other stream was awaited: {:?}", start.elapsed());
        assert!(hanging.join().unwrap() >= time);
    });
    assert!(!gpu.is_lost());
    gpu.upload(a, large, 0, &vec![1; 36 << 20], Oversight::default()).unwrap();
    gpu.close_stream(a).unwrap();
    gpu.close_stream(b).unwrap();
    assert_eq!(fake.violations(), [] as [String; 0]);
}

/// Threads that copy at the same time share a bounded amount of pinned memory.
#[test]
fn large_copies_of_slow_devices_reuse_buffers_when_the_device_has_read_them() {
    let mut fake = Fake::new(None);
    (fake.count, fake.plan) = (2, Plan { delay: 300, ..Plan::default() });
    let fake = Arc::new(fake);
    let gpus = [0, 1].map(|at| Gpu::open(fake.clone(), at, Options::default()).unwrap());
    thread::scope(|scope| {
        for seed in 0..4usize {
            let gpu = &gpus[seed % 2];
            scope.spawn(move || {
                let stream = gpu.open_stream().unwrap();
                let bytes: Vec<u8> =
                    (0..(36 << 20) + 5).map(|i: usize| (i >> 8 ^ i) as u8 ^ seed as u8).collect();
                let memory = gpu.allocate(stream, bytes.len() as u64, Oversight::default()).unwrap();
                gpu.upload(stream, memory, 0, &bytes, Oversight::default()).unwrap();
                let mut back = vec![0; bytes.len()];
                download(gpu, stream, memory, 0, &mut back).unwrap();
                assert!(bytes == back);
                gpu.release(stream, memory).unwrap();
                gpu.close_stream(stream).unwrap();
            });
        }
    });
    assert!(fake.pinned() <= 2 * (8 + 2 * (2 + 4)) * (4 << 20), "{} bytes", fake.pinned());
    drop(gpus);
    assert_eq!(fake.live(), (0, 0, 0, 0));
    assert_eq!(fake.violations(), [] as [String; 0]);
}

/// The context that another library has made current on a thread is current after every function.
#[test]
fn the_current_context_of_a_thread_stays() {
    for former in [Context::NONE, Context(FIRST_CONTEXT), Context(FIRST_CONTEXT + 1)] {
        let fake = Arc::new(Fake::new(None));
        fake.set_current(former).unwrap();
        let stays = || assert_eq!(current(), former);
        let gpu: Arc<dyn Runtime> = Arc::new(Gpu::open(fake.clone(), 0, Options::default()).unwrap());
        stays();
        let stream = gpu.open_stream().unwrap();
        stays();
        let memory = gpu.allocate(stream, 8, Oversight::default()).unwrap();
        stays();
        gpu.upload(stream, memory, 0, &[1; 8], Oversight::default()).unwrap();
        stays();
        launch(&*gpu, stream, memory).unwrap();
        stays();
        let event = gpu.record(stream).unwrap();
        gpu.wait_for(stream, event).unwrap();
        stays();
        gpu.begin_recording(stream).unwrap();
        let recording = gpu.end_recording(stream).unwrap();
        gpu.replay(stream, recording, Oversight::default()).unwrap();
        stays();
        gpu.synchronize(stream).unwrap();
        gpu.forget(recording);
        assert!(download(&*gpu, stream, memory, 4, &mut [0; 8]).is_err());
        stays();
        gpu.release(stream, memory).unwrap();
        gpu.close_stream(stream).unwrap();
        drop(gpu);
        stays();
        fake.set_current(Context::NONE).unwrap();
    }
}

/// A call waits once, however many arrays it returns; each condition that it reads costs one wait more.
#[test]
fn a_call_waits_once() {
    let opened = open(|_| {}, Options::default());
    let waits = |log: &[String]| {
        let is =
            |said: &&String| ["synchronize", "is_done", "await_event", "is_reached"].contains(&said.as_str());
        log.iter().filter(is).count()
    };
    for size in [5, 5, 5, 100_000] {
        let before = opened.fake.log().len();
        opened.call(size).unwrap();
        assert_eq!(waits(&opened.fake.log()[before..]), 1, "{size}: {:#?}", &opened.fake.log()[before..]);
    }
    opened.close();
}

/// Programs and recordings keep memory for their next calls: when the device has no more, they give it back.
#[test]
fn memory_that_is_kept_for_later_calls_is_freed_when_it_is_needed() {
    let capacity = 100_000;
    let opened = open(|fake| fake.plan.capacity = capacity, Options::default());
    // A call takes five arrays. Two kinds of calls are kept: 9,000 and 12,000 bytes, with their recordings.
    for size in [9_000, 9_000, 9_000, 9_500, 9_500] {
        opened.call(size).unwrap();
    }
    assert!(!opened.fake.log().contains(&"trim".to_string()));
    for _ in 0..3 {
        opened.call(19_500).unwrap();
    }
    assert!(opened.fake.log().contains(&"trim".to_string()));
    // Too much is too much.
    let error = opened.call(40_000).unwrap_err();
    assert!(error.contains("the GPU is out of memory"), "{error}");
    opened.call(9_000).unwrap();
    opened.close();
}

/// A context that is lost is released at once: the device can be opened again while programs of the lost one exist.
#[test]
fn a_lost_device_is_opened_again_beside_what_is_left_of_it() {
    let mut fake = Fake::new(None);
    fake.plan = Plan { seed: 1, fails: 1, fatal: true, ..Plan::default() };
    fake.calm.store(true, Ordering::Relaxed);
    let fake = Arc::new(fake);
    let first = Gpu::open(fake.clone(), 0, Options::default()).unwrap();
    let stream = first.open_stream().unwrap();
    let memory = first.allocate(stream, 4, Oversight::default()).unwrap();
    fake.calm.store(false, Ordering::Relaxed);
    while !first.is_lost() {
        drop(first.synchronize(stream));
    }
    fake.calm.store(true, Ordering::Relaxed);
    let second = Gpu::open(fake.clone(), 0, Options::default()).unwrap();
    let stream = second.open_stream().unwrap();
    second.synchronize(stream).unwrap();
    assert_eq!(first.upload(stream, memory, 0, &[1], Oversight::default()).unwrap_err().fault, Fault::Lost);
    drop(first);
    second.close_stream(stream).unwrap();
    drop(second);
    assert_eq!(fake.live(), (0, 0, 0, 0));
}

#[test]
fn blocks_that_have_too_few_registers_are_refused_before_the_launch() {
    let mut fake = Fake::new(None);
    fake.threads = 96;
    let fake = Arc::new(fake);
    let gpu = Gpu::open(fake.clone(), 0, Options::default()).unwrap();
    let stream = gpu.open_stream().unwrap();
    let memory = gpu.allocate(stream, 1, Oversight::default()).unwrap();
    let error = launch(&gpu, stream, memory).unwrap_err();
    assert_eq!(error.fault, Fault::Resources);
    assert!(error.message.starts_with("'@next' is launched with 128 threads of 32 registers"), "{error}");
    assert!(!fake.log().iter().any(|said| said.starts_with("launch")));
}

/// A kernel of so many arrays.
fn many(arrays: usize) -> String {
    let arguments: Vec<String> = (0..arrays).map(|i| format!("%a{i}: memref<4xi8>")).collect();
    format!("kernel.func @many({}) {{\n  kernel.return\n}}", arguments.join(", "))
}

#[test]
fn kernels_have_a_limit_of_parameters() {
    verify(&parsed(&many(4095))).unwrap();
    let errors = verify(&parsed(&many(4096))).unwrap_err();
    let said = "has 32768 bytes of parameters (4096 arguments and the extents that they name), but a kernel can \
                have 32764: split it, or pass several arrays as one";
    assert!(errors[0].message.ends_with(said), "{}", errors[0].message);
}

/// Many parameters need a driver that takes them; the error says so, and no word of age.
#[test]
fn many_parameters_need_a_newer_driver() {
    for (count, version, fits) in [(544, 12000, true), (545, 12000, false), (4095, 12010, true)] {
        let mut fake = Fake::new(None);
        fake.version = version;
        let gpu = Gpu::open(Arc::new(fake), 0, Options::default()).unwrap();
        let kernels = of_module(&parsed(&many(count))).map_err(|e| e.message).unwrap();
        match gpu.load(CODE, &kernels) {
            Ok(_) => assert!(fits),
            Err(error) => {
                let said = "'@many' has 4360 bytes of parameters, but the driver, which supports CUDA 12.0, \
                            allows 4352: install a driver for CUDA 12.1 or later, or pass fewer arrays";
                assert_eq!((fits, error.message.as_str()), (false, said));
            }
        }
    }
}
