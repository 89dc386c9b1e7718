//! Construction of types, attributes, operations and blocks.

use super::handles::{Attribute, Block, Op, Region, Type, Value};
use super::module::{Module, changed, stale};
use crate::failure::{self, Failure, FailureKind};
use crate::text::{optional, required, slice, versioned};
use std::ffi::c_char;
use tensorforge::ir::attr;
use tensorforge::ir::body::{self, Body};
use tensorforge::ir::interfaces::{InferArgs, InferTypes};
use tensorforge::ir::location::Location;
use tensorforge::ir::registry::{OpInfo, Traits};
use tensorforge::ir::text::{ParseOptions, did_you_mean, parse_attribute, parse_type};
use tensorforge::ir::types;

/// An attribute with its name.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct NamedAttribute {
    /// The name.
    pub name: *const c_char,
    /// The attribute.
    pub value: Attribute,
}

/// The parts of a new operation: begin with TF_OP_PARTS_INIT.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct OpParts {
    /// sizeof(tf_op_parts)
    pub size: usize,
    /// The name: "arith.addf".
    pub name: *const c_char,
    /// The operands.
    pub operands: *const Value,
    /// The number of operands.
    pub operand_count: usize,
    /// The types of the results.
    pub results: *const Type,
    /// The number of results.
    pub result_count: usize,
    /// Not 0: the types of the results are inferred from the operands; `results` is empty.
    pub infer_results: i32,
    /// The line in `file` that the operation comes from, from 1; 0 if that is not known.
    pub line: u32,
    /// As `line`: the column, in characters from 1.
    pub column: u32,
    /// The name of the source that it comes from; may be NULL.
    pub file: *const c_char,
    /// The attributes.
    pub attributes: *const NamedAttribute,
    /// The number of attributes.
    pub attribute_count: usize,
    /// The number of its regions, empty at first; regions that the operation requires exist in any case.
    pub region_count: usize,
    /// The blocks that it branches to.
    pub successors: *const Block,
    /// The number of successors.
    pub successor_count: usize,
}

/// Reads a type, "tensor<?{n}xf32>". None if it fails.
///
/// # Safety
/// `module` is null or live, `text` a text or null, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_type_parse(
    module: *mut Module,
    text: *const c_char,
    failure: *mut *mut Failure,
) -> Type {
    let action = || {
        // SAFETY: promised by the caller.
        let (module, text) = unsafe { (changed(module)?, required(text, "the text of the type")?) };
        let found = parse_type(&module.context(), text, &ParseOptions::default());
        let ty = found.map_err(|errors| unreadable("a type", text, errors.first().map(|e| &*e.message)))?;
        Ok(module.r#type(ty))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, Type::default(), action) }
}

/// Reads an attribute: "42 : i32", "dense<[1.0, 2.0]> : tensor<2xf32>", "@f". None if it fails.
///
/// # Safety
/// `module` is null or live, `text` a text or null, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_attribute_parse(
    module: *mut Module,
    text: *const c_char,
    failure: *mut *mut Failure,
) -> Attribute {
    let action = || {
        // SAFETY: promised by the caller.
        let (module, text) = unsafe { (changed(module)?, required(text, "the text of the attribute")?) };
        let found = parse_attribute(&module.context(), text, &ParseOptions::default());
        let found =
            found.map_err(|errors| unreadable("an attribute", text, errors.first().map(|e| &*e.message)))?;
        Ok(module.attribute(found))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, Attribute::default(), action) }
}

fn unreadable(what: &str, text: &str, why: Option<&str>) -> Failure {
    let why = why.unwrap_or("it cannot be parsed");
    Failure::new(FailureKind::Text, format!("'{text}' is not {what}: {why}"))
}

/// A string as an attribute; the text needs no quotes. None if it fails.
///
/// # Safety
/// `module` is null or live, `text` a text or null, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_attribute_string(
    module: *mut Module,
    text: *const c_char,
    failure: *mut *mut Failure,
) -> Attribute {
    let action = || {
        // SAFETY: promised by the caller.
        let (module, text) = unsafe { (changed(module)?, required(text, "the text of the attribute")?) };
        let made = module.context().string_attr(text);
        Ok(module.attribute(made))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, Attribute::default(), action) }
}

/// Appends a block with arguments of these types to a region. None if it fails.
///
/// # Safety
/// `module` is null or live, `types` has `type_count` types, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_block_create(
    module: *mut Module,
    region: Region,
    types: *const Type,
    type_count: usize,
    failure: *mut *mut Failure,
) -> Block {
    let action = || {
        // SAFETY: promised by the caller.
        let (module, types) = unsafe { (changed(module)?, slice(types, type_count, "types")?) };
        let (at, region) = module.find_region(region).ok_or_else(|| stale("the region"))?;
        let types = found_types(module, types)?;
        let block = module.body_mut(at).ok_or_else(|| stale("the region"))?.add_block(region, &types);
        Ok(module.block(at, block))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, Block::default(), action) }
}

/// Makes an operation: before another one, or, if `before` is none, at the end of a block. None if it fails.
/// Rules beyond its declared signature are checked by tf_module_verify.
///
/// # Safety
/// `module` is null or live, the parts are readable with their lists and texts, `failure` is null or
/// writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_op_create(
    module: *mut Module,
    parts: *const OpParts,
    block: Block,
    before: Op,
    failure: *mut *mut Failure,
) -> Op {
    let action = || {
        // SAFETY: promised by the caller; all zeros are parts.
        let (module, parts) = unsafe {
            (changed(module)?, versioned(parts, "tf_op_parts")?.ok_or("the parts of the operation are NULL")?)
        };
        // SAFETY: promised by the caller.
        let read = unsafe { Parts::read(module, &parts)? };
        let (at, place) = place(module, block, before)?;
        read.check_operands(at)?;
        let body = module.body_mut(at).ok_or_else(|| stale("the block"))?;
        let op = read.create(body)?;
        match place {
            Place::Before(other) => body.insert_before(op, other),
            Place::End(block) => body.append(block, op),
        }
        Ok(module.op(at, op))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, Op::default(), action) }
}

/// The insertion point of an operation.
pub(super) enum Place {
    Before(body::Op),
    End(body::Block),
}

/// The insertion point that the two handles specify, and its body.
pub(super) fn place(module: &Module, block: Block, before: Op) -> Result<(u32, Place), Failure> {
    if before == Op::default() {
        let (at, block) = module.find_block(block).ok_or_else(|| stale("the block"))?;
        return Ok((at, Place::End(block)));
    }
    let (at, before) = module.find_op(before).ok_or_else(|| stale("the operation 'before'"))?;
    match module.body(at).and_then(|body| body.block_of(before)) {
        Some(_) => Ok((at, Place::Before(before))),
        None => Err("nothing can be inserted before the operation 'before': it is not in a block".into()),
    }
}

fn found_types(module: &Module, types: &[Type]) -> Result<Vec<types::Type>, Failure> {
    let find = |(at, ty): (usize, &Type)| module.find_type(*ty).ok_or_else(|| stale(&format!("type {at}")));
    types.iter().enumerate().map(find).collect()
}

/// Values and the bodies that contain them.
pub(super) fn found_values(
    module: &Module,
    values: &[Value],
    what: &str,
) -> Result<Vec<(u32, body::Value)>, Failure> {
    let find = |(at, value): (usize, &Value)| {
        module.find_value(*value).ok_or_else(|| stale(&format!("{what} {at}")))
    };
    values.iter().enumerate().map(find).collect()
}

/// Checks that all values belong to one function.
pub(super) fn same_body(values: &[(u32, body::Value)], at: u32, what: &str) -> Result<(), Failure> {
    match values.iter().position(|(body, _)| *body != at) {
        None => Ok(()),
        Some(index) => Err(format!("{what} {index} is a value of another function").into()),
    }
}

/// The parts of an operation, looked up.
struct Parts {
    name: String,
    loc: Location,
    operands: Vec<(u32, body::Value)>,
    results: Vec<types::Type>,
    infer: bool,
    attributes: Vec<(String, attr::Attribute)>,
    regions: usize,
    successors: Vec<(u32, body::Block)>,
}

impl Parts {
    /// # Safety
    /// The parts are readable with their lists and texts.
    unsafe fn read(module: &Module, parts: &OpParts) -> Result<Parts, Failure> {
        // SAFETY: promised by the caller.
        let (name, file, operands, results, attributes, successors) = unsafe {
            (
                required(parts.name, "the name of the operation")?,
                optional(parts.file, "the name of the file")?,
                slice(parts.operands, parts.operand_count, "operands")?,
                slice(parts.results, parts.result_count, "types of results")?,
                slice(parts.attributes, parts.attribute_count, "attributes")?,
                slice(parts.successors, parts.successor_count, "successors")?,
            )
        };
        let ctx = module.context();
        let mut named = Vec::new();
        for attribute in attributes {
            // SAFETY: promised by the caller.
            let key = unsafe { required(attribute.name, "the name of an attribute")? };
            let value = module.find_attribute(attribute.value);
            named.push((key.to_string(), value.ok_or_else(|| stale(&format!("attribute '{key}'")))?));
        }
        let block = |(at, block): (usize, &Block)| {
            module.find_block(*block).ok_or_else(|| stale(&format!("successor {at}")))
        };
        Ok(Parts {
            name: name.to_string(),
            loc: match file {
                Some(file) if parts.line > 0 => {
                    Location::file(&ctx, ctx.str(file), parts.line, parts.column.max(1))
                }
                _ => Location::UNKNOWN,
            },
            operands: found_values(module, operands, "operand")?,
            results: found_types(module, results)?,
            infer: parts.infer_results != 0,
            attributes: named,
            regions: parts.region_count,
            successors: successors.iter().enumerate().map(block).collect::<Result<_, _>>()?,
        })
    }

    /// Checks that all operands belong to the body of the insertion point.
    fn check_operands(&self, at: u32) -> Result<(), Failure> {
        same_body(&self.operands, at, &format!("'{}': operand", self.name))?;
        match self.successors.iter().position(|(body, _)| *body != at) {
            None => Ok(()),
            Some(index) => {
                Err(format!("'{}': successor {index} is a block of another function", self.name).into())
            }
        }
    }

    /// Creates the operation, outside of any block.
    fn create(&self, body: &mut Body) -> Result<body::Op, Failure> {
        let ctx = body.ctx().clone();
        let name = ctx.op_name(&self.name);
        let info = ctx.op_info(name);
        if !info.registered {
            let known = ctx.registry().ops().iter().map(|op| &*op.name);
            return Err(
                format!("unknown operation '{}'{}", self.name, did_you_mean(&self.name, known)).into()
            );
        }
        for (key, value) in &self.attributes {
            let spec = info.attrs.iter().find(|spec| spec.name == *key);
            if let Some(spec) = spec.filter(|spec| !(spec.constraint.check)(&ctx, *value)) {
                let wanted = spec.constraint.summary;
                return Err(format!("the attribute '{key}' of '{}' must be {wanted}", self.name).into());
            }
        }
        let operands: Vec<body::Value> = self.operands.iter().map(|(_, value)| *value).collect();
        let results = if self.infer { self.infer(body, info, &operands)? } else { self.results.clone() };
        let regions = self.regions.max(info.regions.least());
        if !info.has(Traits::ISOLATED) {
            let successors: Vec<body::Block> = self.successors.iter().map(|(_, block)| *block).collect();
            let op = body.create(name, self.loc, &operands, &results, regions, &successors);
            self.attributes.iter().for_each(|(key, value)| body.set_attr(op, key, *value));
            return Ok(op);
        }
        if !operands.is_empty() || !results.is_empty() || !self.successors.is_empty() {
            let name = &self.name;
            return Err(format!("'{name}' is isolated: it has no operands, results or successors").into());
        }
        let mut own = Body::new(&ctx, name, self.loc, regions);
        let root = own.root();
        self.attributes.iter().for_each(|(key, value)| own.set_attr(root, key, *value));
        Ok(body.adopt(own))
    }

    fn infer(
        &self,
        body: &Body,
        info: &OpInfo,
        operands: &[body::Value],
    ) -> Result<Vec<types::Type>, Failure> {
        let name = &self.name;
        if !self.results.is_empty() {
            return Err(format!("'{name}': give the result types or infer them, not both").into());
        }
        let rule = info.interface::<dyn InferTypes>();
        let rule = rule.ok_or_else(|| format!("'{name}' cannot infer its result types: give them"))?;
        let value = |key: &str| self.attributes.iter().find(|(k, _)| k == key).map(|(_, value)| *value);
        let slots: Vec<Option<attr::Attribute>> = info.attrs.iter().map(|spec| value(spec.name)).collect();
        let types: Vec<types::Type> = operands.iter().map(|v| body.ty(*v)).collect();
        let args = InferArgs { ctx: body.ctx(), loc: self.loc, operands: &types, attrs: &slots };
        let found = rule.infer(&args);
        let found = found
            .map_err(|error| Failure::new(FailureKind::Program, format!("'{name}': {}", error.message)))?;
        Ok(found.to_vec())
    }
}
