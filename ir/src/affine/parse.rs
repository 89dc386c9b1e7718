//! The parser of affine expressions, maps and sets, in upstream MLIR's syntax.

use super::syntax::{BinaryOp, Cursor, ExprBuilder, Name, parse_expr};
use super::{AffineExpr, AffineMap, Constraint, IntegerSet, ParseError};
use std::collections::HashMap;
use std::str::FromStr;

/// Resolves a name to an expression, or returns an error message. The second argument is the name's byte
/// offset.
pub type Resolve<'r> = dyn FnMut(Name<'_>, usize) -> Result<AffineExpr, String> + 'r;

struct Builder<'b, 'r> {
    resolve: &'b mut Resolve<'r>,
}

impl ExprBuilder for Builder<'_, '_> {
    type Expr = AffineExpr;

    fn integer(&mut self, value: i64) -> Result<AffineExpr, String> {
        Ok(AffineExpr::constant(value))
    }

    fn name(&mut self, name: Name<'_>, offset: usize) -> Result<AffineExpr, String> {
        (self.resolve)(name, offset)
    }

    fn negate(&mut self, operand: AffineExpr) -> Result<AffineExpr, String> {
        operand.neg().map_err(|e| e.to_string())
    }

    fn binary(&mut self, op: BinaryOp, lhs: AffineExpr, rhs: AffineExpr) -> Result<AffineExpr, String> {
        let result = match op {
            BinaryOp::Add => lhs.add(&rhs),
            BinaryOp::Sub => lhs.sub(&rhs),
            BinaryOp::Mul => lhs.mul(&rhs),
            BinaryOp::FloorDiv => lhs.floordiv(&rhs),
            BinaryOp::CeilDiv => lhs.ceildiv(&rhs),
            BinaryOp::Mod => lhs.modulo(&rhs),
        };
        result.map_err(|e| e.to_string())
    }
}

impl AffineExpr {
    /// Parses the expression `text` starts with; also gives its length in bytes.
    ///
    /// `resolve` gives names their meaning: bare identifiers as in `d0 * 2`, SSA values as in `%i * 2`, and
    /// `symbol(%n)`.
    ///
    /// # Errors
    /// Text that does not start with an expression, names that `resolve` refuses, expressions that are not
    /// affine.
    pub fn parse_prefix(text: &str, resolve: &mut Resolve<'_>) -> Result<(AffineExpr, usize), ParseError> {
        let mut cursor = Cursor::new(text);
        let expr = parse_expr(&mut cursor, &mut Builder { resolve })?;
        Ok((expr, cursor.offset()))
    }
}

/// The dimensions and symbols declared before a map or set.
struct Space<'s> {
    names: HashMap<&'s str, AffineExpr>,
    dims: u32,
    symbols: u32,
}

impl<'s> Space<'s> {
    fn parse(cursor: &mut Cursor<'s>) -> Result<Self, ParseError> {
        let mut space = Space { names: HashMap::new(), dims: 0, symbols: 0 };
        cursor.expect("(", " before the dimensions")?;
        space.declare(cursor, ")", &mut |space| {
            space.dims += 1;
            AffineExpr::dim(space.dims - 1)
        })?;
        if cursor.eat("[") {
            space.declare(cursor, "]", &mut |space| {
                space.symbols += 1;
                AffineExpr::symbol(space.symbols - 1)
            })?;
        }
        Ok(space)
    }

    fn declare(
        &mut self,
        cursor: &mut Cursor<'s>,
        end: &str,
        next: &mut dyn FnMut(&mut Self) -> AffineExpr,
    ) -> Result<(), ParseError> {
        if cursor.eat(end) {
            return Ok(());
        }
        loop {
            let at = cursor.token_start();
            let name = cursor.identifier().ok_or_else(|| ParseError::new(at, "expected an identifier"))?;
            let expr = next(self);
            if self.names.insert(name, expr).is_some() {
                return Err(ParseError::new(at, format!("redefinition of identifier '{name}'")));
            }
            if !cursor.eat(",") {
                return cursor.expect(end, " after the identifiers");
            }
        }
    }

    fn expr(&self, cursor: &mut Cursor<'s>) -> Result<AffineExpr, ParseError> {
        let mut resolve = |name: Name<'_>, _offset: usize| match name {
            Name::Bare(name) => match self.names.get(name) {
                Some(expr) => Ok(expr.clone()),
                None => Err(format!("use of undeclared identifier '{name}'")),
            },
            Name::Value(name) | Name::SymbolValue(name) => Err(format!("unexpected SSA value '{name}'")),
            Name::Term(term) => Err(format!("unexpected extent '{term}'")),
        };
        parse_expr(cursor, &mut Builder { resolve: &mut resolve })
    }

    /// Parses `( item, item, … )`.
    fn list<T>(
        &self,
        cursor: &mut Cursor<'s>,
        item: impl Fn(&Self, &mut Cursor<'s>) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        cursor.expect("(", "")?;
        let mut items = Vec::new();
        if cursor.eat(")") {
            return Ok(items);
        }
        loop {
            items.push(item(self, cursor)?);
            if !cursor.eat(",") {
                cursor.expect(")", "")?;
                return Ok(items);
            }
        }
    }

    fn constraint(&self, cursor: &mut Cursor<'s>) -> Result<Constraint, ParseError> {
        let lhs = self.expr(cursor)?;
        let at = cursor.token_start();
        let relation = ["<", ">", "="].into_iter().find(|r| cursor.eat(r));
        let Some(relation) = relation else {
            return Err(ParseError::new(at, "expected '==', '>=' or '<=' after the expression"));
        };
        cursor.expect("=", &format!(" after '{relation}'"))?;
        let rhs = self.expr(cursor)?;
        let difference = if relation == "<" { rhs.sub(&lhs) } else { lhs.sub(&rhs) };
        let expr = difference.map_err(|e| ParseError::new(at, e.to_string()))?;
        Ok(Constraint { expr, is_equality: relation == "=" })
    }
}

/// Parses `prefix<` body `>`.
fn wrapped<'s, T>(
    text: &'s str,
    keyword: &str,
    body: fn(&mut Cursor<'s>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    let mut cursor = Cursor::new(text);
    if cursor.peek_identifier() != Some(keyword) {
        return Err(cursor.error(format!("expected '{keyword}<'")));
    }
    cursor.identifier();
    cursor.expect("<", "")?;
    let value = body(&mut cursor)?;
    cursor.expect(">", "")?;
    cursor.expect_end()?;
    Ok(value)
}

impl AffineMap {
    /// Parses the `(d0, d1)[s0] -> (d0 + s0)` that `text` starts with, with any identifiers; also gives its
    /// length in bytes.
    ///
    /// # Errors
    /// Text that does not start so; the offset is in bytes of `text`.
    pub fn parse_prefix(text: &str) -> Result<(AffineMap, usize), ParseError> {
        let mut cursor = Cursor::new(text);
        let map = Self::parse_body(&mut cursor)?;
        Ok((map, cursor.offset()))
    }

    /// The same; also gives the names of the dimensions.
    ///
    /// # Errors
    /// As [`AffineMap::parse_prefix`].
    pub fn parse_named_prefix(text: &str) -> Result<((AffineMap, Vec<String>), usize), ParseError> {
        let mut cursor = Cursor::new(text);
        let (map, space) = Self::parse_in_space(&mut cursor)?;
        let mut names: Vec<(u32, String)> = Vec::new();
        for (name, expr) in space.names {
            names.extend(expr.as_dim().map(|d| (d, name.to_string())));
        }
        names.sort_unstable();
        Ok(((map, names.into_iter().map(|(_, name)| name).collect()), cursor.offset()))
    }

    fn parse_body(cursor: &mut Cursor<'_>) -> Result<AffineMap, ParseError> {
        Self::parse_in_space(cursor).map(|(map, _)| map)
    }

    fn parse_in_space<'s>(cursor: &mut Cursor<'s>) -> Result<(AffineMap, Space<'s>), ParseError> {
        let at = cursor.token_start();
        let space = Space::parse(cursor)?;
        cursor.expect("->", " after the dimensions and symbols")?;
        let results = space.list(cursor, Space::expr)?;
        let map = AffineMap::new(space.dims, space.symbols, results);
        map.map(|map| (map, space)).map_err(|e| ParseError::new(at, e.to_string()))
    }
}

impl IntegerSet {
    /// Parses the `(d0)[s0] : (d0 >= 0, s0 == d0)` that `text` starts with, with any identifiers; also gives
    /// its length in bytes.
    ///
    /// # Errors
    /// Text that does not start so; the offset is in bytes of `text`.
    pub fn parse_prefix(text: &str) -> Result<(IntegerSet, usize), ParseError> {
        let mut cursor = Cursor::new(text);
        let set = Self::parse_body(&mut cursor)?;
        Ok((set, cursor.offset()))
    }

    fn parse_body(cursor: &mut Cursor<'_>) -> Result<IntegerSet, ParseError> {
        let at = cursor.token_start();
        let space = Space::parse(cursor)?;
        cursor.expect(":", " after the dimensions and symbols")?;
        let constraints = space.list(cursor, Space::constraint)?;
        IntegerSet::new(space.dims, space.symbols, constraints)
            .map_err(|e| ParseError::new(at, e.to_string()))
    }
}

impl FromStr for AffineMap {
    type Err = ParseError;

    /// Parses a complete `affine_map<…>`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        wrapped(text, "affine_map", Self::parse_body)
    }
}

impl FromStr for IntegerSet {
    type Err = ParseError;

    /// Parses a complete `affine_set<…>`.
    fn from_str(text: &str) -> Result<Self, ParseError> {
        wrapped(text, "affine_set", Self::parse_body)
    }
}
