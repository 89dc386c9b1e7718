//! Kernels that do not end by themselves are told to, and the device goes on.

use crate::fake::Fake;
use crate::gpu::parsed;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;
use tf_device::host::{Host, Loaded, Passed, RunFailure};
use tf_device::kernels::{KernelInfo, of_module};
use tf_device::{Code, Fault, Oversight, Runtime, Stream};
use tf_dialects::limits::{Interrupt, StopWord};
use tf_ir::builtin::symbol_name;
use tf_nvptx::{Gpu, Options};

/// A function that launches a kernel so often.
fn text(launches: usize) -> String {
    format!(
        "
kernel.func @k(%x: memref<?{{n}}xf32>, %y: memref<?{{n}}xf32> {{kernel.access = \"out\"}}) attributes {{tf.watched}} {{
  kernel.return
}}
func.func @main(%x: memref<?{{n}}xf32>, %y: memref<?{{n}}xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %times = arith.constant {launches} : index
  loop.for %i = %c0 to %times step %c1 {{
    kernel.launch @k grid(%c1) block(%c1) args(%x, %y) : (memref<?{{n}}xf32>, memref<?{{n}}xf32>) -> ()
    loop.yield
  }}
  return
}}"
    )
}

struct Opened {
    fake: Arc<Fake>,
    gpu: Arc<dyn Runtime>,
    stream: Stream,
    loaded: Loaded,
}

fn open(launches: usize, time: Option<Duration>) -> Opened {
    let fake = Arc::new(Fake::new(None));
    let options = Options { time, grace: Some(Duration::from_millis(200)), ..Options::default() };
    let gpu: Arc<dyn Runtime> = Arc::new(Gpu::open(fake.clone(), 0, options).unwrap());
    let module = parsed(&text(launches));
    let kernels: Arc<[KernelInfo]> = of_module(&module).map_err(|e| e.message).unwrap().into();
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let main = functions.into_iter().find(|f| symbol_name(f, f.root()) == Some("main")).unwrap();
    let host = Arc::new(Host::of(main, &kernels).map_err(|e| e.message).unwrap());
    let code = gpu.load(Code { form: "ptx", bytes: b".version 7.8" }, &kernels).unwrap();
    let stream = gpu.open_stream().unwrap();
    let loaded = Loaded::new(gpu.clone(), host, Some(code), stream).unwrap();
    Opened { fake, gpu, stream, loaded }
}

impl Opened {
    fn call(&self, oversight: Oversight<'_>) -> Result<(), RunFailure> {
        let mut y = vec![0; 12];
        let mut passed = [Passed::Bytes(&[1; 12]), Passed::Result(&mut y)];
        self.loaded.call(self.stream, &[3], &mut passed, oversight)
    }

    /// A call that hangs, of a run that ends a little later.
    fn stopped(&self) -> Result<(), RunFailure> {
        let stop = StopWord::default();
        self.fake.hangs.store(true, Ordering::Relaxed);
        let done = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(20));
                stop.stop(&Interrupt::Cancelled);
            });
            self.call(Oversight { stop: Some(&stop), ..Oversight::default() })
        });
        self.fake.hangs.store(false, Ordering::Relaxed);
        done
    }

    fn close(self) {
        self.loaded.unload(self.stream).unwrap();
        self.gpu.close_stream(self.stream).unwrap();
        let fake = self.fake.clone();
        drop(self.gpu);
        assert_eq!((fake.live().1, fake.live().3), (0, 0));
    }
}

/// A call that launches, one that records what it launches, one that repeats the record: each is stopped, and the next one runs.
#[test]
fn a_kernel_that_is_told_to_end_leaves_the_device_as_it_was() {
    for calls in 0..3 {
        let opened = open(1, None);
        for _ in 0..calls {
            opened.call(Oversight::default()).unwrap();
        }
        assert_eq!(opened.stopped(), Err(RunFailure::Stopped), "after {calls} calls");
        assert!(!opened.gpu.is_lost());
        for _ in 0..3 {
            opened.call(Oversight::default()).unwrap();
        }
        assert!(opened.fake.log().iter().any(|said| said.ends_with(", watched")));
        opened.close();
    }
}

/// The driver takes no endless number of launches ahead: who launches looks at the run before it would have to wait.
#[test]
fn a_run_of_many_launches_is_stopped() {
    let opened = open(100_000, None);
    assert_eq!(opened.stopped(), Err(RunFailure::Stopped));
    let launches = opened.fake.log().iter().filter(|said| said.starts_with("launch")).count();
    assert_eq!(launches, 256);
    opened.close();
}

#[test]
fn a_kernel_that_takes_too_long_is_told_to_end() {
    let opened = open(1, Some(Duration::from_millis(20)));
    opened.fake.hangs.store(true, Ordering::Relaxed);
    let failure = opened.call(Oversight::default()).unwrap_err();
    let RunFailure::Device { error, .. } = &failure else { panic!("{failure}") };
    assert_eq!(error.fault, Fault::Ended);
    assert!(error.message.starts_with("after 0.02 s: a kernel did not end in time"), "{error}");
    assert!(!opened.gpu.is_lost());
    opened.fake.hangs.store(false, Ordering::Relaxed);
    opened.call(Oversight::default()).unwrap();
    opened.close();
}
