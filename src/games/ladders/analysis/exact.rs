//! Expected numbers as fractions: the equations of the game as a Markov chain, solved in whole numbers.
//!
//! A state is where all tokens stand, whose turn it is, and how many rolls earned another. With `A` the chance to get from
//! one state to another with a roll, the row `v = start + v A` has the expected number of rolls in each state, and the
//! column `t = (turns that the next roll ends) + A t` the expected number of turns from each.

use std::collections::HashMap;

use num_bigint::BigInt;

use super::Chain;
use super::chain::levels;
use super::rational::{Inverted, Matrix, Ratio};
use crate::core::{Error, Result};
use crate::games::ladders::{Rules, Then};

/// Equations with more unknowns are not solved: the work grows with the third power of their number.
const MOST_STATES: usize = 1_200;

/// What is to be known about a game, in fractions. The fields are those of an [`Analysis`](super::Analysis).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The expected number of turns.
    pub expected: Ratio,
    /// The variance of the number of turns.
    pub variance: Ratio,
    /// Each player's probability to win.
    pub win: Vec<Ratio>,
    /// How often a token is expected to stand on each square.
    pub visits: Vec<Ratio>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct State {
    squares: Vec<u32>,
    seat: usize,
    level: u32,
}

/// What a roll comes to.
struct Edge {
    from: usize,
    /// `None` if it wins.
    to: Option<usize>,
    /// The square on which the turn ends, if it does.
    ends_on: Option<u32>,
}

/// Analyses the game of `rules` exactly. `look` is called now and then; an error it returns ends the work.
///
/// # Errors
/// [`Error::Validation`] for a board on which a game need not end, [`Error::ResourceLimit`] for a game with more than
/// 1,200 states, and what `look` returns.
pub fn exact(rules: &Rules, look: impl FnMut() -> Result<()>) -> Result<Exact> {
    // It checks that games end, without which the equations have no solution.
    drop(Chain::new(rules)?);
    let (states, edges) = explore(rules)?;
    let sides = i64::from(rules.config.sides);
    let number = |state: usize| u32::try_from(state).unwrap_or(u32::MAX);
    let mut entries: Vec<_> = (0..states.len()).map(|state| (number(state), number(state), sides)).collect();
    let inner = edges.iter().filter_map(|edge| edge.to.map(|to| (edge.from, to)));
    entries.extend(inner.map(|(from, to)| (number(from), number(to), -1)));
    let system = Inverted::new(Matrix { size: states.len(), entries }, look)?;

    let mut start = vec![0; states.len()];
    start[0] = sides;
    let rolls = system.solve_row(&start);
    let mut ending = vec![0; states.len()];
    edges.iter().filter(|edge| edge.ends_on.is_some()).for_each(|edge| ending[edge.from] += 1);
    let turns = system.solve(&ending);

    // The chance of an edge is that of its state's rolls, over the sides.
    let below = &rolls.denominator * sides;
    let over_all = |wanted: &dyn Fn(&Edge) -> bool| Ratio {
        numerator: edges.iter().filter(|edge| wanted(edge)).map(|edge| &rolls.numerators[edge.from]).sum(),
        denominator: below.clone(),
    };
    let expected = Ratio { numerator: turns.numerators[0].clone(), denominator: turns.denominator.clone() };
    // With T turns to go after a turn, (1 + T)^2 is T^2, and 1 + 2 T more: so over all ends of turns the second moment is
    // the sum of 1 + 2 T.
    let second: BigInt = edges
        .iter()
        .filter(|edge| edge.ends_on.is_some())
        .map(|edge| {
            let left = edge.to.map_or_else(BigInt::default, |to| 2 * &turns.numerators[to]);
            (left + &turns.denominator) * &rolls.numerators[edge.from]
        })
        .sum();
    let square = |number: &BigInt| number * number;
    let variance = Ratio {
        numerator: second * &turns.denominator - square(&expected.numerator) * &below,
        denominator: square(&turns.denominator) * &below,
    };
    let seats = 0..rules.config.players as usize;
    let win = seats.map(|seat| over_all(&|edge| edge.to.is_none() && states[edge.from].seat == seat)).collect();
    let mut visits: Vec<_> =
        (0..=rules.config.size).map(|square| over_all(&|edge| edge.ends_on == Some(square))).collect();
    visits[0].numerator += &below * rules.config.players;
    Ok(Exact { expected, variance, win, visits })
}

fn explore(rules: &Rules) -> Result<(Vec<State>, Vec<Edge>)> {
    let (levels, players) = (levels(&rules.config), rules.config.players as usize);
    let start = State { squares: vec![0; players], seat: 0, level: 0 };
    let (mut states, mut edges, mut numbers) = (vec![start.clone()], Vec::new(), HashMap::from([(start, 0)]));
    let mut from = 0;
    while let Some(state) = states.get(from).cloned() {
        for roll in 1..=rules.config.sides {
            let played = rules.play(state.squares[state.seat], state.level, roll);
            let ends_on = (played.then != Then::Again).then_some(played.landed);
            let mut next = state.clone();
            next.squares[state.seat] = played.landed;
            (next.seat, next.level) = match played.then {
                Then::Again => (state.seat, (state.level + 1).min(levels - 1)),
                Then::EndOfTurn | Then::Won => ((state.seat + 1) % players, 0),
            };
            let to = (played.then != Then::Won).then(|| {
                *numbers.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    states.len() - 1
                })
            });
            edges.push(Edge { from, to, ends_on });
        }
        if states.len() > MOST_STATES {
            let got = format_args!("more than {MOST_STATES} states of {players} players' tokens").to_string();
            return Err(Error::ResourceLimit(format!(
                "exact: got {got}, expected fewer: a smaller board or less players"
            )));
        }
        from += 1;
    }
    Ok((states, edges))
}

#[cfg(test)]
mod tests {
    use super::{Exact, Ratio, exact};
    use crate::games::ladders::analysis::analyse;
    use crate::games::ladders::{Config, Finish, Rules};

    fn float(ratio: &Ratio) -> f64 {
        // A quotient of huge numbers, from that of their leading bits.
        let bits = ratio.denominator.bits().max(64) - 64;
        let part = |number: &num_bigint::BigInt| (number >> bits).to_string().parse::<f64>().unwrap();
        part(&ratio.numerator) / part(&ratio.denominator)
    }

    fn agree(config: &Config) -> Exact {
        let rules = Rules::new(config).unwrap();
        let (exact, flow) = (exact(&rules, || Ok(())).unwrap(), analyse(&rules, || Ok(())).unwrap());
        let close = |ratio: &Ratio, number: f64| {
            assert!(
                (float(ratio) - number).abs() < 1e-9 * number.max(1.0),
                "{} is not {number}: {config:?}",
                float(ratio)
            );
        };
        close(&exact.expected, flow.expected);
        close(&exact.variance, flow.sd * flow.sd);
        exact.win.iter().zip(&flow.win).for_each(|(ratio, &number)| close(ratio, number));
        exact.visits.iter().zip(&flow.visits).for_each(|(ratio, &number)| close(ratio, number));
        exact
    }

    #[test]
    fn fractions_agree_with_floats() {
        let one = || Config { players: 1, ..Config::default() };
        for finish in [Finish::Exact, Finish::Overshoot, Finish::Bounce] {
            agree(&Config { finish, extra_roll_on: None, ..one() });
            agree(&Config { finish, ..one() });
            agree(&Config { finish, max_sixes: None, ..one() });
        }
        let small = Config { size: 9, jumps: vec![(2, 6), (8, 3)], players: 3, sides: 3, ..Config::default() };
        agree(&Config { extra_roll_on: None, ..small.clone() });
        agree(&Config { size: 6, jumps: vec![(5, 1)], extra_roll_on: Some(2), max_sixes: None, ..small.clone() });
        agree(&Config { players: 2, extra_roll_on: Some(1), max_sixes: Some(2), ..small });
    }

    #[test]
    fn a_coin_and_two_squares() {
        let coin =
            Config { size: 2, jumps: Vec::new(), players: 2, sides: 2, extra_roll_on: None, ..Config::default() };
        let found = agree(&coin);
        // 1/2 + 1/4 * 2/3.
        assert_eq!(&found.win[0].numerator * 3, &found.win[0].denominator * 2);
    }
}
