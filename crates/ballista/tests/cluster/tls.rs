//! Tests a cluster whose processes use TLS.

use super::*;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair};
use std::io::{Read, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::Output;

/// A certificate authority, and a certificate of it for the address 127.0.0.1.
struct Certificates {
    certificate: PathBuf,
    key: PathBuf,
    ca: PathBuf,
}

impl Certificates {
    fn create(folder: &Path, name: &str) -> std::io::Result<Certificates> {
        let mut params = CertificateParams::new(Vec::new()).expect("parameters");
        params.distinguished_name.push(DnType::CommonName, name);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = || KeyPair::generate().expect("a key");
        let ca = CertifiedIssuer::self_signed(params, key()).expect("an authority");
        let params = CertificateParams::new(["127.0.0.1".to_owned()]).expect("parameters");
        let key = key();
        let certificate = params.signed_by(&key, &ca).expect("a certificate");
        let write = |end: &str, text: String| {
            let path = folder.join(format!("{name}{end}"));
            std::fs::write(&path, text).map(|()| path)
        };
        Ok(Certificates {
            certificate: write(".pem", certificate.pem())?,
            key: write(".key", key.serialize_pem())?,
            ca: write("-ca.pem", ca.pem())?,
        })
    }

    fn options(&self) -> [&str; 6] {
        let [certificate, key, ca] = [&self.certificate, &self.key, &self.ca];
        let [certificate, key, ca] =
            [certificate, key, ca].map(|path| path.to_str().expect("text"));
        ["--tls-cert", certificate, "--tls-key", key, "--tls-ca", ca]
    }
}

/// Runs statements with the options, and returns the output.
fn sql(options: &[&str], scheduler: &str, statements: &[&str]) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_utflane-ballista"))
        .args(["sql", "--timeout", "60"])
        .args(options)
        .arg(scheduler)
        .args(statements)
        .stdin(Stdio::null())
        .output()
}

/// Sends the start of an HTTP/2 connection without TLS. Returns whether a server accepts it.
fn accepts_plain_text(address: &str) -> std::io::Result<bool> {
    let mut stream = TcpStream::connect(address)?;
    let settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")?;
    stream.write_all(&settings)?;
    let mut frame = [0; 4];
    // The first frame of an HTTP/2 server has the type SETTINGS (4).
    Ok(stream.read_exact(&mut frame).is_ok() && frame[3] == 4)
}

#[tokio::test(flavor = "multi_thread")]
async fn all_connections_use_tls() -> Result<()> {
    let place = tempfile::Builder::new().prefix("utflane").tempdir()?;
    let [csv, parquet] = ["csv", "parquet"].map(|name| place.path().join(name));
    std::fs::create_dir(&csv)?;
    write_files(&csv);
    let certificates = Certificates::create(place.path(), "own")?;
    let options = certificates.options();
    let with_options = |arguments: &[&str]| Process::start(&[arguments, &options].concat());
    let mut scheduler = with_options(&["scheduler", "127.0.0.1:0"]);
    let address = scheduler.address()?;
    let _executors = [0, 1].map(|_| with_options(&["executor", &address]));

    let create = format!(
        "CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '{}/' \
         OPTIONS (charset 'auto', fallback_charset 'iso-8859-1')",
        csv.display()
    );
    let copy = format!(
        "COPY (SELECT *, name AS again FROM t) TO '{}/' STORED AS PARQUET",
        parquet.display()
    );
    // Executors read the result of the first stage from each other.
    let count =
        "SELECT 'rows: ' || sum(n) AS n FROM (SELECT name, count(*) AS n FROM t GROUP BY name)";
    let output = sql(&options, &address, &[&create, &copy, count])?;
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(&format!("rows: {}", FILES * ROWS)), "{text}");
    check(&parquet, "arrow_cast(again, 'Utf8')").await?;

    // The address of an executor is in its error messages.
    let bad = "SELECT decode_text(arrow_cast(name, 'Binary'), 'ascii') FROM t";
    let output = sql(&options, &address, &[&create, bad])?;
    let error = String::from_utf8_lossy(&output.stderr);
    let (_, executor) = error.split_once(" at ").expect("an address");
    let (executor, _) = executor.split_once(": ").expect("an address");
    for address in [&*address, executor] {
        assert!(!accepts_plain_text(address)?, "{address}");
    }

    // Clients without TLS, and clients with another authority.
    let other = Certificates::create(place.path(), "other")?;
    let mixed = Certificates {
        certificate: other.certificate.clone(),
        key: other.key.clone(),
        ca: certificates.ca.clone(),
    };
    for (options, reason) in [
        (&[][..], "use TLS with the same authority or none"),
        (&other.options(), "invalid peer certificate"),
        // The server refuses this client. Its reason can get lost with the connection.
        (&mixed.options(), "use TLS with the same authority or none"),
    ] {
        let output = sql(options, &address, &["SELECT 1 AS one"])?;
        let error = String::from_utf8_lossy(&output.stderr);
        println!("{error}");
        assert!(!output.status.success());
        assert!(error.contains("does not answer"), "{error}");
        assert!(error.contains(reason), "{reason}: {error}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("one"));
    }
    // The other direction: a cluster without TLS.
    let (_scheduler, address, _) = kills::start_scheduler()?;
    assert!(accepts_plain_text(&address)?);
    let output = sql(&options, &address, &["SELECT 1 AS one"])?;
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("use TLS with the same authority or none"),
        "{error}"
    );
    Ok(())
}
