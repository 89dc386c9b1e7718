//! The names that arguments and results have for the user: the attribute `tf.name`.

use tf_ir::attr::AttrData;
use tf_ir::body::Body;

/// The attribute of an argument or result that is its name.
pub const NAME: &str = "tf.name";

/// The name that argument or result `i` was given; `list` is `arg_attrs` or `res_attrs`.
pub fn given_name(function: &Body, list: &str, i: usize) -> Option<String> {
    let ctx = function.ctx();
    let attrs = function.attr(function.root(), list).and_then(|a| ctx.attr_array(a))?;
    let AttrData::Dict(items) = ctx.attr_data(*attrs.get(i)?) else { return None };
    let (_, value) = items.iter().find(|(name, _)| ctx.text(*name) == NAME)?;
    ctx.attr_str(*value).map(str::to_string)
}

/// What errors call argument `i`: its name, or `arg0`, `arg1` … by its position.
pub fn argument_name(function: &Body, i: usize) -> String {
    given_name(function, "arg_attrs", i).unwrap_or_else(|| format!("arg{i}"))
}
