#include "server/databases/radiation_cache.hpp"

#include <spdlog/spdlog.h>

#include <exception>
#include <map>
#include <utility>

#include "hydro/base/sha256.hpp"
#include "server/base/durable_file.hpp"
#include "server/base/service_error.hpp"
#include "server/security/caller.hpp"
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

namespace {

bool is_fit(const fs::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code gone;
  return name.size() == 64 && name.find_first_not_of("0123456789abcdef") == std::string::npos &&
         entry.is_regular_file(gone);
}

/// Returns the bytes of a file, or nothing if the file is absent or cannot be read.
std::optional<std::string> bytes_of(const fs::path& file) {
  try {
    return read_whole(file);
  } catch (const ServiceError&) {  // logged by read_whole()
    return std::nullopt;
  }
}

}  // namespace

FileFitCache::FileFitCache(fs::path folder, std::string program, std::uintmax_t byte_limit)
    : folder_(std::move(folder)), program_(std::move(program)), byte_limit_(byte_limit) {}

fs::path FileFitCache::file_of(const std::string& key) const {
  return folder_ / sha256(std::string_view(program_ + key));
}

std::optional<std::string> FileFitCache::find(const std::string& key) {
  const fs::path file = file_of(key);
  const std::optional<std::string> sealed = bytes_of(file);
  const auto fit = sealed ? without_checksum(*sealed) : std::nullopt;
  if (!fit) return std::nullopt;
  std::error_code gone;  // another process may have removed the file by now
  fs::last_write_time(file, fs::file_time_type::clock::now(), gone);
  return std::string(*fit);
}

void FileFitCache::store(const std::string& key, const std::string& fit) {
  const fs::path file = file_of(key);
  try {
    make_folders(folder_);
    write_whole(file, with_checksum(fit));
    forget_oldest(file);
  } catch (const std::exception& error) {
    spdlog::warn("a fit is not kept in {}: {}", file.string(), error.what());
  }
}

void FileFitCache::forget_oldest(const fs::path& newest) const {
  std::error_code gone;  // other processes remove files at the same time
  std::multimap<fs::file_time_type, fs::path> by_last_use;
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder_)) {
    if (!is_fit(entry)) continue;
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

TenantFitCache::TenantFitCache(RadiationCache& shared, const std::string& tenant)
    : ForwardingFitCache(&shared, tenant == kDefaultTenant ? "" : tenant + '\n') {}

}  // namespace raftup::server
