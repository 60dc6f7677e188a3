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

/// A cache that stores fits of radiation memories in files, one for each key, named by the SHA-256
/// of program and key. A damaged file counts as missing. When the total size of the files exceeds
/// the limit, the least recently used fits are removed; the newest fit and all other files in the
/// folder are kept. If a fit cannot be stored, a warning is logged and the call succeeds.
/// Thread-safe, also between processes, since files are replaced as a whole.
class FileFitCache : public hydro::FitCache {
 public:
  /// Limit of the total size, about 300 fits.
  static constexpr std::uintmax_t kByteLimit = std::uintmax_t{256} << 20;

  /// @param folder folder of the files; created when a fit is stored
  /// @param program identity of the program that makes the fits; fits of another program are not
  ///         found, because its results may differ
  /// @param byte_limit largest total size of all fits [bytes]
  FileFitCache(std::filesystem::path folder, std::string program,
               std::uintmax_t byte_limit = kByteLimit);

  std::optional<std::string> find(const std::string& key) override;

  /// Stores a fit. If that fails a warning is logged.
  void store(const std::string& key, const std::string& fit) override;

 private:
  std::filesystem::path file_of(const std::string& key) const;

  void forget_oldest(const std::filesystem::path& newest) const;

  std::filesystem::path folder_;
  std::string program_;
  std::uintmax_t byte_limit_;
};

/// A cache of fits in files, and of the most recently used radiation models and tables of radiation
/// data in memory. Sessions with the same database, options and step share one radiation model.
/// Thread-safe.
class RadiationCache final : public FileFitCache {
 public:
  /// A model with a long convolution of many bodies has 100 MB.
  static constexpr std::size_t kKeptModels = 4;
  static constexpr std::size_t kKeptTables = 4;  ///< tables of nine bodies have 60 MB at most

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

/// The part of a shared cache that one tenant can use. It finds only fits that were made for this
/// tenant, so that the duration of a call does not reveal which databases other tenants have. The
/// limits apply to the shared cache. The files of the default tenant have the same names as on a
/// server without tenants. Thread-safe.
class TenantFitCache final : public ForwardingFitCache {
 public:
  /// @param shared cache of all tenants; must outlive this object
  TenantFitCache(RadiationCache& shared, const std::string& tenant);
};

}  // namespace raftup::server
