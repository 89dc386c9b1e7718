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
    NOT_TEXT = "E0102", "the input is no text";
    LIMIT = "E0103", "a limit is passed";
    UNKNOWN_NAME = "E0104", "an op, type, attribute or alias of that name does not exist";
    UNDEFINED = "E0105", "a value or block is used that is not defined there";
    REDEFINED = "E0106", "a name is given twice";
    USE_TYPE = "E0107", "a use does not fit the value's definition";
    LITERAL = "E0108", "a literal does not fit its type";
    BAD_TYPE = "E0109", "there is no such type or attribute";
    FORM = "E0110", "the parts of an op do not fit each other";
    DOMINANCE = "E0201", "a value does not dominate its use";
    TERMINATOR = "E0202", "a block does not end with its terminator";
    VALUES = "E0203", "an op has other operands or results than it takes";
    ATTRIBUTE = "E0204", "an attribute is missing or of the wrong kind";
    REGIONS = "E0205", "an op has other regions or successors than it takes";
    SYMBOL = "E0206", "a symbol is defined twice or in the wrong place";
    SYMBOL_USE = "E0207", "a reference to a symbol does not fit what it names";
    BRANCH = "E0208", "a branch leads to the wrong block";
    SAME_TYPES = "E0209", "types must be the same and are not";
    OP_RULE = "E0301", "an op breaks a rule of its own";
    UNPROVED = "E0302", "an access is not proved to be inside";
    DIVISOR = "E0303", "a divisor is not known to be at least 1";
    PLACE = "E0304", "an op stands where it may not";
    REFUSED = "E0401", "a pass refuses this program";
    PANICKED = "E0402", "a pass panicked";
    LEFT_INVALID = "E0403", "a pass left invalid IR";
    FAILED = "E0404", "a pass failed and did not say why";
    ILLEGAL = "E0405", "an op cannot be lowered";
    NO_DERIVATIVE = "E0406", "something has no derivative";
    WRONG_ANSWER = "E0407", "a pass or code generation changes what a function answers";
    ENDLESS = "E0408", "rewriting does not come to an end";
    UNNAMED_EXTENT = "E0409", "an extent has no name";
    PIPELINE_SYNTAX = "E0411", "the text of a pipeline does not follow the grammar";
    NO_PASS = "E0412", "a pipeline names something that does not exist";
    PASS_OPTION = "E0413", "an option of a pass is wrong";
    ANCHOR = "E0414", "a pass does not run on such ops";
    UNMATCHED = "W0415", "a pass ran on nothing";
    NOT_COMPARED = "E0416", "no answers were compared";
    WORK = "E0417", "a pass adds work that the program does not have";
    IMPORT = "E0501", "something of the program cannot be imported";
    STOPPED = "E0601", "the program stopped";
    OUTSIDE = "E0602", "an index is outside a tensor";
    USAGE = "E0701", "the command line is wrong";
    FILES = "E0702", "a file cannot be read or written";
    NOT_BUILT = "E0703", "something is not built yet";
    EXPECTATION = "E0704", "a diagnostic is not as expected";
    ROUND_TRIP = "E0705", "text does not survive the round trip";
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
