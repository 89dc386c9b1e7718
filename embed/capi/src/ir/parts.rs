//! Access to regions, blocks, values, types and attributes of a module.

use super::handles::{Attribute, Block, Op, Region, Type, Value};
use super::module::Module;
use std::ffi::c_char;
use tensorforge::ir::body::Def;
use tensorforge::ir::text::{attr_to_string, type_to_string};

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

/// The operation that contains a block.
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

/// The operation that defines a value; none for an argument of a block.
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

/// The operation of the use at index `at` of a value, or none. Uses have no order.
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

/// The text of a string attribute, without quotes; NULL for other attributes.
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
