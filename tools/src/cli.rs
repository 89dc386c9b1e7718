//! Command lines: options declared as a table, `--name=value`, `--name value`, one dash or two.

use std::ffi::OsString;
use tf_ir::text::did_you_mean;

/// Whether an option takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// `--name`, or `--name=false` to take it back.
    Switch,
    /// `--name=VALUE` or `--name VALUE`; the text names the value in the help.
    Value(&'static str),
    /// `--name` or `--name=VALUE`.
    Optional(&'static str),
}

/// An option.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// Name without dashes.
    pub name: &'static str,
    /// Whether it takes a value.
    pub takes: Takes,
    /// Heading in the help.
    pub group: &'static str,
    /// Its description.
    pub help: &'static str,
}

/// One argument, in the order of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Arg {
    /// An option of the table, with its value.
    Option(&'static str, Option<String>),
    /// An option accepted by the caller's predicate (pass flags), with its value.
    Extra(String, Option<String>),
    /// Anything else: files.
    Positional(String),
}

/// The syntax for reading a command line.
pub struct Syntax<'a> {
    /// The options.
    pub table: &'a [Opt],
    /// Prefixes under which every option is known, too: `mlir-`.
    pub prefixes: &'a [&'static str],
    /// Names of further options, each with an optional value.
    pub extra: &'a dyn Fn(&str) -> bool,
    /// All names of further options, for suggestions.
    pub extra_names: Vec<&'a str>,
}

impl Syntax<'_> {
    /// Reads a command line.
    ///
    /// # Errors
    /// The wrong argument, with a suggestion.
    pub fn parse(&self, args: impl IntoIterator<Item = OsString>) -> Result<Vec<Arg>, String> {
        let mut args = args.into_iter();
        let mut found = Vec::new();
        while let Some(arg) = args.next() {
            let text = arg.into_string().map_err(|arg| format!("argument {arg:?} is not UTF-8"))?;
            if text == "--" {
                for rest in args.by_ref() {
                    let rest = rest.into_string().map_err(|arg| format!("argument {arg:?} is not UTF-8"))?;
                    found.push(Arg::Positional(rest));
                }
                break;
            }
            match text.strip_prefix('-') {
                Some(name) if !name.is_empty() => {
                    found.push(self.option(name.strip_prefix('-').unwrap_or(name), &text, &mut args)?)
                }
                _ => found.push(Arg::Positional(text)),
            }
        }
        Ok(found)
    }

    fn option(&self, text: &str, arg: &str, rest: &mut dyn Iterator<Item = OsString>) -> Result<Arg, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (text, None),
        };
        if let Some(opt) = self.find(name) {
            return self.known(opt, value, rest);
        }
        if (self.extra)(name) {
            return Ok(Arg::Extra(name.to_string(), value));
        }
        // `-j4`: a one-letter option with its value.
        let short = name.chars().next().filter(|_| !arg.starts_with("--") && value.is_none());
        if let Some(letter) = short
            && let Some(opt) = self.find(&letter.to_string())
            && opt.takes != Takes::Switch
        {
            return Ok(Arg::Option(opt.name, Some(name[letter.len_utf8()..].to_string())));
        }
        let names = self.table.iter().map(|o| o.name).chain(self.extra_names.iter().copied());
        Err(format!("unknown option '{}'{}", arg.split('=').next().unwrap_or(arg), did_you_mean(name, names)))
    }

    fn find(&self, name: &str) -> Option<&Opt> {
        let find = |name: &str| self.table.iter().find(|o| o.name == name);
        find(name).or_else(|| self.prefixes.iter().find_map(|p| find(name.strip_prefix(p)?)))
    }

    fn known(
        &self,
        opt: &Opt,
        value: Option<String>,
        rest: &mut dyn Iterator<Item = OsString>,
    ) -> Result<Arg, String> {
        let value = match (opt.takes, value) {
            (Takes::Switch, Some(value)) => {
                boolean(&value)
                    .ok_or(format!("option '--{}' is a switch: it takes no value '{value}'", opt.name))?;
                Some(value)
            }
            (Takes::Value(what), None) => {
                let next = rest.next().ok_or(format!("option '--{}' needs a value: {what}", opt.name))?;
                Some(next.into_string().map_err(|arg| format!("argument {arg:?} is not UTF-8"))?)
            }
            (_, value) => value,
        };
        Ok(Arg::Option(opt.name, value))
    }
}

/// A truth value as options spell it.
pub fn boolean(text: &str) -> Option<bool> {
    match text {
        "1" | "true" | "on" | "yes" => Some(true),
        "0" | "false" | "off" | "no" => Some(false),
        _ => None,
    }
}

/// The last value of an option.
pub fn last<'a>(args: &'a [Arg], name: &str) -> Option<Option<&'a str>> {
    args.iter().rev().find_map(|arg| match arg {
        Arg::Option(found, value) if *found == name => Some(value.as_deref()),
        _ => None,
    })
}

/// Whether a switch is on.
pub fn switch(args: &[Arg], name: &str) -> bool {
    last(args, name).is_some_and(|value| value.is_none_or(|v| boolean(v) == Some(true)))
}

/// All values of an option that may be repeated.
pub fn all<'a>(args: &'a [Arg], name: &'a str) -> impl Iterator<Item = &'a str> {
    args.iter().filter_map(move |arg| match arg {
        Arg::Option(found, value) if *found == name => value.as_deref(),
        _ => None,
    })
}

/// The last value of an option, parsed as a numeric type.
///
/// # Errors
/// The value does not parse.
pub fn number<T: std::str::FromStr>(args: &[Arg], name: &str) -> Result<Option<T>, String> {
    let Some(Some(text)) = last(args, name) else { return Ok(None) };
    text.parse().map(Some).map_err(|_| format!("option '--{name}': '{text}' is not an integer in range"))
}

/// The single input file of a tool; `others` is advice for the error about several.
///
/// # Errors
/// There is none, or more than one.
pub fn program(args: &[Arg], tool: &str, others: &str) -> Result<String, String> {
    let mut files = args.iter().filter_map(|arg| match arg {
        Arg::Positional(file) => Some(file),
        _ => None,
    });
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file.clone()),
        (None, _) => Err(format!("no program; {tool} --help shows how it is called")),
        (Some(_), Some(_)) => Err(format!("one program at a time{others}")),
    }
}

/// Whether `--sanitize` names the supported sanitizer.
///
/// # Errors
/// It names another.
pub fn sanitized(args: &[Arg]) -> Result<bool, String> {
    match last(args, "sanitize").flatten() {
        None => Ok(false),
        Some("address") => Ok(true),
        Some(other) => Err(format!("option '--sanitize': unknown sanitizer '{other}'; known is address")),
    }
}

/// Width of help texts in columns.
pub const WIDTH: usize = 110;

/// The help on a table of options, by group in the order of first appearance, wrapped to `width` columns.
pub fn help(table: &[Opt], width: usize) -> String {
    let mut groups: Vec<&str> = Vec::new();
    for opt in table {
        if !groups.contains(&opt.group) {
            groups.push(opt.group);
        }
    }
    let mut out = String::new();
    for group in groups {
        out.push_str(&format!("\n{group}\n"));
        for opt in table.iter().filter(|o| o.group == group) {
            out.push_str(&entry(&spelling(opt), opt.help, width));
        }
    }
    out
}

fn spelling(opt: &Opt) -> String {
    let dashes = if opt.name.len() == 1 { "-" } else { "--" };
    match opt.takes {
        Takes::Switch => format!("{dashes}{}", opt.name),
        Takes::Value(what) if opt.name.len() == 1 => format!("-{} {what}", opt.name),
        Takes::Value(what) => format!("{dashes}{}={what}", opt.name),
        Takes::Optional(what) => format!("{dashes}{}[={what}]", opt.name),
    }
}

/// A name and its explanation in two columns.
pub fn entry(name: &str, help: &str, width: usize) -> String {
    const COLUMN: usize = 36;
    let mut out = format!("  {name:<w$}", w = COLUMN - 2);
    let mut column = name.chars().count() + 2;
    if column >= COLUMN {
        out = format!("{}\n{}", out.trim_end(), " ".repeat(COLUMN));
    }
    column = COLUMN;
    for word in help.split_whitespace() {
        let length = word.chars().count();
        if column + length + 1 > width && column > COLUMN {
            out = format!("{}\n{}", out.trim_end(), " ".repeat(COLUMN));
            column = COLUMN;
        }
        out.push_str(word);
        out.push(' ');
        column += length + 1;
    }
    out.trim_end().to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &[Opt] = &[
        Opt { name: "o", takes: Takes::Value("FILE"), group: "Output", help: "Write to FILE" },
        Opt { name: "verify-each", takes: Takes::Switch, group: "Checks", help: "Verify after each pass" },
        Opt { name: "split", takes: Takes::Optional("MARK"), group: "Input", help: "Split the input" },
        Opt { name: "jobs", takes: Takes::Value("N"), group: "Output", help: "Threads" },
    ];

    fn parse(args: &[&str]) -> Result<Vec<Arg>, String> {
        let extra = |name: &str| name == "cse";
        let syntax = Syntax { table: TABLE, prefixes: &["mlir-"], extra: &extra, extra_names: vec!["cse"] };
        syntax.parse(args.iter().map(OsString::from))
    }

    #[test]
    fn all_spellings_are_read() {
        let opt = |name, value: Option<&str>| Arg::Option(name, value.map(str::to_string));
        let args = [
            "-o",
            "x",
            "--verify-each=0",
            "-split",
            "--mlir-jobs",
            "4",
            "--cse=a=1 b",
            "-ofile",
            "-",
            "f",
            "--",
            "-o",
        ];
        assert_eq!(
            parse(&args).expect("parses"),
            [
                opt("o", Some("x")),
                opt("verify-each", Some("0")),
                opt("split", None),
                opt("jobs", Some("4")),
                Arg::Extra("cse".into(), Some("a=1 b".into())),
                opt("o", Some("file")),
                Arg::Positional("-".into()),
                Arg::Positional("f".into()),
                Arg::Positional("-o".into()),
            ]
        );
    }

    #[test]
    fn the_last_of_repeated_options_counts() {
        let args = parse(&["--verify-each", "--jobs=2", "--verify-each=off", "--jobs=x"]).expect("parses");
        assert!(!switch(&args, "verify-each"));
        assert_eq!(all(&args, "jobs").collect::<Vec<_>>(), ["2", "x"]);
        assert_eq!(
            number::<u32>(&args, "jobs"),
            Err("option '--jobs': 'x' is not an integer in range".into())
        );
        assert_eq!(number::<u32>(&args, "split"), Ok(None));
    }

    #[test]
    fn errors_name_the_argument() {
        let error = |args: &[&str]| parse(args).expect_err("wrong");
        assert_eq!(error(&["--verify-eahc"]), "unknown option '--verify-eahc'; did you mean 'verify-each'?");
        assert_eq!(error(&["--csee"]), "unknown option '--csee'; did you mean 'cse'?");
        assert_eq!(error(&["-o"]), "option '--o' needs a value: FILE");
        assert_eq!(
            error(&["--verify-each=maybe"]),
            "option '--verify-each' is a switch: it takes no value 'maybe'"
        );
    }

    #[test]
    fn help_is_grouped_and_wrapped() {
        let text = help(TABLE, 60);
        assert!(
            text.contains("\nOutput\n  -o FILE                           Write to FILE\n  --jobs=N"),
            "{text}"
        );
        assert!(text.lines().all(|l| l.chars().count() <= 60));
        let long = entry("--x", "one two three four five six seven", 50);
        assert_eq!(long.lines().count(), 3);
    }
}
