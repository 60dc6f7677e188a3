#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"

namespace raftup::solver {

/// The end of a run by an event of its model.
struct RunEnd {
  std::string event;   ///< name of the event
  std::string reason;  ///< text of the event
  std::int64_t step_index = 0;
  double time = 0.0;  ///< simulation time at this step [s]
};

/// Reports that an event has ended the run, so that there is no further step. It is no failure: the
/// run is complete.
class RunEnded final : public Error {
 public:
  /// @param fired indices of the events that fired where the run ends
  explicit RunEnded(RunEnd end, std::vector<std::size_t> fired = {})
      : Error(ErrorCode::kFailedPrecondition,
              fmt::format("a run must not go on after its end, at {:.9g} s by event '{}': {}",
                          end.time, end.event, end.reason)),
        end_(std::move(end)),
        fired_(std::move(fired)) {}

  const RunEnd& end() const noexcept { return end_; }
  const std::vector<std::size_t>& fired() const noexcept { return fired_; }

 private:
  RunEnd end_;
  std::vector<std::size_t> fired_;
};

}  // namespace raftup::solver
