//! Arrays that stay on devices.

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

/// An array on a device: a result of [`Executable::call_on_device`](crate::Executable::call_on_device), or a
/// copy that [`Session::to_device`] made. A call on the same device takes it without a copy. A clone refers
/// to the same array.
///
/// Passed by value, it is donated: if it is the only reference, the call may write a result into its memory,
/// which is free after the call. Passed by reference, it keeps its value.
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

/// The location of the elements.
#[derive(Clone)]
enum Elements {
    /// Host memory, for devices that compute there.
    Here(Arc<Array>),
    /// Memory of a device.
    There(Arc<Allocation>),
}

/// Memory of a device that an array owns, or that a lender owns.
struct Allocation {
    on: Arc<OpenDevice>,
    memory: Memory,
    lender: Option<Lender>,
}

/// Keeps lent memory alive; it is dropped with the last reference to that memory.
pub type Lender = Box<dyn Any + Send + Sync>;

impl Drop for Allocation {
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
    /// An array in host memory, for a device that computes there.
    pub(crate) fn here(array: Array, device: &Device) -> DeviceArray {
        let (layout, elements) = (array.layout().clone(), Elements::Here(Arc::new(array)));
        DeviceArray { layout, device: device.clone(), elements }
    }

    /// An array that owns device memory with the elements of a dense layout.
    pub(crate) fn there(layout: Layout, on: Arc<OpenDevice>, memory: Memory) -> DeviceArray {
        let device = on.device().clone();
        DeviceArray {
            layout,
            device,
            elements: Elements::There(Arc::new(Allocation { on, memory, lender: None })),
        }
    }

    /// An array in device memory with the elements of a dense layout that a lender owns.
    ///
    /// # Errors
    /// Kernels cannot use memory at this address.
    pub(crate) fn lent(
        layout: Layout,
        on: Arc<OpenDevice>,
        memory: Memory,
        lender: Lender,
    ) -> Result<DeviceArray, Error> {
        on.runtime().lend(memory)?;
        let device = on.device().clone();
        let held = Allocation { on, memory, lender: Some(lender) };
        Ok(DeviceArray { layout, device, elements: Elements::There(Arc::new(held)) })
    }

    /// Element type and extents. The layout is dense.
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

    /// Its device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// The device address of the first element. It is valid while the array lives.
    pub fn address(&self) -> u64 {
        match &self.elements {
            Elements::Here(array) => array.bytes().as_ptr().expose_provenance() as u64,
            Elements::There(held) => held.memory.address,
        }
    }

    /// The elements, copied to the host.
    ///
    /// # Errors
    /// [`Error::Device`]: the device failed, and all arrays on it are lost.
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

    /// The elements, if they are in host memory.
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

    /// The same memory with another element type and other extents of equal size in bytes.
    pub(crate) fn with_layout(&self, layout: &Layout) -> DeviceArray {
        DeviceArray { layout: layout.clone(), ..self.clone() }
    }

    /// The array, if it is in host memory and this is the only reference.
    #[allow(clippy::result_large_err)]
    pub(crate) fn into_sole(self) -> Result<Array, DeviceArray> {
        let DeviceArray { layout, device, elements } = self;
        match elements {
            Elements::Here(array) if *array.layout() == layout => Arc::try_unwrap(array)
                .map_err(|array| DeviceArray { layout, device, elements: Elements::Here(array) }),
            elements => Err(DeviceArray { layout, device, elements }),
        }
    }

    /// True if it may be written: this is the only reference.
    pub(crate) fn is_sole(&self) -> bool {
        match &self.elements {
            Elements::Here(array) => Arc::strong_count(array) == 1,
            // Lent memory is read-only.
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
    /// A scalar, or an array in host memory.
    Plain(Argument<'a>),
    /// An array on a device. True if it is donated: no reference remains after the call.
    Held(&'a DeviceArray, bool),
}

impl<'a> Input<'a> {
    /// Arguments in host memory.
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

    /// The argument in host memory.
    ///
    /// # Errors
    /// It is on a device with separate memory.
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

/// The error of an array on another device than the program.
pub(crate) fn elsewhere(signature: &Signature, at: usize, array: &DeviceArray, here: &str) -> Error {
    let name =
        signature.params().get(at).map_or_else(|| format!("#{at}"), |param| format!("'{}'", param.name));
    // The same device, opened by another session, or reopened after a failure.
    let another = if here == format!("on {}", array.device()) { " in another session" } else { "" };
    let text = format!(
        "the argument {name} of '{}' is on {}{another}, but the program computes {here}: copy it to the \
         host (to_array), or to that device (to_device)",
        signature.title(),
        array.device()
    );
    Error::Device(DeviceError::new(Fault::Misuse, text))
}
