//! Where programs run.

use crate::pipelines;
use std::fmt;
use tf_dialects::target::Level;

/// The architecture of GPUs that nobody has looked at.
const GPU_ARCH: &str = "sm_90";

/// Where a program runs, and how it gets there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Device {
    kind: Kind,
    pipeline: Option<String>,
    level: Level,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Kind {
    Interpreter,
    Cpu,
    Simt,
    SimtCompiled,
    Cuda(u32),
}

impl Device {
    /// The interpreter: it runs a program as it is (transforms expanded), slowly, and says what every op means. Needs
    /// nothing.
    pub fn interp() -> Device {
        Device { kind: Kind::Interpreter, pipeline: None, level: Level::Host }
    }

    /// This machine's processor, all cores. Needs the LLVM library, which is opened on first use.
    pub fn cpu() -> Device {
        Device { kind: Kind::Cpu, pipeline: None, level: Level::Host }
    }

    /// A GPU that does not exist: programs become kernels as for a real one, and the interpreter runs them thread by thread. Slow; what
    /// it finds are data races, barriers that not all threads reach, and reads of memory that nobody has written. Needs nothing.
    pub fn simt() -> Device {
        Device { kind: Kind::Simt, pipeline: None, level: Level::Host }
    }

    /// This machine's processor as a GPU: the program becomes kernels, whose blocks run on all cores, in machine code. Needs the LLVM
    /// library.
    pub fn simt_compiled() -> Device {
        Device { kind: Kind::SimtCompiled, pipeline: None, level: Level::Host }
    }

    /// An NVIDIA GPU, by its number from 0 on. Needs the LLVM library to compile, and the CUDA driver, which is looked for on first use.
    pub fn cuda(number: u32) -> Device {
        Device { kind: Kind::Cuda(number), pipeline: None, level: Level::Host }
    }

    /// The device of this name: one of [`Device::NAMES`], `cuda:1` for the second GPU, `cpu:x86-64-v3` for code of a level ([`Device::with_level`]).
    pub fn by_name(name: &str) -> Option<Device> {
        let (name, part) = match name.split_once(':') {
            Some((name, part)) => (name, Some(part)),
            None => (name, None),
        };
        let all = [Device::interp(), Device::cpu(), Device::simt(), Device::simt_compiled(), Device::cuda(0)];
        let device = all.into_iter().find(|device| device.name() == name)?;
        match (device.kind, part) {
            (_, None) => Some(device),
            (Kind::Cuda(_), Some(number)) => {
                let digits = Some(number).filter(|n| n.bytes().all(|b| b.is_ascii_digit()));
                digits?.parse().ok().map(Device::cuda)
            }
            (Kind::Cpu | Kind::SimtCompiled, Some(level)) => {
                Some(device.with_level(Level::named(level).ok()?))
            }
            _ => None,
        }
    }

    /// The names of all devices.
    pub const NAMES: [&str; 5] = ["interp", "cpu", "simt", "simt-compiled", "cuda"];

    /// The same device with another pass pipeline before it, as `tfopt` takes it. What it leaves must be what the
    /// device takes: anything for the interpreter, the memory stage for the processor.
    pub fn with_pipeline(self, pipeline: impl Into<String>) -> Device {
        Device { pipeline: Some(pipeline.into()), ..self }
    }

    /// The same device with code that uses no more instructions than those of a level. Compiling fails if the machine does
    /// not have them. The interpreter has no code.
    ///
    /// ```
    /// use tensorforge::{Device, Level};
    /// assert_eq!(Device::cpu().with_level(Level::V3).to_string(), "cpu at x86-64-v3");
    /// ```
    pub fn with_level(self, level: Level) -> Device {
        Device { level, ..self }
    }

    /// Which instructions its code may use.
    pub fn level(&self) -> Level {
        self.level
    }

    /// One of [`Device::NAMES`].
    pub fn name(&self) -> &'static str {
        match self.kind {
            Kind::Interpreter => "interp",
            Kind::Cpu => "cpu",
            Kind::Simt => "simt",
            Kind::SimtCompiled => "simt-compiled",
            Kind::Cuda(_) => "cuda",
        }
    }

    /// The pass pipeline that programs go through for this device: for an NVIDIA GPU, that of sm_90, as long as it is not looked at. A session
    /// has the one for the GPU that is there.
    pub fn pipeline(&self) -> String {
        match (&self.pipeline, self.kind) {
            (Some(pipeline), _) => pipeline.clone(),
            (None, Kind::Interpreter) => pipelines::interp(),
            (None, Kind::Cpu) => pipelines::cpu(),
            (None, Kind::Simt | Kind::SimtCompiled) => pipelines::simt(),
            (None, Kind::Cuda(_)) => pipelines::device(GPU_ARCH),
        }
    }

    /// The same for a session that traps NaN.
    ///
    /// # Errors
    /// A pipeline of the caller's that does not.
    pub(crate) fn trapping_pipeline(&self) -> Result<String, String> {
        match (&self.pipeline, self.kind) {
            (None, Kind::Cpu) => Ok(pipelines::cpu_trapping_nans()),
            (None, Kind::Simt | Kind::SimtCompiled) => Ok(pipelines::simt_trapping_nans()),
            (None, Kind::Cuda(_)) => Ok(pipelines::device_trapping_nans(GPU_ARCH)),
            (Some(pipeline), Kind::Cpu | Kind::SimtCompiled | Kind::Cuda(_)) if !pipeline.contains("trap-nans") => Err(
                "nan_traps is for the device's own pipeline: a pipeline of your own needs the pass trap-nans before loop-vectorize, \
                 and apply-numerics{strict=true}"
                    .to_string(),
            ),
            _ => Ok(self.pipeline()),
        }
    }

    /// True if the pipeline is the caller's.
    pub(crate) fn has_own_pipeline(&self) -> bool {
        self.pipeline.is_some()
    }

    /// The same for a session that profiles.
    ///
    /// # Errors
    /// A device whose code cannot, a pipeline of the caller's that does not.
    pub(crate) fn profiled_pipeline(&self) -> Result<String, String> {
        match (&self.pipeline, self.kind) {
            (None, Kind::Cpu) => Ok(pipelines::cpu_profiled()),
            (Some(pipeline), Kind::Cpu) if pipeline.contains("mark-nests") => Ok(pipeline.clone()),
            (Some(_), Kind::Cpu) => Err("profile is for the device's own pipeline: a pipeline of your own needs the pass mark-nests behind \
                 loop-unroll"
                .to_string()),
            _ => Err(format!("profile is for cpu, not for {self}: its loop nests are what is measured")),
        }
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.kind, self.level) {
            (Kind::Cuda(number), _) => write!(f, "cuda:{number}"),
            (Kind::Interpreter | Kind::Simt, _) | (_, Level::Host) => f.write_str(self.name()),
            (Kind::Cpu | Kind::SimtCompiled, level) => write!(f, "{} at {level}", self.name()),
        }
    }
}
