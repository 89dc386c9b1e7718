//! A driver that pretends: memory is lists of bytes, streams are queues of work that is done after some time, and calls fail when told to, or by a seeded plan.

mod calls;
mod machine;

pub use machine::Plan;
use machine::State;
use std::alloc::{Layout, dealloc};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;
use tf_nvptx::{Call, Context, Failure};

/// The driver.
pub struct Fake {
    state: Mutex<State>,
    /// The number of the call that fails, and the failure's number in `cuda.h`.
    pub fails: Option<(usize, u32)>,
    /// How many devices there are.
    pub count: u32,
    /// Its version.
    pub version: u32,
    /// What all its devices are.
    pub capability: (u32, u32),
    /// The most threads of a block that its kernels have registers for.
    pub threads: u32,
    /// Whether work never ends by itself: kernels that are given a word end when it is set.
    pub hangs: AtomicBool,
    /// How long work takes, how much memory there is, and which calls fail.
    pub plan: Plan,
    /// Whether no call fails and no work hangs any more, whatever the plan says.
    pub calm: AtomicBool,
}

/// The context of the first device; those of others follow.
pub const FIRST_CONTEXT: u64 = 7;

/// The bit of an address where the number of its device begins.
const DEVICE_BIT: u32 = 44;

/// Failures after which a context is of no use.
const FATAL: [u32; 5] = [700, 702, 715, 716, 719];

fn failure(code: u32, log: impl Into<String>) -> Failure {
    Failure { code, name: "CUDA_ERROR_PRETENDED".to_string(), log: log.into() }
}

impl Fake {
    pub fn new(fails: Option<(usize, u32)>) -> Fake {
        Fake {
            state: Mutex::default(),
            fails,
            count: 1,
            version: 13000,
            capability: (9, 0),
            threads: 1024,
            hangs: AtomicBool::new(false),
            plan: Plan::default(),
            calm: AtomicBool::new(false),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    fn plan(&self) -> Plan {
        match self.calm.load(Ordering::Relaxed) {
            true => Plan { fails: 0, hangs: 0, ..self.plan },
            false => self.plan,
        }
    }

    /// Whether a failure has ended the context of a device, and it is not released.
    pub fn is_broken(&self, device: u32) -> bool {
        self.state().broken.contains_key(&(FIRST_CONTEXT + u64::from(device)))
    }

    pub fn log(&self) -> Vec<String> {
        self.state().log.clone()
    }

    pub fn calls(&self) -> usize {
        self.state().calls
    }

    /// Memories, pieces of host memory, modules and contexts that nobody has given back.
    pub fn live(&self) -> (usize, usize, usize, i64) {
        let mut state = self.state();
        state.finish();
        let (memory, staging, modules) = state.left;
        let retained = state.retained.values().sum();
        (memory + state.memory.len(), staging + state.pages.len(), modules + state.modules.len(), retained)
    }

    /// What no program may do with a driver, and was done.
    pub fn violations(&self) -> Vec<String> {
        self.state().violations.clone()
    }

    /// Bytes of host memory that the driver has handed out.
    pub fn pinned(&self) -> usize {
        self.state().pages.values().map(|(bytes, _)| bytes).sum()
    }

    fn step<T>(&self, said: String, run: impl FnOnce(&mut State) -> T) -> Call<T> {
        self.attempt(said, |state| Ok(run(state)))
    }

    /// A call of the driver: some time passes; it fails if it was told to.
    fn attempt<T>(&self, said: String, run: impl FnOnce(&mut State) -> Call<T>) -> Call<T> {
        let mut state = self.state();
        state.calls += 1;
        state.pass(1);
        let context = current();
        if let Some(code) = state.broken.get(&context.0).copied() {
            state.log.push(format!("{said} fails"));
            return Err(failure(code, "the context is broken"));
        }
        let told = self.fails.filter(|(at, _)| *at == state.calls - 1).map(|(_, code)| code);
        let at = state.calls - 1;
        if let Some(code) = told.or_else(|| state.unlucky(&self.plan(), &said)) {
            state.log.push(format!("{said} fails"));
            if FATAL.contains(&code) && self.fails.is_none() && context != Context::NONE {
                state.broken.insert(context.0, code);
            }
            return Err(failure(code, format!("call {at}")));
        }
        let done = run(&mut state);
        state.log.push(if done.is_ok() { said } else { format!("{said} fails") });
        done
    }

    /// Waits as a driver does: this thread goes on when the work has ended.
    fn block(&self, said: &str, is_done: impl Fn(&State) -> bool) -> Call<()> {
        self.step(said.to_string(), |_| ())?;
        loop {
            let mut state = self.state();
            if let Some(code) = state.broken.get(&current().0).copied() {
                return Err(failure(code, "the context is broken"));
            }
            if is_done(&state) {
                return Ok(());
            }
            if !state.advance() {
                drop(state);
                std::thread::sleep(Duration::from_micros(200));
            }
        }
    }

    fn is_endless(&self) -> bool {
        self.hangs.load(Ordering::Relaxed)
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        for (address, bytes) in self.state().allocated.drain(..) {
            let layout = Layout::from_size_align(bytes, 4096).expect("it was allocated so");
            // SAFETY: it was allocated with this layout; the devices of this driver are gone.
            unsafe { dealloc(std::ptr::with_exposed_provenance_mut(address as usize), layout) };
        }
    }
}

thread_local! {
    static CURRENT: std::cell::Cell<Context> = const { std::cell::Cell::new(Context::NONE) };
}

/// The context that is current on this thread.
pub fn current() -> Context {
    CURRENT.get()
}

fn make_current(context: Context) {
    CURRENT.set(context);
}

/// What a driver says of an address that is another device's.
fn own(address: u64) -> Call<()> {
    let context = current();
    match context.0 >= FIRST_CONTEXT && address >> DEVICE_BIT == context.0 - FIRST_CONTEXT {
        true => Ok(()),
        false => {
            let text = format!("{address:#x} is no address of the device of context {}", context.0);
            Err(failure(1, text))
        }
    }
}
