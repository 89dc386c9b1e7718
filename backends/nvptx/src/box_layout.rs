//! Arrays from which boxes are copied, in the form that the driver encodes as tensor maps.

use crate::driver::Boxed;
use cudarc::driver::sys;
use tf_device::kernels::Swizzle;

/// An array from which boxes are copied, in the driver's form: innermost axes first.
pub(super) struct Layout {
    pub(super) elem: sys::CUtensorMapDataType,
    pub(super) extents: Vec<u64>,
    /// Strides in bytes of all axes but the innermost.
    pub(super) pitches: Vec<u64>,
    pub(super) box_extents: Vec<u32>,
    /// Element strides of a box: all 1.
    pub(super) steps: Vec<u32>,
}

impl Layout {
    pub(super) fn of(boxed: &Boxed) -> Layout {
        use sys::CUtensorMapDataType as Of;
        // Only the element size matters: elements outside of the array are filled with zero bytes.
        let elem = match boxed.elem {
            1 => Of::CU_TENSOR_MAP_DATA_TYPE_UINT8,
            2 => Of::CU_TENSOR_MAP_DATA_TYPE_UINT16,
            4 => Of::CU_TENSOR_MAP_DATA_TYPE_UINT32,
            _ => Of::CU_TENSOR_MAP_DATA_TYPE_UINT64,
        };
        let extents: Vec<u64> = boxed.extents.iter().rev().copied().collect();
        let inner = &extents[..extents.len().saturating_sub(1)];
        let pitch = |bytes: &mut u64, extent: &u64| {
            *bytes = bytes.saturating_mul(*extent);
            Some(*bytes)
        };
        let pitches = inner.iter().scan(boxed.elem, pitch).collect();
        let box_extents: Vec<u32> = boxed.box_extents.iter().rev().map(|extent| *extent as u32).collect();
        Layout { elem, extents, pitches, steps: vec![1; box_extents.len()], box_extents }
    }
}

/// The driver's name of a swizzle.
pub(super) fn swizzle(boxed: &Boxed) -> sys::CUtensorMapSwizzle {
    match boxed.swizzle {
        Swizzle::Rows128 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_128B,
        Swizzle::Rows64 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_64B,
        Swizzle::Rows32 => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_32B,
        Swizzle::Plain => sys::CUtensorMapSwizzle::CU_TENSOR_MAP_SWIZZLE_NONE,
    }
}
