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

/// Fits of radiation memory in files, one per key, called by the key's SHA-256. A damaged file
/// counts as absent, and so does a folder in its place. The fits used longest ago are forgotten
/// when the folder grows too large; the newest stays, and so does whatever else lies in the folder.
/// The cache is optional: where a fit cannot be kept the log says so, and nothing fails.
/// Thread-safe, between processes too: files are replaced as a whole.
class FileFitCache : public hydro::FitCache {
 public:
  static constexpr std::uintmax_t kByteLimit = std::uintmax_t{256} << 20;  ///< some 300 fits

  /// @param folder     made where absent, whenever a fit is kept
  /// @param program    what makes the fits: those of another program are not found, because it may
  ///                   make them differently
  /// @param byte_limit of all files together
  FileFitCache(std::filesystem::path folder, std::string program,
               std::uintmax_t byte_limit = kByteLimit);

  std::optional<std::string> find(const std::string& key) override;

  /// Keeps nothing where that fails, with a line in the log: a cache may forget.
  void store(const std::string& key, const std::string& fit) override;

 private:
  std::filesystem::path file_of(const std::string& key) const;

  void forget_oldest(const std::filesystem::path& newest) const;

  std::filesystem::path folder_;
  std::string program_;
  std::uintmax_t byte_limit_;
};

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

/// What one tenant finds in a cache that all share: only what was made for itself, so that nobody
/// learns from the time of a call which data others have. Limits are those of the whole cache. The
/// default tenant's files keep the names that they have on a server without tenants. Thread-safe.
class TenantFitCache final : public ForwardingFitCache {
 public:
  /// @param shared must outlive it
  TenantFitCache(RadiationCache& shared, const std::string& tenant);
};

}  // namespace raftup::server
