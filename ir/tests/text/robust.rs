//! No text makes the parser panic, overflow a thread's stack, or take long.

use crate::text::grammar::grammar;
use crate::text::support::*;
use tf_ir::context::Context;
use tf_ir::text::{ParseOptions, PrintOptions, parse_attribute, parse_module, parse_type, print_module};

/// Texts with everything the test dialect and the grammar have.
fn corpus() -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for production in grammar() {
        texts.extend(production.accepted.iter().map(|sample| production.module(sample)));
    }
    texts.push(
        r#"module @m attributes {a.b} {
  t.func @f(%a: i32, %b: index loc("x":1:2)) -> i32 attributes {k = 1} {
    %c1 = constant 1 : i32
    %0:2 = for %i = %b to %b iter_args(%x = %a, %y = %b) -> (i32, index) {
      %3 = t.add %x, %x flags<nnan,nsz> exact {z} : i32
      t.yield %3, %y : i32, index
    } {note}
    %1 = cmp eq, %0#0, %a : i32
    cond_br %1, ^bb1(%0#0 : i32), ^bb2
  ^bb1(%2: i32):
    return %2 : i32
  ^bb2:
    %9:2 = t.all @f(%a, %a) dims = [1, -2] n 3 in [n, 2*m + 1] { t.yield } attributes {x} : (i32, i32) -> (i32, !t.pair<1 by 2>)
    br ^bb1(%a : i32)
  }
}
"#
        .to_string(),
    );
    texts
}

fn try_parse(ctx: &Context, text: &[u8]) {
    let parsed = parse_module(ctx, "in.mlir", text, &ParseOptions::unregistered());
    match parsed {
        // The printer's text of accepted input is accepted again.
        Ok(parsed) => round_trips(ctx, &parsed),
        Err(errors) => {
            assert!(!errors.is_empty() && errors.len() <= 20);
            let shown = String::from_utf8_lossy(text);
            assert!(!render(ctx, &shown, &errors).is_empty());
        }
    }
}

#[test]
fn every_prefix_parses_or_fails() {
    for text in corpus() {
        let ctx = context();
        for end in 0..=text.len() {
            let prefix = &text.as_bytes()[..end];
            if let Err(errors) = parse_module(&ctx, "in.mlir", prefix, &ParseOptions::unregistered()) {
                assert!(!errors.is_empty());
            }
        }
    }
}

#[test]
fn every_text_without_one_token_parses_or_fails() {
    for text in corpus() {
        let ctx = context();
        let mut words = text.split_inclusive([' ', '(', ')', '<', '>', ',', ':', '\n']).collect::<Vec<_>>();
        for i in 0..words.len() {
            let word = std::mem::take(&mut words[i]);
            try_parse(&ctx, words.concat().as_bytes());
            words[i] = word;
        }
    }
}

/// xorshift64*, for reproducible mutations.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545F4914F6CDD1D) >> 33) as usize % n.max(1)
    }
}

const INTERESTING: &[u8] = b"<>(){}[]\"%#@!^:,=-?*x0129.\n \\/+|\x00\x80\xFF_e";

fn mutate(random: &mut Random, text: &mut Vec<u8>, other: &[u8]) {
    for _ in 0..1 + random.below(4) {
        let at = random.below(text.len() + 1);
        match random.below(6) {
            0 if at < text.len() => text[at] = INTERESTING[random.below(INTERESTING.len())],
            1 if at < text.len() => text[at] ^= 1 << random.below(8),
            2 if at < text.len() => drop(text.remove(at)),
            3 => text.insert(at, INTERESTING[random.below(INTERESTING.len())]),
            4 => {
                let from = random.below(other.len());
                let part = other[from..other.len().min(from + random.below(30))].to_vec();
                text.splice(at..at, part);
            }
            _ => {
                let end = text.len().min(at + random.below(20));
                drop(text.drain(at..end));
            }
        }
    }
}

#[test]
fn ten_thousand_mutations_parse_or_fail() {
    let corpus = corpus();
    let mut random = Random(0x9E3779B97F4A7C15);
    let mut ctx = context();
    for i in 0..10_000 {
        if i % 1000 == 0 {
            ctx = context();
        }
        let mut text = corpus[random.below(corpus.len())].clone().into_bytes();
        let other = corpus[random.below(corpus.len())].as_bytes();
        mutate(&mut random, &mut text, other);
        try_parse(&ctx, &text);
    }
}

/// Runs on a thread with 2 MiB of stack, as those of a thread pool may have.
#[track_caller]
fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("threads start");
    thread.join().expect("no panic");
}

const DEEP: usize = 100_000;

#[test]
fn deep_nesting_is_an_error() {
    let nest = |open: &str, close: &str| format!("{}{}", open.repeat(DEEP), close.repeat(DEEP));
    let attr = |text: String| format!("\"u.a\"() {{a = {text}}} : () -> ()");
    let texts = vec![
        attr(nest("[", "]")),
        attr(nest("{a = ", "}")),
        attr(nest("tuple<", ">")),
        attr(nest("(", ")")),
        attr(nest("() -> (", ")")),
        attr(format!("{}i32", "() -> ".repeat(DEEP))),
        attr(nest("tensor<1x", ">")),
        attr(nest("memref<1x", ">")),
        attr(nest("complex<", ">")),
        attr(nest("vector<1x", ">")),
        attr(nest("!u.t<", ">")),
        attr(nest("!t.pair<", ">")),
        attr(nest("#t.list<", ">")),
        attr(nest("#u.a<", ">")),
        attr(nest("distinct[0]<", ">")),
        attr(nest("affine_map<() -> (", ")>")),
        attr(format!("affine_map<(d0) -> ({})>", nest("(", ")"))),
        attr(format!("affine_map<(d0) -> ({}d0)>", "-".repeat(DEEP))),
        attr(format!("extents<[{}]>", nest("max(", ")"))),
        attr(format!("tensor<?{{{}}}xf32>", nest("(", ")"))),
        attr(format!("dense<{}> : tensor<1xi8>", nest("[", "]"))),
        attr(format!("loc({})", nest("\"a\"(", ")"))),
        attr(format!("loc({}unknown", "fused[".repeat(DEEP))),
        attr(format!("loc({})", nest("callsite(", ")"))),
        attr(format!("loc({}unknown", "callsite(unknown at ".repeat(DEEP))),
        nest("\"u.a\"() ({", "}) : () -> ()"),
        nest("\"u.a\"(", ")"),
        nest("module {", "}"),
        nest("t.func @f() {", "}"),
        nest("t.for %i = %a to %b {", "}"),
        nest("(", ")"),
        nest("{", "}"),
        nest("\"u.a\"() <{a = ", "}>"),
        format!("{{-# dialect_resources: {} #-}}", nest("{a: ", "}")),
        nest("{-# external_resources: {", "} #-}"),
    ];
    on_small_stack(move || {
        for text in texts {
            let shown: String = text.chars().take(80).collect();
            let found = errors(&text);
            let sound = |e: &String| {
                [
                    "nesting is deeper than the limit of 256 (--max-nesting)",
                    "expected",
                    "nest",
                    "undeclared",
                    "redefinition",
                ]
                .iter()
                .any(|m| e.contains(m))
            };
            assert!(found.iter().any(sound), "{shown}: {found:?}");
        }
    });
}

#[test]
fn nesting_up_to_the_limit_fits_the_stack() {
    let nest = |n: usize, open: &str, close: &str| format!("{}{}", open.repeat(n), close.repeat(n));
    let text = [
        format!("\"u.a\"() {{a = {}}} : () -> ()", nest(250, "[", "]")),
        format!("\"u.a\"() {{a = {}}} : () -> ()", nest(250, "{a = ", "}")).replace("{a = }", "{}"),
        format!("\"u.a\"() {{a = {}}} : () -> ()", nest(250, "tuple<", ">")),
        format!("\"u.a\"() {{a = loc({})}} : () -> ()", nest(250, "\"a\"(", ")").replace("()", "")),
        nest(250, "\"u.a\"() ({", "}) : () -> ()"),
        nest(250, "module {", "}"),
        format!(
            "%b = \"u.a\"() : () -> index {}{}",
            (0..250).map(|i| format!("t.for %i{i} = %b to %b {{")).collect::<String>(),
            "}".repeat(250)
        ),
    ];
    on_small_stack(move || {
        for text in &text {
            let ctx = context();
            round_trips(&ctx, &parse_in(&ctx, text));
        }
    });
}

#[test]
fn locations_nest_as_deep_as_calls_were_inlined() {
    let nest = |open: &str, close: &str| format!("{}\"a\":1:2{}", open.repeat(DEEP), close.repeat(DEEP));
    let texts = [
        nest("callsite(", " at \"b\":1:2)"),
        nest("callsite(\"b\":1:2 at ", ")"),
        nest("\"n\"(", ")"),
        nest("fused<1 : i32>[\"b\":1:2, callsite(\"c\":3:4 at ", ")]"),
    ];
    on_small_stack(move || {
        for loc in &texts {
            let text = format!("\"u.a\"() : () -> () loc({loc})");
            let module = parse_in(&context(), &text);
            let options = PrintOptions { location_aliases: false, ..PrintOptions::with_locations() };
            let shown = print_module(&module.body, &options);
            assert!(shown.contains(loc.as_str()), "{}", shown.chars().take(200).collect::<String>());
        }
    });
}

#[test]
fn aliases_of_locations_are_read_at_the_top_of_a_text() {
    let text = "#a = loc(\"f\":1:2)\n#b = loc(\"n\"(#a))\n\"u.a\"() : () -> () loc(#b)\n";
    let later = "\"u.a\"() : () -> () loc(#b)\n#b = loc(callsite(#a at #a))\n#a = loc(\"f\":1:2)\n";
    for text in [text, later] {
        let module = parse_in(&context(), text);
        let options = PrintOptions { location_aliases: false, ..PrintOptions::with_locations() };
        assert!(print_module(&module.body, &options).contains("\"f\":1:2"));
    }
}

#[test]
fn limits_name_themselves() {
    let defaults = ParseOptions::unregistered();
    let check = |text: &str, opts: ParseOptions, message: &str| {
        let found = errors_with(text, &opts);
        assert!(found[0].contains(message), "{found:?}");
    };
    let ops = "\"u.a\"() : () -> ()\n".repeat(11);
    check(&ops, ParseOptions { max_ops: 10, ..defaults }, "more operations than the limit of 10 (--max-ops)");
    check(&ops, ParseOptions { max_text_bytes: 100, ..defaults }, "the limit is 100 (--max-text-bytes)");
    let rank = format!("\"u.a\"() : () -> tensor<{}f32>", "1x".repeat(33));
    check(&rank, defaults, "above the limit of 32 (--max-rank)");
    let rank = format!("\"u.a\"() : () -> vector<{}f32>", "1x".repeat(33));
    check(&rank, defaults, "above the limit of 32 (--max-rank)");
    let constant = "\"u.a\"() {a = dense<[1, 2, 3]> : tensor<3xi64>} : () -> ()";
    check(
        constant,
        ParseOptions { max_constant_bytes: 16, ..defaults },
        "more than 16 bytes (--max-constant-bytes)",
    );
    let constant =
        "\"u.a\"() {a = dense<[1]> : tensor<9223372036854775807x9223372036854775807xi64>} : () -> ()";
    check(constant, defaults, "(--max-constant-bytes)");
    let nested = "\"u.a\"() {a = [[[]]]} : () -> ()";
    check(nested, ParseOptions { max_nesting: 2, ..defaults }, "deeper than the limit of 2 (--max-nesting)");
}

#[test]
fn long_lines_and_long_lists_are_fast() {
    let start = std::time::Instant::now();
    let n = 200_000;
    let texts = [
        format!("\"u.a\"() {{a = \"{}\"}} : () -> ()", "x".repeat(10_000_000)),
        format!("\"u.{}\"() : () -> ()", "x".repeat(1_000_000)),
        "x".repeat(10_000_000),
        "(".repeat(10_000_000),
        "\"".repeat(10_000_000),
        "%".repeat(10_000_000),
        format!("// {}", "é".repeat(5_000_000)),
        format!(
            "\"u.a\"() {{{}}} : () -> ()",
            (0..20_000).map(|i| format!("a{i}, ")).collect::<String>() + "z"
        ),
        format!(
            "\"u.a\"() {{a = {{{}}}}} : () -> ()",
            (0..n).map(|i| format!("a{i}, ")).collect::<String>() + "z"
        ),
        format!("\"u.a\"() {{a = [{}1]}} : () -> ()", "1, ".repeat(n)),
        format!(
            "\"u.a\"() {{a = loc(fused[{}unknown])}} : () -> ()",
            (0..n).map(|i| format!("\"f{i}\", ")).collect::<String>()
        ),
        "\"u.a\"() : () -> () ".repeat(n),
        format!("\"é\"{}", "\"u.a\"() : () -> () ".repeat(n)),
        (0..n).map(|i| format!("\"u.a\"(%{}) : (i32) -> ()\n", n - i)).collect::<String>(),
        (0..n).map(|i| format!("\"u.a\"(%x{}) : (i32) -> ()\n", n - i)).collect::<String>(),
        (0..n).map(|i| format!("\"u.a\"() : () -> () loc(#l{i})\n")).collect::<String>(),
        format!(
            "\"u.r\"() ({{\n{}}}) : () -> ()",
            (0..n).map(|i| format!("\"u.b\"()[^b{i}] : () -> ()\n")).collect::<String>()
        ),
    ];
    let ctx = context();
    for text in &texts {
        let _ = parse_module(&ctx, "in.mlir", text, &ParseOptions::unregistered());
    }
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn single_types_and_attributes() {
    let ctx = context();
    let opts = ParseOptions::unregistered();
    let ty = parse_type(&ctx, " tensor<4x?{n}xf32> // x", &opts).expect("a type");
    assert_eq!(tf_ir::text::type_to_string(&ctx, ty), "tensor<4x?{n}xf32>");
    assert!(parse_type(&ctx, "i32 i32", &opts).is_err());
    assert!(parse_type(&ctx, "", &opts).is_err());
    let attr = parse_attribute(&ctx, "[1, {a = dense<1> : tensor<2xi8>}]", &opts).expect("an attribute");
    assert_eq!(tf_ir::text::attr_to_string(&ctx, attr), "[1, {a = dense<1> : tensor<2xi8>}]");
    assert!(parse_attribute(&ctx, "loc(#l)", &opts).is_err());
    assert!(parse_attribute(&ctx, "1\0", &opts).is_err());
}
