#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "hydro/numerics/recently_used.hpp"
#include "server/databases/file_fit_cache.hpp"

namespace raftup::server {

/// Fits in files, and in memory the models of radiation that sessions asked for last, and the data
/// that they and linear equations are made of: what has the same database, options and step shares
/// one. Thread-safe.
class RadiationCache final : public FileFitCache {
 public:
  static constexpr std::size_t kKeptModels = 4;  ///< a long convolution of many bodies has 100 MB
  static constexpr std::size_t kKeptTables = 4;  ///< data of nine bodies have 60 MB at most

  using FileFitCache::FileFitCache;

  std::optional<hydro::RadiationModel> find_model(const std::string& key) override;
  void store_model(const std::string& key, const hydro::RadiationModel& model) override;
  std::shared_ptr<const hydro::RadiationTables> find_tables(const std::string& key) override;
  void store_tables(const std::string& key,
                    const std::shared_ptr<const hydro::RadiationTables>& tables) override;

 private:
  std::mutex mutex_;
  RecentlyUsed<std::string, hydro::RadiationModel> models_{kKeptModels};
  RecentlyUsed<std::string, std::shared_ptr<const hydro::RadiationTables>> tables_{kKeptTables};
};

}  // namespace raftup::server
