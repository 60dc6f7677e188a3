#pragma once

#include <string>

#include "hydro/base/error.hpp"

namespace raftup {

/// A numerical method that found no solution, or a value that stopped being finite: what was asked
/// for is sound, and leads nowhere. It is nobody's defect, as other errors of kInternal are, and
/// becomes SOLVER_FAILED where they become INTERNAL.
class SolverFailure final : public Error {
 public:
  explicit SolverFailure(const std::string& message) : Error(ErrorCode::kInternal, message) {}
};

}  // namespace raftup
