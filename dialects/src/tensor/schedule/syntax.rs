//! The text of schedules: `<order(j, i), parallel(j, grain = 8), by heuristic: vectorize(i, 16)>`.

use super::{Author, Decision, Schedule, Step};
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
        Schedule::from_params(ctx, params).map(drop)
    }
}

/// Takes `vectorize(j, 16)`: loops first, then a number or `grain = number`.
fn step(p: &mut AsmParser) -> ParseResult<Step> {
    let at = p.pos();
    let word = p.any_keyword("a step of a schedule")?;
    let (mut loops, mut number) = (Vec::new(), None);
    p.list(Delimiter::Paren, |p| {
        let at = p.pos();
        if number.is_some() {
            return Err(p.error(at, format!("expected ')' after the number of {word}")));
        }
        if let Some(name) = p.optional_any_keyword() {
            if word == "parallel" && name == "grain" {
                p.expect(Tok::Equal)?;
                number = Some(p.integer::<i64>()?);
            } else {
                loops.push(name.to_string());
            }
            return Ok(());
        }
        if word == "parallel" {
            return Err(p.error(at, "expected a loop or 'grain = N' in parallel"));
        }
        number = Some(p.integer::<i64>()?);
        Ok(())
    })?;
    Step::of(word, loops, number).map_err(|message| p.error(at, message))
}
