//! A suite: a folder of test files, the tools they call, and how one file is run.

use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use libtest_mimic::{Arguments, Completion, Conclusion, Trial};

use crate::complete;
use crate::directives::{self, Script};
use crate::exec::{self, Ending};
use crate::features::{self, Features};
use crate::filter;
use crate::golden;
use crate::parallel;
use crate::scratch::{Scratch, TestDir};
use crate::substitute::{Substitutions, shell_word};

/// The folder of FileCheck, not and similar tools in Debian's package llvm-22-tools.
const LLVM_BIN: &str = "/usr/lib/llvm-22/bin";
const LLVM_INSTALL: &str = "sudo apt-get install -y llvm-22-tools   (or set FILECHECK to the program's path)";

/// The result of one test file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// Every command behaved as the file requires.
    Pass,
    /// Not run, and why.
    Skip(String),
    /// What went wrong: command, status, ends of the outputs.
    Fail(String),
}

/// A folder of test files and what running them needs. See the [crate](crate) for the directives.
#[derive(Debug, Clone)]
pub struct Suite {
    root: PathBuf,
    extensions: BTreeSet<String>,
    tool_dirs: Vec<PathBuf>,
    required: Vec<(String, String)>,
    features: Features,
    substitutions: Vec<(String, String)>,
    scratch: PathBuf,
    limit: Duration,
    /// Tools and the options that each call of them gets.
    options: Vec<(String, String)>,
    /// Tools and the scripts that are run instead.
    replaced: Vec<(String, String)>,
    /// Write goldens instead of comparing with them.
    bless: bool,
}

impl Suite {
    /// A suite of the files below `root` (relative to the current folder; for Cargo, the package's).
    /// Folders named `Inputs` and hidden ones are left out, as lit does.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Suite {
            root: root.into(),
            extensions: BTreeSet::new(),
            tool_dirs: Vec::new(),
            required: Vec::new(),
            features: Features::new(),
            substitutions: Vec::new(),
            scratch: env::temp_dir().join("tf-harness"),
            limit: Duration::from_secs(120),
            options: Vec::new(),
            replaced: Vec::new(),
            bless: false,
        }
    }

    /// Takes files with this extension (without dot) as tests; call it once per extension.
    pub fn extension(mut self, extension: &str) -> Self {
        self.extensions.insert(extension.to_string());
        self
    }

    /// Looks for tools in this folder before those given later and before `PATH`.
    pub fn tools(mut self, folder: impl Into<PathBuf>) -> Self {
        self.tool_dirs.push(folder.into());
        self
    }

    /// Looks for tools where Cargo puts the binaries of the package whose integration test is running.
    pub fn cargo_bins(self) -> Self {
        // target/PROFILE/deps/TEST-HASH: the package's binaries are two levels up.
        let folder = env::current_exe().ok().and_then(|exe| Some(exe.parent()?.parent()?.to_path_buf()));
        match folder {
            Some(folder) => self.tools(folder),
            None => self,
        }
    }

    /// Looks for LLVM's test tools next to `$FILECHECK` (the program, or its folder), else where Debian's
    /// llvm-22-tools puts them, and makes FileCheck a required tool.
    pub fn llvm_tools(self) -> Self {
        let folder = match env::var_os("FILECHECK").map(PathBuf::from) {
            Some(path) if path.is_dir() => path,
            Some(path) => path.parent().map(Path::to_path_buf).unwrap_or_default(),
            None => PathBuf::from(LLVM_BIN),
        };
        self.tools(folder).required_tool("FileCheck", LLVM_INSTALL)
    }

    /// Makes every test whose commands name `tool` fail with `install` (a command line) while it cannot be found.
    pub fn required_tool(mut self, tool: &str, install: &str) -> Self {
        self.required.push((tool.to_string(), install.to_string()));
        self
    }

    /// Declares a feature that is there, for `REQUIRES:` and `UNSUPPORTED:`.
    pub fn feature(mut self, name: &str) -> Self {
        self.features.insert(name.to_string(), None);
        self
    }

    /// Declares a feature that is missing, and why.
    pub fn missing_feature(mut self, name: &str, reason: &str) -> Self {
        self.features.insert(name.to_string(), Some(reason.to_string()));
        self
    }

    /// Replaces `name` (it begins with `%`) in the `RUN:` lines by `value`, unquoted.
    pub fn substitution(mut self, name: &str, value: &str) -> Self {
        self.substitutions.push((name.to_string(), value.to_string()));
        self
    }

    /// Gives `option` to every call of `tool` whose first argument is an option or a file, not the name of a command.
    pub fn tool_option(mut self, tool: &str, option: &str) -> Self {
        self.options.push((tool.to_string(), option.to_string()));
        self
    }

    /// Runs `script` in place of `tool`, which records: commands whose output is thrown away are left out.
    pub(crate) fn replaced_tool(mut self, tool: &str, script: String) -> Self {
        self.replaced.push((tool.to_string(), script));
        self
    }

    /// The program that tests run as `tool`.
    pub(crate) fn find_tool(&self, tool: &str) -> Option<PathBuf> {
        env::split_paths(&self.search_path()).map(|folder| folder.join(tool)).find(|file| file.is_file())
    }

    /// Writes the outputs of `GOLDEN:` lines to their files instead of comparing them.
    pub fn bless(mut self, bless: bool) -> Self {
        self.bless = bless;
        self
    }

    /// The parent of the tests' temporary folders; give `env!("CARGO_TARGET_TMPDIR")` in an integration test.
    pub fn scratch(mut self, folder: impl Into<PathBuf>) -> Self {
        self.scratch = folder.into();
        self
    }

    /// How long one command may take; 120 seconds unless told.
    pub fn time_limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Runs the suite with the options of the process's command line: libtest's options, `--bless`, and
    /// filters that are parts of names or paths of files and folders.
    pub fn main(self) -> ExitCode {
        let (options, filters) = filter::split(env::args().skip(1).filter(|arg| arg != "--bless"));
        let arguments = Arguments::from_iter(env::args().take(1).chain(options));
        let bless = env::args().any(|arg| arg == "--bless");
        self.bless(bless).run(arguments, &filters).exit_code()
    }

    /// Runs the tests that match any of `filters` (all, without one) and prints the results.
    pub fn run(self, mut arguments: Arguments, filters: &[String]) -> Conclusion {
        let filters = self.normalised(filters);
        let mut trials = match self.trials() {
            Ok(trials) => trials,
            Err(message) => vec![Trial::test("discovery", move || Err(message.into()))],
        };
        match filters.as_slice() {
            [] => {}
            [one] => arguments.filter = Some(one.clone()),
            many => {
                let exact = arguments.exact;
                let matches =
                    |name: &str, f: &String| if exact { name == f } else { name.contains(f.as_str()) };
                trials.retain(|t| many.iter().any(|f| matches(t.name(), f)));
            }
        }
        let conclusion = libtest_mimic::run(&arguments, trials);
        Scratch::new(&self.scratch).close();
        conclusion
    }

    /// Generates the checks of the tests that have a `COMPLETE:` line and match any of `filters` (all, without one), and
    /// returns the tests that changed.
    ///
    /// # Errors
    /// Tests whose commands fail, or that do not read the generated checks.
    pub fn update_checks(&self, filters: &[String]) -> Result<Vec<PathBuf>, String> {
        let files = self.matching(filters)?;
        let updated = parallel::on_all_cores(files.len(), |at| {
            complete::update(self, &self.scratch.join(format!("update-{at}")), &files[at])
        });
        let mut changed = Vec::new();
        for (file, updated) in files.into_iter().zip(updated) {
            changed.extend(updated?.then_some(file));
        }
        Ok(changed)
    }

    fn trials(&self) -> Result<Vec<Trial>, String> {
        let files = self.files()?;
        if files.is_empty() {
            let kinds: Vec<&str> = self.extensions.iter().map(String::as_str).collect();
            return Err(format!("no test file (.{}) below {}", kinds.join(", ."), self.root.display()));
        }
        let shared = Arc::new((self.clone(), Scratch::new(&self.scratch)));
        let trial = |file: PathBuf| {
            let shared = Arc::clone(&shared);
            Trial::ignorable_test(file.display().to_string(), move || {
                match shared.0.run_in(&file, &shared.1) {
                    Outcome::Pass => Ok(Completion::Completed),
                    Outcome::Skip(reason) => Ok(Completion::ignored_with(reason)),
                    Outcome::Fail(report) => Err(report.into()),
                }
            })
        };
        Ok(files.into_iter().map(trial).collect())
    }

    /// The folder of the test files.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The test files, relative to the root, in the order of their paths.
    pub fn files(&self) -> Result<Vec<PathBuf>, String> {
        let mut found = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            let failed = |e: io::Error| format!("cannot read {}: {e}", folder.display());
            for entry in fs::read_dir(&folder).map_err(failed)? {
                let path = entry.map_err(failed)?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                if path.is_dir() {
                    if name != "Inputs" && !name.starts_with('.') {
                        folders.push(path);
                    }
                } else if path.extension().is_some_and(|e| self.extensions.contains(&*e.to_string_lossy())) {
                    found.push(path.strip_prefix(&self.root).unwrap_or(&path).to_path_buf());
                }
            }
        }
        found.sort();
        Ok(found)
    }

    /// Filters as parts of the names of tests.
    fn normalised(&self, filters: &[String]) -> Vec<String> {
        let bases = [env::current_dir().unwrap_or_default(), self.root.join(".."), self.root.clone()];
        let bases: Vec<&Path> = bases.iter().map(PathBuf::as_path).collect();
        filters.iter().map(|f| filter::normalise(f, &self.root, &bases)).collect()
    }

    /// The test files that match any of `filters`; all, without one.
    pub(crate) fn matching(&self, filters: &[String]) -> Result<Vec<PathBuf>, String> {
        let filters = self.normalised(filters);
        let mut files = self.files()?;
        files.retain(|file| {
            let name = file.display().to_string();
            filters.is_empty() || filters.iter().any(|part| name.contains(part.as_str()))
        });
        Ok(files)
    }

    /// Runs one test file, given by its path below the root.
    pub fn run_file(&self, file: &Path) -> Outcome {
        let scratch = Scratch::new(&self.scratch);
        let outcome = self.run_in(file, &scratch);
        scratch.close();
        outcome
    }

    fn run_in(&self, file: &Path, scratch: &Scratch) -> Outcome {
        self.attempt(file, scratch).unwrap_or_else(Outcome::Fail)
    }

    fn attempt(&self, file: &Path, scratch: &Scratch) -> Result<Outcome, String> {
        let path = self.root.join(file);
        let path = path.canonicalize().map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let bytes = fs::read(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        let in_file = |message| format!("{}: {message}", path.display());
        let script = directives::parse(&String::from_utf8_lossy(&bytes)).map_err(in_file)?;
        let skip = features::skip_reason(&script.requires, &script.unsupported, &self.features);
        if let Some(reason) = skip.map_err(in_file)? {
            return Ok(Outcome::Skip(reason));
        }
        self.check_tools(&script)?;
        let dir = scratch.test(file).map_err(|e| format!("cannot make a temporary folder: {e}"))?;
        let report = self.run_script(&script, &path, &dir)?;
        if report.is_none() {
            dir.remove();
        }
        Ok(report.map_or(Outcome::Pass, Outcome::Fail))
    }

    /// The search path of commands: the folder of this test's replacements of tools, then the suite's.
    fn test_path(&self, dir: &TestDir) -> Result<OsString, String> {
        let path = self.search_path();
        if self.options.is_empty() && self.replaced.is_empty() {
            return Ok(path);
        }
        fs::create_dir_all(&dir.tools).map_err(|e| format!("cannot make {}: {e}", dir.tools.display()))?;
        for (tool, option) in &self.options {
            let found = self.find_tool(tool).ok_or_else(|| format!("{tool} is missing"))?;
            let (found, option) = (shell_word(&found), shell_word(Path::new(option)));
            let script = format!(
                "#!/bin/bash\ncase \"${{1-}}\" in\n  -* | */* | *.* | '') exec {found} {option} \"$@\" ;;\n  *) exec {found} \"$@\" ;;\nesac\n"
            );
            write_program(&dir.tools.join(tool), &script)?;
        }
        for (tool, script) in &self.replaced {
            write_program(&dir.tools.join(tool), script)?;
        }
        let folders = [dir.tools.clone()].into_iter().chain(env::split_paths(&path));
        env::join_paths(folders).map_err(|e| format!("cannot make a search path: {e}"))
    }

    /// The folders where commands are found, in order.
    fn search_path(&self) -> OsString {
        let inherited = env::var_os("PATH").unwrap_or_default();
        let folders = self.tool_dirs.iter().cloned().chain(env::split_paths(&inherited));
        // Folders whose name holds a `:` cannot be in PATH.
        env::join_paths(folders.filter(|f| !f.to_string_lossy().contains(':'))).unwrap_or(inherited)
    }

    fn check_tools(&self, script: &Script) -> Result<(), String> {
        let path = self.search_path();
        for (tool, install) in &self.required {
            let named = script.runs.iter().any(|r| directives::words(&r.command).any(|w| w == tool));
            if named && !env::split_paths(&path).any(|folder| folder.join(tool).is_file()) {
                return Err(format!("{tool} is missing; install it with:\n  {install}"));
            }
        }
        Ok(())
    }

    /// Runs the commands; the report of what went wrong, if anything did.
    fn run_script(&self, script: &Script, file: &Path, dir: &TestDir) -> Result<Option<String>, String> {
        let substitutions = self.substitutions(file, dir);
        let path = self.test_path(dir)?;
        for run in &script.runs {
            if !self.replaced.is_empty() && is_silent(&run.command) {
                continue;
            }
            let command = substitutions.apply(&run.command);
            let report = |status: &str| self.report(file, run.line, &command, status, dir, &path);
            match exec::run(&command, dir, &path, self.limit)? {
                Ending::Success => {}
                Ending::Failure(_) if script.xfail.is_some() => return Ok(None),
                Ending::Failure(status) | Ending::Broken(status) => return Ok(Some(report(&status))),
            }
        }
        // A run that records outputs is about the checks alone.
        if let Some(golden) = script.golden.as_ref().filter(|_| self.replaced.is_empty()) {
            let command = substitutions.apply(&golden.command);
            let report = |status: &str| self.report(file, golden.line, &command, status, dir, &path);
            match exec::run(&command, dir, &path, self.limit)? {
                Ending::Failure(status) | Ending::Broken(status) => return Ok(Some(report(&status))),
                Ending::Success => {
                    if let Some(difference) = golden::compare(file, &dir.stdout, self.bless)? {
                        return Ok(Some(difference));
                    }
                }
            }
        }
        Ok(script.xfail.as_ref().map(|reason| {
            format!(
                "{}: every command succeeded, but the file expects a failure (XFAIL: {reason}); \
                 remove the XFAIL line if that is mended",
                file.display()
            )
        }))
    }

    fn substitutions(&self, file: &Path, dir: &TestDir) -> Substitutions {
        let mut table = Substitutions::default();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        table.set("%s", shell_word(file));
        table.set("%S", shell_word(file.parent().unwrap_or(Path::new("/"))));
        table.set("%T", shell_word(&dir.work));
        table.set("%t", shell_word(&dir.work.join(format!("{stem}.tmp"))));
        for (name, value) in &self.substitutions {
            table.set(name, value.clone());
        }
        table
    }

    fn report(
        &self,
        file: &Path,
        line: usize,
        command: &str,
        status: &str,
        dir: &TestDir,
        path: &OsStr,
    ) -> String {
        let mut text = format!(
            "{}:{line}: RUN failed\ncommand: {command}\nstatus:  {status}\nfolder:  {}\n",
            file.display(),
            dir.work.display()
        );
        if status.contains("command not found") {
            text += &format!("looked in: {}\n", path.to_string_lossy());
        }
        for (name, output) in [("stdout", &dir.stdout), ("stderr", &dir.stderr)] {
            let tail = exec::tail(output);
            if !tail.is_empty() {
                text += &format!("--- {name}\n{}\n", tail.trim_end_matches('\n'));
            }
        }
        text
    }
}

/// Whether no other command reads what a command of a `RUN:` line writes: its output is thrown away, and it names no
/// file of the test's folder.
fn is_silent(command: &str) -> bool {
    let names_files = ["%t", "%T"].iter().any(|file| command.contains(file));
    command.ends_with("-o /dev/null") && !names_files && !command.contains(['|', '>', ';', '&'])
}

/// Writes a script that can be run.
fn write_program(path: &Path, text: &str) -> Result<(), String> {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, text)
        .and_then(|()| fs::set_permissions(path, fs::Permissions::from_mode(0o755)))
        .map_err(|e| format!("cannot write {}: {e}", path.display()))
}
