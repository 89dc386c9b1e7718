//! Natural mistakes of programs in Rust: each error names the line or the argument, and a remedy.

use tensorforge::*;

/// The errors of a program that cannot be traced.
#[track_caller]
fn traced<V: Values>(body: impl FnOnce(&Tracer) -> V) -> String {
    let said = Program::trace("f", body).expect_err("it is refused").to_string();
    assert!(said.contains("mistakes.rs:"), "no line: {said}");
    said
}

/// `scale(x: f32[n, 2], a: f32)` on a device.
fn scale(session: &Session, device: &Device) -> Executable {
    let program = Program::trace("scale", |p| {
        let x = p.input::<f32>("x", (p.dim("n"), 2));
        let y = p.input::<f32>("y", [p.dim("n")]);
        (x * p.scalar::<f32>("a"), y)
    });
    session.compile(&program.unwrap(), device).unwrap()
}

fn zeros(dtype: DType, extents: &[usize]) -> Array {
    Array::zeros(dtype, extents).unwrap()
}

#[track_caller]
fn has(said: &str, words: &[&str]) {
    assert!(words.iter().all(|word| said.contains(word)), "{words:?} in: {said}");
}

#[test]
fn mistakes_of_calls_name_the_argument() {
    let session = crate::sessions::session();
    let (x, y) = (zeros(DType::F32, &[3, 2]), zeros(DType::F32, &[3]));
    for device in session.devices() {
        let exe = scale(&session, &device);
        let said = |result: Result<Vec<Array>, Error>| result.expect_err("it is refused").to_string();
        let double = zeros(DType::F64, &[3, 2]);
        has(&said(exe.call((&double, &y, 0.5f32))), &["'x'", "f64", "tensor<?{n}x2xf32>"]);
        has(&said(exe.call((&y, &y, 0.5f32))), &["'x'", "tensor<?{n}x2xf32>"]);
        has(&said(exe.call((&zeros(DType::F32, &[3, 4]), &y, 0.5f32))), &["'x'", "2", "4"]);
        has(&said(exe.call((&x, &zeros(DType::F32, &[5]), 0.5f32))), &["'y'", "n = 3"]);
        has(&said(exe.call((&x, &y))), &["takes 3 arguments"]);
        has(&said(exe.call((&x, &y, &y))), &["'a'", "f32"]);
        has(&said(exe.call((&x, &y, 1e300))), &["'a'", "1e300"]);
        has(&said(exe.call_named(Named::new().with("x", &x).with("y", &y))), &["'a'"]);
        let wrong = Named::new().with("x", &x).with("y", &y).with("b", 0.5f32);
        has(&said(exe.call_named(wrong)), &["'b'", "'a'"]);
        let few: Result<(Array,), Error> = exe.call((&x, &y, 0.5f32));
        has(&few.err().unwrap().to_string(), &["2 results", "1"]);
        let mut out = (zeros(DType::F32, &[2, 2]), zeros(DType::F32, &[3]));
        let into = exe.call_into((&x, &y, 0.5f32), (&mut out.0, &mut out.1));
        has(&into.unwrap_err().to_string(), &["2", "3"]);
        has(&exe.entry("scal").err().unwrap().to_string(), &["'scal'"]);
    }
}

#[test]
fn mistakes_of_programs_name_the_line() {
    let x = |p: &Tracer| p.input::<f32>("x", (p.dim("n"), 3));
    has(&traced(|p| x(p) + p.input::<f32>("y", [4])), &["[n, 3]", "[4]"]);
    has(&traced(|p| x(p).sum(2)), &["axis 2"]);
    has(&traced(|p| x(p).permute([0, 0])), &["0"]);
    has(&traced(|p| x(p).matmul(p.input::<f32>("y", (4, 4)))), &["3", "4"]);
    has(&traced(|p| x(p).reshape((p.dim("n"), 4))), &["n"]);
    has(&traced(|p| p.zeros::<f32>([p.dim("m")])), &["'m'", "dim_given"]);
    has(&traced(|p| (x(p), p.input::<f32>("x", [2]))), &["'x' exists already"]);
    has(
        &traced(|p| p.if_(x(p).gt(0), || p.constant(1), || p.constant(2))),
        &["condition must be one bool", ".all(..)"],
    );
    let mut other = None;
    let first = Program::trace("g", |p| {
        let y = x(p);
        other = Some(y.clone());
        y
    });
    first.unwrap();
    let stranger = other.unwrap();
    has(&traced(|p| x(p) + &stranger), &["program"]);
}

#[test]
fn session_mistakes_have_a_remedy() {
    let session = crate::sessions::session();
    let program = Program::trace("f", |p| p.scalar::<f32>("x").exp()).unwrap();
    let lost = crate::sessions::builder().llvm_library("/nowhere").build().unwrap();
    has(&lost.compile(&program, Device::cpu()).err().unwrap().to_string(), &["/nowhere"]);
    let typo = session.compile(&program, Device::interp().with_pipeline("canonicalise"));
    has(&typo.err().unwrap().to_string(), &["canonicalise", "canonicalize"]);
    assert!(Device::by_name("gpu").is_none());
    let text = session.compile_text("func.func @f(%x: f32) -> f32 {\n  return %y : f32\n}", Device::interp());
    has(&text.err().unwrap().to_string(), &[":2:10: error", "%y"]);
    has(&Array::from_slice(&[2, 2], &[1.0f32]).err().unwrap().to_string(), &["4", "1"]);
    has(&zeros(DType::F32, &[2]).as_slice::<f64>().err().unwrap().to_string(), &["f32", "f64"]);
}
