/// @file Credentials of a server that speaks TLS, and the replacement of their files.
#pragma once

#include <grpcpp/security/server_credentials.h>

#include <memory>
#include <string>
#include <vector>

#include "server/security/security_options.hpp"

namespace raftup::server {

/// What tls_credentials() would refuse, each with its option, rule and value.
std::vector<std::string> tls_faults(const SecurityOptions& options);

/// Credentials of a server that speaks TLS 1.2 or newer and, with a client_ca, asks every client
/// for a certificate. The files are looked at again every second; connections that are open keep
/// what they were made with. A pair of certificate and key must be replaced as a whole, by renaming
/// the folder or the link that holds both.
/// @throws Error(kInvalidArgument) where a file is missing, is no PEM, the key is not the
///         certificate's, or the certificate has expired
std::shared_ptr<grpc::ServerCredentials> tls_credentials(const SecurityOptions& options);

/// Tells the log when the files of tls_credentials() are replaced: gRPC, which takes them up, says
/// nothing of it. In one thread.
class CertificateWatch {
 public:
  explicit CertificateWatch(SecurityOptions options);

  /// Reads the files; logs where they are others than the last time.
  void look();

 private:
  std::string digest() const;

  SecurityOptions options_;
  std::string digest_;
};

}  // namespace raftup::server
