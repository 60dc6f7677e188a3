#pragma once

#include <cstddef>
#include <filesystem>

namespace raftup::server {

/// Access options of a server. An empty path means that the option is not used.
struct SecurityOptions {
  /// Certificate chain and private key of the server, PEM: every HOST:PORT then speaks TLS 1.2 or
  /// newer. Read again within seconds when they change.
  std::filesystem::path certificate;
  std::filesystem::path key;
  /// Authorities, PEM, one of which must have signed the certificate of a client.
  std::filesystem::path client_ca;
  /// Tokens, certificates and quotas of tenants, see AccessEntries. Without it, whoever can reach
  /// the server is its administrator.
  std::filesystem::path access;
  /// Allow addresses that other machines reach without TLS.
  bool insecure = false;
  /// Connections open at once; 0 = half of the descriptors that the process may have.
  std::size_t connection_limit = 0;
  /// Largest memory of connections and calls together [bytes]; beyond it gRPC cancels calls.
  std::size_t transport_memory = std::size_t{512} << 20;

  bool speaks_tls() const { return !(certificate.empty() && key.empty() && client_ca.empty()); }
};

}  // namespace raftup::server
