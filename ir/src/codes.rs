//! Error codes: stable names of classes of errors, each with a page in `docs/reference/errors`.
//!
//! A code names a class of errors, not a message: messages may be reworded, codes never change their meaning,
//! and a removed code is not reused. The first two digits are the part of the compiler that finds the error:
//! 01 the text, 02 the structure of the IR, 03 rules of ops, 04 passes and pipelines, 05 importing, 06
//! running, 07 the tools, 08 the Rust eDSL.

/// The stable name of a class of errors.
#[derive(PartialEq, Eq, Debug)]
pub struct ErrorCode {
    /// `E0105`; warnings begin with `W`.
    pub id: &'static str,
    /// The error in a few words.
    pub title: &'static str,
}

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        $(#[doc = $title] pub static $name: ErrorCode = ErrorCode { id: $id, title: $title };)*

        /// All codes, in order.
        pub static ALL: &[&ErrorCode] = &[$(&$name),*];
    };
}

codes! {
    SYNTAX = "E0101", "the text does not follow the grammar";
    NOT_TEXT = "E0102", "the input is not text";
    LIMIT = "E0103", "a limit is exceeded";
    UNKNOWN_NAME = "E0104", "an op, type, attribute or alias of that name does not exist";
    UNDEFINED = "E0105", "an undefined value or block is used";
    REDEFINED = "E0106", "a name is given twice";
    USE_TYPE = "E0107", "a use does not fit the value's definition";
    LITERAL = "E0108", "a literal does not fit its type";
    BAD_TYPE = "E0109", "the type or attribute does not exist";
    FORM = "E0110", "the parts of an op do not match";
    DOMINANCE = "E0201", "a value does not dominate its use";
    TERMINATOR = "E0202", "a block does not end with its terminator";
    VALUES = "E0203", "an op has the wrong operands or results";
    ATTRIBUTE = "E0204", "an attribute is missing or of the wrong kind";
    REGIONS = "E0205", "an op has the wrong regions or successors";
    SYMBOL = "E0206", "a symbol is defined twice or in the wrong scope";
    SYMBOL_USE = "E0207", "a reference to a symbol does not fit the symbol";
    BRANCH = "E0208", "a branch leads to the wrong block";
    SAME_TYPES = "E0209", "types must be equal, but differ";
    OP_RULE = "E0301", "an op violates one of its rules";
    UNPROVED = "E0302", "an access is not proved to be in bounds";
    DIVISOR = "E0303", "a divisor is not known to be at least 1";
    PLACE = "E0304", "an op is at an invalid position";
    REFUSED = "E0401", "a pass refuses this program";
    PANICKED = "E0402", "a pass panicked";
    LEFT_INVALID = "E0403", "a pass left invalid IR";
    FAILED = "E0404", "a pass failed without a message";
    ILLEGAL = "E0405", "an op cannot be lowered";
    NO_DERIVATIVE = "E0406", "an op has no derivative";
    WRONG_ANSWER = "E0407", "a pass or code generation changes the result of a function";
    ENDLESS = "E0408", "rewriting does not terminate";
    UNNAMED_EXTENT = "E0409", "an extent has no name";
    PIPELINE_SYNTAX = "E0411", "the text of a pipeline does not follow the grammar";
    NO_PASS = "E0412", "a pipeline names an unknown pass";
    PASS_OPTION = "E0413", "an option of a pass is wrong";
    ANCHOR = "E0414", "a pass does not run on this kind of op";
    UNMATCHED = "W0415", "a pass matched no op";
    NOT_COMPARED = "E0416", "no answers were compared";
    WORK = "E0417", "a pass adds work to the program";
    IMPORT = "E0501", "a part of the program cannot be imported";
    STOPPED = "E0601", "the program stopped";
    OUTSIDE = "E0602", "an index is outside a tensor";
    USAGE = "E0701", "the command line is wrong";
    FILES = "E0702", "a file cannot be read or written";
    NOT_BUILT = "E0703", "a feature is not implemented yet";
    EXPECTATION = "E0704", "a diagnostic is not as expected";
    ROUND_TRIP = "E0705", "printed text does not parse back to the same IR";
    CODE_GENERATION = "E0706", "machine code cannot be generated";
    TRACE = "E0801", "the traced program is wrong";
}

/// The code of this id, in capitals or not.
pub fn find(id: &str) -> Option<&'static ErrorCode> {
    ALL.iter().copied().find(|code| code.id.eq_ignore_ascii_case(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_ordered_and_well_formed() {
        let digits = |code: &ErrorCode| code.id[1..].parse::<u32>().expect("four digits");
        assert!(ALL.windows(2).all(|w| digits(w[0]) < digits(w[1])));
        assert!(ALL.iter().all(|c| c.id.len() == 5 && c.id.starts_with(['E', 'W'])));
        assert_eq!(find("e0105"), Some(&UNDEFINED));
        assert_eq!(find("E9999"), None);
    }
}
