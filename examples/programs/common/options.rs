//! Options of the command line: `--name value` or `--name=value`, declared as a table.

use std::collections::BTreeMap;
use std::process::exit;
use std::str::FromStr;
use tensorforge::Device;

/// Name, default, meaning.
type Row = (&'static str, &'static str, &'static str);

/// Every program has these.
const COMMON: [Row; 4] = [
    ("device", "cpu", "where to run: cpu, interp"),
    ("seed", "1", "of the random numbers"),
    ("frames", "1", "pictures; more than one make an animation"),
    ("out", "", "the PNG to write; by default the program's name"),
];

/// The options of a run.
pub struct Options {
    program: &'static str,
    values: BTreeMap<&'static str, String>,
}

impl Options {
    /// Reads the command line. `--help` and mistakes end the process, with a list of the options.
    pub fn read(program: &'static str, about: &str, own: &[Row]) -> Options {
        match Self::parse(program, own, std::env::args().skip(1)) {
            Ok(options) => options,
            Err(Mistake::Help) => {
                println!("{}", help(program, about, own));
                exit(0)
            }
            Err(Mistake::Text(text)) => {
                eprintln!("{program}: {text}\n\n{}", help(program, about, own));
                exit(2)
            }
        }
    }

    fn parse(
        program: &'static str,
        own: &[Row],
        args: impl Iterator<Item = String>,
    ) -> Result<Options, Mistake> {
        let rows = || own.iter().chain(&COMMON);
        let mut values: BTreeMap<&'static str, String> =
            rows().map(|row| (row.0, row.1.to_string())).collect();
        let mut args = args;
        while let Some(arg) = args.next() {
            if arg == "--help" || arg == "-h" {
                return Err(Mistake::Help);
            }
            let Some(option) = arg.strip_prefix("--") else {
                return Err(Mistake::Text(format!("'{arg}' is no option")));
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (option, args.next()),
            };
            let Some((known, ..)) = rows().find(|row| row.0 == name) else {
                return Err(Mistake::Text(format!("there is no option '--{name}'")));
            };
            let value = value.ok_or_else(|| Mistake::Text(format!("--{name} needs a value")))?;
            values.insert(known, value);
        }
        Ok(Options { program, values })
    }

    /// The value of an option; one that makes no sense ends the process.
    pub fn get<T: FromStr>(&self, name: &str) -> T {
        let text = self.values.get(name).map_or("", String::as_str);
        text.parse().unwrap_or_else(|_| {
            eprintln!("{}: --{name} cannot be '{text}'", self.program);
            exit(2)
        })
    }

    /// The device to run on.
    pub fn device(&self) -> Device {
        let name: String = self.get("device");
        Device::by_name(&name).unwrap_or_else(|| {
            eprintln!("{}: there is no device '{name}'; there are cpu, interp", self.program);
            exit(2)
        })
    }

    /// The file to write.
    pub fn out(&self) -> String {
        let out: String = self.get("out");
        if out.is_empty() { format!("{}.png", self.program) } else { out }
    }
}

enum Mistake {
    Help,
    Text(String),
}

fn help(program: &str, about: &str, own: &[Row]) -> String {
    let mut text = format!("{program}: {about}\n\noptions:\n");
    for (name, default, meaning) in own.iter().chain(&COMMON) {
        let default = if default.is_empty() { String::new() } else { format!(" [{default}]") };
        text += &format!("  --{name:<12} {meaning}{default}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: [Row; 1] = [("n", "4096", "bodies")];

    fn parse(args: &[&str]) -> Result<Options, Mistake> {
        Options::parse("nbody", &OWN, args.iter().map(|a| a.to_string()))
    }

    #[test]
    fn values_and_defaults() {
        let options = parse(&["--n=7", "--device", "interp"]).ok().unwrap();
        assert_eq!((options.get::<usize>("n"), options.get::<u64>("seed")), (7, 1));
        assert_eq!((options.device(), options.out()), (Device::interp(), "nbody.png".to_string()));
    }

    #[test]
    fn mistakes_are_said() {
        for (args, word) in [(&["n"][..], "'n'"), (&["--m", "3"], "--m"), (&["--n"], "needs a value")] {
            let Err(Mistake::Text(text)) = parse(args) else { panic!("{args:?} is taken") };
            assert!(text.contains(word), "{text}");
        }
        assert!(matches!(parse(&["--help"]), Err(Mistake::Help)));
        assert!(help("nbody", "bodies", &OWN).contains("--n            bodies [4096]"));
    }
}
