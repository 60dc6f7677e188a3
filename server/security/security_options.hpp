#pragma once

#include <cstddef>
#include <filesystem>

namespace raftup::server {

/// Options of a server for TLS, access rights and connections. An empty path means that the option
/// is not used.
struct SecurityOptions {
  /// Certificate chain and private key of the server, as PEM files. If they are given, the server
  /// uses TLS 1.2 or newer on every HOST:PORT address. Changed files are read again within seconds.
  std::filesystem::path certificate;
  std::filesystem::path key;
  /// PEM file with the certificate authorities. If it is given, each client must have a certificate
  /// that one of these authorities has signed.
  std::filesystem::path client_ca;
  /// File with the tokens, certificates and quotas of tenants, see AccessEntries. If it is not
  /// given, every caller is an administrator of the server.
  std::filesystem::path access;
  /// True to permit addresses that other machines can reach without TLS.
  bool insecure = false;
  /// Largest number of open connections; 0 = half of the file descriptors that the process may
  /// have.
  std::size_t connection_limit = 0;
  /// Largest memory that connections and calls use together [bytes]. gRPC cancels calls that would
  /// exceed it.
  std::size_t transport_memory = std::size_t{512} << 20;

  bool speaks_tls() const { return !(certificate.empty() && key.empty() && client_ca.empty()); }
};

}  // namespace raftup::server
