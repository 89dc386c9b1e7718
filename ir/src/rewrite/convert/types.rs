//! Type converters: the target types of a conversion.

use crate::context::Context;
use crate::text::type_to_string;
use crate::types::Type;
use smallvec::{SmallVec, smallvec};

/// The types that one type becomes.
pub type Types = SmallVec<[Type; 2]>;

type Rule = Box<dyn Fn(&Context, Type) -> Option<Types> + Send + Sync>;
type Forbid = Box<dyn Fn(&Context, Type) -> bool + Send + Sync>;

/// Maps types to types; a type without a matching rule stays unchanged.
#[derive(Default)]
pub struct TypeConverter {
    rules: Vec<Rule>,
    forbidden: Vec<(&'static str, Forbid)>,
}

impl TypeConverter {
    /// Keeps every type.
    pub fn new() -> TypeConverter {
        TypeConverter::default()
    }

    /// Adds a rule from one type to one type; `None` if the rule does not apply. The last rule added is tried
    /// first.
    pub fn one(mut self, rule: impl Fn(&Context, Type) -> Option<Type> + Send + Sync + 'static) -> Self {
        self.rules.push(Box::new(move |ctx, ty| rule(ctx, ty).map(|t| smallvec![t])));
        self
    }

    /// Adds a rule from one type to any number of types.
    pub fn many(mut self, rule: impl Fn(&Context, Type) -> Option<Types> + Send + Sync + 'static) -> Self {
        self.rules.push(Box::new(rule));
        self
    }

    /// Adds a rule for types that cannot be converted, with the reason.
    pub fn forbid(
        mut self,
        why: &'static str,
        which: impl Fn(&Context, Type) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.forbidden.push((why, Box::new(which)));
        self
    }

    /// The types that a type converts to.
    ///
    /// # Errors
    /// The reason why it cannot be converted.
    pub fn convert(&self, ctx: &Context, ty: Type) -> Result<Types, String> {
        if let Some((why, _)) = self.forbidden.iter().find(|(_, which)| which(ctx, ty)) {
            return Err(format!("type {} cannot be converted: {why}", type_to_string(ctx, ty)));
        }
        let known = self.rules.iter().rev().find_map(|rule| rule(ctx, ty));
        Ok(known.unwrap_or_else(|| smallvec![ty]))
    }

    /// The types that a list of types converts to, concatenated.
    ///
    /// # Errors
    /// The reason why one of them cannot be converted.
    pub fn convert_all(
        &self,
        ctx: &Context,
        types: impl IntoIterator<Item = Type>,
    ) -> Result<Vec<Type>, String> {
        let mut out = Vec::new();
        for ty in types {
            out.extend(self.convert(ctx, ty)?);
        }
        Ok(out)
    }

    /// True if a type stays unchanged.
    pub fn keeps(&self, ctx: &Context, ty: Type) -> bool {
        self.convert(ctx, ty).is_ok_and(|types| types[..] == [ty])
    }
}
