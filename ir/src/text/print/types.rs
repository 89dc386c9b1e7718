//! The printer of types.

use super::Printer;
use crate::attr::Attribute;
use crate::context::Str;
use crate::types::{Dim, Signedness, Type, TypeData};
use std::fmt::Write;

impl Printer<'_> {
    /// Writes a type. The text of a compound one is built once and then copied.
    #[inline]
    pub fn ty(&mut self, ty: Type) {
        let at = ty.0.get() as usize;
        if let Some(range) = self.types.get(at)
            && !range.is_empty()
        {
            let text = &self.type_texts[range.start as usize..range.end as usize];
            return self.out.push_str(text);
        }
        let start = self.out.len();
        self.write_type(ty);
        // Nested types were printed directly: only types that ops print are worth caching.
        if self.body.is_some() {
            if self.types.len() <= at {
                self.types.resize(at + 1, 0..0);
            }
            let from = self.type_texts.len() as u32;
            self.type_texts.push_str(&self.out[start..]);
            self.types[at] = from..self.type_texts.len() as u32;
        }
    }

    pub(super) fn write_type(&mut self, ty: Type) {
        match self.ctx.type_data(ty) {
            TypeData::None => self.text("none"),
            TypeData::Index => self.text("index"),
            TypeData::Integer { width, signedness } => {
                self.text(match signedness {
                    Signedness::Signless => "i",
                    Signedness::Signed => "si",
                    Signedness::Unsigned => "ui",
                });
                self.integer(*width);
            }
            TypeData::Float(kind) => self.text(kind.name()),
            TypeData::Complex(elem) => {
                self.text("complex<");
                self.write_type(*elem);
                self.text(">");
            }
            TypeData::Vector { shape, scalable, elem } => self.vector_type(shape, scalable, *elem),
            TypeData::Tensor { dims, elem, encoding } => {
                self.text("tensor<");
                self.dims(dims);
                self.write_type(*elem);
                self.optional_attr(*encoding);
                self.text(">");
            }
            TypeData::UnrankedTensor(elem) => {
                self.text("tensor<*x");
                self.write_type(*elem);
                self.text(">");
            }
            TypeData::MemRef { dims, elem, layout, space } => {
                self.text("memref<");
                self.dims(dims);
                self.write_type(*elem);
                self.optional_attr(*layout);
                self.optional_attr(*space);
                self.text(">");
            }
            TypeData::UnrankedMemRef(elem, space) => {
                self.text("memref<*x");
                self.write_type(*elem);
                self.optional_attr(*space);
                self.text(">");
            }
            TypeData::Function { inputs, results } => self.functional_type(inputs, results),
            TypeData::Tuple(types) => {
                self.text("tuple<");
                self.types(types.iter().copied());
                self.text(">");
            }
            TypeData::Opaque { dialect, text } => self.opaque('!', *dialect, *text),
            TypeData::Dialect { dialect, name, params } => {
                self.dialect_type(self.ctx.text(*dialect), self.ctx.text(*name), params);
            }
        }
    }

    fn dialect_type(&mut self, dialect: &str, name: &str, params: &[Attribute]) {
        let _ = write!(self.out, "!{dialect}.{name}");
        if let Some(def) = self.ctx.registry().type_def(&format!("{dialect}.{name}")) {
            def.syntax.print(params, self);
        }
    }

    fn vector_type(&mut self, shape: &[i64], scalable: &[bool], elem: Type) {
        self.text("vector<");
        for (extent, scalable) in shape.iter().zip(scalable) {
            self.text(if *scalable { "[" } else { "" });
            self.integer(*extent);
            self.text(if *scalable { "]x" } else { "x" });
        }
        self.write_type(elem);
        self.text(">");
    }

    /// Writes `4x?x?{2*n+1}x`, up to the element type.
    pub fn dims(&mut self, dims: &[Dim]) {
        for dim in dims {
            self.dim(dim);
            self.text("x");
        }
    }

    /// Writes one extent: `4`, `?` or `?{2*n+1}`.
    pub fn dim(&mut self, dim: &Dim) {
        match dim {
            Dim::Static(n) => self.integer(*n),
            Dim::Unknown => self.text("?"),
            Dim::Term(term) => {
                let _ = write!(self.out, "?{{{term}}}");
            }
        }
    }

    fn optional_attr(&mut self, attr: Option<Attribute>) {
        if let Some(attr) = attr {
            self.text(", ");
            self.array_element(attr);
        }
    }

    /// `!dialect.text`, or `!dialect<text>` if the text is not pretty enough for the former.
    pub(super) fn opaque(&mut self, sigil: char, dialect: Str, text: Str) {
        let (dialect, text) = (self.ctx.text(dialect), self.ctx.text(text));
        self.out.push(sigil);
        self.out.push_str(dialect);
        if is_pretty(text) {
            self.out.push('.');
            self.out.push_str(text);
        } else {
            self.out.push('<');
            self.out.push_str(text);
            self.out.push('>');
        }
    }
}

/// An identifier, alone or followed by one balanced `<…>` to the end.
fn is_pretty(text: &str) -> bool {
    if !text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    let name = text.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_')).count();
    let rest = &text.as_bytes()[name..];
    rest.is_empty() || (rest[0] == b'<' && super::super::types::balanced_length(rest) == Some(rest.len()))
}
