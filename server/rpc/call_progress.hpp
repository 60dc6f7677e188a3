/// @file How far calls are that fit a radiation memory.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "hydro/radiation/base/radiation_options.hpp"
#include "raftup/v1/progress.pb.h"

namespace raftup::server {

/// What the calls of one tenant are at, by their progress_id. Thread-safe.
class ProgressBoard {
 public:
  void post(const std::string& id, const hydro::FitProgress& progress);
  void forget(const std::string& id);

  /// Nothing where no such call goes on or has begun a fit.
  std::optional<hydro::FitProgress> find(const std::string& id) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, hydro::FitProgress> calls_;
};

/// The fits of one call: hands everything on to the server's cache and tells a board how far it is,
/// from where it is gone again with this object.
class CallProgress final : public hydro::FitCache {
 public:
  /// @param id   of the call; empty = nobody asks
  /// @param fits may be null: nothing is kept then
  /// @throws ServiceError(kBadField) where `id` is too long
  CallProgress(ProgressBoard& board, std::string id, hydro::FitCache* fits);
  ~CallProgress() override;
  CallProgress(const CallProgress&) = delete;
  CallProgress& operator=(const CallProgress&) = delete;

  std::optional<std::string> find(const std::string& key) override;
  void store(const std::string& key, const std::string& fit) override;
  std::optional<hydro::RadiationModel> find_model(const std::string& key) override;
  void store_model(const std::string& key, const hydro::RadiationModel& model) override;
  std::shared_ptr<const hydro::RadiationTables> find_tables(const std::string& key) override;
  void store_tables(const std::string& key,
                    const std::shared_ptr<const hydro::RadiationTables>& tables) override;
  void making(const hydro::FitProgress& progress) override;

 private:
  ProgressBoard& board_;
  std::string id_;
  hydro::FitCache* fits_;
};

void fit_progress_to_proto(const hydro::FitProgress& progress, v1::FitProgress& message);

}  // namespace raftup::server
