//! What random programs consist of.

use std::collections::BTreeMap;
use std::fmt;
use tf_dialects::scalar::element_type;
use tf_generate::{DTYPES, generator};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::types::Dim;
use tf_ir::walk::{preorder, walk_bodies};

/// Dialects whose ops take part in random programs.
const DRAWN_FROM: [&str; 5] = ["arith.", "math.", "tensor.", "loop.", "func."];
/// Our ops without a generator: terminators and functions come with others, parallel loops and empty tensors
/// are made by passes, transforms and their markers are compared with other derivatives; an extent that is
/// bound divides the program (`embed/tests/binds.rs`), and later ops could not use the earlier extents;
/// prints and assertions change no answer (`embed/tests/watching.rs`).
const NOT_DRAWN: [&str; 24] = [
    "arith.scaling_extf",
    "arith.scaling_truncf",
    "func.call_indirect",
    "func.constant",
    "func.func",
    "func.return",
    "loop.condition",
    "loop.parallel",
    "loop.yield",
    "tensor.after",
    "tensor.assert",
    "tensor.bind",
    "tensor.checkpoint",
    "tensor.custom",
    "tensor.detach",
    "tensor.empty",
    "tensor.jvp",
    "tensor.print",
    "tensor.require",
    "tensor.straight_through",
    "tensor.vjp",
    "tensor.vmap",
    "tensor.yield",
    "math.fpowi",
];

/// Counts over programs: in how many each thing occurs.
#[derive(Default)]
pub struct Histogram {
    programs: usize,
    invalid: Vec<String>,
    ops: BTreeMap<String, usize>,
    dtypes: BTreeMap<String, usize>,
    policies: BTreeMap<String, usize>,
    dynamic: usize,
    control: usize,
    empty: usize,
    sizes: Vec<usize>,
}

impl Histogram {
    /// Counts a program; `invalid` is the verifier's error.
    pub fn program(&mut self, module: &Body, invalid: Option<String>) {
        self.programs += 1;
        self.invalid.extend(invalid);
        let (mut ops, mut dtypes, mut policies) = (Vec::new(), Vec::new(), Vec::new());
        let (mut dynamic, mut empty, mut size) = (false, false, 0);
        walk_bodies(module, &mut |body| {
            let ctx = body.ctx();
            for op in preorder(body) {
                ops.push(body.info(op).name.to_string());
                size += 1;
                if let Some(policy) = body.attr(op, "policy").and_then(|a| ctx.attr_str(a)) {
                    policies.push(policy.to_string());
                }
                for value in body.results(op) {
                    let ty = body.ty(value);
                    dtypes.extend(element_type(ctx, ty).map(|d| d.to_string()));
                    let dims = ctx.dims(ty).unwrap_or_default();
                    dynamic |= dims.iter().any(|d| matches!(d, Dim::Term(_)));
                    empty |= dims.iter().any(|d| d.as_static() == Some(0));
                }
            }
        });
        let loops = ["loop.for", "loop.while", "loop.if", "loop.switch"];
        self.control += usize::from(ops.iter().any(|op| loops.contains(&op.as_str())));
        self.dynamic += usize::from(dynamic);
        self.empty += usize::from(empty);
        self.sizes.push(size);
        for (counts, mut names) in
            [(&mut self.ops, ops), (&mut self.dtypes, dtypes), (&mut self.policies, policies)]
        {
            names.sort();
            names.dedup();
            names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        }
    }

    fn median(&self) -> usize {
        let mut sizes = self.sizes.clone();
        sizes.sort_unstable();
        sizes.get(sizes.len() / 2).copied().unwrap_or(0)
    }

    /// Which demands on the programs are not met.
    pub fn faults(&self, ctx: &Context) -> Vec<String> {
        let mut faults = Vec::new();
        let mut need = |count: usize, percent: usize, what: String| {
            if count * 100 < self.programs * percent {
                faults.push(format!("{what} in {count} of {} programs, under {percent} %", self.programs));
            }
        };
        let infos = ctx.registry().ops().iter().filter(|info| generator(info).is_some());
        for info in infos {
            need(self.ops.get(&*info.name).copied().unwrap_or(0), 1, format!("op {}", info.name));
        }
        for dtype in DTYPES.map(|d| d.to_string()) {
            need(self.dtypes.get(&dtype).copied().unwrap_or(0), 1, format!("element type {dtype}"));
        }
        for policy in ["clamp", "wrap", "fill", "trap", "drop"] {
            need(self.policies.get(policy).copied().unwrap_or(0), 1, format!("policy {policy}"));
        }
        need(self.dynamic, 30, "dynamic extents".into());
        need(self.control, 20, "loops or conditionals".into());
        need(self.empty, 1, "empty axes".into());
        need(self.programs - self.invalid.len(), 95, "valid programs".into());
        // An op that nobody draws is tested by nobody.
        for info in ctx.registry().ops() {
            let drawn = generator(info).is_some();
            let ours = DRAWN_FROM.iter().any(|dialect| info.name.starts_with(dialect));
            if ours && !drawn && !NOT_DRAWN.contains(&&*info.name) {
                faults.push(format!("op {} has no generator", info.name));
            }
        }
        if self.median() < 15 {
            faults.push(format!("the median program has {} ops, under 15", self.median()));
        }
        faults
    }
}

impl fmt::Display for Histogram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.programs;
        writeln!(f, "{n} programs, {} invalid", self.invalid.len())?;
        self.invalid.iter().try_for_each(|why| writeln!(f, "  {why}"))?;
        writeln!(
            f,
            "dynamic {}, loops or conditionals {}, empty {}",
            self.dynamic, self.control, self.empty
        )?;
        let (least, most) = (self.sizes.iter().min(), self.sizes.iter().max());
        writeln!(f, "ops: least {least:?}, median {}, most {most:?}", self.median())?;
        for (title, counts) in
            [("ops", &self.ops), ("element types", &self.dtypes), ("policies", &self.policies)]
        {
            writeln!(f, "{title}")?;
            counts.iter().try_for_each(|(name, count)| writeln!(f, "  {name:<24} {count}"))?;
        }
        Ok(())
    }
}
