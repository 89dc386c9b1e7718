//! Arrays that stay where programs run.

use crate::error::Error;
use crate::session::device::Device;
use crate::session::open::OpenDevice;
use smallvec::SmallVec;
use std::any::Any;
use std::fmt;
use std::sync::Arc;
use tf_cpu::exec::Argument;
use tf_device::{DeviceError, Fault, Memory};
use tf_dialects::array::{Array, ArrayView, Layout};
use tf_dialects::scalar::DType;
use tf_dialects::signature::{Given, Signature};

/// An array that is on a device: a result of [`Executable::call_on_device`](crate::Executable::call_on_device), or a copy that
/// [`Session::to_device`] made. A call on the same device takes it without a copy. A clone is the same array.
///
/// Given by value, it is donated: if nobody else holds it, the call may write a result where it is, and its memory is free behind the call. Given by
/// reference, it stays what it is.
///
/// ```
/// # use tensorforge::*;
/// # let session = Session::new()?;
/// let program = Program::trace("step", |p| p.input::<f32>("x", [p.dim("n")]) * 0.5)?;
/// let exe = session.compile(&program, &Device::interp())?;
/// let mut x = session.to_device(&Array::from_slice(&[2], &[8.0f32, 4.0])?, &Device::interp())?;
/// for _ in 0..3 {
///     x = exe.call_on_device(x)?; // what was x is donated
/// }
/// assert_eq!(x.to_array()?.as_slice::<f32>()?, [1.0, 0.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct DeviceArray {
    layout: Layout,
    device: Device,
    elements: Elements,
}

/// Where elements are.
#[derive(Clone)]
enum Elements {
    /// Devices that compute in the memory of the process.
    Here(Arc<Array>),
    /// Memory of a device.
    There(Arc<Held>),
}

/// Memory of a device that an array owns, or that somebody else has lent.
struct Held {
    on: Arc<OpenDevice>,
    memory: Memory,
    lender: Option<Lender>,
}

/// What keeps memory of somebody else's where it is; it is dropped when nobody looks at that any more.
pub type Lender = Box<dyn Any + Send + Sync>;

impl Drop for Held {
    fn drop(&mut self) {
        match self.lender.take() {
            None => self.on.release(self.memory),
            Some(lender) => {
                self.on.runtime().leave(self.memory);
                drop(lender);
            }
        }
    }
}

impl DeviceArray {
    /// An array in the memory of the process, for a device that computes there.
    pub(crate) fn here(array: Array, device: &Device) -> DeviceArray {
        let (layout, elements) = (array.layout().clone(), Elements::Here(Arc::new(array)));
        DeviceArray { layout, device: device.clone(), elements }
    }

    /// Memory of a device that holds the elements of a dense layout, and that the array owns from now on.
    pub(crate) fn there(layout: Layout, on: Arc<OpenDevice>, memory: Memory) -> DeviceArray {
        let device = on.device().clone();
        DeviceArray { layout, device, elements: Elements::There(Arc::new(Held { on, memory, lender: None })) }
    }

    /// Memory of a device that holds the elements of a dense layout, and that is somebody else's.
    ///
    /// # Errors
    /// Kernels cannot use memory that begins there.
    pub(crate) fn lent(
        layout: Layout,
        on: Arc<OpenDevice>,
        memory: Memory,
        lender: Lender,
    ) -> Result<DeviceArray, Error> {
        on.runtime().lend(memory)?;
        let device = on.device().clone();
        let held = Held { on, memory, lender: Some(lender) };
        Ok(DeviceArray { layout, device, elements: Elements::There(Arc::new(held)) })
    }

    /// Element type and extents. There are no gaps.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.layout.dtype()
    }

    /// The extents, outermost axis first.
    pub fn extents(&self) -> &[usize] {
        self.layout.extents()
    }

    /// Where it is.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The address of the first element, by which the device knows it. It is valid while the array lives.
    pub fn address(&self) -> u64 {
        match &self.elements {
            Elements::Here(array) => array.bytes().as_ptr().expose_provenance() as u64,
            Elements::There(held) => held.memory.address,
        }
    }

    /// The elements, copied to the host.
    ///
    /// # Errors
    /// [`Error::Device`]: the device failed, with all arrays that were on it.
    pub fn to_array(&self) -> Result<Array, Error> {
        match &self.elements {
            Elements::Here(array) => Ok((**array).clone()),
            Elements::There(held) => {
                let mut array = Array::for_result(self.layout.dtype(), self.layout.extents())?;
                held.on.download(held.memory, array.bytes_mut())?;
                Ok(array)
            }
        }
    }

    /// The elements, if they are in the memory of the process.
    pub(crate) fn view(&self) -> Option<ArrayView<'_>> {
        match &self.elements {
            Elements::Here(array) => Some(array.view()),
            Elements::There(_) => None,
        }
    }

    /// The memory, if it is on this device.
    pub(crate) fn memory_on(&self, device: &Arc<OpenDevice>) -> Option<Memory> {
        match &self.elements {
            Elements::There(held) if Arc::ptr_eq(&held.on, device) => Some(held.memory),
            _ => None,
        }
    }

    /// The same memory with another element type and other extents, for as many bytes.
    pub(crate) fn with_layout(&self, layout: &Layout) -> DeviceArray {
        DeviceArray { layout: layout.clone(), ..self.clone() }
    }

    /// The array, if it is in the memory of the process and nobody else holds it.
    #[allow(clippy::result_large_err)]
    pub(crate) fn into_sole(self) -> Result<Array, DeviceArray> {
        let DeviceArray { layout, device, elements } = self;
        match elements {
            Elements::Here(array) if *array.layout() == layout => Arc::try_unwrap(array)
                .map_err(|array| DeviceArray { layout, device, elements: Elements::Here(array) }),
            elements => Err(DeviceArray { layout, device, elements }),
        }
    }

    /// True if it may be written: nobody else holds it.
    pub(crate) fn is_sole(&self) -> bool {
        match &self.elements {
            Elements::Here(array) => Arc::strong_count(array) == 1,
            // What is somebody else's is not to be written.
            Elements::There(held) => held.lender.is_none() && Arc::strong_count(held) == 1,
        }
    }
}

impl fmt::Debug for DeviceArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeviceArray({}{:?} on {})", self.dtype(), self.extents(), self.device)
    }
}

/// An argument of a call on a device.
#[derive(Clone, Debug)]
pub(crate) enum Input<'a> {
    /// A number, or an array in the memory of the process.
    Plain(Argument<'a>),
    /// An array that is on a device. True if it is donated: nobody looks at it behind the call.
    Held(&'a DeviceArray, bool),
}

impl<'a> Input<'a> {
    /// Arguments that are not on a device.
    pub(crate) fn all(arguments: &[Argument<'a>]) -> SmallVec<[Input<'a>; 8]> {
        arguments.iter().cloned().map(Input::Plain).collect()
    }

    pub(crate) fn shape(&self) -> Given<'_> {
        match self {
            Input::Plain(Argument::Scalar(scalar)) => Given::Scalar(*scalar),
            Input::Plain(Argument::Tensor(view)) => Given::Tensor(view.layout()),
            Input::Held(array, _) => Given::Tensor(array.layout()),
        }
    }

    /// The argument in the memory of the process.
    ///
    /// # Errors
    /// It is on a device that computes elsewhere.
    #[inline]
    pub(crate) fn plain(self, signature: &Signature, at: usize) -> Result<Argument<'a>, Error> {
        match self {
            Input::Plain(argument) => Ok(argument),
            Input::Held(array, _) => match array.view() {
                Some(view) => Ok(Argument::Tensor(view)),
                None => Err(elsewhere(signature, at, array, "in the memory of this process")),
            },
        }
    }
}

/// An array is on another device than the program.
pub(crate) fn elsewhere(signature: &Signature, at: usize, array: &DeviceArray, here: &str) -> Error {
    let name =
        signature.params().get(at).map_or_else(|| format!("#{at}"), |param| format!("'{}'", param.name));
    // The same device, opened by somebody else, or again after it failed.
    let another = if here == format!("on {}", array.device()) { " in another session" } else { "" };
    let text = format!(
        "the argument {name} of '{}' is on {}{another}, but the program computes {here}: bring it to the host (to_array), or to that device (to_device)",
        signature.title(),
        array.device()
    );
    Error::Device(DeviceError::new(Fault::Misuse, text))
}
