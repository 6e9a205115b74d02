//! The Python module `tickgrid._core`: the only room that knows Python.
//!
//! Every call into the engine goes through [`enter`], which decides about the interpreter lock; every argument through
//! [`arguments`], which names the field in its errors; every error through [`errors`]. The rest are thin coats.

#![allow(clippy::doc_markdown, reason = "what Python's help() shows is not Markdown")]
#![allow(clippy::needless_pass_by_value, reason = "pyo3 hands arguments over")]

mod arguments;
mod batch;
mod bots;
mod chance;
mod clock;
mod enter;
mod errors;
mod games;
mod geometry;
mod hazard;
mod interpreter;
mod made;
mod paths;
mod pickle;
mod sampling;
mod value;
mod vocabulary;

use pyo3::prelude::*;

/// The native engine; import its names from `tickgrid`.
#[pymodule]
mod _core {
    #[pymodule_export]
    use super::batch::PyBatch;
    #[pymodule_export]
    use super::bots::evaluate::evaluate_bot;
    #[pymodule_export]
    use super::bots::native::{PyBest, PyBfs, PyGreedy, PyHamiltonian, PyNativeBot, PyRandom, PyShortcut};
    #[pymodule_export]
    use super::chance::PyChance;
    #[pymodule_export]
    use super::clock::{PyManualClock, PySystemClock};
    #[pymodule_export]
    use super::games::ladders::PyLadderRules;
    #[pymodule_export]
    use super::games::snake::commands::{PyPause, PyResume, PyTurn};
    #[pymodule_export]
    use super::games::snake::food::{PyRandomFoodSpawner, PyRecordedFoodSpawner, PyScriptedFoodSpawner};
    #[pymodule_export]
    use super::games::snake::frame::{PyFrame, PyTickResult};
    #[pymodule_export]
    use super::games::snake::game::PySnakeGame;
    #[pymodule_export]
    use super::games::snake::golden::PyGoldenFoodSpawner;
    #[pymodule_export]
    use super::games::snake::phases::{PyGamePhase, PyOverPhase, PyPausedPhase, PyReadyPhase, PyRunningPhase};
    #[pymodule_export]
    use super::games::snake::replay::{PyReplay, PyReplayFrames};
    #[pymodule_export]
    use super::games::snake::snake::{PyFood, PySnake};
    #[pymodule_export]
    use super::games::snake::speed::{PyAcceleratingSpeed, PyConstantSpeed};
    #[pymodule_export]
    use super::games::snake::text_renderer::PyTextRenderer;
    #[pymodule_export]
    use super::games::tictactoe::analysis::{
        PyMonteCarloBot, count_tictactoe_games, count_tictactoe_positions, solve_tictactoe,
    };
    #[pymodule_export]
    use super::games::tictactoe::game::PyTicTacToe;
    #[pymodule_export]
    use super::geometry::{PyGrid, PyPoint};
    #[pymodule_export]
    use super::hazard::PyHazard;
    #[pymodule_export]
    use super::paths::{PySnakePaths, count_snake_paths, snake_paths};
    #[pymodule_export]
    use super::sampling::sample_actions;
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::interpreter::prepare(module.py())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
