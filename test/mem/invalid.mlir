// RUN: tfopt %s --split-input-file --verify-diagnostics

func.func @alloc_unknown() {
  // expected-error @below {{'mem.alloc' op cannot allocate memref<?xf32>: every extent must be a constant or a term}}
  %0 = mem.alloc : memref<?xf32>
  return
}

// -----

func.func @alloc_layout() {
  // expected-error @below {{'mem.alloc' op result #0 must be a row-major memref of f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index, but got 'memref<4xf32, strided<[2]>>'}}
  %0 = mem.alloc : memref<4xf32, strided<[2]>>
  return
}

// -----

func.func @load_subscripts(%m: memref<4x3xf32>, %i: index) {
  // expected-error @below {{'mem.load' op has 1 subscripts for memref<4x3xf32>: give one per axis}}
  %0 = mem.load %m[%i] : memref<4x3xf32>
  return
}

// -----

func.func @load_result(%m: memref<4xf32>, %i: index) {
  // expected-error @below {{'mem.load' op result #0 is f64 but the op gives f32}}
  %0 = "mem.load"(%m, %i) : (memref<4xf32>, index) -> f64
  return
}

// -----

func.func @store_subscripts(%m: memref<4x3xf32>, %i: index, %x: f32) {
  // expected-error @below {{'mem.store' op has 3 subscripts for memref<4x3xf32>: give one per axis}}
  mem.store %x, %m[%i, %i, %i] : memref<4x3xf32>
  return
}

// -----

func.func @store_value(%m: memref<4xf32>, %i: index, %x: i32) {
  // expected-error @below {{'mem.store' op cannot store i32 in memref<4xf32>}}
  "mem.store"(%x, %m, %i) : (i32, memref<4xf32>, index) -> ()
  return
}

// -----

func.func @copy_types(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @below {{'mem.copy' op cannot copy memref<4xf32> to memref<5xf32>: extent 4 of axis 0 is never 5}}
  mem.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}

// -----

func.func @copy_unknown(%a: memref<?{n}xf32>, %b: memref<?{m}xf32>) {
  // expected-error @below {{'mem.copy' op cannot copy memref<?{n}xf32> to memref<?{m}xf32>: extent n of axis 0 is not known to equal m: write the same}}
  mem.copy %a, %b : memref<?{n}xf32> to memref<?{m}xf32>
  return
}

// -----

func.func @extent_terms() {
  // expected-error @below {{'mem.extent' op needs one extent in its attribute, not 0}}
  %0 = "mem.extent"() <{extent = extents<[]>}> : () -> index
  return
}

// -----

func.func @trap_numbers(%i: index) {
  // expected-error @below {{'mem.trap' op has 2 placeholders '{}' in its message for 1 values: write one for each value}}
  mem.trap "index {} of {}" %i : index
  return
}

// -----

func.func @trap_many_numbers(%i: index) {
  // expected-error @below {{'mem.trap' op has 3 values, but a message takes at most 2}}
  mem.trap "{}, {}, {}" %i, %i, %i : index, index, index
  return
}

// -----

func.func @trap_status() {
  // expected-error @below {{'mem.trap' op has the code 4294967297, but the status of a call has 32 bits}}
  mem.trap "no" {code = 4294967297 : i64}
  return
}

// -----

func.func @trap_message() {
  // expected-error @below {{'mem.trap' op attribute 'message' failed to satisfy constraint: a string}}
  "mem.trap"() <{message = 3}> : () -> ()
  return
}

// -----

func.func @mark_of_one_number(%n: index) {
  // expected-error @below {{'mem.mark' op has 1 work operands: give a count of operations and a count of bytes, or none}}
  mem.mark "loop" %n
  return
}

// -----

func.func @prefetch(%m: memref<?{n}x3xf32>, %i: index) {
  // expected-error @below {{'mem.prefetch' op has 1 subscripts for memref<?{n}x3xf32>: give one per axis}}
  mem.prefetch %m[%i] : memref<?{n}x3xf32>
  return
}

// -----

func.func @line(%m: memref<?{n}x3xf32>, %i: index) {
  // expected-error @below {{'mem.before_line' op has 1 subscripts for memref<?{n}x3xf32>: give one per axis}}
  %e = mem.before_line %m[%i] : memref<?{n}x3xf32>
  return
}
