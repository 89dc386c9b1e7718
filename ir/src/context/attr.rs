//! Attributes: interned compile-time values, compared by handle.

use crate::affine::{AffineMap, IntegerSet};
use crate::context::location::Location;
use crate::context::types::{Type, TypeData};
use crate::context::{Context, Str};
use crate::extent::Extent;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Handle of an interned attribute; read it through [`Context::attr_data`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Attribute(pub(crate) std::num::NonZeroU32);

impl std::fmt::Debug for Attribute {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Attribute({})", self.0)
    }
}

/// Constants above this many bytes are not compared by content: each has a separate handle and buffer.
pub const BLOB_BYTES: usize = 1024;

/// The structure of an attribute.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AttrData {
    /// `unit`
    Unit,
    /// `42 : i32`, `true` (an `i1`), `3 : index`; sign-extended from the type's width.
    Integer(Type, i128),
    /// `1.5 : f32`; the value as f64 bits, exactly representable in the type.
    Float(Type, u64),
    /// `"text"`, possibly `"text" : type`
    String(Str, Option<Type>),
    /// A type as an attribute.
    Type(Type),
    /// `[a, b]`
    Array(Box<[Attribute]>),
    /// `{a = b}`; sorted by name.
    Dict(Box<[(Str, Attribute)]>),
    /// `@root::@nested`
    Symbol(Str, Box<[Str]>),
    /// `dense<...> : tensor<..>` or vector
    Dense(DenseData),
    /// `array<i64: 1, 2>`: element type and little-endian element bytes.
    DenseArray(Type, Box<[u8]>),
    /// `dense_resource<key> : type`
    Resource(Type, Str),
    /// `affine_map<...>`
    AffineMap(AffineMap),
    /// `affine_set<...>`
    IntegerSet(IntegerSet),
    /// `extents<[n, 2*m + 1, 3]>`: terms over the function's extent symbols.
    Extents(Box<[Extent]>),
    /// `strided<[s0, ?], offset: o>`; `None` is `?`.
    Strided(Box<[Option<i64>]>, Option<i64>),
    /// `loc(...)` as an attribute.
    Location(Location),
    /// `#dialect.text` of an unregistered dialect or attribute, kept verbatim.
    Opaque {
        /// Dialect namespace.
        dialect: Str,
        /// Everything after the dot, verbatim.
        text: Str,
        /// The type written after it.
        ty: Option<Type>,
    },
    /// `distinct[id]<attribute>`: never equal to one with another id.
    Distinct(u64, Attribute),
    /// `#dialect.name<params>` of a registered dialect attribute.
    Dialect {
        /// Dialect namespace.
        dialect: Str,
        /// Mnemonic.
        name: Str,
        /// Parameters; the attribute's definition gives their meaning.
        params: Box<[Attribute]>,
    },
}

/// Elements of a dense constant: one element (splat) or all of them, row-major, little-endian, each padded to
/// whole bytes (`i1` takes one byte, 0 or 1).
#[derive(Clone, Debug)]
pub struct DenseData {
    /// A tensor or vector type with static extents.
    pub ty: Type,
    /// True if `bytes` holds one element that is repeated.
    pub splat: bool,
    /// The element bytes.
    pub bytes: Arc<[u8]>,
}

impl DenseData {
    /// Small constants compare by content, blobs by identity.
    pub fn is_blob(&self) -> bool {
        self.bytes.len() > BLOB_BYTES
    }
}

impl PartialEq for DenseData {
    fn eq(&self, other: &Self) -> bool {
        let same = self.ty == other.ty && self.splat == other.splat;
        same && (Arc::ptr_eq(&self.bytes, &other.bytes) || (!self.is_blob() && self.bytes == other.bytes))
    }
}

impl Eq for DenseData {}

impl Hash for DenseData {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ty.hash(state);
        self.splat.hash(state);
        if self.is_blob() {
            state.write_usize(self.bytes.as_ptr() as usize);
        } else {
            self.bytes.hash(state);
        }
    }
}

/// Types that convert to an attribute, for the functions `build` of ops.
pub trait ToAttribute {
    /// The attribute.
    fn to_attribute(self, ctx: &Context) -> Attribute;
}

macro_rules! to_attribute {
    ($($ty:ty, |$ctx:ident, $value:ident| $make:expr;)*) => {
        $(impl ToAttribute for $ty {
            fn to_attribute(self, $ctx: &Context) -> Attribute {
                let $value = self;
                $make
            }
        })*
    };
}
to_attribute! {
    Attribute, |_ctx, attr| attr;
    i64, |ctx, n| ctx.i64_attr(n);
    usize, |ctx, n| ctx.i64_attr(n as i64);
    &str, |ctx, text| ctx.string_attr(text);
    &[i64], |ctx, numbers| ctx.i64_array_attr(numbers);
    &[usize], |ctx, numbers| ctx.i64_array_attr(&numbers.iter().map(|n| *n as i64).collect::<Vec<_>>());
    &Extent, |ctx, extent| ctx.extents_attr(std::slice::from_ref(extent));
    &[Extent], |ctx, extents| ctx.extents_attr(extents);
    &AffineMap, |ctx, map| ctx.map_attr(map.clone());
}

impl Context {
    /// `value : ty`; `value` is wrapped to the type's width and sign-extended, the canonical form.
    pub fn int_attr(&self, ty: Type, value: i128) -> Attribute {
        let wrapped = match self.type_data(ty) {
            TypeData::Integer { width, signedness } if *width < 128 => {
                let shift = 128 - width;
                match signedness {
                    crate::context::types::Signedness::Unsigned => {
                        (((value << shift) as u128) >> shift) as i128
                    }
                    _ => (value << shift) >> shift,
                }
            }
            TypeData::Index => value as i64 as i128,
            _ => value,
        };
        self.intern_attr(AttrData::Integer(ty, wrapped))
    }

    /// `value : index`
    pub fn index_attr(&self, value: i64) -> Attribute {
        self.int_attr(self.index(), value as i128)
    }

    /// `value : i64`
    pub fn i64_attr(&self, value: i64) -> Attribute {
        self.int_attr(self.i64(), value as i128)
    }

    /// `true` or `false`
    pub fn bool_attr(&self, value: bool) -> Attribute {
        self.int_attr(self.i1(), -(value as i128))
    }

    /// `value : ty` for a float type; the caller has rounded `value` to the type.
    pub fn float_attr(&self, ty: Type, value: f64) -> Attribute {
        self.intern_attr(AttrData::Float(ty, value.to_bits()))
    }

    /// `"text"`
    pub fn string_attr(&self, text: &str) -> Attribute {
        self.intern_attr(AttrData::String(self.str(text), None))
    }

    /// A type attribute.
    pub fn type_attr(&self, ty: Type) -> Attribute {
        self.intern_attr(AttrData::Type(ty))
    }

    /// `@name`
    pub fn symbol_attr(&self, name: &str) -> Attribute {
        self.intern_attr(AttrData::Symbol(self.str(name), Box::default()))
    }

    /// `[...]`
    pub fn array_attr(&self, items: &[Attribute]) -> Attribute {
        self.intern_attr(AttrData::Array(items.into()))
    }

    /// `{...}`: sorts by name; the last of equal names wins.
    pub fn dict_attr(&self, items: &[(Str, Attribute)]) -> Attribute {
        let mut sorted: Vec<(Str, Attribute)> = items.iter().rev().copied().collect();
        sorted.sort_by(|a, b| self.text(a.0).cmp(self.text(b.0)));
        sorted.dedup_by_key(|entry| entry.0);
        self.intern_attr(AttrData::Dict(sorted.into()))
    }

    /// A dense constant from all its elements' bytes, in the layout of [`DenseData`]; equal elements become a
    /// splat.
    pub fn dense_attr(&self, ty: Type, mut bytes: Vec<u8>) -> Attribute {
        let size = self.scalar_width(self.elem_type(ty)).map_or(0, |bits| bits.div_ceil(8) as usize);
        let splat = size > 0 && bytes.len() >= size && bytes[size..] == bytes[..bytes.len() - size];
        if splat {
            bytes.truncate(size);
        }
        self.intern_attr(AttrData::Dense(DenseData { ty, splat, bytes: bytes.into() }))
    }

    /// A dense constant whose elements all have these bytes.
    pub fn splat_attr(&self, ty: Type, bytes: Vec<u8>) -> Attribute {
        self.intern_attr(AttrData::Dense(DenseData { ty, splat: true, bytes: bytes.into() }))
    }

    /// `array<i64: ...>`
    pub fn i64_array_attr(&self, values: &[i64]) -> Attribute {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.intern_attr(AttrData::DenseArray(self.i64(), bytes.into()))
    }

    /// `unit`
    pub fn unit_attr(&self) -> Attribute {
        self.common().unit
    }

    /// `affine_map<...>`
    pub fn map_attr(&self, map: AffineMap) -> Attribute {
        self.intern_attr(AttrData::AffineMap(map))
    }

    /// The value of an integer attribute (sign-extended).
    pub fn attr_int(&self, attr: Attribute) -> Option<i128> {
        match self.attr_data(attr) {
            AttrData::Integer(_, value) => Some(*value),
            _ => None,
        }
    }

    /// The value of a float attribute.
    pub fn attr_float(&self, attr: Attribute) -> Option<f64> {
        match self.attr_data(attr) {
            AttrData::Float(_, bits) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }

    /// The text of a string attribute.
    pub fn attr_str(&self, attr: Attribute) -> Option<&str> {
        match self.attr_data(attr) {
            AttrData::String(text, _) => Some(self.text(*text)),
            _ => None,
        }
    }

    /// The type of a type attribute.
    pub fn attr_type(&self, attr: Attribute) -> Option<Type> {
        match self.attr_data(attr) {
            AttrData::Type(ty) => Some(*ty),
            _ => None,
        }
    }

    /// The root name of a symbol reference.
    pub fn attr_symbol(&self, attr: Attribute) -> Option<&str> {
        match self.attr_data(attr) {
            AttrData::Symbol(root, _) => Some(self.text(*root)),
            _ => None,
        }
    }

    /// The elements of an array attribute.
    pub fn attr_array(&self, attr: Attribute) -> Option<&[Attribute]> {
        match self.attr_data(attr) {
            AttrData::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The elements of an `array<i64: …>` attribute.
    pub fn attr_i64s(&self, attr: Attribute) -> Option<Vec<i64>> {
        match self.attr_data(attr) {
            AttrData::DenseArray(ty, bytes) if *ty == self.i64() => {
                Some(bytes.as_chunks::<8>().0.iter().map(|chunk| i64::from_le_bytes(*chunk)).collect())
            }
            _ => None,
        }
    }

    /// `extents<[...]>`
    pub fn extents_attr(&self, extents: &[Extent]) -> Attribute {
        self.intern_attr(AttrData::Extents(extents.into()))
    }

    /// The terms of an extents attribute.
    pub fn attr_extents(&self, attr: Attribute) -> Option<&[Extent]> {
        match self.attr_data(attr) {
            AttrData::Extents(extents) => Some(extents),
            _ => None,
        }
    }

    /// The map of an affine map attribute.
    pub fn attr_map(&self, attr: Attribute) -> Option<&AffineMap> {
        match self.attr_data(attr) {
            AttrData::AffineMap(map) => Some(map),
            _ => None,
        }
    }
}

impl Context {
    /// The elements of an `array<i32: …>` attribute.
    pub fn attr_i32s(&self, attr: Attribute) -> Option<Vec<i32>> {
        match self.attr_data(attr) {
            AttrData::DenseArray(ty, bytes) if *ty == self.i32() => {
                Some(bytes.as_chunks::<4>().0.iter().map(|chunk| i32::from_le_bytes(*chunk)).collect())
            }
            _ => None,
        }
    }

    /// `array<i32: ...>`
    pub fn i32_array_attr(&self, values: &[i32]) -> Attribute {
        let bytes: Vec<u8> = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.intern_attr(AttrData::DenseArray(self.i32(), bytes.into()))
    }
}
