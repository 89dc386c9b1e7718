//! The printer of dense constants.

use super::super::dense::Element;
use super::{Printer, floats};
use crate::attr::DenseData;
use crate::float;
use crate::types::{Type, TypeData};

/// Constants with more elements are written in hexadecimal.
const LIST_LIMIT: usize = 100;

impl Printer<'_> {
    pub(super) fn dense(&mut self, data: &DenseData) {
        if let Some(limit) = self.opts.elide_larger
            && !data.splat
            && self.element_count(data) > limit
        {
            self.text("dense_resource<__elided__> : ");
            return self.ty(data.ty);
        }
        self.dense_value(data);
        self.text(" : ");
        self.ty(data.ty);
    }

    /// `dense<…>` without its type.
    pub(super) fn dense_value(&mut self, data: &DenseData) {
        self.text("dense<");
        self.dense_elements(data);
        self.text(">");
    }

    fn element_count(&self, data: &DenseData) -> usize {
        let elem = self.ctx.elem_type(data.ty);
        Element::of(self.ctx, elem).map_or(0, |e| data.bytes.len() / e.bytes())
    }

    fn dense_elements(&mut self, data: &DenseData) {
        let elem = self.ctx.elem_type(data.ty);
        let Some(element) = Element::of(self.ctx, elem) else { return };
        if data.splat {
            return self.element(element, elem, &data.bytes);
        }
        let count = data.bytes.len() / element.bytes();
        match count {
            0 => {}
            _ if count > LIST_LIMIT => self.hex_elements(element, &data.bytes),
            _ => {
                let shape = self.static_shape(data.ty);
                self.nested_elements(element, elem, &data.bytes, &shape);
            }
        }
    }

    fn static_shape(&self, ty: Type) -> Vec<usize> {
        match self.ctx.type_data(ty) {
            TypeData::Vector { shape, .. } => shape.iter().map(|n| *n as usize).collect(),
            TypeData::Tensor { dims, .. } => {
                dims.iter().map(|d| d.as_static().unwrap_or(0) as usize).collect()
            }
            _ => Vec::new(),
        }
    }

    fn nested_elements(&mut self, element: Element, elem: Type, bytes: &[u8], shape: &[usize]) {
        let Some((extent, inner)) = shape.split_first() else {
            return self.element(element, elem, bytes);
        };
        self.text("[");
        let each = bytes.len() / (*extent).max(1);
        self.commas(bytes.chunks(each.max(1)), |p, chunk| p.nested_elements(element, elem, chunk, inner));
        self.text("]");
    }

    fn element(&mut self, element: Element, elem: Type, bytes: &[u8]) {
        match element {
            Element::Bit => self.text(if bytes.first() == Some(&1) { "true" } else { "false" }),
            Element::Int(..) => {
                let value = read_integer(bytes);
                let unsigned = matches!(
                    self.ctx.type_data(elem),
                    TypeData::Integer { signedness: crate::types::Signedness::Unsigned, .. }
                );
                let shown = if unsigned { read_bits(bytes) as i128 } else { self.narrow(elem, value) };
                self.integer_value(elem, shown);
            }
            Element::Float(kind, _) => {
                let value = float::from_bits(kind, read_bits(bytes)).unwrap_or(f64::NAN);
                floats::write_float(&mut self.out, kind, value);
            }
        }
    }

    /// Sign-extends from the type's width: `i4` elements are stored in whole bytes.
    fn narrow(&self, elem: Type, value: i128) -> i128 {
        match self.ctx.scalar_width(elem) {
            Some(width) if width < 128 => value << (128 - width) >> (128 - width),
            _ => value,
        }
    }

    fn hex_elements(&mut self, element: Element, bytes: &[u8]) {
        self.text("\"0x");
        match element {
            Element::Bit => {
                let pack = |chunk: &[u8]| chunk.iter().enumerate().fold(0u8, |b, (i, v)| b | (v & 1) << i);
                let packed: Vec<u8> = bytes.chunks(8).map(pack).collect();
                super::write_hex(&mut self.out, &packed);
            }
            _ => super::write_hex(&mut self.out, bytes),
        }
        self.text("\"");
    }

    pub(super) fn dense_array(&mut self, ty: Type, bytes: &[u8]) {
        self.text("array<");
        self.ty(ty);
        if let Some(element) = Element::of(self.ctx, ty).filter(|_| !bytes.is_empty()) {
            self.text(": ");
            self.commas(bytes.chunks(element.bytes()), |p, chunk| p.element(element, ty, chunk));
        }
        self.text(">");
    }
}

fn read_bits(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |value, b| value << 8 | *b as u128)
}

fn read_integer(bytes: &[u8]) -> i128 {
    let unused = 128 - 8 * bytes.len().min(16) as u32;
    if unused == 128 { 0 } else { (read_bits(bytes) << unused) as i128 >> unused }
}
