//! Tests of programs that are refused.

/// Each program has one error, whose message has these words.
macro_rules! refused {
    ($($name:ident: $($word:literal),+ => $body:expr;)*) => {
        $(
            #[test]
            fn $name() {
                let found = error($body);
                for word in [$($word),+] {
                    assert!(found.contains(word), "'{word}' is not in '{found}'");
                }
            }
        )*
    };
}
