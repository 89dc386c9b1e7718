//! The print sites of processor code in a file. Each has three texts: the format text, the source location,
//! and the value types, such as `f32 i64:2` for a scalar and a tensor of two axes.

use super::container::{PackedError, read_texts, write_texts};
use tf_cpu::exec::PrintSite;
use tf_dialects::scalar::DType;

pub(super) fn write(prints: &[PrintSite]) -> Vec<u8> {
    let value = |(dtype, rank): &(DType, Option<usize>)| match rank {
        Some(rank) => format!("{dtype}:{rank}"),
        None => dtype.to_string(),
    };
    let values: Vec<String> =
        prints.iter().map(|print| print.values.iter().map(value).collect::<Vec<_>>().join(" ")).collect();
    let texts = prints.iter().zip(&values).flat_map(|(print, values)| [&print.text, &print.location, values]);
    write_texts(texts.map(String::as_str))
}

/// The sites that [`write`] wrote.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<PrintSite>, PackedError> {
    let texts = read_texts(bytes)?;
    let damaged = || PackedError::Damaged("a print site has values of an unknown type".to_string());
    let value = |text: &str| {
        let (dtype, rank) = match text.split_once(':') {
            Some((dtype, rank)) => (dtype, Some(rank.parse().map_err(|_| damaged())?)),
            None => (text, None),
        };
        Ok((dtype.parse().map_err(|_| damaged())?, rank))
    };
    let (places, []) = texts.as_chunks::<3>() else { return Err(damaged()) };
    let site = |[text, location, values]: &[String; 3]| {
        let values = values.split_whitespace().map(value).collect::<Result<_, _>>()?;
        Ok(PrintSite { text: text.clone(), values, location: location.clone() })
    };
    places.iter().map(site).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_come_back_and_damage_is_found() {
        let site = |text: &str, values: &[(DType, Option<usize>)]| PrintSite {
            text: text.to_string(),
            values: values.to_vec(),
            location: "f.mlir:1:2".to_string(),
        };
        let sites = [
            site("", &[]),
            site("{} and {}\n", &[(DType::BF16, None), (DType::U8, Some(2)), (DType::I1, Some(0))]),
        ];
        let bytes = write(&sites);
        assert_eq!(read(&bytes).unwrap(), sites);
        assert!(read(&write_texts(["a", "b"].into_iter())).is_err());
        assert!(read(&write_texts(["a", "b", "f31"].into_iter())).is_err());
        assert!(read(&write_texts(["a", "b", "f32:x"].into_iter())).is_err());
    }
}
