//! Decision constants are in one folder, `passes/common/src/cost`, or are fields of the target: elsewhere in
//! the passes no constant has a numeric literal, and the code of passes that choose has no fraction.

use super::tokens::{Source, Token};
use super::{Rule, Violation, rooms};

/// Constants of passes that do not affect the choice of code: limits of searches and of messages, facts of
/// formats and of machines.
const LIMITS: &[(&str, &str)] = &[
    ("apply/apply_tiles/tile.rs", "MOST_ELEMENTS"),
    ("apply/apply_tiles/words.rs", "WORD"),
    ("apply/apply_tiles/words.rs", "SIGNS"),
    ("apply/apply_tiles/words.rs", "MOVED"),
    ("transforms/autodiff/edges.rs", "MOST_TERMS"),
    ("transforms/autodiff/gather/linear.rs", "MOST_ROWS"),
    ("transforms/autodiff/gather/matrix.rs", "LIMIT"),
    ("transforms/autodiff/linearize/conditions.rs", "MAX_DEPTH"),
    ("transforms/autodiff/linearize/conditions.rs", "MOST"),
    ("transforms/autodiff/linearize/mod.rs", "MOST_CASES"),
    ("tensors/combine_reciprocals/roots.rs", "DEPTH"),
    ("tensors/combine_reciprocals/roots.rs", "MOST_HALVES"),
    ("cost/comparisons.rs", "DEPTH"),
    ("cost/comparisons.rs", "LARGEST"),
    ("cost/comparisons.rs", "MOST_OUTCOMES"),
    ("apply/groups/legal/growth.rs", "PER_TERM"),
    ("apply/groups/legal/members.rs", "MOST_IN_TILE"),
    ("apply/groups/legal/code.rs", "MOST_TERMS"),
    ("apply/groups/legal/needs.rs", "MOST_AROUND"),
    ("gpu/join_kernels/mod.rs", "POINTER_BYTES"),
    ("gpu/join_kernels/shape.rs", "DEPTH"),
    ("apply/joins/exponential.rs", "MOST_STEPS"),
    ("apply/joins/factor.rs", "MOST_FACTORS"),
    ("apply/joins/reader.rs", "JOINED"),
    ("apply/joins/reader.rs", "MOST_CONDITIONS"),
    ("apply/joins/selected.rs", "MOST_AFTER"),
    ("code/slice.rs", "MOST"),
    ("loops/split_loops.rs", "LARGEST"),
    ("loops/split_loops.rs", "MOST_MOVES"),
    ("gpu/join_kernels/shape.rs", "LANES"),
    ("gpu/join_rows/order.rs", "MOST_PASSED"),
    ("gpu/kernel_to_loops/mod.rs", "LANES"),
    ("code/linear.rs", "MOST_TERMS"),
    ("gpu/kernel_to_loops/mod.rs", "SIZES"),
    ("gpu/kernel_to_loops/waits.rs", "FIELDS"),
    ("loops/loop_vectorize/growth.rs", "BOUNDS"),
    ("loops/loop_vectorize/likely.rs", "MAX_DEPTH"),
    ("gpu/lower_stops.rs", "NOTE"),
    ("code/ranges.rs", "DEPTH"),
    ("gpu/map_kernels/scan/chain.rs", "OWN"),
    ("gpu/map_kernels/scan/chain.rs", "ALL"),
    ("loops/mark_nests/work.rs", "DEPTH"),
    ("loops/mark_nests/work.rs", "MOST_STEPS"),
    ("gpu/radix_sorts/key.rs", "DIGIT"),
    ("gpu/radix_sorts/order.rs", "MOST_OPS"),
    ("gpu/radix_sorts/plan.rs", "DIGITS"),
    ("gpu/radix_sorts/scatter.rs", "RANK_BITS"),
    ("tensors/split_at_binds/stages.rs", "DEPTH"),
    ("loops/donate_arguments/form.rs", "DEPTH"),
    ("loops/donate_arguments/form.rs", "LARGEST"),
    ("loops/donate_arguments/order.rs", "MOST_FORMS"),
    ("lower/tensor_to_loops/access/read.rs", "MOST_CHOSEN"),
    ("lower/tensor_to_loops/bufferize/arena.rs", "ALIGNMENT"),
    ("code/marks.rs", "REQUIRE"),
    ("tensors/unify_extents.rs", "MOST"),
];

/// Integers above [`SMALL`] in the code of passes that choose, which are not decisions: a file, the integer,
/// and its meaning. A quotient by 8 is also allowed: it converts bits to bytes.
const FACTS: &[(&str, &str, &str)] = &[
    ("decide/choose_tiles/mod.rs", "4", "bytes, of which one instruction multiplies so many"),
    ("decide/choose_tiles/mod.rs", "32", "bits of the shortest number that vectors hold"),
    ("apply/apply_tiles/mod.rs", "20", "a limit: elements of a tile, as a power of two"),
    ("apply/apply_tiles/product.rs", "32", "bits of a word"),
    ("apply/apply_tiles/words.rs", "16", "bits of a number"),
    ("gpu/block_products/plan.rs", "8", "bits of the shortest number"),
    ("decide/choose_fusion/price.rs", "8", "bits of a byte"),
    ("decide/choose_fusion/read.rs", "32", "bits of a half of a number"),
    ("apply/groups/legal/code.rs", "62", "a limit: bits of subscripts"),
    ("apply/groups/legal/code.rs", "4", "a limit: what subscripts may still grow by"),
    ("decide/groups/tree.rs", "32", "bits of the numbers that corrections are made of"),
    ("gpu/map_kernels/scan/chain.rs", "3", "operands of a loop: two bounds and a step"),
    ("gpu/map_kernels/scan/mod.rs", "3", "operands of a loop: two bounds and a step"),
    ("gpu/map_kernels/scan/tile.rs", "8", "bits of a byte; lanes of a warp, in a row of powers of two"),
    (
        "gpu/map_kernels/scan/tile.rs",
        "4",
        "bytes of the shortest register; lanes of a warp, in a row of powers of two",
    ),
    ("gpu/map_kernels/scan/tile.rs", "64", "bits of an index"),
    ("gpu/map_kernels/scan/tile.rs", "16", "lanes of a warp, in a row of powers of two"),
    ("gpu/map_kernels/team.rs", "3", "operands of a loop: two bounds and a step"),
    ("decide/schedule/choose.rs", "32", "bits of a float"),
    ("decide/schedule/map.rs", "8", "bits of the shortest number"),
    ("decide/schedule/streams.rs", "3", "operands of a loop for each axis"),
    ("apply/stage_operands/rows.rs", "8", "bits of the shortest number"),
    ("apply/tile_time.rs", "3", "operands of a loop: two bounds and a step"),
];

/// Integers up to here mean pairs, halves and neighbours.
const SMALL: u128 = 2;

/// The passes that choose how code runs.
const CHOOSERS: [&str; 17] = [
    "gpu/block_products",
    "gpu/map_kernels",
    "apply/apply_tiles",
    "apply/groups",
    "apply/split_reductions",
    "apply/stage_operands",
    "apply/tile_time",
    "decide/choose_fusion",
    "decide/choose_tiles",
    "decide/choose_unroll",
    "decide/groups",
    "decide/schedule",
    "decide/split_reductions",
    "decide/stage_operands",
    "decide/tile_time",
    "rules",
    "unroll",
];

/// Passes that choose little: their code has no fraction.
const OTHERS: [&str; 5] = [
    "loops/loop_vectorize",
    "loops/split_loops",
    "lower/tensor_to_loops",
    "apply/joins",
    "tensors/raise_folds",
];

/// The decision constants of a source outside of the cost model.
pub fn check(path: &str, source: &Source) -> Vec<Violation> {
    let Some(below) = rooms::below_src(path).filter(|below| !below.starts_with("cost/")) else {
        return Vec::new();
    };
    let tokens: Vec<&Token> = source.tokens.iter().filter(|token| !token.test).collect();
    let chooses = CHOOSERS.iter().any(|pass| below.starts_with(pass));
    let is_watched = chooses || OTHERS.iter().any(|pass| below.starts_with(pass));
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let what = match constant(&tokens[at..]) {
            Some(name) if !LIMITS.contains(&(below, name)) => {
                format!(
                    "the number {name} belongs into passes/common/src/cost/figures.rs, or decides nothing: then say so here"
                )
            }
            // What `--check-work` lets a pass add decides nothing.
            _ if is_growth(&tokens, at) => continue,
            // `pair.0.1` is not a literal.
            _ if at > 0 && tokens[at - 1].text == "." => continue,
            _ if is_watched && is_fraction(&tokens[at].text) => {
                format!("{} belongs into passes/common/src/cost/figures.rs, with a name", tokens[at].text)
            }
            _ if chooses
                && is_large(&tokens[at].text)
                && !is_said(&tokens, at)
                && !is_fact(below, &tokens, at) =>
            {
                format!(
                    "{} belongs into passes/common/src/cost/figures.rs, with a name, or is a fact: then say in figures.rs here what it is",
                    tokens[at].text
                )
            }
            _ => continue,
        };
        found.push(Violation { rule: Rule::Figure, place: format!("{path}:{}", tokens[at].line), what });
    }
    found
}

/// The entries of the table above that a source does not need any more.
pub fn needless(files: &[(String, String)]) -> Vec<Violation> {
    let stands = |(below, name): &(&str, &str)| {
        let path = rooms::source(below);
        files.iter().any(|(file, text)| *file == path && text.contains(&format!("const {name}:")))
    };
    let is_used = |(below, number, _): &&(&str, &str, &str)| {
        let path = rooms::source(below);
        files.iter().any(|(file, text)| *file == path && text.contains(number))
    };
    let unused = FACTS.iter().filter(|fact| !is_used(fact)).map(|(below, number, _)| Violation {
        rule: Rule::Figure,
        place: rooms::source(below),
        what: format!("has no number {number} any more: take it out of the table in figures.rs"),
    });
    let gone = LIMITS.iter().filter(|limit| !stands(limit));
    let violation = |(below, name): &(&str, &str)| Violation {
        rule: Rule::Figure,
        place: rooms::source(below),
        what: format!("has no constant {name} any more: take it out of the table in figures.rs"),
    };
    gone.map(violation).chain(unused).collect()
}

/// The name of a constant that begins here and consists of numeric literals.
fn constant<'a>(tokens: &[&'a Token]) -> Option<&'a str> {
    let [word, name, colon, ..] = tokens else { return None };
    let is_constant = word.ident && word.text == "const" && name.ident && colon.text == ":";
    if !is_constant {
        return None;
    }
    let end = tokens.iter().position(|token| token.text == "=")?;
    let is_type =
        |token: &&Token| ["i64", "u64", "u32", "i32", "usize", "f64", "f32", "i128"].contains(&&*token.text);
    let is_numeric =
        tokens[..end].iter().any(is_type) && !tokens[..end].iter().any(|token| token.text == "str");
    let value = tokens[end..].iter().take_while(|token| token.text != ";");
    let holds_number = value.clone().any(|token| token.text.starts_with(|c: char| c.is_ascii_digit()));
    (is_numeric && holds_number).then_some(name.text.as_str())
}

/// True for an integer above [`SMALL`].
fn is_large(text: &str) -> bool {
    whole(text).is_some_and(|number| number > SMALL)
}

/// The value of a decimal integer literal of any type.
fn whole(text: &str) -> Option<u128> {
    let digits: String =
        text.chars().take_while(|c| c.is_ascii_digit() || *c == '_').filter(|c| *c != '_').collect();
    let is_whole =
        text.starts_with(|c: char| c.is_ascii_digit()) && !text.contains('.') && !text.starts_with("0x");
    digits.parse().ok().filter(|_| is_whole)
}

/// True if a literal is the length of an array type, or the value of a constant, which is checked as a whole.
fn is_said(tokens: &[&Token], at: usize) -> bool {
    let is_length =
        at > 0 && tokens[at - 1].text == ";" && tokens.get(at + 1).is_some_and(|next| next.text == "]");
    let before = tokens[..at].iter().rev().take_while(|token| ![";", "{", "}"].contains(&&*token.text));
    is_length || before.clone().any(|token| token.ident && token.text == "const")
}

/// True inside of the field `growth` of the description of a pass, which ends at the next field.
fn is_growth(tokens: &[&Token], at: usize) -> bool {
    let before = tokens[..at].iter().rev();
    let ends = |token: &&&Token| token.ident && ["growth", "make", "rules", "fn"].contains(&&*token.text);
    before.clone().find(ends).is_some_and(|token| token.text == "growth")
}

/// True for a literal in the table above.
fn is_fact(below: &str, tokens: &[&Token], at: usize) -> bool {
    let text = &tokens[at].text;
    let explains = |(file, number, _): &(&str, &str, &str)| *file == below && whole(number) == whole(text);
    let is_of_bytes = whole(text) == Some(8) && at > 0 && tokens[at - 1].text == "/";
    is_of_bytes || FACTS.iter().any(explains)
}

/// True for a fraction other than 0, 1 and 2.
fn is_fraction(text: &str) -> bool {
    let number = text.trim_end_matches("f64").trim_end_matches('_');
    text.starts_with(|c: char| c.is_ascii_digit())
        && text.contains('.')
        && !["0.0", "1.0", "2.0"].contains(&number)
}
