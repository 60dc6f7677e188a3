/// @file The TLS credentials of a server, and the logging of replaced credential files.
#pragma once

#include <grpcpp/security/server_credentials.h>

#include <memory>
#include <string>
#include <vector>

#include "server/security/security_options.hpp"

namespace raftup::server {

/// Returns a description of each fault of the TLS options: the option, the violated rule and the
/// value. An empty list means that tls_credentials() accepts the options.
std::vector<std::string> tls_faults(const SecurityOptions& options);

/// Makes the credentials of a server that uses TLS 1.2 or newer. If the option client_ca is given,
/// every client must have a certificate. The files are checked for changes every second; open
/// connections keep the credentials with which they were opened. Certificate and key must be
/// replaced together, by renaming the folder, or the link to it, that contains both.
/// @throws Error(kInvalidArgument) if a file is missing or is not PEM, if the key does not belong
///         to the certificate, or if the certificate has expired
std::shared_ptr<grpc::ServerCredentials> tls_credentials(const SecurityOptions& options);

/// Logs that the files of tls_credentials() were replaced, since gRPC does not report this. To be
/// used in one thread only.
class CertificateWatch {
 public:
  explicit CertificateWatch(SecurityOptions options);

  /// Reads the files, and logs a message if they have changed since the last call.
  void look();

 private:
  std::string digest() const;

  SecurityOptions options_;
  std::string digest_;
};

}  // namespace raftup::server
