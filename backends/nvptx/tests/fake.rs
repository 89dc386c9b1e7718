//! A driver that pretends: memory is lists of bytes, work is done at once, calls fail when told to.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use tf_nvptx::{Attributes, BoxMap, Boxed, Call, Config, Context, Driver, Failure, Staging};

/// The driver.
pub struct Fake {
    state: Mutex<State>,
    /// The index of the call that fails, and the failure's code in `cuda.h`.
    pub fails: Option<(usize, u32)>,
    /// How many devices there are.
    pub count: u32,
    /// Its version.
    pub version: u32,
    /// What all its devices are.
    pub capability: (u32, u32),
    /// Whether work never ends by itself: kernels that are given a word end when it is set.
    pub hangs: AtomicBool,
}

#[derive(Default)]
struct State {
    memory: BTreeMap<u64, Vec<u8>>,
    log: Vec<String>,
    calls: usize,
    next: u64,
    staging: usize,
    modules: usize,
    retained: i64,
    /// Host memory that the device reaches, by its address, and its bytes.
    pages: BTreeMap<u64, usize>,
    /// Stop words that running kernels read; `None` for a kernel that reads none. Those of graphs, and of
    /// recorded work.
    running: Vec<Option<u64>>,
    /// Whether the work that hung has ended, and none was begun since.
    ended: bool,
    graphs: BTreeMap<u64, Vec<Option<u64>>>,
    recorded: Option<Vec<Option<u64>>>,
}

impl State {
    /// Whether the work that hangs has been told to end, and so ends.
    fn ends(&mut self) -> bool {
        let is_set = |word: &Option<u64>| {
            word.is_some_and(|word| {
                let word: *mut u32 = std::ptr::with_exposed_provenance_mut(word as usize);
                // SAFETY: it lies in a page that is there, and is written as a whole.
                unsafe { std::sync::atomic::AtomicU32::from_ptr(word) }.load(Ordering::Relaxed) != 0
            })
        };
        if !self.running.is_empty() && self.running.iter().all(is_set) {
            self.running.clear();
            self.ended = true;
        }
        self.ended
    }

    /// The word among the parameters of a launch: an address of host memory.
    fn word_of(&self, words: &[u64]) -> Option<u64> {
        let is_host = |word: &u64| {
            let page = self.pages.range(..=*word).next_back();
            page.is_some_and(|(start, bytes)| *word < start + *bytes as u64)
        };
        words.iter().copied().find(is_host)
    }
}

impl Fake {
    pub fn new(fails: Option<(usize, u32)>) -> Fake {
        let (version, capability) = (13000, (9, 0));
        Fake { state: Mutex::default(), fails, count: 1, version, capability, hangs: AtomicBool::new(false) }
    }

    pub fn log(&self) -> Vec<String> {
        self.state.lock().unwrap().log.clone()
    }

    pub fn calls(&self) -> usize {
        self.state.lock().unwrap().calls
    }

    /// Memories, pieces of host memory, modules and contexts that nobody has given back.
    pub fn live(&self) -> (usize, usize, usize, i64) {
        let state = self.state.lock().unwrap();
        (state.memory.len(), state.staging, state.modules, state.retained)
    }

    fn step<T>(&self, said: String, run: impl FnOnce(&mut State) -> T) -> Call<T> {
        let mut state = self.state.lock().unwrap();
        state.calls += 1;
        if let Some((at, code)) = self.fails.filter(|(at, _)| *at == state.calls - 1) {
            state.log.push(format!("{said} fails"));
            return Err(Failure {
                code,
                name: "CUDA_ERROR_PRETENDED".to_string(),
                log: format!("call {at}"),
            });
        }
        state.log.push(said);
        Ok(run(&mut state))
    }
}

/// The context of the first device; those of others follow.
const FIRST_CONTEXT: u64 = 7;

/// The bit of an address where the number of its device begins.
const DEVICE_BIT: u32 = 44;

/// The driver's answer for an address of another device.
fn own(context: Context, address: u64) -> Call<()> {
    match address >> DEVICE_BIT == context.0 - FIRST_CONTEXT {
        true => Ok(()),
        false => Err(Failure {
            code: 1,
            name: "CUDA_ERROR_INVALID_VALUE".to_string(),
            log: format!("{address:#x} is no address of the device of context {}", context.0),
        }),
    }
}

fn fresh(state: &mut State) -> u64 {
    state.next += 0x1000;
    state.next
}

impl Driver for Fake {
    fn version(&self) -> Call<u32> {
        self.step("version".into(), |_| self.version)
    }

    fn devices(&self) -> Call<u32> {
        self.step("devices".into(), |_| self.count)
    }

    fn attributes(&self, _device: u32) -> Call<Attributes> {
        self.step("attributes".into(), |_| Attributes {
            name: "Pretender".into(),
            capability: self.capability,
            memory: 1 << 30,
            shared: 227 << 10,
            threads: 1024,
            processors: 132,
        })
    }

    fn retain(&self, device: u32) -> Call<Context> {
        self.step(format!("retain {device}"), |state| {
            state.retained += 1;
            Context(FIRST_CONTEXT + u64::from(device))
        })
    }

    fn release(&self, _device: u32) -> Call<()> {
        self.step("release".into(), |state| state.retained -= 1)
    }

    fn keep_pool(&self, _device: u32) -> Call<()> {
        self.step("keep_pool".into(), |_| ())
    }

    fn stream(&self, _context: Context) -> Call<u64> {
        self.step("stream".into(), fresh)
    }

    fn drop_stream(&self, _context: Context, _stream: u64) -> Call<()> {
        self.step("drop_stream".into(), |_| ())
    }

    fn is_done(&self, _context: Context, _stream: u64) -> Call<bool> {
        self.step("is_done".into(), |state| !self.hangs.load(Ordering::Relaxed) || state.ends())
    }

    fn synchronize(&self, _context: Context, _stream: u64) -> Call<()> {
        self.step("synchronize".into(), |state| state.running.clear())
    }

    fn allocate(&self, context: Context, _stream: u64, bytes: u64) -> Call<u64> {
        self.step(format!("allocate {bytes}"), |state| {
            let address = (context.0 - FIRST_CONTEXT) << DEVICE_BIT | 1 << 40 | fresh(state) << 12;
            state.memory.insert(address, vec![0; bytes as usize]);
            address
        })
    }

    fn free(&self, context: Context, _stream: u64, address: u64) -> Call<()> {
        own(context, address)?;
        self.step("free".into(), |state| {
            assert!(state.memory.remove(&address).is_some(), "freed twice");
        })
    }

    fn staging(&self, _context: Context, bytes: usize) -> Call<Staging> {
        self.step("staging".into(), |state| {
            state.staging += 1;
            let layout = Layout::from_size_align(bytes, 4096).unwrap();
            // SAFETY: there are some bytes.
            let memory = unsafe { alloc_zeroed(layout) };
            state.pages.insert(memory.expose_provenance() as u64, bytes);
            // SAFETY: the bytes were made here, so nobody else has them.
            unsafe { Staging::new(memory, bytes) }
        })
    }

    fn free_staging(&self, _context: Context, staging: Staging) -> Call<()> {
        self.step("free_staging".into(), |state| {
            state.staging -= 1;
            state.pages.remove(&(staging.as_ptr().addr() as u64)).expect("it was given");
            let layout = Layout::from_size_align(staging.len(), 4096).unwrap();
            // SAFETY: they were made by `staging`, and are given away here.
            unsafe { dealloc(staging.as_ptr(), layout) };
        })
    }

    fn upload(&self, context: Context, _stream: u64, to: u64, from: &Staging, bytes: usize) -> Call<()> {
        own(context, to)?;
        self.step(format!("upload {bytes}"), |state| {
            // SAFETY: the memory has this many bytes, and nothing writes them now.
            let from = unsafe { std::slice::from_raw_parts(from.as_ptr(), bytes) };
            let (start, memory) = state.memory.range_mut(..=to).next_back().expect("it is allocated");
            memory[(to - start) as usize..][..bytes].copy_from_slice(from);
        })
    }

    fn download(
        &self,
        context: Context,
        _stream: u64,
        to: &mut Staging,
        from: u64,
        bytes: usize,
    ) -> Call<()> {
        own(context, from)?;
        self.step(format!("download {bytes}"), |state| {
            let (start, memory) = state.memory.range(..=from).next_back().expect("it is allocated");
            to.as_mut_slice()[..bytes].copy_from_slice(&memory[(from - start) as usize..][..bytes]);
        })
    }

    fn copy(&self, context: Context, _stream: u64, from: u64, to: u64, bytes: u64) -> Call<()> {
        own(context, from).and_then(|()| own(context, to))?;
        self.step(format!("copy {bytes}"), |state| {
            let copied = state.memory[&from][..bytes as usize].to_vec();
            state.memory.get_mut(&to).expect("it is allocated")[..bytes as usize].copy_from_slice(&copied);
        })
    }

    fn assemble(&self, _context: Context, ptx: &[u8]) -> Call<Vec<u8>> {
        self.step("assemble".into(), |_| [b"cubin of ", ptx].concat())
    }

    fn load(&self, _context: Context, image: &[u8]) -> Call<u64> {
        assert!(image.starts_with(b"cubin of "), "what is loaded was assembled");
        self.step("load".into(), |state| {
            state.modules += 1;
            fresh(state)
        })
    }

    fn unload(&self, _context: Context, _module: u64) -> Call<()> {
        self.step("unload".into(), |state| state.modules -= 1)
    }

    fn function(&self, _context: Context, _module: u64, name: &str) -> Call<u64> {
        self.step(format!("function {name}"), fresh)
    }

    fn allow_shared(&self, _context: Context, _function: u64, bytes: u32) -> Call<()> {
        self.step(format!("allow_shared {bytes}"), |_| ())
    }

    fn allow_large_clusters(&self, _context: Context, _function: u64) -> Call<()> {
        self.step("allow_large_clusters".into(), |_| ())
    }

    fn box_map(&self, context: Context, boxed: &Boxed) -> Call<BoxMap> {
        own(context, boxed.address)?;
        let Boxed { elem, extents, box_extents, swizzle, .. } = boxed;
        self.step(format!("box_map {elem} {extents:?} {box_extents:?} {swizzle:?}"), |_| BoxMap([7; 16]))
    }

    fn launch(
        &self,
        context: Context,
        _stream: u64,
        _function: u64,
        config: Config,
        words: &[u64],
        maps: &[BoxMap],
    ) -> Call<()> {
        let Config { grid, block, cluster, shared } = config;
        let watched = self.state.lock().unwrap().word_of(words);
        let words = &words[..words.len() - usize::from(watched.is_some())];
        words.iter().filter(|word| **word >= 1 << 40).try_for_each(|word| own(context, *word))?;
        let scalars: Vec<u64> = words.iter().copied().filter(|word| *word < 1 << 40).collect();
        let pointers = words.len() - scalars.len();
        let mut said =
            format!("launch {grid:?} {block:?} {cluster:?} {shared}: {pointers} pointers, {scalars:?}");
        if !maps.is_empty() {
            said += &format!(", {} maps", maps.len());
        }
        if watched.is_some() {
            said += ", watched";
        }
        self.step(said, |state| match &mut state.recorded {
            Some(recorded) => recorded.push(watched),
            None => {
                state.running.push(watched);
                state.ended = false;
            }
        })
    }

    fn record(&self, _context: Context, _stream: u64) -> Call<u64> {
        self.step("record".into(), fresh)
    }

    fn wait_for(&self, _context: Context, _stream: u64, _event: u64) -> Call<()> {
        self.step("wait_for".into(), |_| ())
    }

    fn drop_event(&self, _context: Context, _event: u64) -> Call<()> {
        self.step("drop_event".into(), |_| ())
    }

    fn begin_capture(&self, _context: Context, _stream: u64) -> Call<()> {
        self.step("begin_capture".into(), |state| state.recorded = Some(Vec::new()))
    }

    fn end_capture(&self, _context: Context, _stream: u64) -> Call<u64> {
        self.step("end_capture".into(), |state| {
            let (graph, recorded) = (fresh(state), state.recorded.take().unwrap_or_default());
            state.graphs.insert(graph, recorded);
            graph
        })
    }

    fn replay(&self, _context: Context, _stream: u64, graph: u64) -> Call<()> {
        self.step("replay".into(), |state| {
            let recorded = state.graphs.get(&graph).cloned().unwrap_or_default();
            state.running.extend(recorded);
            state.ended = false;
        })
    }

    fn drop_graph(&self, _context: Context, _graph: u64) -> Call<()> {
        self.step("drop_graph".into(), |_| ())
    }
}
