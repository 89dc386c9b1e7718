//! The call graph of a symbol table.

use crate::code::symbol_uses::walk_tree;
use rustc_hash::FxHashMap;
use tf_dialects::func::derivative::rules_of;
use tf_ir::body::{Body, Op};
use tf_ir::builtin::symbol_name;
use tf_ir::interfaces::{CallLike, FunctionLike};

/// The functions of one symbol table and the calls between them.
pub struct CallGraph {
    /// The functions, in order.
    pub functions: Vec<Op>,
    names: FxHashMap<String, usize>,
    /// For each function the indices of its callees, in order of the calls, and of the derivative rules that
    /// these name.
    callees: Vec<Vec<usize>>,
}

impl CallGraph {
    /// The call graph of the functions directly in the root of `body`.
    pub fn of(body: &Body) -> CallGraph {
        let is_function = |op: &Op| body.info(*op).interface::<dyn FunctionLike>().is_some();
        let functions: Vec<Op> = body.child_ops().into_iter().filter(is_function).collect();
        let mut names = FxHashMap::default();
        for (number, op) in functions.iter().enumerate() {
            if let Some(name) = symbol_name(body, *op) {
                names.entry(name.to_string()).or_insert(number);
            }
        }
        let mut graph = CallGraph { callees: vec![Vec::new(); functions.len()], functions, names };
        for number in 0..graph.functions.len() {
            let mut found = Vec::new();
            walk_tree(body, graph.functions[number], &mut |body, op| {
                let call = body.info(op).interface::<dyn CallLike>();
                found.extend(call.and_then(|c| c.callee(body.op(op))).and_then(|name| graph.number(name)));
            });
            graph.callees[number] = found;
        }
        graph.add_rules(body);
        graph
    }

    /// Adds the rules that callees name to their callers.
    fn add_rules(&mut self, body: &Body) {
        let rules: Vec<Vec<usize>> = self
            .functions
            .iter()
            .map(|op| rules_of(body.op(*op)).unwrap_or_default())
            .map(|rules| rules.into_iter().filter_map(|(_, name)| self.number(name)).collect())
            .collect();
        for callees in &mut self.callees {
            let more: Vec<usize> = callees.iter().flat_map(|callee| rules[*callee].iter().copied()).collect();
            callees.extend(more);
        }
    }

    /// The index of the function with this name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    /// The callees of `caller`, in order and with repeats, then the rules that these name.
    pub fn callees(&self, caller: usize) -> &[usize] {
        &self.callees[caller]
    }

    /// Strongly connected components, callees before callers, and the component of each function. (Tarjan,
    /// "Depth-first search and linear graph algorithms", 1972; iterative.)
    pub fn bottom_up(&self) -> (Vec<Vec<usize>>, Vec<usize>) {
        let mut search = Search::new(self.functions.len());
        for start in 0..self.functions.len() {
            if search.index[start] == UNSEEN {
                search.from(self, start);
            }
        }
        (search.groups, search.group_of)
    }
}

const UNSEEN: usize = usize::MAX;

struct Search {
    next: usize,
    index: Vec<usize>,
    low: Vec<usize>,
    stack: Vec<usize>,
    on_stack: Vec<bool>,
    groups: Vec<Vec<usize>>,
    group_of: Vec<usize>,
}

impl Search {
    fn new(n: usize) -> Search {
        Search {
            next: 0,
            index: vec![UNSEEN; n],
            low: vec![UNSEEN; n],
            stack: Vec::new(),
            on_stack: vec![false; n],
            groups: Vec::new(),
            group_of: vec![UNSEEN; n],
        }
    }

    fn enter(&mut self, node: usize) {
        (self.index[node], self.low[node]) = (self.next, self.next);
        self.next += 1;
        self.stack.push(node);
        self.on_stack[node] = true;
    }

    fn from(&mut self, graph: &CallGraph, start: usize) {
        let mut path = vec![(start, 0usize)];
        self.enter(start);
        while let Some((node, at)) = path.pop() {
            match graph.callees[node].get(at) {
                Some(&callee) => {
                    path.push((node, at + 1));
                    if self.index[callee] == UNSEEN {
                        self.enter(callee);
                        path.push((callee, 0));
                    } else if self.on_stack[callee] {
                        self.low[node] = self.low[node].min(self.index[callee]);
                    }
                }
                None => {
                    if let Some((parent, _)) = path.last() {
                        self.low[*parent] = self.low[*parent].min(self.low[node]);
                    }
                    self.leave(node);
                }
            }
        }
    }

    fn leave(&mut self, node: usize) {
        if self.low[node] != self.index[node] {
            return;
        }
        let start = self.stack.iter().rposition(|n| *n == node).expect("the node is on the stack");
        let mut group = self.stack.split_off(start);
        group.sort_unstable();
        for member in &group {
            self.on_stack[*member] = false;
            self.group_of[*member] = self.groups.len();
        }
        self.groups.push(group);
    }
}
