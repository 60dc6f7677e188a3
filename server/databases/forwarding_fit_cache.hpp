#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::server {

/// A cache that uses another one with keys of its own. Without another one nothing is found or
/// kept. Progress is not passed on. Thread-safe if the other one is.
class ForwardingFitCache : public hydro::FitCache {
 public:
  ForwardingFitCache(const ForwardingFitCache&) = delete;
  ForwardingFitCache& operator=(const ForwardingFitCache&) = delete;

  std::optional<std::string> find(const std::string& key) override;
  void store(const std::string& key, const std::string& fit) override;
  std::optional<hydro::RadiationModel> find_model(const std::string& key) override;
  void store_model(const std::string& key, const hydro::RadiationModel& model) override;
  std::shared_ptr<const hydro::RadiationTables> find_tables(const std::string& key) override;
  void store_tables(const std::string& key,
                    const std::shared_ptr<const hydro::RadiationTables>& tables) override;

 protected:
  /// @param other  must outlive this object; may be null
  /// @param prefix of the keys in the other one
  explicit ForwardingFitCache(hydro::FitCache* other, std::string prefix = {})
      : other_(other), prefix_(std::move(prefix)) {}

 private:
  hydro::FitCache* other_;
  std::string prefix_;
};

}  // namespace raftup::server
