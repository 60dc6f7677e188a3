#include "server/databases/radiation_cache.hpp"

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

}  // namespace raftup::server
