//! Changes of a line of IR.

use std::fmt;
use std::ops::Range;

use crate::ir;

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#[derive(Debug)]
pub(super) struct Random(u64);

impl Random {
    /// The generator of a trial: it does not depend on other trials.
    pub fn new(seed: u64, trial: u64) -> Self {
        let mut first = Random(seed);
        Random(first.bits() ^ trial.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// An integer below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    fn pick<'t, T>(&mut self, items: &'t [T]) -> Option<&'t T> {
        items.get(self.below(items.len()))
    }
}

/// The kinds of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// Another value of the output in place of an operand.
    Operand,
    /// Another literal, string or symbol.
    Attribute,
    /// The name of another op of the output.
    Op,
    /// The line is left out.
    Drop,
    /// The line and the next one swapped, if one depends on the other or both have effects.
    Swap,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Operand => "operand",
            Kind::Attribute => "attribute",
            Kind::Op => "op name",
            Kind::Drop => "line dropped",
            Kind::Swap => "lines swapped",
        })
    }
}

/// A changed output.
#[derive(Debug)]
pub(super) struct Change {
    pub kind: Kind,
    /// All lines of the output; none for a line that is dropped.
    pub lines: Vec<Option<String>>,
    /// The changed line; empty, if it is dropped; both, if two are swapped.
    pub after: String,
}

/// Changes the line with index `at` in a random one of the kinds that apply to it.
pub(super) fn change(code: &[String], at: usize, candidates: &[usize], random: &mut Random) -> Change {
    let line = &code[at];
    let replace = |range: Range<usize>, text: &str| [&line[..range.start], text, &line[range.end..]].concat();
    let mut changes = vec![(Kind::Drop, String::new())];
    if let Some(range) = random.pick(&operands(line)).cloned()
        && let Some(other) = other_value(code, at, &line[range.clone()], random)
    {
        changes.push((Kind::Operand, replace(range, &other)));
    }
    if let Some(range) = random.pick(&attributes(line)).cloned() {
        let other = other_attribute(&line[range.clone()]);
        changes.push((Kind::Attribute, replace(range, &other)));
    }
    if let Some(range) = op_name(line) {
        let other = other_op(code, &line[range.clone()], random);
        changes.push((Kind::Op, replace(range, &other)));
    }
    let next = code.get(at + 1).filter(|next| candidates.contains(&(at + 1)) && order_matters(line, next));
    if let Some(next) = next {
        changes.push((Kind::Swap, format!("{next}\n{line}")));
    }
    let (kind, after) = changes.swap_remove(random.below(changes.len()));
    let mut lines: Vec<Option<String>> = code.iter().cloned().map(Some).collect();
    match kind {
        Kind::Drop => lines[at] = None,
        Kind::Swap => lines.swap(at, at + 1),
        _ => lines[at] = Some(after.clone()),
    }
    Change { kind, lines, after }
}

/// The start of the right-hand side of a line: after the values that it defines.
fn right_side(line: &str) -> usize {
    match line.find(" = ") {
        Some(at) if line.trim_start().starts_with('%') => at + 3,
        _ => line.len() - line.trim_start().len(),
    }
}

fn is_header(line: &str) -> bool {
    let code = line.trim_start();
    code.starts_with("module")
        || code.starts_with("^")
        || (code.contains("func ") && code.contains('@') && !code.starts_with('%'))
}

/// The name of the op of a line; none for blocks, ends of regions, and functions.
fn op_name(line: &str) -> Option<Range<usize>> {
    let start = right_side(line);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_.\"".contains(c);
    let length = line[start..].find(|c| !is_part(c)).unwrap_or(line.len() - start);
    let has_name = line[start..].starts_with(|c: char| c.is_ascii_lowercase() || c == '"');
    (has_name && length > 0 && !is_header(line)).then_some(start..start + length)
}

/// The values that a line uses.
fn operands(line: &str) -> Vec<Range<usize>> {
    if is_header(line) {
        return Vec::new();
    }
    let start = right_side(line);
    let mut found = Vec::new();
    for (at, _) in line[start..].match_indices('%').map(|(at, sign)| (at + start, sign)) {
        let name = ir::values(&line[at..]).into_iter().find(|name| line[at..].starts_with(name));
        found.extend(name.map(|name| at..at + name.len()));
    }
    found
}

/// Another value, of the lines around this one.
fn other_value(code: &[String], at: usize, value: &str, random: &mut Random) -> Option<String> {
    const AROUND: usize = 20;
    let near = &code[at.saturating_sub(AROUND)..code.len().min(at + AROUND)];
    let mut names: Vec<&str> =
        near.iter().flat_map(|line| ir::values(line)).filter(|name| *name != value).collect();
    names.sort_unstable();
    names.dedup();
    random.pick(&names).map(|name| name.to_string())
}

/// The literals, strings and symbols of a line, except its op's name and the shapes of types.
fn attributes(line: &str) -> Vec<Range<usize>> {
    let start = op_name(line).map_or_else(|| right_side(line), |range| range.end);
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.@%#?$".contains(c);
    let mut found = Vec::new();
    let mut at = start;
    while let Some(c) = line[at..].chars().next() {
        if c == '"' {
            let end = line[at + 1..].find('"').map_or(line.len(), |end| at + end + 2);
            found.push(at..end);
            at = end;
        } else if is_word(c) {
            let end = line[at..].find(|c| !is_word(c)).map_or(line.len(), |end| at + end);
            let word = &line[at..end];
            let is_float = word.contains('.') && word.starts_with(|c: char| c.is_ascii_digit());
            let is_literal = is_float || word.chars().all(|c| c.is_ascii_digit());
            if is_literal || ["true", "false"].contains(&word) || (word.starts_with('@') && word.len() > 1) {
                found.push(at..end);
            }
            at = end;
        } else {
            at += c.len_utf8();
        }
    }
    found
}

fn other_attribute(text: &str) -> String {
    match text {
        "true" => "false".into(),
        "false" => "true".into(),
        _ if text.starts_with('"') => format!("{}_other\"", text.trim_end_matches('"')),
        _ if text.starts_with('@') => format!("{text}_other"),
        _ => match text.parse::<u64>() {
            Ok(integer) => integer.wrapping_add(1).to_string(),
            Err(_) => format!("1{text}"),
        },
    }
}

/// The name of another op, of the same dialect if the output has one.
fn other_op(code: &[String], name: &str, random: &mut Random) -> String {
    let mut names: Vec<&str> = code
        .iter()
        .filter_map(|line| op_name(line).map(|range| &line[range]))
        .filter(|n| *n != name)
        .collect();
    names.sort_unstable();
    names.dedup();
    let dialect = name.split('.').next().unwrap_or("");
    let same: Vec<&str> = names.iter().copied().filter(|n| n.split('.').next() == Some(dialect)).collect();
    let other = random.pick(&same).or_else(|| random.pick(&names));
    other.map_or_else(|| format!("{}_other", name.trim_end_matches('"')), |name| name.to_string())
}

/// Whether two adjacent lines mean something else in the other order.
fn order_matters(first: &str, second: &str) -> bool {
    let is_op = |line: &str| op_name(line).is_some() && ir::has_content(line) && !line.ends_with('{');
    if !is_op(first) || !is_op(second) {
        return false;
    }
    let defined = ir::values(&first[..right_side(first)]);
    let uses = ir::values(&second[right_side(second)..]);
    let has_effect = |line: &str| ir::values(&line[..right_side(line)]).is_empty();
    !defined.is_disjoint(&uses) || (has_effect(first) && has_effect(second))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: &str = "func.func @f(%x: f32, %y: f32) -> f32 {\n  %c2 = arith.constant 2.0 : f32\n  \
                        %a:2 = arith.addf %x, %c2 {tag = \"t\", on = true, n = 7} : f32\n  \
                        mem.store %a#0, %m[%i] : memref<8xf32>\n  mem.store %y, %m[%i] : memref<8xf32>\n  \
                        %p = func.call @g(%y) : vector<4xf32>\n  return %a#1 : f32\n}";

    fn code() -> Vec<String> {
        CODE.lines().map(str::to_string).collect()
    }

    fn texts(line: &str, ranges: Vec<Range<usize>>) -> Vec<&str> {
        ranges.into_iter().map(|range| &line[range]).collect()
    }

    #[test]
    fn parts_of_a_line_are_distinguished() {
        let code = code();
        assert_eq!(texts(&code[2], operands(&code[2])), ["%x", "%c2"]);
        assert_eq!(texts(&code[2], attributes(&code[2])), ["\"t\"", "true", "7"]);
        assert_eq!(texts(&code[1], attributes(&code[1])), ["2.0"]);
        assert_eq!(texts(&code[3], attributes(&code[3])), Vec::<&str>::new(), "shapes are types");
        assert_eq!(texts(&code[5], attributes(&code[5])), ["@g"]);
        assert_eq!(op_name(&code[2]).map(|range| &code[2][range]), Some("arith.addf"));
        assert_eq!(op_name(&code[0]), None);
        assert_eq!(operands(&code[0]), Vec::new(), "arguments are definitions");
    }

    #[test]
    fn order_matters_to_uses_and_effects() {
        let code = code();
        assert!(order_matters(&code[1], &code[2]), "a use");
        assert!(order_matters(&code[3], &code[4]), "two stores");
        assert!(!order_matters(&code[4], &code[5]), "a store and a value that does not depend on it");
        assert!(!order_matters(&code[6], &code[7]), "the end of a region");
    }

    #[test]
    fn every_change_changes_the_text_and_every_kind_occurs() {
        let code = code();
        let candidates: Vec<usize> = (0..7).collect();
        let mut kinds = Vec::new();
        for trial in 0..400 {
            let mut random = Random::new(5, trial);
            let at = random.below(7);
            let changed = change(&code, at, &candidates, &mut random);
            let lines: Vec<String> = changed.lines.iter().flatten().cloned().collect();
            assert_ne!(lines, code, "{changed:?}");
            kinds.push(changed.kind);
        }
        kinds.sort();
        kinds.dedup();
        assert_eq!(kinds, [Kind::Operand, Kind::Attribute, Kind::Op, Kind::Drop, Kind::Swap]);
    }

    #[test]
    fn equal_seeds_give_equal_changes() {
        let code = code();
        let candidates: Vec<usize> = (0..7).collect();
        let run = |seed| change(&code, 2, &candidates, &mut Random::new(seed, 3)).after;
        assert_eq!(run(1), run(1));
        assert!((0..20).any(|seed| run(seed) != run(1)));
    }
}
