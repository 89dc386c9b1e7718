//! Groups under random schedules: computes with identity accesses, row reductions, sums over a shared loop.

use crate::generators::{Generate, Generators};
use crate::reduce::some_kind;
use crate::state::State;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::DType;
use tf_dialects::tensor::loop_names::{set_loop_name, write_loop_names};
use tf_dialects::tensor::schedule::{Author, By, LoopNames, Manner, MemberLayout, Schedule, Step, steps};
use tf_dialects::tensor::{self, CombiningKind, Group, build};
use tf_ir::affine::{AffineExpr, AffineMap};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

pub(crate) fn register(generators: &mut Generators) {
    generators.add(Group);
}

/// The axis names of members; those of the shared loops come first.
const NAMES: [&str; 4] = ["i", "j", "k", "l"];

impl Generate for Group {
    fn weight(&self) -> u32 {
        6
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        if !state.may_nest() {
            return None;
        }
        let source = state.tensor(b, |shape, _| (1..=NAMES.len()).contains(&shape.len()))?;
        let (shape, dtype) = (state.shape(b, source), state.dtype(b.body.ty(source))?);
        let shared = state.random.within(1, shape.len() as i64) as usize;
        let mut made = Members { shape, dtype, all: vec![source], adds: false };
        for _ in 0..state.random.within(1, 3) {
            made.member(b, state);
        }
        let mut yielded = vec![*made.all.last().expect("there is the source")];
        let sums = if state.random.chance(40) { made.sums(b, state, shared) } else { None };
        yielded.extend(sums);
        let types: Vec<Type> = yielded.iter().map(|value| b.body.ty(*value)).collect();
        let names: Vec<String> = NAMES[..shared].iter().map(|name| name.to_string()).collect();
        let ctx = b.ctx();
        let mut attrs = vec![("axes", LoopNames::attr(&ctx, &names))];
        if state.random.chance(80) {
            let mut steps = steps(state, &names, made.adds);
            for member in 1..made.all.len() {
                steps.extend(place(state, &steps, (&called(member), made.shape.len())));
            }
            attrs.push(("schedule", Schedule::by(Author::User, steps).to_attr(&ctx)));
        }
        let group = b.op(Group, &[], &types, &attrs);
        b.fill(group, 0, &[], tensor::Yield, |_, _| yielded.clone());
        let end = b.body.view(group, Group).block().and_then(|block| b.body.terminator(block))?;
        for value in made.all.iter().skip(1).copied().chain(sums) {
            let member = b.body.def_op(value)?;
            b.body.move_before(member, end);
        }
        Some(b.body.results(group).collect())
    }
}

/// The members of a group so far, after the source tensor that they read.
struct Members {
    shape: Vec<Extent>,
    dtype: DType,
    all: Vec<Value>,
    adds: bool,
}

impl Members {
    /// A compute over all axes that combines two earlier members by identity accesses.
    fn member(&mut self, b: &mut Builder<'_>, state: &mut State<'_>) {
        let (kind, ty) = (some_kind(state, self.dtype), state.type_of(None, self.dtype));
        let pick = |state: &mut State<'_>| *state.random.pick(&self.all).expect("there is the source");
        let (first, second) = (pick(state), pick(state));
        let op = kind.op(self.dtype).expect("the kind takes the type");
        let value = build::compute_one(b, &self.shape, ty, |b, indices| {
            let operands = [first, second].map(|tensor| build::at_indices(b, tensor, indices));
            b.value(op, &operands, ty, &[])
        });
        name(b, value, &NAMES[..self.shape.len()]);
        let (called, ctx) = (called(self.all.len()), b.ctx());
        b.body
            .def_op(value)
            .into_iter()
            .for_each(|op| b.body.set_attr(op, "member", ctx.string_attr(&called)));
        self.all.push(value);
    }

    /// A fold of the last member over the last shared loop.
    fn sums(&mut self, b: &mut Builder<'_>, state: &mut State<'_>, shared: usize) -> Option<Value> {
        let (dim, ty) = (shared - 1, state.type_of(None, self.dtype));
        let kind: CombiningKind = some_kind(state, self.dtype);
        let flags = FastMath::REASSOC.attr(b.body.ctx());
        let (mut others, last) = (self.shape.clone(), *self.all.last()?);
        let extent = others.remove(dim);
        let mut names = NAMES[..self.shape.len()].to_vec();
        let folded = names.remove(dim);
        let value = build::compute_one(b, &others, ty, |b, indices| {
            let fold = build::fold(b, &build::bounds_of(&extent), &[kind], &[ty], Some(flags), |b, index| {
                let mut at = indices.to_vec();
                at.insert(dim, index);
                vec![build::at_indices(b, last, &at)]
            });
            set_loop_name(b.body, fold, folded);
            b.body.result(fold, 0)
        });
        name(b, value, &names);
        self.adds = true;
        Some(value)
    }
}

/// Names the axes of the compute that defines a value.
fn name(b: &mut Builder<'_>, value: Value, names: &[&str]) {
    let axes = names.iter().map(|name| name.to_string()).collect();
    let compute = b.body.def_op(value).expect("a compute was built");
    write_loop_names(b.body, compute, &LoopNames { axes, folds: Vec::new() });
}

/// Splits of the shared loops into small tiles, some parallel.
fn steps(state: &mut State<'_>, names: &[String], adds: bool) -> Vec<Step> {
    let mut steps: Vec<Step> = names
        .iter()
        .map(|name| {
            Step::Split(steps::Split {
                target: name.clone(),
                sizes: vec![state.random.within(1, 4)],
                tail: None,
            })
        })
        .collect();
    let parts: Vec<String> = names.iter().map(|name| format!("{name}.0")).collect();
    let most = names.len() - usize::from(adds);
    steps.push(Step::Order(steps::Order { loops: parts.clone() }));
    if most > 0 && state.random.chance(50) {
        steps.push(Step::Parallel(steps::Parallel { axes: parts[..most].to_vec(), grain: None }));
    }
    steps
}

/// The name of a member in the schedule, by its index.
fn called(member: usize) -> String {
    format!("m{member}")
}

/// A placement step for a member of rank `rank`: its loop, and optionally its threads and its memory layout.
fn place(state: &mut State<'_>, steps: &[Step], (member, rank): (&str, usize)) -> Option<Step> {
    if !state.random.chance(40) {
        return None;
    }
    let parts = steps.iter().find_map(|step| {
        if let Step::Order(steps::Order { loops: parts }) = step { Some(parts) } else { None }
    })?;
    let is_shared = steps.iter().any(|step| matches!(step, Step::Parallel(_)));
    let in_front = state.random.chance(20);
    let at = if in_front { "root".to_string() } else { state.random.pick(parts)?.clone() };
    let by = match state.random.below(4) {
        0 => Some(By::Each),
        1 if in_front || !is_shared => Some(By::All),
        _ => None,
    };
    let layout = if state.random.chance(60) { Some(layout(state, rank)?) } else { None };
    let copies = if !in_front && state.random.chance(20) { Some(state.random.within(1, 2)) } else { None };
    let manner = Manner { by, layout, copies, ..Manner::default() };
    Some(Step::Place(steps::Place { members: vec![member.to_string()], at, keep: None, manner }))
}

/// A memory layout: the axes of a member in some order, some of them split by a constant.
fn layout(state: &mut State<'_>, rank: usize) -> Option<MemberLayout> {
    let mut parts = Vec::new();
    for axis in 0..rank {
        let (index, cut) = (AffineExpr::dim(axis as u32), AffineExpr::constant(state.random.within(2, 4)));
        match state.random.chance(40) {
            true => parts.extend([index.floordiv(&cut).ok()?, index.modulo(&cut).ok()?]),
            false => parts.push(index),
        }
    }
    for at in (1..parts.len()).rev() {
        parts.swap(at, state.random.within(0, at as i64) as usize);
    }
    let names = NAMES[..rank].iter().map(|name| name.to_string()).collect();
    MemberLayout::new(names, AffineMap::new(rank as u32, 0, parts).ok()?).ok()
}
