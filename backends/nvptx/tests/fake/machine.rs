//! The machine behind the driver that pretends: streams as queues of work, memory, and time that passes with calls.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU32, Ordering};

/// How long work takes, how much memory there is, and which calls fail.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Where the random numbers begin.
    pub seed: u64,
    /// The most ticks that a piece of work takes: a call takes one, a look whether work is done takes more.
    pub delay: u64,
    /// Bytes of memory of each device.
    pub capacity: u64,
    /// One of so many calls fails; none if 0.
    pub fails: u64,
    /// Whether failures may end a context.
    pub fatal: bool,
    /// One of so many launches never ends; none if 0.
    pub hangs: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { seed: 0, delay: 0, capacity: u64::MAX, fails: 0, fatal: false, hangs: 0 }
    }
}

/// The failures of plans.
const MILD: [u32; 4] = [2, 1, 801, 999];
const GRAVE: [u32; 4] = [700, 702, 719, 2];

/// Ticks that a look takes.
pub const LOOK: u64 = 1000;

/// One piece of work of a stream.
#[derive(Clone, Debug)]
pub enum Work {
    Upload { to: u64, from: u64, bytes: usize },
    Download { to: u64, from: u64, bytes: usize },
    Copy { from: u64, to: u64, bytes: usize },
    Allocate { address: u64, bytes: u64, of_graph: bool },
    Free(u64),
    Kernel { name: String, words: Vec<u64>, watched: Option<u64>, endless: bool },
    Event(u64, u64),
    Wait(u64, u64),
}

/// The work that a stream has not done yet, each with the time at which it is done.
#[derive(Default)]
pub struct Queue {
    items: VecDeque<(u64, Work)>,
    last: u64,
}

pub struct Block {
    pub bytes: Vec<u8>,
    of_graph: bool,
}

#[derive(Default)]
pub struct State {
    clock: u64,
    random: Option<u64>,
    pub memory: BTreeMap<u64, Block>,
    pub log: Vec<String>,
    pub calls: usize,
    next: u64,
    /// Host memory that the device reaches, by its address: its bytes, and its context.
    pub pages: BTreeMap<u64, (usize, u64)>,
    /// All host memory that was ever handed out: it stays, so that a late use of it is seen and harms nobody.
    pub allocated: Vec<(u64, usize)>,
    /// Modules, and their contexts.
    pub modules: BTreeMap<u64, u64>,
    pub functions: BTreeMap<u64, String>,
    pub retained: BTreeMap<u32, i64>,
    /// By context and stream.
    pub streams: BTreeMap<(u64, u64), Queue>,
    /// The number of each event's last record, and the last one that was reached.
    pub events: BTreeMap<u64, (u64, u64)>,
    pub graphs: BTreeMap<u64, Vec<Work>>,
    /// What is recorded, by stream, and by which thread.
    pub recorded: BTreeMap<u64, (std::thread::ThreadId, Vec<Work>)>,
    /// Contexts that a failure has ended.
    pub broken: BTreeMap<u64, u32>,
    /// Freed memory that pools keep, by device; that of graphs.
    kept: BTreeMap<u64, u64>,
    kept_by_graphs: BTreeMap<u64, u64>,
    pub left: (usize, usize, usize),
    pub violations: Vec<String>,
}

fn is_set(word: u64) -> bool {
    let word: *mut u32 = std::ptr::with_exposed_provenance_mut(word as usize);
    // SAFETY: it lies in a page that is there, and is written as a whole.
    unsafe { AtomicU32::from_ptr(word) }.load(Ordering::Relaxed) != 0
}

impl State {
    pub fn fresh(&mut self) -> u64 {
        self.next += 0x1000;
        self.next
    }

    /// The address of new memory of a device, which no other memory overlaps.
    pub fn address(&mut self, device: u64, bytes: u64) -> u64 {
        let address = device << super::DEVICE_BIT | 1 << 40 | self.fresh() << 12;
        self.next += bytes.div_ceil(0x1000).next_multiple_of(0x1000);
        address
    }

    pub fn violation(&mut self, what: impl Into<String>) {
        self.violations.push(what.into());
    }

    fn draw(&mut self, seed: u64, below: u64) -> u64 {
        let state = self.random.get_or_insert(seed);
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below.max(1)
    }

    /// The failure of a call, if the plan has one for it.
    pub fn unlucky(&mut self, plan: &Plan, said: &str) -> Option<u32> {
        if plan.fails == 0 || said == "release" || self.draw(plan.seed, plan.fails) != 0 {
            return None;
        }
        let codes = if plan.fatal && self.draw(plan.seed, 3) == 0 { GRAVE } else { MILD };
        let at = self.draw(plan.seed, 4);
        Some(codes[at as usize])
    }

    /// Whether a launch never ends.
    pub fn is_endless(&mut self, plan: &Plan) -> bool {
        plan.hangs > 0 && self.draw(plan.seed, plan.hangs) == 0
    }

    /// Puts work into a stream, or into what it records.
    pub fn put(&mut self, plan: &Plan, (context, stream): (u64, u64), work: Work) {
        if let Some((_, recorded)) = self.recorded.get_mut(&stream) {
            recorded.push(work);
            return;
        }
        let delay = if plan.delay == 0 { 0 } else { self.draw(plan.seed, plan.delay) };
        let queue = self.streams.entry((context, stream)).or_default();
        let at = queue.last.max(self.clock) + delay;
        queue.last = at;
        queue.items.push_back((at, work));
        self.run();
    }

    pub fn is_idle(&self, stream: (u64, u64)) -> bool {
        self.streams.get(&stream).is_none_or(|queue| queue.items.is_empty())
    }

    pub fn pending(&self, stream: (u64, u64)) -> usize {
        self.streams.get(&stream).map_or(0, |queue| queue.items.len())
    }

    pub fn is_reached(&self, event: u64) -> bool {
        self.events.get(&event).is_none_or(|(recorded, reached)| reached >= recorded)
    }

    pub fn pass(&mut self, ticks: u64) {
        self.clock += ticks;
        self.run();
    }

    fn is_blocked(&self, work: &Work) -> bool {
        match work {
            Work::Kernel { watched, endless, .. } => *endless && !watched.is_some_and(is_set),
            Work::Wait(event, record) => self.events.get(event).is_some_and(|(_, reached)| reached < record),
            _ => false,
        }
    }

    /// Does the work that is due.
    pub fn run(&mut self) {
        loop {
            let due = self.streams.iter().filter_map(|(stream, queue)| {
                let (at, work) = queue.items.front()?;
                (*at <= self.clock && !self.is_blocked(work)).then_some((*at, *stream))
            });
            let Some((_, stream)) = due.min() else { return };
            let queue = self.streams.get_mut(&stream).expect("it has work");
            let (_, work) = queue.items.pop_front().expect("it has work");
            self.do_work(work);
        }
    }

    /// Passes the time to the next work that ends. False if there is none.
    pub fn advance(&mut self) -> bool {
        let next = self.streams.values().filter_map(|queue| {
            let (at, work) = queue.items.front()?;
            (!self.is_blocked(work)).then_some(*at)
        });
        let Some(at) = next.min() else { return false };
        self.clock = self.clock.max(at);
        self.run();
        true
    }

    /// Does all work that ends.
    pub fn finish(&mut self) {
        while self.advance() {}
    }

    fn do_work(&mut self, work: Work) {
        match work {
            Work::Upload { to, from, bytes } => {
                let Some(data) = self.host(from, bytes) else { return };
                // SAFETY: the page is there, and a program that writes it now is wrong.
                let data = unsafe { std::slice::from_raw_parts(data, bytes) }.to_vec();
                if let Some(memory) = self.device(to, bytes) {
                    memory.copy_from_slice(&data);
                }
            }
            Work::Download { to, from, bytes } => {
                let Some(data) = self.device(from, bytes).map(|data| data.to_vec()) else { return };
                if let Some(host) = self.host(to, bytes) {
                    // SAFETY: the page is there, and a program that reads it now is wrong.
                    unsafe { std::slice::from_raw_parts_mut(host, bytes) }.copy_from_slice(&data);
                }
            }
            Work::Copy { from, to, bytes } => {
                let Some(data) = self.device(from, bytes).map(|data| data.to_vec()) else { return };
                if let Some(memory) = self.device(to, bytes) {
                    memory.copy_from_slice(&data);
                }
            }
            Work::Allocate { address, bytes, of_graph } => {
                let block = Block { bytes: vec![0xcd; bytes as usize], of_graph };
                let device = address >> super::DEVICE_BIT;
                let kept = if of_graph { &mut self.kept_by_graphs } else { &mut self.kept };
                let kept = kept.entry(device).or_default();
                *kept = kept.saturating_sub(bytes);
                if self.memory.insert(address, block).is_some() {
                    self.violation(format!("memory at {address:#x} is allocated twice"));
                }
            }
            Work::Free(address) => match self.memory.remove(&address) {
                Some(block) => {
                    let kept = if block.of_graph { &mut self.kept_by_graphs } else { &mut self.kept };
                    *kept.entry(address >> super::DEVICE_BIT).or_default() += block.bytes.len() as u64;
                }
                None => self.violation(format!("memory at {address:#x} is freed twice")),
            },
            Work::Kernel { name, words, .. } => self.compute(&name, &words),
            Work::Event(event, record) => {
                if let Some((_, reached)) = self.events.get_mut(&event) {
                    *reached = (*reached).max(record);
                }
            }
            Work::Wait(..) => {}
        }
    }

    fn host(&mut self, address: u64, bytes: usize) -> Option<*mut u8> {
        let page = self.pages.range(..=address).next_back();
        let is_there = page.is_some_and(|(start, (all, _))| address + bytes as u64 <= start + *all as u64);
        if !is_there {
            self.violation(format!("the device uses {bytes} bytes of host memory that is freed"));
            return None;
        }
        Some(std::ptr::with_exposed_provenance_mut(address as usize))
    }

    fn device(&mut self, address: u64, bytes: usize) -> Option<&mut [u8]> {
        let found =
            self.memory.range(..=address).next_back().map(|(start, block)| (*start, block.bytes.len()));
        let offset = found.map(|(start, all)| ((address - start) as usize, all));
        match offset.filter(|(offset, all)| offset + bytes <= *all) {
            Some((offset, _)) => {
                let (_, block) = self.memory.range_mut(..=address).next_back().expect("it was found");
                Some(&mut block.bytes[offset..offset + bytes])
            }
            None => {
                self.violation(format!("{bytes} bytes at {address:#x} are used, which are not allocated"));
                None
            }
        }
    }

    /// Kernels by their names: those that begin with `next` write one more than each byte of their first array
    /// to their last; others do nothing.
    fn compute(&mut self, name: &str, words: &[u64]) {
        let pointers: Vec<u64> = words.iter().copied().filter(|word| *word >= 1 << 40).collect();
        for pointer in &pointers {
            self.device(*pointer, 0);
        }
        if let ([x, .., y], true) = (pointers.as_slice(), name.starts_with("next")) {
            let [from, to] = [x, y].map(|at| self.memory.get(at).map_or(0, |block| block.bytes.len()));
            let bytes = from.min(to);
            let Some(data) = self.device(*x, bytes).map(|data| data.to_vec()) else { return };
            if let Some(memory) = self.device(*y, bytes) {
                memory.iter_mut().zip(data).for_each(|(y, x)| *y = x.wrapping_add(1));
            }
        }
    }

    fn used(&self, device: u64) -> u64 {
        let start = device << super::DEVICE_BIT;
        let own = self.memory.range(start..start + (1 << super::DEVICE_BIT));
        let live: u64 = own.map(|(_, block)| block.bytes.len() as u64).sum();
        let pending = self.streams.values().flat_map(|queue| &queue.items).map(|(_, work)| match work {
            Work::Allocate { address, bytes, .. } if address >> super::DEVICE_BIT == device => *bytes,
            _ => 0,
        });
        live + pending.sum::<u64>()
    }

    /// Whether a device has memory for so many bytes of a pool, or of a graph: each reuses what itself keeps.
    pub fn has_room(&self, plan: &Plan, device: u64, bytes: u64, of_graph: bool) -> bool {
        let other = if of_graph { &self.kept } else { &self.kept_by_graphs };
        let other = other.get(&device).copied().unwrap_or(0);
        self.used(device).saturating_add(other).saturating_add(bytes) <= plan.capacity
    }

    pub fn trim(&mut self, device: u64) {
        self.kept.remove(&device);
        self.kept_by_graphs.remove(&device);
    }

    /// Destroys a context with all that is in it.
    pub fn destroy(&mut self, context: u64) {
        let device = context - super::FIRST_CONTEXT;
        self.finish_context(context);
        let start = device << super::DEVICE_BIT;
        let mut rest = self.memory.split_off(&start);
        let mut after = rest.split_off(&(start + (1 << super::DEVICE_BIT)));
        self.memory.append(&mut after);
        let count = |n: usize, broken: bool| if broken { 0 } else { n };
        let broken = self.broken.remove(&context).is_some();
        self.left.0 += count(rest.len(), broken);
        let (pages, modules) = (self.pages.len(), self.modules.len());
        self.pages.retain(|_, (_, of)| *of != context);
        self.modules.retain(|_, of| *of != context);
        self.left.1 += count(pages - self.pages.len(), broken);
        self.left.2 += count(modules - self.modules.len(), broken);
        self.trim(device);
    }

    fn finish_context(&mut self, context: u64) {
        if !self.broken.contains_key(&context) {
            self.finish();
            let busy = self.streams.iter().any(|((of, _), queue)| *of == context && !queue.items.is_empty());
            if busy {
                self.violation(
                    "a context is released while its work never ends: the driver would wait for it",
                );
            }
        }
        self.streams.retain(|(of, _), _| *of != context);
    }

    /// Whether this thread records work: then it must not wait or allocate host memory.
    pub fn check_recording(&mut self, said: &str) {
        let own = std::thread::current().id();
        if self.recorded.values().any(|(thread, _)| *thread == own) {
            self.violation(format!("{said} while work is recorded"));
        }
    }
}
