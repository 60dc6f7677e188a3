#include "server/databases/file_fit_cache.hpp"

#include <utility>

#include "hydro/database/sha256.hpp"
#include "server/databases/crc32c.hpp"
#include "server/databases/durable_file.hpp"
#include "server/service_error.hpp"

namespace raftup::server {

FileFitCache::FileFitCache(std::filesystem::path folder) : folder_(std::move(folder)) {
  make_folders(folder_);
}

std::filesystem::path FileFitCache::file_of(const std::string& key) const {
  return folder_ / hydro::sha256(std::string_view(key));
}

std::optional<std::string> FileFitCache::find(const std::string& key) {
  const std::optional<std::string> sealed = read_whole(file_of(key));
  const auto fit = sealed ? without_checksum(*sealed) : std::nullopt;
  return fit ? std::optional<std::string>(*fit) : std::nullopt;
}

void FileFitCache::store(const std::string& key, const std::string& fit) {
  try {
    write_whole(file_of(key), with_checksum(fit));
  } catch (const ServiceError& error) {
    if (error.reason() != Reason::kStorageFull) throw;
  }
}

}  // namespace raftup::server
