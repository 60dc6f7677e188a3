#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "hydro/radiation/base/radiation_options.hpp"

namespace raftup::server {

/// A cache of radiation fits that forwards to another cache, with a prefix before each key. If
/// there is no other cache, nothing is found or stored. The progress of fits is not forwarded.
/// Thread-safe if the other cache is.
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
  /// @param other cache to which calls are forwarded; must outlive this object; may be null
  /// @param prefix text that is put before each key
  explicit ForwardingFitCache(hydro::FitCache* other, std::string prefix = {})
      : other_(other), prefix_(std::move(prefix)) {}

 private:
  hydro::FitCache* other_;
  std::string prefix_;
};

}  // namespace raftup::server
