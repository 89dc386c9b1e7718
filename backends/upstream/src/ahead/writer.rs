//! A text writer for functions, line by line.

use std::fmt::Write;

/// Texts that code refers to, each a global of the unit.
#[derive(Debug, Default)]
pub(super) struct Strings(Vec<String>);

impl Strings {
    /// The name of the global that holds a text.
    pub(super) fn global(&mut self, text: &str) -> String {
        let at = self.0.iter().position(|t| t == text).unwrap_or_else(|| {
            self.0.push(text.to_string());
            self.0.len() - 1
        });
        format!("@tf_string_{at}")
    }

    /// Defines the globals.
    pub(super) fn write(&self, out: &mut String) {
        for (at, text) in self.0.iter().enumerate() {
            let text = escape(text.as_bytes());
            writeln!(out, "llvm.mlir.global internal constant @tf_string_{at}(\"{text}\\00\")")
                .expect("strings take all text");
        }
    }
}

/// Escapes bytes for an MLIR string.
pub(super) fn escape(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            b' '..=b'~' if *byte != b'"' && *byte != b'\\' => text.push(char::from(*byte)),
            _ => write!(text, "\\{byte:02X}").expect("strings take all text"),
        }
    }
    text
}

/// The body of one function, with numbered values and blocks.
pub(super) struct FunctionWriter<'s> {
    pub(super) strings: &'s mut Strings,
    text: String,
    values: usize,
    blocks: usize,
    /// True if a check branches to the block that returns a status.
    fails: bool,
}

impl<'s> FunctionWriter<'s> {
    /// Begins a function: `head` is everything before its body.
    pub(super) fn new(head: &str, strings: &'s mut Strings) -> FunctionWriter<'s> {
        let text = format!("{head} {{\n  %good = arith.constant 0 : i32\n");
        FunctionWriter { strings, text, values: 0, blocks: 0, fails: false }
    }

    /// One op without a result.
    pub(super) fn line(&mut self, op: &str) {
        self.text.push_str("  ");
        self.text.push_str(op);
        self.text.push('\n');
    }

    /// One op with a result; returns its name.
    pub(super) fn value(&mut self, op: &str) -> String {
        let name = format!("%{}", self.values);
        self.values += 1;
        self.line(&format!("{name} = {op}"));
        name
    }

    /// One op with two results; returns their names.
    pub(super) fn pair(&mut self, op: &str) -> [String; 2] {
        let names = [format!("%{}", self.values), format!("%{}", self.values + 1)];
        self.values += 2;
        self.line(&format!("{}, {} = {op}", names[0], names[1]));
        names
    }

    /// An `i64` constant.
    pub(super) fn int(&mut self, value: i64) -> String {
        self.value(&format!("arith.constant {value} : i64"))
    }

    /// The address of a text.
    pub(super) fn string(&mut self, text: &str) -> String {
        let global = self.strings.global(text);
        self.address(&global)
    }

    /// The address of a global.
    pub(super) fn address(&mut self, global: &str) -> String {
        self.value(&format!("llvm.mlir.addressof {global} : !llvm.ptr"))
    }

    /// Stack memory for this many words.
    pub(super) fn stack(&mut self, words: usize) -> String {
        let count = self.int(i64::try_from(words.max(1)).expect("signatures have far fewer words"));
        self.value(&format!("llvm.alloca {count} x i64 {{alignment = 64 : i64}} : (i64) -> !llvm.ptr"))
    }

    /// The address of a word from a pointer.
    pub(super) fn word(&mut self, pointer: &str, at: usize) -> String {
        self.value(&format!("llvm.getelementptr {pointer}[{at}] : (!llvm.ptr) -> !llvm.ptr, i64"))
    }

    /// Calls a function that returns a status; a status other than 0 is returned to the caller.
    pub(super) fn check(&mut self, call: &str) {
        let status = self.value(call);
        let ok = self.value(&format!("arith.cmpi eq, {status}, %good : i32"));
        let next = self.blocks;
        self.blocks += 1;
        self.line(&format!("cf.cond_br {ok}, ^b{next}, ^fail({status} : i32)"));
        self.text.push_str(&format!("^b{next}:\n"));
        self.fails = true;
    }

    /// Ends the function: `last` returns.
    pub(super) fn end(mut self, last: &str, out: &mut String) {
        self.line(last);
        if self.fails {
            self.text.push_str("^fail(%status: i32):\n  return %status : i32\n");
        }
        self.text.push_str("}\n");
        out.push_str(&self.text);
    }
}
