//! Configurations, as Python has them: what `json.loads` makes of their JSON.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::core::Error;
use crate::games::snake::Config;

/// A configuration as a dict.
pub(super) fn to_python<'py>(py: Python<'py>, config: &Config) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(config).map_err(|error| Error::InvalidState(format!("config: {error}")))?;
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (text,))
}

/// A configuration from a dict, or from JSON.
pub(super) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Config> {
    let text = if let Ok(text) = value.cast::<PyString>() {
        text.to_string_lossy().into_owned()
    } else {
        let json = value.py().import(intern!(value.py(), "json"))?;
        json.call_method1(intern!(value.py(), "dumps"), (value,))?.extract()?
    };
    let unreadable = |error| Error::validation("config", error, "a configuration of Snake");
    Ok(serde_json::from_str(&text).map_err(unreadable)?)
}
