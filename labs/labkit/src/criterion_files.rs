//! criterion's result files, read here and nowhere else.
//!
//! They are private to criterion: the workspace pins its version, and a test
//! below runs the pinned version and reads what it wrote. Of a benchmark's
//! folders `new`, `base` and `change` only `new` is read; `change` holds
//! ratios under the same names.

use std::fs;
use std::path::Path;

use ledger::{Estimate, Nanos};
use serde::Deserialize;

#[derive(Deserialize)]
struct Estimates {
    mean: Statistic,
    slope: Option<Statistic>,
}

#[derive(Deserialize)]
struct Statistic {
    point_estimate: f64,
    confidence_interval: Interval,
}

#[derive(Deserialize)]
struct Interval {
    confidence_level: f64,
    lower_bound: f64,
    upper_bound: f64,
}

#[derive(Deserialize)]
struct Sample {
    times: Vec<f64>,
}

/// criterion's typical time (slope, else mean) of `group`/`variant` below its
/// output folder.
pub(crate) fn estimate(output: &Path, group: &str, variant: &str) -> Result<Estimate, String> {
    let folder = output.join(group).join(variant).join("new");
    let file = |name: &str| -> Result<(std::path::PathBuf, Vec<u8>), String> {
        let path = folder.join(name);
        let text = fs::read(&path)
            .map_err(|e| format!("{}: criterion left no result: {e}", path.display()))?;
        Ok((path, text))
    };
    let (path, text) = file("estimates.json")?;
    let fault = |message: String| format!("{}: {message}", path.display());
    let estimates: Estimates = serde_json::from_slice(&text).map_err(|e| fault(e.to_string()))?;
    let (sample_path, text) = file("sample.json")?;
    let sample: Sample =
        serde_json::from_slice(&text).map_err(|e| format!("{}: {e}", sample_path.display()))?;
    let typical = estimates.slope.as_ref().unwrap_or(&estimates.mean);
    let nanos = |value: f64| Nanos::new(value).ok_or_else(|| fault(format!("{value} is no time")));
    Ok(Estimate {
        variant: variant.to_owned(),
        time: nanos(typical.point_estimate)?,
        low: nanos(typical.confidence_interval.lower_bound)?,
        high: nanos(typical.confidence_interval.upper_bound)?,
        confidence: typical.confidence_interval.confidence_level,
        samples: sample.times.len() as u64,
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_pinned_criterion_writes_what_is_read_here() {
        let output = std::env::temp_dir().join(format!("labkit-criterion-{}", std::process::id()));
        let mut criterion = criterion::Criterion::default()
            .output_directory(&output)
            .sample_size(10)
            .warm_up_time(Duration::from_millis(20))
            .measurement_time(Duration::from_millis(50));
        let mut group = criterion.benchmark_group("table");
        group.bench_function("variant", |b| b.iter(|| std::hint::black_box(1)));
        group.finish();
        let estimate = estimate(&output, "table", "variant").unwrap();
        assert!(estimate.low <= estimate.time && estimate.time <= estimate.high);
        assert_eq!(estimate.samples, 10);
        // A folder of ratios beside it is not looked at.
        fs::create_dir_all(output.join("table/variant/change")).unwrap();
        fs::write(output.join("table/variant/change/estimates.json"), "{}").unwrap();
        assert!(super::estimate(&output, "table", "variant").is_ok());
        fs::write(output.join("table/variant/new/estimates.json"), r#"{"mean": {"point_estimate": -0.099, "confidence_interval": {"confidence_level": 0.95, "lower_bound": -1.0, "upper_bound": 1.0}}}"#).unwrap();
        assert!(
            super::estimate(&output, "table", "variant").unwrap_err().contains("-0.099 is no time")
        );
        fs::remove_dir_all(output).unwrap();
    }
}
