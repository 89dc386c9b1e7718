//! Static libraries: the archive format of System V, with the symbol index that linkers need.

/// The magic bytes of an archive.
const MAGIC: &[u8] = b"!<arch>\n";

/// Name of the one object in it.
const MEMBER: &str = "program.o/";

/// An archive of one object, which defines these symbols. Equal objects give equal archives: it contains no
/// date.
///
/// # Errors
/// If the object is too large for the format.
pub(super) fn of(object: &[u8], symbols: &[String]) -> Result<Vec<u8>, String> {
    let names: usize = symbols.iter().map(|s| s.len() + 1).sum();
    let index_size = 4 + 4 * symbols.len() + names;
    // Members begin at even offsets.
    let first = MAGIC.len() + HEADER + index_size.next_multiple_of(2);
    let too_large = || "the object is too large for a static library".to_string();
    let offset = u32::try_from(first).map_err(|_| too_large())?;
    let mut index = u32::try_from(symbols.len()).map_err(|_| too_large())?.to_be_bytes().to_vec();
    symbols.iter().for_each(|_| index.extend(offset.to_be_bytes()));
    for symbol in symbols {
        index.extend(symbol.as_bytes());
        index.push(0);
    }
    let mut out = MAGIC.to_vec();
    for (name, content) in [("/", &index[..]), (MEMBER, object)] {
        let size = content.len().to_string();
        if size.len() > 10 {
            return Err(too_large());
        }
        out.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{size:<10}`\n", 0, 0, 0, 644).as_bytes());
        out.extend(content);
        if content.len() % 2 == 1 {
            out.push(b'\n');
        }
    }
    Ok(out)
}

/// Bytes of a member's header.
const HEADER: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_points_at_the_member() {
        for symbols in [vec![], vec!["f".to_string()], vec!["step".to_string(), "step_extents".to_string()]] {
            let archive = of(b"object", &symbols).unwrap();
            let at = archive.windows(MEMBER.len()).position(|w| w == MEMBER.as_bytes()).unwrap();
            let index = &archive[MAGIC.len() + HEADER..];
            assert_eq!(index[..4], (symbols.len() as u32).to_be_bytes());
            for k in 0..symbols.len() {
                assert_eq!(index[4 + 4 * k..][..4], (at as u32).to_be_bytes());
            }
            assert_eq!(&archive[at + HEADER..], b"object");
            assert_eq!(at % 2, 0);
        }
    }
}
