#pragma once

#include "solver/loads/attachment.hpp"
#include "solver/loads/flow/flow_table.hpp"
#include "solver/loads/force_element.hpp"

namespace raftup::solver {

/// A horizontal flow past a point of a body, in the axes of the body's heading.
struct Flow {
  double speed;      ///< m/s
  double x, y;       ///< its velocity past the point [m/s]
  double direction;  ///< rad, where it goes, 0 along the bow; 0 without a flow

  /// @param velocity of the water or the air [m/s, world]
  Flow(const Vector2& velocity, const Attachment& point, const Kinematics& bodies);
};

/// Coefficients of a load for a flow past its body.
/// @param kind of the load, which is named where the flow is outside of its table
/// @throws Error(kOutOfRange) as FlowCoefficients::at()
Vector3 coefficients_at(const Flow& flow, const FlowCoefficients& table, std::string_view kind,
                        const std::string& body);

/// Adds a force of a flow at a point of a body and a moment, in the axes of its heading.
void add_heading_wrench(const Vector3& force, const Vector3& moment, const Attachment& point,
                        const Kinematics& bodies, BodyVectors& wrenches);

}  // namespace raftup::solver
