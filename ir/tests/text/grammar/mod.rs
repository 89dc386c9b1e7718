//! The grammar of MLIR's language reference, production by production, with texts that each accepts and
//! refuses.
//!
//! Accepted texts come back from our printer as the same structure, and from `mlir-opt` in generic form, too,
//! unless they use what only we have.

mod attributes;
mod locations;
mod operations;
mod types;

use crate::text::support::*;
use tf_ir::text::{ParseOptions, parse_module, print_parsed};

/// How a sample becomes a module.
#[derive(Clone, Copy, PartialEq)]
pub enum Place {
    /// It is one.
    Module,
    /// It is a type.
    Type,
    /// It is an attribute.
    Attr,
    /// It is a location.
    Location,
}

/// A production with samples.
pub struct Production {
    /// Its name in the language reference.
    pub name: &'static str,
    pub place: Place,
    pub accepted: &'static [&'static str],
    pub rejected: &'static [&'static str],
    /// False for what upstream has not.
    pub upstream: bool,
}

const fn rule(
    name: &'static str,
    place: Place,
    accepted: &'static [&'static str],
    rejected: &'static [&'static str],
) -> Production {
    Production { name, place, accepted, rejected, upstream: true }
}

const fn ours(
    name: &'static str,
    place: Place,
    accepted: &'static [&'static str],
    rejected: &'static [&'static str],
) -> Production {
    Production { name, place, accepted, rejected, upstream: false }
}

impl Production {
    /// A sample as a module.
    pub fn module(&self, sample: &str) -> String {
        match self.place {
            Place::Module => sample.to_string(),
            Place::Type => format!("%0 = \"u.a\"() : () -> ({sample})\n"),
            Place::Attr => format!("\"u.a\"() {{a = {sample}}} : () -> ()\n"),
            Place::Location => format!("\"u.a\"() {{a = loc({sample})}} : () -> () loc({sample})\n"),
        }
    }
}

/// All productions, by topic.
pub fn grammar() -> impl Iterator<Item = &'static Production> {
    [operations::PRODUCTIONS, types::PRODUCTIONS, attributes::PRODUCTIONS, locations::PRODUCTIONS]
        .into_iter()
        .flatten()
}

#[test]
fn accepted_texts_come_back() {
    let mut wrong = String::new();
    for production in grammar() {
        for sample in production.accepted {
            let text = production.module(sample);
            let ctx = context();
            match parse_module(&ctx, "in.mlir", &text, &ParseOptions::unregistered()) {
                Ok(parsed) => round_trips(&ctx, &parsed),
                Err(errors) => wrong += &format!("{}:\n{}", production.name, render(&ctx, &text, &errors)),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn rejected_texts_are_errors_with_locations() {
    let mut wrong = String::new();
    for production in grammar() {
        for sample in production.rejected {
            let text = production.module(sample);
            let ctx = context();
            match parse_module(&ctx, "in.mlir", &text, &ParseOptions::unregistered()) {
                Ok(parsed) => {
                    let shown = print_parsed(&parsed, &Default::default());
                    wrong += &format!("{}: accepted\n{text}\nas\n{shown}", production.name);
                }
                Err(errors) => {
                    assert!(!errors.is_empty(), "{}: no error for\n{text}", production.name);
                    let lines = text.lines().count() as u32 + 1;
                    for error in errors {
                        let (_, line, col) = error.loc.anchor(&ctx).expect("errors have places");
                        assert!(
                            (1..=lines).contains(&line) && col >= 1,
                            "{text}: {line}:{col} {}",
                            error.message
                        );
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The productions of the language reference and of the builtin dialect: each is in the table, under its
/// name.
const REFERENCE: &[&str] = &[
    "bare-id",
    "value-id",
    "suffix-id",
    "symbol-ref-id",
    "comment",
    "toplevel",
    "attribute-alias-def",
    "type-alias-def",
    "operation",
    "generic-operation",
    "custom-operation",
    "op-result-list",
    "op-result",
    "successor-list",
    "successor",
    "dictionary-properties",
    "region-list",
    "region",
    "block",
    "block-label",
    "block-id",
    "block-arg-list",
    "value-id-and-type-list",
    "value-use-list",
    "dictionary-attribute",
    "attribute-entry",
    "trailing-location",
    "file-metadata-dict",
    "function-type",
    "integer-type",
    "index-type",
    "none-type",
    "float-type",
    "complex-type",
    "tuple-type",
    "tensor-type",
    "vector-type",
    "memref-type",
    "dialect-type",
    "dimension-list",
    "integer-attribute",
    "float-attribute",
    "string-attribute",
    "array-attribute",
    "type-attribute",
    "unit-attribute",
    "symbol-ref-attribute",
    "dense-elements-attribute",
    "dense-array-attribute",
    "dense-resource-elements-attribute",
    "sparse-elements-attribute",
    "strided-layout-attribute",
    "affine-map",
    "affine-expr",
    "integer-set",
    "dialect-attribute",
    "distinct-attribute",
    "unknown-location",
    "filelinecol-location",
    "name-location",
    "callsite-location",
    "fused-location",
];

#[test]
fn the_table_holds_every_production_of_the_reference() {
    let held: Vec<&str> = grammar().flat_map(|production| production.name.split(", ")).collect();
    let missing: Vec<&&str> = REFERENCE.iter().filter(|name| !held.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_production_has_both_kinds_of_samples() {
    for production in grammar() {
        assert!(!production.rejected.is_empty(), "{}", production.name);
        assert!(
            !production.accepted.is_empty() || production.name.starts_with("sparse"),
            "{}",
            production.name
        );
    }
}
