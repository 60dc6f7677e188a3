#include "server/databases/radiation_cache.hpp"

#include <algorithm>

namespace raftup::server {

std::optional<hydro::RadiationModel> RadiationCache::find_model(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(models_.begin(), models_.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  if (found == models_.end()) return std::nullopt;
  models_.splice(models_.begin(), models_, found);
  return models_.front().second;
}

void RadiationCache::store_model(const std::string& key, const hydro::RadiationModel& model) {
  const std::lock_guard lock(mutex_);
  models_.emplace_front(key, model);
  if (models_.size() > kKeptModels) models_.pop_back();
}

}  // namespace raftup::server
