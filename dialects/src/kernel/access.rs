//! Memory access of kernel arguments: input, output, or both.

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;

/// The attribute of an argument with its access: `kernel.access = "out"`.
pub const ACCESS: &str = "kernel.access";

/// The access of a kernel to the memory of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Read only; the default.
    In,
    /// Write only; the previous contents are lost.
    Out,
    /// Read and write.
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

    /// True if the argument's memory is initialized before the launch.
    pub fn reads(self) -> bool {
        self != Access::Out
    }

    /// True if the launch may change the argument's memory.
    pub fn writes(self) -> bool {
        self != Access::In
    }
}

/// The access in an argument's dictionary of attributes; the error is the unknown word.
fn in_dict(ctx: &Context, dict: Attribute) -> Result<Access, String> {
    let AttrData::Dict(entries) = ctx.attr_data(dict) else { return Ok(Access::In) };
    let Some((_, value)) = entries.iter().find(|(name, _)| ctx.text(*name) == ACCESS) else {
        return Ok(Access::In);
    };
    let word = ctx.attr_str(*value).unwrap_or("no text");
    Access::named(word).ok_or_else(|| word.to_string())
}

/// The access of each of `count` arguments with these attributes; the error is the index of the argument and
/// its unknown word.
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
