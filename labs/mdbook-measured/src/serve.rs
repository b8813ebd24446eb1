//! Serving the book on loopback, and building it again when it changes.

use std::collections::BTreeSet;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use anyhow::{Context as _, Result};
use axum::Router;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};
use tokio::net::TcpListener;
use tower_http::services::{ServeDir, ServeFile};
use tower_livereload::{LiveReloadLayer, Reloader};

/// mdBook's own port.
pub const PORT: u16 = 3000;

/// A bound address and what is served there.
#[derive(Debug)]
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    reloader: Reloader,
    router: Router,
}

impl Server {
    /// Binds 127.0.0.1. Without a port it is [`PORT`], or any free one where
    /// that is taken; a named port must be free.
    ///
    /// # Errors
    ///
    /// The named port is taken, or none can be bound.
    pub fn bind(pages: &Path, port: Option<u16>) -> Result<Server> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        let bind = |port| {
            runtime.block_on(TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port))))
        };
        let listener = match port {
            Some(port) => bind(port).with_context(|| {
                format!("port {port} cannot be used; `--port 0` takes any free one")
            })?,
            None => bind(PORT).or_else(|_| bind(0)).context("no port of 127.0.0.1 can be used")?,
        };
        let layer = LiveReloadLayer::new();
        let reloader = layer.reloader();
        let files = ServeDir::new(pages).not_found_service(ServeFile::new(pages.join("404.html")));
        let router = Router::new().fallback_service(files).layer(layer);
        Ok(Server { runtime, listener, reloader, router })
    }

    /// `http://127.0.0.1:3000/`.
    ///
    /// # Errors
    ///
    /// The system does not tell the address.
    pub fn address(&self) -> Result<String> {
        Ok(format!("http://{}/", self.listener.local_addr()?))
    }

    /// Serves until the process ends; calls `changed` with the files that
    /// changed, and has every open page reload when it says that the book is
    /// new.
    ///
    /// # Errors
    ///
    /// The folders cannot be watched, or the network fails.
    pub fn run(self, watched: Watched, mut changed: impl FnMut(&[PathBuf]) -> bool) -> Result<()> {
        let Server { runtime, listener, reloader, router } = self;
        let served = runtime.spawn(async move { axum::serve(listener, router).await });
        while let Some(files) = watched.next() {
            if served.is_finished() {
                break;
            }
            if changed(&files) {
                reloader.reload();
            }
        }
        runtime.block_on(served)?.context("serving failed")
    }
}

/// An editor saves in several steps: a build waits until so long nothing more
/// has changed.
const QUIET: Duration = Duration::from_millis(300);

/// What is watched for changes.
#[derive(Debug)]
pub struct Watched {
    changes: mpsc::Receiver<PathBuf>,
    /// Stops watching when it is dropped.
    _watcher: RecommendedWatcher,
}

impl Watched {
    /// Watches what a book is made from: `book.toml`, `src`, `theme`, `labs`,
    /// and the reader's own results in `target/labs`. What a build or a test
    /// writes elsewhere never counts, and reading is no change, so no build
    /// causes the next one.
    ///
    /// # Errors
    ///
    /// The system cannot watch these folders.
    pub fn start(root: &Path, target: &Path) -> Result<Watched> {
        let (send, changes) = mpsc::channel();
        let (watched_root, results) = (root.to_owned(), target.join("labs"));
        std::fs::create_dir_all(&results).with_context(|| results.display().to_string())?;
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            let Ok(event) = event else { return };
            if !event.kind.is_access() {
                for path in
                    event.paths.into_iter().filter(|path| matters(&watched_root, &results, path))
                {
                    let _ = send.send(path);
                }
            }
        })
        .context("files cannot be watched here")?;
        // The root itself for book.toml, which an editor may replace.
        let whole = [root.join("src"), root.join("theme"), root.join("labs"), target.join("labs")]
            .map(|f| (f, RecursiveMode::Recursive));
        for (folder, mode) in
            whole.into_iter().chain([(root.to_owned(), RecursiveMode::NonRecursive)])
        {
            if folder.exists() {
                watcher.watch(&folder, mode).with_context(|| folder.display().to_string())?;
            }
        }
        Ok(Watched { changes, _watcher: watcher })
    }

    /// Waits for the next change, and for all that come with it.
    fn next(&self) -> Option<Vec<PathBuf>> {
        let mut files = BTreeSet::from([self.changes.recv().ok()?]);
        while let Ok(file) = self.changes.recv_timeout(QUIET) {
            files.insert(file);
        }
        Some(files.into_iter().collect())
    }
}

/// Whether a change of this file can change a page.
fn matters(root: &Path, results: &Path, path: &Path) -> bool {
    if let Ok(result) = path.strip_prefix(results) {
        // lab1/counts.json; not profiles and not the steps of a run.
        let name = result.file_name().unwrap_or_default().to_string_lossy();
        return result.components().count() == 2
            && name.ends_with(".json")
            && (name.starts_with("times-") || name == "counts.json");
    }
    let Ok(path) = path.strip_prefix(root) else {
        return false;
    };
    let hidden = path.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'));
    let known = path.extension().is_some_and(|extension| {
        ["md", "toml", "rs", "go", "json", "css", "js", "svg", "png", "hbs"]
            .iter()
            .any(|known| extension == *known)
    });
    !hidden && known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_page_is_made_from_matters() {
        let (root, results) = (Path::new("/b"), Path::new("/b/target/labs"));
        for path in [
            "/b/src/x.md",
            "/b/labs/lab1/ledger/counts.json",
            "/b/labs/lab1/src/a.rs",
            "/b/book.toml",
            "/b/target/labs/lab1/counts.json",
            "/b/target/labs/lab1/times-x.json",
        ] {
            assert!(matters(root, results, Path::new(path)), "{path}");
        }
        for path in [
            "/b/src/.x.md.swp",
            "/b/src/x.md~",
            "/b/target/labs/lab1/lines.dhat.json",
            "/b/target/labs/lab1/steps-a/counts.json",
            "/b/target/labs/lab1/.ledger-x",
            "/c/x.md",
        ] {
            assert!(!matters(root, results, Path::new(path)), "{path}");
        }
    }
}
