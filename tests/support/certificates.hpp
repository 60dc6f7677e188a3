#pragma once

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <filesystem>
#include <memory>
#include <string>

namespace raftup::testing {

/// A certificate and its key as PEM.
struct PemPair {
  std::string certificate;
  std::string key;

  /// Writes certificate.pem and key.pem into a folder, made where absent.
  void write_to(const std::filesystem::path& folder) const;
};

/// An authority that signs certificates for tests: 256-bit elliptic curve, SHA-256.
class CertificateAuthority {
 public:
  explicit CertificateAuthority(const std::string& name);

  /// @param alternative_name as OpenSSL writes it: "DNS:localhost", "URI:raftup:acme"
  /// @param valid_seconds    from a day ago to so many seconds from now; negative = has expired
  PemPair issue(const std::string& alternative_name, long valid_seconds = 3600);

  /// Its own certificate, PEM.
  std::string certificate() const;

 private:
  using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
  using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

  Certificate make(const std::string& name, EVP_PKEY* key, long valid_seconds,
                   const std::string& alternative_name);

  long next_serial_ = 1;
  Key key_;
  Certificate certificate_;
};

}  // namespace raftup::testing
