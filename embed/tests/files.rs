//! Arrays through files: every type and shape comes back as it was; no file makes the reader panic or ask for
//! more memory than the file can fill.

use std::path::{Path, PathBuf};
use tensorforge::Array;
use tensorforge::files::{self, ArrayFile, FileError, StoredType};
use tf_dialects::scalar::{DType, Scalar};
use tf_generate::{Random, special};

const DTYPES: [DType; 14] = [
    DType::I1,
    DType::I8,
    DType::I16,
    DType::I32,
    DType::I64,
    DType::U8,
    DType::U16,
    DType::U32,
    DType::U64,
    DType::Index,
    DType::F16,
    DType::BF16,
    DType::F32,
    DType::F64,
];
const SHAPES: [&[usize]; 7] = [&[], &[0], &[1], &[3, 0, 2], &[17], &[2, 3, 5], &[1, 1, 2, 1, 2, 1]];

fn array(dtype: DType, extents: &[usize], random: &mut Random) -> Array {
    let count: usize = extents.iter().product();
    let values: Vec<Scalar> = (0..count).map(|_| special(random, dtype)).collect();
    Array::from_scalars(dtype, extents, &values).expect("small")
}

/// A file of a test's own.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

fn samples() -> Vec<(String, Array)> {
    let mut random = Random::new(1);
    let mut all = Vec::new();
    for dtype in DTYPES {
        for (at, shape) in SHAPES.iter().enumerate() {
            all.push((format!("{dtype}.{at}"), array(dtype, shape, &mut random)));
        }
    }
    all
}

fn named(samples: &[(String, Array)]) -> Vec<(&str, &Array)> {
    samples.iter().map(|(name, array)| (name.as_str(), array)).collect()
}

/// Of a NaN, only that it is one need come back.
fn same(found: &Array, wanted: &Array) -> bool {
    let equal = |(a, b): (Scalar, Scalar)| a == b || (a.to_f64().is_nan() && b.to_f64().is_nan());
    found.dtype() == wanted.dtype()
        && found.extents() == wanted.extents()
        && found.scalars().zip(wanted.scalars()).all(equal)
}

#[test]
fn archives_give_back_every_type_and_shape() {
    let samples = samples();
    for name in ["all.npz", "all.safetensors"] {
        let path = file(name);
        match name {
            "all.npz" => files::save_npz(&path, &named(&samples)).unwrap(),
            _ => files::save_safetensors(&path, &named(&samples)).unwrap(),
        }
        let mut read = ArrayFile::open(&path).unwrap();
        assert_eq!(read.names().len(), samples.len());
        for (name, wanted) in &samples {
            let found = read.read(name).unwrap().into_array_of(wanted.dtype()).unwrap();
            assert!(same(&found, wanted), "{name}: {found:?}, not {wanted:?}");
        }
    }
}

#[test]
fn single_files_give_back_every_type_and_shape() {
    let path = file("one.npy");
    for (name, wanted) in samples() {
        files::save_npy(&path, &wanted).unwrap();
        let mut read = ArrayFile::open(&path).unwrap();
        assert!(read.is_single());
        let found = read.read("").unwrap().into_array_of(wanted.dtype()).unwrap();
        assert!(same(&found, &wanted), "{name}: {found:?}, not {wanted:?}");
        assert_eq!(files::load(&path).unwrap().extents(), wanted.extents());
    }
}

#[test]
fn equal_arrays_give_equal_files() {
    let samples = samples();
    let [a, b] = ["once.npz", "twice.npz"].map(|name| {
        files::save_npz(file(name), &named(&samples)).unwrap();
        std::fs::read(file(name)).unwrap()
    });
    assert_eq!(a, b);
}

/// A `.npy` file with this header and these bytes.
fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(data);
    bytes
}

fn read_npy(name: &str, bytes: &[u8]) -> Result<files::Stored, FileError> {
    let path = file(name);
    std::fs::write(&path, bytes).unwrap();
    ArrayFile::open(&path)?.read("")
}

#[test]
fn orders_of_bytes_and_of_axes() {
    let header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3)}";
    let data = [0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6];
    let stored = read_npy("order.npy", &npy(header, &data)).unwrap();
    assert_eq!((stored.stored_type(), stored.extents()), (StoredType::I16, &[2, 3][..]));
    assert_eq!(stored.to_string(), "tensor<2x3xint16>");
    assert_eq!(stored.into_array().unwrap().as_slice::<i16>().unwrap(), [1, 2, 3, 4, 5, 6]);
    // An empty axis next to huge ones has no strides.
    let header =
        "{'descr': '<f8', 'fortran_order': True, 'shape': (9223372036854775807, 0, 9223372036854775807)}";
    assert_eq!(read_npy("huge.npy", &npy(header, &[])).unwrap().extents()[1], 0);
}

#[test]
fn instructions_for_bf16() {
    let bits = npy("{'descr': '<u2', 'fortran_order': False, 'shape': (2,)}", &[0x80, 0x3f, 0xc0, 0xff]);
    let one = |stored: files::Stored| stored.into_array_of(DType::BF16).unwrap().get(&[0]).unwrap().to_f64();
    assert_eq!(one(read_npy("bf16.npy", &bits).unwrap()), 1.0);
    let raw = npy("{'descr': '<V2', 'fortran_order': False, 'shape': (1,)}", &[0x80, 0x3f]);
    assert_eq!(one(read_npy("bf16.npy", &raw).unwrap()), 1.0);
    assert!(read_npy("bf16.npy", &raw).unwrap().into_array().unwrap_err().contains("specify bf16"));
    let wide = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,)}", &1.003f32.to_le_bytes());
    assert_eq!(one(read_npy("bf16.npy", &wide).unwrap()), 1.0);
    let error = read_npy("bf16.npy", &wide).unwrap().into_array_of(DType::F64).unwrap_err();
    assert_eq!(error, "has elements of type float32, not f64");
    let odd = npy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", &[0, 7]);
    let truth = read_npy("bool.npy", &odd).unwrap().into_array().unwrap();
    assert_eq!(truth.bytes(), [0, 1]);
}

#[test]
fn files_with_false_sizes_are_refused_before_allocation() {
    for (bytes, part) in [
        (
            npy("{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,)}", &[0; 8]),
            "only 8 remain",
        ),
        (
            npy("{'descr': '<f8', 'fortran_order': False, 'shape': (9223372036854775807, 2)}", &[]),
            "does not fit",
        ),
        (npy("{'descr': '<f8', 'fortran_order': False, 'shape': (2,)}", &[0; 15]), "truncated"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\xff".to_vec(), "header of 4294967295 bytes"),
        (b"\x93NUMPY\x09\x00\x00\x00".to_vec(), "version 9.0"),
        (b"\x93NUMPY\x01\x00\x40\x00".to_vec(), "truncated"),
    ] {
        let error = read_npy("lies.npy", &bytes).unwrap_err().to_string();
        assert!(error.contains(part) && error.contains("lies.npy"), "{error}");
    }
    for (bytes, part) in [
        (&b""[..], "is empty"),
        (b"hello, world", "is not a .npy, .npz or .safetensors file"),
        (b"PK\x03\x04 and no more", "not a valid zip archive"),
        (b"\xff\xff\xff\xff\xff\xff\xff\xff{", "not a valid .safetensors file"),
    ] {
        let path = file("other.bin");
        std::fs::write(&path, bytes).unwrap();
        let error = ArrayFile::open(&path).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let error = ArrayFile::open(file("")).unwrap_err().to_string();
    assert!(error.contains("is not a file"), "{error}");
}

/// Reads everything in a file, with any outcome.
fn read_all(path: &Path) -> usize {
    let Ok(mut opened) = ArrayFile::open(path) else { return 0 };
    let names: Vec<String> = opened.names().map(str::to_string).collect();
    names.iter().filter(|name| opened.read(name).is_ok()).count()
}

/// Damaged files: bytes changed, cut off, repeated. No answer is wrong here but a panic.
#[test]
fn damaged_files_are_errors() {
    let mut random = Random::new(7);
    let samples: Vec<(String, Array)> = samples().into_iter().step_by(9).collect();
    let paths = ["fuzz.npz", "fuzz.safetensors", "fuzz.npy"].map(file);
    files::save_npz(&paths[0], &named(&samples)).unwrap();
    files::save_safetensors(&paths[1], &named(&samples)).unwrap();
    files::save_npy(&paths[2], &samples[1].1).unwrap();
    let (mut intact, mut refused) = (0, 0);
    for path in &paths {
        let whole = std::fs::read(path).unwrap();
        for _ in 0..150 {
            let mut bytes = whole.clone();
            for _ in 0..random.within(1, 4) {
                // Mostly near the beginning, in headers, and the end, in the directory of a zip archive.
                let reach = [80, 400, bytes.len()][random.below(3)].min(bytes.len());
                let at = random.below(reach);
                let at = if random.chance(30) { bytes.len() - 1 - at } else { at };
                match random.below(5) {
                    0 => bytes.truncate(at.max(1)),
                    1 => bytes[at] = [0, 0xff, b'9', b'(', b'{'][random.below(5)],
                    2 => bytes.insert(at, random.bits() as u8),
                    _ => bytes[at] ^= 1 << random.below(8),
                }
            }
            std::fs::write(path, &bytes).unwrap();
            match read_all(path) {
                0 => refused += 1,
                _ => intact += 1,
            }
        }
    }
    assert!(refused > 40 && intact > 40, "{refused} refused, {intact} read");
}
