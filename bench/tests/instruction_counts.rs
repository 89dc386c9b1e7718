//! How much code LLVM is given and gives back, for the programs that compile time is measured on. Compile
//! time follows these counts, and they are the same on every machine: the processor is a fixed one.

use tensorforge::{Ahead, Form, Session};
use tensorforge_bench::models;

/// Instructions into LLVM's optimiser and out of it, at most. They include about 700 of the runtime that each
/// object brings along, and copies of short code for the ends of vectors, as the baseline has no masks.
struct Bound {
    name: &'static str,
    into: usize,
    out: usize,
}

const SINES: Bound = Bound { name: "sines100", into: 850, out: 1_080 };
const TRANSFORMER: Bound = Bound { name: "transformer", into: 11_900, out: 17_900 };
const LSTM: Bound = Bound { name: "lstm", into: 10_700, out: 15_300 };
const NBODY: Bound = Bound { name: "nbody", into: 780, out: 1_060 };

impl Bound {
    fn check(&self, text: &str) {
        let session = Session::new().expect("a session needs nothing");
        let module = session.parse(self.name, text).expect("the program is right");
        let form = |form| {
            // At the baseline, on any machine.
            let ahead = Ahead { form, ..Ahead::default() };
            let unit = session
                .compile_ahead(&module, &ahead)
                .unwrap_or_else(|error| panic!("{}: {error}", self.name));
            String::from_utf8(unit.bytes().to_vec()).expect("text")
        };
        let into = form(Form::Mlir).lines().filter(|line| is_op(line)).count();
        let out = form(Form::Llvm).lines().filter(|line| is_instruction(line)).count();
        println!("{}: {into} instructions into LLVM's optimiser, {out} out of it", self.name);
        assert!(
            into <= self.into,
            "{}: {into} instructions into LLVM's optimiser, above {}",
            self.name,
            self.into
        );
        assert!(
            out <= self.out,
            "{}: {out} instructions out of LLVM's optimiser, above {}",
            self.name,
            self.out
        );
    }
}

/// An op inside a function of the LLVM dialect that becomes an instruction.
fn is_op(line: &str) -> bool {
    line.starts_with("    ") && !line.contains("llvm.mlir.")
}

/// An instruction of LLVM IR in text: two spaces, then neither a comment nor a case of a switch.
fn is_instruction(line: &str) -> bool {
    line.strip_prefix("  ").is_some_and(|rest| !rest.starts_with([' ', ';', ']']))
}

#[test]
fn sines() {
    SINES.check(&models::sines(100));
}

#[test]
fn transformer() {
    TRANSFORMER.check(&models::transformer().expect("the program is right").to_text());
}

#[test]
fn lstm() {
    LSTM.check(&models::lstm().expect("the program is right").to_text());
}

#[test]
fn nbody() {
    NBODY.check(models::NBODY);
}
