#include "server/databases/radiation_cache.hpp"

#include <algorithm>
#include <utility>

namespace raftup::server {

namespace {

/// The entry of a key moved to the front; end where there is none.
template <typename Entries>
auto used_now(Entries& entries, const std::string& key) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& entry) { return entry.first == key; });
  if (found != entries.end()) entries.splice(entries.begin(), entries, found);
  return found;
}

}  // namespace

std::optional<hydro::RadiationModel> RadiationCache::find_model(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = used_now(models_, key);
  if (found == models_.end()) return std::nullopt;
  return found->second;
}

void RadiationCache::store_model(const std::string& key, const hydro::RadiationModel& model) {
  const std::lock_guard lock(mutex_);
  models_.emplace_front(key, model);
  if (models_.size() > kKeptModels) models_.pop_back();
}

std::shared_ptr<const hydro::RadiationCoefficients> RadiationCache::find_coefficients(
    const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = used_now(coefficients_, key);
  return found == coefficients_.end() ? nullptr : found->second;
}

void RadiationCache::store_coefficients(const std::string& key,
                                        std::shared_ptr<const hydro::RadiationCoefficients> data) {
  const std::lock_guard lock(mutex_);
  coefficients_.emplace_front(key, std::move(data));
  if (coefficients_.size() > kKeptModels) coefficients_.pop_back();
}

}  // namespace raftup::server
