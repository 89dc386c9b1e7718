//! Types: interned, compared by handle. Builtin types have the spelling and meaning of upstream MLIR; tensor
//! and memref extents may also be [`Extent`] terms, written `?{2*n+1}`.

use crate::context::attr::Attribute;
use crate::context::{Context, Str};
use crate::extent::Extent;

/// Handle of an interned type; read it through [`Context::type_data`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Type(pub(crate) std::num::NonZeroU32);

impl std::fmt::Debug for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Type({})", self.0)
    }
}

/// Signedness of an integer type. `arith` works on signless integers; the op determines their interpretation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Signedness {
    /// `i32`
    Signless,
    /// `si32`
    Signed,
    /// `ui32`
    Unsigned,
}

/// Builtin floating-point formats, named as in text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[allow(missing_docs)]
pub enum FloatKind {
    F16,
    BF16,
    F32,
    F64,
    TF32,
    F80,
    F128,
    F8E5M2,
    F8E4M3,
    F8E4M3FN,
    F8E5M2FNUZ,
    F8E4M3FNUZ,
    F8E4M3B11FNUZ,
    F8E3M4,
    F4E2M1FN,
    F6E2M3FN,
    F6E3M2FN,
    F8E8M0FNU,
}

/// Name and width in bits of every float format.
const FLOATS: [(FloatKind, &str, u32); 18] = [
    (FloatKind::F16, "f16", 16),
    (FloatKind::BF16, "bf16", 16),
    (FloatKind::F32, "f32", 32),
    (FloatKind::F64, "f64", 64),
    (FloatKind::TF32, "tf32", 19),
    (FloatKind::F80, "f80", 80),
    (FloatKind::F128, "f128", 128),
    (FloatKind::F8E5M2, "f8E5M2", 8),
    (FloatKind::F8E4M3, "f8E4M3", 8),
    (FloatKind::F8E4M3FN, "f8E4M3FN", 8),
    (FloatKind::F8E5M2FNUZ, "f8E5M2FNUZ", 8),
    (FloatKind::F8E4M3FNUZ, "f8E4M3FNUZ", 8),
    (FloatKind::F8E4M3B11FNUZ, "f8E4M3B11FNUZ", 8),
    (FloatKind::F8E3M4, "f8E3M4", 8),
    (FloatKind::F4E2M1FN, "f4E2M1FN", 4),
    (FloatKind::F6E2M3FN, "f6E2M3FN", 6),
    (FloatKind::F6E3M2FN, "f6E3M2FN", 6),
    (FloatKind::F8E8M0FNU, "f8E8M0FNU", 8),
];

impl FloatKind {
    /// The spelling in text.
    pub fn name(self) -> &'static str {
        FLOATS[self as usize].1
    }

    /// Width in bits.
    pub fn width(self) -> u32 {
        FLOATS[self as usize].2
    }

    /// The format with this spelling.
    pub fn from_name(name: &str) -> Option<FloatKind> {
        FLOATS.iter().find(|row| row.1 == name).map(|row| row.0)
    }
}

/// One extent of a tensor or memref.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Dim {
    /// A known extent, ≥ 0.
    Static(i64),
    /// `?`: an unknown extent.
    Unknown,
    /// `?{term}`: a term over the function's extent symbols (never constant: constants are `Static`).
    Term(Extent),
}

impl Dim {
    /// The dimension with this extent: constants become [`Dim::Static`].
    pub fn from_extent(extent: Extent) -> Dim {
        match extent.as_const() {
            Some(n) => Dim::Static(n),
            None => Dim::Term(extent),
        }
    }

    /// The extent as a term, unless it is unknown.
    pub fn to_extent(&self) -> Option<Extent> {
        match self {
            Dim::Static(n) => Some(Extent::constant(*n)),
            Dim::Unknown => None,
            Dim::Term(term) => Some(term.clone()),
        }
    }

    /// The extent if it is known at compile time.
    pub fn as_static(&self) -> Option<i64> {
        match self {
            Dim::Static(n) => Some(*n),
            _ => None,
        }
    }
}

/// The structure of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeData {
    /// `none`
    None,
    /// `index`: 64 bits on every target of this project.
    Index,
    /// `i32`, `si8`, `ui16`
    Integer {
        /// Bits, 1 to 2^24 - 1.
        width: u32,
        /// Interpretation of the bits.
        signedness: Signedness,
    },
    /// `f32`
    Float(FloatKind),
    /// `complex<f32>`
    Complex(Type),
    /// `vector<4x[8]xf32>`
    Vector {
        /// Extents, each ≥ 1.
        shape: Box<[i64]>,
        /// Which extents are multiples of the run-time `vscale`.
        scalable: Box<[bool]>,
        /// Element type.
        elem: Type,
    },
    /// `tensor<2x?x?{n}xf32, encoding>`
    Tensor {
        /// Extents.
        dims: Box<[Dim]>,
        /// Element type.
        elem: Type,
        /// Encoding attribute.
        encoding: Option<Attribute>,
    },
    /// `tensor<*xf32>`
    UnrankedTensor(Type),
    /// `memref<2x?xf32, layout, space>`
    MemRef {
        /// Extents.
        dims: Box<[Dim]>,
        /// Element type.
        elem: Type,
        /// Layout (strided or affine map), identity if absent.
        layout: Option<Attribute>,
        /// Memory space.
        space: Option<Attribute>,
    },
    /// `memref<*xf32, space>`
    UnrankedMemRef(Type, Option<Attribute>),
    /// `(i32) -> f32`
    Function {
        /// Argument types.
        inputs: Box<[Type]>,
        /// Result types.
        results: Box<[Type]>,
    },
    /// `tuple<i32, f32>`
    Tuple(Box<[Type]>),
    /// `!dialect.text` of an unregistered dialect or type, kept verbatim.
    Opaque {
        /// Dialect namespace.
        dialect: Str,
        /// Everything after the dot, verbatim.
        text: Str,
    },
    /// `!dialect.name<params>` of a registered dialect type.
    Dialect {
        /// Dialect namespace.
        dialect: Str,
        /// Mnemonic.
        name: Str,
        /// Parameters; the type's definition gives their meaning.
        params: Box<[Attribute]>,
    },
}

impl Context {
    /// Signless integer of `width` bits.
    pub fn int(&self, width: u32) -> Type {
        self.intern_type(TypeData::Integer { width, signedness: Signedness::Signless })
    }

    /// `i1`
    pub fn i1(&self) -> Type {
        self.common().i1
    }

    /// `i32`
    pub fn i32(&self) -> Type {
        self.common().i32
    }

    /// `i64`
    pub fn i64(&self) -> Type {
        self.common().i64
    }

    /// `index`
    pub fn index(&self) -> Type {
        self.common().index
    }

    /// `f32`
    pub fn f32(&self) -> Type {
        self.common().f32
    }

    /// `f64`
    pub fn f64(&self) -> Type {
        self.common().f64
    }

    /// Any float format.
    pub fn float(&self, kind: FloatKind) -> Type {
        self.intern_type(TypeData::Float(kind))
    }

    /// `tensor<dims x elem>`
    pub fn tensor(&self, dims: impl Into<Box<[Dim]>>, elem: Type) -> Type {
        self.intern_type(TypeData::Tensor { dims: dims.into(), elem, encoding: None })
    }

    /// `vector<shape x elem>` of fixed extents.
    pub fn vector(&self, shape: &[i64], elem: Type) -> Type {
        let scalable = vec![false; shape.len()].into();
        self.intern_type(TypeData::Vector { shape: shape.into(), scalable, elem })
    }

    /// `memref<dims x elem>`, row-major, default space.
    pub fn memref(&self, dims: impl Into<Box<[Dim]>>, elem: Type) -> Type {
        self.intern_type(TypeData::MemRef { dims: dims.into(), elem, layout: None, space: None })
    }

    /// `(inputs) -> results`
    pub fn function(&self, inputs: &[Type], results: &[Type]) -> Type {
        self.intern_type(TypeData::Function { inputs: inputs.into(), results: results.into() })
    }

    /// Element type of a tensor, vector, memref or complex; the type itself otherwise.
    pub fn elem_type(&self, ty: Type) -> Type {
        match self.type_data(ty) {
            TypeData::Vector { elem, .. } | TypeData::Tensor { elem, .. } | TypeData::MemRef { elem, .. } => {
                *elem
            }
            TypeData::UnrankedTensor(elem) | TypeData::UnrankedMemRef(elem, _) => *elem,
            _ => ty,
        }
    }

    /// The same shape with another element type: `tensor<4xf32>` to `tensor<4xi1>`; a scalar becomes `elem`.
    pub fn with_elem(&self, ty: Type, elem: Type) -> Type {
        let mut data = self.type_data(ty).clone();
        match &mut data {
            TypeData::Vector { elem: e, .. }
            | TypeData::Tensor { elem: e, .. }
            | TypeData::MemRef { elem: e, .. } => *e = elem,
            TypeData::UnrankedTensor(e) | TypeData::UnrankedMemRef(e, _) => *e = elem,
            _ => return elem,
        }
        self.intern_type(data)
    }

    /// Extents of a ranked tensor or memref.
    pub fn dims(&self, ty: Type) -> Option<&[Dim]> {
        match self.type_data(ty) {
            TypeData::Tensor { dims, .. } | TypeData::MemRef { dims, .. } => Some(dims),
            _ => None,
        }
    }

    /// Width in bits of an integer (64 for `index`) or float scalar type.
    pub fn scalar_width(&self, ty: Type) -> Option<u32> {
        match self.type_data(ty) {
            TypeData::Index => Some(64),
            TypeData::Integer { width, .. } => Some(*width),
            TypeData::Float(kind) => Some(kind.width()),
            _ => None,
        }
    }

    /// True for signless, signed and unsigned integers (not `index`).
    pub fn is_int(&self, ty: Type) -> bool {
        matches!(self.type_data(ty), TypeData::Integer { .. })
    }

    /// True for float formats.
    pub fn is_float(&self, ty: Type) -> bool {
        matches!(self.type_data(ty), TypeData::Float(_))
    }

    /// True for ranked or unranked tensors.
    pub fn is_tensor(&self, ty: Type) -> bool {
        matches!(self.type_data(ty), TypeData::Tensor { .. } | TypeData::UnrankedTensor(_))
    }
}
