// Rules by name: what is left out does not happen, for any number of threads, and a name that is wrong is near one that is right.
// RUN: tfopt %s --canonicalize | FileCheck %s --check-prefix=ALL
// RUN: tfopt %s --canonicalize --disable-rule=canonicalize.sub-constant | FileCheck %s --check-prefix=PATTERN
// RUN: tfopt %s --canonicalize --disable-rule=canonicalize.sub-constant --disable-threading | FileCheck %s --check-prefix=PATTERN
// RUN: tfopt %s --canonicalize --disable-rule=fold.arith.addi,canonicalize.dead | FileCheck %s --check-prefix=FOLD
// RUN: tfopt %s --cse --disable-rule=cse.merge | FileCheck %s --check-prefix=PASS
// RUN: tfopt %s --canonicalize --cse --disable-rule=cse.merge --disable-rule=canonicalize.sub-constant --record-rules=%t.rules -o /dev/null
// RUN: FileCheck %s --check-prefix=RECORD < %t.rules
// RUN: not tfopt %s --disable-rule=canonicalize.sub-constent 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tfopt rules choose-fusion | FileCheck %s --check-prefix=LIST
// RUN: tfopt rules canonicalize.sub-constant fold.arith.addi | FileCheck %s --check-prefix=TEXT
// RUN: not tfopt rules choose-fuzion 2>&1 | FileCheck %s --check-prefix=GROUP

// ALL-LABEL: func.func @f
// ALL-NEXT: %[[C:.*]] = arith.constant -7 : i32
// ALL-NEXT: %[[A:.*]] = arith.addi %arg0, %[[C]]
// ALL-NEXT: %[[B:.*]] = arith.addi %arg0, %[[C]]
// ALL-NEXT: return %[[A]], %arg1, %[[B]]
// PATTERN-LABEL: func.func @f
// PATTERN-NEXT: arith.constant 7
// PATTERN-NEXT: arith.subi %arg0
// PATTERN-NEXT: arith.subi %arg0
// PATTERN-NEXT: return
// FOLD-LABEL: func.func @f
// FOLD: arith.constant 5
// FOLD: arith.addi %arg1
// FOLD: return
// PASS-LABEL: func.func @f
// PASS-COUNT-2: arith.subi %arg0
func.func @f(%arg0: i32, %arg1: i32) -> (i32, i32, i32) {
  %dead = arith.constant 5 : i32
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %a = arith.subi %arg0, %seven : i32
  %b = arith.addi %arg1, %zero : i32
  %c = arith.subi %arg0, %seven : i32
  return %a, %b, %c : i32, i32, i32
}

// What is left out is not recorded as a pattern that applied; a decision is, as it was asked for.
// RECORD-NOT: sub-constant
// RECORD: canonicalize.dead
// RECORD-NEXT: cse.merge
// RECORD-NEXT: fold.arith.addi
// UNKNOWN: option '--disable-rule': there is no rule 'canonicalize.sub-constent'; did you mean 'canonicalize.sub-constant'? (tfopt rules lists them)
// LIST: choose-fusion.inline
// LIST: choose-fusion.merge writes the results of computes over one box in one nest
// TEXT: canonicalize.sub-constant (arith.subi x C) => (arith.addi x D)
// TEXT: fold.arith.addi arith.addi of constants, or that is another value
// GROUP: there is no rule 'choose-fuzion'; did you mean 'choose-fusion'?
