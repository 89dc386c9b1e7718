//! Implements [`Runtime`] for a GPU.

use crate::gpu::Gpu;
use crate::waiting::Until;
use crate::words::PAGE;
use std::sync::Weak;
use tf_device::kernels::KernelInfo;
use tf_device::{
    Cache, Code, DeviceError, DeviceInfo, Event, Fault, Launch, Memory, Module, Oversight, Reading,
    Recording, Runtime, Stream,
};

impl Gpu {
    /// Uses the stop words, after memory was added to them if there is none.
    pub(crate) fn with_words<T>(
        &self,
        doing: &str,
        mut get: impl FnMut(&mut crate::words::Words) -> Option<T>,
    ) -> Result<T, DeviceError> {
        loop {
            if let Some(found) = self.state.with(|state| get(&mut state.words)) {
                return Ok(found);
            }
            let page = self.call(doing, |driver| driver.staging(PAGE))?;
            self.state.with(|state| state.words.add(page));
        }
    }
}

impl Runtime for Gpu {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn is_lost(&self) -> bool {
        Gpu::is_lost(self)
    }

    fn open_stream(&self) -> Result<Stream, DeviceError> {
        let stream = self.call("opening a stream", |driver| driver.stream())?;
        self.state.with(|state| state.streams.insert(stream));
        Ok(Stream(stream))
    }

    fn close_stream(&self, stream: Stream) -> Result<(), DeviceError> {
        let waited = self.synchronize(stream);
        // After other failures its work may continue: then it is closed with the device.
        if waited.as_ref().is_err_and(|error| error.fault != Fault::Ended) {
            return waited;
        }
        self.state.with(|state| {
            state.streams.remove(&stream.0);
            state.words.close(stream.0);
        });
        let closed = self.call("closing a stream", |driver| driver.drop_stream(stream.0));
        waited.and(closed)
    }

    fn allocate(&self, stream: Stream, bytes: u64, oversight: Oversight<'_>) -> Result<Memory, DeviceError> {
        let doing = format!("allocating {bytes} bytes");
        // Memory without bytes gets a unique address, too.
        let get = || self.call(&doing, |driver| driver.allocate(self.pool, stream.0, bytes.max(1)));
        let address = self.with_relief(Some(stream.0), oversight, get)?;
        let memory = Memory { address, bytes };
        self.state.with(|state| state.memory.insert(memory));
        Ok(memory)
    }

    fn register(&self, cache: Weak<dyn Cache>) {
        self.state.with(|state| {
            state.caches.retain(|cache| cache.strong_count() > 0);
            state.caches.push(cache);
        });
    }

    fn release(&self, stream: Stream, memory: Memory) -> Result<(), DeviceError> {
        self.state.with(|state| state.memory.remove(memory))?;
        let freed = self.call("freeing memory", |driver| driver.free(stream.0, memory.address));
        if freed.is_err() {
            self.state.with(|state| {
                // What a recording allocates exists only when it is replayed.
                if !state.words.records(stream.0) {
                    state.unfreed.push(memory.address);
                }
            });
        }
        freed
    }

    fn lend(&self, memory: Memory) -> Result<(), DeviceError> {
        let _user = self.use_context()?;
        self.state.with(|state| state.memory.lent.lend(memory))
    }

    fn leave(&self, memory: Memory) {
        self.state.with(|state| state.memory.lent.leave(memory));
    }

    fn stream_number(&self, stream: Stream) -> Option<u64> {
        Some(stream.0)
    }

    fn upload(
        &self,
        stream: Stream,
        to: Memory,
        offset: u64,
        bytes: &[u8],
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        self.upload_on(stream.0, (to, offset), bytes, oversight)
    }

    fn download(
        &self,
        stream: Stream,
        readings: &mut [Reading<'_>],
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        self.download_on(stream.0, readings, oversight)
    }

    fn copy(&self, stream: Stream, from: Memory, to: Memory, bytes: u64) -> Result<(), DeviceError> {
        let addresses = |table: &crate::memory::Table| {
            Ok::<_, DeviceError>((table.at(from, 0, bytes)?, table.at(to, 0, bytes)?))
        };
        let (from, to) = self.state.with(|state| addresses(&state.memory))?;
        self.call("copying on the GPU", |driver| driver.copy(stream.0, from, to, bytes))?;
        self.state.with(|state| state.words.count(stream.0));
        Ok(())
    }

    fn load(&self, code: Code<'_>, kernels: &[KernelInfo]) -> Result<Module, DeviceError> {
        self.load_code(code, kernels)
    }

    fn unload(&self, module: Module) -> Result<(), DeviceError> {
        self.unload_code(module)
    }

    fn launch(&self, stream: Stream, launch: &Launch<'_>) -> Result<(), DeviceError> {
        self.launch_on(stream, launch)
    }

    fn record(&self, stream: Stream) -> Result<Event, DeviceError> {
        self.mark("recording an event", stream.0).map(Event)
    }

    fn wait_for(&self, stream: Stream, event: Event) -> Result<(), DeviceError> {
        let waits = self.call("waiting for an event", |driver| driver.wait_for(stream.0, event.0));
        self.state.with(|state| state.events.push(event.0));
        waits
    }

    fn synchronize(&self, stream: Stream) -> Result<(), DeviceError> {
        self.await_work(stream, Oversight::default())
    }

    fn await_work(&self, stream: Stream, oversight: Oversight<'_>) -> Result<(), DeviceError> {
        self.wait(stream.0, Until::Idle, oversight)
    }

    fn records(&self) -> bool {
        true
    }

    fn begin_recording(&self, stream: Stream) -> Result<(), DeviceError> {
        const DOING: &str = "recording work";
        self.with_words(DOING, |words| words.begin(stream.0).then_some(()))?;
        let begun = self.begin_use().and_then(|()| {
            let begun = self.call(DOING, |driver| driver.begin_capture(stream.0));
            begun.or_else(|error| self.end_use(DOING, |_| Ok(())).and(Err(error)))
        });
        if begun.is_err() {
            self.state.with(|state| state.words.end(stream.0, None));
        }
        begun
    }

    fn end_recording(&self, stream: Stream) -> Result<Recording, DeviceError> {
        // Also if another thread has lost the context: this one would record for ever.
        let made = self.end_use("recording work", |driver| driver.end_capture(stream.0));
        self.state.with(|state| state.words.end(stream.0, made.as_ref().ok().copied()));
        made.map(Recording)
    }

    fn replay(
        &self,
        stream: Stream,
        recording: Recording,
        oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        self.let_work_end(stream.0, oversight)?;
        self.state.with(|state| state.words.replay(stream.0, recording.0));
        let run = || self.call("repeating recorded work", |driver| driver.replay(stream.0, recording.0));
        self.with_relief(Some(stream.0), oversight, run)
    }

    fn forget(&self, recording: Recording) {
        self.state.with(|state| state.words.forget(recording.0));
        // A failure here cannot be handled.
        self.call("forgetting recorded work", |driver| driver.drop_graph(recording.0)).ok();
    }
}
