/// @file The progress of calls that fit a radiation memory.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "hydro/radiation/base/radiation_options.hpp"
#include "raftup/v1/progress.pb.h"
#include "server/databases/forwarding_fit_cache.hpp"

namespace raftup::server {

/// The progress of the calls of one tenant, by their progress_id. Thread-safe.
class ProgressBoard {
 public:
  void post(const std::string& id, const hydro::FitProgress& progress);
  void forget(const std::string& id);

  /// Nothing if there is no such call, or it has not begun a fit.
  std::optional<hydro::FitProgress> find(const std::string& id) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, hydro::FitProgress> calls_;
};

/// The fits of one call: passes everything on to the server's cache and reports the progress to a
/// board, from which it is removed with this object.
class CallProgress final : public ForwardingFitCache {
 public:
  /// @param id   of the call; empty = no progress is reported
  /// @param fits may be null: nothing is then kept
  /// @throws ServiceError(kBadField) if `id` is too long
  CallProgress(ProgressBoard& board, std::string id, hydro::FitCache* fits);
  ~CallProgress() override;
  CallProgress(const CallProgress&) = delete;
  CallProgress& operator=(const CallProgress&) = delete;

  void making(const hydro::FitProgress& progress) override;

 private:
  ProgressBoard& board_;
  std::string id_;
};

void fit_progress_to_proto(const hydro::FitProgress& progress, v1::FitProgress& message);

}  // namespace raftup::server
