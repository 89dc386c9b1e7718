//! No text makes the parser, the verifier or the printer panic: every prefix of the files below `test/` at
//! token boundaries, and ten thousand seeded byte mutations of them. What is accepted is printed and read
//! again.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use tf_dialects::register_all;
use tf_ir::context::Context;
use tf_ir::diag::Sources;
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_parsed};
use tf_ir::verify::verify;

fn context() -> Context {
    let mut registry = Registry::new();
    register_all(&mut registry);
    Context::new(registry)
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of tests can be listed") {
        let path = entry.expect("the folder of tests can be listed").path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|e| e == "mlir") {
            found.push(path);
        }
    }
}

/// The parts of all files, in a fixed order.
fn corpus() -> Vec<String> {
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../test"), &mut files);
    files.sort();
    assert!(files.len() > 20, "the files of tests are there");
    let read = |path: &PathBuf| std::fs::read_to_string(path).expect("files of tests are text");
    let parts = files.iter().map(read).flat_map(|text| {
        let parts: Vec<String> = text.split("// -----").map(str::to_string).collect();
        parts
    });
    parts.filter(|part| !part.trim().is_empty()).collect()
}

/// Parses; verifies, prints and reads again what is accepted; renders the errors of what is not.
fn survive(ctx: &Context, text: &[u8]) {
    let opts = ParseOptions::unregistered();
    let parsed = match parse_module(ctx, "in", text, &opts) {
        Ok(parsed) => parsed,
        Err(errors) => {
            let mut sources = Sources::default();
            sources.add("in", String::from_utf8_lossy(text).into_owned());
            assert!((1..=opts.max_errors).contains(&errors.len()), "{} errors", errors.len());
            assert!(errors.iter().all(|e| !sources.render(ctx, e).is_empty()));
            return;
        }
    };
    let valid = verify(&parsed.body).is_ok();
    let generic = print_parsed(&parsed, &PrintOptions::generic());
    let again = read_again(ctx, text, &generic);
    assert_eq!(print_parsed(&again, &PrintOptions::generic()), generic, "{}", shown(text));
    // Custom forms are for valid ops.
    if valid {
        let custom = print_parsed(&parsed, &PrintOptions::default());
        let again = read_again(ctx, text, &custom);
        assert_eq!(print_parsed(&again, &PrintOptions::default()), custom, "{}", shown(text));
    }
}

fn shown(text: &[u8]) -> String {
    format!("from\n{}", String::from_utf8_lossy(text))
}

#[track_caller]
fn read_again(ctx: &Context, text: &[u8], printed: &str) -> tf_ir::text::Parsed {
    let opts = ParseOptions::unregistered();
    parse_module(ctx, "out", printed, &opts).unwrap_or_else(|errors| {
        let mut sources = Sources::default();
        sources.add("out", printed);
        let errors: String = errors.iter().map(|e| sources.render(ctx, e)).collect();
        panic!("{errors}{printed}{}", shown(text))
    })
}

/// Places between a token and the next, about: where the kind of character changes, and around punctuation.
fn boundaries(text: &str) -> Vec<usize> {
    let kind = |b: u8| match b {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'$' | 0x80.. => 0,
        b' ' | b'\t' | b'\n' | b'\r' => 1,
        _ => 2,
    };
    let bytes = text.as_bytes();
    let apart = |i: &usize| {
        let (before, after) = (kind(bytes[i - 1]), kind(bytes[*i]));
        before != after || before == 2
    };
    (1..bytes.len()).filter(apart).collect()
}

/// The files differ much in length: each thread takes the next one when it is done.
#[test]
fn prefixes_of_every_file() {
    // One of so many prefixes; `./x campaign text` takes them all.
    let step = std::env::var("EVERY").map_or(4, |n| n.parse().expect("EVERY is a number"));
    let (corpus, next) = (corpus(), AtomicUsize::new(0));
    let work = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(text) = corpus.get(number) else { return };
            let ctx = context();
            survive(&ctx, text.as_bytes());
            for end in boundaries(text).into_iter().skip(number % step).step_by(step) {
                survive(&ctx, &text.as_bytes()[..end]);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
}

/// xorshift64*, for reproducible mutations.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % n.max(1)
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
                let part = other[from..other.len().min(from + random.below(40))].to_vec();
                text.splice(at..at, part);
            }
            _ => {
                let end = text.len().min(at + random.below(20));
                drop(text.drain(at..end));
            }
        }
    }
}

/// An operand that only the op's own region defines.
#[test]
fn regions_do_not_define_operands_of_their_op() {
    let ctx = context();
    let text = "func.func @f(%x: tensor<4xf32>) {
      %0 = tensor.compute (%i) in [4] accumulate(region %a = %x : tensor<4xf32>) {
        tensor.put %e into %a[%i] : memref<4xf32> combine (%e, %g) { tensor.yield %e : f32 }
        tensor.yield
      }
      return
    }";
    survive(&ctx, text.as_bytes());
    let errors = parse_module(&ctx, "in", text.as_bytes(), &ParseOptions::default()).map(|_| ()).unwrap_err();
    assert!(errors[0].message.contains("outside of the region that defines it"), "{}", errors[0].message);
}

#[test]
fn ten_thousand_mutations() {
    let corpus = corpus();
    let corpus = &corpus;
    std::thread::scope(|scope| {
        for seed in [0x9E37_79B9_7F4A_7C15, 0xD1B5_4A32_D192_ED03] {
            scope.spawn(move || {
                let mut random = Random(seed);
                let mut ctx = context();
                for i in 0..5_000 {
                    if i % 500 == 0 {
                        ctx = context();
                    }
                    let mut text = corpus[random.below(corpus.len())].clone().into_bytes();
                    let other = corpus[random.below(corpus.len())].as_bytes();
                    mutate(&mut random, &mut text, other);
                    survive(&ctx, &text);
                }
            });
        }
    });
}

/// Runs on a thread with 2 MiB of stack, as those of a thread pool may have.
fn on_small_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run).expect("threads start");
    thread.join().expect("no panic");
}

/// What opens and closes one level, with `N` for its number.
const NESTS: [(&str, &str); 7] = [
    ("loop.for %iN = %a to %a step %a {\n", "}\n"),
    ("loop.if %c {\n", "}\n"),
    ("loop.if %c {\n} else {\n", "}\n"),
    ("loop.parallel (%iN) = (%a) to (%a) step (%a) {\n", "}\n"),
    ("module {\n", "}\n"),
    ("%rN = tensor.compute (%iN) in [n] {\n", "tensor.yield %f : f32\n} : tensor<?{n}xf32>\n"),
    ("%rN = tensor.fold (%iN) = 0 to %a add {\n", "tensor.yield %f : f32\n} : f32\n"),
];

fn nested(levels: usize, open: &str, close: &str) -> String {
    let opened: String = (0..levels).map(|i| open.replace('N', &i.to_string())).collect();
    format!(
        "func.func @f(%a: index, %c: i1, %f: f32, %t: tensor<?{{n}}xf32>) {{\n{opened}{}return\n}}\n",
        close.repeat(levels)
    )
}

#[test]
fn regions_nest_to_the_limit_and_no_further() {
    on_small_stack(|| {
        for (open, close) in NESTS {
            let ctx = context();
            let text = nested(250, open, close);
            if let Err(errors) = parse_module(&ctx, "in", &text, &ParseOptions::default()) {
                panic!("{open}: {}", errors[0].message);
            }
            survive(&ctx, text.as_bytes());
            let text = nested(100_000, open, close);
            let errors = parse_module(&ctx, "in", &text, &ParseOptions::default()).err().expect("too deep");
            assert!(errors.iter().any(|e| e.message.contains("--max-nesting")), "{open}: {errors:?}");
        }
    });
}

#[test]
fn every_custom_form_fits_its_op() {
    let mut registry = Registry::new();
    register_all(&mut registry);
    for info in registry.ops() {
        if let Some(assembly) = &info.assembly {
            assembly.check(info).unwrap_or_else(|e| panic!("{}: {e}", info.name));
        }
    }
}

/// Texts of a million bytes without a line end, and the word that the first error holds.
const LONG_LINES: [(&str, &str); 8] = [
    ("a", "unknown operation"),
    ("(", "expected an operation"),
    ("\"a\"(", "is not an operation name"),
    ("}", "closes nothing"),
    ("#a", "expected an operation"),
    ("%a ", "expected '='"),
    ("module {", "--max-nesting"),
    ("\u{e9}", "unexpected character"),
];

#[test]
fn long_lines_give_short_errors() {
    let ctx = context();
    for (part, word) in LONG_LINES {
        let text = part.repeat(1_000_000 / part.len());
        let errors = parse_module(&ctx, "in", &text, &ParseOptions::default()).err().expect(part);
        assert!(errors[0].message.contains(word), "{part}: {}", errors[0].message);
        let mut sources = Sources::default();
        sources.add("in", text.as_str());
        let shown: usize = errors.iter().map(|e| sources.render(&ctx, e).len()).sum();
        assert!(shown < 2_000 * errors.len(), "{part}: {shown} bytes");
    }
}

#[test]
fn lists_have_a_limit() {
    let ctx = context();
    let many = |item: &str| [item; 50].join(", ");
    let opts = ParseOptions { max_list: 49, ..ParseOptions::unregistered() };
    for text in [
        format!("\"a.b\"() {{x = [{}]}} : () -> ()", many("1")),
        format!("func.func private @f({})", many("i32")),
        format!("func.func @f(%a: i32) {{\n\"a.b\"({}) : ({}) -> ()\nreturn\n}}", many("%a"), many("i32")),
    ] {
        let errors = parse_module(&ctx, "in", &text, &opts).err().expect("too long");
        assert!(errors[0].message.contains("--max-list"), "{}", errors[0].message);
        assert!(parse_module(&ctx, "in", &text, &ParseOptions { max_list: 50, ..opts }).is_ok());
    }
}
