//! `tickgrid.bots`: players of Snake, ours and Python's.

pub(super) mod evaluate;
pub(super) mod native;
pub(super) mod run;
