//! Aliases count as their expansion, and locations nest as deep as calls do.

use crate::text::support::*;
use tf_ir::attr::AttrData;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_parsed};

/// `count` aliases; each uses the previous one twice.
fn bomb(count: usize, first: &str, twice: impl Fn(usize) -> String) -> String {
    let line = |n: usize| if n == 0 { first.to_string() } else { twice(n - 1) };
    (0..count).map(|n| line(n) + "\n").collect()
}

fn types(count: usize) -> String {
    bomb(count, "!a0 = i32", |n| format!("!a{} = tuple<!a{n}, !a{n}>", n + 1))
}

fn attributes(count: usize) -> String {
    bomb(count, "#a0 = 1 : i32", |n| format!("#a{} = [#a{n}, #a{n}]", n + 1))
}

fn locations(count: usize) -> String {
    bomb(count, "#a0 = loc(unknown)", |n| format!("#a{} = loc(callsite(#a{n} at #a{n}))", n + 1))
}

#[track_caller]
fn refused(text: &str, why: &str) {
    let found = errors(text);
    assert!(found.iter().any(|e| e.contains(why)), "{why}: {found:?}");
}

const TOO_LONG: &str = "with its aliases written out, the text is longer than the limit of 268435456 bytes \
                        (--max-text-bytes)";

#[test]
fn aliases_of_aliases_count_as_if_they_were_written_out() {
    refused(&format!("{}\"u.a\"() : () -> !a64", types(65)), TOO_LONG);
    refused(&format!("{}\"u.a\"() {{a = #a64}} : () -> ()", attributes(65)), TOO_LONG);
    refused(&format!("{}\"u.a\"() {{a = #a64}} : () -> ()", locations(65)), TOO_LONG);
    refused(&format!("{}\"u.a\"() {{a = loc(#a64)}} : () -> ()", locations(65)), TOO_LONG);
    let ctx = context();
    let small = format!("{}{}\"u.a\"() {{a = #a8}} : () -> !a8", types(9), attributes(9));
    round_trips(&ctx, &parse_in(&ctx, &small));
}

#[test]
fn each_use_of_an_alias_counts() {
    let text = format!("!a = tuple<{}i32>\n{}", "i32, ".repeat(99), "\"u.a\"() : () -> !a\n".repeat(4));
    let limited = |max_text_bytes| ParseOptions { max_text_bytes, ..ParseOptions::unregistered() };
    let ctx = context();
    assert!(parse_module(&ctx, "in", &text, &limited(2100)).is_ok());
    let found = errors_with(&text, &limited(2000));
    assert!(found[0].starts_with("5:17: "), "{found:?}");
    assert!(found[0].contains("the limit of 2000 bytes (--max-text-bytes)"), "{found:?}");
}

#[test]
fn aliases_nest_no_deeper_than_text() {
    let chain = |count: usize| {
        let lines: String = (1..count).map(|n| format!("!a{n} = tuple<!a{}>\n", n - 1)).collect();
        format!("!a0 = tuple<i32>\n{lines}\"u.a\"() : () -> !a{}", count - 1)
    };
    refused(&chain(100_000), "nesting is deeper than the limit of 256 (--max-nesting)");
    let ctx = context();
    round_trips(&ctx, &parse_in(&ctx, &chain(250)));
}

/// A text with an op whose location is a chain of `count` calls, with its aliases in the order of use or in
/// reverse.
fn calls(count: usize, forward: bool) -> String {
    let op = format!("\"u.a\"() : () -> () loc(#l{})\n", count - 1);
    let mut lines = vec!["#l0 = loc(\"f\":1:1)\n".to_string()];
    lines.extend((1..count).map(|n| format!("#l{n} = loc(callsite(#l{} at \"g\":{n}:1))\n", n - 1)));
    if forward {
        lines.reverse();
        return op + &lines.concat();
    }
    lines.concat() + &op
}

#[test]
fn chains_of_calls_are_as_long_as_they_are() {
    const LONG: usize = 50_000;
    let run = || {
        for forward in [false, true] {
            let ctx = context();
            let parsed = parse_in(&ctx, &calls(LONG, forward));
            let op = parsed.body.child_ops().first().copied();
            let op = op.unwrap_or_else(|| {
                parsed.body.first(parsed.body.entry_block().expect("a block")).expect("an op")
            });
            let anchor = parsed.body.loc(op).anchor(&ctx).expect("the chain ends in a file");
            assert_eq!((ctx.text(anchor.0), anchor.1, anchor.2), ("f", 1, 1));
            let aliases = PrintOptions { location_aliases: true, ..PrintOptions::with_locations() };
            let printed = print_parsed(&parsed, &aliases);
            let again = parse_in(&ctx, &printed);
            assert_eq!(print_parsed(&again, &aliases), printed);
            let full = print_parsed(&parsed, &PrintOptions::with_locations());
            assert_eq!(full.matches("callsite(").count(), LONG - 1);
        }
    };
    // As small as the stack of a thread in a pool.
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("threads start");
    thread.join().expect("no overflow of the stack");
}

#[test]
fn shared_parts_of_locations_are_looked_at_once() {
    let op = "\"u.a\"() : () -> () loc(#a20)\n";
    for text in [locations(21) + op, op.to_string() + &locations(21)] {
        let ctx = context();
        let parsed = parse_in(&ctx, &text);
        let first = parsed.body.first(parsed.body.entry_block().expect("a block")).expect("an op");
        assert_eq!(parsed.body.loc(first).anchor(&ctx), None);
        let aliases = PrintOptions { location_aliases: true, ..PrintOptions::with_locations() };
        assert_eq!(print_parsed(&parsed, &aliases).matches("callsite(").count(), 20);
    }
    // Written out, this one would fill every memory.
    let op = "\"u.a\"() : () -> () loc(#a64)\n";
    refused(&(op.to_string() + &locations(65)), TOO_LONG);
    refused(&(locations(65) + op), TOO_LONG);
}

#[test]
fn a_location_that_contains_itself_is_refused() {
    let text = "\"u.a\"() : () -> () loc(#a)\n#a = loc(callsite(#b at #b))\n#b = loc(\"n\"(#a))";
    refused(text, "contains itself");
    let ctx = context();
    let attr = tf_ir::text::parse_attribute(&ctx, "loc(\"n\")", &ParseOptions::unregistered());
    assert!(matches!(ctx.attr_data(attr.expect("a location")), AttrData::Location(_)));
}
