//! Launches of kernels: found once, checked at each call.

use super::code::{Command, LaunchArgument, LaunchPlan, Slot};
use super::compile::{Compiler, Home, Result};
use crate::kernels::{KernelParam, scalar_bytes};
use tf_dialects::kernel::Launch;
use tf_ir::body::{Op, Value};

impl Compiler<'_> {
    pub(super) fn launch(&mut self, op: Op) -> Result<()> {
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
            return Err(body.op(op).error("has another number of arguments than its kernel"));
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
                _ => return Err(body.op(op).error("has an argument that is not what its kernel takes")),
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

    /// Numbers along x, y and z.
    fn sizes(&self, op: Op, values: &[Value]) -> Result<[Option<Slot>; 3]> {
        let mut sizes = [None; 3];
        for (to, from) in sizes.iter_mut().zip(values) {
            *to = Some(self.scalar(op, *from)?);
        }
        Ok(sizes)
    }
}
