//! Consistency checks of a registry, for a test of each dialect: mistakes show before a program meets them.

use crate::interfaces::FunctionLike;
use crate::registry::Registry;
use crate::rewrite::patterns_of;
use crate::text::check_rules;

/// The problems in the registrations of dialects, as messages; none if they are sound. Custom forms that do
/// not fit their op, type rules that use missing parts of the op, canonicalization patterns of unknown ops,
/// functions that return by such an op, ops without a dialect.
pub fn problems(registry: &Registry) -> Vec<String> {
    let mut found = Vec::new();
    for info in registry.ops() {
        if registry.find_dialect(info.dialect()).is_none() {
            found.push(format!("'{}' is of no registered dialect", info.name));
        }
        if let Err(error) = check_rules(info) {
            found.push(format!("in '{}', {error}", info.name));
        } else if let Some(Err(error)) = info.assembly.as_ref().map(|assembly| assembly.check(info)) {
            found.push(format!("the custom form of '{}': {error}", info.name));
        }
        let function = info.interface::<dyn FunctionLike>();
        if function.is_some_and(|function| registry.of_kind(function.return_op()).is_none()) {
            found.push(format!("'{}' returns with an op that is not registered", info.name));
        }
    }
    for pattern in patterns_of(registry).iter() {
        for name in pattern.ops().into_iter().filter(|name| registry.lookup(name).is_none()) {
            found.push(format!("the pattern '{}' names '{name}', which is not an op", pattern.name()));
        }
    }
    found
}
