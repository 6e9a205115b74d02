//! Configurations, as Python has them: what `json.loads` makes of their JSON.

use pyo3::intern;
use pyo3::prelude::*;

use crate::core::Error;
use crate::games::snake::Config;

/// A configuration as a dict.
pub(super) fn to_python<'py>(py: Python<'py>, config: &Config) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(config).map_err(|error| Error::InvalidState(format!("config: {error}")))?;
    py.import(intern!(py, "json"))?.call_method1(intern!(py, "loads"), (text,))
}
