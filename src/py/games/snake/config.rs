//! Configurations, as Python has them: what `json.loads` makes of their JSON.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::core::Error;
use crate::games::snake::Config;
use crate::py::errors::{wrong_type, wrong_value};

/// A configuration as a dict.
pub(super) fn to_python<'py>(py: Python<'py>, config: &Config) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(config).map_err(|error| Error::InvalidState(format!("config: {error}")))?;
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (text,))
}

/// A configuration from a dict, or from JSON.
pub(super) fn from_python(value: &Bound<'_, PyAny>) -> PyResult<Config> {
    let text = if let Ok(text) = value.cast::<PyString>() {
        text.to_string_lossy().into_owned()
    } else if !value.is_instance_of::<PyDict>() {
        return Err(wrong_type("config", value, "a dict or JSON"));
    } else {
        let json = value.py().import(intern!(value.py(), "json"))?;
        json.call_method1(intern!(value.py(), "dumps"), (value,))?.extract()?
    };
    // A list would be read as a configuration whose first fields it gives.
    if !text.trim_ascii_start().starts_with('{') {
        return Err(wrong_value("config", "no JSON object", "a configuration of Snake"));
    }
    let unreadable = |error| Error::validation("config", error, "a configuration of Snake");
    Ok(serde_json::from_str(&text).map_err(unreadable)?)
}
