//! Walks through the operations of a module.

use super::handles::{Attribute, Block, Op, Region, Value};
use super::module::Module;
use std::ffi::{c_char, c_void};

/// The callback of tf_module_walk: a result other than 0 ends the walk.
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

/// The parent of an operation; none for the module itself.
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

/// The number of attributes that are set on an operation.
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

/// The name of the attribute at index `at` of an operation, for tf_op_attribute; NULL if there is none.
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

/// The name of the source that an operation came from, as long as the module lives; NULL if that is not
/// known.
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

/// Calls `visitor` for each operation of a module in preorder, the module itself first. The visitor may
/// change its operation, and erase it; operations that were in its regions before are then not visited.
/// Returns 1 if the visitor ended the walk.
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
