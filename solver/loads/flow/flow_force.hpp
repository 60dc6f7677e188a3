#pragma once

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/flow/flow_coefficients.hpp"

namespace raftup::solver {

/// A horizontal flow past a point of a body, in the axes of the body's heading.
struct Flow {
  double speed;      ///< m/s
  double x, y;       ///< its velocity past the point [m/s]
  double direction;  ///< rad, where it goes, 0 along the bow; 0 without a flow

  /// @param velocity of the water or the air [m/s, world]
  Flow(const Vector2& velocity, const Attachment& point, const Kinematics& bodies);
};

/// Checks that a table has coefficients for the direction of a flow past a point of a body at t =
/// 0, without gusts.
/// @param flow velocity of the water or the air [m/s, world]
void check_cover(const FlowTable& table, const Vector2& flow, const std::string& body,
                 const Vector3& point, const Model& model, const std::string& path,
                 Violations& violations);

/// Adds a force [N] at a point of a body and a moment [N m], both in the axes of its heading.
void add_heading_wrench(const Vector3& force, const Vector3& moment, const Attachment& point,
                        const Kinematics& bodies, BodyVectors& wrenches);

}  // namespace raftup::solver
