//! TLS between the processes of a cluster.

use arrow_flight::flight_service_server::FlightServiceServer;
use ballista_core::error::BallistaError;
use ballista_core::extension::{EndpointOverrideFn, SessionConfigExt};
use ballista_core::utils::{
    GrpcClientConfig, GrpcServerConfig, create_grpc_client_endpoint, create_grpc_server,
};
use ballista_executor::ArrowFlightServerProvider;
use ballista_executor::executor_process::ExecutorProcessConfig;
use ballista_executor::flight_service::BallistaFlightService;
use ballista_executor::shutdown::Shutdown;
use datafusion::prelude::SessionConfig;
use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use tonic::transport::{
    Certificate, ClientTlsConfig, Endpoint, Identity, Server, ServerTlsConfig, Uri,
};

/// The certificate of a process, and the certificate authority (CA) of its cluster.
///
/// All connections of a cluster use mutual TLS: each process sends its certificate, and requires a
/// certificate of the CA from the other process. The certificates of the scheduler and of the
/// executors must contain the addresses of their machines.
#[derive(Clone)]
pub struct Tls {
    identity: Identity,
    ca: Certificate,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Do not print the key.
        f.debug_struct("Tls").finish_non_exhaustive()
    }
}

impl Tls {
    /// Reads the certificate of this process, its key, and the certificate of the CA from PEM
    /// files.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read. Errors in the files are returned when they are
    /// used.
    pub fn read(certificate: &Path, key: &Path, ca: &Path) -> io::Result<Tls> {
        let read = |path: &Path| {
            let bytes = std::fs::read(path);
            bytes.map_err(|error| {
                io::Error::new(error.kind(), format!("{}: {error}", path.display()))
            })
        };
        Ok(Tls {
            identity: Identity::from_pem(read(certificate)?, read(key)?),
            ca: Certificate::from_pem(read(ca)?),
        })
    }

    /// Returns a configuration for sessions whose connections use TLS.
    ///
    /// ```no_run
    /// use utflane_ballista::cluster::{Client, Tls, session_config};
    ///
    /// # async fn connect() -> Result<(), Box<dyn std::error::Error>> {
    /// let tls = Tls::read("client.pem".as_ref(), "client.key".as_ref(), "ca.pem".as_ref())?;
    /// let config = tls.configure(session_config());
    /// let client = Client::connect("https://10.0.0.1:50050", config).await?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn configure(&self, config: SessionConfig) -> SessionConfig {
        let endpoint = self.endpoint(GrpcClientConfig::from(&config.ballista_config()));
        config
            .with_ballista_use_tls(true)
            .with_ballista_override_create_grpc_client_endpoint(endpoint)
    }

    /// Returns a function that changes connections to TLS. `config` is their configuration.
    pub(crate) fn endpoint(&self, config: GrpcClientConfig) -> EndpointOverrideFn {
        let tls = ClientTlsConfig::new()
            .identity(self.identity.clone())
            .ca_certificate(self.ca.clone());
        Arc::new(move |endpoint: Endpoint| {
            // Ballista connects to schedulers with the scheme http.
            let endpoint = match endpoint.uri().scheme_str() {
                Some("https") => endpoint,
                _ => {
                    let mut parts = endpoint.uri().clone().into_parts();
                    parts.scheme = Some(tonic::codegen::http::uri::Scheme::HTTPS);
                    let uri = Uri::from_parts(parts)?.to_string();
                    create_grpc_client_endpoint(uri, Some(&config))?
                }
            };
            Ok(endpoint.tls_config(tls.clone())?)
        })
    }

    /// Returns the service with which an executor sends its data, with TLS.
    pub(crate) fn flight_service(
        &self,
        config: &ExecutorProcessConfig,
    ) -> Arc<ArrowFlightServerProvider> {
        let tls = self.clone();
        let decoding = config.grpc_max_decoding_message_size as usize;
        let encoding = config.grpc_max_encoding_message_size as usize;
        Arc::new(
            move |folder: String,
                  address: SocketAddr,
                  mut shutdown: Shutdown,
                  config: GrpcServerConfig| {
                let tls = tls.clone();
                tokio::spawn(async move {
                    let service = FlightServiceServer::new(BallistaFlightService::new(folder))
                        .max_decoding_message_size(decoding)
                        .max_encoding_message_size(encoding);
                    let served = tls.serve(create_grpc_server(&config))?.add_service(service);
                    Ok(served.serve_with_shutdown(address, shutdown.recv()).await?)
                })
            },
        )
    }

    /// Makes a server accept only connections of the cluster.
    pub(crate) fn serve(&self, server: Server) -> Result<Server, BallistaError> {
        let tls = ServerTlsConfig::new()
            .identity(self.identity.clone())
            .client_ca_root(self.ca.clone());
        Ok(server.tls_config(tls)?)
    }
}
