//! The live game: strategies that fail, frames between threads, and the promise that reads never wait.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use tickgrid::core::{CellSet, Direction, Error, Grid, Point, Result};
use tickgrid::games::snake::{EndReason, Food, Snake};
use tickgrid::live::snake::{
    FoodSpawner, Frame, RandomFoodSpawner, Record, Repeat, ScriptedFoodSpawner, SnakeGame, State, Strategies,
};
use tickgrid::session::{Clock, GameState, Host, ManualClock, Observer, Phase};

fn snake(cells: &[(i32, i32)]) -> Snake {
    Snake::new(cells.iter().copied().map(Point::from)).unwrap()
}

fn game(strategies: Strategies) -> SnakeGame {
    let cells = [(2, 1), (1, 1), (0, 1)];
    SnakeGame::new(Grid::new(6, 3).unwrap(), &snake(&cells), Direction::Right, strategies).unwrap()
}

fn scripted(cells: &[(i32, i32)]) -> ScriptedFoodSpawner {
    ScriptedFoodSpawner::new(cells.iter().copied().map(Point::from), 1).unwrap()
}

/// Strategies by whose clock all happens at once, so that records can be compared.
fn timeless(spawner: RandomFoodSpawner) -> Strategies {
    Strategies { clock: Arc::new(ManualClock::new(0.0).unwrap()), ..Strategies::new(spawner) }
}

fn record(game: &SnakeGame) -> Record {
    game.read(State::record)
}

/// Foreign code: gives the first food on (3,1), and from then on what a closure says.
struct Asked<F>(AtomicBool, F);

impl<F: Fn() -> Result<Option<Food>> + Send + Sync> FoodSpawner for Asked<F> {
    fn spawn(&self, _: &Grid, _: &CellSet, _: &mut dyn Iterator<Item = Point>) -> Result<Option<Food>> {
        if self.0.swap(true, Ordering::Relaxed) { (self.1)() } else { Food::new(Point::new(3, 1), 1).map(Some) }
    }
}

fn asked<F: Fn() -> Result<Option<Food>> + Send + Sync + 'static>(spawn: F) -> Strategies {
    Strategies::new(Asked(AtomicBool::new(false), spawn))
}

/// A clock of the user's own that works so many times.
struct Failing(AtomicUsize);

impl Clock for Failing {
    fn now(&self) -> Result<f64> {
        let left = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
        left.map(|_| 1.0).map_err(|_| Error::Foreign("the clock has stopped".into()))
    }
}

#[test]
fn a_strategy_that_fails_leaves_the_game_as_it_was() {
    let failing = || Err(Error::Foreign("no idea".into()));
    let taken = || Food::new(Point::new(3, 1), 1).map(Some);
    for strategies in [asked(failing), asked(taken)] {
        let game = game(strategies);
        game.change_direction(Direction::Up).unwrap();
        game.change_direction(Direction::Right).unwrap();
        game.tick().unwrap();
        game.change_direction(Direction::Down).unwrap();
        game.tick().unwrap(); // now at (3,0), about to go down and eat at (3,1)
        let before = record(&game);
        assert!(game.tick().is_err());
        assert!(game.tick().is_err());
        assert_eq!(record(&game), before);
    }
}

#[test]
fn a_clock_that_fails_at_the_end_takes_nothing_from_a_scripted_spawner() {
    let spawner = Arc::new(scripted(&[(3, 1), (9, 9), (2, 1)]));
    let strategies = Strategies {
        spawner: Arc::clone(&spawner) as Arc<dyn FoodSpawner>,
        clock: Arc::new(Failing(AtomicUsize::new(1))),
        ..Strategies::new(scripted(&[]))
    };
    let game = game(strategies);
    let (before, rest) = (record(&game), spawner.used());
    // The snake eats at once; what is left of the script lies outside or on the snake, so the game would be filled.
    assert!(matches!(game.tick(), Err(Error::Foreign(_))));
    assert_eq!((record(&game), spawner.used()), (before, rest));
}

#[test]
fn nobody_waits_for_a_strategy_but_those_who_want_to_change_something() {
    let (inside, go_on) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let strategies = {
        let (inside, go_on) = (Arc::clone(&inside), Arc::clone(&go_on));
        asked(move || {
            inside.wait();
            go_on.wait();
            Ok(None)
        })
    };
    let game = Arc::new(game(strategies));
    let before = record(&game);
    let ticking = thread::spawn({
        let game = Arc::clone(&game);
        move || game.tick()
    });
    inside.wait();
    assert_eq!(record(&game), before); // reads see the state before the tick
    assert!(matches!((game.try_tick(), game.try_change_direction(Direction::Up)), (Ok(None), Ok(None))));
    let turning = thread::spawn({
        let game = Arc::clone(&game);
        move || game.change_direction(Direction::Up)
    });
    thread::sleep(Duration::from_millis(30));
    assert!(!turning.is_finished());
    go_on.wait();
    assert_eq!(ticking.join().unwrap().unwrap().reason, Some(EndReason::Filled));
    assert!(matches!(turning.join().unwrap(), Err(Error::GameOver(_))));
}

#[test]
fn a_strategy_may_read_its_game_but_not_drive_it() {
    static GAME: OnceLock<SnakeGame> = OnceLock::new();
    let strategies = asked(|| {
        let game = GAME.get().unwrap();
        assert_eq!(game.read(State::tick_count), 0);
        assert!(matches!(game.change_direction(Direction::Up), Err(Error::InvalidState(_))));
        assert!(matches!(game.pause(), Err(Error::InvalidState(_))));
        assert!(matches!(game.tick(), Err(Error::InvalidState(_))));
        Ok(None)
    });
    let game = GAME.get_or_init(|| game(strategies));
    assert_eq!(game.tick().unwrap().reason, Some(EndReason::Filled));
}

#[test]
fn a_strategy_that_panics_does_not_lock_the_game_up() {
    let game = Arc::new(game(asked(|| panic!("a bug of the user's"))));
    let ticking = thread::spawn({
        let game = Arc::clone(&game);
        move || game.tick().map(drop)
    });
    assert!(ticking.join().is_err());
    assert!(game.change_direction(Direction::Up).unwrap());
    assert!(game.tick().unwrap().moved);
}

/// Notes the ticks it is shown; `Err` for some of them.
#[derive(Default)]
struct Log {
    ticks: Mutex<Vec<u64>>,
    fails: bool,
}

impl Observer<Frame> for Log {
    fn on_frame(&self, frame: &Arc<Frame>) -> Result<()> {
        self.ticks.lock().unwrap().push(frame.tick);
        if self.fails { Err(Error::Foreign(format!("tick {}", frame.tick).into())) } else { Ok(()) }
    }
}

/// A host that notes what it is told.
#[derive(Default)]
struct Notes(Mutex<Vec<String>>);

impl Host for Notes {
    fn check_interrupt(&self) -> Result<()> {
        Ok(())
    }

    fn report(&self, error: Error) {
        self.0.lock().unwrap().push(error.to_string());
    }
}

#[test]
fn frames_reach_every_observer_once_and_in_order_whichever_threads_tick() {
    let strategies = Strategies::new(RandomFoodSpawner::new(3, 1).unwrap());
    let cells: Vec<Point> = vec![Point::new(0, 0)];
    let game =
        SnakeGame::new(Grid::new(4096, 4096).unwrap(), &Snake::new(cells).unwrap(), Direction::Right, strategies);
    let game = game.unwrap();
    let (early, late) = (Arc::new(Log::default()), Arc::new(Log::default()));
    game.subscribe(Arc::clone(&early) as _);
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..3).for_each(|_| assert!(game.tick().unwrap().moved)));
        }
        scope.spawn(|| game.subscribe(Arc::clone(&late) as _));
    });
    game.flush().unwrap();
    assert_eq!(*early.ticks.lock().unwrap(), (1..=12).collect::<Vec<u64>>());
    let late = late.ticks.lock().unwrap();
    assert_eq!(*late, (13 - late.len() as u64..=12).collect::<Vec<u64>>());
}

#[test]
fn an_observer_that_fails_stops_nobody_else() {
    let notes = Arc::new(Notes::default());
    let strategies = Strategies { host: Arc::clone(&notes) as _, ..Strategies::new(scripted(&[])) };
    let game = game(strategies);
    let (failing, well) = (Arc::new(Log { fails: true, ..Log::default() }), Arc::new(Log::default()));
    for observer in [&failing, &failing, &well] {
        game.subscribe(Arc::clone(observer) as _);
    }
    assert_eq!(game.tick().unwrap_err().to_string(), "tick 1");
    assert_eq!(game.read(State::tick_count), 1); // the tick stands
    assert_eq!(*notes.0.lock().unwrap(), ["tick 1"]);
    let is_failing = |observer: &dyn Observer<Frame>| std::ptr::addr_eq(observer, Arc::as_ptr(&failing));
    let cancelled = [(); 3].map(|()| game.unsubscribe(is_failing).is_some());
    assert_eq!(cancelled, [true, true, false]);
    game.tick().unwrap();
    assert_eq!(*well.ticks.lock().unwrap(), [1, 2]);
    assert_eq!(*failing.ticks.lock().unwrap(), [1, 1]);
}

#[test]
fn a_run_is_a_loop_of_ticks() {
    let turns = [Direction::Down, Direction::Left, Direction::Up, Direction::Right];
    for n in [1, 7, 5_000] {
        let make = || game(timeless(RandomFoodSpawner::new(11, 1).unwrap()));
        let (looped, run) = (make(), make());
        let mut last = None;
        for turn in turns.into_iter().cycle().take(n) {
            looped.change_direction(turn).unwrap();
            last = Some(looped.tick().unwrap());
            if looped.read(State::phase).state() == GameState::Over {
                break;
            }
        }
        assert_eq!(run.run(n as u64, &turns, Repeat::Forever).ok(), last);
        assert_eq!(record(&run), record(&looped));
    }
}

#[test]
fn a_record_brings_a_game_back() {
    let strategies = || timeless(RandomFoodSpawner::new(5, 2).unwrap());
    let game = game(strategies());
    game.tick().unwrap();
    game.pause().unwrap();
    game.change_direction(Direction::Up).unwrap();
    let text = serde_json::to_string(&record(&game)).unwrap();
    let again: Record = serde_json::from_str(&text).unwrap();
    let again = SnakeGame::restore(Grid::new(6, 3).unwrap(), again, strategies()).unwrap();
    assert_eq!(record(&again), record(&game));
    again.transition(Phase::Running).unwrap();
    assert!(again.tick().unwrap().moved);
    for broken in [text.replace("\"up\"", "\"left\""), text.replace("[[", "[[9,9],[")] {
        let parsed: std::result::Result<Record, _> = serde_json::from_str(&broken);
        let refused =
            parsed.map_or(true, |record| SnakeGame::restore(Grid::new(6, 3).unwrap(), record, strategies()).is_err());
        assert!(refused, "{broken}");
    }
}
