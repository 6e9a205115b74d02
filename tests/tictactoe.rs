//! Tic-tac-toe against a second, naive implementation, and the facts that are known of it.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "rows and columns of small boards"
)]

use std::collections::{BTreeMap, HashMap, HashSet};

use proptest::prelude::*;
use tickgrid::core::{Error, Rng};
use tickgrid::games::tictactoe::analysis::{MonteCarlo, Open, count_games, count_positions, solve};
use tickgrid::games::tictactoe::{Board, Outcome, Player, Shape};
use tickgrid::live::tictactoe::{TicTacToe, Turns};

/// The naive rules: after each move the whole board is scanned for any line of `k`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Naive {
    k: usize,
    cells: Vec<Vec<u8>>,
}

impl Naive {
    fn new(rows: usize, cols: usize, k: usize) -> Self {
        Self { k, cells: vec![vec![0; cols]; rows] }
    }

    fn at(&self, row: i64, col: i64) -> Option<u8> {
        let row = self.cells.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(col).ok()?).copied()
    }

    fn places(&self) -> Vec<(i64, i64)> {
        let (rows, cols) = (self.cells.len() as i64, self.cells[0].len() as i64);
        (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect()
    }

    fn has_line(&self, player: u8) -> bool {
        let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
        self.places().iter().any(|&(row, col)| {
            steps.iter().any(|(down, right)| {
                (0..self.k as i64).all(|i| self.at(row + i * down, col + i * right) == Some(player))
            })
        })
    }

    fn status(&self) -> &'static str {
        match (self.has_line(1), self.has_line(2)) {
            (true, _) => "player 1 wins",
            (_, true) => "player 2 wins",
            _ if self.cells.iter().flatten().all(|&cell| cell != 0) => "draw",
            _ => "in progress",
        }
    }

    /// What a move comes to: a status, or the first words of an error.
    fn play(&mut self, row: i64, col: i64, player: u8, to_move: Option<u8>) -> &'static str {
        match self.at(row, col) {
            None => return "off the board",
            Some(1 | 2) => return "cell already taken",
            Some(_) => {}
        }
        if player != 1 && player != 2 {
            return "unknown player";
        }
        if self.status() != "in progress" {
            return "the game is over";
        }
        if to_move.is_some_and(|right| right != player) {
            return "player: got";
        }
        self.cells[row as usize][col as usize] = player;
        self.status()
    }

    fn free(&self) -> Vec<(i64, i64)> {
        self.places().into_iter().filter(|&(row, col)| self.at(row, col) == Some(0)).collect()
    }

    fn after(&self, (row, col): (i64, i64), player: u8) -> Self {
        let mut next = self.clone();
        next.cells[row as usize][col as usize] = player;
        next
    }

    /// The value for `player`, who moves next, by plain minimax over all positions.
    fn value(&self, player: u8, known: &mut HashMap<Self, i8>) -> i8 {
        match self.status() {
            "in progress" => {}
            "draw" => return 0,
            _ => return -1, // a line is always the last mover's
        }
        if let Some(&value) = known.get(self) {
            return value;
        }
        let value =
            self.free().into_iter().map(|place| -self.after(place, player).value(3 - player, known)).max().unwrap();
        known.insert(self.clone(), value);
        value
    }
}

fn shapes() -> impl Strategy<Value = (u32, u32, u32)> {
    (1_u32..7, 1_u32..7).prop_flat_map(|(rows, cols)| (Just(rows), Just(cols), 1..=rows.max(cols)))
}

fn look() -> Result<(), Error> {
    Ok(())
}

fn game(rows: u32, cols: u32, k: u32) -> TicTacToe {
    TicTacToe::new(Shape::new(rows, cols, k).unwrap(), Turns::Free)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn it_plays_as_the_naive_rules_do(
        (rows, cols, k) in shapes(),
        strict: bool,
        moves in prop::collection::vec((-1_i64..7, -1_i64..7, prop_oneof![8 => 1_u8..3, 1 => 0_u8..5]), 0..80),
    ) {
        let mut naive = Naive::new(rows as usize, cols as usize, k as usize);
        let turns = if strict { Turns::Strict } else { Turns::Free };
        let mut game = TicTacToe::new(Shape::new(rows, cols, k).unwrap(), turns);
        let mut positions = vec![game.clone()];
        for (row, col, player) in moves {
            let before = game.clone();
            let expected = naive.play(row, col, player, strict.then(|| game.to_move().number()));
            match game.play(row, col, player) {
                Ok(outcome) => {
                    prop_assert_eq!(outcome.words(), expected);
                    positions.push(game.clone());
                }
                Err(error) => {
                    prop_assert!(error.to_string().starts_with(expected), "{} / {}", error, expected);
                    prop_assert_eq!(matches!(error, Error::GameOver(_)), expected == "the game is over");
                    prop_assert_eq!(&game, &before);
                }
            }
            prop_assert_eq!(game.outcome().words(), naive.status());
            let owners = naive.places().iter().all(|&(row, col)| {
                let owner = game.board().owner(game.shape().cell(row as usize, col as usize));
                naive.at(row, col) == Some(owner.map_or(0, Player::number))
            });
            prop_assert!(owners);
            for (row, col) in game.winning_cells() {
                let winner = naive.at(row as i64, col as i64).unwrap();
                prop_assert!(naive.has_line(winner));
            }
            prop_assert_eq!(game.winning_cells().is_empty(), !naive.status().ends_with("wins"));
        }
        // Back to the beginning, through the very same positions.
        while let Some(expected) = positions.pop() {
            prop_assert_eq!(&game, &expected);
            prop_assert_eq!(game.undo().is_err(), positions.is_empty());
        }
    }

    #[test]
    fn a_position_is_worth_what_minimax_says(
        (rows, cols, k) in (1_u32..5, 1_u32..5).prop_flat_map(|(rows, cols)| (Just(rows), Just(cols), 1..=rows.max(cols))),
        start in prop::collection::vec((any::<prop::sample::Index>(), 1_u8..3), 0..6),
        free in 1_usize..9,
    ) {
        let (mut game, mut naive) = (game(rows, cols, k), Naive::new(rows as usize, cols as usize, k as usize));
        let mut order = start.into_iter().cycle();
        // Marks in any order, until few enough cells are free for the naive one.
        for _ in 0..16 {
            let places = naive.free();
            let Some((index, player)) = order.next().filter(|_| places.len() > free) else { break };
            let (row, col) = *index.get(&places);
            if naive.after((row, col), player).status() != "in progress" {
                continue;
            }
            naive = naive.after((row, col), player);
            game.play(row, col, player).unwrap();
        }
        if naive.free().len() > 9 {
            return Ok(());
        }
        let to_move = game.to_move();
        let solution = solve(game.shape(), game.board(), to_move, u64::MAX, &look).unwrap();
        let mut known = HashMap::new();
        prop_assert_eq!(solution.value, naive.value(to_move.number(), &mut known));
        let best: Vec<(usize, usize)> = naive.free().into_iter()
            .filter(|&place| -naive.after(place, to_move.number()).value(3 - to_move.number(), &mut known) == solution.value)
            .map(|(row, col)| (row as usize, col as usize))
            .collect();
        prop_assert_eq!(solution.moves, best);
    }
}

/// The empty board.
fn empty(rows: u32, cols: u32, k: u32) -> (Shape, Board) {
    let shape = Shape::new(rows, cols, k).unwrap();
    (shape, Board::empty(shape))
}

#[test]
fn all_games_of_the_classic_board() {
    let (shape, board) = empty(3, 3, 3);
    let open = Open::new(shape, &board, Player::First).unwrap();
    let count = count_games(&open, u64::MAX, &look).unwrap();
    assert_eq!(count.sum(), [131_184, 77_904, 46_080]);
    assert_eq!(count.sum().iter().sum::<u64>(), 255_168);
    // The naive rules play the same games.
    let mut naive: BTreeMap<(usize, &str), u64> = BTreeMap::new();
    play_all(&Naive::new(3, 3, 3), 1, 0, &mut naive);
    for (length, games) in count.by_length.iter().enumerate() {
        for (ending, words) in ["player 1 wins", "player 2 wins", "draw"].into_iter().enumerate() {
            assert_eq!(games[ending], naive.get(&(length, words)).copied().unwrap_or(0));
        }
    }
}

fn play_all(naive: &Naive, player: u8, length: usize, count: &mut BTreeMap<(usize, &'static str), u64>) {
    for place in naive.free() {
        let next = naive.after(place, player);
        match next.status() {
            "in progress" => play_all(&next, 3 - player, length + 1, count),
            over => *count.entry((length + 1, over)).or_default() += 1,
        }
    }
}

/// Uniformly random play, in exact fractions: a game of n moves is as likely as 1 / (9 * 8 * ...), n factors.
#[test]
fn random_play_ends_as_often_as_is_known() {
    let (shape, board) = empty(3, 3, 3);
    let open = Open::new(shape, &board, Player::First).unwrap();
    let count = count_games(&open, u64::MAX, &look).unwrap();
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let chance = |ending: usize| {
        count.by_length.iter().enumerate().map(|(length, games)| games[ending] * factorial(9 - length)).sum::<u64>()
    };
    for (ending, (above, below)) in [(737, 1260), (121, 420), (8, 63)].into_iter().enumerate() {
        assert_eq!(chance(ending) * below, above * factorial(9));
    }
}

#[test]
fn all_positions_of_the_classic_board() {
    let (shape, board) = empty(3, 3, 3);
    let count = count_positions(shape, &board, Player::First, u64::MAX, &look).unwrap();
    assert_eq!((count.positions, count.classes), (5_478, 765));
    assert_eq!(count.over, [626, 316, 16]);
    assert_eq!(count.over.iter().sum::<u64>(), 958);
    let mut seen = HashSet::from([Naive::new(3, 3, 3)]);
    let mut layer: Vec<Naive> = seen.iter().cloned().collect();
    for player in [1, 2].into_iter().cycle().take(9) {
        let going = layer.iter().filter(|position| position.status() == "in progress");
        let next: HashSet<Naive> =
            going.flat_map(|position| position.free().into_iter().map(|place| position.after(place, player))).collect();
        seen.extend(next.iter().cloned());
        layer = next.into_iter().collect();
    }
    assert_eq!(seen.len(), 5_478);
}

#[test]
fn every_first_move_of_the_classic_board_draws() {
    let (shape, board) = empty(3, 3, 3);
    let solution = solve(shape, &board, Player::First, u64::MAX, &look).unwrap();
    assert_eq!((solution.value, solution.moves.len()), (0, 9));
    for row in 0..3 {
        for col in 0..3 {
            let mut game = game(3, 3, 3);
            game.play(row, col, 1).unwrap();
            let answer = solve(shape, game.board(), Player::Second, u64::MAX, &look).unwrap();
            assert_eq!(answer.value, 0);
        }
    }
}

/// What m,n,k-games are worth to the first player: as in Uiterwijk and van den Herik, "The advantage of the initiative"
/// (2000), and by hand where lines are shorter than three or fit one way only.
#[test]
fn the_values_of_small_boards() {
    for (rows, cols, k, value) in [
        (1, 1, 1, 1),
        (1, 2, 2, 0),
        (2, 2, 2, 1),
        (3, 3, 2, 1),
        (3, 4, 3, 1),
        (4, 3, 3, 1),
        (4, 4, 3, 1),
        (4, 4, 4, 0),
        (4, 5, 3, 1),
        (4, 5, 5, 0),
        (3, 5, 4, 0),
        (2, 5, 3, 0),
    ] {
        let (shape, board) = empty(rows, cols, k);
        let solution = solve(shape, &board, Player::First, 20_000_000, &look).unwrap();
        assert_eq!(solution.value, value, "{rows} x {cols}, {k} in a row");
    }
}

#[test]
fn what_is_too_large_is_told() {
    let (shape, board) = empty(15, 15, 5);
    let error = solve(shape, &board, Player::First, 1_000, &look).unwrap_err();
    assert!(matches!(error, Error::ResourceLimit(_)), "{error}");
    let (shape, board) = empty(6, 6, 4);
    for budget in [0, 1, 1_000, 100_000] {
        let error = solve(shape, &board, Player::First, budget, &look).unwrap_err();
        assert!(error.to_string().starts_with(&format!("solve: got more than {budget} positions")), "{error}");
    }
    let open = Open::new(shape, &board, Player::First).unwrap();
    assert!(matches!(count_games(&open, 5_000, &look), Err(Error::ResourceLimit(_))));
    assert!(matches!(count_positions(shape, &board, Player::First, 5_000, &look), Err(Error::ResourceLimit(_))));
    // Whoever looks up can end it.
    let stop = || Err(Error::InvalidState("stop".to_owned()));
    assert_eq!(solve(shape, &board, Player::First, u64::MAX, &stop).unwrap_err().to_string(), "stop");
}

#[test]
fn gomoku_is_won_by_five_in_a_row_in_every_direction() {
    for (down, right, row, col) in [(0, 1, 7, 3), (1, 0, 2, 14), (1, 1, 10, 10), (1, -1, 4, 4)] {
        let mut game = game(15, 15, 5);
        // The middle one last, so that the line grows from both sides.
        for (number, step) in [0, 4, 1, 3, 2].into_iter().enumerate() {
            let outcome = game.play(row + down * step, col + right * step, 1).unwrap();
            assert_eq!(outcome == Outcome::Won(Player::First), number == 4);
        }
        let cells: Vec<_> = game.winning_cells();
        assert_eq!(cells.len(), 5);
        assert!(game.play(0, 0, 2).is_err_and(|error| matches!(error, Error::GameOver(_))));
    }
}

#[test]
fn a_win_on_the_last_free_cell_is_a_win() {
    let mut game = game(3, 3, 3);
    let moves = [(0, 0, 1), (0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 1, 1), (2, 1, 2), (1, 2, 1), (2, 0, 2)];
    for (row, col, player) in moves {
        assert_eq!(game.play(row, col, player).unwrap(), Outcome::InProgress);
    }
    assert_eq!(game.play(2, 2, 1).unwrap().words(), "player 1 wins");
    assert_eq!(game.winning_cells(), [(0, 0), (0, 2), (1, 1), (1, 2), (2, 2)]);
}

/// It does not lose to chance, and wins at gomoku.
#[test]
fn the_monte_carlo_player_plays_well() {
    let mut chance = Rng::new(5);
    let mut lost = 0;
    for (number, (rows, cols, k)) in
        [(3, 3, 3), (3, 3, 3), (6, 7, 4), (15, 15, 5)].into_iter().cycle().take(12).enumerate()
    {
        let mut game = game(rows, cols, k);
        let mut player = MonteCarlo::new(300, number as u64);
        let me = Player::ALL[number % 2];
        while game.outcome() == Outcome::InProgress {
            let to_move = game.to_move();
            let (row, col) = if to_move == me {
                player.choose(game.shape(), game.board(), to_move, &look).unwrap()
            } else {
                let free: Vec<usize> = (0..game.shape().cells()).filter(|&c| game.board().owner(c).is_none()).collect();
                game.shape().place(free[chance.below(u32::try_from(free.len()).unwrap()) as usize])
            };
            game.play(row as i64, col as i64, to_move.number()).unwrap();
        }
        lost += u32::from(game.outcome() == Outcome::Won(me.other()));
        assert!(k < 5 || game.outcome() == Outcome::Won(me), "it did not beat chance at gomoku");
    }
    assert_eq!(lost, 0, "lost against chance");
}
