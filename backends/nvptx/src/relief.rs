//! What a GPU does when it is out of memory: it frees what is kept for later calls, and tries once more.

use crate::gpu::Gpu;
use crate::waiting::Until;
use std::sync::{Arc, Weak};
use tf_device::{Cache, DeviceError, Fault, Oversight, Stream};

impl Gpu {
    /// Tries to do something that needs memory. If the device has too little, caches are cleared, the stream
    /// is awaited, pools are trimmed, and it is tried once more. A stream that records its work cannot be
    /// awaited.
    pub(crate) fn with_relief<T>(
        &self,
        stream: Option<u64>,
        oversight: Oversight<'_>,
        get: impl Fn() -> Result<T, DeviceError>,
    ) -> Result<T, DeviceError> {
        let first = get();
        let lacks = matches!(&first, Err(error) if error.fault == Fault::OutOfMemory);
        let records = stream.is_some_and(|stream| self.state.with(|state| state.words.records(stream)));
        if !lacks || records {
            return first;
        }
        self.relieve(stream, oversight)?;
        get()
    }

    fn relieve(&self, stream: Option<u64>, oversight: Oversight<'_>) -> Result<(), DeviceError> {
        const DOING: &str = "freeing memory";
        let (caches, unfreed) = self.state.with(|state| {
            let caches: Vec<Arc<dyn Cache>> = state.caches.iter().filter_map(Weak::upgrade).collect();
            (caches, std::mem::take(&mut state.unfreed))
        });
        // The driver's default stream is idle: no work is put into it.
        let own = stream.unwrap_or(0);
        caches.iter().for_each(|cache| cache.clear(self, Stream(own)));
        for address in unfreed {
            if self.call(DOING, |driver| driver.free(own, address)).is_err() {
                self.state.with(|state| state.unfreed.push(address));
            }
        }
        self.wait(own, Until::Idle, oversight)?;
        match self.call(DOING, |driver| driver.trim(self.device, self.pool)) {
            Err(error) if error.is_final() => Err(error),
            _ => Ok(()),
        }
    }
}
