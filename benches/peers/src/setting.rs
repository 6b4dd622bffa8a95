//! Describes the measurement: the CPU, the compilers, the versions.

use std::fs;
use std::process::Command;

use utflane::Isa;

use crate::arguments::Arguments;
use utflane_test_support::corpora;

/// The versions of the peers. That of std is rustc's.
pub(crate) const PEERS: &str = env!("PEER_VERSIONS");
pub(crate) const RUSTC: &str = env!("RUSTC_VERSION");
pub(crate) const CXX: &str = env!("CXX_VERSION");

/// Returns the first lines of the output.
pub(crate) fn setting(arguments: &Arguments, isa: Isa) -> String {
    let texts = match (&arguments.text, corpora::folder()) {
        (Some(folder), _) => format!("texts of {}", folder.display()),
        (None, Some(_)) => "script corpora from files".to_string(),
        (None, None) => "script corpora generated".to_string(),
    };
    format!(
        "{}; {RUSTC}; {PEERS}; simdutf built by {CXX}; {texts}\n\
         utflane on {}, peers on {}; GB/s of input, or nanoseconds a string of up to 256 units; \
         the fastest of {} rounds",
        Cpu::this(),
        isa.name(),
        arguments.tier.name(),
        arguments.rounds(),
    )
}

/// The CPU, as far as the system describes it.
pub(crate) struct Cpu {
    name: Option<String>,
    vendor: Option<String>,
    family: Option<String>,
    model: Option<String>,
}

/// Vendor, family, model and common name of CPUs.
const KNOWN: [(&str, &str, &str, &str); 11] = [
    ("AuthenticAMD", "23", "49", "Zen 2"),
    ("AuthenticAMD", "25", "1", "Zen 3"),
    ("AuthenticAMD", "25", "33", "Zen 3"),
    ("AuthenticAMD", "25", "17", "Zen 4"),
    ("AuthenticAMD", "25", "97", "Zen 4"),
    ("AuthenticAMD", "26", "2", "Zen 5"),
    ("AuthenticAMD", "26", "17", "Zen 5"),
    ("GenuineIntel", "6", "85", "Skylake SP"),
    ("GenuineIntel", "6", "106", "Ice Lake SP"),
    ("GenuineIntel", "6", "143", "Sapphire Rapids"),
    ("GenuineIntel", "6", "207", "Emerald Rapids"),
];

impl Cpu {
    pub(crate) fn this() -> Cpu {
        let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let field = |name: &str| {
            let mut fields = text.lines().filter_map(|line| line.split_once(':'));
            let found = fields.find(|(field, _)| field.trim() == name)?;
            Some(found.1.trim().to_string())
        };
        Cpu {
            name: field("model name"),
            vendor: field("vendor_id"),
            family: field("cpu family"),
            model: field("model"),
        }
    }

    /// Returns the common name.
    fn known(&self) -> Option<&'static str> {
        let this = [&self.vendor, &self.family, &self.model].map(|one| one.as_deref());
        let mut known = KNOWN.into_iter();
        let found = known.find(|known| this == [Some(known.0), Some(known.1), Some(known.2)]);
        Some(found?.3)
    }

    /// Returns a name for a folder: `amd-25-17`.
    pub(crate) fn folder(&self) -> String {
        match (&self.vendor, &self.family, &self.model) {
            (Some(vendor), Some(family), Some(model)) => {
                let vendor = vendor.trim_start_matches("Authentic");
                let vendor = vendor.trim_start_matches("Genuine").to_lowercase();
                format!("{vendor}-{family}-{model}")
            }
            _ => format!("unknown-{}", std::env::consts::ARCH),
        }
    }
}

impl std::fmt::Display for Cpu {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(name) = &self.name else {
            return write!(formatter, "unknown CPU ({})", std::env::consts::ARCH);
        };
        formatter.write_str(name)?;
        if let (Some(family), Some(model)) = (&self.family, &self.model) {
            write!(formatter, " (family {family}, model {model}")?;
            if let Some(known) = self.known() {
                write!(formatter, ", {known}")?;
            }
            formatter.write_str(")")?;
        }
        Ok(())
    }
}

/// Returns the first line that a command prints, or an empty string if it cannot run.
pub(crate) fn said(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let line = text.as_deref().unwrap_or_default().lines().next();
    line.unwrap_or_default().trim().to_string()
}
