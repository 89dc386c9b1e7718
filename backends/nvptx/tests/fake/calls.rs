//! The calls of the driver that pretends.

use super::machine::{LOOK, Work};
use super::{FIRST_CONTEXT, Fake, current, failure, make_current, own};
use std::alloc::{Layout, alloc_zeroed};
use tf_nvptx::{Attributes, BoxMap, Boxed, Call, Config, Context, Driver, Staging, Usage};

/// The most pieces of work in a queue: a driver lets the thread wait that puts in more.
const QUEUE: usize = 1024;

impl Fake {
    fn put(&self, said: String, stream: u64, work: Work) -> Call<()> {
        let key = (current().0, stream);
        let full = self.state().pending(key) >= QUEUE;
        if full {
            self.block("queue", |state| state.pending(key) < QUEUE)?;
        }
        self.step(said, |state| state.put(&self.plan(), key, work))
    }
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
            processors: 57,
            processor_threads: 2048,
            processor_registers: 65536,
            processor_shared: 228 << 10,
            cache: 0,
            bandwidth: 0,
        })
    }

    fn retain(&self, device: u32) -> Call<Context> {
        self.step(format!("retain {device}"), |state| {
            *state.retained.entry(device).or_default() += 1;
            Context(FIRST_CONTEXT + u64::from(device))
        })
    }

    fn release(&self, device: u32) -> Call<()> {
        // A context that is broken is released like any other.
        let mut state = self.state();
        state.calls += 1;
        state.log.push("release".to_string());
        let count = state.retained.entry(device).or_default();
        *count -= 1;
        if *count == 0 {
            state.destroy(FIRST_CONTEXT + u64::from(device));
        }
        Ok(())
    }

    fn current(&self) -> Call<Context> {
        Ok(current())
    }

    fn set_current(&self, context: Context) -> Call<()> {
        make_current(context);
        Ok(())
    }

    fn pool(&self, _device: u32) -> Call<u64> {
        self.step("pool".into(), |state| state.fresh())
    }

    fn drop_pool(&self, _pool: u64) -> Call<()> {
        self.step("drop_pool".into(), |_| ())
    }

    fn trim(&self, device: u32, _pool: u64) -> Call<()> {
        self.step("trim".into(), |state| state.trim(device.into()))
    }

    fn stream(&self) -> Call<u64> {
        self.step("stream".into(), |state| {
            let stream = state.fresh();
            if self.is_endless() {
                let work = Work::Kernel { name: String::new(), words: vec![], watched: None, endless: true };
                state.put(&self.plan(), (current().0, stream), work);
            }
            stream
        })
    }

    fn drop_stream(&self, _stream: u64) -> Call<()> {
        self.step("drop_stream".into(), |_| ())
    }

    fn is_done(&self, stream: u64) -> Call<bool> {
        self.step("is_done".into(), |state| {
            state.check_recording("is_done");
            state.pass(LOOK);
            state.is_idle((current().0, stream))
        })
    }

    fn synchronize(&self, stream: u64) -> Call<()> {
        self.state().check_recording("synchronize");
        let key = (current().0, stream);
        self.block("synchronize", |state| state.is_idle(key))
    }

    fn allocate(&self, _pool: u64, stream: u64, bytes: u64) -> Call<u64> {
        let context = current().0;
        self.attempt(format!("allocate {bytes}"), |state| {
            let device = context.checked_sub(FIRST_CONTEXT).ok_or_else(|| failure(201, "no context"))?;
            let of_graph = state.recorded.contains_key(&stream);
            if !of_graph && !state.has_room(&self.plan(), device, bytes, false) {
                return Err(failure(2, "there is no room"));
            }
            let address = state.address(device, bytes);
            state.put(&self.plan(), (context, stream), Work::Allocate { address, bytes, of_graph });
            Ok(address)
        })
    }

    fn free(&self, stream: u64, address: u64) -> Call<()> {
        own(address)?;
        self.put("free".into(), stream, Work::Free(address))
    }

    fn staging(&self, bytes: usize) -> Call<Staging> {
        self.step("staging".into(), |state| {
            state.check_recording("staging");
            let layout = Layout::from_size_align(bytes, 4096).unwrap();
            // SAFETY: there are some bytes. They stay allocated as long as the driver.
            let memory = unsafe { alloc_zeroed(layout) };
            state.pages.insert(memory.expose_provenance() as u64, (bytes, current().0));
            state.allocated.push((memory.expose_provenance() as u64, bytes));
            // SAFETY: the bytes were made here, so nobody else has them.
            unsafe { Staging::new(memory, bytes) }
        })
    }

    fn free_staging(&self, staging: Staging) -> Call<()> {
        self.step("free_staging".into(), |state| {
            let page = state.pages.remove(&(staging.as_ptr().addr() as u64));
            if page.is_none() {
                state.violation("host memory is freed twice");
            }
        })
    }

    fn upload(&self, stream: u64, to: u64, from: &Staging, bytes: usize) -> Call<()> {
        own(to)?;
        let from = from.as_ptr().expose_provenance() as u64;
        self.put(format!("upload {bytes}"), stream, Work::Upload { to, from, bytes })
    }

    fn download(&self, stream: u64, to: &mut Staging, at: usize, from: u64, bytes: usize) -> Call<()> {
        own(from)?;
        assert!(at + bytes <= to.len());
        let to = to.as_ptr().expose_provenance() as u64 + at as u64;
        self.put(format!("download {bytes}"), stream, Work::Download { to, from, bytes })
    }

    fn copy(&self, stream: u64, from: u64, to: u64, bytes: u64) -> Call<()> {
        own(from).and_then(|()| own(to))?;
        self.put(format!("copy {bytes}"), stream, Work::Copy { from, to, bytes: bytes as usize })
    }

    fn assemble(&self, ptx: &[u8]) -> Call<Vec<u8>> {
        self.step("assemble".into(), |_| [b"cubin of ", ptx].concat())
    }

    fn load(&self, image: &[u8]) -> Call<u64> {
        assert!(image.starts_with(b"cubin of "), "what is loaded was assembled");
        self.step("load".into(), |state| {
            let module = state.fresh();
            state.modules.insert(module, current().0);
            module
        })
    }

    fn unload(&self, module: u64) -> Call<()> {
        self.step("unload".into(), |state| {
            if state.modules.remove(&module).is_none() {
                state.violation("a module is unloaded twice");
            }
        })
    }

    fn function(&self, _module: u64, name: &str) -> Call<u64> {
        self.step(format!("function {name}"), |state| {
            let function = state.fresh();
            state.functions.insert(function, name.to_string());
            function
        })
    }

    fn usage(&self, _function: u64) -> Call<Usage> {
        self.step("usage".into(), |_| Usage { registers: 32, threads: self.threads })
    }

    fn allow_shared(&self, _function: u64, bytes: u32) -> Call<()> {
        self.step(format!("allow_shared {bytes}"), |_| ())
    }

    fn allow_large_clusters(&self, _function: u64) -> Call<()> {
        self.step("allow_large_clusters".into(), |_| ())
    }

    fn box_map(&self, boxed: &Boxed) -> Call<BoxMap> {
        own(boxed.address)?;
        let Boxed { elem, extents, box_extents, swizzle, .. } = boxed;
        self.step(format!("box_map {elem} {extents:?} {box_extents:?} {swizzle:?}"), |_| BoxMap([7; 16]))
    }

    fn launch(&self, stream: u64, function: u64, config: Config, words: &[u64], maps: &[BoxMap]) -> Call<()> {
        let Config { grid, block, cluster, shared } = config;
        let (watched, name, endless) = {
            let mut state = self.state();
            let is_host = |word: &u64| {
                let page = state.pages.range(..=*word).next_back();
                page.is_some_and(|(start, (bytes, _))| *word < start + *bytes as u64)
            };
            let watched = words.iter().copied().find(is_host);
            let name = state.functions.get(&function).cloned().unwrap_or_default();
            (watched, name, self.is_endless() || state.is_endless(&self.plan()))
        };
        let words = &words[..words.len() - usize::from(watched.is_some())];
        words.iter().filter(|word| **word >= 1 << 40).try_for_each(|word| own(*word))?;
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
        self.put(said, stream, Work::Kernel { name, words: words.to_vec(), watched, endless })
    }

    fn event(&self) -> Call<u64> {
        self.step("event".into(), |state| {
            let event = state.fresh();
            state.events.insert(event, (0, 0));
            event
        })
    }

    fn record(&self, stream: u64, event: u64) -> Call<()> {
        self.step("record".into(), |state| {
            let entry = state.events.entry(event).or_default();
            entry.0 += 1;
            let work = Work::Event(event, entry.0);
            state.put(&self.plan(), (current().0, stream), work);
        })
    }

    fn is_reached(&self, event: u64) -> Call<bool> {
        self.step("is_reached".into(), |state| {
            state.check_recording("is_reached");
            state.pass(LOOK);
            state.is_reached(event)
        })
    }

    fn await_event(&self, event: u64) -> Call<()> {
        self.state().check_recording("await_event");
        self.block("await_event", |state| state.is_reached(event))
    }

    fn wait_for(&self, stream: u64, event: u64) -> Call<()> {
        self.step("wait_for".into(), |state| {
            let record = state.events.get(&event).map_or(0, |(record, _)| *record);
            state.put(&self.plan(), (current().0, stream), Work::Wait(event, record));
        })
    }

    fn drop_event(&self, event: u64) -> Call<()> {
        self.step("drop_event".into(), |state| {
            state.events.remove(&event);
        })
    }

    fn begin_capture(&self, stream: u64) -> Call<()> {
        self.step("begin_capture".into(), |state| {
            state.recorded.insert(stream, (std::thread::current().id(), Vec::new()));
        })
    }

    fn end_capture(&self, stream: u64) -> Call<u64> {
        // Also after a failure, the stream records no more.
        let recorded = self.state().recorded.remove(&stream);
        let Some((_, work)) = recorded else { return Err(failure(901, "nothing is recorded")) };
        self.step("end_capture".into(), |state| {
            let graph = state.fresh();
            state.graphs.insert(graph, work);
            graph
        })
    }

    fn replay(&self, stream: u64, graph: u64) -> Call<()> {
        let context = current().0;
        self.attempt("replay".into(), |state| {
            let work = state.graphs.get(&graph).cloned();
            let Some(work) = work else {
                state.violation("a graph is launched that was destroyed");
                return Ok(());
            };
            let bytes = work.iter().map(|work| match work {
                Work::Allocate { bytes, .. } => *bytes,
                _ => 0,
            });
            if !state.has_room(&self.plan(), context - FIRST_CONTEXT, bytes.sum(), true) {
                return Err(failure(2, "there is no room for the graph"));
            }
            for mut work in work {
                if let Work::Kernel { endless, .. } = &mut work {
                    *endless = self.is_endless() || state.is_endless(&self.plan());
                }
                state.put(&self.plan(), (context, stream), work);
            }
            Ok(())
        })
    }

    fn drop_graph(&self, graph: u64) -> Call<()> {
        self.step("drop_graph".into(), |state| {
            state.graphs.remove(&graph);
        })
    }
}
