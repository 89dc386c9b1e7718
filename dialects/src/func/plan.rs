//! Functions that run in stages: the attribute `tf.plan` of a declaration.
//!
//! A function with data-dependent extents ([`crate::tensor::Bind`]) cannot be compiled as one: compiled code
//! knows all extents at its start. `split-at-binds` creates a function of the code between two binds and
//! leaves a declaration with the name, the signature, and a plan: the stages, their arguments, and the
//! results.
//!
//! Values are numbered: the arguments of the declaration first, then the results of the first stage, and so
//! on. An example is `tf.plan = {results = [4, 0], stages = [@f.0, @f.1], takes = [[0, 1], [0, 1, 2, 3]]}`.

use super::ops::{Func, function_parts};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::FunctionLike;
use tf_ir::opref::OpRef;
use tf_ir::symbol::SymbolTable;

/// The attribute of a declaration that runs in stages.
pub const PLAN: &str = "tf.plan";
/// The attribute of a stage: the name of the function that it belongs to.
pub const STAGE_OF: &str = "tf.stage_of";

/// The stages of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan {
    /// The stages, in execution order.
    pub stages: Vec<Stage>,
    /// The indices of the values that the function returns.
    pub results: Vec<usize>,
}

/// A function of a [`Plan`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// Its name.
    pub function: String,
    /// The indices of its arguments' values, in order.
    pub takes: Vec<usize>,
}

impl Plan {
    /// The plan of a function, if it has one that is well formed.
    pub fn of(function: &Body) -> Option<Plan> {
        Plan::parse(function.ctx(), function.attr(function.root(), PLAN)?)
    }

    fn parse(ctx: &Context, attr: Attribute) -> Option<Plan> {
        let AttrData::Dict(items) = ctx.attr_data(attr) else { return None };
        let get = |name: &str| items.iter().find(|(n, _)| ctx.text(*n) == name).map(|(_, value)| *value);
        let names = ctx.attr_array(get("stages")?)?;
        let takes = ctx.attr_array(get("takes")?)?;
        if names.len() != takes.len() {
            return None;
        }
        let one = |(name, takes): (&Attribute, &Attribute)| {
            Some(Stage { function: ctx.attr_symbol(*name)?.to_string(), takes: numbers(ctx, *takes)? })
        };
        let stages = names.iter().zip(takes).map(one).collect::<Option<Vec<Stage>>>()?;
        Some(Plan { stages, results: numbers(ctx, get("results")?)? })
    }

    /// The attribute.
    pub fn attribute(&self, ctx: &Context) -> Attribute {
        let list = |numbers: &[usize]| {
            let items: Vec<Attribute> = numbers.iter().map(|n| ctx.i64_attr(*n as i64)).collect();
            ctx.array_attr(&items)
        };
        let stages: Vec<Attribute> = self.stages.iter().map(|s| ctx.symbol_attr(&s.function)).collect();
        let takes: Vec<Attribute> = self.stages.iter().map(|s| list(&s.takes)).collect();
        ctx.dict_attr(&[
            (ctx.str("results"), list(&self.results)),
            (ctx.str("stages"), ctx.array_attr(&stages)),
            (ctx.str("takes"), ctx.array_attr(&takes)),
        ])
    }
}

fn numbers(ctx: &Context, attr: Attribute) -> Option<Vec<usize>> {
    let items = ctx.attr_array(attr)?;
    items.iter().map(|item| usize::try_from(ctx.attr_int(*item)?).ok()).collect()
}

/// Checks that a plan names functions with the right count of arguments, and uses defined values.
///
/// # Errors
/// The fault of the plan.
pub(super) fn verify_plan(op: OpRef<'_>, symbols: &SymbolTable) -> Result<(), Diagnostic> {
    let Some(attr) = op.attr(PLAN) else { return Ok(()) };
    let bad = |why: String| Err(op.error(format_args!("has an invalid attribute '{PLAN}': {why}")));
    let Some(plan) = Plan::parse(op.ctx(), attr) else {
        return bad("a plan has the fields 'stages', 'takes' and 'results'".to_string());
    };
    if op.entry(0).is_some() {
        return bad("a function with a body has no stages".to_string());
    }
    let (inputs, results) = Func.signature(op).expect("the description requires a function type");
    let mut known = inputs.len();
    for stage in &plan.stages {
        let name = &stage.function;
        let ty = symbols.get(name).and_then(|symbol| op.ctx().attr_type(symbol.signature?));
        let Some((arguments, gives)) = ty.and_then(|ty| function_parts(op.ctx(), ty)) else {
            return bad(format!("@{name} is not a function of this module"));
        };
        let (takes, has) = (stage.takes.len(), arguments.len());
        // At the memory stage, results are trailing arguments.
        let fits = has == takes || (has > takes && gives.is_empty());
        if !fits || stage.takes.iter().any(|n| *n >= known) {
            return bad(format!(
                "@{name} takes the values {:?}, but it has {has} arguments, and {known} values are defined",
                stage.takes
            ));
        }
        known += gives.len().max(has - takes);
    }
    match plan.results.len() == results.len() && plan.results.iter().all(|n| *n < known) {
        true => Ok(()),
        false => bad(format!(
            "it lists the results {:?}, but the function has {} results, and {known} values are defined",
            plan.results,
            results.len()
        )),
    }
}
