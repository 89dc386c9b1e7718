//! Access of a host function to single elements in device memory: loads, stores and prints.

use super::code::{Element, PrintPlan, Shown};
use super::failure::RunFailure;
use super::run::Run;
use crate::runtime::{Memory, Reading};
use tf_dialects::array::{Array, ArrayError, element_bytes};
use tf_dialects::prints::{Printed, filled};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::stops;

impl Run<'_> {
    /// Prints if there is a printer: copies the elements to the host for that.
    pub(super) fn print(&self, plan: &PrintPlan) -> Result<(), RunFailure> {
        let Some(printer) = self.oversight.printer.filter(|printer| printer.listens()) else {
            return Ok(());
        };
        if self.oversight.is_stopped() {
            return Err(RunFailure::Stopped);
        }
        let values: Result<Vec<Array>, RunFailure> =
            plan.values.iter().map(|(dtype, shown)| self.shown(*dtype, *shown, plan.place)).collect();
        let place = self.place(plan.place);
        printer.print(Printed { text: &filled(&plan.text, &values?), place: &place });
        Ok(())
    }

    fn shown(&self, dtype: DType, shown: Shown, place: u32) -> Result<Array, RunFailure> {
        let failed = |error: ArrayError| self.misuse(format!("a value cannot be printed: {error}"));
        match shown {
            Shown::Scalar(slot) => {
                let scalar = Scalar::from_bits(dtype, self.scalars[slot as usize]);
                Array::from_scalars(dtype, &[], &[scalar]).map_err(failed)
            }
            Shown::Memory(buffer, shape) => {
                let shape = &self.host.shapes[shape as usize];
                let extents = shape.extents.iter().map(|at| self.extents[*at as usize].max(0) as usize);
                let mut array = Array::zeros(dtype, &extents.collect::<Vec<usize>>()).map_err(failed)?;
                let memory = self.memory(buffer)?;
                self.read(memory, 0, array.bytes_mut(), place)?;
                Ok(array)
            }
        }
    }
    /// The offset of an element in bytes, and its size.
    fn offset(&self, element: &Element) -> Result<(u64, usize), RunFailure> {
        let shape = &self.host.shapes[element.shape as usize];
        let mut linear = 0i64;
        for (subscript, extent) in element.subscripts.iter().zip(&shape.extents) {
            let (at, extent) = (self.scalars[*subscript as usize] as i64, self.extents[*extent as usize]);
            if !(0..extent).contains(&at) {
                return Err(RunFailure::Trap {
                    status: stops::OUT_OF_BOUNDS,
                    message: format!("index {at} is outside an axis of extent {extent}"),
                    place: self.place(element.place),
                });
            }
            linear = linear * extent + at;
        }
        let each = element_bytes(element.dtype).unwrap_or(8);
        Ok((linear as u64 * each as u64, each))
    }

    /// Reads bytes from the device after its work, unless the run has to end.
    fn read(&self, from: Memory, offset: u64, bytes: &mut [u8], place: u32) -> Result<(), RunFailure> {
        let mut readings = [Reading { from, offset, bytes }];
        self.device(self.runtime().download(self.stream, &mut readings, self.oversight), place)?;
        if self.oversight.is_stopped() { Err(RunFailure::Stopped) } else { Ok(()) }
    }

    pub(super) fn load(&self, element: &Element) -> Result<u64, RunFailure> {
        let (offset, each) = self.offset(element)?;
        let mut word = [0u8; 8];
        let memory = self.memory(element.buffer)?;
        self.read(memory, offset, &mut word[..each], element.place)?;
        Ok(Scalar::from_bits(element.dtype, u64::from_le_bytes(word)).bits())
    }

    pub(super) fn store(&self, element: &Element, bits: u64) -> Result<(), RunFailure> {
        let (offset, each) = self.offset(element)?;
        let word = bits.to_le_bytes();
        let memory = self.memory(element.buffer)?;
        let written = self.runtime().upload(self.stream, memory, offset, &word[..each], self.oversight);
        self.device(written, element.place)
    }
}
