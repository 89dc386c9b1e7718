//! How a kernel uses the memory of its arguments: it reads it, writes it anew, or changes it.

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;

/// The attribute of an argument that says it: `kernel.access = "out"`.
pub const ACCESS: &str = "kernel.access";

/// What a kernel does with the memory of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It reads it; so it is where nothing is said.
    In,
    /// It writes it; what was there before is lost.
    Out,
    /// It reads and writes it.
    InOut,
}

impl Access {
    const ALL: [Access; 3] = [Access::In, Access::Out, Access::InOut];
    /// The spellings, in text that messages show.
    pub(super) const NAMES: [&'static str; 3] = ["in", "out", "inout"];

    /// The access of this spelling.
    fn named(name: &str) -> Option<Access> {
        Self::NAMES.iter().position(|known| *known == name).map(|i| Self::ALL[i])
    }

    /// True if the argument's memory has a value before the launch.
    pub fn reads(self) -> bool {
        self != Access::Out
    }

    /// True if the argument's memory has another value after it.
    pub fn writes(self) -> bool {
        self != Access::In
    }
}

/// What an argument's dictionary of attributes says about its memory; an error is the word that says nothing.
fn in_dict(ctx: &Context, dict: Attribute) -> Result<Access, String> {
    let AttrData::Dict(entries) = ctx.attr_data(dict) else { return Ok(Access::In) };
    let Some((_, value)) = entries.iter().find(|(name, _)| ctx.text(*name) == ACCESS) else {
        return Ok(Access::In);
    };
    let word = ctx.attr_str(*value).unwrap_or("no text");
    Access::named(word).ok_or_else(|| word.to_string())
}

/// The access of each of `count` arguments whose attributes these are; of one with a word that means nothing, its number and that.
pub(super) fn read(
    ctx: &Context,
    arg_attrs: Option<Attribute>,
    count: usize,
) -> Result<Vec<Access>, (usize, String)> {
    let dicts = arg_attrs.and_then(|a| ctx.attr_array(a)).unwrap_or_default();
    let one = |i: usize| dicts.get(i).map_or(Ok(Access::In), |dict| in_dict(ctx, *dict));
    (0..count).map(|i| one(i).map_err(|word| (i, word))).collect()
}

/// The access of each of the `count` arguments of a verified kernel with these attributes of arguments.
pub fn accesses(ctx: &Context, arg_attrs: Option<Attribute>, count: usize) -> Vec<Access> {
    read(ctx, arg_attrs, count).unwrap_or_else(|_| vec![Access::In; count])
}
