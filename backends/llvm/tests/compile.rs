//! Compiling, linking and running units through the library's Rust side.

use tensorforge_llvm::compile::{self, compile};
use tensorforge_llvm::failure::{Failure, Severity};
use tensorforge_llvm::jit::Module;
use tf_abi::library::FailureKind;
use tf_abi::options::{Emit, Options};

const ADD: &str =
    "func.func @add(%a: i32, %b: i32) -> i32 {\n  %c = arith.addi %a, %b : i32\n  return %c : i32\n}\n";

fn object(unit: &str) -> Vec<u8> {
    compile(unit, &Options { verify_each: true, ..Options::default() })
        .unwrap_or_else(|e| panic!("{e}"))
        .bytes
}

fn text(unit: &str, options: Options) -> String {
    String::from_utf8(compile(unit, &options).unwrap_or_else(|e| panic!("{e}")).bytes).unwrap()
}

fn fails(unit: &str, options: &Options) -> Failure {
    compile(unit, options).map(|a| String::from_utf8_lossy(&a.bytes).into_owned()).unwrap_err()
}

#[test]
fn a_function_runs() {
    let module = Module::load(&[&object(ADD)], &[]).unwrap();
    let address = module.lookup("add").unwrap();
    // SAFETY: in the unit, `add` takes two i32 and returns one.
    let add: extern "C" fn(i32, i32) -> i32 = unsafe { std::mem::transmute(address) };
    assert_eq!(add(2, 40), 42);
    assert_eq!(add(i32::MAX, 1), i32::MIN);
}

#[test]
fn vectors_run_with_constants_from_memory() {
    // Constants of a vector come from a separate section; an object holds several functions.
    let unit = "
        func.func @scale(%n: i64, %x: !llvm.ptr, %y: !llvm.ptr) {
          %c0 = arith.constant 0 : index
          %c16 = arith.constant 16 : index
          %k = arith.constant dense<[1.0,2.0,3.0,4.0,5.0,6.0,7.0,8.0,9.0,10.0,11.0,12.0,13.0,14.0,15.0,16.0]>
             : vector<16xf32>
          %m = arith.index_cast %n : i64 to index
          scf.for %i = %c0 to %m step %c16 {
            %j = arith.index_cast %i : index to i64
            %p = llvm.getelementptr %x[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
            %q = llvm.getelementptr %y[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
            %a = llvm.load %p {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
            %b = arith.mulf %a, %k : vector<16xf32>
            llvm.store %b, %q {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
          }
          return
        }
        func.func @one() -> i64 { %c = arith.constant 1 : i64 return %c : i64 }";
    let module = Module::load(&[&object(unit)], &[]).unwrap();
    assert!(module.lookup("one").is_ok());
    // SAFETY: the signature is that of the unit.
    let scale: extern "C" fn(i64, *const f32, *mut f32) =
        unsafe { std::mem::transmute(module.lookup("scale").unwrap()) };
    let x = (0..48).map(|i| i as f32).collect::<Vec<_>>();
    let mut y = vec![-1.0; 48];
    scale(32, x.as_ptr(), y.as_mut_ptr());
    for i in 0..32 {
        assert_eq!(y[i], x[i] * (i % 16 + 1) as f32);
    }
    assert_eq!(&y[32..], &[-1.0; 16]);
}

extern "C" fn seven() -> i32 {
    7
}

#[test]
fn symbols_come_from_the_caller_and_the_table_only() {
    let unit = "func.func private @given() -> i32
        func.func private @sinf(f32) -> f32
        func.func @f(%x: f32) -> f32 {
          %a = call @given() : () -> i32
          %b = arith.sitofp %a : i32 to f32
          %c = call @sinf(%x) : (f32) -> f32
          %d = arith.addf %b, %c : f32
          return %d : f32
        }";
    let bytes = object(unit);
    let module = Module::load(&[&bytes], &[("given", seven as *const _)]).unwrap();
    // SAFETY: the signature is that of the unit.
    let f: extern "C" fn(f32) -> f32 = unsafe { std::mem::transmute(module.lookup("f").unwrap()) };
    assert_eq!(f(0.5), 7.0 + 0.5f32.sin());

    let error = Module::load(&[&bytes], &[]).unwrap_err();
    assert_eq!(error.kind, FailureKind::Link);
    assert!(error.message.contains("given"), "{error}");
    // Not in the table, though the process has it.
    let getenv = object(
        "func.func private @getenv(i64) -> i64 func.func @f(%x: i64) -> i64 {
        %y = call @getenv(%x) : (i64) -> i64 return %y : i64 }",
    );
    let error = Module::load(&[&getenv], &[]).unwrap_err();
    assert_eq!((error.kind, error.details.len()), (FailureKind::Link, 1));
    assert!(error.message.contains("getenv"), "{error}");
}

#[test]
fn failed_lookups_list_the_entries() {
    let module = Module::load(&[&object(ADD)], &[]).unwrap();
    let error = module.lookup("mul").unwrap_err();
    assert_eq!(error.kind, FailureKind::Symbol);
    assert!(error.message.contains("'mul'") && error.message.contains("add"), "{error}");
}

#[test]
fn broken_objects_are_errors() {
    let good = object(ADD);
    for bytes in [&b""[..], b"not an object", &good[..40], &good[..good.len() / 2]] {
        assert_eq!(Module::load(&[bytes], &[]).unwrap_err().kind, FailureKind::Link);
    }
}

#[test]
fn every_form_can_be_emitted() {
    let emit = |emit| text(ADD, Options { emit, ..Options::default() });
    assert!(emit(Emit::Mlir).contains("llvm.add"));
    assert!(emit(Emit::Llvm).contains("define i32 @add(i32"));
    assert!(emit(Emit::Asm).contains("add:"));
    let artifact = compile(ADD, &Options::default()).unwrap();
    assert_eq!(
        artifact.phases.iter().map(|p| p.0).collect::<Vec<_>>(),
        ["context", "parse", "passes", "check", "translate", "optimize", "codegen"]
    );
}

#[test]
fn options_reach_the_code() {
    let unit = "func.func @f(%x: !llvm.ptr) {
        %a = llvm.load %x {alignment = 4 : i64} : !llvm.ptr -> vector<16xf32>
        %b = arith.addf %a, %a : vector<16xf32>
        llvm.store %b, %x {alignment = 4 : i64} : vector<16xf32>, !llvm.ptr
        return }";
    let asm = |cpu: &str| {
        let options = Options {
            emit: Emit::Asm,
            target: "x86_64-unknown-linux-gnu".into(),
            cpu: cpu.into(),
            ..Options::default()
        };
        text(unit, options)
    };
    assert!(asm("skylake-avx512").contains("zmm"));
    assert!(asm("haswell").contains("ymm") && !asm("haswell").contains("zmm"));
    assert!(asm("x86-64").contains("xmm") && !asm("x86-64").contains("ymm"));
    let dead = "func.func @f(%x: i32) -> i32 { %y = arith.muli %x, %x : i32 %z = arith.subi %y, %y : i32 return %z : i32 }";
    let llvm = |opt| {
        text(dead, Options { emit: Emit::Llvm, opt, pipeline: NO_FOLDING.into(), ..Options::default() })
    };
    assert!(llvm(0).contains("mul"));
    assert!(!llvm(2).contains("mul"));
}

const NO_FOLDING: &str = "builtin.module(convert-arith-to-llvm,convert-func-to-llvm)";

#[test]
fn ptx_from_a_gpu_module() {
    let unit = "module attributes {gpu.container_module} { gpu.module @m { llvm.func @k(%p: !llvm.ptr<1>) attributes {nvvm.kernel, gpu.kernel} {
        %i = nvvm.read.ptx.sreg.tid.x : i32
        %q = llvm.getelementptr %p[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        %x = llvm.load %q : !llvm.ptr<1> -> f32
        %y = llvm.fadd %x, %x : f32
        llvm.store %y, %q : f32, !llvm.ptr<1>
        llvm.return } } }";
    let options = |pipeline: &str| Options {
        emit: Emit::Asm,
        target: "nvptx64-nvidia-cuda".into(),
        cpu: "sm_80".into(),
        features: "+ptx80".into(),
        pipeline: pipeline.into(),
        ..Options::default()
    };
    let ptx = text(unit, options(""));
    assert!(ptx.contains(".visible .entry k") && ptx.contains(".target sm_80"), "{ptx}");
    let error = fails(ADD, &options(""));
    assert!(error.message.contains("gpu.module"), "{error}");
    // What NVPTX has no instruction for is an error here; LLVM would end the process.
    let exp = unit.replace("llvm.fadd %x, %x : f32", "llvm.intr.exp(%x) : (f32) -> f32");
    let error = fails(&exp, &options(""));
    assert_eq!(error.kind, FailureKind::Unsupported);
    assert!(error.message.contains("llvm.intr.exp"), "{error}");
}

#[test]
fn mistakes_in_a_unit_have_locations() {
    let error = fails(&ADD.replace("%b : i32\n", "%z : i32\n"), &Options::default());
    assert_eq!(error.kind, FailureKind::Unit);
    let first = &error.details[0];
    assert_eq!((first.severity, first.line, first.column), (Severity::Error, 2, 23));
    assert!(first.text.contains("undeclared SSA value"), "{error}");
    // A redefinition comes with a note that points to the first definition.
    let error = fails(&format!("{ADD}{ADD}"), &Options::default());
    assert!(error.details.iter().any(|d| d.severity == Severity::Note && d.line == 1), "{error:?}");
}

#[test]
fn mistakes_in_options_are_typed() {
    let with = |f: &dyn Fn(&mut Options)| {
        let mut options = Options::default();
        f(&mut options);
        fails(ADD, &options)
    };
    let error = with(&|o| o.pipeline = "builtin.module(no-such-pass)".into());
    assert_eq!(error.kind, FailureKind::Pipeline);
    assert!(error.message.contains("no-such-pass"), "{error}");
    let error = with(&|o| o.passes = "default<O9>".into());
    assert_eq!(error.kind, FailureKind::Options);
    let error = with(&|o| o.target = "z80-none".into());
    assert_eq!(error.kind, FailureKind::Options);
    let error = with(&|o| o.target = "aarch64-\0".into());
    assert_eq!(error.kind, FailureKind::Options);
}

#[test]
fn unlowered_ops_are_named_with_their_location() {
    let unit =
        "func.func @f(%x: f32) -> f32 { %y = math.exp %x : f32 loc(\"model.rs\":12:7) return %y : f32 }";
    let options = Options { pipeline: "builtin.module(convert-func-to-llvm)".into(), ..Options::default() };
    let error = fails(unit, &options);
    assert_eq!(error.kind, FailureKind::Unsupported);
    let first = &error.details[0];
    assert_eq!((first.file.as_str(), first.line, first.column), ("model.rs", 12, 7));
    assert!(first.text.contains("math.exp"), "{error}");
}

#[test]
fn intrinsics_and_types_without_code_are_refused() {
    let bare = Options { pipeline: String::new(), ..Options::default() };
    let call = |name: &str, cpu: &str| {
        let unit = format!(
            "llvm.func @f(%x: vector<16xf32>, %m: i16) -> vector<16xf32> {{
               %y = llvm.call_intrinsic \"{name}\"(%x, %x, %m) : (vector<16xf32>, vector<16xf32>, i16) -> vector<16xf32>
               llvm.return %y : vector<16xf32> }}"
        );
        let (target, features) =
            ("x86_64-unknown-linux-gnu".into(), if cpu.is_empty() { "" } else { "+avx512f" }.into());
        compile(&unit, &Options { cpu: "x86-64".into(), target, features, ..bare.clone() }).map(|_| ())
    };
    call("llvm.x86.avx512.rsqrt14.ps.512", "avx512").unwrap();
    let error = call("llvm.x86.avx512.rsqrt14.ps.512", "").unwrap_err();
    assert!(error.message.contains("avx512f"), "{error}");
    let error = call("llvm.x86.no.such.thing", "avx512").unwrap_err();
    assert_eq!(error.kind, FailureKind::Unsupported);

    let error = fails(
        "llvm.func @f(%x: i4096) -> i4096 { %y = llvm.sdiv %x, %x : i4096 llvm.return %y : i4096 }",
        &bare,
    );
    assert_eq!(error.kind, FailureKind::Unsupported);
    assert!(error.message.contains("i4096"), "{error}");
    let wide = "llvm.func @f(%x: f32) -> i128 { %y = llvm.fptosi %x : f32 to i128 llvm.return %y : i128 }";
    let cpu = Options { emit: Emit::Asm, ..bare.clone() };
    assert!(compile(wide, &cpu).is_ok());
    let gpu = Options { target: "nvptx64-nvidia-cuda".into(), cpu: "sm_80".into(), ..cpu };
    let error = fails(&format!("gpu.module @m {{ {wide} }}"), &gpu);
    assert_eq!(error.kind, FailureKind::Unsupported);
}

#[test]
fn hostile_text_is_an_error() {
    for (unit, part) in [
        ("func.func @f() { return }\0", "NUL"),
        (&"(".repeat(100_000), "nests brackets"),
        (&"-> (".repeat(100_000), "nests brackets"),
        (&"{>= ".repeat(100_000), "nests brackets"),
        ("\"\u{e9}", "not valid"),
    ] {
        let error = fails(unit, &Options::default());
        assert_eq!(error.kind, FailureKind::Unit, "{error}");
        assert!(error.message.contains(part), "{error}");
    }
}

#[test]
fn nesting_at_the_limit_fits_the_stack_of_a_thread() {
    let depth = compile::NESTING - 2;
    let open = "scf.if %c { ".repeat(depth);
    let unit = format!("func.func @f(%c: i1) {{ {open} {} return }}", "}".repeat(depth));
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(move || compile(&unit, &Options::default()).map(|_| ()).unwrap()).unwrap().join().unwrap();
}

#[test]
fn threads_compile_side_by_side() {
    std::thread::scope(|scope| {
        for k in 0..4 {
            scope.spawn(move || {
                for i in 0..10 {
                    let unit = format!(
                        "func.func @f() -> i32 {{ %c = arith.constant {} : i32 return %c : i32 }}",
                        100 * k + i
                    );
                    let module = Module::load(&[&object(&unit)], &[]).unwrap();
                    // SAFETY: the signature is that of the unit.
                    let f: extern "C" fn() -> i32 =
                        unsafe { std::mem::transmute(module.lookup("f").unwrap()) };
                    assert_eq!(f(), 100 * k + i);
                }
            });
        }
    });
}

#[test]
fn same_unit_same_bytes() {
    let first = object(ADD);
    for _ in 0..3 {
        assert_eq!(object(ADD), first);
    }
    assert_eq!(std::thread::spawn(|| object(ADD)).join().unwrap(), first);
}
