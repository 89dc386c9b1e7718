//! Changes to a module: attributes, operands, uses, and operations.

use super::build::{Place, found_values, place, same_body};
use super::handles::{Attribute, Block, Op, Value};
use super::module::{Module, changed, stale};
use crate::failure::{self, Failure};
use crate::text::{required, slice};
use std::ffi::c_char;
use tensorforge::ir::body::{self, Body};

/// An op with its body, and the body's id.
fn found(module: &mut Module, op: Op) -> Result<(u32, body::Op, &mut Body), Failure> {
    let (at, op) = module.find_op(op).ok_or_else(|| stale("the operation"))?;
    Ok((at, op, module.body_mut(at).ok_or_else(|| stale("the operation"))?))
}

/// Sets an attribute of an operation. Returns 0, or 1 with a failure.
///
/// # Safety
/// `module` is null or live, `name` a text or null, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_set_attribute(
    module: *mut Module,
    op: Op,
    name: *const c_char,
    value: Attribute,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (module, name) = unsafe { (changed(module)?, required(name, "the name of the attribute")?) };
        let value = module.find_attribute(value).ok_or_else(|| stale("the attribute"))?;
        let (_, op, body) = found(module, op)?;
        let info = body.info(op);
        if let Some(spec) = info.attrs.iter().find(|spec| spec.name == name)
            && !(spec.constraint.check)(body.ctx(), value)
        {
            let wanted = spec.constraint.summary;
            return Err(format!("the attribute '{name}' of '{}' must be {wanted}", info.name).into());
        }
        body.set_attr(op, name, value);
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Removes an attribute of an operation, if it has it. Returns 0, or 1 with a failure.
///
/// # Safety
/// `module` is null or live, `name` a text or null, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_remove_attribute(
    module: *mut Module,
    op: Op,
    name: *const c_char,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (module, name) = unsafe { (changed(module)?, required(name, "the name of the attribute")?) };
        let (_, op, body) = found(module, op)?;
        body.remove_attr(op, name);
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Replaces the operand at index `at` of an operation. Returns 0, or 1 with a failure.
///
/// # Safety
/// `module` is null or live, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_set_operand(
    module: *mut Module,
    op: Op,
    at: usize,
    value: Value,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let module = unsafe { changed(module)? };
        let value = found_values(module, &[value], "value")?;
        let (number, op, body) = found(module, op)?;
        same_body(&value, number, "value")?;
        let count = body.operand_count(op);
        if at >= count {
            return Err(format!("'{}' has no operand {at}: it has {count}", body.info(op).name).into());
        }
        body.set_operand(op, at, value[0].1);
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Makes every use of `from` a use of `to`, which must have the same type. Returns 0, or 1 with a failure.
///
/// # Safety
/// `module` is null or live, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_value_replace_uses(
    module: *mut Module,
    from: Value,
    to: Value,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let module = unsafe { changed(module)? };
        let values = found_values(module, &[from, to], "value")?;
        let (at, from) = values[0];
        same_body(&values, at, "value")?;
        let body = module.body_mut(at).ok_or_else(|| stale("the value"))?;
        same_types(body, &[from], &[values[1].1])?;
        body.replace_uses(from, values[1].1);
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Replaces the results of an operation by `values`, one for each and of the same types, and erases it.
/// Returns 0, or 1 with a failure.
///
/// # Safety
/// `module` is null or live, `values` has `value_count` values, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_replace(
    module: *mut Module,
    op: Op,
    values: *const Value,
    value_count: usize,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (module, values) = unsafe { (changed(module)?, slice(values, value_count, "values")?) };
        let values = found_values(module, values, "value")?;
        let (at, op, body) = found(module, op)?;
        same_body(&values, at, "value")?;
        let (own, others): (Vec<_>, Vec<_>) =
            (body.results(op).collect(), values.iter().map(|v| v.1).collect());
        if own.len() != others.len() {
            let name = &body.info(op).name;
            return Err(format!("'{name}' has {} results, not {}", own.len(), others.len()).into());
        }
        if others.iter().any(|value| own.contains(value)) {
            return Err("an operation cannot be replaced by its own results".into());
        }
        same_types(body, &own, &others)?;
        removable(body, op)?;
        body.replace(op, &others);
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Erases an operation with its regions. Its results must not be used. Returns 0, or 1 with a failure.
///
/// # Safety
/// `module` is null or live, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_erase(module: *mut Module, op: Op, failure: *mut *mut Failure) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let module = unsafe { changed(module)? };
        let (_, op, body) = found(module, op)?;
        removable(body, op)?;
        if !body.results_unused(op) {
            let name = &body.info(op).name;
            return Err(format!(
                "a result of '{name}' still has uses: replace them, or replace the operation"
            )
            .into());
        }
        body.erase(op);
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Moves an operation before another one of the same function, or, if `before` is none, to the end of a
/// block. Returns 0, or 1 with a failure.
///
/// # Safety
/// `module` is null or live, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_move(
    module: *mut Module,
    op: Op,
    block: Block,
    before: Op,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let module = unsafe { changed(module)? };
        let (to, place) = place(module, block, before)?;
        let (at, op, body) = found(module, op)?;
        removable(body, op)?;
        if at != to {
            return Err("an operation cannot move to another function: create a new one there".into());
        }
        let around = match place {
            Place::Before(other) => Some(other),
            Place::End(block) => body.block_owner(block),
        };
        if around.is_some_and(|around| body.encloses(op, around))
            && !matches!(place, Place::Before(b) if b == op)
        {
            return Err("an operation cannot be moved into itself".into());
        }
        match place {
            Place::Before(other) => body.move_before(op, other),
            Place::End(block) => {
                body.detach(op);
                body.append(block, op);
            }
        }
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Checks that the op is in a block.
fn removable(body: &Body, op: body::Op) -> Result<(), Failure> {
    match body.block_of(op) {
        Some(_) => Ok(()),
        None => Err("the module operation cannot be moved or erased: free it with tf_module_free".into()),
    }
}

/// Checks that replacements have the types of the values.
fn same_types(body: &Body, from: &[body::Value], to: &[body::Value]) -> Result<(), Failure> {
    let text = |value: body::Value| tensorforge::ir::text::type_to_string(body.ctx(), body.ty(value));
    match from.iter().zip(to).find(|(a, b)| body.ty(**a) != body.ty(**b)) {
        None => Ok(()),
        Some((a, b)) => Err(format!("a {} cannot replace a {}", text(*b), text(*a)).into()),
    }
}
