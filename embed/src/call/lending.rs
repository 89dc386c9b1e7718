//! Zero-copy arrays in device memory of other libraries.

use crate::call::device_array::{DeviceArray, Lender};
use crate::error::Error;
use crate::session::Session;
use crate::session::device::Device;
use tf_device::Memory;
use tf_dialects::array::{Array, Layout};

impl Session {
    /// An array whose elements another owner, such as another library, holds on a device: calls there take it
    /// without a copy, and never write it. The elements are row-major and dense from `address` on. `lender`
    /// keeps them alive; it is dropped, on any thread, with the last reference. Devices that compute in host
    /// memory without compiled kernels (`interp`, `cpu`, `simt`) copy the elements.
    ///
    /// # Safety
    /// The device memory from `address` on must hold all bytes of the layout, initialised, and unchanged
    /// while `lender` lives.
    ///
    /// # Errors
    /// [`Error::Device`]: the device does not exist, or kernels cannot use memory at this address.
    pub unsafe fn lent(
        &self,
        device: &Device,
        layout: &Layout,
        address: u64,
        lender: Lender,
    ) -> Result<DeviceArray, Error> {
        let layout = Layout::dense(layout.dtype(), layout.extents())?;
        let bytes = layout.byte_range().map_or(0, |(_, end)| end.unsigned_abs());
        if let Some(on) = self.open(device)? {
            return DeviceArray::lent(layout, on, Memory { address, bytes }, lender);
        }
        let from = std::ptr::with_exposed_provenance::<u8>(address as usize);
        let elements = match bytes {
            // The address is arbitrary.
            0 => &[][..],
            // SAFETY: promised by the caller.
            _ => unsafe { std::slice::from_raw_parts(from, bytes as usize) },
        };
        let mut array = Array::zeros(layout.dtype(), layout.extents())?;
        array.bytes_mut().copy_from_slice(elements);
        drop(lender);
        Ok(DeviceArray::here(array, device))
    }

    /// The handle of a GPU stream on which the session waits for other libraries: they order their work
    /// before that stream's next work, then [`Session::await_stream`] waits. `None` on other devices.
    ///
    /// # Errors
    /// [`Error::Device`]: the device does not exist.
    pub fn stream_of(&self, device: &Device) -> Result<Option<u64>, Error> {
        Ok(self.open(device)?.and_then(|on| on.stream_number()))
    }

    /// Waits until the stream of [`Session::stream_of`] is idle.
    ///
    /// # Errors
    /// [`Error::Device`]: an error of its work.
    pub fn await_stream(&self, device: &Device) -> Result<(), Error> {
        match self.open(device)? {
            Some(on) => Ok(on.synchronize()?),
            None => Ok(()),
        }
    }
}
