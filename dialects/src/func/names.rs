//! User-visible names of arguments and results: the attribute `tf.name`.

use tf_ir::attr::AttrData;
use tf_ir::body::Body;

/// The attribute of an argument or result with its name.
pub const NAME: &str = "tf.name";

/// The name of argument or result `i`, if it has one; `list` is `arg_attrs` or `res_attrs`.
pub fn given_name(function: &Body, list: &str, i: usize) -> Option<String> {
    let ctx = function.ctx();
    let attrs = function.attr(function.root(), list).and_then(|a| ctx.attr_array(a))?;
    let AttrData::Dict(items) = ctx.attr_data(*attrs.get(i)?) else { return None };
    let (_, value) = items.iter().find(|(name, _)| ctx.text(*name) == NAME)?;
    ctx.attr_str(*value).map(str::to_string)
}

/// The name of argument `i` in errors: its own, or `arg0`, `arg1` … by its position.
pub fn argument_name(function: &Body, i: usize) -> String {
    given_name(function, "arg_attrs", i).unwrap_or_else(|| format!("arg{i}"))
}
