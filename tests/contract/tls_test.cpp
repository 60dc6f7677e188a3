/// @file Encrypted connections: whose certificates are taken, and their replacement while running.
#include <openssl/ssl.h>

#include <atomic>
#include <fstream>
#include <thread>

#include "tests/contract/running_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/certificates.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;

namespace {

/// A folder with an authority "ca.pem", a server's pair in "server" and clients' pairs beside it.
class Files {
 public:
  Files() {
    std::ofstream(path("ca.pem")) << authority.certificate();
    authority.issue("DNS:localhost,IP:127.0.0.1").write_to(path("first"));
    std::filesystem::create_directory_symlink("first", path("server"));
    write_access("certificate raftup:acme acme operator\n");
  }

  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

  void write_access(const std::string& text) const { std::ofstream(path("access")) << text; }

  /// Puts another folder in the place of "server", at once.
  void swap_server_for(const std::string& name) const {
    std::filesystem::create_directory_symlink(name, path("next"));
    std::filesystem::rename(path("next"), path("server"));
  }

  server::SecurityOptions tls() const {
    server::SecurityOptions options;
    options.certificate = path("server/certificate.pem");
    options.key = path("server/key.pem");
    return options;
  }

  server::SecurityOptions mutual_tls() const {
    server::SecurityOptions options = tls();
    options.client_ca = path("ca.pem");
    options.access = path("access");
    return options;
  }

  client::ConnectionOptions trusting() const {
    client::ConnectionOptions options;
    options.ca = path("ca.pem");
    return options;
  }

  /// A client that also shows a certificate, written under `name`.
  client::ConnectionOptions showing(const PemPair& pair, const std::string& name) const {
    pair.write_to(path(name));
    client::ConnectionOptions options = trusting();
    options.certificate = path(name + "/certificate.pem");
    options.key = path(name + "/key.pem");
    return options;
  }

  CertificateAuthority authority{"our authority"};

 private:
  TemporaryFolder folder_;
};

/// What a call without content ends with.
grpc::StatusCode code_of_a_call(const RunningServer& running,
                                const client::ConnectionOptions& options) {
  client::Client client = running.client(options);
  try {
    client.call(&client::Client::Stub::ListSessions, v1::ListSessionsRequest(),
                std::chrono::seconds(5));
    return grpc::StatusCode::OK;
  } catch (const client::CallError& error) {
    return error.code();
  }
}

/// Shakes hands as OpenSSL does, with one version of TLS only.
/// @returns the serial number of the server's certificate; -1 where there is no connection
long shake_hands(const std::string& address, int version) {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  &SSL_CTX_free);
  SSL_CTX_set_security_level(context.get(), 0);  // this side would refuse old versions itself
  SSL_CTX_set_min_proto_version(context.get(), version);
  SSL_CTX_set_max_proto_version(context.get(), version);
  const std::unique_ptr<BIO, decltype(&BIO_free_all)> connection(BIO_new_ssl_connect(context.get()),
                                                                 &BIO_free_all);
  SSL* ssl = nullptr;
  BIO_get_ssl(connection.get(), &ssl);
  const unsigned char http2[] = "\x02h2";
  SSL_set_alpn_protos(ssl, http2, 3);
  BIO_set_conn_hostname(connection.get(), address.c_str());
  if (BIO_do_connect(connection.get()) != 1 || BIO_do_handshake(connection.get()) != 1) return -1;
  const std::unique_ptr<X509, decltype(&X509_free)> peer(SSL_get1_peer_certificate(ssl),
                                                         &X509_free);
  return ASN1_INTEGER_get(X509_get0_serialNumber(peer.get()));
}

}  // namespace

TEST_CASE("tls: a client that trusts the authority gets through, others do not",
          "[contract][security]") {
  const Files files;
  RunningServer running(2, Transport::kTcp, files.tls());
  client::Client client = running.client(files.trusting());
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  CHECK(stream.step().step_index() == 1);

  CHECK(code_of_a_call(running, {}) == grpc::StatusCode::UNAVAILABLE);  // plaintext
  std::ofstream(files.path("foreign.pem")) << CertificateAuthority("foreign").certificate();
  client::ConnectionOptions foreign;
  foreign.ca = files.path("foreign.pem");
  CHECK(code_of_a_call(running, foreign) == grpc::StatusCode::UNAVAILABLE);
}

TEST_CASE("tls: versions before 1.2 are refused", "[contract][security]") {
  const Files files;
  RunningServer running(2, Transport::kTcp, files.tls());
  const std::string address = running.server().addresses().front();
  CHECK(shake_hands(address, TLS1_1_VERSION) == -1);
  CHECK(shake_hands(address, TLS1_2_VERSION) > 0);
  CHECK(shake_hands(address, TLS1_3_VERSION) > 0);
}

TEST_CASE("tls: a client's certificate says whose it is", "[contract][security]") {
  Files files;
  RunningServer running(2, Transport::kTcp, files.mutual_tls());
  const auto ours = files.showing(files.authority.issue("URI:raftup:acme"), "ours");
  CHECK(running.client(ours).start_session(two_bodies(), "of-acme").name() == "sessions/of-acme");
  // Signed by the authority, but nobody here has said whose it is.
  const auto unknown = files.showing(files.authority.issue("URI:raftup:nobody"), "unknown");
  CHECK(code_of_a_call(running, unknown) == grpc::StatusCode::UNAUTHENTICATED);
}

TEST_CASE("tls: missing, expired and foreign certificates of clients are refused",
          "[contract][security]") {
  Files files;
  RunningServer running(2, Transport::kTcp, files.mutual_tls());
  const auto expired = files.showing(files.authority.issue("URI:raftup:acme", -60), "expired");
  CertificateAuthority foreign("foreign");
  const auto theirs = files.showing(foreign.issue("URI:raftup:acme"), "theirs");
  CHECK(code_of_a_call(running, files.trusting()) == grpc::StatusCode::UNAVAILABLE);
  CHECK(code_of_a_call(running, expired) == grpc::StatusCode::UNAVAILABLE);
  CHECK(code_of_a_call(running, theirs) == grpc::StatusCode::UNAVAILABLE);
}

TEST_CASE("tls: a server with a certificate that cannot serve does not start",
          "[contract][security]") {
  Files files;
  const auto start = [&](const server::SecurityOptions& options) {
    RunningServer(1, Transport::kTcp, options);
  };
  server::SecurityOptions options = files.tls();
  files.authority.issue("DNS:localhost", -60).write_to(files.path("expired"));
  options.certificate = files.path("expired/certificate.pem");
  CHECK_THROWS_WITH(start(options), Contains("key must be that of the certificate"));
  options.key = files.path("expired/key.pem");
  CHECK_THROWS_WITH(start(options), Contains("certificate must not have expired"));
  options.certificate = files.path("nowhere.pem");
  CHECK_THROWS_WITH(start(options), Contains("certificate must be a file that can be read"));
  options.certificate = files.path("access");
  CHECK_THROWS_WITH(start(options), Contains("certificate must hold a certificate in PEM"));
  options.certificate.clear();
  CHECK_THROWS_WITH(start(options), Contains("certificate and key must be given together"));
}

TEST_CASE("tls: a certificate is replaced under a running stream without a failed step",
          "[contract][security]") {
  Files files;
  RunningServer running(2, Transport::kTcp, files.tls());
  const std::string address = running.server().addresses().front();
  const long first = shake_hands(address, TLS1_3_VERSION);
  client::Client client = running.client(files.trusting());
  auto stream = client.exchange(controller_of(client.start_session(two_bodies()).name()));
  files.authority.issue("DNS:localhost,IP:127.0.0.1").write_to(files.path("second"));

  std::int64_t steps = 0;
  long serial = first;
  files.swap_server_for("second");
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (serial == first && std::chrono::steady_clock::now() < deadline) {
    for (int i = 0; i < 200; ++i) CHECK(stream.step().step_index() == ++steps);
    serial = shake_hands(address, TLS1_3_VERSION);
    CHECK(serial > 0);  // at no time is a newcomer turned away
  }
  CHECK(serial > first);
  for (int i = 0; i < 200; ++i) CHECK(stream.step().step_index() == ++steps);
  CHECK_NOTHROW(running.client(files.trusting()).start_session(two_bodies()));
}
