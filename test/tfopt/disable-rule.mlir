// Rules by name: what is left out does not happen, for any number of threads, and a name that is wrong is
// near one that is right.
// RUN: tfopt %s --canonicalize | tee %t.all | FileCheck %s --check-prefix=ALL
// RUN: FileCheck %s --check-prefix=FULL_ALL --match-full-lines < %t.all
// RUN: tfopt %s --canonicalize --disable-rule=canonicalize.sub-constant | tee %t.pattern | FileCheck %s --check-prefix=PATTERN
// RUN: FileCheck %s --check-prefix=FULL_PATTERN --match-full-lines < %t.pattern
// RUN: tfopt %s --canonicalize --disable-rule=canonicalize.sub-constant --disable-threading | FileCheck %s --check-prefix=PATTERN
// RUN: tfopt %s --canonicalize --disable-rule=fold.arith.addi,canonicalize.dead | tee %t.fold | FileCheck %s --check-prefix=FOLD
// RUN: FileCheck %s --check-prefix=FULL_FOLD --match-full-lines < %t.fold
// RUN: tfopt %s --cse --disable-rule=cse.merge | tee %t.pass | FileCheck %s --check-prefix=PASS
// RUN: FileCheck %s --check-prefix=FULL_PASS --match-full-lines < %t.pass
// RUN: tfopt %s --canonicalize --cse --disable-rule=cse.merge --disable-rule=canonicalize.sub-constant --record-rules=%t.rules -o /dev/null
// RUN: FileCheck %s --check-prefix=RECORD < %t.rules
// RUN: not tfopt %s --disable-rule=canonicalize.sub-constent 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: tfopt rules choose-fusion | FileCheck %s --check-prefix=LIST
// RUN: tfopt rules canonicalize.sub-constant fold.arith.addi | FileCheck %s --check-prefix=TEXT
// RUN: not tfopt rules choose-fuzion 2>&1 | FileCheck %s --check-prefix=GROUP
// COMPLETE: FULL_ALL, FULL_PATTERN, FULL_FOLD, FULL_PASS

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
// FULL_ALL: module {
// FULL_ALL-NEXT:   func.func @f(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i32) {
// FULL_ALL-NEXT:     %[[C:.*]]-7_i32 = arith.constant -7 : i32
// FULL_ALL-NEXT:     %[[V0:.*]] = arith.addi %[[ARG0]], %[[C]]-7_i32 : i32
// FULL_ALL-NEXT:     %[[V1:.*]] = arith.addi %[[ARG0]], %[[C]]-7_i32 : i32
// FULL_ALL-NEXT:     return %[[V0]], %[[ARG1]], %[[V1]] : i32, i32, i32
// FULL_ALL-NEXT:   }
// FULL_ALL-NEXT: }
// FULL_PATTERN: module {
// FULL_PATTERN-NEXT:   func.func @f(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i32) {
// FULL_PATTERN-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// FULL_PATTERN-NEXT:     %[[V0:.*]] = arith.subi %[[ARG0]], %[[C7_I32]] : i32
// FULL_PATTERN-NEXT:     %[[V1:.*]] = arith.subi %[[ARG0]], %[[C7_I32]] : i32
// FULL_PATTERN-NEXT:     return %[[V0]], %[[ARG1]], %[[V1]] : i32, i32, i32
// FULL_PATTERN-NEXT:   }
// FULL_PATTERN-NEXT: }
// FULL_FOLD: module {
// FULL_FOLD-NEXT:   func.func @f(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i32) {
// FULL_FOLD-NEXT:     %[[C5_I32:.*]] = arith.constant 5 : i32
// FULL_FOLD-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_FOLD-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// FULL_FOLD-NEXT:     %[[C:.*]]-7_i32 = arith.constant -7 : i32
// FULL_FOLD-NEXT:     %[[V0:.*]] = arith.addi %[[ARG0]], %[[C]]-7_i32 : i32
// FULL_FOLD-NEXT:     %[[V1:.*]] = arith.addi %[[ARG1]], %[[C0_I32]] : i32
// FULL_FOLD-NEXT:     %[[V2:.*]] = arith.addi %[[ARG0]], %[[C]]-7_i32 : i32
// FULL_FOLD-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : i32, i32, i32
// FULL_FOLD-NEXT:   }
// FULL_FOLD-NEXT: }
// FULL_PASS: module {
// FULL_PASS-NEXT:   func.func @f(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> (i32, i32, i32) {
// FULL_PASS-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL_PASS-NEXT:     %[[C7_I32:.*]] = arith.constant 7 : i32
// FULL_PASS-NEXT:     %[[V0:.*]] = arith.subi %[[ARG0]], %[[C7_I32]] : i32
// FULL_PASS-NEXT:     %[[V1:.*]] = arith.addi %[[ARG1]], %[[C0_I32]] : i32
// FULL_PASS-NEXT:     %[[V2:.*]] = arith.subi %[[ARG0]], %[[C7_I32]] : i32
// FULL_PASS-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : i32, i32, i32
// FULL_PASS-NEXT:   }
// FULL_PASS-NEXT: }

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
