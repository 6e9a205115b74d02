//! The list of games. Rules only: no clock, no lock, no drawing, no chance of their own.

pub mod snake;
