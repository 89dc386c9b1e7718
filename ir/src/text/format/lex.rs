//! The lexer of format strings.

/// A token of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `` `text` ``
    Literal(String),
    /// `$name`
    Variable(String),
    /// `type`, `attr-dict`
    Word(String),
    /// `custom<Name>`
    Hook(String, String),
    /// One of `( ) , : ? ^`
    Punct(char),
}

/// The tokens of a format with their positions.
///
/// # Errors
/// A character that starts no token, or a literal without end.
pub(super) fn lex(format: &str) -> Result<Vec<(usize, Token)>, String> {
    let bytes = format.as_bytes();
    let mut tokens = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        let start = i;
        let word = |from: usize| {
            let part = |b: &&u8| b.is_ascii_alphanumeric() || **b == b'_' || **b == b'-';
            from + bytes[from..].iter().take_while(part).count()
        };
        let token = match bytes[i] {
            b if b.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            b'`' => {
                let Some(n) = format[i + 1..].find('`') else {
                    return Err(format!("at {start}: this literal has no closing '`'"));
                };
                i += n + 2;
                Token::Literal(format[start + 1..i - 1].to_string())
            }
            b'$' => {
                i = word(i + 1);
                if i == start + 1 {
                    return Err(format!("at {start}: expected a name after '$'"));
                }
                Token::Variable(format[start + 1..i].to_string())
            }
            b @ (b'(' | b')' | b',' | b':' | b'?' | b'^') => {
                i += 1;
                Token::Punct(b as char)
            }
            b if b.is_ascii_alphabetic() => {
                i = word(i);
                let name = format[start..i].to_string();
                match format[i..].strip_prefix('<') {
                    Some(rest) => {
                        let Some(n) = rest.find('>') else {
                            return Err(format!("at {start}: '{name}<' has no closing '>'"));
                        };
                        i += n + 2;
                        Token::Hook(name, rest[..n].trim().to_string())
                    }
                    None => Token::Word(name),
                }
            }
            _ => {
                let found = format[start..].chars().next().unwrap_or(' ');
                return Err(format!("at {start}: unexpected character '{found}'"));
            }
        };
        tokens.push((start, token));
    }
    Ok(tokens)
}
