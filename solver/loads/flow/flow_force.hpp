#pragma once

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/flow/flow_coefficients.hpp"

namespace raftup::solver {

/// A horizontal flow of water or air relative to a point of a body, in the axes of the body's
/// heading.
struct Flow {
  double speed;      ///< speed of the flow relative to the point [m/s]
  double x, y;       ///< components of its velocity, ahead and to port [m/s]
  double direction;  ///< direction that the flow goes to [rad], 0 towards the bow; 0 without a flow

  /// @param velocity velocity of the water or the air [m/s, world frame]
  Flow(const Vector2& velocity, const Attachment& point, const Kinematics& bodies);
};

/// Checks that a table has coefficients for the direction of the flow past a point of a body at t =
/// 0, without gusts. If it has none, a violation is added.
/// @param flow velocity of the water or the air [m/s, world frame]
void check_cover(const FlowTable& table, const Vector2& flow, const std::string& body,
                 const Vector3& point, const Model& model, const std::string& path,
                 Violations& violations);

/// Adds a force [N] at a point of a body and a moment [N m] to the wrench on the body. Both are
/// given in the axes of the body's heading.
void add_heading_wrench(const Vector3& force, const Vector3& moment, const Attachment& point,
                        const Kinematics& bodies, BodyVectors& wrenches);

}  // namespace raftup::solver
