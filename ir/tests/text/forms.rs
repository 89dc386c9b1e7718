//! Custom forms: what ops, types and attributes of a dialect look like, and that they come back as they were.

use crate::text::support::*;
use tf_ir::registry::{Arity, Count, OpInfo};
use tf_ir::text::{Assembly, FormatAssembly, PrintOptions, print_module};

#[test]
fn formats_of_the_test_dialect_are_sound() {
    for info in registry().ops() {
        if let Some(assembly) = &info.assembly {
            assembly.check(info).unwrap_or_else(|e| panic!("{}: {e}", info.name));
        }
    }
}

#[test]
fn names_and_flags() {
    stable(
        r#"module @m attributes {a.b} {
  %c1 = t.constant 1 : i32
  %c2 = t.constant 2 : i32
  %c2_0 = t.constant 2 : i32
  %cst = t.constant {x} 1.000000e+00 : f32
  %0 = t.add %c1, %c2 : i32
  %1 = t.add %0, %c2_0 flags<nnan,nsz> exact {z} : i32
  %2 = t.add %cst, %cst flags<fast> : f32
  %3 = t.cmp slt, %0, %1 : i32
  "u.r"() ({
    %c2_1 = t.constant 2 : i32
    %4 = t.add %0, %c2_1 : i32
    t.yield %4, %1 : i32, i32
  }, {
    %c2_1 = t.constant 2 : i32
    t.yield
  }) : () -> ()
}
"#,
    );
}

#[test]
fn functions_loops_and_blocks() {
    stable(
        r#"module {
  t.func @decl()
  t.func @"odd name"(%arg0: i32, %arg1: index) -> i32 attributes {k = 1 : i64} {
    %c0 = constant 0 : index
    %0:2 = for %arg2 = %c0 to %arg1 iter_args(%arg3 = %arg0, %arg4 = %c0) -> (i32, index) {
      %3 = t.add %arg3, %arg3 : i32
      t.for %arg5 = %c0 to %arg2 {
      } {note}
      t.yield %3, %arg4 : i32, index
    }
    %1 = cmp eq, %0#0, %arg0 : i32
    cond_br %1, ^bb1(%0#0 : i32), ^bb2
  ^bb1(%2: i32):  // 2 preds: ^bb0, ^bb3
    return %2 : i32
  ^bb2:  // 2 preds: ^bb0, ^bb2
    cond_br %1, ^bb3, ^bb2
  ^bb3:  // pred: ^bb2
    br ^bb1(%arg0 : i32)
  ^bb4:  // no predecessors
    return %arg0 : i32
  }
}
"#,
    );
}

#[test]
fn every_kind_of_element() {
    stable(
        r#"module {
  %0 = "u.v"() : () -> i32
  t.all @"a b"() dims = [] no n : () -> ()
  %1:2 = t.all @f(%0, %0) dims = [1, -2] n 3 in [n, 2*m + 1] {
  ^bb0(%arg0: i32):
    t.yield
  } attributes {x} : (i32, i32) -> (i32, !t.pair<1 by 2>)
  "u.use"(%1#1) {a = #t.list<1, "x">, b = #t.list, c = #t.flags<nnan,ninf>} : (!t.pair<1 by 2>) -> ()
}
"#,
    );
}

#[test]
fn suggested_names_stay_unique() {
    let text = r#"module {
  t.func @f(%arg0: i32) {
    %c1 = constant 1 : i32
    for %arg1 = %i to %i {
      %c1_0 = t.constant 1 : i32
    }
    %i = "u.i"() : () -> index
    return
  }
}
"#;
    let printed = print_module(&parse(text), &PrintOptions::default());
    assert_eq!(printed, text.replace("%i =", "%0 =").replace("%i", "%0"));
}

#[test]
fn dialect_parameters_are_checked() {
    assert_eq!(
        errors("\"u.a\"() : () -> !t.pair<0 by 1>"),
        ["1:17: '!t.pair': the first number is positive"]
    );
    assert_eq!(
        errors("\"u.a\"() {a = #t.flags<nann>} : () -> ()"),
        ["1:23: expected a word but found 'nann'; did you mean 'nnan'?"]
    );
    assert_eq!(
        errors("\"u.a\"() : () -> !t.piar<1 by 1>"),
        ["1:17: unknown type 't.piar' in dialect 't'; did you mean 't.pair'?"]
    );
}

fn op() -> OpInfo {
    OpInfo {
        operands: Some(vec![value("a", Arity::One), value("b", Arity::Variadic)]),
        results: Some(vec![value("r", Arity::One)]),
        attrs: vec![attr("k", tf_ir::builtin::ANY_ATTR)],
        regions: Count::Exactly(1),
        ..OpInfo::new("t.op")
    }
}

#[test]
fn wrong_formats_are_refused() {
    let cases = [
        ("$a $b $region attr-dict `:` type($r)", ""),
        ("operands $region attr-dict", ""),
        ("$a $b $region `:` type($r)", "'attr-dict' is missing"),
        ("$a $region attr-dict", "operand 'b' is missing"),
        ("$a $b attr-dict", "a region is missing"),
        ("$a $b $c $region attr-dict", "'$c' is not an operand"),
        ("$a $b $region1 attr-dict", "'$region1' is not"),
        ("$a $b $region attr-dict attr-dict", "one attribute dictionary"),
        ("$a ($b)? $region attr-dict", "has an anchor"),
        ("$a ($b^ $k^)? $region attr-dict", "one anchor"),
        ("$a ($b^ `x`^)? $region attr-dict", "cannot be an anchor"),
        ("$a ($b^ ($k)?)? $region attr-dict", "has an anchor"),
        ("$a (($k^)? $b^)? $region attr-dict", "a group begins with"),
        ("$a $b as<WORDS>($k) $region attr-dict", "nothing named 'WORDS' is given for 'as'"),
        ("$a $b custom<Part>($k) $region attr-dict", "nothing named 'Part' is given for 'custom'"),
        ("$a $b as<WORDS($k) $region attr-dict", "'as<' has no closing '>'"),
        ("$a $b args($k) $region attr-dict", "expected '$region'"),
        ("$a $b assign($region, $r) $region attr-dict", "expected '$operand'"),
        ("$a assign($region, $b) $region attr-dict `:` type($b)", "types must precede a region"),
        ("$a $b $region $region attr-dict", "must appear in order"),
        ("$a ($b^ $region attr-dict", "expected ')'"),
        ("$a `a b` $b $region attr-dict", "neither a word nor punctuation"),
        ("$a `x $b $region attr-dict", "no closing '`'"),
        ("$a $b $region type($k) attr-dict", "not an operand or result"),
        ("$a $b $region ints($a) attr-dict", "not an attribute"),
        ("$a $b $region nosuch($k) attr-dict", "unknown directive"),
        ("$a % $b $region attr-dict", "unexpected character '%'"),
        ("$ a $b $region attr-dict", "expected a name after '$'"),
    ];
    for (format, message) in cases {
        match FormatAssembly::new(format).check(&op()) {
            Ok(()) => assert_eq!(message, "", "{format} was accepted"),
            Err(found) => assert!(!message.is_empty() && found.contains(message), "{format}: {found}"),
        }
    }
    assert!(FormatAssembly::new("$a $c attr-dict").check(&op()).is_err());
}
