//! Launches of kernels: resolved once, checked at each call.

use super::code::{Command, LaunchArgument, LaunchPlan, Slot};
use super::compile::{self, Compiler, Home};
use super::failure::RunFailure;
use super::run::Run;
use crate::kernels::{KernelParam, scalar_bytes};
use crate::runtime::{Argument, Launch as RuntimeLaunch};
use smallvec::SmallVec;
use tf_dialects::kernel::Launch;
use tf_ir::body::{Op, Value};

impl Compiler<'_> {
    pub(super) fn launch(&mut self, op: Op) -> compile::Result<()> {
        let body = self.body;
        let view = body.op(op).view(Launch);
        if view.is_on_values() {
            return Err(body.op(op).error("works on tensors: a host works on memory (run bufferize first)"));
        }
        let name = view.kernel();
        let kernel = self.host.kernels.iter().position(|kernel| kernel.name == name);
        let kernel = kernel
            .ok_or_else(|| body.op(op).error(format_args!("launches '@{name}', which is not defined")))?;
        let params = self.host.kernels[kernel].params.clone();
        let arguments = view.arguments();
        if arguments.len() != params.len() {
            return Err(body.op(op).error("has a different number of arguments than its kernel"));
        }
        let mut given = Vec::new();
        for (value, param) in arguments.into_iter().zip(params) {
            given.push(match (self.home(value), param) {
                (Some(Home::Memory(buffer, shape)), KernelParam::Memory(..)) => {
                    LaunchArgument::Memory(buffer, shape)
                }
                (Some(Home::Scalar(slot)), KernelParam::Scalar(dtype)) => {
                    LaunchArgument::Scalar(slot, scalar_bytes(dtype))
                }
                _ => return Err(body.op(op).error("has an argument that does not match its kernel")),
            });
        }
        let plan = LaunchPlan {
            kernel: kernel as u32,
            grid: self.sizes(op, &view.grid())?,
            block: self.sizes(op, &view.block())?,
            shared: view.shared().map(|value| self.scalar(op, value)).transpose()?,
            arguments: given,
            place: self.place(op),
        };
        self.push(Command::Launch(Box::new(plan)));
        Ok(())
    }

    /// Sizes along x, y and z.
    fn sizes(&self, op: Op, values: &[Value]) -> compile::Result<[Option<Slot>; 3]> {
        let mut sizes = [None; 3];
        for (to, from) in sizes.iter_mut().zip(values) {
            *to = Some(self.scalar(op, *from)?);
        }
        Ok(sizes)
    }
}

impl Run<'_> {
    fn numbers(&self, slots: [Option<Slot>; 3]) -> [i64; 3] {
        slots.map(|slot| slot.map_or(1, |slot| self.scalars[slot as usize] as i64))
    }

    pub(super) fn launch(&self, plan: &LaunchPlan) -> Result<(), RunFailure> {
        let info = &self.host.kernels[plan.kernel as usize];
        let refuse = |message: String| RunFailure::Launch {
            message: format!("the launch of '@{}' {message}", info.name),
            place: self.place(plan.place),
        };
        let (grid, block) = (self.numbers(plan.grid), self.numbers(plan.block));
        let shared = plan.shared.map_or(0, |slot| self.scalars[slot as usize] as i64);
        info.check(grid, block, shared).map_err(refuse)?;
        let mut arguments: SmallVec<[Argument; 16]> = SmallVec::new();
        for argument in &plan.arguments {
            arguments.push(match argument {
                LaunchArgument::Memory(buffer, shape) => {
                    let axes = self.host.shapes[*shape as usize].extents.len() as u32;
                    Argument::Memory(self.memory(*buffer)?, axes)
                }
                LaunchArgument::Scalar(slot, bytes) => Argument::Scalar(self.scalars[*slot as usize], *bytes),
            });
        }
        let actual: SmallVec<[i64; 16]> = info.places.iter().map(|place| self.actual(plan, *place)).collect();
        let extents = info.extents(&actual).map_err(refuse)?;
        if grid.contains(&0) {
            return Ok(());
        }
        let kernel = self.loaded.kernels.get(plan.kernel as usize).copied();
        let kernel = kernel.ok_or_else(|| self.misuse("the kernels were not loaded".to_string()))?;
        let launch = RuntimeLaunch {
            kernel,
            grid: grid.map(|n| n as u32),
            block: block.map(|n| n as u32),
            cluster: info.cluster.unwrap_or([1; 3]).map(|n| n as u32),
            shared: shared as u32,
            arguments: &arguments,
            extents: &extents,
            oversight: self.oversight,
        };
        let done = self.runtime().launch(self.stream, &launch);
        if self.oversight.is_stopped() {
            return Err(RunFailure::Stopped);
        }
        self.device(done, plan.place)
    }

    /// An extent of an argument, or the scalar argument itself.
    fn actual(&self, plan: &LaunchPlan, (argument, axis): (usize, usize)) -> i64 {
        match plan.arguments[argument] {
            LaunchArgument::Memory(_, shape) => {
                self.extents[self.host.shapes[shape as usize].extents[axis] as usize]
            }
            LaunchArgument::Scalar(slot, _) => self.scalars[slot as usize] as i64,
        }
    }
}
