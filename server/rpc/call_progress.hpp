/// @file The progress of RPCs that fit radiation memories.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "hydro/radiation/base/radiation_options.hpp"
#include "raftup/v1/progress.pb.h"
#include "server/databases/forwarding_fit_cache.hpp"

namespace raftup::server {

/// The progress of the RPCs of one tenant, by the progress_id that their requests contain.
/// Thread-safe.
class ProgressBoard {
 public:
  void post(const std::string& id, const hydro::FitProgress& progress);
  void forget(const std::string& id);

  /// The progress of an RPC; none if there is no RPC with this id, or it has not begun a fit.
  std::optional<hydro::FitProgress> find(const std::string& id) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, hydro::FitProgress> calls_;
};

/// The cache of radiation fits that one RPC uses. It forwards everything to the server's cache and
/// posts the progress of fits to a board. The progress is removed from the board when this object
/// is destroyed.
class CallProgress final : public ForwardingFitCache {
 public:
  /// @param id progress_id of the RPC; empty = no progress is posted
  /// @param fits cache to which calls are forwarded; null = fits are not kept
  /// @throws ServiceError(kBadField) if `id` is longer than 64 bytes
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
