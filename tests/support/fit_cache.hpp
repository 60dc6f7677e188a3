#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::testing {

/// Keeps fits, data and whole models while a test runs, as a server does.
class MapFitCache final : public hydro::FitCache {
 public:
  std::optional<std::string> find(const std::string& key) override {
    const auto entry = fits_.find(key);
    if (entry == fits_.end()) return std::nullopt;
    return entry->second;
  }
  void store(const std::string& key, const std::string& fit) override { fits_[key] = fit; }
  std::optional<hydro::RadiationModel> find_model(const std::string& key) override {
    const auto entry = models_.find(key);
    if (entry == models_.end()) return std::nullopt;
    return entry->second;
  }
  void store_model(const std::string& key, const hydro::RadiationModel& model) override {
    models_[key] = model;
  }
  std::shared_ptr<const hydro::RadiationTables> find_tables(const std::string& key) override {
    return tables_[key];
  }
  void store_tables(const std::string& key,
                    const std::shared_ptr<const hydro::RadiationTables>& tables) override {
    tables_[key] = tables;
  }

 private:
  std::map<std::string, std::string> fits_;
  std::map<std::string, hydro::RadiationModel> models_;
  std::map<std::string, std::shared_ptr<const hydro::RadiationTables>> tables_;
};

}  // namespace raftup::testing
