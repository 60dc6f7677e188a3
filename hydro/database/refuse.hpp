#pragma once

#include <string>

#include "hydro/error.hpp"

namespace raftup::hydro {

/// Error(kInvalidArgument) "PLACE RULE", for a place in a file that breaks a rule.
[[noreturn]] inline void refuse(const std::string& place, const std::string& rule) {
  throw Error(ErrorCode::kInvalidArgument, place + " " + rule);
}

}  // namespace raftup::hydro
