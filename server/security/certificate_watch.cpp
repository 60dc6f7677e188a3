#include "server/security/certificate_watch.hpp"

#include <spdlog/spdlog.h>

#include <utility>

#include "hydro/base/sha256.hpp"
#include "server/base/durable_file.hpp"
#include "server/security/tls_credentials.hpp"

namespace raftup::server {

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
