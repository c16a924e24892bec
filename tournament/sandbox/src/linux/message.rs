//! What the caller sends to the process that prepares the program, and what that one reports.

use crate::command::Executable;
use crate::{Ended, Missing, Namespaces, Protection, Sandbox};
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Duration;

/// A sandbox and the command that is to run in it.
pub(super) struct Setup {
    pub(super) sandbox: Sandbox,
    /// An empty folder, which is the scratch folder if there is no file system of its own.
    pub(super) base: PathBuf,
    pub(super) program: Executable,
    pub(super) arguments: Vec<OsString>,
}

/// What happened, in the order of a run: `Missing`* and `Counter`, `Started`, `Ended`; or `Failed`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LauncherReport {
    /// A protection that this system does not offer.
    Missing(Missing),
    /// The descriptor that comes with it is a counter of CPU time.
    Counter,
    /// The program runs, in namespaces of its own or not. Its process number is that of its process namespace.
    Started { process: i32, separate: bool },
    /// The program was not started.
    Failed(String),
    /// The program has ended. The CPU time is that of all processes that were waited for.
    Ended { ended: Ended, cpu: Duration },
}

impl Setup {
    /// Fields with their lengths.
    pub(super) fn encode(&self) -> Vec<u8> {
        let sandbox = &self.sandbox;
        let mut out = Encoder::default();
        for number in [
            sandbox.memory,
            u64::from(sandbox.processes),
            sandbox.open_files,
            sandbox.file_size,
            sandbox.scratch,
            sandbox.cpu.map_or(0, |limit| limit.as_millis().clamp(1, u128::from(u32::MAX)) as u64),
            match sandbox.namespaces {
                Namespaces::All => 0,
                Namespaces::WithoutMounts => 1,
                Namespaces::None => 2,
            },
        ] {
            out.bytes(&number.to_le_bytes());
        }
        out.list(sandbox.readable.iter().map(|path| path.as_os_str()));
        out.list(sandbox.copied.iter().map(|path| path.as_os_str()));
        out.bytes(&u64::from(sandbox.only_copied.is_some()).to_le_bytes());
        let only: Vec<_> = sandbox.only_copied.iter().flatten().map(|path| path.as_os_str()).collect();
        out.list(only.into_iter());
        out.list(sandbox.environment.iter().map(|(name, _)| name.as_os_str()));
        out.list(sandbox.environment.iter().map(|(_, value)| value.as_os_str()));
        out.bytes(self.base.as_os_str().as_bytes());
        let (place, path) = match &self.program {
            Executable::Copied(path) => (0_u64, path),
            Executable::At(path) => (1, path),
        };
        out.bytes(&place.to_le_bytes());
        out.bytes(path.as_os_str().as_bytes());
        out.list(self.arguments.iter().map(OsString::as_os_str));
        out.0
    }

    /// The reverse of `encode`. `None` if the bytes are not those of a setup.
    pub(super) fn decode(bytes: &[u8]) -> Option<Setup> {
        let mut fields = Decoder(bytes);
        let memory = fields.number()?;
        let processes = u32::try_from(fields.number()?).ok()?;
        let open_files = fields.number()?;
        let file_size = fields.number()?;
        let scratch = fields.number()?;
        let cpu = Some(fields.number()?).filter(|limit| *limit > 0).map(Duration::from_millis);
        let namespaces = match fields.number()? {
            0 => Namespaces::All,
            1 => Namespaces::WithoutMounts,
            _ => Namespaces::None,
        };
        let paths = |list: Vec<OsString>| list.into_iter().map(PathBuf::from).collect::<Vec<_>>();
        let readable = paths(fields.list()?);
        let copied = paths(fields.list()?).pop();
        let has_only = fields.number()? > 0;
        let only_copied = Some(paths(fields.list()?).into_iter().collect()).filter(|_| has_only);
        let names = fields.list()?;
        let environment = names.into_iter().zip(fields.list()?).collect();
        let base = fields.path()?;
        let place = fields.number()?;
        let path = fields.path()?;
        let program = if place == 0 { Executable::Copied(path) } else { Executable::At(path) };
        let arguments = fields.list()?;
        let sandbox = Sandbox {
            memory,
            processes,
            open_files,
            file_size,
            scratch,
            cpu,
            readable,
            copied,
            only_copied,
            environment,
            namespaces,
        };
        fields.0.is_empty().then_some(Setup { sandbox, base, program, arguments })
    }
}

impl LauncherReport {
    /// One line. Line breaks of sentences become spaces.
    pub(super) fn line(&self) -> String {
        let flat = |sentence: &str| sentence.replace('\n', " ");
        match self {
            LauncherReport::Missing(Missing { protection, reason }) => {
                format!("missing {} {}\n", protection.name(), flat(reason))
            }
            LauncherReport::Counter => "counter of CPU time\n".to_string(),
            LauncherReport::Started { process, separate: true } => format!("separate {process}\n"),
            LauncherReport::Started { process, separate: false } => format!("started {process}\n"),
            LauncherReport::Failed(sentence) => format!("failed {}\n", flat(sentence)),
            LauncherReport::Ended { ended: Ended::Exit(code), cpu } => format!("exit {code} {}\n", cpu.as_nanos()),
            LauncherReport::Ended { ended: Ended::Signal(number), cpu } => {
                format!("signal {number} {}\n", cpu.as_nanos())
            }
        }
    }

    /// The reverse of `line`, which comes without its end.
    pub(super) fn parse(line: &str) -> io::Result<LauncherReport> {
        let bad = || io::Error::new(io::ErrorKind::InvalidData, format!("not a report: {line}"));
        let (kind, rest) = line.split_once(' ').ok_or_else(bad)?;
        let number = |text: &str| text.parse::<i32>().map_err(|_| bad());
        Ok(match kind {
            "missing" => {
                let (name, reason) = rest.split_once(' ').ok_or_else(bad)?;
                let protection = Protection::ALL.into_iter().find(|protection| protection.name() == name);
                let (protection, reason) = (protection.ok_or_else(bad)?, reason.to_string());
                LauncherReport::Missing(Missing { protection, reason })
            }
            "counter" => LauncherReport::Counter,
            "failed" => LauncherReport::Failed(rest.to_string()),
            "separate" | "started" => LauncherReport::Started { process: number(rest)?, separate: kind == "separate" },
            "exit" | "signal" => {
                let (first, nanoseconds) = rest.split_once(' ').ok_or_else(bad)?;
                let cpu = Duration::from_nanos(nanoseconds.parse().map_err(|_| bad())?);
                let first = number(first)?;
                let ended = if kind == "exit" { Ended::Exit(first) } else { Ended::Signal(first) };
                LauncherReport::Ended { ended, cpu }
            }
            _ => return Err(bad()),
        })
    }
}

#[derive(Default)]
struct Encoder(Vec<u8>);

impl Encoder {
    fn bytes(&mut self, bytes: &[u8]) {
        self.0.extend((bytes.len() as u64).to_le_bytes());
        self.0.extend(bytes);
    }

    fn list<'a>(&mut self, items: impl ExactSizeIterator<Item = &'a OsStr>) {
        self.bytes(&(items.len() as u64).to_le_bytes());
        for item in items {
            self.bytes(item.as_bytes());
        }
    }
}

struct Decoder<'a>(&'a [u8]);

impl<'a> Decoder<'a> {
    fn bytes(&mut self) -> Option<&'a [u8]> {
        let (length, rest) = self.0.split_first_chunk()?;
        let (bytes, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.bytes()?.try_into().ok()?))
    }

    fn path(&mut self) -> Option<PathBuf> {
        Some(OsString::from_vec(self.bytes()?.to_vec()).into())
    }

    fn list(&mut self) -> Option<Vec<OsString>> {
        let length = self.number()?;
        (0..length).map(|_| Some(OsString::from_vec(self.bytes()?.to_vec()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setup_is_decoded_as_it_was_encoded() {
        let sandbox = Sandbox::default()
            .memory(7)
            .cpu(Some(Duration::from_millis(1500)))
            .readable("/a b")
            .readable(OsString::from_vec(vec![b'/', 0xff]))
            .only_copied(["/y/x".into(), "/y".into()])
            .copied("/y")
            .environment("NAME", "value")
            .namespaces(Namespaces::WithoutMounts);
        let arguments = vec!["".into(), "-c".into()];
        let setup = Setup { sandbox, base: "/base".into(), program: Executable::Copied("bin/p".into()), arguments };
        let bytes = setup.encode();
        let back = Setup::decode(&bytes).unwrap();
        assert_eq!(format!("{:?}", back.sandbox), format!("{:?}", setup.sandbox));
        assert_eq!((back.base, back.program, back.arguments), (setup.base, setup.program, setup.arguments));
        for length in 0..bytes.len() {
            assert!(Setup::decode(&bytes[..length]).is_none(), "{length} bytes");
        }
    }

    #[test]
    fn a_report_is_parsed_as_it_was_written() {
        let cpu = Duration::from_nanos(1_234_567_890_123);
        for report in [
            LauncherReport::Missing(Missing { protection: Protection::Landlock, reason: "no this".to_string() }),
            LauncherReport::Counter,
            LauncherReport::Started { process: 2, separate: true },
            LauncherReport::Started { process: 7, separate: false },
            LauncherReport::Failed("it is so".to_string()),
            LauncherReport::Ended { ended: Ended::Exit(255), cpu },
            LauncherReport::Ended { ended: Ended::Signal(11), cpu },
        ] {
            assert_eq!(LauncherReport::parse(report.line().trim_end()).unwrap(), report);
        }
        assert!(LauncherReport::parse("exit 3").is_err());
        assert!(LauncherReport::parse("").is_err());
    }
}
