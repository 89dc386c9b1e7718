//! Resolution of a parsed pipeline: names are looked up, options checked, anchors inferred.

use super::info::{Anchor, PassInfo};
use super::options::Options;
use super::parse::{RawOption, RawStep, SyntaxError, parse, parse_options};
use super::pipeline::{ANY, PassStep, Pipeline, PipelineBuilder, PipelineStep};
use crate::codes::{self, ErrorCode};
use crate::diag::Diagnostic;
use crate::location::Location;
use crate::registry::Traits;
use crate::text::did_you_mean;
use std::sync::Arc;

/// Limit on the recursive expansion of named pipelines.
const MAX_EXPANSION: usize = 16;

/// The steps of a text for ops `anchor`.
pub(super) fn text(
    builder: &mut PipelineBuilder<'_>,
    anchor: &str,
    text: &str,
    source: &str,
) -> Vec<PipelineStep> {
    let mut resolver = Resolver { builder, text, source, depth: 0 };
    let mut raw = match parse(text) {
        Ok(raw) => raw,
        Err(error) => {
            resolver.syntax(error);
            return Vec::new();
        }
    };
    // `builtin.module(a,b)` for a module is the pipeline itself, not one for the modules inside.
    if let [only] = &mut raw[..]
        && only.name == anchor
        && only.options.is_empty()
        && let Some(steps) = only.nested.take()
    {
        raw = steps;
    }
    resolver.list(anchor, &raw)
}

/// The steps of one pass or named pipeline with options as text.
pub(super) fn single(
    builder: &mut PipelineBuilder<'_>,
    anchor: &str,
    name: &str,
    options: &str,
    source: &str,
) -> Vec<PipelineStep> {
    let mut resolver = Resolver { builder, text: options, source, depth: 0 };
    match parse_options(options) {
        Ok(options) => {
            let raw = RawStep { name: name.to_string(), at: 0, options, nested: None };
            resolver.list(anchor, std::slice::from_ref(&raw))
        }
        Err(error) => {
            resolver.syntax(error);
            Vec::new()
        }
    }
}

/// Appends a step; adjacent nested pipelines inferred for the same ops are merged.
pub(super) fn push(steps: &mut Vec<PipelineStep>, step: PipelineStep) {
    if let (Some(PipelineStep::Nested(last)), PipelineStep::Nested(new)) = (steps.last_mut(), &step)
        && last.loc.is_unknown()
        && new.loc.is_unknown()
        && last.anchor == new.anchor
    {
        last.steps.extend(new.steps.iter().cloned());
        return;
    }
    steps.push(step);
}

struct Resolver<'b, 'a, 't> {
    builder: &'b mut PipelineBuilder<'a>,
    text: &'t str,
    source: &'t str,
    depth: usize,
}

impl Resolver<'_, '_, '_> {
    fn loc(&self, at: usize) -> Location {
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |i| i + 1);
        let line = before.matches('\n').count() as u32 + 1;
        let col = before[line_start..].chars().count() as u32 + 1;
        let ctx = self.builder.ctx;
        Location::file(ctx, ctx.str(self.source), line, col)
    }

    fn error(&mut self, code: &'static ErrorCode, at: usize, message: impl Into<String>) {
        let error = Diagnostic::error(self.loc(at), message).code(code);
        self.builder.errors.push(error);
    }

    fn syntax(&mut self, error: SyntaxError) {
        self.error(&codes::PIPELINE_SYNTAX, error.at, error.message);
    }

    fn list(&mut self, anchor: &str, raw: &[RawStep]) -> Vec<PipelineStep> {
        let mut steps = Vec::new();
        for step in raw {
            for resolved in self.step(anchor, step) {
                push(&mut steps, resolved);
            }
        }
        steps
    }

    fn step(&mut self, anchor: &str, raw: &RawStep) -> Vec<PipelineStep> {
        if raw.nested.is_some() {
            return self.nested(raw).into_iter().collect();
        }
        if let Some(info) = self.builder.registry.find(&raw.name) {
            return self.pass(anchor, raw, info).into_iter().collect();
        }
        if self.builder.registry.find_pipeline(&raw.name).is_some() {
            return self.expand(anchor, raw);
        }
        let registry = self.builder.registry;
        let names = registry.passes().map(|p| p.name).chain(registry.pipelines().map(|p| p.name));
        let hint = did_you_mean(&raw.name, names);
        let message = match (registry.present_name(&raw.name), self.is_anchor(&raw.name)) {
            (Some(name), _) => format!("the pass '{}' is called '{name}' now", raw.name),
            (None, true) => format!("'{0}' is an op: write '{0}(…)' with the passes to run on it", raw.name),
            (None, false) => format!("there is no pass or pipeline '{}'{hint}", raw.name),
        };
        self.error(&codes::NO_PASS, raw.at, message);
        Vec::new()
    }

    fn is_anchor(&self, name: &str) -> bool {
        let ctx = self.builder.ctx;
        name == ANY || ctx.op_info(ctx.op_name(name)).has(Traits::ISOLATED)
    }

    fn nested(&mut self, raw: &RawStep) -> Option<PipelineStep> {
        let registry = self.builder.registry;
        if !self.is_anchor(&raw.name) {
            let message =
                match registry.find(&raw.name).is_some() || registry.find_pipeline(&raw.name).is_some() {
                    true => {
                        format!(
                            "'{}' is a pass: it cannot contain other passes; write its options in braces",
                            raw.name
                        )
                    }
                    false => self.no_anchor(&raw.name),
                };
            self.error(&codes::NO_PASS, raw.at, message);
            return None;
        }
        if let Some(option) = raw.options.first() {
            self.error(
                &codes::PASS_OPTION,
                option.at,
                format!("'{}' is an op: it takes no options", raw.name),
            );
        }
        let steps = self.list(&raw.name, raw.nested.as_deref().unwrap_or_default());
        Some(PipelineStep::Nested(Pipeline {
            anchor: raw.name.clone(),
            steps,
            loc: self.loc(raw.at),
            number: 0,
        }))
    }

    fn no_anchor(&self, name: &str) -> String {
        let ctx = self.builder.ctx;
        let isolated = ctx.registry().ops().iter().filter(|o| o.has(Traits::ISOLATED)).map(|o| &*o.name);
        let hint = did_you_mean(name, isolated.clone());
        match ctx.op_info(ctx.op_name(name)).registered {
            true => format!("passes cannot run on '{name}': it is not isolated from above"),
            false if hint.is_empty() => {
                let names: Vec<&str> = isolated.collect();
                format!("passes do not run on an op '{name}'; they run on: {}, any", names.join(", "))
            }
            false => format!("there is no op '{name}'{hint}"),
        }
    }

    fn expand(&mut self, anchor: &str, raw: &RawStep) -> Vec<PipelineStep> {
        let registry = self.builder.registry;
        let Some(info) = registry.find_pipeline(&raw.name) else { return Vec::new() };
        if let Some(option) = raw.options.first() {
            self.error(&codes::PASS_OPTION, option.at, format!("pipeline '{}' takes no options", raw.name));
            return Vec::new();
        }
        if self.depth >= MAX_EXPANSION {
            self.error(&codes::NO_PASS, raw.at, format!("pipeline '{}' contains itself", raw.name));
            return Vec::new();
        }
        let source = format!("<pipeline {}>", info.name);
        let depth = self.depth + 1;
        let mut inner = Resolver { builder: &mut *self.builder, text: &info.text, source: &source, depth };
        match parse(&info.text) {
            Ok(raw) => inner.list(anchor, &raw),
            Err(error) => {
                inner.syntax(error);
                Vec::new()
            }
        }
    }

    fn pass(&mut self, anchor: &str, raw: &RawStep, info: &'static PassInfo) -> Option<PipelineStep> {
        let mut options = Options::new(info.options);
        let mut sound = true;
        for RawOption { name, at, value, value_at } in &raw.options {
            if let Err(message) = options.set(name, value) {
                let place = if info.options.iter().any(|o| o.name == *name) { *value_at } else { *at };
                self.error(&codes::PASS_OPTION, place, format!("pass '{}': {message}", info.name));
                sound = false;
            }
        }
        let nest = self.placement(anchor, raw, info)?;
        if !sound {
            return None;
        }
        let made = self.builder.registry.make(info, &options).and_then(|mut pass| {
            pass.prepare(self.builder.ctx)?;
            Ok(pass)
        });
        let pass = match made {
            Ok(pass) => Arc::from(pass),
            Err(message) => {
                self.error(&codes::PASS_OPTION, raw.at, format!("pass '{}': {message}", info.name));
                return None;
            }
        };
        let step = PipelineStep::Pass(PassStep { pass, info, options, loc: self.loc(raw.at), number: 0 });
        Some(match nest {
            None => step,
            Some(op) => PipelineStep::Nested(Pipeline { steps: vec![step], ..Pipeline::new(op) }),
        })
    }

    /// Whether a pass can run on ops `anchor`, or the ops inside it to nest it to; `None` after an error.
    fn placement(&mut self, anchor: &str, raw: &RawStep, info: &PassInfo) -> Option<Option<&'static str>> {
        let ctx = self.builder.ctx;
        let table = ctx.op_info(ctx.op_name(anchor)).has(Traits::SYMBOL_TABLE);
        match info.anchor {
            Anchor::Any => Some(None),
            Anchor::Op(op) if op == anchor || anchor == ANY => Some(None),
            Anchor::SymbolTable if table || anchor == ANY => Some(None),
            Anchor::Op(op) if table => Some(Some(op)),
            Anchor::Op(op) => {
                self.error(
                    &codes::ANCHOR,
                    raw.at,
                    format!("pass '{}' runs on '{op}', not inside of '{anchor}'", info.name),
                );
                None
            }
            Anchor::SymbolTable => {
                self.error(
                    &codes::ANCHOR,
                    raw.at,
                    format!("pass '{}' runs on modules, not on '{anchor}'", info.name),
                );
                None
            }
        }
    }
}
