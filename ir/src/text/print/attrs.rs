//! The printer of attributes.

use super::{Printer, floats};
use crate::attr::{AttrData, Attribute};
use crate::context::Str;
use crate::types::{FloatKind, Signedness, Type, TypeData};
use std::fmt::Write;

impl Printer<'_> {
    /// Writes an attribute with its type.
    #[inline]
    pub fn attr(&mut self, attr: Attribute) {
        self.write_attr(attr, true);
    }

    /// Writes an attribute without its type, which the context determines.
    pub fn attr_without_type(&mut self, attr: Attribute) {
        match self.ctx.attr_data(attr) {
            AttrData::Integer(ty, value) => self.integer_value(*ty, *value),
            AttrData::Float(ty, bits) => self.float_value(*ty, f64::from_bits(*bits)),
            AttrData::Dense(data) => self.dense_value(data),
            AttrData::String(text, _) => self.string(self.ctx.text(*text)),
            _ => self.attr(attr),
        }
    }

    /// Writes an attribute; `i64` and `f64` elements print without their types.
    pub(super) fn array_element(&mut self, attr: Attribute) {
        self.write_attr(attr, false);
    }

    fn write_attr(&mut self, attr: Attribute, typed: bool) {
        match self.ctx.attr_data(attr) {
            AttrData::Unit => self.text("unit"),
            AttrData::Integer(ty, value) => {
                self.integer_value(*ty, *value);
                let boolean = *ty == self.ctx.i1();
                self.colon_type(*ty, !boolean && (typed || *ty != self.ctx.i64()));
            }
            AttrData::Float(ty, bits) => {
                self.float_value(*ty, f64::from_bits(*bits));
                self.colon_type(*ty, typed || *ty != self.ctx.f64());
            }
            AttrData::String(text, ty) => {
                self.string(self.ctx.text(*text));
                self.optional_colon_type(*ty);
            }
            AttrData::Type(ty) => self.ty(*ty),
            AttrData::Array(items) => {
                self.text("[");
                self.attrs(items);
                self.text("]");
            }
            AttrData::Dict(entries) => {
                self.text("{");
                self.commas(entries.iter(), |p, (name, value)| p.entry(p.ctx.text(*name), *value));
                self.text("}");
            }
            AttrData::Symbol(root, nested) => self.symbol(*root, nested),
            AttrData::Dense(data) => self.dense(data),
            AttrData::DenseArray(ty, bytes) => self.dense_array(*ty, bytes),
            AttrData::Resource(ty, key) => {
                self.text("dense_resource<");
                self.keyword_or_string(self.ctx.text(*key));
                self.text(">");
                self.colon_type(*ty, true);
            }
            AttrData::Location(loc) => self.location_attr(*loc),
            AttrData::Strided(strides, offset) => self.strided(strides, *offset),
            AttrData::Distinct(id, value) => self.distinct(*id, *value),
            AttrData::Opaque { dialect, text, ty } => {
                self.opaque('#', *dialect, *text);
                self.optional_colon_type(*ty);
            }
            AttrData::Dialect { dialect, name, params } => {
                self.dialect_attr(self.ctx.text(*dialect), self.ctx.text(*name), params);
            }
            AttrData::Extents(extents) => {
                self.text("extents<");
                self.extents(extents);
                self.text(">");
            }
            AttrData::AffineMap(map) => {
                let _ = write!(self.out, "{map}");
            }
            AttrData::IntegerSet(set) => {
                let _ = write!(self.out, "{set}");
            }
        }
    }

    fn colon_type(&mut self, ty: Type, shown: bool) {
        if shown {
            self.text(" : ");
            self.ty(ty);
        }
    }

    fn optional_colon_type(&mut self, ty: Option<Type>) {
        if let Some(ty) = ty {
            self.colon_type(ty, true);
        }
    }

    pub(super) fn integer_value(&mut self, ty: Type, value: i128) {
        match self.ctx.type_data(ty) {
            TypeData::Integer { width: 1, signedness: Signedness::Signless } => {
                self.text(if value != 0 { "true" } else { "false" });
            }
            TypeData::Integer { signedness: Signedness::Unsigned, .. } => self.integer(value as u128),
            _ => match i64::try_from(value) {
                Ok(small) => self.integer(small),
                Err(_) => self.integer(value),
            },
        }
    }

    pub(super) fn float_value(&mut self, ty: Type, value: f64) {
        let kind = match self.ctx.type_data(ty) {
            TypeData::Float(kind) => *kind,
            _ => FloatKind::F64,
        };
        floats::write_float(&mut self.out, kind, value);
    }

    fn distinct(&mut self, id: u64, value: Attribute) {
        let _ = write!(self.out, "distinct[{id}]<");
        if !matches!(self.ctx.attr_data(value), AttrData::Unit) {
            self.attr(value);
        }
        self.text(">");
    }

    fn symbol(&mut self, root: Str, nested: &[Str]) {
        self.symbol_name(self.ctx.text(root));
        for name in nested {
            self.text("::");
            self.symbol_name(self.ctx.text(*name));
        }
    }

    fn strided(&mut self, strides: &[Option<i64>], offset: Option<i64>) {
        let one = |p: &mut Self, stride: Option<i64>| match stride {
            Some(n) => p.integer(n),
            None => p.text("?"),
        };
        self.text("strided<[");
        self.commas(strides.iter().copied(), one);
        self.text("]");
        if offset != Some(0) {
            self.text(", offset: ");
            one(self, offset);
        }
        self.text(">");
    }

    fn dialect_attr(&mut self, dialect: &str, name: &str, params: &[Attribute]) {
        let full = full_name(dialect, name);
        let _ = write!(self.out, "#{full}");
        self.params(&full, params);
    }

    /// Writes the parameters of the dialect attribute `full`, as they follow its name.
    pub(super) fn params(&mut self, full: &str, params: &[Attribute]) {
        match self.ctx.registry().attr_def(full) {
            Some(def) => def.syntax.print(params, self),
            None => super::super::ParamSyntax::print(&super::super::ListSyntax, params, self),
        }
    }

    /// Writes a dialect attribute without `#dialect.name`: its parameters as they follow the name.
    pub fn attr_params(&mut self, attr: Attribute) {
        match self.ctx.attr_data(attr) {
            AttrData::Dialect { dialect, name, params } => {
                let full = full_name(self.ctx.text(*dialect), self.ctx.text(*name));
                self.params(&full, params);
            }
            _ => self.attr(attr),
        }
    }
}

/// The name of a dialect attribute: `dialect.name`, or `dialect` for a dialect's unnamed attribute.
fn full_name(dialect: &str, name: &str) -> String {
    if name.is_empty() { dialect.to_string() } else { format!("{dialect}.{name}") }
}
