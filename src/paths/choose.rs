//! Which method counts.
//!
//! A short search settles small questions before anything is set up. Otherwise what a walk of all paths would take is
//! estimated, and so is what the graph of positions would take where the snake is short, and the cheaper one is done.
//! Where nobody can tell how large the graph is, graph and levels get a small part of the walk's time to show that they
//! are faster. All work is told in the time in which one thread walks one path, a few nanoseconds.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "estimates are rough"
)]

use num_bigint::BigUint;

use super::budget::{Budget, limit};
use super::graph::Graph;
use super::options::{Method, Options};
use super::problem::{Problem, short};
use super::{dfs, dp, estimate, recurrence, sum};
use crate::core::{Error, Result};

/// Positions that a search looks at before anything is set up.
const PROBE: u64 = 150;
/// With more moves than this, few snakes have a number of paths that is worth an estimate.
const DEEP: u64 = 64;
/// Graphs of less work than this are made for deep questions at once.
const AT_ONCE: f64 = 2e8;
/// More paths than this are not walked: that would take days.
const ENDLESS: f64 = 1e14;
/// Walks of less work than this are done at once.
const SMALL: f64 = 400_000.0;
/// Fewer positions than this are no try.
const FEW: u64 = 1_000;
/// With more moves than this, levels are not tried.
const MOST_LEVELS: u64 = 2_000;
/// The work of a position of a level.
const LEVEL_POSITION: f64 = 600.0;
/// With more moves than this times the positions, a recurrence is found sooner than all moves are added up.
const STEPS_A_POSITION: u64 = 8;
/// How many sequences of moves the snake can follow, modulo [`Options::modulus`] if there is one.
///
/// # Errors
/// [`Error::Validation`] for a modulus of 0; [`Error::ResourceLimit`] if no method, or not the one that was asked for,
/// can do it in the memory; whatever [`Watch::look`](super::Watch::look) answers.
pub fn count(problem: &Problem, options: &Options<'_>) -> Result<BigUint> {
    let modulus = options.checked_modulus()?;
    if modulus == Some(1) {
        return Ok(BigUint::ZERO);
    }
    let budget = Budget::new(options.memory, options.workers(), options.watch);
    let paths = match options.method {
        Method::Auto => auto(problem, modulus, &budget)?,
        Method::Dfs => dfs::count(problem, &budget)?,
        Method::Dp => dp::count(problem, modulus, u64::MAX, &budget)?,
        Method::Graph => by_adding(problem, modulus, &budget)?,
        Method::Recurrence => {
            recurrence::count(&Graph::new(problem, u64::MAX, &budget)?, &problem.depth, modulus, &budget)?
        }
    };
    Ok(match modulus {
        Some(modulus) => paths % modulus,
        None => paths,
    })
}

fn auto(problem: &Problem, modulus: Option<u64>, budget: &Budget<'_>) -> Result<BigUint> {
    if let Some(paths) = dfs::within(problem, PROBE, budget) {
        return Ok(BigUint::from(paths));
    }
    let promise = estimate::graph(problem);
    let deep = problem.moves().is_none_or(|moves| moves > DEEP);
    if deep && promise < AT_ONCE {
        return over_graph(problem, modulus, u64::MAX, budget);
    }
    let paths = estimate::paths(problem);
    if paths < promise.min(SMALL) {
        // The estimate may be too low: by chance most of the few that were walked may have ended in a trap.
        let bound = (2.0 * paths.max(promise.min(SMALL))) as u64;
        if let Some(paths) = dfs::within(problem, bound, budget) {
            return Ok(BigUint::from(paths));
        }
    }
    let walk = paths / budget.threads as f64;
    let shallow = problem.moves().is_some_and(|moves| moves <= MOST_LEVELS);
    // The longer the walk, the larger the part of its time that is worth trying something else.
    let part = 0.05 * (walk / 1e7).log10().clamp(1.0, 10.0);
    let tried = if walk > ENDLESS { u64::MAX } else { (walk * part) as u64 };
    let most = if promise < paths { u64::MAX } else { tried };
    match over_graph(problem, modulus, most, budget) {
        Err(Error::ResourceLimit(message)) if walk > ENDLESS && !shallow => return Err(Error::ResourceLimit(message)),
        Err(Error::ResourceLimit(_)) => {}
        done => return done,
    }
    let positions = if tried == u64::MAX { tried } else { tried / LEVEL_POSITION as u64 };
    if positions > FEW && shallow {
        match dp::count(problem, modulus, positions, budget) {
            Err(Error::ResourceLimit(message)) if walk > ENDLESS => return Err(Error::ResourceLimit(message)),
            Err(Error::ResourceLimit(_)) => {}
            done => return done,
        }
    }
    dfs::count(problem, budget)
}

/// Over the graph of positions, if it takes at most `most` work: adding along its edges, or by recurrence where that is faster.
fn over_graph(problem: &Problem, modulus: Option<u64>, most: u64, budget: &Budget<'_>) -> Result<BigUint> {
    let graph = Graph::new(problem, most, budget)?;
    match (problem.moves(), modulus) {
        (Some(depth), None) if sum::is_affordable(&graph, depth) => sum::exact(&graph, depth, budget),
        (Some(depth), Some(modulus)) if depth / STEPS_A_POSITION <= graph.len() as u64 => {
            sum::residue(&graph, depth, modulus, budget).map(BigUint::from)
        }
        _ => recurrence::count(&graph, &problem.depth, modulus, budget),
    }
}

/// The same by adding only.
fn by_adding(problem: &Problem, modulus: Option<u64>, budget: &Budget<'_>) -> Result<BigUint> {
    let Some(depth) = problem.moves() else {
        return Err(limit(format_args!("a depth of {}", short(&problem.depth)), "fewer than 2^48 moves for graph"));
    };
    let graph = Graph::new(problem, u64::MAX, budget)?;
    match modulus {
        Some(modulus) => sum::residue(&graph, depth, modulus, budget).map(BigUint::from),
        None => sum::exact(&graph, depth, budget),
    }
}
