#include "hydro/base/error.hpp"

namespace raftup {

void require(bool holds, const std::string& message) {
  if (!holds) throw Error(ErrorCode::kInvalidArgument, message);
}

}  // namespace raftup
