// What every op must keep to, whatever it is.
// RUN: tfopt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @entry() {
^a:
  // expected-error @below {{'t.br' op branches to the entry block of its region}}
  "t.br"()[^a] : () -> ()
}

// -----

// expected-error @below {{'func.func' op has an empty block: a terminator is missing}}
"func.func"() <{sym_name = "f", function_type = () -> ()}> ({
^bb0:
}) : () -> ()

// -----

// expected-note @below {{callee defined here}}
func.func private @callee(tensor<?{n}xf32>) -> tensor<?{4611686018427387904*n}xf32>
func.func @caller(%x: tensor<?{2*m}xf32>) {
  // expected-error @below {{'func.call' op builds an extent term of the callee's signature that is too large}}
  %0 = call @callee(%x) : (tensor<?{2*m}xf32>) -> tensor<?{m}xf32>
  return
}
