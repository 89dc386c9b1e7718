//! Programs on a driver that fails, is slow, hangs and runs out of memory by seeded schedules. Every call ends with its answer or an error in time, the driver is used as it must be, and the process goes on.
//!
//! `CASES=1000` runs a thousand schedules, `SEED=7` that one alone.

use crate::fake::{Fake, Plan};
use crate::gpu::host_of;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, mpsc};
use std::thread;
use std::time::Duration;
use tf_device::host::{Host, Loaded, Passed};
use tf_device::{Code, DeviceError, Oversight, Runtime};
use tf_dialects::limits::{Interrupt, StopWord};
use tf_nvptx::{Gpu, Options};

/// Two more than each byte, and the first byte of the result also last: kernels, memory in between, an element that is read and one that is written.
fn text(watched: bool) -> String {
    let attributes = if watched { "attributes {tf.watched} " } else { "" };
    format!(
        "
kernel.func @next(%x: memref<?{{n}}xi8>, %y: memref<?{{n}}xi8> {{kernel.access = \"out\"}}) {attributes}{{
  kernel.return
}}
func.func @main(%x: memref<?{{n}}xi8>, %y: memref<?{{n}}xi8>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  %a = mem.alloc : memref<?{{n}}xi8>
  kernel.launch @next grid(%c1) block(%c1) args(%x, %a) : (memref<?{{n}}xi8>, memref<?{{n}}xi8>) -> ()
  kernel.launch @next grid(%c1) block(%c1) args(%a, %y) : (memref<?{{n}}xi8>, memref<?{{n}}xi8>) -> ()
  %v = mem.load %y[%c0] : memref<?{{n}}xi8>
  %last = arith.subi %n, %c1 : index
  mem.store %v, %y[%last] : memref<?{{n}}xi8>
  return
}}"
    )
}

/// The program, which is parsed once.
fn program(watched: bool) -> Arc<Host> {
    static PROGRAMS: [OnceLock<Arc<Host>>; 2] = [const { OnceLock::new() }; 2];
    PROGRAMS[usize::from(watched)].get_or_init(|| host_of(&text(watched))).clone()
}

fn answer(x: &[u8]) -> Vec<u8> {
    let mut y: Vec<u8> = x.iter().map(|x| x.wrapping_add(2)).collect();
    let first = y[0];
    *y.last_mut().expect("there are bytes") = first;
    y
}

/// Numbers from a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of(&mut self, choices: &[u64]) -> u64 {
        choices[self.below(choices.len() as u64) as usize]
    }
}

/// The devices of a process, which are opened again after they are lost.
struct Devices {
    fake: Arc<Fake>,
    options: Options,
    open: [Mutex<Option<Arc<Gpu>>>; 2],
}

impl Devices {
    fn get(&self, at: usize) -> Result<Arc<Gpu>, DeviceError> {
        let mut open = self.open[at].lock().unwrap();
        if let Some(gpu) = open.as_ref().filter(|gpu| !gpu.is_lost()) {
            return Ok(gpu.clone());
        }
        *open = None;
        let gpu = Arc::new(Gpu::open(self.fake.clone(), at as u32, self.options.clone())?);
        Ok(open.insert(gpu).clone())
    }
}

/// What became of the calls of a worker.
#[derive(Default, Debug)]
struct Outcome {
    answers: usize,
    errors: Vec<String>,
}

/// Loads the program on a device, calls it some times, and closes everything.
fn work(devices: &Devices, device: usize, numbers: &mut Numbers) -> Result<Outcome, DeviceError> {
    let gpu: Arc<dyn Runtime> = devices.get(device)?;
    let host = program(numbers.below(4) > 0);
    let module = gpu.load(Code { form: "ptx", bytes: b".version 7.8" }, host.kernels())?;
    let mut outcome = Outcome::default();
    let stream = gpu.open_stream();
    if let Ok(stream) = &stream
        && let Ok(program) = Loaded::new(gpu.clone(), host, Some(module), *stream)
    {
        for _ in 0..2 + numbers.below(4) {
            let large = if numbers.below(8) == 0 { 5 << 20 } else { 7 };
            let size = numbers.of(&[2, 100, 3000, 3000, 3000, large]);
            let x: Vec<u8> = (0..size).map(|i| (i * 7 + size) as u8).collect();
            let mut y = vec![0; x.len()];
            let mut passed = [Passed::Bytes(&x), Passed::Result(&mut y)];
            let stop = StopWord::default();
            if numbers.below(16) == 0 {
                stop.stop(&Interrupt::Cancelled);
            }
            let oversight = Oversight { stop: Some(&stop), ..Oversight::default() };
            match program.call(*stream, &[size as i64], &mut passed, oversight) {
                Ok(()) => {
                    assert!(y == answer(&x), "a wrong answer for {size} bytes");
                    outcome.answers += 1;
                }
                Err(failure) => outcome.errors.push(failure.to_string()),
            }
        }
        program.unload(*stream).ok();
    }
    if let Ok(stream) = stream {
        gpu.close_stream(stream).ok();
    }
    gpu.unload(module).ok();
    Ok(outcome)
}

fn plan(seed: u64) -> (Plan, Options, usize) {
    let numbers = &mut Numbers(seed);
    numbers.below(2);
    let hangs = numbers.of(&[0, 0, 0, 12, 40]);
    let plan = Plan {
        seed,
        delay: numbers.of(&[0, 50, 400]),
        capacity: numbers.of(&[u64::MAX, u64::MAX, 12_000, 40_000, 20 << 20]),
        fails: numbers.of(&[0, 25, 100, 100, 400]),
        fatal: numbers.below(2) == 0,
        hangs,
    };
    let limited = hangs > 0 || numbers.below(2) == 0;
    let options = Options {
        time: limited.then_some(Duration::from_millis(if hangs > 0 { 30 } else { 5000 })),
        grace: Some(Duration::from_millis(25)),
        ..Options::default()
    };
    (plan, options, 1 + numbers.below(3) as usize)
}

/// One schedule. How many calls had answers, and errors.
fn schedule(seed: u64) -> Outcome {
    let (plan, options, workers) = plan(seed);
    let mut fake = Fake::new(None);
    (fake.count, fake.plan) = (2, plan);
    let fake = Arc::new(fake);
    let devices = Devices { fake: fake.clone(), options, open: Default::default() };
    let total = Mutex::new(Outcome::default());
    thread::scope(|scope| {
        for worker in 0..workers {
            let (devices, total) = (&devices, &total);
            scope.spawn(move || {
                let mut numbers = Numbers(seed << 8 | worker as u64);
                for round in 0..3 {
                    let done = work(devices, (worker + round) % 2, &mut numbers);
                    assert_eq!(crate::fake::current(), tf_nvptx::Context::NONE);
                    let mut total = total.lock().unwrap();
                    match done {
                        Ok(done) => {
                            total.answers += done.answers;
                            total.errors.extend(done.errors);
                        }
                        Err(error) => total.errors.push(error.message),
                    }
                }
            });
        }
    });
    // The process goes on: both devices compute, unless one is lost to work that never ends.
    drop(devices);
    fake.calm.store(true, Ordering::Relaxed);
    let devices = Devices { fake: fake.clone(), options: Options::default(), open: Default::default() };
    for device in 0..2 {
        let small = plan.capacity < 20_000;
        let again: Vec<_> = (0..3).map(|at| work(&devices, device, &mut Numbers(seed + at))).collect();
        let lives = again.iter().any(|done| done.as_ref().is_ok_and(|done| done.answers > 0));
        assert!(lives || small || fake.is_broken(device as u32), "device {device} does not go on: {again:?}");
    }
    drop(devices);
    assert_eq!(fake.violations(), [] as [String; 0]);
    total.into_inner().unwrap()
}

/// The number in a variable of the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// One schedule, which must end in time.
fn limited(seed: u64) -> Outcome {
    const LIMIT: Duration = Duration::from_secs(60);
    let (send, receive) = mpsc::channel();
    let ran = thread::spawn(move || send.send(schedule(seed)));
    match receive.recv_timeout(LIMIT) {
        Ok(outcome) => outcome,
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("SEED={seed} does not end in {LIMIT:?}"),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            let _ = ran.join();
            panic!("SEED={seed} fails");
        }
    }
}

#[test]
fn schedules_of_failures_end_with_answers_or_errors() {
    /// Schedules at the same time: most of their time, threads wait.
    const JOBS: usize = 8;
    let seeds = match number("SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..number("CASES").unwrap_or(40),
    };
    let next = AtomicU64::new(seeds.start);
    let total = Mutex::new((0, 0));
    thread::scope(|scope| {
        for _ in 0..JOBS {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if !seeds.contains(&seed) {
                        return;
                    }
                    let outcome = limited(seed);
                    let mut total = total.lock().unwrap();
                    *total = (total.0 + outcome.answers, total.1 + outcome.errors.len());
                }
            });
        }
    });
    let (answers, errors) = total.into_inner().unwrap();
    println!("{} schedules: {answers} answers, {errors} errors", seeds.count());
    assert!(answers > 0);
}
