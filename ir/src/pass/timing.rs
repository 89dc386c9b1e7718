//! Execution times as a tree, in the form mlir-opt prints.

use std::fmt::Write;
use std::time::Duration;

/// Time of a phase and its parts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Timing {
    /// Name.
    pub name: String,
    /// Elapsed time; for phases that ran on several threads at once, their share of it.
    pub wall: Duration,
    /// Total time over all threads.
    pub user: Duration,
    /// Parts.
    pub children: Vec<Timing>,
}

/// The format of a timing report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TimingFormat {
    /// Indented, in program order.
    #[default]
    Tree,
    /// One line per name, longest first.
    List,
    /// A JSON array.
    Json,
}

const RULE: &str = "===-------------------------------------------------------------------------===";

impl Timing {
    /// A phase without parts.
    pub fn leaf(name: impl Into<String>, wall: Duration) -> Timing {
        Timing { name: name.into(), wall, user: wall, children: Vec::new() }
    }

    /// The report; `self` is the whole run: its parts are shown, then the rest and the total.
    pub fn render(&self, format: TimingFormat) -> String {
        match format {
            TimingFormat::Json => self.json(),
            TimingFormat::Tree => self.table(&self.rows()),
            TimingFormat::List => self.table(&self.merged()),
        }
    }

    fn rest(&self) -> Timing {
        let sum = |f: fn(&Timing) -> Duration| self.children.iter().map(f).sum::<Duration>();
        let wall = self.wall.saturating_sub(sum(|t| t.wall));
        Timing { user: self.user.saturating_sub(sum(|t| t.user)), ..Timing::leaf("Rest", wall) }
    }

    fn total(&self) -> Timing {
        Timing { name: "Total".into(), children: Vec::new(), ..*self }
    }

    fn rows(&self) -> Vec<(usize, Timing)> {
        let mut rows = Vec::new();
        self.children.iter().for_each(|c| c.push_rows(0, &mut rows));
        rows.extend([(0, self.rest()), (0, self.total())]);
        rows
    }

    fn push_rows(&self, depth: usize, rows: &mut Vec<(usize, Timing)>) {
        rows.push((depth, Timing { name: self.name.clone(), children: Vec::new(), ..*self }));
        self.children.iter().for_each(|c| c.push_rows(depth + 1, rows));
    }

    /// One row per name, longest first.
    fn merged(&self) -> Vec<(usize, Timing)> {
        let mut all = Vec::new();
        self.children.iter().for_each(|c| c.push_rows(0, &mut all));
        let mut rows: Vec<(usize, Timing)> = Vec::new();
        for (_, row) in all {
            match rows.iter_mut().find(|(_, r)| r.name == row.name) {
                Some((_, known)) => {
                    known.wall += row.wall;
                    known.user += row.user;
                }
                None => rows.push((0, row)),
            }
        }
        rows.sort_by(|a, b| b.1.wall.cmp(&a.1.wall).then_with(|| a.1.name.cmp(&b.1.name)));
        rows.extend([(0, self.rest()), (0, self.total())]);
        rows
    }

    fn table(&self, rows: &[(usize, Timing)]) -> String {
        let threaded = rows.iter().any(|(_, r)| r.user != r.wall);
        let seconds = |d: Duration| d.as_secs_f64();
        let share = |part: Duration, whole: Duration| match seconds(whole) {
            0.0 => 0.0,
            whole => 100.0 * seconds(part) / whole,
        };
        let mut out = format!("{RULE}\n{:^79}\n{RULE}\n", "... Execution time report ...");
        let _ = writeln!(out, "  Total Execution Time: {:.4} seconds\n", seconds(self.wall));
        out.push_str(if threaded { "  ----User Time----  ----Wall Time----" } else { "  ----Wall Time----" });
        out.push_str("  ----Name----\n");
        for (depth, row) in rows {
            if threaded {
                let _ = write!(out, "  {:9.4} ({:5.1}%)", seconds(row.user), share(row.user, self.user));
            }
            let _ = write!(out, "  {:9.4} ({:5.1}%)", seconds(row.wall), share(row.wall, self.wall));
            let _ = writeln!(out, "  {}{}", "  ".repeat(*depth), row.name);
        }
        out
    }

    fn json(&self) -> String {
        let mut out = String::from("[\n");
        let rows: Vec<&Timing> = self.children.iter().collect();
        for row in rows {
            row.json_entry(0, self, &mut out);
            out.push_str(",\n");
        }
        self.rest().json_entry(0, self, &mut out);
        out.push_str(",\n");
        self.total().json_entry(0, self, &mut out);
        out.push_str("\n]\n");
        out
    }

    fn json_entry(&self, depth: usize, whole: &Timing, out: &mut String) {
        let share = |part: Duration, all: Duration| match all.as_secs_f64() {
            0.0 => 0.0,
            all => 100.0 * part.as_secs_f64() / all,
        };
        let indent = "  ".repeat(depth);
        let name = self.name.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = write!(
            out,
            "{indent}{{\"user\": {{\"duration\": {:.6}, \"percentage\": {:.1}}}, \
             \"wall\": {{\"duration\": {:.6}, \"percentage\": {:.1}}}, \"name\": \"{name}\"",
            self.user.as_secs_f64(),
            share(self.user, whole.user),
            self.wall.as_secs_f64(),
            share(self.wall, whole.wall),
        );
        out.push_str(", \"passes\": [");
        for (i, child) in self.children.iter().enumerate() {
            out.push_str(if i == 0 { "\n" } else { ",\n" });
            child.json_entry(depth + 1, whole, out);
        }
        out.push_str(if self.children.is_empty() { "]}" } else { "\n" });
        if !self.children.is_empty() {
            let _ = write!(out, "{indent}]}}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Timing {
        let ms = Duration::from_millis;
        let pass = |name: &str, n| Timing::leaf(name, ms(n));
        let nested =
            Timing { children: vec![pass("CSE", 20), pass("Other", 10)], ..pass("'func.func' Pipeline", 30) };
        Timing { children: vec![pass("Parser", 40), nested, pass("CSE", 25)], ..pass("total", 100) }
    }

    #[test]
    fn the_tree_has_parts_rest_and_total() {
        let text = sample().render(TimingFormat::Tree);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[3], "  Total Execution Time: 0.1000 seconds");
        assert_eq!(lines[5], "  ----Wall Time----  ----Name----");
        assert_eq!(lines[6], "     0.0400 ( 40.0%)  Parser");
        assert_eq!(lines[8], "     0.0200 ( 20.0%)    CSE");
        assert_eq!(lines[11], "     0.0050 (  5.0%)  Rest");
        assert_eq!(lines[12], "     0.1000 (100.0%)  Total");
    }

    #[test]
    fn the_list_merges_names_longest_first() {
        let text = sample().render(TimingFormat::List);
        let names: Vec<&str> = text.lines().skip(6).map(|l| l[21..].trim()).collect();
        assert_eq!(names, ["CSE", "Parser", "'func.func' Pipeline", "Other", "Rest", "Total"]);
    }
}
