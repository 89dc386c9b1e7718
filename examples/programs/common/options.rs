//! Options of the command line: `--name value` or `--name=value`, declared as a table.

use std::collections::{BTreeMap, BTreeSet};
use std::process::exit;
use std::str::FromStr;
use tensorforge::Device;
use tensorforge_window::Window;

/// Name, default, meaning.
type Row = (&'static str, &'static str, &'static str);

/// The option without a value.
const FLAG: &str = "window";

/// Every program has the first two, one that draws has four, one that moves has all.
const COMMON: [Row; 5] = [
    ("device", "cpu", "where to run: cpu, interp, simt, simt-compiled, cuda"),
    ("seed", "1", "the seed of random numbers"),
    ("frames", "1", "pictures; more than one make an animation"),
    ("out", "", "the PNG to write; by default the program's name"),
    (FLAG, "", "shows it in a window, with the mouse and sliders; takes no value"),
];

/// The options of a run.
pub struct Options {
    program: &'static str,
    values: BTreeMap<&'static str, String>,
    given: BTreeSet<&'static str>,
}

impl Options {
    /// Reads the command line of a program that draws. `--help` and mistakes end the process, with a list of
    /// the options.
    pub fn read(program: &'static str, about: &str, own: &[Row]) -> Options {
        Self::read_all(program, about, &[own, &COMMON[..4]].concat())
    }

    /// The same for a program that moves, in a window if it is asked for.
    pub fn moving(program: &'static str, about: &str, own: &[Row]) -> Options {
        Self::read_all(program, about, &[own, &COMMON].concat())
    }

    /// The same for a program that draws nothing.
    pub fn without_picture(program: &'static str, about: &str, own: &[Row]) -> Options {
        Self::read_all(program, about, &[own, &COMMON[..2]].concat())
    }

    fn read_all(program: &'static str, about: &str, rows: &[Row]) -> Options {
        match Self::parse(program, rows, std::env::args().skip(1)) {
            Ok(options) => options,
            Err(Mistake::Help) => {
                println!("{}", help(program, about, rows));
                exit(0)
            }
            Err(Mistake::Text(text)) => {
                eprintln!("{program}: {text}\n\n{}", help(program, about, rows));
                exit(2)
            }
        }
    }

    fn parse(
        program: &'static str,
        rows: &[Row],
        args: impl Iterator<Item = String>,
    ) -> Result<Options, Mistake> {
        let mut values: BTreeMap<&'static str, String> =
            rows.iter().map(|row| (row.0, row.1.to_string())).collect();
        let (mut args, mut given) = (args, BTreeSet::new());
        while let Some(arg) = args.next() {
            if arg == "--help" || arg == "-h" {
                return Err(Mistake::Help);
            }
            let Some(option) = arg.strip_prefix("--") else {
                return Err(Mistake::Text(format!("'{arg}' is not an option")));
            };
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None if option == FLAG => (option, Some("yes".to_string())),
                None => (option, args.next()),
            };
            let Some((known, ..)) = rows.iter().find(|row| row.0 == name) else {
                return Err(Mistake::Text(format!("there is no option '--{name}'")));
            };
            let value = value.ok_or_else(|| Mistake::Text(format!("--{name} needs a value")))?;
            values.insert(known, value);
            given.insert(*known);
        }
        Ok(Options { program, values, given })
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
            eprintln!(
                "{}: unknown device '{name}'; known are cpu, interp, simt, simt-compiled, cuda",
                self.program
            );
            exit(2)
        })
    }

    /// The window, of a width and height; without `--window`, the frames that go to a file.
    ///
    /// # Errors
    /// Without a display, or in a build without windows.
    pub fn window(&self, [width, height]: [usize; 2]) -> Result<Window, tensorforge_window::Error> {
        let is_live = self.given.contains(FLAG);
        if is_live && !cfg!(feature = "window") {
            return Err(tensorforge_window::Error::new(
                "the examples were built without windows: cargo run with --features window, or leave out \
                 --window",
            ));
        }
        let mut builder = Window::builder(self.program).size(width, height);
        if !is_live || self.given.contains("frames") {
            builder = builder.frames(self.get("frames"));
        }
        if !is_live || self.given.contains("out") {
            builder = builder.record(self.out());
        }
        if is_live { builder.open() } else { builder.headless().open() }
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

fn help(program: &str, about: &str, rows: &[Row]) -> String {
    let mut text = format!("{program}: {about}\n\noptions:\n");
    for (name, default, meaning) in rows {
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
        Options::parse("nbody", &[&OWN[..], &COMMON].concat(), args.iter().map(|a| a.to_string()))
    }

    #[test]
    fn values_and_defaults() {
        let options = parse(&["--n=7", "--device", "interp"]).ok().unwrap();
        assert_eq!((options.get::<usize>("n"), options.get::<u64>("seed")), (7, 1));
        assert_eq!((options.device(), options.out()), (Device::interp(), "nbody.png".to_string()));
    }

    #[test]
    fn a_program_that_draws_nothing_refuses_a_file() {
        let rows = [&OWN[..], &COMMON[..2]].concat();
        let args = ["--out", "sums.png"].map(str::to_string);
        let Err(Mistake::Text(text)) = Options::parse("sums", &rows, args.into_iter()) else {
            panic!("--out is taken")
        };
        assert!(text.contains("--out"), "{text}");
    }

    #[test]
    fn a_window_takes_no_value() {
        let options = parse(&["--window", "--n", "7"]).ok().unwrap();
        assert!(options.given.contains("window") && options.get::<usize>("n") == 7);
        if !cfg!(feature = "window") {
            assert!(options.window([9, 9]).err().unwrap().to_string().contains("--features window"));
        }
        let mut window = parse(&["--frames=2", "--out=x-%d.png"]).ok().unwrap().window([9, 9]).unwrap();
        assert!(
            window.next_frame().unwrap() && window.next_frame().unwrap() && !window.next_frame().unwrap()
        );
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
