//! Every command on a profile that was read from any bytes: no panic, and the
//! sums of the file.

use heapview::{
    By, DiffOptions, Filter, Format, Metric, Profile, Sources, TopOptions, TreeOptions, View,
};
use regex::Regex;

pub fn every_command(profile: &Profile) {
    for all_frames in [false, true] {
        let view = View::new(profile, &Filter { all_frames, ..Filter::default() });
        assert_eq!(view.selected, profile.total);
        for by in [By::Function, By::Line] {
            let metrics = vec![Metric::Bytes, Metric::Live];
            let top = heapview::top(&view, &TopOptions { metrics, by, cum: false, rows: 9 });
            for order in &top.orders {
                let shown: u64 = order.rows.iter().map(|row| row.flat).sum();
                assert_eq!(shown + order.left, profile.total.get(order.metric));
            }
            let _ = top.render(Some(40));
            let options = TreeOptions { metric: Metric::Bytes, depth: 20, min_share: 0.01, by };
            let _ = heapview::tree(&view, &options).render(Some(40));
            let options = DiffOptions { metric: Metric::Bytes, by, cum: false, rows: 9 };
            let diff = heapview::diff(&view, &view, &options);
            assert!(diff.rows.is_empty());
        }
        let any = Regex::new("").expect("an empty expression is one");
        let mut nowhere = Sources::new(&["/nowhere".into()], None);
        let _ = heapview::list(&view, &any, &mut nowhere).render(Some(40));
        let _ = heapview::peek(&view, &any, Metric::Bytes).render(Some(40));
        let _ = heapview::sites(&view, Metric::Bytes, 9, 3).render(Some(40));
        let _ = heapview::advise(&view).render(Some(40));
        let formats = [Format::Folded, Format::Pprof, Format::Speedscope, Format::Json];
        for format in formats {
            let mut out = Vec::new();
            heapview::export(&view, format, Metric::Bytes, &mut out).expect("memory takes it");
            // What pprof calls i64 ends at half of what dhat can hold.
            let fits = profile.sites.iter().all(|site| site.values.bytes <= i64::MAX as u64);
            if format == Format::Pprof && profile.measures(Metric::Bytes) && fits {
                let _ = heapview::read_profile(out, 1 << 26);
            }
        }
    }
}
