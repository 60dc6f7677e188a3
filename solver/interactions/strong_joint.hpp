#pragma once

#include <string>

namespace raftup::solver {

/// A joint of the model that acts as a StrongInteractionConstraint instead of by rows of its own.
/// It stays among the joints: what drives it, enables it and is read of it is as before.
struct StrongJoint {
  std::string name;
  std::string joint;  ///< compliant; of one StrongJoint at most
};

}  // namespace raftup::solver
