//! A GPU on a driver that pretends.

use crate::fake::Fake;
use std::collections::HashMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use tf_device::host::{Host, Loaded, Passed};
use tf_device::kernels::{KernelInfo, of_module};
use tf_device::{
    Argument, Code, CodeStore, DeviceError, Fault, Kernel, Launch, Memory, Module, Oversight, Reading,
    Runtime, Stream,
};
use tf_dialects::limits::{Interrupt, StopWord};
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::context::Context;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, parse_module};
use tf_nvptx::{Gpu, Options};

const TEXT: &str = "
kernel.func @k(%x: memref<?{n}xf32>, %a: i1, %y: memref<?{n}xf32> {kernel.access = \"out\"}) {
  %s = kernel.shared : memref<256xf32>
  kernel.return
}
func.func @main(%x: memref<?{n}xf32>, %y: memref<?{n}xf32>) {
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  %t = arith.constant true
  %bytes = arith.constant 60000 : index
  %a = mem.alloc : memref<?{n}xf32>
  kernel.launch @k grid(%c1) block(%n) args(%x, %t, %a) : (memref<?{n}xf32>, i1, memref<?{n}xf32>) -> ()
  kernel.launch @k grid(%c1) block(%n) dynamic_shared %bytes args(%a, %t, %y) : (memref<?{n}xf32>, i1, memref<?{n}xf32>) -> ()
  return
}";

/// Reads memory of a GPU.
pub(crate) fn download(
    gpu: &dyn Runtime,
    stream: Stream,
    from: Memory,
    offset: u64,
    bytes: &mut [u8],
) -> Result<(), DeviceError> {
    gpu.download(stream, &mut [Reading { from, offset, bytes }], Oversight::default())
}

fn module() -> Body {
    parsed(TEXT)
}

pub(crate) fn parsed(text: &str) -> Body {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let ctx = Context::new(registry);
    parse_module(&ctx, "test.mlir", text, &ParseOptions::default())
        .map_err(|e| e[0].message.clone())
        .unwrap()
        .body
}

fn kernels() -> Arc<[KernelInfo]> {
    of_module(&module()).map_err(|e| e.message).unwrap().into()
}

/// The kernels of a text.
pub(crate) fn kernels_of(text: &str) -> Vec<KernelInfo> {
    of_module(&parsed(text)).map_err(|e| e.message).unwrap()
}

/// The function `main` of a text on a device that has loaded its kernels.
pub(crate) fn loaded(
    gpu: &Arc<dyn Runtime>,
    text: &str,
    code: Module,
    stream: Stream,
) -> Result<Loaded, DeviceError> {
    Loaded::new(gpu.clone(), host_of(text), Some(code), stream)
}

/// The function `main` of a text.
pub(crate) fn host_of(text: &str) -> Arc<Host> {
    let module = parsed(text);
    let kernels: Arc<[KernelInfo]> = of_module(&module).map_err(|e| e.message).unwrap().into();
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let main = functions.into_iter().find(|f| symbol_name(f, f.root()) == Some("main")).unwrap();
    Arc::new(Host::of(main, &kernels).map_err(|e| e.message).unwrap())
}

fn host() -> Arc<Host> {
    host_of(TEXT)
}

/// A driver that is as usual but for something.
fn fake(change: impl FnOnce(&mut Fake)) -> Arc<Fake> {
    let mut fake = Fake::new(None);
    change(&mut fake);
    Arc::new(fake)
}

const CODE: Code<'_> = Code { form: "ptx", bytes: b".version 7.8" };

/// Opens a GPU, loads a program, calls it three times, closes everything.
fn session(fake: &Arc<Fake>, options: Options) -> Result<(), DeviceError> {
    let gpu: Arc<dyn Runtime> = Arc::new(Gpu::open(fake.clone(), 0, options)?);
    let kernels = kernels();
    let module = gpu.load(CODE, &kernels)?;
    let stream = gpu.open_stream()?;
    let loaded = Loaded::new(gpu.clone(), host(), Some(module), stream)?;
    let mut failed = Ok(());
    for _ in 0..3 {
        let mut y = vec![0; 12];
        let mut passed = [Passed::Bytes(&[1; 12]), Passed::Result(&mut y)];
        let called = loaded.call(stream, &[3], &mut passed, Oversight::default());
        if let (Err(failure), Ok(())) = (called, &failed) {
            failed = Err(DeviceError::new(Fault::Other, failure.to_string()));
        }
    }
    let unloaded = loaded.unload(stream);
    let closed = gpu.close_stream(stream);
    let ended = gpu.unload(module);
    failed.and(unloaded).and(closed).and(ended)
}

#[test]
fn a_program_is_loaded_launched_recorded_and_closed() {
    let fake = Arc::new(Fake::new(None));
    session(&fake, Options::default()).unwrap();
    assert_eq!(fake.live(), (0, 0, 0, 0));
    let log = fake.log();
    let launches: Vec<&String> = log.iter().filter(|said| said.starts_with("launch")).collect();
    // The first call launches, the second records what it launches.
    assert_eq!(launches.len(), 4);
    assert_eq!(launches[0], "launch [1, 1, 1] [3, 1, 1] [1, 1, 1] 0: 2 pointers, [1, 3]");
    assert_eq!(launches[1], "launch [1, 1, 1] [3, 1, 1] [1, 1, 1] 60000: 2 pointers, [1, 3]");
    assert_eq!(log.iter().filter(|said| *said == "replay").count(), 2);
    assert!(log.contains(&"allow_shared 60000".to_string()));
    let order = ["version", "devices", "attributes", "retain 0", "pool", "assemble", "load", "function k"];
    assert_eq!(log[..order.len()], order);
}

#[test]
fn each_call_of_the_driver_may_fail_and_nothing_stays_behind() {
    let count = {
        let fake = Arc::new(Fake::new(None));
        session(&fake, Options::default()).unwrap();
        fake.calls()
    };
    assert!(count > 40, "{count}");
    for at in 0..count {
        let fake = Arc::new(Fake::new(Some((at, 999))));
        let ended = session(&fake, Options::default());
        let (_, _, _, contexts) = fake.live();
        let last = fake.log().last().cloned().unwrap_or_default();
        if let Err(error) = ended {
            assert!(error.message.contains("CUDA_ERROR_PRETENDED"), "{at}: {error}");
        }
        assert!(contexts == 0 || last.ends_with("fails"), "{at}: {contexts} contexts");
    }
}

#[test]
fn a_kernel_that_traps_ends_the_context_and_later_calls_say_why() {
    for (code, fault) in [(700, Fault::Trapped), (719, Fault::Trapped), (702, Fault::Timeout)] {
        let fake = Arc::new(Fake::new(Some((7, code))));
        let gpu = Gpu::open(fake.clone(), 0, Options::default()).unwrap();
        let stream = gpu.open_stream().unwrap();
        let memory = gpu.allocate(stream, 4, Oversight::default()).unwrap();
        let error = gpu.synchronize(stream).unwrap_err();
        assert_eq!(error.fault, fault, "{error}");
        assert!(error.message.contains("open the device again"), "{error}");
        let calls = fake.calls();
        for error in [
            gpu.synchronize(stream).unwrap_err(),
            gpu.upload(stream, memory, 0, &[1], Oversight::default()).unwrap_err(),
            gpu.open_stream().unwrap_err(),
            gpu.load(CODE, &kernels()).map(drop).unwrap_err(),
        ] {
            assert_eq!(error.fault, Fault::Lost, "{error}");
            assert!(error.message.contains("CUDA_ERROR_PRETENDED"), "{error}");
        }
        assert_eq!(fake.calls(), calls, "the driver is asked no more");
        drop(gpu);
        assert_eq!(fake.live().3, 0);
        // The process goes on: another device may be opened.
        Gpu::open(fake, 0, Options::default()).unwrap();
    }
}

#[test]
fn work_that_does_not_end_is_given_up() {
    let fake = Arc::new(Fake::new(None));
    fake.hangs.store(true, Ordering::Relaxed);
    let options = Options { time: Some(Duration::from_millis(20)), ..Options::default() };
    let gpu = Gpu::open(fake, 0, options).unwrap();
    let stream = gpu.open_stream().unwrap();
    let error = gpu.synchronize(stream).unwrap_err();
    assert_eq!(error.fault, Fault::Timeout, "{error}");
    assert!(error.message.starts_with("after 0.02 s"), "{error}");
}

#[test]
fn work_that_outlasts_its_run_is_given_up() {
    let fake = Arc::new(Fake::new(None));
    fake.hangs.store(true, Ordering::Relaxed);
    let options = Options { grace: Some(Duration::from_millis(50)), ..Options::default() };
    let gpu = Gpu::open(fake.clone(), 0, options).unwrap();
    let stream = gpu.open_stream().unwrap();
    let stop = StopWord::default();
    stop.stop(&Interrupt::Cancelled);
    let oversight = Oversight { stop: Some(&stop), ..Oversight::default() };
    let error = gpu.await_work(stream, oversight).unwrap_err();
    assert_eq!(error.fault, Fault::Timeout, "{error}");
    // The driver would wait for the work before it takes the context back.
    drop(gpu);
    assert_eq!(fake.live().3, 1);
}

#[test]
fn failures_say_what_to_do() {
    // The sixth call is the translation of the code.
    for (code, fault, said) in [
        (222, Fault::Unsupported, "does not support this version of PTX: update the driver"),
        (218, Fault::Unsupported, "the driver rejects the code, and its log says why"),
        (2, Fault::OutOfMemory, "the GPU is out of memory"),
        (701, Fault::Resources, "launch smaller blocks"),
    ] {
        let fake = Arc::new(Fake::new(Some((5, code))));
        let gpu = Gpu::open(fake, 0, Options::default()).unwrap();
        let error = gpu.load(CODE, &kernels()).map(drop).unwrap_err();
        assert_eq!(error.fault, fault, "{error}");
        assert!(error.message.contains(said) && error.message.contains("call 5"), "{error}");
    }
}

#[test]
fn an_old_driver_is_told_before_anything_is_asked_of_it() {
    for (version, fits) in [(11080, false), (11999, false), (12000, true), (13020, true)] {
        let fake = fake(|fake| fake.version = version);
        match Gpu::open(fake.clone(), 0, Options::default()) {
            Ok(_) => assert!(fits),
            Err(error) => {
                assert!(!fits && error.fault == Fault::NoDriver, "{error}");
                assert!(error.message.contains("12.0 or later is needed"), "{error}");
                assert_eq!(fake.log(), ["version"]);
            }
        }
    }
    let old = Gpu::open(fake(|fake| fake.version = 11080), 0, Options::default());
    assert!(
        old.map(drop).unwrap_err().message.starts_with("the CUDA driver of this machine supports CUDA 11.8")
    );
}

/// Several devices of one driver are opened side by side, each with a context of its own; one that there is not is told with those there are.
#[test]
fn devices_have_numbers() {
    let fake = fake(|fake| fake.count = 3);
    let gpus: Vec<Gpu> = [0, 2].map(|at| Gpu::open(fake.clone(), at, Options::default()).unwrap()).into();
    assert!(fake.log().contains(&"retain 0".to_string()) && fake.log().contains(&"retain 2".to_string()));
    let error = Gpu::open(fake.clone(), 3, Options::default()).map(drop).unwrap_err();
    assert_eq!(error.message, "there is no device cuda:3: there are 3 GPUs, cuda:0 to cuda:2");
    assert_eq!(fake.live().3, 2);
    drop(gpus);
    assert_eq!(fake.live().3, 0);
}

/// Clusters are launched with their size; large ones are asked for first, and GPUs that have none refuse.
#[test]
fn clusters_are_launched() {
    let text = |attributes: &str| {
        format!(
            "kernel.func @k(%x: memref<?{{n}}xf32>) attributes {{{attributes}}} {{\n  kernel.return\n}}\n\
             func.func @main(%x: memref<?{{n}}xf32>) {{\n  %c1 = arith.constant 1 : index\n  %n = mem.extent [n] : index\n  \
             kernel.launch @k grid(%n) block(%c1) args(%x) : (memref<?{{n}}xf32>) -> ()\n  return\n}}"
        )
    };
    let call = |fake: &Arc<Fake>, attributes: &str, n: usize| {
        let module = parsed(&text(attributes));
        let kernels: Arc<[KernelInfo]> = of_module(&module).map_err(|e| e.message).unwrap().into();
        let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
        let main = functions.into_iter().find(|f| symbol_name(f, f.root()) == Some("main")).unwrap();
        let host = Arc::new(Host::of(main, &kernels).map_err(|e| e.message).unwrap());
        let gpu: Arc<dyn Runtime> = Arc::new(Gpu::open(fake.clone(), 0, Options::default()).unwrap());
        let module = gpu.load(CODE, &kernels).unwrap();
        let stream = gpu.open_stream().unwrap();
        let loaded = Loaded::new(gpu.clone(), host, Some(module), stream).unwrap();
        let mut passed = [Passed::Bytes(&vec![1; 4 * n])];
        let called = loaded.call(stream, &[n as i64], &mut passed, Oversight::default());
        let log = fake.log();
        let said = |said: &&String| said.starts_with("launch") || said.starts_with("allow_large");
        let said: Vec<String> = log.iter().filter(said).cloned().collect();
        called.map(|()| said).map_err(|failure| failure.to_string())
    };
    let fresh = || Arc::new(Fake::new(None));
    let small = call(&fresh(), "cluster_size = array<i64: 4>", 8).unwrap();
    assert_eq!(small, ["launch [8, 1, 1] [1, 1, 1] [4, 1, 1] 0: 1 pointers, [8]"]);
    let large = call(&fresh(), "cluster_size = array<i64: 16>, large_clusters", 16).unwrap();
    assert_eq!(large, ["allow_large_clusters", "launch [16, 1, 1] [1, 1, 1] [16, 1, 1] 0: 1 pointers, [16]"]);
    let parts = call(&fresh(), "cluster_size = array<i64: 4>", 6).unwrap_err();
    assert!(parts.contains("has 6 blocks along x, but the kernel's clusters have 4"), "{parts}");
    let old = fake(|fake| fake.capability = (8, 6));
    let old = call(&old, "cluster_size = array<i64: 4>", 8).unwrap_err();
    assert!(old.contains("which need sm_90 or later: this GPU is sm_86"), "{old}");
}

#[test]
fn shared_memory_beyond_the_device_is_refused_before_the_launch() {
    let fake = Arc::new(Fake::new(None));
    let gpu = Gpu::open(fake.clone(), 0, Options::default()).unwrap();
    let stream = gpu.open_stream().unwrap();
    let module = gpu.load(CODE, &kernels()).unwrap();
    let memory = gpu.allocate(stream, 8, Oversight::default()).unwrap();
    let arguments = [Argument::Memory(memory, 1), Argument::Scalar(1, 1), Argument::Memory(memory, 1)];
    let launch = Launch {
        kernel: Kernel { module, at: 0 },
        grid: [1; 3],
        block: [2, 1, 1],
        cluster: [1; 3],
        shared: 232_448,
        arguments: &arguments,
        extents: &[2],
        oversight: Oversight::default(),
    };
    let error = gpu.launch(stream, &launch).unwrap_err();
    assert_eq!(error.fault, Fault::Resources, "{error}");
    // Arrays that are longer than their memory are refused, too.
    let error = gpu.launch(stream, &Launch { shared: 0, extents: &[3], ..launch }).unwrap_err();
    assert_eq!(error.fault, Fault::Misuse, "{error}");
    gpu.launch(stream, &Launch { shared: 0, ..launch }).unwrap();
    assert_eq!(fake.log().iter().filter(|said| said.starts_with("launch")).count(), 1);
}

#[test]
fn large_copies_go_piece_by_piece_and_from_many_threads() {
    let fake = Arc::new(Fake::new(None));
    let gpu = Gpu::open(fake.clone(), 0, Options::default()).unwrap();
    thread::scope(|scope| {
        for seed in 0..4u8 {
            let gpu = &gpu;
            scope.spawn(move || {
                let stream = gpu.open_stream().unwrap();
                let bytes: Vec<u8> = (0..(9 << 20) + 5usize).map(|i| (i as u8).wrapping_mul(seed)).collect();
                let memory = gpu.allocate(stream, bytes.len() as u64, Oversight::default()).unwrap();
                gpu.upload(stream, memory, 0, &bytes, Oversight::default()).unwrap();
                let mut back = vec![0; bytes.len()];
                download(gpu, stream, memory, 0, &mut back).unwrap();
                assert!(bytes == back);
                assert_eq!(download(gpu, stream, memory, 1, &mut back).unwrap_err().fault, Fault::Misuse);
                gpu.release(stream, memory).unwrap();
                gpu.close_stream(stream).unwrap();
            });
        }
    });
    drop(gpu);
    assert_eq!(fake.live(), (0, 0, 0, 0));
}

/// Code by its key, in memory.
#[derive(Debug, Default)]
struct Kept(Mutex<HashMap<Vec<u8>, Vec<u8>>>);

impl CodeStore for Kept {
    fn find(&self, key: &[u8]) -> Option<Vec<u8>> {
        self.0.lock().unwrap().get(key).cloned()
    }

    fn keep(&self, key: &[u8], bytes: &[u8]) {
        self.0.lock().unwrap().insert(key.to_vec(), bytes.to_vec());
    }
}

#[test]
fn code_is_translated_once_for_a_text() {
    let kept = Arc::new(Kept::default());
    let options = Options { store: Some(kept.clone()), ..Options::default() };
    let other = Code { form: "ptx", bytes: b".version 8.0" };
    for (code, assembled) in [(CODE, 1), (CODE, 0), (other, 1), (CODE, 0), (other, 0)] {
        let fake = Arc::new(Fake::new(None));
        let gpu = Gpu::open(fake.clone(), 0, options.clone()).unwrap();
        gpu.load(code, &kernels()).unwrap();
        let count = fake.log().iter().filter(|said| *said == "assemble").count();
        assert_eq!(count, assembled);
    }
    let keys: Vec<Vec<u8>> = kept.0.lock().unwrap().keys().cloned().collect();
    assert!(keys.len() == 2 && keys.iter().all(|key| key.starts_with(b"cubin\nsm_")), "{keys:?}");
}

/// Kernels of a long text are translated at the same time, each with its own part of the text.
#[test]
fn the_kernels_of_a_long_text_are_translated_at_the_same_time() {
    let names = ["a", "b", "c"];
    let kernel = |name: &str| format!("kernel.func @{name}(%x: memref<4xi8>) {{\n  kernel.return\n}}\n");
    let kernels = kernels_of(&names.map(kernel).concat());
    let code = |name: &str| {
        let padding = "\tadd.s32 %r1, %r2, %r3;\n".repeat(2000);
        format!(".visible .entry {name}(\n\t.param .u64 p\n)\n{{\n{padding}\tret;\n}}\n")
    };
    let text = format!(".version 7.8\n.target sm_90\n.address_size 64\n{}", names.map(code).concat());
    let fake = Arc::new(Fake::new(None));
    let gpu = Gpu::open(fake.clone(), 0, Options::default()).unwrap();
    let module = gpu.load(Code { form: "ptx", bytes: text.as_bytes() }, &kernels).unwrap();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(3);
    let count = |log: &[String], word: &str| log.iter().filter(|said| said.starts_with(word)).count();
    let log = fake.log();
    assert_eq!(
        (count(&log, "assemble"), count(&log, "load"), count(&log, "function")),
        (threads, threads, 3)
    );
    gpu.unload(module).unwrap();
    assert_eq!(count(&fake.log(), "unload"), threads);
    // A failure of one part is the failure of all.
    for at in 5..5 + 3 * threads {
        let fake = Arc::new(Fake::new(Some((at, 999))));
        let gpu = Gpu::open(fake.clone(), 0, Options::default()).unwrap();
        assert!(gpu.load(Code { form: "ptx", bytes: text.as_bytes() }, &kernels).is_err(), "{at}");
        drop(gpu);
        assert_eq!(fake.live(), (0, 0, 0, 0), "{at}");
    }
}
