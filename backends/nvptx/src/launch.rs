//! Launches: checks the arguments of a kernel against its declared parameters.

use crate::driver::{BoxMap, Boxed, Config};
use crate::gpu::{Function, Gpu};
use crate::waiting::Until;
use tf_device::kernels::{KernelBox, KernelInfo};
use tf_device::{Argument, DeviceError, Fault, Kernel, Launch, Oversight, Stream};

/// Shared memory that a kernel may use without opting in to more.
const PLAIN_SHARED: u64 = 48 << 10;

/// Alignment in bytes of the rows of arrays from which boxes are copied.
const BOX_PITCH: u64 = 16;

impl Gpu {
    /// Launches a kernel on a stream.
    pub(crate) fn launch_on(&self, stream: Stream, launch: &Launch<'_>) -> Result<(), DeviceError> {
        let function = self.function(launch.kernel)?;
        let mut words = self.words(launch, &function.info)?;
        let maps = self.maps(launch, &function.info, &words)?;
        self.let_work_end(stream.0, launch.oversight)?;
        if launch.oversight.is_stopped() {
            return Ok(());
        }
        check_threads(&function, launch.block)?;
        if function.info.watched {
            words.push(self.stop_word(stream.0)?);
        }
        let shared = launch.shared + function.info.padding() as u32;
        self.allow_shared(&function, shared)?;
        self.allow_clusters(&function, launch.cluster)?;
        let config = Config { grid: launch.grid, block: launch.block, cluster: launch.cluster, shared };
        let doing = format!("launching '@{}'", function.info.name);
        self.call(&doing, |driver| driver.launch(stream.0, function.handle, config, &words, &maps))?;
        self.state.with(|state| state.words.count(stream.0));
        Ok(())
    }

    fn function(&self, kernel: Kernel) -> Result<Function, DeviceError> {
        let found = self.state.with(|state| {
            let module = state.modules.get(&kernel.module.0)?;
            module.functions.get(kernel.at as usize).cloned()
        });
        found.ok_or_else(|| DeviceError::new(Fault::Misuse, "there is no such kernel"))
    }

    /// The words of a kernel's parameters: pointers and scalars, then extents.
    fn words(&self, launch: &Launch<'_>, info: &KernelInfo) -> Result<Vec<u64>, DeviceError> {
        let misuse = || {
            DeviceError::new(
                Fault::Misuse,
                format!("'@{}' is launched with other arguments than it has", info.name),
            )
        };
        if launch.arguments.len() != info.params.len() || launch.extents.len() != info.order.len() {
            return Err(misuse());
        }
        let mut words = Vec::with_capacity(launch.arguments.len() + launch.extents.len());
        let needed = info.bytes(launch.extents)?;
        self.state.with(|state| {
            for (argument, needed) in launch.arguments.iter().zip(needed) {
                words.push(match (argument, needed) {
                    (Argument::Memory(memory, _), Some(bytes)) => state.memory.at(*memory, 0, bytes)?,
                    (Argument::Scalar(bits, _), None) => *bits,
                    _ => return Err(misuse()),
                });
            }
            Ok(())
        })?;
        words.extend(launch.extents.iter().map(|extent| *extent as u64));
        Ok(words)
    }

    /// The address of the word that the kernel polls to learn whether its run has to end.
    fn stop_word(&self, stream: u64) -> Result<u64, DeviceError> {
        self.with_words("allocating the stop flag of kernels", |words| words.of_launch(stream))
    }

    /// Waits before the driver's launch queue is full: if a kernel never ended, this thread would block in
    /// the driver and could not stop it. Also after kernels were told to end: new ones would end at once.
    pub(crate) fn let_work_end(&self, stream: u64, oversight: Oversight<'_>) -> Result<(), DeviceError> {
        let full = self.state.with(|state| state.words.is_full(stream));
        if full { self.wait(stream, Until::Idle, oversight) } else { Ok(()) }
    }

    /// The parameters after the words: tensor maps of the arrays from which the kernel copies boxes.
    fn maps(
        &self,
        launch: &Launch<'_>,
        info: &KernelInfo,
        words: &[u64],
    ) -> Result<Vec<BoxMap>, DeviceError> {
        let one = |copied: &KernelBox| {
            let refused = |why: String| {
                let text =
                    format!("'@{}' copies boxes of its argument {}: {why}", info.name, copied.argument);
                DeviceError::new(Fault::Resources, text)
            };
            let extents = info.argument_extents(copied.argument, launch.extents);
            let extents =
                extents.ok_or_else(|| refused("the argument is larger than any memory".to_string()))?;
            if extents.contains(&0) {
                return Err(refused("the argument has no elements".to_string()));
            }
            let row = extents.last().map_or(0, |extent| extent * copied.elem);
            if extents.len() > 1 && !row.is_multiple_of(BOX_PITCH) {
                let why = format!("its rows have {row} bytes, but must be multiples of {BOX_PITCH} bytes");
                return Err(refused(why));
            }
            let boxed = Boxed {
                address: words[copied.argument],
                elem: copied.elem,
                extents,
                box_extents: copied.extents.clone(),
                swizzle: copied.swizzle,
            };
            let doing = format!("encoding the tensor maps of '@{}'", info.name);
            self.call(&doing, |driver| driver.box_map(&boxed))
        };
        info.boxes.iter().map(one).collect()
    }

    /// Allows a kernel a large dynamic shared memory, or reports that the device has too little.
    fn allow_shared(&self, function: &Function, dynamic: u32) -> Result<(), DeviceError> {
        let total = function.info.shared + u64::from(dynamic);
        if total <= PLAIN_SHARED {
            return Ok(());
        }
        if total > self.info.shared {
            let (name, most) = (&function.info.name, self.info.shared);
            let text = format!(
                "'@{name}' is launched with {total} bytes of shared memory: a block of this GPU has {most}"
            );
            return Err(DeviceError::new(Fault::Resources, text));
        }
        let doing = format!("setting the dynamic shared memory of '@{}'", function.info.name);
        self.call(&doing, |driver| driver.allow_shared(function.handle, dynamic))
    }

    /// Allows a kernel large clusters, or reports that the GPU has none.
    fn allow_clusters(&self, function: &Function, cluster: [u32; 3]) -> Result<(), DeviceError> {
        let blocks = cluster.iter().map(|n| u64::from(*n)).product::<u64>();
        if blocks > 1 && !self.has_clusters {
            let (name, arch) = (&function.info.name, &self.info.arch);
            let text = format!(
                "'@{name}' is launched in clusters of blocks, which need sm_90 or later: this GPU is {arch}"
            );
            return Err(DeviceError::new(Fault::Unsupported, text));
        }
        if !function.info.has_large_clusters() {
            return Ok(());
        }
        let doing = format!("allowing '@{}' clusters of {blocks} blocks", function.info.name);
        self.call(&doing, |driver| driver.allow_large_clusters(function.handle))
    }
}

/// Checks that the threads of a block have enough registers.
fn check_threads(function: &Function, block: [u32; 3]) -> Result<(), DeviceError> {
    let threads: u64 = block.iter().map(|n| u64::from(*n)).product();
    let (most, registers) = (u64::from(function.threads), function.registers);
    if threads <= most {
        return Ok(());
    }
    let name = &function.info.name;
    let text = format!(
        "'@{name}' is launched with {threads} threads of {registers} registers: a block of this GPU has \
         registers for {most} such threads: launch smaller blocks, or set the kernel's max_threads"
    );
    Err(DeviceError::new(Fault::Resources, text))
}
