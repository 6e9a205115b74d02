//! One token's way as a Markov chain whose steps are rolls.

use crate::core::{Error, Result};
use crate::games::ladders::{Config, Rules, Then};

/// An edge that wins the game.
pub(super) const WON: u32 = u32::MAX;
/// Set on an edge that ends the turn.
pub(super) const ENDS_TURN: u32 = 1 << 31;
/// More edges than this are not built: 128 MiB.
const MOST_EDGES: u64 = 1 << 25;
/// A place that is no state.
const NONE: u32 = u32::MAX;

/// The states that can come up, in order of their level, then of their square; state 0 is the start.
///
/// The level of a state is the number of rolls of this turn that earned another, as far as it matters: without a limit
/// to them, 1 stands for all but 0.
#[derive(Debug)]
pub(super) struct Chain {
    /// The square of each state.
    pub(super) squares: Vec<u32>,
    /// The first state of each level, and the number of states.
    pub(super) levels: Vec<usize>,
    /// For each state where each roll of the die leads: a state, maybe with [`ENDS_TURN`], or [`WON`].
    pub(super) edges: Vec<u32>,
    /// Edges of a state.
    pub(super) sides: usize,
}

/// How many levels there are.
pub(super) const fn levels(config: &Config) -> u32 {
    match (config.extra_roll_on, config.max_sixes) {
        (None, _) => 1,
        (Some(_), Some(most)) => most,
        (Some(_), None) => 2,
    }
}

impl Chain {
    /// The chain of these rules.
    ///
    /// # Errors
    /// [`Error::ResourceLimit`] for a chain that is too large, [`Error::Validation`] for a board on which a token can get
    /// where it will never reach the last square.
    pub(super) fn new(rules: &Rules) -> Result<Self> {
        let (levels, sides) = (levels(&rules.config), rules.config.sides);
        let places = (rules.config.size as usize + 1) * levels as usize;
        if places as u64 * u64::from(sides) > MOST_EDGES {
            let got = format_args!("{places} states and {sides} sides").to_string();
            let message = format!("board: got {got}, expected a product of at most {MOST_EDGES}");
            return Err(Error::ResourceLimit(message));
        }
        let mut chain = Self::reachable(rules, levels);
        chain.number(rules, levels);
        chain.check_that_it_ends(rules.config.size)?;
        Ok(chain)
    }

    /// Finds the states that can come up. Edges lead to places: `level * (size + 1) + square`.
    fn reachable(rules: &Rules, levels: u32) -> Self {
        let squares = rules.config.size + 1;
        let mut seen = vec![false; (squares * levels) as usize];
        let mut left = vec![0];
        seen[0] = true;
        while let Some(place) = left.pop() {
            for roll in 1..=rules.config.sides {
                let edge = edge(rules, levels, place, roll);
                let next = edge & !ENDS_TURN;
                if edge != WON && !seen[next as usize] {
                    seen[next as usize] = true;
                    left.push(next);
                }
            }
        }
        let found = |level: u32| (level * squares..(level + 1) * squares).filter(|&place| seen[place as usize]);
        let mut chain =
            Self { squares: Vec::new(), levels: vec![0], edges: Vec::new(), sides: rules.config.sides as usize };
        for level in 0..levels {
            chain.squares.extend(found(level));
            chain.levels.push(chain.squares.len());
        }
        chain
    }

    /// Turns places into squares, and makes the edges between states.
    fn number(&mut self, rules: &Rules, levels: u32) {
        let squares = rules.config.size + 1;
        let mut number = vec![NONE; (squares * levels) as usize];
        for (state, &place) in (0..).zip(&self.squares) {
            number[place as usize] = state;
        }
        self.edges.reserve_exact(self.squares.len() * self.sides);
        for place in &mut self.squares {
            for roll in 1..=rules.config.sides {
                self.edges.push(match edge(rules, levels, *place, roll) {
                    WON => WON,
                    edge => number[(edge & !ENDS_TURN) as usize] | edge & ENDS_TURN,
                });
            }
            *place %= squares;
        }
    }

    fn check_that_it_ends(&self, size: u32) -> Result<()> {
        let states = self.squares.len();
        // The edges that lead to each state, one state after the other.
        let mut first = vec![0_u32; states + 1];
        let inner = || self.edges.iter().enumerate().filter(|(_, edge)| **edge != WON);
        inner().for_each(|(_, edge)| first[(edge & !ENDS_TURN) as usize] += 1);
        let mut total = 0;
        for count in &mut first {
            total += *count;
            *count = total;
        }
        let mut sources = vec![0_u32; total as usize];
        for (place, edge) in inner() {
            let slot = &mut first[(edge & !ENDS_TURN) as usize];
            *slot -= 1;
            sources[*slot as usize] = u32::try_from(place / self.sides).unwrap_or(NONE);
        }
        let mut ends = vec![false; states];
        let mut left: Vec<usize> = (0..states).filter(|&state| self.of(state).contains(&WON)).collect();
        for &state in &left {
            ends[state] = true;
        }
        while let Some(state) = left.pop() {
            for &source in &sources[first[state] as usize..first[state + 1] as usize] {
                if !std::mem::replace(&mut ends[source as usize], true) {
                    left.push(source as usize);
                }
            }
        }
        match ends.iter().position(|ends| !ends) {
            None => Ok(()),
            Some(state) => {
                let square = self.squares[state];
                let got =
                    format_args!("one on which no roll leads from square {square} to the last, {size}").to_string();
                Err(Error::validation("board", got, "one on which every game can end"))
            }
        }
    }

    /// The edges of a state.
    pub(super) fn of(&self, state: usize) -> &[u32] {
        &self.edges[state * self.sides..(state + 1) * self.sides]
    }
}

fn edge(rules: &Rules, levels: u32, place: u32, roll: u32) -> u32 {
    let squares = rules.config.size + 1;
    let (level, square) = (place / squares, place % squares);
    let played = rules.play(square, level, roll);
    match played.then {
        Then::Won => WON,
        Then::EndOfTurn => played.landed | ENDS_TURN,
        Then::Again => (level + 1).min(levels - 1) * squares + played.landed,
    }
}
