#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "hydro/numerics/recently_used.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "server/databases/forwarding_fit_cache.hpp"

namespace raftup::server {

/// Fits of radiation memory in files, one per key, named by the SHA-256 of the key. A damaged file
/// counts as absent, and so does a folder in its place. The least recently used fits are removed
/// when the folder grows too large; the newest one and all other files in the folder are kept. The
/// cache is optional: if a fit cannot be stored, the log says so and nothing fails. Thread-safe,
/// also between processes, since files are replaced as a whole.
class FileFitCache : public hydro::FitCache {
 public:
  static constexpr std::uintmax_t kByteLimit = std::uintmax_t{256} << 20;  ///< some 300 fits

  /// @param folder     made if it does not exist, whenever a fit is stored
  /// @param program    identity of the program that makes the fits; fits of another program are not
  ///         found, because it may make them differently
  /// @param byte_limit of all files together
  FileFitCache(std::filesystem::path folder, std::string program,
               std::uintmax_t byte_limit = kByteLimit);

  std::optional<std::string> find(const std::string& key) override;

  /// Stores a fit; if that fails there is a line in the log, and nothing is kept.
  void store(const std::string& key, const std::string& fit) override;

 private:
  std::filesystem::path file_of(const std::string& key) const;

  void forget_oldest(const std::filesystem::path& newest) const;

  std::filesystem::path folder_;
  std::string program_;
  std::uintmax_t byte_limit_;
};

/// Fits in files, and in memory the most recently used models of radiation with the data of which
/// they and linear equations are made. Sessions with the same database, options and step share one.
/// Thread-safe.
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

/// The view of one tenant on a cache that all tenants share. It finds only what was made for this
/// tenant, so that the duration of a call does not reveal which data others have. Limits are those
/// of the whole cache. The files of the default tenant have the same names as on a server without
/// tenants. Thread-safe.
class TenantFitCache final : public ForwardingFitCache {
 public:
  /// @param shared must outlive this object
  TenantFitCache(RadiationCache& shared, const std::string& tenant);
};

}  // namespace raftup::server
