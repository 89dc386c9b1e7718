//! Signedness is part of the type of arrays and scalars that programs take and return, on both devices.

use std::path::Path;
use tensorforge::files::{self, ArrayFile, StoredType};
use tensorforge::{Args, Array, Device, Error, Executable, Program};
use tf_dialects::scalar::DType;

/// A result of each sign, and scalars whose sign selects an op.
fn halves() -> Program {
    let program = Program::trace("halves", |p| {
        let x = p.input::<u8>("x", [p.dim("n")]);
        let (k, by) = (p.scalar::<u32>("k"), p.scalar::<i16>("by"));
        (&x / 2, x.to::<i8>() / by.to::<i8>(), k / 2)
    });
    program.unwrap()
}

fn each_device(check: impl Fn(&Executable)) {
    let session = crate::sessions::session();
    for device in [Device::interp(), Device::cpu()] {
        check(&session.compile(&halves(), &device).unwrap());
    }
}

fn refused<'a>(exe: &Executable, args: impl Args<'a>) -> String {
    let result: Result<Vec<Array>, Error> = exe.call(args);
    result.map(|found| format!("{found:?}")).unwrap_err().to_string()
}

#[test]
fn results_have_the_sign_of_the_program() {
    each_device(|exe| {
        let x = Array::from_slice(&[2], &[255u8, 4]).unwrap();
        let (half, signed, k) = exe.call((&x, u32::MAX, 1)).unwrap();
        assert_eq!(half.as_slice::<u8>().unwrap(), [127, 2]);
        assert_eq!(signed.as_slice::<i8>().unwrap(), [-1, 4]);
        assert_eq!(k.as_slice::<u32>().unwrap(), [u32::MAX / 2]);
        assert!(half.as_slice::<i8>().is_err() && signed.as_slice::<u8>().is_err());
    });
}

#[test]
fn arrays_of_the_other_sign_are_refused_with_both_types() {
    each_device(|exe| {
        let minus = Array::from_slice(&[1], &[-1i8]).unwrap();
        let error = refused(exe, (&minus, 1, 1));
        assert_eq!(error, "argument 'x' of 'halves' is tensor<?{n}xu8>, not tensor<1xi8>");
        let bytes = minus.clone().reinterpret(DType::U8).unwrap();
        let (half, ..): (Array, Array, Array) = exe.call((&bytes, 1, 1)).unwrap();
        assert_eq!(half.as_slice::<u8>().unwrap(), [127]);
        let mut out = Array::zeros(DType::I8, &[1]).unwrap();
        let (mut signed, mut k) =
            (Array::zeros(DType::I8, &[1]).unwrap(), Array::zeros(DType::U32, &[]).unwrap());
        let error = exe.call_into((&bytes, 1, 1), (&mut out, &mut signed, &mut k)).unwrap_err().to_string();
        assert!(error.contains("tensor<?{n}xu8>") && error.contains("not tensor<1xi8>"), "{error}");
    });
}

#[test]
fn literals_that_do_not_fit_are_refused_with_value_and_types() {
    each_device(|exe| {
        let x = Array::from_slice(&[1], &[7u8]).unwrap();
        let error = refused(exe, (&x, -1, 1));
        assert_eq!(
            error,
            "argument 'k' of 'halves' is u32, which cannot represent -1 (i32): its range is 0 to 4294967295"
        );
        let error = refused(exe, (&x, 1u64 << 32, 1));
        assert!(error.contains("is u32, which cannot represent 4294967296 (u64)"), "{error}");
        let error = refused(exe, (&x, 1, 40_000));
        assert_eq!(
            error,
            "argument 'by' of 'halves' is i16, which cannot represent 40000 (i32): its range is -32768 to 32767"
        );
        let error = refused(exe, (&x, 1, 1.5));
        assert_eq!(error, "argument 'by' of 'halves' is i16, not f64");
        let (_, signed, k): (Array, Array, Array) = exe.call((&x, 255, -7i64)).unwrap();
        assert_eq!(
            (signed.as_slice::<i8>().unwrap(), k.as_slice::<u32>().unwrap()),
            (&[-1i8][..], &[127u32][..])
        );
    });
}

#[test]
fn files_have_the_sign_of_the_results() {
    let exe = crate::sessions::session().compile(&halves(), Device::interp()).unwrap();
    let x = Array::from_slice(&[2], &[255u8, 4]).unwrap();
    let (half, signed, k): (Array, Array, Array) = exe.call((&x, 9, 1)).unwrap();
    let named = [("half", &half), ("signed", &signed), ("k", &k)];
    for name in ["signs.npz", "signs.safetensors"] {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        match name {
            "signs.npz" => files::save_npz(&path, &named).unwrap(),
            _ => files::save_safetensors(&path, &named).unwrap(),
        }
        let mut file = ArrayFile::open(&path).unwrap();
        let mut read = |name: &str| file.read(name).unwrap();
        let types = ["half", "signed", "k"].map(|name| read(name).stored_type());
        assert_eq!(types, [StoredType::U8, StoredType::I8, StoredType::U32]);
        assert_eq!(read("half").into_array().unwrap(), half);
        let error = read("half").into_array_of(DType::I8).unwrap_err();
        assert_eq!(error, "has elements of type uint8, not i8");
    }
}

/// The text of a program marks unsigned arguments and results, so that tools know, too.
#[test]
fn text_keeps_the_sign() {
    let text = halves().to_text();
    for part in ["tensor<?{n}xi8> {tf.element = ui8, tf.name = \"x\"}", "%arg2: i16 {tf.name = \"by\"}"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let session = crate::sessions::session();
    let exe = session.compile_text(&text, Device::interp()).unwrap();
    let types: Vec<String> = exe.signature().results().iter().map(|r| r.r#type.to_string()).collect();
    assert_eq!(types, ["tensor<?{n}xu8>", "tensor<?{n}xi8>", "tensor<u32>"]);
}

/// Functions whose extents depend on data run in stages; the sign goes through them.
#[test]
fn stages_keep_the_sign() {
    let program = Program::trace("chosen", |p| {
        let x = p.input::<u8>("x", [p.dim("n")]);
        let big = x.gt(200);
        (x.compress(0, &big) / 2, x.amax(0), big.sum(0).to::<u64>())
    });
    let program = program.unwrap();
    let session = crate::sessions::session();
    for device in [Device::interp(), Device::cpu()] {
        let exe = session.compile(&program, &device).unwrap();
        let x = Array::from_slice(&[3], &[255u8, 4, 202]).unwrap();
        let (half, most, count) = exe.call((&x,)).unwrap();
        assert_eq!(half.as_slice::<u8>().unwrap(), [127, 101], "{device}");
        assert_eq!(
            (most.as_slice::<u8>().unwrap(), count.as_slice::<u64>().unwrap()),
            (&[255][..], &[2][..])
        );
    }
}
