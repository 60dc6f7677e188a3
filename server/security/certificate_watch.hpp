#pragma once

#include <string>

#include "server/security/security_options.hpp"

namespace raftup::server {

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
