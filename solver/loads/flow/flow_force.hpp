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

/// That a table has coefficients for a flow past a point of a body as it starts: where that goes is
/// known, without a gust.
/// @param flow velocity of the water or the air [m/s, world]
void check_cover(const FlowTable& table, const Vector2& flow, const std::string& body,
                 const Vector3& point, const Model& model, const std::string& path,
                 Violations& violations);

/// Adds a force of a flow at a point of a body and a moment, in the axes of its heading.
void add_heading_wrench(const Vector3& force, const Vector3& moment, const Attachment& point,
                        const Kinematics& bodies, BodyVectors& wrenches);

}  // namespace raftup::solver
