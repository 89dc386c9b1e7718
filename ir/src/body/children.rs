//! Child bodies: the isolated ops inside a body.

use super::data::*;
use super::*;

impl Body {
    /// The body of an isolated op in this body.
    #[inline]
    pub fn child(&self, op: Op) -> Option<&Body> {
        let data = self.op_data(op);
        if !data.is(CHILD) {
            return None;
        }
        Some(self.children[data.extra as usize].as_ref().expect("child bodies are in place between passes"))
    }

    /// As [`Body::child`], mutable.
    #[inline]
    pub fn child_mut(&mut self, op: Op) -> Option<&mut Body> {
        let data = *self.op_data(op);
        if !data.is(CHILD) {
            return None;
        }
        Some(self.children[data.extra as usize].as_mut().expect("child bodies are in place between passes"))
    }

    /// Wraps a body as a detached op of this body; append it to a block next.
    ///
    /// # Panics
    /// If the body belongs to another context.
    pub fn adopt(&mut self, child: Body) -> Op {
        assert!(self.ctx.same(&child.ctx), "bodies of different contexts");
        let (name, loc) = (child.name(child.root()), child.loc(child.root()));
        let op = Op(self.ops.push(OpData::new(name, loc)));
        let index = self.children.len() as u32;
        self.children.push(Some(Box::new(child)));
        let data = self.op_data_mut(op);
        data.set(CHILD);
        data.extra = index;
        op
    }

    /// Removes the body of an isolated op and erases the op.
    pub fn release(&mut self, op: Op) -> Option<Box<Body>> {
        let body = self.take_child(op)?;
        self.detach(op);
        self.op_data_mut(op).set(DEAD);
        Some(body)
    }

    /// Removes a child temporarily (parallel passes); put it back with [`Body::restore_child`].
    pub fn take_child(&mut self, op: Op) -> Option<Box<Body>> {
        let data = *self.op_data(op);
        if !data.is(CHILD) {
            return None;
        }
        self.children[data.extra as usize].take()
    }

    /// Puts a child taken with [`Body::take_child`] back.
    pub fn restore_child(&mut self, op: Op, child: Box<Body>) {
        let data = *self.op_data(op);
        assert!(data.is(CHILD), "{op:?} owns no body");
        self.children[data.extra as usize] = Some(child);
    }

    /// The isolated ops directly inside this body (at any depth of plain regions), in order.
    pub fn child_ops(&self) -> Vec<Op> {
        let mut found = Vec::new();
        if self.children.iter().all(|c| c.is_none()) {
            return found;
        }
        crate::walk::walk(self, self.root(), &mut |body, op| {
            if body.op_data(op).is(CHILD) {
                found.push(op);
            }
        });
        found
    }
}
