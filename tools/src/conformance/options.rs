//! The options of `tf-conformance`.

use crate::cli::{self, Arg, Opt, Syntax, Takes};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

const GROUP: &str = "Options";

const fn opt(name: &'static str, takes: Takes, help: &'static str) -> Opt {
    Opt { name, takes, group: GROUP, help }
}

const OPTIONS: &[Opt] = &[
    opt("device", Takes::Value("interp|cpu|all"), "Where tests run (all)"),
    opt("j", Takes::Value("N"), "Run N tests at a time (default: one per core)"),
    opt("timeout", Takes::Value("SECONDS"), "Time for one file (20)"),
    opt("filter", Takes::Value("TEXT"), "Only files whose path holds TEXT"),
    opt("all", Takes::Switch, "Count tests of complex and quantised types, too"),
    opt(
        "numerics",
        Takes::Value("strict|precise|standard|fast"),
        "The mode programs are compiled in (strict)",
    ),
    opt("details", Takes::Switch, "Print each failure with its reason"),
    opt("min", Takes::Value("N"), "Succeed if N tests pass and none is wrong or crashes (default: all pass)"),
    opt("worker", Takes::Switch, "Run the files named on stdin, one line each (the tool calls itself so)"),
    opt("help", Takes::Switch, "This text"),
];

/// The options of a run.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) paths: Vec<PathBuf>,
    pub(super) devices: Vec<String>,
    pub(super) jobs: usize,
    pub(super) timeout: Duration,
    pub(super) filter: Option<String>,
    pub(super) all: bool,
    pub(super) numerics: String,
    pub(super) details: bool,
    pub(super) min: Option<usize>,
    pub(super) worker: bool,
    pub(super) help: bool,
    /// The arguments that are passed on to workers.
    pub(super) shared: Vec<String>,
}

impl Options {
    pub(super) fn read(args: impl Iterator<Item = OsString>) -> Result<Options, String> {
        let syntax = Syntax { table: OPTIONS, prefixes: &[], extra: &|_| false, extra_names: Vec::new() };
        let args = syntax.parse(args)?;
        let value = |name: &str| cli::last(&args, name).flatten();
        let number = |name: &str| -> Result<Option<usize>, String> {
            let parsed = value(name)
                .map(|text| text.parse().map_err(|_| format!("--{name}: '{text}' is not a number")));
            parsed.transpose()
        };
        let devices = match value("device").unwrap_or("all") {
            "all" => vec!["interp".to_string(), "cpu".to_string()],
            one @ ("interp" | "cpu") => vec![one.to_string()],
            other => return Err(format!("--device: unknown '{other}'; known are interp, cpu and all")),
        };
        let numerics = value("numerics").unwrap_or("strict").to_string();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let paths: Vec<PathBuf> = args
            .iter()
            .filter_map(|arg| match arg {
                Arg::Positional(path) => Some(PathBuf::from(path)),
                _ => None,
            })
            .collect();
        let (help, worker) = (cli::switch(&args, "help"), cli::switch(&args, "worker"));
        if paths.is_empty() && !help && !worker {
            return Err("name a folder of tests, or files; see --help".to_string());
        }
        let shared = vec![
            format!("--device={}", value("device").unwrap_or("all")),
            format!("--numerics={numerics}"),
            format!("--all={}", cli::switch(&args, "all")),
        ];
        Ok(Options {
            paths,
            devices,
            jobs: number("j")?.unwrap_or(cores).max(1),
            timeout: Duration::from_secs(number("timeout")?.unwrap_or(20) as u64),
            filter: value("filter").map(str::to_string),
            all: cli::switch(&args, "all"),
            numerics,
            details: cli::switch(&args, "details"),
            min: number("min")?,
            worker,
            help,
            shared,
        })
    }
}

pub(super) fn help() -> String {
    let shown: Vec<Opt> = OPTIONS.iter().filter(|option| option.name != "worker").copied().collect();
    let intro = "tf-conformance: runs StableHLO tests (.mlir files with check.expect_… ops or custom calls)\n\n\
                 usage: tf-conformance [OPTION]... DIR...\n";
    intro.to_string() + &cli::help(&shown, cli::WIDTH)
}
