//! Arrays of others on devices: taken without copies.

use crate::call::held::{DeviceArray, Lender};
use crate::error::Error;
use crate::session::Session;
use crate::session::device::Device;
use tf_device::Memory;
use tf_dialects::array::{Array, Layout};

impl Session {
    /// An array whose elements somebody else has on a device, such as another library: calls there take it without a copy, and never write it.
    /// The elements follow each other row by row from the address on. `lender` keeps them there; it is dropped, on any thread, when nobody looks
    /// at them any more. On devices that compute in the memory of the process without kernels of their own (`interp`, `cpu`, `simt`), this copies.
    ///
    /// # Safety
    /// From `address` on there are as many bytes as the layout takes, in memory of that device, complete, and unchanged while `lender` lives.
    ///
    /// # Errors
    /// [`Error::Device`]: there is no such device, or kernels cannot use memory that begins there.
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
            // The address may be any.
            0 => &[][..],
            // SAFETY: promised by the caller.
            _ => unsafe { std::slice::from_raw_parts(from, bytes as usize) },
        };
        let mut array = Array::zeros(layout.dtype(), layout.extents())?;
        array.bytes_mut().copy_from_slice(elements);
        drop(lender);
        Ok(DeviceArray::here(array, device))
    }

    /// The number of a stream of a GPU on which the session waits for what others compute: they have their work come before what that stream does
    /// next, then [`Session::await_stream`] waits. Nothing on other devices.
    ///
    /// # Errors
    /// [`Error::Device`]: there is no such device.
    pub fn stream_of(&self, device: &Device) -> Result<Option<u64>, Error> {
        Ok(self.open(device)?.and_then(|on| on.stream_number()))
    }

    /// Waits until the stream of [`Session::stream_of`] has nothing to do.
    ///
    /// # Errors
    /// [`Error::Device`]: what its work did wrong.
    pub fn await_stream(&self, device: &Device) -> Result<(), Error> {
        match self.open(device)? {
            Some(on) => Ok(on.synchronize()?),
            None => Ok(()),
        }
    }
}
