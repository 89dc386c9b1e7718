//! The attribute `#tensor.schedule`: its parameters, and the constraints of attributes with schedules and
//! loop names.

use super::error::{Form, StepError};
use super::{
    Arguments, Author, By, Decision, LoopNames, Manner, MemberLayout, NAME, Schedule, Space, Step, is_name,
};
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
            let mut loops: Vec<Attribute> = step.loops().iter().map(|name| ctx.string_attr(name)).collect();
            if let Step::Map { place, .. } = step {
                loops.push(ctx.string_attr(place.word()));
            }
            let mut parts = vec![
                ctx.string_attr(step.word()),
                ctx.string_attr(decision.author.word()),
                ctx.array_attr(&loops),
                ctx.i64_array_attr(&step.numbers()),
            ];
            let name = |name: &Option<String>| ctx.string_attr(name.as_deref().unwrap_or_default());
            match step {
                Step::Stage { at, panels, .. } => parts.extend([name(at), name(panels)]),
                Step::Place { at, keep, manner, .. } => {
                    parts.extend([ctx.string_attr(at), name(keep)]);
                    parts.extend(manner_attrs(ctx, manner));
                }
                Step::Join { target, .. } => parts.push(ctx.string_attr(target)),
                _ => parts.extend(step.tail().map(|tail| ctx.string_attr(tail.word()))),
            }
            ctx.array_attr(&parts)
        });
        let params = params.collect();
        ctx.intern_attr(AttrData::Dialect { dialect: ctx.str(DIALECT), name: ctx.str(NAME), params })
    }

    /// Parses the parameters of the attribute: for each step its keyword, author, loops, integers and further
    /// names.
    pub(super) fn from_params(ctx: &Context, params: &[Attribute]) -> Result<Schedule, StepError> {
        let decision = |param: &Attribute| {
            let form = || StepError::Form(Form::Parameter);
            let [word, author, loops, numbers, named @ ..] = ctx.attr_array(*param).ok_or_else(form)? else {
                return Err(form());
            };
            let loops = ctx.attr_array(*loops).ok_or_else(form)?;
            let loops: Option<Vec<String>> =
                loops.iter().map(|name| ctx.attr_str(*name).map(str::to_string)).collect();
            let author = ctx.attr_str(*author).and_then(Author::of_word).ok_or_else(form)?;
            let numbers = ctx.attr_i64s(*numbers).ok_or_else(form)?.to_vec();
            let word = ctx.attr_str(*word).ok_or_else(form)?;
            let text =
                |name: &Attribute| ctx.attr_str(*name).filter(|name| !name.is_empty()).map(str::to_string);
            let rest = named.get(2..).unwrap_or_default();
            let mut named = named.iter().map(text);
            let (mut at, panels) = (named.next().flatten(), named.next().flatten());
            let tail = if matches!(word, "vectorize" | "split") { at.take() } else { None };
            let loops = loops.ok_or_else(form)?;
            let manner = if word == "place" { manner_of(ctx, rest)? } else { Manner::default() };
            let arguments = Arguments { loops, numbers, at, panels, keep: None, tail, manner };
            let step = Step::of(word, arguments)?;
            Ok(Decision { step, author })
        };
        params.iter().map(decision).collect::<Result<_, _>>().map(Schedule)
    }
}

/// The attributes of placement options: threads, memory level, copies, and the axes and map of the layout.
/// Empty if no option is set.
fn manner_attrs(ctx: &Context, manner: &Manner) -> Vec<Attribute> {
    if manner.is_plain() {
        return Vec::new();
    }
    let word = |word: Option<&'static str>| ctx.string_attr(word.unwrap_or_default());
    let copies: Vec<i64> = manner.copies.into_iter().collect();
    let mut attrs =
        vec![word(manner.by.map(By::word)), word(manner.space.map(Space::word)), ctx.i64_array_attr(&copies)];
    if let Some(layout) = &manner.layout {
        attrs.extend([LoopNames::attr(ctx, layout.axes()), ctx.map_attr(layout.map().clone())]);
    }
    attrs
}

/// Parses the attributes of placement options.
fn manner_of(ctx: &Context, attrs: &[Attribute]) -> Result<Manner, StepError> {
    let form = || StepError::Form(Form::PlacementParameter);
    let [by, space, copies, layout @ ..] = attrs else {
        return if attrs.is_empty() { Ok(Manner::default()) } else { Err(form()) };
    };
    let word = |attr: &Attribute| ctx.attr_str(*attr).filter(|word| !word.is_empty());
    let layout = match layout {
        [] => None,
        [axes, map] => {
            let axes = ctx.attr_array(*axes).ok_or_else(form)?.iter();
            let axes: Option<Vec<String>> =
                axes.map(|name| ctx.attr_str(*name).map(str::to_string)).collect();
            let map = ctx.attr_map(*map).ok_or_else(form)?.clone();
            Some(MemberLayout::new(axes.ok_or_else(form)?, map)?)
        }
        _ => return Err(form()),
    };
    Ok(Manner {
        by: word(by).map(|word| By::of_word(word).ok_or_else(form)).transpose()?,
        space: word(space).map(Space::of_word).transpose()?,
        copies: ctx.attr_i64s(*copies).ok_or_else(form)?.first().copied(),
        layout,
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
