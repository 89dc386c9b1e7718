//! The units of a module, in a form that is stored between sessions.

use crate::runtime::print::PrintSite;

/// A potential trap of the program; generated code refers to it by its index.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrapSite {
    /// The message: a text in the sense of [`tf_dialects::stops`].
    pub message: String,
    /// The source location; empty if unknown.
    pub location: String,
}

/// The units of a module: texts for the code generator, and the traps and prints that their code refers to by
/// index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Units {
    pub(crate) texts: Vec<String>,
    /// The potential traps of their code.
    pub(crate) sites: Vec<TrapSite>,
    /// The prints of their code.
    pub(crate) prints: Vec<PrintSite>,
}

impl Units {
    /// The units as a list of texts, which [`Units::from_texts`] reads.
    pub fn to_texts(&self) -> Vec<String> {
        let mut texts = vec![self.texts.len().to_string()];
        texts.extend(self.texts.iter().cloned());
        texts.push(self.sites.len().to_string());
        texts.extend(self.sites.iter().flat_map(|site| [site.message.clone(), site.location.clone()]));
        texts.push(self.prints.len().to_string());
        for print in &self.prints {
            texts.extend([print.text.clone(), print.location.clone(), print.values.len().to_string()]);
            for (dtype, rank) in &print.values {
                texts.extend([dtype.to_string(), rank.map_or(String::new(), |rank| rank.to_string())]);
            }
        }
        texts
    }

    /// Reads the units from such a list; `None` if the list is invalid.
    pub fn from_texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Option<Units> {
        let mut texts = Texts(texts.into_iter());
        let units = Units {
            texts: texts.list(Texts::own)?,
            sites: texts.list(|texts| Some(TrapSite { message: texts.own()?, location: texts.own()? }))?,
            prints: texts.list(Texts::print)?,
        };
        texts.0.next().is_none().then_some(units)
    }
}

/// The remaining texts.
struct Texts<I>(I);

impl<'t, I: Iterator<Item = &'t str>> Texts<I> {
    fn own(&mut self) -> Option<String> {
        self.0.next().map(str::to_string)
    }

    fn list<T>(&mut self, mut one: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count: usize = self.0.next()?.parse().ok()?;
        (0..count).map(|_| one(self)).collect()
    }

    fn print(&mut self) -> Option<PrintSite> {
        let (text, location) = (self.own()?, self.own()?);
        let value = |texts: &mut Self| {
            let (dtype, rank) = (texts.0.next()?.parse().ok()?, texts.0.next()?);
            Some((dtype, if rank.is_empty() { None } else { Some(rank.parse().ok()?) }))
        };
        Some(PrintSite { text, location, values: self.list(value)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_dialects::scalar::DType;

    #[test]
    fn units_come_back() {
        let site = |message: &str| TrapSite { message: message.to_string(), location: "a:1:2".to_string() };
        let print = PrintSite {
            text: "x is {}\n".to_string(),
            values: vec![(DType::F32, Some(2)), (DType::UInt(8), None), (DType::Index, Some(0))],
            location: String::new(),
        };
        let units = Units {
            texts: vec!["module {\n}\n".to_string(), String::new()],
            sites: vec![site("outside"), site("")],
            prints: vec![print],
        };
        let texts = units.to_texts();
        let read = |texts: &[String]| Units::from_texts(texts.iter().map(String::as_str));
        assert_eq!(read(&texts), Some(units));
        for at in 0..texts.len() {
            assert_eq!(read(&texts[..at]), None, "{at}");
        }
        assert_eq!(read(&[texts, vec![String::new()]].concat()), None);
    }
}
