//! The text form of schedules: `<order(j, i), parallel(j, grain = 8), by heuristic: vectorize(i, 16)>`.

use super::{Arguments, Author, By, Decision, Manner, MemberLayout, Schedule, Space, Step, Tail, placement};
use std::fmt;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::text::{AsmParser, Delimiter, ParamSyntax, Params, ParseResult, Printer, Tok};

/// Parsing, printing and checking of `#tensor.schedule`.
pub struct ScheduleSyntax;

impl ParamSyntax for ScheduleSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        let (mut schedule, mut author) = (Schedule::default(), Author::User);
        p.list(Delimiter::Less, |p| {
            if p.accept_keyword("by") {
                let word = p.keyword_of("an author", &Author::WORDS)?;
                author = Author::of_word(Author::WORDS[word]).unwrap_or_default();
                p.expect(Tok::Colon)?;
            }
            schedule.0.push(Decision { step: step(p)?, author });
            Ok(())
        })?;
        match p.ctx().attr_data(schedule.to_attr(p.ctx())) {
            AttrData::Dialect { params, .. } => Ok(params.iter().copied().collect()),
            _ => Ok(Params::new()),
        }
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        let schedule = Schedule::from_params(p.ctx(), params).unwrap_or_default();
        p.text(&format!("<{schedule}>"));
    }

    fn verify(&self, ctx: &Context, params: &[Attribute]) -> Result<(), String> {
        Schedule::from_params(ctx, params).map(drop).map_err(|error| error.to_string())
    }
}

/// Parses a step such as `vectorize(j, 16)`: loops first, then an integer, a list of integers, or `word = …`.
fn step(p: &mut AsmParser) -> ParseResult<Step> {
    let start = p.pos();
    let word = p.any_keyword("a step of a schedule")?;
    let mut of = Arguments::default();
    p.list(Delimiter::Paren, |p| {
        let at = p.pos();
        let counted = !of.numbers.is_empty();
        let name = p.optional_any_keyword();
        if counted && (name != Some("tail") || of.tail.is_some()) {
            return Err(p.error(at, format!("expected ')' after the integer of {word}")));
        }
        let Some(name) = name else { return numbers(p, word, &mut of) };
        if name == "grain" && word == "parallel" {
            p.expect(Tok::Equal)?;
            of.numbers.push(p.integer::<i64>()?);
        } else if name == "at" && p.accept(Tok::Equal) {
            of.at = Some(p.any_keyword("a part of a loop")?.to_string());
        } else if name == "panels" && p.accept(Tok::Equal) {
            of.panels = Some(p.any_keyword("a loop")?.to_string());
        } else if name == "keep" && p.accept(Tok::Equal) {
            of.keep = Some(p.any_keyword("a part of a loop, or 'root'")?.to_string());
        } else if word == "place" && MANNERS.contains(&name) && p.accept(Tok::Equal) {
            manner(p, name, &mut of.manner)?;
        } else if word == "join" && of.loops.is_empty() && of.at.is_none() {
            p.expect(Tok::Colon)?;
            of.at = Some(name.to_string());
            of.loops.push(p.any_keyword("a member or fold that joins the loop")?.to_string());
        } else if name == "tail" && p.accept(Tok::Equal) {
            of.tail = Some(Tail::WORDS[p.keyword_of("a treatment of ends", &Tail::WORDS)?].to_string());
        } else if counted {
            return Err(p.error(at, format!("expected 'tail = …' after the integer of {word}")));
        } else {
            of.loops.push(name.to_string());
        }
        Ok(())
    })?;
    Step::of(word, of).map_err(|error| p.error(start, error.to_string()))
}

/// The keywords of placement options.
const MANNERS: [&str; 4] = ["by", "in", "layout", "copies"];

/// Parses the value of one of these keywords.
fn manner(p: &mut AsmParser, word: &str, of: &mut Manner) -> ParseResult<()> {
    let at = p.pos();
    let said = match word {
        "by" => of
            .by
            .replace(By::of_word(By::WORDS[p.keyword_of("'each' or 'all'", &By::WORDS)?]).unwrap_or(By::Each))
            .is_some(),
        "in" => {
            let space = Space::of_word(p.any_keyword("a level of memory")?);
            of.space.replace(space.map_err(|error| p.error(at, error.to_string()))?).is_some()
        }
        "layout" => {
            let (map, axes) = p.named_map()?;
            let layout = MemberLayout::new(axes, map);
            of.layout.replace(layout.map_err(|error| p.error(at, error.to_string()))?).is_some()
        }
        _ => of.copies.replace(p.integer::<i64>()?).is_some(),
    };
    if said { Err(p.error(at, format!("place has '{word}' twice"))) } else { Ok(()) }
}

/// Parses an integer, or a list of them.
fn numbers(p: &mut AsmParser, word: &str, of: &mut Arguments) -> ParseResult<()> {
    let at = p.pos();
    match word {
        "parallel" => Err(p.error(at, "expected a loop or 'grain = N' in parallel")),
        "split" | "time" => p.list(Delimiter::Square, |p| {
            of.numbers.push(p.integer::<i64>()?);
            Ok(())
        }),
        _ => {
            of.numbers.push(p.integer::<i64>()?);
            Ok(())
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loops = self.loops().join(", ");
        let tail = self.tail().map_or_else(String::new, |tail| format!(", tail = {}", tail.word()));
        match (self, self.numbers().first()) {
            (Step::Split { sizes, .. }, _) => {
                let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
                write!(f, "split({loops}, [{}]{tail})", sizes.join(", "))
            }
            (Step::Time { .. }, _) => {
                let numbers: Vec<String> = self.numbers().iter().map(i64::to_string).collect();
                write!(f, "time({loops}, [{}])", numbers.join(", "))
            }
            (Step::Place { at, keep, manner, .. }, _) => {
                let at =
                    if placement::WORDS.contains(&at.as_str()) { at.clone() } else { format!("at = {at}") };
                let keep = keep.as_ref().map_or_else(String::new, |keep| format!(", keep = {keep}"));
                write!(f, "place({loops}, {at}{keep}{manner})")
            }
            (Step::Stage { at, panels, .. }, _) => {
                let of = |word: &str, name: &Option<String>| {
                    name.as_ref().map_or_else(String::new, |name| format!(", {word} = {name}"))
                };
                write!(f, "stage({loops}{}{})", of("at", at), of("panels", panels))
            }
            (Step::Join { target, terms, .. }, _) => {
                let terms = terms.map_or_else(String::new, |n| format!(", {n}"));
                write!(f, "join({target}: {loops}{terms})")
            }
            (Step::Map { place, threads, .. }, _) => {
                let threads = threads.map_or_else(String::new, |n| format!(", {n}"));
                write!(f, "map({loops}, {}{threads})", place.word())
            }
            (Step::Parallel { .. }, Some(grain)) => write!(f, "parallel({loops}, grain = {grain})"),
            (_, Some(number)) => write!(f, "{}({loops}, {number}{tail})", self.word()),
            (_, None) => write!(f, "{}({loops})", self.word()),
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut author = Author::User;
        for (i, decision) in self.0.iter().enumerate() {
            f.write_str(if i > 0 { ", " } else { "" })?;
            if decision.author != author {
                author = decision.author;
                write!(f, "by {}: ", author.word())?;
            }
            write!(f, "{}", decision.step)?;
        }
        Ok(())
    }
}
