//! The text form of schedules: `<order(j, i), parallel(j, grain = 8), by heuristic: vectorize(i, 16)>`.

use super::arguments::{Arguments, Value};
use super::spec::{Arg, ArgKind, StepSpec};
use super::{Author, Decision, MemberLayout, Schedule, Step};
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

/// Parses a step such as `vectorize(j, 16)`.
fn step(p: &mut AsmParser) -> ParseResult<Step> {
    let start = p.pos();
    let word = p.any_keyword("a step of a schedule")?;
    let spec = Step::spec_of(word).map_err(|error| p.error(start, error.to_string()))?;
    let mut given = Arguments::default();
    p.list(Delimiter::Paren, |p| argument(p, spec, &mut given))?;
    Step::of(word, given).map_err(|error| p.error(start, error.to_string()))
}

/// Parses an argument: names first, then integers or a list of them, and `name = value` for options.
fn argument(p: &mut AsmParser, spec: &'static StepSpec, given: &mut Arguments) -> ParseResult<()> {
    let (at, word) = (p.pos(), spec.word);
    match p.optional_any_keyword() {
        Some(name) if p.accept(Tok::Equal) => {
            let Some(arg) = spec.arg(name).filter(|_| spec.has_option(name)) else {
                return Err(p.error(at, Step::no_option(spec, name).to_string()));
            };
            if given.named.iter().any(|(own, _)| own == name) {
                return Err(p.error(at, format!("{word} has '{name}' twice")));
            }
            let value = value(p, arg)?;
            given.named.push((name.to_string(), value));
        }
        _ if !given.numbers.is_empty() => {
            return Err(p.error(at, format!("expected ')' after the integer of {word}")));
        }
        Some(name) if spec.has_leader() && p.accept(Tok::Colon) => {
            if given.leader.replace(name.to_string()).is_some() || !given.names.is_empty() {
                return Err(p.error(at, format!("expected one name before ':' in {word}")));
            }
            given.names.push(p.any_keyword("a name after ':'")?.to_string());
        }
        Some(name) => given.names.push(name.to_string()),
        None if spec.args.iter().any(Arg::is_listed) => p.list(Delimiter::Square, |p| {
            given.numbers.push(p.integer::<i64>()?);
            Ok(())
        })?,
        None => given.numbers.push(p.integer::<i64>()?),
    }
    Ok(())
}

/// Parses the value of an option.
fn value(p: &mut AsmParser, arg: &Arg) -> ParseResult<Value> {
    let at = p.pos();
    Ok(match arg.kind {
        ArgKind::Number(_) | ArgKind::Item(_) | ArgKind::Items(_) => {
            Value::Numbers(vec![p.integer::<i64>()?])
        }
        ArgKind::Layout => {
            let (map, axes) = p.named_map()?;
            let layout = MemberLayout::new(axes, map);
            Value::Layout(Some(layout.map_err(|error| p.error(at, error.to_string()))?))
        }
        ArgKind::Word(_) => Value::Names(vec![p.any_keyword("a keyword")?.to_string()]),
        _ => Value::Names(vec![p.any_keyword("a loop")?.to_string()]),
    })
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
