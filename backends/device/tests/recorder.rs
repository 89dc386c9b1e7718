//! A device that keeps memory in a list, records its requests, and fails at a chosen request.

use std::collections::BTreeMap;
use std::sync::Mutex;
use tf_device::kernels::KernelInfo;
use tf_device::{
    Argument, Code, DeviceError, DeviceInfo, Event, Fault, Launch, Memory, Module, Oversight, Reading,
    Recording, Runtime, Stream,
};

/// The effect of a kernel on memory, for tests: by its position in the module.
pub type Meaning = fn(&mut BTreeMap<u64, Vec<u8>>, &Launch<'_>);

/// The device.
pub struct Recorder {
    info: DeviceInfo,
    state: Mutex<State>,
    meaning: Option<Meaning>,
    /// The number of the call that fails, from 0.
    fails: Option<usize>,
    /// Whether it can record work. Recorded work runs at once here, and replaying it does nothing.
    pub recording: bool,
}

#[derive(Default)]
struct State {
    memory: BTreeMap<u64, Vec<u8>>,
    log: Vec<String>,
    calls: usize,
    next: u64,
}

impl Recorder {
    /// One whose kernels do this.
    pub fn new(meaning: Option<Meaning>, fails: Option<usize>) -> Recorder {
        let info = DeviceInfo {
            name: "recorder".to_string(),
            arch: "none".to_string(),
            memory: 1 << 30,
            shared: 1 << 16,
            threads: 1024,
            processors: 1,
            gpu: None,
        };
        Recorder { info, state: Mutex::default(), meaning, fails, recording: false }
    }

    /// One that records work, too.
    pub fn recording(meaning: Meaning, fails: Option<usize>) -> Recorder {
        let mut recorder = Recorder::new(Some(meaning), fails);
        recorder.recording = true;
        recorder
    }

    /// The requests so far.
    pub fn log(&self) -> Vec<String> {
        self.state.lock().unwrap().log.clone()
    }

    /// How many calls there were.
    pub fn calls(&self) -> usize {
        self.state.lock().unwrap().calls
    }

    /// How many memories are allocated.
    pub fn live(&self) -> usize {
        self.state.lock().unwrap().memory.len()
    }

    /// The bytes of a memory.
    pub fn bytes(&self, memory: Memory) -> Vec<u8> {
        self.state.lock().unwrap().memory[&memory.address].clone()
    }

    fn step<T>(&self, said: String, run: impl FnOnce(&mut State) -> T) -> Result<T, DeviceError> {
        let mut state = self.state.lock().unwrap();
        state.calls += 1;
        if self.fails == Some(state.calls - 1) {
            return Err(DeviceError::new(Fault::Other, format!("{said} fails")));
        }
        state.log.push(said);
        Ok(run(&mut state))
    }
}

fn name(memory: Memory) -> String {
    format!("m{}", memory.address)
}

impl Runtime for Recorder {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn open_stream(&self) -> Result<Stream, DeviceError> {
        Ok(Stream(0))
    }

    fn close_stream(&self, _stream: Stream) -> Result<(), DeviceError> {
        Ok(())
    }

    fn allocate(
        &self,
        _stream: Stream,
        bytes: u64,
        _oversight: Oversight<'_>,
    ) -> Result<Memory, DeviceError> {
        self.step(format!("allocate {bytes}"), |state| {
            state.next += 1;
            state.memory.insert(state.next, vec![0; bytes as usize]);
            Memory { address: state.next, bytes }
        })
    }

    fn lend(&self, memory: Memory) -> Result<(), DeviceError> {
        self.step(format!("lend {}", name(memory)), |_| ())
    }

    fn leave(&self, memory: Memory) {
        self.state.lock().unwrap().log.push(format!("leave {}", name(memory)));
    }

    /// Never fails: memory must be released after a failure.
    fn release(&self, _stream: Stream, memory: Memory) -> Result<(), DeviceError> {
        let mut state = self.state.lock().unwrap();
        state.log.push(format!("release {}", name(memory)));
        assert!(state.memory.remove(&memory.address).is_some(), "{} is released twice", name(memory));
        Ok(())
    }

    fn upload(
        &self,
        _stream: Stream,
        to: Memory,
        offset: u64,
        bytes: &[u8],
        _oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        self.step(format!("upload {} bytes to {}+{offset}", bytes.len(), name(to)), |state| {
            let at = offset as usize;
            state.memory.get_mut(&to.address).expect("it is allocated")[at..at + bytes.len()]
                .copy_from_slice(bytes);
        })
    }

    fn download(
        &self,
        _stream: Stream,
        readings: &mut [Reading<'_>],
        _oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        readings.iter_mut().try_for_each(|Reading { from, offset, bytes }| {
            self.step(format!("download {} bytes from {}+{offset}", bytes.len(), name(*from)), |state| {
                let at = *offset as usize;
                bytes.copy_from_slice(&state.memory[&from.address][at..at + bytes.len()]);
            })
        })
    }

    fn copy(&self, _stream: Stream, from: Memory, to: Memory, bytes: u64) -> Result<(), DeviceError> {
        self.step(format!("copy {bytes} bytes from {} to {}", name(from), name(to)), |state| {
            let copied = state.memory[&from.address][..bytes as usize].to_vec();
            state.memory.get_mut(&to.address).expect("it is allocated")[..bytes as usize]
                .copy_from_slice(&copied);
        })
    }

    fn load(&self, _code: Code<'_>, _kernels: &[KernelInfo]) -> Result<Module, DeviceError> {
        Ok(Module(0))
    }

    fn unload(&self, _module: Module) -> Result<(), DeviceError> {
        Ok(())
    }

    fn launch(&self, _stream: Stream, launch: &Launch<'_>) -> Result<(), DeviceError> {
        let argument = |argument: &Argument| match argument {
            Argument::Memory(memory, _) => name(*memory),
            Argument::Scalar(bits, bytes) => format!("{bits}:{bytes}"),
        };
        let arguments: Vec<String> = launch.arguments.iter().map(argument).collect();
        let said = format!(
            "launch #{} grid {:?} block {:?} shared {} ({}) extents {:?}",
            launch.kernel.at,
            launch.grid,
            launch.block,
            launch.shared,
            arguments.join(", "),
            launch.extents
        );
        self.step(said, |state| {
            if let Some(meaning) = self.meaning {
                meaning(&mut state.memory, launch);
            }
        })
    }

    fn record(&self, _stream: Stream) -> Result<Event, DeviceError> {
        Ok(Event(0))
    }

    fn wait_for(&self, _stream: Stream, _event: Event) -> Result<(), DeviceError> {
        Ok(())
    }

    fn synchronize(&self, _stream: Stream) -> Result<(), DeviceError> {
        Ok(())
    }

    fn records(&self) -> bool {
        self.recording
    }

    fn begin_recording(&self, _stream: Stream) -> Result<(), DeviceError> {
        self.step("begin".to_string(), |_| ())
    }

    fn end_recording(&self, _stream: Stream) -> Result<Recording, DeviceError> {
        self.step("end".to_string(), |_| Recording(1))
    }

    fn replay(
        &self,
        _stream: Stream,
        recording: Recording,
        _oversight: Oversight<'_>,
    ) -> Result<(), DeviceError> {
        self.step(format!("replay {}", recording.0), |_| ())
    }

    fn forget(&self, recording: Recording) {
        self.state.lock().unwrap().log.push(format!("forget {}", recording.0));
    }
}
