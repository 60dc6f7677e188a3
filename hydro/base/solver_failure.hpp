#pragma once

#include <string>

#include "hydro/base/error.hpp"

namespace raftup {

/// Reports that a numerical method found no solution, or that a value is no longer finite, although
/// the request was valid. Unlike other errors of kind kInternal it is not a defect of the program;
/// therefore the service reports SOLVER_FAILED for it instead of INTERNAL.
class SolverFailure final : public Error {
 public:
  explicit SolverFailure(const std::string& message) : Error(ErrorCode::kInternal, message) {}
};

}  // namespace raftup
