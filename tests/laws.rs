//! What every game of the list keeps to, whatever it is. The configurations are in `tests/data/<game>/configs.json`.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use tickgrid::batch::{Autoreset, Batch, Columns, LogToo, Options, Rows};
use tickgrid::core::{Dtype, Error, Game, Masked, Moves, Observation, Rng, Spec, Status, ToAct};
use tickgrid::games::{self, Visitor};

const STEPS: usize = 250;

/// A law, for a game by some rules.
trait Law {
    fn check<G: Game>(config: &G::Config, rules: &Arc<G::Rules>);
}

struct ForAllConfigs<L>(std::marker::PhantomData<L>);

impl<L: Law> Visitor for ForAllConfigs<L> {
    type Output = ();

    fn visit<G: Game>(self) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(G::NAME).join("configs.json");
        let configs: Vec<G::Config> = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        assert!(!configs.is_empty());
        for config in configs {
            let again: G::Config = serde_json::from_str(&serde_json::to_string(&config).unwrap()).unwrap();
            assert_eq!(again, config);
            L::check::<G>(&config, &G::rules(&config).unwrap());
        }
    }
}

fn for_all_games<L: Law>() {
    for name in games::NAMES {
        games::visit(name, ForAllConfigs::<L>(std::marker::PhantomData)).unwrap();
    }
}

/// What a seat sees, in memory that held something else before.
fn seen<G: Game>(game: &G, spec: &Spec, seat: usize, before: u8) -> Vec<f32> {
    match spec.dtype {
        Dtype::U8 => {
            let mut memory = vec![before; spec.size()];
            game.observe(seat, Observation::U8(&mut memory));
            memory.into_iter().map(f32::from).collect()
        }
        Dtype::F32 => {
            let mut memory = vec![f32::from(before); spec.size()];
            game.observe(seat, Observation::F32(&mut memory));
            memory
        }
    }
}

fn masks<G: Game>(game: &G, spec: &Spec) -> Vec<Vec<bool>> {
    let mask = |seat| {
        let mut mask = vec![false; spec.actions as usize];
        game.mask(seat, &mut mask);
        mask
    };
    (0..spec.seats).map(mask).collect()
}

/// Random actions that the masks allow.
fn allowed<G: Game>(game: &G, spec: &Spec, rng: &mut Rng) -> Vec<u32> {
    let pick = |mask: Vec<bool>| {
        let choices: Vec<u32> = (0..spec.actions).filter(|&action| mask[action as usize]).collect();
        choices[rng.below(u32::try_from(choices.len()).unwrap()) as usize]
    };
    masks(game, spec).into_iter().map(pick).collect()
}

/// Plays with actions that are allowed, episode after episode, and looks at every position.
fn play<G: Game>(rules: &Arc<G::Rules>, seed: u64, mut look: impl FnMut(&G, &Rng, &[u32])) {
    let (spec, mut rng, mut player) = (G::spec(rules), Rng::new(seed), Rng::new(!seed));
    let mut game = G::new(rules, &mut rng);
    for _ in 0..STEPS {
        if game.status() != Status::Ongoing {
            game.restart(&mut rng);
        }
        let actions = allowed(&game, &spec, &mut player);
        look(&game, &rng, &actions);
        game.step(&actions, &mut rng, &mut vec![0.0; spec.seats]).unwrap();
    }
}

struct SameSeedSameGame;

impl Law for SameSeedSameGame {
    fn check<G: Game>(_: &G::Config, rules: &Arc<G::Rules>) {
        let history = |seed| {
            let mut history = Vec::new();
            play::<G>(rules, seed, |game, _, _| history.push(game.record()));
            history
        };
        assert_eq!(history(1), history(1));
        assert_ne!(history(1), history(2));
    }
}

struct RestartedIsNew;

impl Law for RestartedIsNew {
    fn check<G: Game>(_: &G::Config, rules: &Arc<G::Rules>) {
        play::<G>(rules, 4, |game, _, _| {
            let (mut again, mut one, mut other) = (game.clone(), Rng::new(9), Rng::new(9));
            again.restart(&mut one);
            assert_eq!(again.record(), G::new(rules, &mut other).record());
            assert_eq!(again.scene(), G::new(rules, &mut Rng::new(9)).scene());
        });
    }
}

struct CopiesPlayAlike;

impl Law for CopiesPlayAlike {
    fn check<G: Game>(_: &G::Config, rules: &Arc<G::Rules>) {
        let spec = G::spec(rules);
        play::<G>(rules, 2, |game, rng, actions| {
            let text = serde_json::to_string(&game.record()).unwrap();
            let restored = G::restore(rules, &serde_json::from_str(&text).unwrap()).unwrap();
            let outcomes = [game.clone(), restored].map(|mut copy| {
                let (mut rng, mut rewards) = (rng.clone(), vec![0.0; spec.seats]);
                let status = copy.step(actions, &mut rng, &mut rewards).unwrap();
                let views: Vec<_> = (0..spec.seats).map(|seat| seen(&copy, &spec, seat, 7)).collect();
                (copy.record(), status, rewards, views, masks(&copy, &spec), copy.scene(), rng.below(1 << 30))
            });
            assert_eq!(outcomes[0], outcomes[1]);
        });
    }
}

struct ObservationsAreWrittenWholeAndInBounds;

impl Law for ObservationsAreWrittenWholeAndInBounds {
    fn check<G: Game>(_: &G::Config, rules: &Arc<G::Rules>) {
        let spec = G::spec(rules);
        play::<G>(rules, 3, |game, _, _| {
            for seat in 0..spec.seats {
                let view = seen(game, &spec, seat, 0);
                assert_eq!(view, seen(game, &spec, seat, 211));
                assert!(view.iter().all(|value| (spec.low..=spec.high).contains(value)));
            }
        });
    }
}

struct MasksTellWhatIsAccepted;

impl Law for MasksTellWhatIsAccepted {
    fn check<G: Game>(_: &G::Config, rules: &Arc<G::Rules>) {
        let spec = G::spec(rules);
        play::<G>(rules, 5, |game, rng, _| {
            for (seat, mask) in masks(game, &spec).into_iter().enumerate() {
                assert!(mask.contains(&true));
                if game.to_act() != ToAct::All && game.to_act() != ToAct::Seat(seat) {
                    continue;
                }
                for action in 0..spec.actions {
                    let mut actions = vec![0; spec.seats];
                    actions[seat] = action;
                    let outcome = game.clone().step(&actions, &mut rng.clone(), &mut vec![0.0; spec.seats]);
                    let accepted = mask[action as usize] || spec.masked == Masked::Tolerated;
                    assert_eq!(outcome.is_ok(), accepted, "{}", G::NAME);
                }
            }
        });
    }
}

struct AnErrorChangesNothing;

impl Law for AnErrorChangesNothing {
    fn check<G: Game>(_: &G::Config, rules: &Arc<G::Rules>) {
        let spec = G::spec(rules);
        let mut ended = false;
        play::<G>(rules, 6, |game, rng, actions| {
            let refuse = |game: &G, actions: &[u32]| {
                let (mut copy, mut stream) = (game.clone(), rng.clone());
                let error = copy.step(actions, &mut stream, &mut vec![0.0; spec.seats]).unwrap_err();
                assert_eq!(copy.record(), game.record());
                assert_eq!(stream.below(1 << 30), rng.clone().below(1 << 30));
                error
            };
            let wrong = vec![spec.actions; spec.seats];
            assert!(matches!(refuse(game, &wrong), Error::Validation(_)));
            let mut next = game.clone();
            next.step(actions, &mut rng.clone(), &mut vec![0.0; spec.seats]).unwrap();
            if next.status() != Status::Ongoing {
                ended = true;
                assert!(matches!(refuse(&next, actions), Error::GameOver(_)));
                assert!(masks(&next, &spec).iter().flatten().all(|&flag| flag));
            }
        });
        assert!(ended, "no episode has ended");
    }
}

/// What a batch has written and told, step by step.
#[derive(Debug, PartialEq)]
struct Written {
    bytes: Vec<u8>,
    floats: Vec<f32>,
    rewards: Vec<f64>,
    /// What all seats were paid, where only one of them acts.
    paid: Vec<f64>,
    flags: Vec<bool>,
}

fn step_batch<G: Game>(config: &G::Config, options: Options, steps: usize) -> (Vec<Written>, String) {
    let mut batch = Batch::<G>::new(config, options).unwrap();
    let (spec, rows) = (batch.spec().clone(), options.rows);
    let width = if G::MOVES == Moves::InTurn { 1 } else { spec.seats };
    let mut masks = vec![false; rows * spec.actions as usize];
    let mut written = Vec::new();
    for step in 0..steps {
        let mut columns = Written {
            bytes: vec![7; rows * spec.size()],
            floats: vec![7.0; rows * spec.size()],
            rewards: vec![7.0; rows * width],
            paid: Vec::new(),
            flags: Vec::new(),
        };
        let (mut terminated, mut truncated) = (vec![true; rows], vec![true; rows]);
        batch.masks(&mut masks);
        let actions: Vec<u32> = (0..rows * width)
            .map(|place| {
                let row = place / width;
                let mut rng = Rng::new((options.seed + row as u64) * 1_000 + step as u64);
                let mask = &masks[row * spec.actions as usize..(row + 1) * spec.actions as usize];
                let taken = |action: u32| mask[action as usize] || spec.masked == Masked::Tolerated;
                loop {
                    let action = rng.below(spec.actions);
                    if taken(action) {
                        break action;
                    }
                }
            })
            .collect();
        batch
            .step(
                &actions,
                Columns {
                    observations: match spec.dtype {
                        Dtype::U8 => Rows::U8(&mut columns.bytes),
                        Dtype::F32 => Rows::F32(&mut columns.floats),
                    },
                    rewards: &mut columns.rewards,
                    terminated: &mut terminated,
                    truncated: &mut truncated,
                },
            )
            .unwrap();
        columns.paid = batch.rewards().to_vec();
        columns.flags = terminated.into_iter().chain(truncated).collect();
        written.push(columns);
    }
    (written, batch.state(LogToo::Yes).unwrap())
}

struct ARowDependsOnItsSeedOnly;

impl Law for ARowDependsOnItsSeedOnly {
    fn check<G: Game>(config: &G::Config, rules: &Arc<G::Rules>) {
        let spec = G::spec(rules);
        let options =
            Options { rows: 6_200, autoreset: Autoreset::NextStep, most_steps: Some(30), threads: Some(1), seed: 50 };
        let steps = if spec.size() > 300 { 3 } else { 20 };
        let one_thread = step_batch::<G>(config, options, steps);
        for threads in [2, 3] {
            assert_eq!(step_batch::<G>(config, Options { threads: Some(threads), ..options }, steps), one_thread);
        }
        for row in [0, 1, 3_050, 6_199] {
            let alone = Options { rows: 1, seed: 50 + row as u64, ..options };
            let (single, _) = step_batch::<G>(config, alone, steps);
            for (single, batch) in single.iter().zip(&one_thread.0) {
                let size = spec.size();
                assert_eq!(single.bytes, batch.bytes[row * size..(row + 1) * size]);
                assert_eq!(single.floats, batch.floats[row * size..(row + 1) * size]);
                let width = single.rewards.len();
                assert_eq!(single.rewards, batch.rewards[row * width..(row + 1) * width]);
                let kept = single.paid.len();
                assert_eq!(single.paid, batch.paid[row * kept..(row + 1) * kept]);
                assert_eq!((kept, width), if spec.seats > width { (spec.seats, 1) } else { (0, spec.seats) });
                assert_eq!(single.flags, [batch.flags[row], batch.flags[options.rows + row]]);
            }
        }
    }
}

#[test]
fn the_same_seed_is_the_same_game() {
    for_all_games::<SameSeedSameGame>();
}

#[test]
fn a_game_that_is_restarted_is_a_new_one() {
    for_all_games::<RestartedIsNew>();
}

#[test]
fn clones_and_restored_records_play_alike() {
    for_all_games::<CopiesPlayAlike>();
}

#[test]
fn every_element_of_an_observation_is_written_and_in_bounds() {
    for_all_games::<ObservationsAreWrittenWholeAndInBounds>();
}

#[test]
fn a_mask_tells_what_is_accepted() {
    for_all_games::<MasksTellWhatIsAccepted>();
}

#[test]
fn an_error_changes_nothing() {
    for_all_games::<AnErrorChangesNothing>();
}

#[test]
fn a_row_of_a_batch_depends_on_its_seed_only() {
    for_all_games::<ARowDependsOnItsSeedOnly>();
}
