//! Error messages: locations, wording, suggestions, notes, several errors per file.

use crate::text::support::*;
use tf_ir::text::{ParseOptions, parse_module};

/// A text with one error.
#[track_caller]
fn error(text: &str, expected: &str) {
    assert_eq!(errors(text), [expected], "in:\n{text}");
}

#[test]
fn tokens() {
    error("\"u.a\"() {a = \"x} : () -> ()", "1:14: this string has no closing '\"' on its line");
    error("\"u.a\"() {a = é} : () -> ()", "1:14: unexpected character '\\u{e9}' (U+00E9)");
    error("\"u.a\"(% ) : () -> ()", "1:7: expected a name or an integer after '%'");
    error("\"u.a\"() : () -> () ; ", "1:20: unexpected character ';'");
    error(
        "\"u.a\"() {s = \"a\\q\"} : () -> ()",
        "1:16: unknown escape: expected \\\", \\\\, \\n, \\t or two hexadecimal digits",
    );
    error("\"u.a\"() {s = \"\\FF\"} : () -> ()", "1:14: the bytes of this string are not UTF-8");
    error("\"u.é\"() : () -> (", "1:18: expected a type but found the end of the text");
}

#[test]
fn names_with_suggestions() {
    error("%0 = t.ad %x, %x : i32", "1:6: unknown operation 't.ad'; did you mean 't.add'?");
    error("modul {}", "1:1: unknown operation 'modul'; did you mean 'module'?");
    error(
        "%0 = \"t.ad\"() : () -> i32",
        "1:6: unknown operation 't.ad' in dialect 't'; did you mean 't.add'?",
    );
    error(
        "\"u.a\"() {a = ture} : () -> ()",
        "1:14: expected an attribute but found 'ture'; did you mean 'true'?",
    );
    error(
        "\"u.a\"() : () -> tesnor<4xf32>",
        "1:17: expected a type but found 'tesnor'; did you mean 'tensor'?",
    );
    error(
        "#map1 = unit\n\"u.a\"() {a = #mpa1} : () -> ()",
        "2:14: undefined attribute alias 'mpa1'; did you mean 'map1'?",
    );
    error(
        "u.a",
        "1:1: unknown operation 'u.a'; ops of unregistered dialects are written in generic form: \"dialect.op\"(…) : (…) -> …",
    );
    error("\"u\"() : () -> ()", "1:1: 'u' is not an operation name of the form 'dialect.op'");
}

#[test]
fn unregistered_dialects_need_an_option() {
    let found = errors_with("\"u.a\"() : () -> !u.t", &ParseOptions::default());
    assert_eq!(found, [
        "1:1: operation 'u.a' is of an unregistered dialect; did you mean 't.br'?; --allow-unregistered-dialect keeps it as it is"
    ].map(|s| s.replace("; did you mean 't.br'?", "")));
    let found = errors_with("module attributes {a = !u.t, b = #u.a} {}", &ParseOptions::default());
    assert_eq!(
        found,
        ["1:24: type 'u.t' is of an unregistered dialect; --allow-unregistered-dialect keeps it as it is"]
    );
}

#[test]
fn implicit_module_can_be_refused() {
    let opts = ParseOptions { implicit_module: false, ..ParseOptions::unregistered() };
    assert_eq!(
        errors_with("\"u.a\"() : () -> ()", &opts),
        ["1:1: the top level must be one builtin.module op; without --no-implicit-module one is added"]
    );
    let ctx = context();
    assert!(parse_module(&ctx, "in", "module {}", &opts).is_ok());
}

#[test]
fn several_errors_in_one_text() {
    let text = "\
module {
  %a = t.constant 1 : i33x
  %b = t.add %a, %a : i32
  t.func @f(%x: i3.2) {
    nonsense
  }
  t.func @g(%x: i32) {
    %y = t.add %x : i32
    %z = t.add %y, %x : i32
    \"u.r\"() ({
      foo
    ^bb0(%q i32):
      bar
      br ^bb7
    }) : () -> ()
    return %w : i32
  }
}
}
%c = t.add %d, %d : i32
";
    assert_eq!(
        errors(text),
        [
            "2:23: expected a type but found 'i33x'",
            "4:17: expected a type but found 'i3.2'; did you mean 'i32'?",
            "8:19: expected ',' but found ':'",
            "11:7: unknown operation 'foo'",
            "12:13: expected ':' but found 'i32'",
            "14:7: unknown operation 'br'; did you mean 't.br'?",
            "16:12: use of undefined value '%w'",
            "19:1: this '}' closes nothing",
            "20:12: use of undefined value '%d'",
        ]
    );
}

#[test]
fn no_more_errors_than_the_limit() {
    let text = "foo.x\n".repeat(100);
    assert_eq!(errors(&text).len(), 20);
    let opts = ParseOptions { max_errors: 3, ..ParseOptions::unregistered() };
    assert_eq!(errors_with(&text, &opts).len(), 3);
}

#[test]
fn values() {
    error("\"u.a\"(%x) : (i32) -> ()", "1:7: use of undefined value '%x'");
    error(
        "%x = \"u.a\"() : () -> i32\n\"u.b\"(%x) : (i64) -> ()",
        "2:7: use of value '%x' with type i64, but its type is i32",
    );
    error("%x = \"u.a\"() : () -> i32\n%x = \"u.a\"() : () -> i32", "2:1: redefinition of value '%x'");
    error("%x:2 = \"u.a\"() : () -> i32", "1:8: 'u.a' has 1 result(s), but 2 are named");
    error(
        "%x = \"u.a\"() : () -> i32\n\"u.b\"(%x#1) : (i32) -> ()",
        "2:7: '%x' has 1 results: there is no result #1",
    );
    error(
        "\"u.b\"(%x, %x) : (i32, i64) -> ()\n%x = \"u.a\"() : () -> i32",
        "1:11: use of value '%x' with type i64, but its type is i32",
    );
    error(
        "\"u.b\"(%x) : (i64) -> ()\n%x = \"u.a\"() : () -> i32",
        "2:1: use of value '%x' with type i64, but its type is i32",
    );
    error("\"u.b\"(%x#1) : (i64) -> ()\n%x = \"u.a\"() : () -> i32", "1:7: use of undefined value '%x'");
    error("\"u.b\"(%x) : () -> ()", "1:13: 1 operand(s) but 0 operand type(s)");
    error("%x:0 = \"u.a\"() : () -> ()", "1:4: a name denotes 1 to 16777216 results");
    error(
        "t.func @f() {\n  return %a : i32\n}\n%a = \"u.a\"() : () -> i32",
        "2:10: use of undefined value '%a'",
    );
    error(
        "\"u.r\"() ({ %i = \"u.a\"() : () -> i32 }) : () -> ()\n\"u.b\"(%i) : (i32) -> ()",
        "2:7: use of undefined value '%i'",
    );
}

#[test]
fn notes_point_at_the_other_location() {
    let ctx = context();
    let text = "%x = \"u.a\"() : () -> i32\n%x = \"u.a\"() : () -> i32";
    let found = parse_module(&ctx, "in.mlir", text, &ParseOptions::unregistered()).err().expect("an error");
    assert_eq!(
        render(&ctx, text, &found),
        "in.mlir:2:1: error: redefinition of value '%x' [E0106]\n%x = \"u.a\"() : () -> i32\n^\n\
         in.mlir:1:1: note: previously defined here\n%x = \"u.a\"() : () -> i32\n^\n"
    );
}

#[test]
fn blocks_and_regions() {
    error(
        "\"u.r\"() ({ \"u.b\"()[^x] : () -> () }) : () -> ()",
        "1:20: reference to block '^x', which is not defined in this region",
    );
    error("\"u.r\"() ({\n^a:\n^a:\n}) : () -> ()", "3:1: redefinition of block '^a'");
    assert_eq!(
        errors("\"u.r\"() ({ ) : () -> ()"),
        ["1:12: expected an operation but found ')'", "1:24: expected '}' at the end of a region",]
    );
    error("\"u.r\"() ({", "1:11: expected '}' at the end of a region");
    error("t.func @f() -> i32 {\n^bb0(%a: i32):\n  return\n", "4:1: expected '}' at the end of a region");
    error("%a = t.func @f()", "1:6: 't.func' has 0 result(s), but 1 are named");
    error(
        "\"t.func\"() : () -> (i32)",
        "1:1: 't.func' is isolated: it takes no operands and has no results or successors",
    );
}

#[test]
fn attributes() {
    error("\"u.a\"() {a, a} : () -> ()", "1:13: attribute 'a' is given twice");
    error("\"u.a\"() {a = {b, b}} : () -> ()", "1:18: attribute 'b' is given twice");
    error("\"u.a\"() {a = 256 : i8} : () -> ()", "1:14: this integer is out of range for i8");
    error(
        "\"u.a\"() {a = 1 : f32} : () -> ()",
        "1:14: expected a float here: write a decimal point, as in 1.0, or the bits in hexadecimal",
    );
    error("\"u.a\"() {a = 1.5 : i32} : () -> ()", "1:14: expected an integer, as the type is no float type");
    error(
        "\"u.a\"() {a = 0x1FFFF : f16} : () -> ()",
        "1:14: this bit pattern has more than the 16 bits of f16",
    );
    error(
        "\"u.a\"() {a = sparse<0, 1> : tensor<4xi8>} : () -> ()",
        "1:14: sparse constants are not supported: write the elements as dense<…>",
    );
    error(
        "\"u.a\"() {a = dense<[1, 2]> : tensor<3xi8>} : () -> ()",
        "1:20: this list has 2 elements, the type needs 3",
    );
    error(
        "\"u.a\"() {a = dense<[1, 2]> : tensor<1xi8>} : () -> ()",
        "1:20: this list has more than 1 elements, the type needs 1",
    );
    error(
        "\"u.a\"() {a = dense<1> : tensor<?xi8>} : () -> ()",
        "1:14: a dense constant is a tensor or vector of known extents, not tensor<?xi8>",
    );
    error(
        "\"u.a\"() {a = dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>} : () -> ()",
        "1:14: dense constants have integer, index or float elements",
    );
    error(
        "\"u.a\"() {a = distinct[0]<1 : i8>, b = distinct[0]<2 : i8>} : () -> ()",
        "1:48: distinct[0] denotes another attribute elsewhere",
    );
    error(
        "%0 = t.cmp le, %x, %x : i32",
        "1:12: expected one of the words but found 'le'; did you mean 'ne'?",
    );
    error(
        "%0 = t.add %x, %x {flags = 1 : i8, flags = 2 : i8} : i32",
        "1:36: attribute 'flags' is given twice",
    );
}

#[test]
fn aliases() {
    error("#a = 1 : i8\n#a = 2 : i8", "2:1: redefinition of alias 'a'");
    error("!a = i8\n!a = i8", "2:1: redefinition of alias 'a'");
    error("#a.b = 1 : i8", "1:1: names of aliases have no '.': those are of dialects");
    error("\"u.a\"() : () -> () loc(#l)", "1:24: undefined location alias 'l'");
    error("\"u.a\"() : () -> () loc(#l)\n#l = 1 : i8", "1:24: '#l' is not a location");
    error(
        "\"u.a\"() : () -> () loc(#a)\n#a = loc(\"x\"(#b))\n#b = loc(\"y\"(#a))",
        "1:24: location alias 'a' contains itself",
    );
    error("\"u.a\"() {a = loc(#l)} : () -> ()\n#l = loc(\"x\")", "1:18: undefined location alias 'l'");
}

#[test]
fn bytes() {
    let ctx = context();
    let check = |text: &[u8], place: (u32, u32), message: &str| {
        let found =
            parse_module(&ctx, "in.mlir", text, &ParseOptions::unregistered()).err().expect("an error");
        let (_, line, col) = found[0].loc.anchor(&ctx).expect("a place");
        assert_eq!(((line, col), found[0].message.as_str()), (place, message));
    };
    check(b"module {\n // a\0b\n}", (2, 6), "NUL byte in the text");
    check(b"module {\n \"a\xFF\" }", (2, 4), "the text is not UTF-8: byte 0xFF");
    check(b"\xE2\x82", (1, 1), "the text is not UTF-8: byte 0xE2");
}

#[test]
fn columns_count_characters() {
    error("// äöü\n/* */", "2:1: expected an operation but found '/'");
    error("\"u.äöü\"() {a = 300 : i8} : () -> ()", "1:16: this integer is out of range for i8");
}
