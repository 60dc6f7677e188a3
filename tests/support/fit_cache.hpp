#pragma once

#include <map>

#include "hydro/radiation/radiation_options.hpp"

namespace raftup::testing {

/// Keeps fits while a test runs.
class MapFitCache final : public hydro::FitCache {
 public:
  std::optional<std::string> find(const std::string& key) override {
    const auto entry = fits_.find(key);
    if (entry == fits_.end()) return std::nullopt;
    return entry->second;
  }
  void store(const std::string& key, const std::string& fit) override { fits_[key] = fit; }

 private:
  std::map<std::string, std::string> fits_;
};

}  // namespace raftup::testing
