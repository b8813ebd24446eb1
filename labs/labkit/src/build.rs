use ledger::Build;

/// How the running program was compiled, as far as this crate knows: its own
/// compiler, target and profile, which cargo shares over a build.
pub fn this_build() -> Build {
    let profile = match env!("LABKIT_PROFILE") {
        "debug" => "dev",
        other => other,
    };
    Build {
        toolchain: env!("LABKIT_TOOLCHAIN").to_owned(),
        target: env!("LABKIT_TARGET").to_owned(),
        profile: profile.to_owned(),
    }
}
