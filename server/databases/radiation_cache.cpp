#include "server/databases/radiation_cache.hpp"

#include <map>
#include <utility>

#include "hydro/base/sha256.hpp"
#include "server/base/durable_file.hpp"
#include "server/base/service_error.hpp"
#include "server/storage/crc32c.hpp"

namespace raftup::server {

std::optional<hydro::RadiationModel> RadiationCache::find_model(const std::string& key) {
  const std::lock_guard lock(mutex_);
  return models_.find(key);
}

void RadiationCache::store_model(const std::string& key, const hydro::RadiationModel& model) {
  const std::lock_guard lock(mutex_);
  models_.store(key, model);
}

std::shared_ptr<const hydro::RadiationTables> RadiationCache::find_tables(const std::string& key) {
  const std::lock_guard lock(mutex_);
  return tables_.find(key).value_or(nullptr);
}

void RadiationCache::store_tables(const std::string& key,
                                  const std::shared_ptr<const hydro::RadiationTables>& tables) {
  const std::lock_guard lock(mutex_);
  tables_.store(key, tables);
}

namespace fs = std::filesystem;

FileFitCache::FileFitCache(fs::path folder, std::string program, std::uintmax_t byte_limit)
    : folder_(std::move(folder)), program_(std::move(program)), byte_limit_(byte_limit) {
  make_folders(folder_);
}

fs::path FileFitCache::file_of(const std::string& key) const {
  return folder_ / sha256(std::string_view(program_ + key));
}

std::optional<std::string> FileFitCache::find(const std::string& key) {
  const fs::path file = file_of(key);
  const std::optional<std::string> sealed = read_whole(file);
  const auto fit = sealed ? without_checksum(*sealed) : std::nullopt;
  if (!fit) return std::nullopt;
  std::error_code gone;  // another process may have forgotten it by now
  fs::last_write_time(file, fs::file_time_type::clock::now(), gone);
  return std::string(*fit);
}

void FileFitCache::store(const std::string& key, const std::string& fit) {
  try {
    write_whole(file_of(key), with_checksum(fit));
    forget_oldest(file_of(key));
  } catch (const ServiceError& error) {
    if (error.reason() != Reason::kStorageFull) throw;
  }
}

void FileFitCache::forget_oldest(const fs::path& newest) const {
  std::error_code gone;  // other processes forget at the same time
  std::multimap<fs::file_time_type, fs::path> by_last_use;
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const std::uintmax_t size = entry.file_size(gone);
    if (gone) continue;
    bytes += size;
    if (entry.path() != newest) by_last_use.emplace(entry.last_write_time(gone), entry.path());
  }
  for (const auto& [last_use, file] : by_last_use) {
    if (bytes <= byte_limit_) return;
    const std::uintmax_t size = fs::file_size(file, gone);
    if (!gone && fs::remove(file, gone)) bytes -= size;
  }
}

}  // namespace raftup::server
