#include "server/security/tls_credentials.hpp"

#include <fmt/format.h>
#include <grpcpp/security/tls_certificate_provider.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <spdlog/spdlog.h>

#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "server/base/durable_file.hpp"

namespace raftup::server {

namespace {

namespace tls = grpc::experimental;

constexpr unsigned kRefreshSeconds = 1;

using File = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

File open_pem(const std::filesystem::path& path, const char* option) {
  File file(BIO_new_file(path.c_str(), "r"), &BIO_free);
  require(file != nullptr,
          fmt::format("{} must be a file that can be read, got \"{}\"", option, path.string()));
  return file;
}

Certificate read_certificate(const std::filesystem::path& path, const char* option) {
  const File file = open_pem(path, option);
  Certificate certificate(PEM_read_bio_X509(file.get(), nullptr, nullptr, nullptr), &X509_free);
  ERR_clear_error();
  require(certificate != nullptr,
          fmt::format("{} must hold a certificate in PEM, got {}", option, path.string()));
  return certificate;
}

Key read_key(const std::filesystem::path& path) {
  const File file = open_pem(path, "key");
  // Without this function, OpenSSL would ask for the password of an encrypted key on the terminal.
  const auto no_password = [](char*, int, int, void*) { return -1; };
  Key key(PEM_read_bio_PrivateKey(file.get(), nullptr, no_password, nullptr), &EVP_PKEY_free);
  ERR_clear_error();
  require(key != nullptr, fmt::format("key must hold a private key in PEM without a password, "
                                      "got {}",
                                      path.string()));
  return key;
}

void check_pair(const SecurityOptions& options, const X509& certificate, const EVP_PKEY& key) {
  const bool is_pair = X509_check_private_key(&certificate, &key) == 1;
  ERR_clear_error();
  require(is_pair, fmt::format("key must be that of the certificate {}, got {}",
                               options.certificate.string(), options.key.string()));
}

void check_not_expired(const SecurityOptions& options, const X509& certificate) {
  require(X509_cmp_current_time(X509_get0_notAfter(&certificate)) > 0,
          fmt::format("certificate must not have expired, got {}", options.certificate.string()));
}

}  // namespace

std::vector<std::string> tls_faults(const SecurityOptions& options) {
  if (options.certificate.empty() || options.key.empty()) {
    return {"certificate and key must be given together, and with client-ca"};
  }
  std::vector<std::string> faults;
  const auto check = [&faults](auto&& step) {
    try {
      step();
    } catch (const Error& error) {
      faults.emplace_back(error.what());
    }
  };
  Certificate certificate(nullptr, &X509_free);
  Key key(nullptr, &EVP_PKEY_free);
  check([&] { certificate = read_certificate(options.certificate, "certificate"); });
  check([&] { key = read_key(options.key); });
  if (certificate && key) check([&] { check_pair(options, *certificate, *key); });
  if (certificate) check([&] { check_not_expired(options, *certificate); });
  if (!options.client_ca.empty()) {
    check([&] { read_certificate(options.client_ca, "client-ca"); });
  }
  return faults;
}

std::shared_ptr<grpc::ServerCredentials> tls_credentials(const SecurityOptions& options) {
  const std::vector<std::string> faults = tls_faults(options);
  if (!faults.empty()) throw Error(ErrorCode::kInvalidArgument, faults.front());
  tls::TlsServerCredentialsOptions server(std::make_shared<tls::FileWatcherCertificateProvider>(
      options.key.string(), options.certificate.string(), options.client_ca.string(),
      kRefreshSeconds));
  server.watch_identity_key_cert_pairs();
  // Clients are identified by their certificates. Their host names are not checked.
  server.set_check_call_host(false);
  if (!options.client_ca.empty()) {
    server.watch_root_certs();
    server.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  }
  return tls::TlsServerCredentials(server);
}

CertificateWatch::CertificateWatch(SecurityOptions options)
    : options_(std::move(options)), digest_(digest()) {}

std::string CertificateWatch::digest() const {
  std::string bytes;
  for (const auto* file : {&options_.certificate, &options_.key, &options_.client_ca}) {
    if (!file->empty()) bytes += read_whole(*file).value_or("") + '\0';
  }
  return sha256(bytes);
}

void CertificateWatch::look() {
  if (!options_.speaks_tls()) return;
  const std::string found = digest();
  if (std::exchange(digest_, found) == found) return;
  const auto faults = tls_faults(options_);
  if (faults.empty()) {
    spdlog::info("certificate {} was read again", options_.certificate.string());
  }
  for (const auto& fault : faults) spdlog::error("{}", fault);
}

}  // namespace raftup::server
