#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>

#include "hydro/database/database.hpp"
#include "hydro/numerics/recently_used.hpp"

namespace raftup::hydro {

/// Returns a digest of the data from which coefficients between frequencies are computed: A, B, X
/// and what the phase of X at a body depends on. Databases with equal digests have equal data.
std::string data_digest(const Database& database);

/// Results that take long to compute from A, B and X of a database, for the databases that were used
/// last. They are kept while the program runs. Thread-safe.
template <typename Result>
class KeptByData {
 public:
  /// @param most greatest number of results that are kept, >= 1
  explicit KeptByData(std::size_t most) : kept_(most) {}

  /// Returns the result for a database; if there is none yet, make(database) computes it.
  template <typename Make>
  std::shared_ptr<const Result> of(const Database& database, Make make) {
    const std::string key = data_digest(database);
    {
      const std::lock_guard lock(mutex_);
      if (auto known = kept_.find(key)) return *std::move(known);
    }
    auto result = std::make_shared<const Result>(make(database));
    const std::lock_guard lock(mutex_);
    kept_.store(key, result);
    return result;
  }

 private:
  std::mutex mutex_;
  RecentlyUsed<std::string, std::shared_ptr<const Result>> kept_;
};

}  // namespace raftup::hydro
