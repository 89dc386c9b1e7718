// What a program compiled ahead of time brings along: checks of its arguments, scratch memory, parallel loops, messages.
// The text is put into every unit; all of it is internal, so that two objects in one program do not meet. It is written
// for no target in particular, and calls nothing but the C library: snprintf, aligned_alloc, free, pthread_create,
// pthread_join. The structures are those of the C header (header.rs); NULL stands for a context with nothing in it.
//
// Globals that the generator adds: @tf_dtypes (names, 16 bytes each), @tf_reasons (of traps, 32 bytes each), @tf_sites and
// @tf_site_offsets (what is said of traps).
//
//   tf_array    0 data   8 extents   16 rank (i32)   20 dtype (i32)
//   tf_context  0 user   8 parallel_for   16 allocate   24 release   32 threads (i32)
//   call        0 status   8 context   16 stop   24 the word it points to   32 lock of the numbers   40, 48 numbers of the trap
//   work        0 body   8 environment   16 n   24 grain   32 next chunk   40 chunks

llvm.func @snprintf(!llvm.ptr, i64, !llvm.ptr, ...) -> i32
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @pthread_create(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
llvm.func @pthread_join(i64, !llvm.ptr) -> i32

llvm.mlir.global internal constant @tf_text_strides("%s: it has strides: this function takes row-major arrays without gaps, whose member strides is NULL\00")
llvm.mlir.global internal constant @tf_text_dtype("%s, not an array of %s of rank %lld\00")
llvm.mlir.global internal constant @tf_text_null("%s: there is no array (its pointer is NULL)\00")
llvm.mlir.global internal constant @tf_text_extents("%s: its pointer to extents is NULL\00")
llvm.mlir.global internal constant @tf_text_negative("%s: axis %lld has the negative extent %lld\00")
llvm.mlir.global internal constant @tf_text_large("%s: its size does not fit 64 bits\00")
llvm.mlir.global internal constant @tf_text_data("%s: its data is NULL\00")
llvm.mlir.global internal constant @tf_text_aligned("%s: its data is not aligned to %lld bytes\00")
llvm.mlir.global internal constant @tf_text_extent("%s: axis %lld is %lld, not %lld\00")
llvm.mlir.global internal constant @tf_text_solution("%s: axis %lld cannot be %lld\00")
llvm.mlir.global internal constant @tf_text_overflow("%s: axis %lld does not fit 64 bits\00")
llvm.mlir.global internal constant @tf_text_below("%s: axis %lld would be %lld\00")
llvm.mlir.global internal constant @tf_text_overlap("%s: its memory overlaps that of another array: %s\00")
llvm.mlir.global internal constant @tf_text_trap("'%s': %s\00")

// Writes a message, if somebody wants one; returns the status.
func.func private @tf_say(%error: !llvm.ptr, %status: i32, %format: !llvm.ptr, %what: !llvm.ptr, %a: i64, %b: i64, %c: i64) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline", "cold"]} {
  %null = llvm.mlir.zero : !llvm.ptr
  %nobody = llvm.icmp "eq" %error, %null : !llvm.ptr
  cf.cond_br %nobody, ^end, ^write
^write:
  %size = arith.constant 256 : i64
  %written = llvm.call @snprintf(%error, %size, %format, %what, %a, %b, %c) vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  cf.br ^end
^end:
  return %status : i32
}

// Checks an array but for the values of its extents; 0, or the status of a message.
func.func private @tf_check(%array: !llvm.ptr, %dtype: i32, %rank: i32, %size: i64, %what: !llvm.ptr, %error: !llvm.ptr) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %good = arith.constant 0 : i32
  %missing = llvm.icmp "eq" %array, %null : !llvm.ptr
  cf.cond_br %missing, ^missing, ^type
^missing:
  %text_null = llvm.mlir.addressof @tf_text_null : !llvm.ptr
  %code_null = arith.constant 16 : i32
  %s0 = func.call @tf_say(%error, %code_null, %text_null, %what, %zero, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s0 : i32
^type:
  %p_rank = llvm.getelementptr %array[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %p_dtype = llvm.getelementptr %array[20] : (!llvm.ptr) -> !llvm.ptr, i8
  %has_rank = llvm.load %p_rank : !llvm.ptr -> i32
  %has_dtype = llvm.load %p_dtype : !llvm.ptr -> i32
  %same_rank = arith.cmpi eq, %has_rank, %rank : i32
  %same_dtype = arith.cmpi eq, %has_dtype, %dtype : i32
  %same = arith.andi %same_rank, %same_dtype : i1
  cf.cond_br %same, ^shape, ^other
^other:
  %known_limit = arith.constant 14 : i32
  %known = arith.cmpi ult, %has_dtype, %known_limit : i32
  %index = arith.select %known, %has_dtype, %good : i32
  %wide_index = arith.extui %index : i32 to i64
  %width = arith.constant 16 : i64
  %offset = arith.muli %wide_index, %width : i64
  %names = llvm.mlir.addressof @tf_dtypes : !llvm.ptr
  %name = llvm.getelementptr %names[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %name_bits = llvm.ptrtoint %name : !llvm.ptr to i64
  %wide_rank = arith.extsi %has_rank : i32 to i64
  %text_dtype = llvm.mlir.addressof @tf_text_dtype : !llvm.ptr
  %code_dtype = arith.constant 17 : i32
  %s1 = func.call @tf_say(%error, %code_dtype, %text_dtype, %what, %name_bits, %wide_rank, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s1 : i32
^shape:
  %p_extents = llvm.getelementptr %array[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %extents = llvm.load %p_extents : !llvm.ptr -> !llvm.ptr
  %no_extents = llvm.icmp "eq" %extents, %null : !llvm.ptr
  %ranked = arith.cmpi ne, %rank, %good : i32
  %lacking = arith.andi %no_extents, %ranked : i1
  cf.cond_br %lacking, ^lacking, ^strides
^strides:
  %p_strides = llvm.getelementptr %array[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %strides = llvm.load %p_strides : !llvm.ptr -> !llvm.ptr
  %dense = llvm.icmp "eq" %strides, %null : !llvm.ptr
  cf.cond_br %dense, ^begin, ^strided
^strided:
  %text_strides = llvm.mlir.addressof @tf_text_strides : !llvm.ptr
  %code_strides = arith.constant 21 : i32
  %s7 = func.call @tf_say(%error, %code_strides, %text_strides, %what, %zero, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s7 : i32
^lacking:
  %text_extents = llvm.mlir.addressof @tf_text_extents : !llvm.ptr
  %code_extents = arith.constant 16 : i32
  %s2 = func.call @tf_say(%error, %code_extents, %text_extents, %what, %zero, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s2 : i32
^begin:
  %count = arith.extsi %rank : i32 to i64
  %no = arith.constant false
  cf.br ^axis(%zero, %size, %no, %no : i64, i64, i1, i1)
^axis(%at: i64, %bytes: i64, %large: i1, %empty: i1):
  %more = arith.cmpi slt, %at, %count : i64
  cf.cond_br %more, ^extent, ^sized
^extent:
  %p_extent = llvm.getelementptr %extents[%at] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %extent = llvm.load %p_extent : !llvm.ptr -> i64
  %negative = arith.cmpi slt, %extent, %zero : i64
  cf.cond_br %negative, ^negative, ^multiply
^negative:
  %text_negative = llvm.mlir.addressof @tf_text_negative : !llvm.ptr
  %code_negative = arith.constant 18 : i32
  %s3 = func.call @tf_say(%error, %code_negative, %text_negative, %what, %at, %extent, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s3 : i32
^multiply:
  %product, %larger = func.call @tf_mul(%bytes, %extent, %large) : (i64, i64, i1) -> (i64, i1)
  %none = arith.cmpi eq, %extent, %zero : i64
  %emptier = arith.ori %empty, %none : i1
  %next = arith.addi %at, %one : i64
  cf.br ^axis(%next, %product, %larger, %emptier : i64, i64, i1, i1)
^sized:
  cf.cond_br %empty, ^good, ^full
^full:
  cf.cond_br %large, ^large, ^data
^large:
  %text_large = llvm.mlir.addressof @tf_text_large : !llvm.ptr
  %code_large = arith.constant 18 : i32
  %s4 = func.call @tf_say(%error, %code_large, %text_large, %what, %zero, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s4 : i32
^data:
  %data = llvm.load %array : !llvm.ptr -> !llvm.ptr
  %no_data = llvm.icmp "eq" %data, %null : !llvm.ptr
  cf.cond_br %no_data, ^nothing, ^alignment
^nothing:
  %text_data = llvm.mlir.addressof @tf_text_data : !llvm.ptr
  %code_data = arith.constant 16 : i32
  %s5 = func.call @tf_say(%error, %code_data, %text_data, %what, %zero, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s5 : i32
^alignment:
  %address = llvm.ptrtoint %data : !llvm.ptr to i64
  %mask = arith.subi %size, %one : i64
  %rest = arith.andi %address, %mask : i64
  %aligned = arith.cmpi eq, %rest, %zero : i64
  cf.cond_br %aligned, ^good, ^crooked
^crooked:
  %text_aligned = llvm.mlir.addressof @tf_text_aligned : !llvm.ptr
  %code_aligned = arith.constant 19 : i32
  %s6 = func.call @tf_say(%error, %code_aligned, %text_aligned, %what, %size, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s6 : i32
^good:
  return %good : i32
}

// The extent of an axis of an array that has been checked.
func.func private @tf_extent(%array: !llvm.ptr, %axis: i64) -> i64 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %p_extents = llvm.getelementptr %array[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %extents = llvm.load %p_extents : !llvm.ptr -> !llvm.ptr
  %p_extent = llvm.getelementptr %extents[%axis] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %extent = llvm.load %p_extent : !llvm.ptr -> i64
  return %extent : i64
}

// 0 if an axis has the wanted extent, which `bad` says could not be computed.
func.func private @tf_expect(%array: !llvm.ptr, %axis: i64, %wanted: i64, %bad: i1, %what: !llvm.ptr, %error: !llvm.ptr) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %zero = arith.constant 0 : i64
  %good = arith.constant 0 : i32
  %code = arith.constant 18 : i32
  cf.cond_br %bad, ^bad, ^compare
^bad:
  %text_overflow = llvm.mlir.addressof @tf_text_overflow : !llvm.ptr
  %s0 = func.call @tf_say(%error, %code, %text_overflow, %what, %axis, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s0 : i32
^compare:
  %extent = func.call @tf_extent(%array, %axis) : (!llvm.ptr, i64) -> i64
  %same = arith.cmpi eq, %extent, %wanted : i64
  cf.cond_br %same, ^good, ^other
^other:
  %text_extent = llvm.mlir.addressof @tf_text_extent : !llvm.ptr
  %s1 = func.call @tf_say(%error, %code, %text_extent, %what, %axis, %extent, %wanted) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s1 : i32
^good:
  return %good : i32
}

// 0 if an extent of a result could be computed and is none below 0.
func.func private @tf_possible(%extent: i64, %bad: i1, %axis: i64, %what: !llvm.ptr, %error: !llvm.ptr) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %zero = arith.constant 0 : i64
  %good = arith.constant 0 : i32
  %code = arith.constant 18 : i32
  cf.cond_br %bad, ^bad, ^compare
^bad:
  %text_overflow = llvm.mlir.addressof @tf_text_overflow : !llvm.ptr
  %s0 = func.call @tf_say(%error, %code, %text_overflow, %what, %axis, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s0 : i32
^compare:
  %possible = arith.cmpi sge, %extent, %zero : i64
  cf.cond_br %possible, ^good, ^below
^below:
  %text_below = llvm.mlir.addressof @tf_text_below : !llvm.ptr
  %s1 = func.call @tf_say(%error, %code, %text_below, %what, %axis, %extent, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s1 : i32
^good:
  return %good : i32
}

// Writes the symbol for which `factor * symbol + rest` is the extent of an axis; 0 if there is one.
func.func private @tf_solve(%array: !llvm.ptr, %axis: i64, %factor: i64, %rest: i64, %bad: i1, %symbol: !llvm.ptr, %what: !llvm.ptr, %error: !llvm.ptr) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %zero = arith.constant 0 : i64
  %minus = arith.constant -1 : i64
  %good = arith.constant 0 : i32
  %extent = func.call @tf_extent(%array, %axis) : (!llvm.ptr, i64) -> i64
  %negated, %bad0 = func.call @tf_mul(%rest, %minus, %bad) : (i64, i64, i1) -> (i64, i1)
  %difference, %bad1 = func.call @tf_add(%extent, %negated, %bad0) : (i64, i64, i1) -> (i64, i1)
  %nothing = arith.cmpi eq, %factor, %zero : i64
  // The least number divided by -1 does not fit.
  %least = arith.constant -9223372036854775808 : i64
  %is_least = arith.cmpi eq, %difference, %least : i64
  %bad2 = arith.ori %bad1, %nothing : i1
  %bad3 = arith.ori %bad2, %is_least : i1
  cf.cond_br %bad3, ^none, ^divide
^divide:
  %remainder = arith.remsi %difference, %factor : i64
  %value = arith.divsi %difference, %factor : i64
  %exact = arith.cmpi eq, %remainder, %zero : i64
  %positive = arith.cmpi sge, %value, %zero : i64
  %fits = arith.andi %exact, %positive : i1
  cf.cond_br %fits, ^found, ^none
^found:
  llvm.store %value, %symbol : i64, !llvm.ptr
  return %good : i32
^none:
  %code = arith.constant 18 : i32
  %text = llvm.mlir.addressof @tf_text_solution : !llvm.ptr
  %s = func.call @tf_say(%error, %code, %text, %what, %axis, %extent, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s : i32
}

// Sum and product; the flag becomes true where they do not fit.
func.func private @tf_add(%a: i64, %b: i64, %bad: i1) -> (i64, i1) attributes {llvm.linkage = #llvm.linkage<internal>} {
  %both = "llvm.intr.sadd.with.overflow"(%a, %b) : (i64, i64) -> !llvm.struct<(i64, i1)>
  %sum = llvm.extractvalue %both[0] : !llvm.struct<(i64, i1)>
  %over = llvm.extractvalue %both[1] : !llvm.struct<(i64, i1)>
  %flag = arith.ori %bad, %over : i1
  return %sum, %flag : i64, i1
}

func.func private @tf_mul(%a: i64, %b: i64, %bad: i1) -> (i64, i1) attributes {llvm.linkage = #llvm.linkage<internal>} {
  %both = "llvm.intr.smul.with.overflow"(%a, %b) : (i64, i64) -> !llvm.struct<(i64, i1)>
  %product = llvm.extractvalue %both[0] : !llvm.struct<(i64, i1)>
  %over = llvm.extractvalue %both[1] : !llvm.struct<(i64, i1)>
  %flag = arith.ori %bad, %over : i1
  return %product, %flag : i64, i1
}

// Rounded towards -inf; the divisor is above 0.
func.func private @tf_floordiv(%a: i64, %b: i64) -> i64 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %zero = arith.constant 0 : i64
  %quotient = arith.divsi %a, %b : i64
  %remainder = arith.remsi %a, %b : i64
  %below = arith.cmpi slt, %remainder, %zero : i64
  %borrow = arith.extui %below : i1 to i64
  %floor = arith.subi %quotient, %borrow : i64
  return %floor : i64
}

// The bytes of an array's elements; they have been found to fit.
func.func private @tf_bytes(%array: !llvm.ptr, %size: i64) -> i64 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %p_rank = llvm.getelementptr %array[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %p_rank : !llvm.ptr -> i32
  %count = arith.extsi %rank : i32 to i64
  cf.br ^axis(%zero, %size : i64, i64)
^axis(%at: i64, %bytes: i64):
  %more = arith.cmpi slt, %at, %count : i64
  cf.cond_br %more, ^next, ^end
^next:
  %extent = func.call @tf_extent(%array, %at) : (!llvm.ptr, i64) -> i64
  %product = arith.muli %bytes, %extent : i64
  %following = arith.addi %at, %one : i64
  cf.br ^axis(%following, %product : i64, i64)
^end:
  return %bytes : i64
}

// 0 if a result lies in no memory of another array.
func.func private @tf_apart(%a: !llvm.ptr, %a_size: i64, %b: !llvm.ptr, %b_size: i64, %what: !llvm.ptr, %other: !llvm.ptr, %error: !llvm.ptr) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %good = arith.constant 0 : i32
  %zero = arith.constant 0 : i64
  %a_data = llvm.load %a : !llvm.ptr -> i64
  %b_data = llvm.load %b : !llvm.ptr -> i64
  %a_bytes = func.call @tf_bytes(%a, %a_size) : (!llvm.ptr, i64) -> i64
  %b_bytes = func.call @tf_bytes(%b, %b_size) : (!llvm.ptr, i64) -> i64
  %a_end = arith.addi %a_data, %a_bytes : i64
  %b_end = arith.addi %b_data, %b_bytes : i64
  %before = arith.cmpi ult, %a_data, %b_end : i64
  %behind = arith.cmpi ult, %b_data, %a_end : i64
  %a_full = arith.cmpi ne, %a_bytes, %zero : i64
  %b_full = arith.cmpi ne, %b_bytes, %zero : i64
  %full = arith.andi %a_full, %b_full : i1
  %meet = arith.andi %before, %behind : i1
  %both = arith.andi %meet, %full : i1
  cf.cond_br %both, ^overlap, ^apart
^overlap:
  %code = arith.constant 20 : i32
  %bits = llvm.ptrtoint %other : !llvm.ptr to i64
  %text = llvm.mlir.addressof @tf_text_overlap : !llvm.ptr
  %s = func.call @tf_say(%error, %code, %text, %what, %bits, %zero, %zero) : (!llvm.ptr, i32, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> i32
  return %s : i32
^apart:
  return %good : i32
}

// Writes the words of an array: address, extents, strides in elements.
func.func private @tf_words(%words: !llvm.ptr, %array: !llvm.ptr) attributes {llvm.linkage = #llvm.linkage<internal>} {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %data = llvm.load %array : !llvm.ptr -> i64
  llvm.store %data, %words : i64, !llvm.ptr
  %p_rank = llvm.getelementptr %array[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %p_rank : !llvm.ptr -> i32
  %count = arith.extsi %rank : i32 to i64
  cf.br ^axis(%count, %one : i64, i64)
^axis(%left: i64, %stride: i64):
  %more = arith.cmpi sgt, %left, %zero : i64
  cf.cond_br %more, ^next, ^end
^next:
  %at = arith.subi %left, %one : i64
  %extent = func.call @tf_extent(%array, %at) : (!llvm.ptr, i64) -> i64
  %p_extent = llvm.getelementptr %words[%left] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %extent, %p_extent : i64, !llvm.ptr
  %behind = arith.addi %left, %count : i64
  %p_stride = llvm.getelementptr %words[%behind] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.store %stride, %p_stride : i64, !llvm.ptr
  // Overflows in empty arrays only, whose strides nobody uses.
  %wider = arith.muli %stride, %extent : i64
  cf.br ^axis(%at, %wider : i64, i64)
^end:
  return
}

// Says why a program stopped. `sites` are the formats of its traps, one text after the other, at these offsets: they take the
// entry and the numbers.
func.func private @tf_stopped(%call: !llvm.ptr, %returned: i32, %sites: !llvm.ptr, %offsets: !llvm.ptr, %count: i64, %entry: !llvm.ptr, %error: !llvm.ptr) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline", "cold"]} {
  %null = llvm.mlir.zero : !llvm.ptr
  %nobody = llvm.icmp "eq" %error, %null : !llvm.ptr
  cf.cond_br %nobody, ^end, ^reason
^reason:
  %six = arith.constant 6 : i32
  %zero32 = arith.constant 0 : i32
  %known = arith.cmpi ult, %returned, %six : i32
  %number = arith.select %known, %returned, %zero32 : i32
  %wide = arith.extui %number : i32 to i64
  %width = arith.constant 32 : i64
  %offset = arith.muli %wide, %width : i64
  %reasons = llvm.mlir.addressof @tf_reasons : !llvm.ptr
  %reason = llvm.getelementptr %reasons[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %shift = arith.constant 32 : i64
  %status = llvm.load %call : !llvm.ptr -> i64
  %site = arith.shrui %status, %shift : i64
  %inside = arith.cmpi ult, %site, %count : i64
  // Memory is asked for at no place in particular.
  %three = arith.constant 3 : i32
  %placed = arith.cmpi ne, %returned, %three : i32
  %both = arith.andi %inside, %placed : i1
  %size = arith.constant 256 : i64
  cf.cond_br %both, ^placed, ^nowhere
^placed:
  %p_offset = llvm.getelementptr %offsets[%site] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %place_offset = llvm.load %p_offset : !llvm.ptr -> i64
  %format = llvm.getelementptr %sites[%place_offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %p_a = llvm.getelementptr %call[40] : (!llvm.ptr) -> !llvm.ptr, i8
  %p_b = llvm.getelementptr %call[48] : (!llvm.ptr) -> !llvm.ptr, i8
  %a = llvm.load %p_a : !llvm.ptr -> i64
  %b = llvm.load %p_b : !llvm.ptr -> i64
  %said = llvm.call @snprintf(%error, %size, %format, %entry, %a, %b) vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64, i64) -> i32
  cf.br ^end
^nowhere:
  %text = llvm.mlir.addressof @tf_text_trap : !llvm.ptr
  %written = llvm.call @snprintf(%error, %size, %text, %entry, %reason) vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  cf.br ^end
^end:
  return %returned : i32
}

// Keeps the lowest trap; of several at its place, the one of the least numbers.
func.func private @tf_trap(%call: !llvm.ptr, %code: i32, %location: i32, %a: i64, %b: i64) -> i32 attributes {llvm.linkage = #llvm.linkage<internal>} {
  %shift = arith.constant 32 : i64
  %high = arith.extui %location : i32 to i64
  %shifted = arith.shli %high, %shift : i64
  %low = arith.extui %code : i32 to i64
  %word = arith.ori %shifted, %low : i64
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %p_lock = llvm.getelementptr %call[32] : (!llvm.ptr) -> !llvm.ptr, i8
  %p_a = llvm.getelementptr %call[40] : (!llvm.ptr) -> !llvm.ptr, i8
  %p_b = llvm.getelementptr %call[48] : (!llvm.ptr) -> !llvm.ptr, i8
  // The status only falls: what is above it now stays above.
  %now = llvm.load %call atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %above = arith.cmpi ugt, %word, %now : i64
  cf.cond_br %above, ^end, ^wait
^wait:
  %held = llvm.atomicrmw xchg %p_lock, %one acquire : !llvm.ptr, i64
  %free = arith.cmpi eq, %held, %zero : i64
  cf.cond_br %free, ^compare, ^wait
^compare:
  %before = llvm.atomicrmw umin %call, %word monotonic : !llvm.ptr, i64
  %lower = arith.cmpi ult, %word, %before : i64
  %same = arith.cmpi eq, %word, %before : i64
  %old_a = llvm.load %p_a : !llvm.ptr -> i64
  %old_b = llvm.load %p_b : !llvm.ptr -> i64
  %less_a = arith.cmpi slt, %a, %old_a : i64
  %same_a = arith.cmpi eq, %a, %old_a : i64
  %less_b = arith.cmpi slt, %b, %old_b : i64
  %second = arith.andi %same_a, %less_b : i1
  %less = arith.ori %less_a, %second : i1
  %least = arith.andi %same, %less : i1
  %keep = arith.ori %lower, %least : i1
  cf.cond_br %keep, ^keep, ^release
^keep:
  llvm.store %a, %p_a : i64, !llvm.ptr
  llvm.store %b, %p_b : i64, !llvm.ptr
  cf.br ^release
^release:
  llvm.store %zero, %p_lock atomic release {alignment = 8 : i64} : i64, !llvm.ptr
  cf.br ^end
^end:
  return %code : i32
}

// The function at an offset of the call's context; NULL without a context.
func.func private @tf_hook(%call: !llvm.ptr, %offset: i64) -> (!llvm.ptr, !llvm.ptr) attributes {llvm.linkage = #llvm.linkage<internal>} {
  %null = llvm.mlir.zero : !llvm.ptr
  %p_context = llvm.getelementptr %call[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %context = llvm.load %p_context : !llvm.ptr -> !llvm.ptr
  %none = llvm.icmp "eq" %context, %null : !llvm.ptr
  cf.cond_br %none, ^none, ^some
^none:
  return %null, %null : !llvm.ptr, !llvm.ptr
^some:
  %user = llvm.load %context : !llvm.ptr -> !llvm.ptr
  %p_hook = llvm.getelementptr %context[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %hook = llvm.load %p_hook : !llvm.ptr -> !llvm.ptr
  return %hook, %user : !llvm.ptr, !llvm.ptr
}

func.func private @tf_scratch_alloc(%call: !llvm.ptr, %bytes: i64) -> !llvm.ptr attributes {llvm.linkage = #llvm.linkage<internal>} {
  %null = llvm.mlir.zero : !llvm.ptr
  %limit = arith.constant 9223372036854775744 : i64
  %sixty_three = arith.constant 63 : i64
  %mask = arith.constant -64 : i64
  %sixty_four = arith.constant 64 : i64
  // Negative sizes are above the limit, too.
  %fits = arith.cmpi ule, %bytes, %limit : i64
  cf.cond_br %fits, ^sized, ^none
^none:
  return %null : !llvm.ptr
^sized:
  %least = arith.maxui %bytes, %sixty_four : i64
  %sum = arith.addi %least, %sixty_three : i64
  %size = arith.andi %sum, %mask : i64
  %offset = arith.constant 16 : i64
  %hook, %user = func.call @tf_hook(%call, %offset) : (!llvm.ptr, i64) -> (!llvm.ptr, !llvm.ptr)
  %own = llvm.icmp "eq" %hook, %null : !llvm.ptr
  cf.cond_br %own, ^own, ^hooked
^own:
  %memory = llvm.call @aligned_alloc(%sixty_four, %size) : (i64, i64) -> !llvm.ptr
  return %memory : !llvm.ptr
^hooked:
  %given = llvm.call %hook(%user, %size) : !llvm.ptr, (!llvm.ptr, i64) -> !llvm.ptr
  return %given : !llvm.ptr
}

func.func private @tf_scratch_free(%call: !llvm.ptr, %memory: !llvm.ptr) attributes {llvm.linkage = #llvm.linkage<internal>} {
  %null = llvm.mlir.zero : !llvm.ptr
  // Who brings `allocate` brings `release`: the former decides.
  %offset = arith.constant 16 : i64
  %allocate, %user = func.call @tf_hook(%call, %offset) : (!llvm.ptr, i64) -> (!llvm.ptr, !llvm.ptr)
  %own = llvm.icmp "eq" %allocate, %null : !llvm.ptr
  cf.cond_br %own, ^own, ^hooked
^own:
  llvm.call @free(%memory) : (!llvm.ptr) -> ()
  return
^hooked:
  %behind = arith.constant 24 : i64
  %hook, %again = func.call @tf_hook(%call, %behind) : (!llvm.ptr, i64) -> (!llvm.ptr, !llvm.ptr)
  %keeps = llvm.icmp "eq" %hook, %null : !llvm.ptr
  cf.cond_br %keeps, ^end, ^release
^release:
  llvm.call %hook(%user, %memory) : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> ()
  return
^end:
  return
}

// Runs chunks of a loop until none is left; the start of each thread.
llvm.func internal @tf_work(%work: !llvm.ptr) -> !llvm.ptr {
  %zero = llvm.mlir.zero : !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  %body = llvm.load %work : !llvm.ptr -> !llvm.ptr
  %p1 = llvm.getelementptr %work[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %environment = llvm.load %p1 : !llvm.ptr -> !llvm.ptr
  %p2 = llvm.getelementptr %work[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %n = llvm.load %p2 : !llvm.ptr -> i64
  %p3 = llvm.getelementptr %work[3] : (!llvm.ptr) -> !llvm.ptr, i64
  %grain = llvm.load %p3 : !llvm.ptr -> i64
  %p4 = llvm.getelementptr %work[4] : (!llvm.ptr) -> !llvm.ptr, i64
  %p5 = llvm.getelementptr %work[5] : (!llvm.ptr) -> !llvm.ptr, i64
  %chunks = llvm.load %p5 : !llvm.ptr -> i64
  llvm.br ^take
^take:
  %chunk = llvm.atomicrmw add %p4, %one monotonic : !llvm.ptr, i64
  %more = llvm.icmp "slt" %chunk, %chunks : i64
  llvm.cond_br %more, ^run, ^end
^run:
  %lo = llvm.mul %chunk, %grain : i64
  %left = llvm.sub %n, %lo : i64
  %length = llvm.intr.smin(%left, %grain) : (i64, i64) -> i64
  %hi = llvm.add %lo, %length : i64
  llvm.call %body(%environment, %lo, %hi) : !llvm.ptr, (!llvm.ptr, i64, i64) -> ()
  llvm.br ^take
^end:
  llvm.return %zero : !llvm.ptr
}

func.func private @tf_parallel_for(%call: !llvm.ptr, %body: (!llvm.ptr, i64, i64) -> (), %environment: !llvm.ptr, %n: i64, %grain: i64) attributes {llvm.linkage = #llvm.linkage<internal>} {
  %null = llvm.mlir.zero : !llvm.ptr
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %zero32 = arith.constant 0 : i32
  %step = arith.maxsi %grain, %one : i64
  %some = arith.cmpi sgt, %n, %zero : i64
  cf.cond_br %some, ^begin, ^end
^begin:
  %code = builtin.unrealized_conversion_cast %body : (!llvm.ptr, i64, i64) -> () to !llvm.ptr
  %offset = arith.constant 8 : i64
  %hook, %user = func.call @tf_hook(%call, %offset) : (!llvm.ptr, i64) -> (!llvm.ptr, !llvm.ptr)
  %own = llvm.icmp "eq" %hook, %null : !llvm.ptr
  cf.cond_br %own, ^own, ^hooked
^hooked:
  llvm.call %hook(%user, %code, %environment, %n, %step) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64) -> ()
  return
^own:
  %last = arith.subi %n, %one : i64
  %full = arith.divsi %last, %step : i64
  %chunks = arith.addi %full, %one : i64
  %words = arith.constant 6 : i64
  %work = llvm.alloca %words x i64 {alignment = 64 : i64} : (i64) -> !llvm.ptr
  llvm.store %code, %work : !llvm.ptr, !llvm.ptr
  %p1 = llvm.getelementptr %work[1] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %environment, %p1 : !llvm.ptr, !llvm.ptr
  %p2 = llvm.getelementptr %work[2] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %n, %p2 : i64, !llvm.ptr
  %p3 = llvm.getelementptr %work[3] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %step, %p3 : i64, !llvm.ptr
  %p4 = llvm.getelementptr %work[4] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %zero, %p4 : i64, !llvm.ptr
  %p5 = llvm.getelementptr %work[5] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %chunks, %p5 : i64, !llvm.ptr
  %p_context = llvm.getelementptr %call[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %context = llvm.load %p_context : !llvm.ptr -> !llvm.ptr
  %none = llvm.icmp "eq" %context, %null : !llvm.ptr
  cf.cond_br %none, ^start(%one : i64), ^asked
^asked:
  %p_threads = llvm.getelementptr %context[32] : (!llvm.ptr) -> !llvm.ptr, i8
  %asked32 = llvm.load %p_threads : !llvm.ptr -> i32
  %asked = arith.extsi %asked32 : i32 to i64
  cf.br ^start(%asked : i64)
^start(%threads: i64):
  // This thread works, too; 255 others are enough, and no more than there are chunks.
  %most = arith.constant 256 : i64
  %limited = arith.minsi %threads, %most : i64
  %useful = arith.minsi %limited, %chunks : i64
  %others = arith.subi %useful, %one : i64
  %handles = llvm.alloca %most x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %start = llvm.mlir.addressof @tf_work : !llvm.ptr
  cf.br ^create(%zero : i64)
^create(%made: i64):
  %more = arith.cmpi slt, %made, %others : i64
  cf.cond_br %more, ^next, ^work(%made : i64)
^next:
  %p_handle = llvm.getelementptr %handles[%made] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %failed = llvm.call @pthread_create(%p_handle, %null, %start, %work) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  %ok = arith.cmpi eq, %failed, %zero32 : i32
  %following = arith.addi %made, %one : i64
  // With fewer threads than wanted, the others do more.
  cf.cond_br %ok, ^create(%following : i64), ^work(%made : i64)
^work(%running: i64):
  %done = llvm.call @tf_work(%work) : (!llvm.ptr) -> !llvm.ptr
  cf.br ^join(%zero : i64)
^join(%joined: i64):
  %waiting = arith.cmpi slt, %joined, %running : i64
  cf.cond_br %waiting, ^wait, ^end
^wait:
  %p_joined = llvm.getelementptr %handles[%joined] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %handle = llvm.load %p_joined : !llvm.ptr -> i64
  %status = llvm.call @pthread_join(%handle, %null) : (i64, !llvm.ptr) -> i32
  %after = arith.addi %joined, %one : i64
  cf.br ^join(%after : i64)
^end:
  return
}
