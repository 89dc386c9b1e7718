//! The context: interned strings, types, attributes and locations, and the registered dialects.
//!
//! A `Context` is a cheap, thread-safe handle; it lives as long as its session. Reading through a handle
//! takes no lock. Nothing may be ordered by handle values: they depend on the order of creation.

pub mod attr;
pub mod location;
pub mod types;

use crate::context::attr::{AttrData, Attribute};
use crate::context::location::LocData;
use crate::context::types::{FloatKind, Signedness, Type, TypeData};
use crate::intern::{Interner, Strings, hash_of};
use crate::registry::{OpInfo, OpName, Registry};
use std::any::{Any, TypeId};
use std::num::NonZeroU32;
use std::sync::{Arc, RwLock};

/// Handle of an interned string; read it through [`Context::text`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Str(NonZeroU32);

impl Str {
    pub(crate) fn raw(self) -> NonZeroU32 {
        self.0
    }

    pub(crate) fn from_raw(raw: NonZeroU32) -> Str {
        Str(raw)
    }
}

impl std::fmt::Debug for Str {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Str({})", self.0)
    }
}

/// The shared state of all IR of one session.
#[derive(Clone)]
pub struct Context(Arc<Inner>);

struct Inner {
    strings: Strings,
    types: Interner<TypeData>,
    attrs: Interner<AttrData>,
    locations: Interner<LocData>,
    files: Interner<Str>,
    registry: Registry,
    /// Names of unregistered ops, after the registered ones.
    unregistered: Interner<OpInfo>,
    memos: RwLock<Vec<(TypeId, Arc<dyn Any + Send + Sync>)>>,
    common: Common,
}

/// Handles of frequently used types and strings.
pub(crate) struct Common {
    pub(crate) i1: Type,
    pub(crate) i32: Type,
    pub(crate) i64: Type,
    pub(crate) index: Type,
    pub(crate) f32: Type,
    pub(crate) f64: Type,
    pub(crate) unit: Attribute,
}

fn nonzero(id: u32) -> NonZeroU32 {
    NonZeroU32::new(id + 1).expect("id + 1 is not zero")
}

impl Context {
    /// A context with the builtin dialect and the contents of `registry`.
    pub fn new(registry: Registry) -> Context {
        let types = Interner::default();
        let attrs = Interner::default();
        let int = |width| intern_type(&types, TypeData::Integer { width, signedness: Signedness::Signless });
        let common = Common {
            i1: int(1),
            i32: int(32),
            i64: int(64),
            index: intern_type(&types, TypeData::Index),
            f32: intern_type(&types, TypeData::Float(FloatKind::F32)),
            f64: intern_type(&types, TypeData::Float(FloatKind::F64)),
            unit: intern_attr(&attrs, AttrData::Unit),
        };
        Context(Arc::new(Inner {
            strings: Strings::default(),
            types,
            attrs,
            locations: Interner::default(),
            files: Interner::default(),
            registry,
            unregistered: Interner::default(),
            memos: RwLock::default(),
            common,
        }))
    }

    pub(crate) fn common(&self) -> &Common {
        &self.0.common
    }

    /// A table that a dialect keeps for as long as the context lives, to cache results of pure functions. It
    /// is created on first use.
    pub fn memo<T: Any + Send + Sync + Default>(&self) -> Arc<T> {
        let key = TypeId::of::<T>();
        let find = |memos: &[(TypeId, Arc<dyn Any + Send + Sync>)]| {
            let found = memos.iter().find(|(id, _)| *id == key)?;
            found.1.clone().downcast::<T>().ok()
        };
        if let Some(known) = find(&self.0.memos.read().unwrap_or_else(|e| e.into_inner())) {
            return known;
        }
        let mut memos = self.0.memos.write().unwrap_or_else(|e| e.into_inner());
        find(&memos).unwrap_or_else(|| {
            let new = Arc::new(T::default());
            memos.push((key, new.clone()));
            new
        })
    }

    /// The registered dialects and ops.
    pub fn registry(&self) -> &Registry {
        &self.0.registry
    }

    /// True if both are handles of one context.
    pub fn same(&self, other: &Context) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Interns a string.
    pub fn str(&self, text: &str) -> Str {
        Str(nonzero(self.0.strings.intern(text)))
    }

    /// The handle of a string that was interned before.
    pub fn find_str(&self, text: &str) -> Option<Str> {
        self.0.strings.find(text).map(|id| Str(nonzero(id)))
    }

    /// The text of an interned string.
    pub fn text(&self, s: Str) -> &str {
        self.0.strings.get(s.0.get() - 1)
    }

    /// Interns a type.
    pub fn intern_type(&self, data: TypeData) -> Type {
        intern_type(&self.0.types, data)
    }

    /// The structure of a type.
    #[inline]
    pub fn type_data(&self, ty: Type) -> &TypeData {
        self.0.types.get(ty.0.get() - 1)
    }

    /// Interns an attribute; dense constants above [`crate::context::attr::BLOB_BYTES`] always get a new
    /// handle.
    pub fn intern_attr(&self, data: AttrData) -> Attribute {
        if matches!(&data, AttrData::Dense(d) if d.is_blob()) {
            return Attribute(nonzero(self.0.attrs.push_unique(data)));
        }
        intern_attr(&self.0.attrs, data)
    }

    /// The structure of an attribute.
    #[inline]
    pub fn attr_data(&self, attr: Attribute) -> &AttrData {
        self.0.attrs.get(attr.0.get() - 1)
    }

    pub(crate) fn intern_location(&self, data: LocData) -> u32 {
        self.0.locations.intern(&data, |a, b| a == b, hash_of, || data.clone())
    }

    pub(crate) fn location_data(&self, id: u32) -> &LocData {
        self.0.locations.get(id)
    }

    /// Index of a file name, for packed locations.
    pub fn file_index(&self, file: Str) -> u32 {
        self.0.files.intern(&file, |a, b| a == b, hash_of, || file)
    }

    pub(crate) fn file_name(&self, index: u32) -> Str {
        *self.0.files.get(index)
    }

    /// The name of an op: registered, or recorded as unregistered in this context.
    pub fn op_name(&self, name: &str) -> OpName {
        if let Some(found) = self.0.registry.lookup(name) {
            return found;
        }
        let base = self.0.registry.op_count();
        let id = self.0.unregistered.intern(
            name,
            |info, key: &str| info.name == *key,
            |info| hash_of(&*info.name),
            || OpInfo::unregistered(name),
        );
        OpName(base + id)
    }

    /// The description of an op; that of an unregistered op is empty.
    #[inline]
    pub fn op_info(&self, name: OpName) -> &OpInfo {
        match self.0.registry.info(name) {
            Some(info) => info,
            None => self.0.unregistered.get(name.0 - self.0.registry.op_count()),
        }
    }
}

fn intern_type(types: &Interner<TypeData>, data: TypeData) -> Type {
    Type(nonzero(types.intern(&data, |a, b| a == b, hash_of, || data.clone())))
}

fn intern_attr(attrs: &Interner<AttrData>, data: AttrData) -> Attribute {
    Attribute(nonzero(attrs.intern(&data, |a, b| a == b, hash_of, || data.clone())))
}
