#pragma once

#include <cstddef>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "server/databases/file_fit_cache.hpp"

namespace raftup::server {

/// Fits in files, and in memory the models of radiation that sessions asked for last: sessions of
/// the same database, options and step share one. Thread-safe.
class RadiationCache final : public FileFitCache {
 public:
  static constexpr std::size_t kKeptModels = 4;  ///< a long convolution of many bodies has 100 MB

  using FileFitCache::FileFitCache;

  std::optional<hydro::RadiationModel> find_model(const std::string& key) override;
  void store_model(const std::string& key, const hydro::RadiationModel& model) override;

 private:
  std::mutex mutex_;
  std::list<std::pair<std::string, hydro::RadiationModel>> models_;  ///< used last first
};

}  // namespace raftup::server
