//! Devices: the targets that run programs.

use crate::pipelines;
use std::fmt;
use tf_dialects::target::Level;

/// The GPU architecture that is assumed before a GPU is opened.
const GPU_ARCH: &str = "sm_90";

/// A device with its pass pipeline and instruction set.
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
    /// The interpreter: it runs a program unchanged (transforms expanded), slowly, and defines what every op
    /// means. It has no requirements.
    pub fn interp() -> Device {
        Device { kind: Kind::Interpreter, pipeline: None, level: Level::Host }
    }

    /// This machine's processor, all cores. It needs the LLVM library, which is opened on first use.
    pub fn cpu() -> Device {
        Device { kind: Kind::Cpu, pipeline: None, level: Level::Host }
    }

    /// A simulated GPU: programs become kernels as for a real one, and the interpreter runs them thread by
    /// thread. It is slow, and finds data races, barriers that not all threads reach, and reads of unwritten
    /// memory. It has no requirements.
    pub fn simt() -> Device {
        Device { kind: Kind::Simt, pipeline: None, level: Level::Host }
    }

    /// This machine's processor as a GPU: the program becomes kernels, whose blocks run on all cores, in
    /// machine code. It needs the LLVM library.
    pub fn simt_compiled() -> Device {
        Device { kind: Kind::SimtCompiled, pipeline: None, level: Level::Host }
    }

    /// An NVIDIA GPU, by its index from 0. It needs the LLVM library to compile, and the CUDA driver, which
    /// is opened on first use.
    pub fn cuda(number: u32) -> Device {
        Device { kind: Kind::Cuda(number), pipeline: None, level: Level::Host }
    }

    /// The device with this name: one of [`Device::NAMES`], `cuda:1` for the second GPU, `cpu:x86-64-v3` for
    /// code of a level ([`Device::with_level`]).
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

    /// The same device with another pass pipeline, in `tfopt`'s syntax. Its output must suit the device: any
    /// stage for the interpreter, the memory stage for the processor.
    pub fn with_pipeline(self, pipeline: impl Into<String>) -> Device {
        Device { pipeline: Some(pipeline.into()), ..self }
    }

    /// The same device, restricted to the instructions of a level. Compiling fails if the machine does not
    /// have them. The interpreter has no machine code.
    ///
    /// ```
    /// use tensorforge::{Device, Level};
    /// assert_eq!(Device::cpu().with_level(Level::V3).to_string(), "cpu at x86-64-v3");
    /// ```
    pub fn with_level(self, level: Level) -> Device {
        Device { level, ..self }
    }

    /// The instruction set of its code.
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

    /// The pass pipeline for this device. For an NVIDIA GPU it is that of sm_90; a session uses the one of
    /// the actual GPU.
    pub fn pipeline(&self) -> String {
        match (&self.pipeline, self.kind) {
            (Some(pipeline), _) => pipeline.clone(),
            (None, Kind::Interpreter) => pipelines::interp(),
            (None, Kind::Cpu) => pipelines::cpu(),
            (None, Kind::Simt | Kind::SimtCompiled) => pipelines::simt(),
            (None, Kind::Cuda(_)) => pipelines::device(GPU_ARCH),
        }
    }

    /// The pipeline for a session that traps NaN.
    ///
    /// # Errors
    /// The caller's pipeline does not.
    pub(crate) fn trapping_pipeline(&self) -> Result<String, String> {
        match (&self.pipeline, self.kind) {
            (None, Kind::Cpu) => Ok(pipelines::cpu_trapping_nans()),
            (None, Kind::Simt | Kind::SimtCompiled) => Ok(pipelines::simt_trapping_nans()),
            (None, Kind::Cuda(_)) => Ok(pipelines::device_trapping_nans(GPU_ARCH)),
            (Some(pipeline), Kind::Cpu | Kind::SimtCompiled | Kind::Cuda(_))
                if !pipeline.contains("trap-nans") =>
            {
                Err("nan_traps needs the device's default pipeline: a custom pipeline must have the pass \
                     trap-nans before loop-vectorize, and apply-numerics{strict=true}"
                    .to_string())
            }
            _ => Ok(self.pipeline()),
        }
    }

    /// True if the caller has set the pipeline.
    pub(crate) fn has_own_pipeline(&self) -> bool {
        self.pipeline.is_some()
    }

    /// The pipeline for a session that profiles.
    ///
    /// # Errors
    /// The device's code cannot, or the caller's pipeline does not.
    pub(crate) fn profiled_pipeline(&self) -> Result<String, String> {
        match (&self.pipeline, self.kind) {
            (None, Kind::Cpu) => Ok(pipelines::cpu_profiled()),
            (Some(pipeline), Kind::Cpu) if pipeline.contains("mark-nests") => Ok(pipeline.clone()),
            (Some(_), Kind::Cpu) => Err("profile needs the device's default pipeline: a custom pipeline \
                                         must have the pass mark-nests after loop-unroll"
                .to_string()),
            _ => Err(format!("profile measures loop nests on cpu, not on {self}")),
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
