#include "server/databases/forwarding_fit_cache.hpp"

namespace raftup::server {

std::optional<std::string> ForwardingFitCache::find(const std::string& key) {
  return other_ == nullptr ? std::nullopt : other_->find(prefix_ + key);
}

void ForwardingFitCache::store(const std::string& key, const std::string& fit) {
  if (other_ != nullptr) other_->store(prefix_ + key, fit);
}

std::optional<hydro::RadiationModel> ForwardingFitCache::find_model(const std::string& key) {
  return other_ == nullptr ? std::nullopt : other_->find_model(prefix_ + key);
}

void ForwardingFitCache::store_model(const std::string& key, const hydro::RadiationModel& model) {
  if (other_ != nullptr) other_->store_model(prefix_ + key, model);
}

std::shared_ptr<const hydro::RadiationTables> ForwardingFitCache::find_tables(
    const std::string& key) {
  return other_ == nullptr ? nullptr : other_->find_tables(prefix_ + key);
}

void ForwardingFitCache::store_tables(const std::string& key,
                                      const std::shared_ptr<const hydro::RadiationTables>& tables) {
  if (other_ != nullptr) other_->store_tables(prefix_ + key, tables);
}

}  // namespace raftup::server
