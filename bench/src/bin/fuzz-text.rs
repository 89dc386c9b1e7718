//! `fuzz-text N [SEED]`: mutates the texts of the tests and runs parser, verifier, printer and passes on
//! them.
//!
//! Nothing may panic; accepted texts must print to text that reads back as the same; passes must leave valid
//! IR. A text that breaks a rule is written to the folder for temporary files, with the error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use tensorforge_bench::mutate::{Random, corpus, mutant};
use tf_ir::builtin::Module;
use tf_ir::context::Context;
use tf_ir::diag::{Diagnostic, Severity};
use tf_ir::pass::{Event, PassManager, PassRegistry, Pipeline};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_parsed};
use tf_ir::verify::verify;

/// Texts that share a context: interned data is only freed with it.
const BATCH: u64 = 500;
/// Failures after which the run ends.
const MOST: u64 = 20;
/// The pipelines that run on valid texts.
const PIPELINES: [&str; 3] = [
    "builtin.module(canonicalize,cse)",
    "builtin.module(inline,symbol-dce,func.func(tensor-decompose,choose-fusion,apply-fusion,canonicalize,cse))",
    "builtin.module(cpu)",
];

/// The last stage that a text reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reached {
    Nothing,
    Parsed,
    Verified,
}

fn context() -> Context {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    Context::new(registry)
}

fn first(errors: &[Diagnostic]) -> String {
    errors.first().map_or(String::new(), |e| e.message.clone())
}

/// # Errors
/// The rule that the text breaks.
fn survive(ctx: &Context, passes: &PassRegistry, text: &[u8], number: u64) -> Result<Reached, String> {
    let opts = ParseOptions::unregistered();
    let Ok(parsed) = parse_module(ctx, "in", text, &opts) else { return Ok(Reached::Nothing) };
    let valid = verify(&parsed.body).is_ok();
    for print in [PrintOptions::generic(), PrintOptions::default()] {
        if !print.generic && !valid {
            continue;
        }
        let printed = print_parsed(&parsed, &print);
        let again = parse_module(ctx, "out", &printed, &opts)
            .map_err(|errors| format!("the printed text does not parse: {}", first(&errors)))?;
        if print_parsed(&again, &print) != printed {
            return Err("the printed text parses to different IR".into());
        }
    }
    if !valid {
        return Ok(Reached::Parsed);
    }
    let pipeline = PIPELINES[number as usize % PIPELINES.len()];
    let pipeline = Pipeline::parse(ctx, passes, Module::NAME, pipeline, "<pipeline>")
        .map_err(|errors| format!("{pipeline}: {}", first(&errors)))?;
    let mut manager = PassManager::new(pipeline);
    manager.threads = 1;
    let mut wrong = None;
    let mut body = parsed.body;
    manager.run(&mut body, &mut |event| {
        if let Event::Diagnostic(d) = event
            && d.severity == Severity::Error
            && (d.message.contains("panicked") || d.message.contains("invalid IR"))
        {
            wrong = Some(d.message);
        }
    });
    wrong.map_or(Ok(Reached::Verified), Err)
}

struct Campaign {
    corpus: Vec<String>,
    seed: u64,
    count: u64,
    next: AtomicU64,
    failures: AtomicU64,
    parsed: AtomicU64,
    verified: AtomicU64,
}

impl Campaign {
    fn worker(&self) {
        let mut passes = PassRegistry::new();
        tf_passes::register_all(&mut passes);
        loop {
            let start = self.next.fetch_add(BATCH, Ordering::Relaxed);
            if start >= self.count {
                return;
            }
            let ctx = context();
            for number in start..self.count.min(start + BATCH) {
                if self.failures.load(Ordering::Relaxed) < MOST {
                    self.one(&ctx, &passes, number);
                }
            }
        }
    }

    fn one(&self, ctx: &Context, passes: &PassRegistry, number: u64) {
        let mut random = Random::new(self.seed.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ number);
        let text = mutant(&mut random, &self.corpus);
        let result = catch_unwind(AssertUnwindSafe(|| survive(ctx, passes, &text, number)));
        let why = match result {
            Ok(Ok(reached)) => {
                self.parsed.fetch_add(u64::from(reached != Reached::Nothing), Ordering::Relaxed);
                self.verified.fetch_add(u64::from(reached == Reached::Verified), Ordering::Relaxed);
                return;
            }
            Ok(Err(why)) => why,
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                format!("panic: {}", text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("?"))
            }
        };
        self.failures.fetch_add(1, Ordering::Relaxed);
        let file = std::env::temp_dir().join(format!("fuzz-text-{}-{number}.mlir", self.seed));
        let kept =
            std::fs::write(&file, &text).map_or_else(|e| e.to_string(), |()| file.display().to_string());
        println!(
            "text {number} (seed {}, {}): {why}\n  {kept}",
            self.seed,
            PIPELINES[number as usize % PIPELINES.len()]
        );
    }
}

fn campaign() -> Result<bool, String> {
    const USAGE: &str = "usage: fuzz-text N [SEED]";
    let numbers: Result<Vec<u64>, String> =
        std::env::args().skip(1).map(|a| a.parse().map_err(|e| format!("{a}: {e}\n{USAGE}"))).collect();
    let (count, seed) = match numbers?[..] {
        [count] => (count, 1),
        [count, seed] => (count, seed),
        _ => return Err(USAGE.into()),
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test");
    let new = || AtomicU64::new(0);
    let campaign = Campaign {
        corpus: corpus(&folder)?,
        seed,
        count,
        next: new(),
        failures: new(),
        parsed: new(),
        verified: new(),
    };
    // Failures are counted; the panic messages themselves are too many to read.
    std::panic::set_hook(Box::new(|_| {}));
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            // A large stack: parser and passes recurse on nested regions.
            let worker =
                std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, || campaign.worker());
            worker.expect("threads start");
        }
    });
    let get = |n: &AtomicU64| n.load(Ordering::Relaxed);
    let (parsed, verified, failures) =
        (get(&campaign.parsed), get(&campaign.verified), get(&campaign.failures));
    println!(
        "{count} texts (seed {seed}): {parsed} parsed, {verified} valid and lowered, {failures} failures"
    );
    Ok(failures == 0)
}

fn main() -> ExitCode {
    match campaign() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("fuzz-text: {message}");
            ExitCode::FAILURE
        }
    }
}
