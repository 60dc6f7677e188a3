/// @file Credentials of a TLS server, and the replacement of their files.
#pragma once

#include <grpcpp/security/server_credentials.h>

#include <memory>
#include <string>
#include <vector>

#include "server/security/security_options.hpp"

namespace raftup::server {

/// The faults for which tls_credentials() would throw, each with its option, rule and value.
std::vector<std::string> tls_faults(const SecurityOptions& options);

/// Credentials of a server that uses TLS 1.2 or newer and, with a client_ca, requires a certificate
/// of every client. The files are checked for changes every second; open connections keep their
/// credentials. Certificate and key must be replaced together, by renaming the folder or the link
/// that contains both.
/// @throws Error(kInvalidArgument) if a file is missing or is no PEM, if the key does not belong to
///         the certificate, or if the certificate has expired
std::shared_ptr<grpc::ServerCredentials> tls_credentials(const SecurityOptions& options);

/// Logs the replacement of the files of tls_credentials(), which gRPC does silently. For use in one
/// thread.
class CertificateWatch {
 public:
  explicit CertificateWatch(SecurityOptions options);

  /// Reads the files; logs if they have changed.
  void look();

 private:
  std::string digest() const;

  SecurityOptions options_;
  std::string digest_;
};

}  // namespace raftup::server
