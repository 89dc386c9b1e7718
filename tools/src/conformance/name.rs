//! Parses the op and element type from a test's name: `add_float32_20_20.mlir` is `add` on `float32`.

/// Words of element types in file names.
const TYPES: [&str; 15] = [
    "bfloat16",
    "bool",
    "complex64",
    "complex128",
    "float16",
    "float32",
    "float64",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
];

/// The op and the element type of a test; the type is empty if the name has none.
pub(super) fn subject(test: &str) -> (String, String) {
    let (file, function) = test.split_once(':').unwrap_or((test, ""));
    let stem = file.rsplit('/').next().unwrap_or(file).trim_end_matches(".mlir");
    let words: Vec<&str> = stem.split('_').collect();
    match words.iter().position(|word| TYPES.contains(word)) {
        Some(at) => (words[..at].join("_"), words[at].to_string()),
        None => {
            let short =
                |word: &&str| matches!(word.as_bytes(), [b'f' | b'i' | b'u' | b's' | b'b', .., b'0'..=b'9']);
            let ty = function.split('_').rfind(short).unwrap_or_default();
            (stem.trim_end_matches('_').to_string(), ty.to_string())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::subject;

    #[test]
    fn names_tell_op_and_type() {
        let of = |test: &str| {
            let (op, ty) = subject(test);
            format!("{op} {ty}")
        };
        assert_eq!(of("a/b/add_float32_20_20.mlir"), "add float32");
        assert_eq!(of("scatter_add_uint64_2_3_uint64_2_1_3.mlir"), "scatter_add uint64");
        assert_eq!(of("x/iota_.mlir"), "iota ");
        assert_eq!(of("add.mlir:add_op_test_si4"), "add si4");
    }
}
