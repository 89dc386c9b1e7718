//! The safetensors format: a JSON header with types, shapes and offsets, then the elements.

use super::stored::{Stored, StoredType, stored_type};
use crate::Array;
use crate::error::plain;
use ::safetensors::tensor::{Dtype, SafeTensors, TensorView};
use std::fs::File;
use std::io::{BufWriter, Write};

/// The names of the tensors in a file, sorted.
pub(super) fn names(bytes: &[u8]) -> Result<Vec<String>, String> {
    let file = open(bytes)?;
    let mut names: Vec<String> = file.names().into_iter().map(str::to_string).collect();
    names.sort_unstable();
    Ok(names)
}

fn open(bytes: &[u8]) -> Result<SafeTensors<'_>, String> {
    SafeTensors::deserialize(bytes).map_err(|e| format!("is not a valid .safetensors file: {e}"))
}

/// Reads the tensor with this name.
pub(super) fn read(bytes: &[u8], name: &str) -> Result<Stored, String> {
    let file = open(bytes)?;
    let tensor = file.tensor(name).map_err(|e| e.to_string())?;
    let r#type = match tensor.dtype() {
        Dtype::BOOL => StoredType::Bool,
        Dtype::U8 => StoredType::U8,
        Dtype::I8 => StoredType::I8,
        Dtype::U16 => StoredType::U16,
        Dtype::I16 => StoredType::I16,
        Dtype::U32 => StoredType::U32,
        Dtype::I32 => StoredType::I32,
        Dtype::U64 => StoredType::U64,
        Dtype::I64 => StoredType::I64,
        Dtype::F16 => StoredType::F16,
        Dtype::BF16 => StoredType::BF16,
        Dtype::F32 => StoredType::F32,
        Dtype::F64 => StoredType::F64,
        other => return Err(format!("has elements of type {other:?}, which tensors do not support")),
    };
    let mut array = Array::zeros(r#type.dtype(), tensor.shape()).map_err(|e| e.to_string())?;
    let (wanted, found) = (array.bytes().len(), tensor.data().len());
    if wanted != found {
        return Err(format!("has {found} bytes, but its shape needs {wanted}"));
    }
    array.bytes_mut().copy_from_slice(tensor.data());
    Ok(Stored::new(r#type, array))
}

/// Writes tensors; the format defines their order.
pub(super) fn write(file: &mut BufWriter<File>, arrays: &[(&str, &Array)]) -> Result<(), String> {
    let mut views = Vec::with_capacity(arrays.len());
    for (name, array) in arrays {
        let dtype = match stored_type(array.dtype())? {
            StoredType::Bool => Dtype::BOOL,
            StoredType::I8 => Dtype::I8,
            StoredType::I16 => Dtype::I16,
            StoredType::I32 => Dtype::I32,
            StoredType::I64 => Dtype::I64,
            StoredType::U8 => Dtype::U8,
            StoredType::U16 => Dtype::U16,
            StoredType::U32 => Dtype::U32,
            StoredType::U64 => Dtype::U64,
            StoredType::F16 => Dtype::F16,
            StoredType::BF16 => Dtype::BF16,
            StoredType::F32 => Dtype::F32,
            StoredType::F64 => Dtype::F64,
            other => return Err(format!("the .safetensors format does not support {other}")),
        };
        let view = TensorView::new(dtype, array.extents().to_vec(), array.bytes());
        views.push(((*name).to_string(), view.map_err(|e| e.to_string())?));
    }
    let bytes = ::safetensors::serialize(views, None).map_err(|e| e.to_string())?;
    file.write_all(&bytes).map_err(|e| plain(&e))
}
