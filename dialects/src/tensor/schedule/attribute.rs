//! The attribute `#tensor.schedule`: its parameters, and the constraints of attributes with schedules and
//! loop names.

use super::arguments::Value;
use super::error::StepError;
use super::spec::ArgKind;
use super::{Author, By, Decision, LoopNames, MemberLayout, NAME, Schedule, Step, is_name};
use crate::tensor::DIALECT;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::registry::AttrConstraint;

impl Schedule {
    /// The schedule that an attribute holds; `None` if it is another attribute.
    pub fn from_attr(ctx: &Context, attr: Attribute) -> Option<Schedule> {
        match ctx.attr_data(attr) {
            AttrData::Dialect { dialect, name, params }
                if ctx.text(*dialect) == DIALECT && ctx.text(*name) == NAME =>
            {
                Schedule::from_params(ctx, params).ok()
            }
            _ => None,
        }
    }

    /// `#tensor.schedule<…>`
    pub fn to_attr(&self, ctx: &Context) -> Attribute {
        let params = self.0.iter().map(|decision| {
            let step = &decision.step;
            let mut parts = vec![ctx.string_attr(step.word()), ctx.string_attr(decision.author.word())];
            parts.extend(step.values().iter().map(|value| value_attr(ctx, value)));
            ctx.array_attr(&parts)
        });
        let params = params.collect();
        ctx.intern_attr(AttrData::Dialect { dialect: ctx.str(DIALECT), name: ctx.str(NAME), params })
    }

    /// Parses the parameters of the attribute: for each step its keyword, author and arguments.
    pub(super) fn from_params(ctx: &Context, params: &[Attribute]) -> Result<Schedule, StepError> {
        let decision = |param: &Attribute| {
            let form = || StepError::Parameter;
            let [word, author, values @ ..] = ctx.attr_array(*param).ok_or_else(form)? else {
                return Err(form());
            };
            let author = ctx.attr_str(*author).and_then(Author::of_word).ok_or_else(form)?;
            let spec = Step::spec_of(ctx.attr_str(*word).ok_or_else(form)?)?;
            let args = spec.args.iter().map(|arg| arg.kind);
            let values = args.zip(values).map(|(kind, attr)| value_of(ctx, kind, *attr).ok_or_else(form));
            let step = Step::of_params(spec, values.collect::<Result<_, _>>()?)?;
            Ok(Decision { step, author })
        };
        params.iter().map(decision).collect::<Result<_, _>>().map(Schedule)
    }
}

/// The attribute of an argument: names, integers, or the axes and the map of a layout.
fn value_attr(ctx: &Context, value: &Value) -> Attribute {
    match value {
        Value::Names(names) => LoopNames::attr(ctx, names),
        Value::Numbers(numbers) => ctx.i64_array_attr(numbers),
        Value::Layout(None) => ctx.array_attr(&[]),
        Value::Layout(Some(layout)) => {
            ctx.array_attr(&[LoopNames::attr(ctx, layout.axes()), ctx.map_attr(layout.map().clone())])
        }
    }
}

/// The argument of an attribute; `None` if it has another form.
fn value_of(ctx: &Context, kind: ArgKind, attr: Attribute) -> Option<Value> {
    let names = |attr: Attribute| -> Option<Vec<String>> {
        ctx.attr_array(attr)?.iter().map(|name| ctx.attr_str(*name).map(str::to_string)).collect()
    };
    Some(match kind {
        ArgKind::Number(_) | ArgKind::Item(_) | ArgKind::Items(_) => {
            Value::Numbers(ctx.attr_i64s(attr)?.to_vec())
        }
        ArgKind::Layout => Value::Layout(match ctx.attr_array(attr)? {
            [] => None,
            [axes, map] => Some(MemberLayout::new(names(*axes)?, ctx.attr_map(*map)?.clone()).ok()?),
            _ => return None,
        }),
        _ => Value::Names(names(attr)?),
    })
}

/// A schedule.
pub const SCHEDULE_ATTR: AttrConstraint = AttrConstraint {
    summary: "schedule, as in #tensor.schedule<vectorize(i, 8)>",
    check: |ctx, attr| Schedule::from_attr(ctx, attr).is_some(),
};

/// The name of a loop.
pub const LOOP_NAME_ATTR: AttrConstraint = AttrConstraint {
    summary: "name of a loop: letters, digits and underscores",
    check: |ctx, attr| ctx.attr_str(attr).is_some_and(is_name),
};

/// The threads that compute the points of a compute from a group.
pub const BY_ATTR: AttrConstraint = AttrConstraint {
    summary: "'each' or 'all': one thread computes it, or all threads share it",
    check: |ctx, attr| ctx.attr_str(attr).and_then(By::of_word).is_some(),
};

/// The name of a member of a group.
pub const MEMBER_NAME_ATTR: AttrConstraint = AttrConstraint {
    summary: "name of a member of a group: letters, digits and underscores",
    check: |ctx, attr| ctx.attr_str(attr).is_some_and(is_name),
};

/// Names of loops.
pub const LOOP_NAMES_ATTR: AttrConstraint = AttrConstraint {
    summary: "array of distinct names of loops: letters, digits and underscores",
    check: |ctx, attr| match ctx.attr_array(attr) {
        Some(items) => {
            let distinct = (1..items.len()).all(|i| !items[..i].contains(&items[i]));
            distinct && items.iter().all(|item| ctx.attr_str(*item).is_some_and(is_name))
        }
        None => false,
    },
};
