// Timing, statistics, the table of passes.
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),inline' --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),inline' --timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse),cse' --mlir-timing --mlir-timing-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: tfopt %s --pass-pipeline='func.func(canonicalize,cse)' --timing --output-format=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: tfopt %s --pass-pipeline='func.func(cse),symbol-dce' --pass-table -o /dev/null 2>&1 | FileCheck %s --check-prefix=TABLE
// RUN: tfopt %s --cpu --target=znver4 --emit=asm --timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=PHASES
// RUN: not tfopt %s --timing-display=pie 2>&1 | FileCheck %s --check-prefix=BAD

// STATS:      ... Pass statistics report ...
// STATS:      {{^}}'func.func' Pipeline
// STATS-NEXT: {{^}}  Canonicalizer
// STATS:      {{^}}  CSE
// STATS-NEXT: {{^}}    (S) 1 num-cse'd - Number of operations CSE'd
// STATS-NEXT: {{^}}    (S) 0 num-dce'd - Number of operations DCE'd
// STATS-NEXT: {{^}}Inliner

// TIME:      ... Execution time report ...
// TIME:      Total Execution Time: {{[0-9.]+}} seconds
// TIME:      ----Wall Time----  ----Name----
// TIME-NEXT: {{%}})  Parser
// TIME-NEXT: {{%}})  'func.func' Pipeline
// TIME-NEXT: {{%}})    Canonicalizer
// TIME-NEXT: {{%}})    CSE
// TIME-NEXT: {{%}})  Inliner
// TIME:      {{%}})  Output
// TIME-NEXT: {{%}})  Rest
// TIME-NEXT: (100.0%)  Total

// PHASES:      {{%}})  Output
// PHASES-NEXT: {{%}})    emission
// PHASES-NEXT: {{%}})    context
// PHASES-NEXT: {{%}})    parse
// PHASES-NEXT: {{%}})    passes
// PHASES-NEXT: {{%}})    check
// PHASES-NEXT: {{%}})    translate
// PHASES-NEXT: {{%}})    optimize
// PHASES-NEXT: {{%}})    codegen
// PHASES-NEXT: {{%}})  Rest

// LIST-COUNT-1: {{%}})  CSE
// LIST-NOT:     {{%}})  CSE

// JSON:      {{^}}[
// JSON-NEXT: {"user": {"duration": {{[0-9.]+}}, "percentage": {{[0-9.]+}}}, "wall": {{.*}}"name": "Parser", "passes": []},
// JSON-NEXT: "name": "'func.func' Pipeline", "passes": [
// JSON-NEXT: "name": "Canonicalizer", "passes": []},
// JSON:      "name": "Total"

// TABLE:      pass runs  changed ms ops before ops after
// TABLE-NEXT: {{^}}  cse 1 yes {{.*}} 5 → 4
// TABLE-NEXT: {{^}}symbol-dce 1 no {{.*}} 5 → 5
// BAD: option '--timing-display': unknown 'pie'; known are tree, list
func.func @f(%a: i32) -> i32 {
  %y = arith.muli %a, %a : i32
  %z = arith.muli %a, %a : i32
  %w = arith.divsi %y, %z : i32
  return %w : i32
}
