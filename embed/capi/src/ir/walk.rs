//! Walking through a module.

use super::handles::{Attribute, Block, Op, Region, Type, Value};
use super::module::Module;
use std::ffi::{c_char, c_void};
use tensorforge::ir::body::Def;
use tensorforge::ir::text::{attr_to_string, type_to_string};

/// What tf_module_walk calls: not 0 ends the walk.
pub type Visitor = Option<unsafe extern "C" fn(user: *mut c_void, module: *mut Module, op: Op) -> i32>;

/// The operation that is the module itself.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_op(module: *mut Module) -> Op {
    let find = |module: &mut Module| {
        let at = module.outermost();
        let root = module.body(at)?.root();
        Some(module.op(at, root))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The name of an operation, "arith.addf", as long as the module lives; NULL for none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_name(module: *mut Module, op: Op) -> *const c_char {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let name = module.body(at)?.info(op).name.to_string();
        Some(module.text(&name))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(std::ptr::null())
}

/// The operation around another; none for the module itself.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_parent(module: *mut Module, op: Op) -> Op {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let parent = module.body(at)?.parent_op(op)?;
        Some(module.op(at, parent))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The block that an operation is in.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_block(module: *mut Module, op: Op) -> Block {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let block = module.body(at)?.block_of(op)?;
        Some(module.block(at, block))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The operation after another in its block, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_next(module: *mut Module, op: Op) -> Op {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let next = module.body(at)?.next(op)?;
        Some(module.op(at, next))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// How many operands an operation has.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_operand_count(module: *mut Module, op: Op) -> usize {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        Some(module.body(at)?.operand_count(op))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// An operand of an operation, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_operand(module: *mut Module, op: Op, at: usize) -> Value {
    let find = |module: &mut Module| {
        let (body, op) = module.find_op(op)?;
        let value = module.body(body)?.operands(op).nth(at)?;
        Some(module.value(body, value))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// How many results an operation has.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_result_count(module: *mut Module, op: Op) -> usize {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        Some(module.body(at)?.result_count(op))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// A result of an operation, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_result(module: *mut Module, op: Op, at: usize) -> Value {
    let find = |module: &mut Module| {
        let (body, op) = module.find_op(op)?;
        let value = module.body(body)?.results(op).nth(at)?;
        Some(module.value(body, value))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// How many regions an operation has.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_region_count(module: *mut Module, op: Op) -> usize {
    let find = |module: &mut Module| {
        let (at, op) = module.inside(op)?;
        Some(module.body(at)?.regions(op).len())
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// A region of an operation, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_region(module: *mut Module, op: Op, at: usize) -> Region {
    let find = |module: &mut Module| {
        let (body, op) = module.inside(op)?;
        let region = module.body(body)?.regions(op).nth(at)?;
        Some(module.region(body, region))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// How many successors an operation has: blocks that it branches to.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_successor_count(module: *mut Module, op: Op) -> usize {
    let find = |module: &mut Module| {
        let (at, op) = module.inside(op)?;
        Some(module.body(at)?.successors(op).len())
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// A successor of an operation, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_successor(module: *mut Module, op: Op, at: usize) -> Block {
    let find = |module: &mut Module| {
        let (body, op) = module.inside(op)?;
        let block = module.body(body)?.successors(op).nth(at)?;
        Some(module.block(body, block))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// An attribute of an operation by name, or none.
///
/// # Safety
/// `module` is null or live, `name` null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_attribute(module: *mut Module, op: Op, name: *const c_char) -> Attribute {
    // SAFETY: promised by the caller.
    let Ok(Some(name)) = (unsafe { crate::text::optional(name, "") }) else { return Attribute::default() };
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let attribute = module.body(at)?.attr(op, name)?;
        Some(module.attribute(attribute))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or_default()
}

/// How many attributes an operation has that are set.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_attribute_count(module: *mut Module, op: Op) -> usize {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let body = module.body(at)?;
        Some(body.inherent(op).count() + body.discardable(op).count())
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The name of attribute number `at` of an operation, which tf_op_attribute takes; NULL where there is none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_attribute_name(module: *mut Module, op: Op, at: usize) -> *const c_char {
    let find = |module: &mut Module| {
        let (number, op) = module.find_op(op)?;
        let body = module.body(number)?;
        let inherent = body.inherent(op).map(|(name, _)| name.to_string());
        let others = body.discardable(op).map(|(name, _)| body.ctx().text(name).to_string());
        let name = inherent.chain(others).nth(at)?;
        Some(module.text(&name))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(std::ptr::null())
}

/// The name of the source that an operation came from, as long as the module lives; NULL if that is not known.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_file(module: *mut Module, op: Op) -> *const c_char {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let ctx = module.context();
        let (file, ..) = module.body(at)?.loc(op).anchor(&ctx)?;
        Some(module.text(ctx.text(file)))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(std::ptr::null())
}

/// The line that an operation came from, from 1; 0 if that is not known.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_line(module: *mut Module, op: Op) -> u32 {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let (_, line, _) = module.body(at)?.loc(op).anchor(&module.context())?;
        Some(line)
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The column that an operation came from, in characters from 1; 0 if that is not known.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_column(module: *mut Module, op: Op) -> u32 {
    let find = |module: &mut Module| {
        let (at, op) = module.find_op(op)?;
        let (.., column) = module.body(at)?.loc(op).anchor(&module.context())?;
        Some(column)
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The first block of a region, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_region_first(module: *mut Module, region: Region) -> Block {
    let find = |module: &mut Module| {
        let (at, region) = module.find_region(region)?;
        let block = module.body(at)?.entry(region)?;
        Some(module.block(at, block))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The block after another in its region, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_block_next(module: *mut Module, block: Block) -> Block {
    let find = |module: &mut Module| {
        let (at, block) = module.find_block(block)?;
        let next = module.body(at)?.next_block(block)?;
        Some(module.block(at, next))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The operation around a block.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_block_parent(module: *mut Module, block: Block) -> Op {
    let find = |module: &mut Module| {
        let (at, block) = module.find_block(block)?;
        let owner = module.body(at)?.block_owner(block)?;
        Some(module.op(at, owner))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The first operation of a block, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_block_first(module: *mut Module, block: Block) -> Op {
    let find = |module: &mut Module| {
        let (at, block) = module.find_block(block)?;
        let first = module.body(at)?.first(block)?;
        Some(module.op(at, first))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The last operation of a block, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_block_last(module: *mut Module, block: Block) -> Op {
    let find = |module: &mut Module| {
        let (at, block) = module.find_block(block)?;
        let last = module.body(at)?.last(block)?;
        Some(module.op(at, last))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// How many arguments a block has.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_block_argument_count(module: *mut Module, block: Block) -> usize {
    let find = |module: &mut Module| {
        let (at, block) = module.find_block(block)?;
        Some(module.body(at)?.arg_count(block))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// An argument of a block, or none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_block_argument(module: *mut Module, block: Block, at: usize) -> Value {
    let find = |module: &mut Module| {
        let (body, block) = module.find_block(block)?;
        let value = module.body(body)?.args(block).nth(at)?;
        Some(module.value(body, value))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The type of a value.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_value_type(module: *mut Module, value: Value) -> Type {
    let find = |module: &mut Module| {
        let (at, value) = module.find_value(value)?;
        let ty = module.body(at)?.ty(value);
        Some(module.r#type(ty))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The operation that a value is a result of; none for an argument of a block.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_value_op(module: *mut Module, value: Value) -> Op {
    let find = |module: &mut Module| {
        let (at, value) = module.find_value(value)?;
        let op = module.body(at)?.def_op(value)?;
        Some(module.op(at, op))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The block that a value is an argument of; none for a result of an operation.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_value_block(module: *mut Module, value: Value) -> Block {
    let find = |module: &mut Module| {
        let (at, value) = module.find_value(value)?;
        let Def::Argument(block, _) = module.body(at)?.def(value) else { return None };
        Some(module.block(at, block))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// How often a value is used as an operand.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_value_use_count(module: *mut Module, value: Value) -> usize {
    let find = |module: &mut Module| {
        let (at, value) = module.find_value(value)?;
        Some(module.body(at)?.uses(value).count())
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// The operation of use number `at` of a value, or none. Uses have no order.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_value_user(module: *mut Module, value: Value, at: usize) -> Op {
    let find = |module: &mut Module| {
        let (body, value) = module.find_value(value)?;
        let user = module.body(body)?.uses(value).nth(at)?.op;
        Some(module.op(body, user))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(Default::default())
}

/// A type as text, as long as the module lives; NULL for none.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_type_text(module: *mut Module, r#type: Type) -> *const c_char {
    let find = |module: &mut Module| {
        let ty = module.find_type(r#type)?;
        let text = type_to_string(&module.context(), ty);
        Some(module.text(&text))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(std::ptr::null())
}

/// An attribute as text, as long as the module lives; NULL for none. See also tf_attribute_string_text.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_attribute_text(module: *mut Module, attribute: Attribute) -> *const c_char {
    let find = |module: &mut Module| {
        let attribute = module.find_attribute(attribute)?;
        let text = attr_to_string(&module.context(), attribute);
        Some(module.text(&text))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(std::ptr::null())
}

/// What an attribute that is a string says, without quotes; NULL for other attributes.
///
/// # Safety
/// `module` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_attribute_string_text(
    module: *mut Module,
    attribute: Attribute,
) -> *const c_char {
    let find = |module: &mut Module| {
        let attribute = module.find_attribute(attribute)?;
        let text = module.context().attr_str(attribute)?.to_string();
        Some(module.text(&text))
    };
    // SAFETY: promised by the caller.
    unsafe { module.as_mut() }.and_then(find).unwrap_or(std::ptr::null())
}

/// Calls `visitor` for each operation of a module, the module itself first, operations before what is in their regions. It may change
/// what it is called for, and erase it; what stood in its regions before is not visited then. Returns 1 if the visitor ended the walk.
///
/// # Safety
/// `module` is null or live, the visitor may be called with `user`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_module_walk(module: *mut Module, visitor: Visitor, user: *mut c_void) -> i32 {
    let Some(visitor) = visitor else { return 0 };
    // SAFETY: promised by the caller.
    let mut waiting = vec![unsafe { tf_module_op(module) }];
    while let Some(op) = waiting.pop() {
        // SAFETY: promised by the caller.
        let inside = unsafe {
            if module.as_ref().is_none_or(|m| m.find_op(op).is_none()) {
                continue;
            }
            if visitor(user, module, op) != 0 {
                return 1;
            }
            module.as_mut().map(|module| below(module, op)).unwrap_or_default()
        };
        waiting.extend(inside.into_iter().rev());
    }
    0
}

/// The operations directly in the regions of another.
fn below(module: &mut Module, op: Op) -> Vec<Op> {
    let Some((at, op)) = module.inside(op) else { return Vec::new() };
    let Some(body) = module.body(at) else { return Vec::new() };
    let blocks = body.regions(op).flat_map(|region| body.blocks(region));
    let ops: Vec<_> = blocks.flat_map(|block| body.ops(block)).collect();
    ops.into_iter().map(|op| module.op(at, op)).collect()
}
