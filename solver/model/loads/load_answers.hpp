#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <string>

#include "hydro/numerics/types.hpp"
#include "solver/model/bodies/kinematics.hpp"

/// @file Values with which a load answers the questions of LoadDescription.
namespace raftup::solver {

struct State;

/// A number or a vector that can be read of a load: "<load>.<name>".
struct LoadOutput {
  const char* name;
  const char* unit;
  const char* description;
  int size = 1;
  const char* frame = "";
};

/// A channel of another load that a controller sets: by the number in its LoadState::values.
struct ControlledChannel {
  std::string load, channel;
  std::size_t value;
};

/// Quadratic drag of a hull in the horizontal plane, and in which of its motions it acts.
struct PlanarDrag {
  std::string body;
  bool surge = false, sway = false, yaw = false;
  bool by_derivatives = false;  ///< it is part of the hull derivatives of a manoeuvring model
};

/// A line that hangs between a fairlead and an anchor.
struct HangingLine {
  std::string body;
  Vector3 point;            ///< the fairlead, model frame [m]
  std::string anchor_body;  ///< empty = the world
  Vector3 anchor;           ///< model frame or world [m]
  bool above_bottom = false;
  double length = 0.0;                                       ///< unstretched, of all segments [m]
  double weight = 0.0;                                       ///< in water, with all clumps [N]
  double softest = std::numeric_limits<double>::infinity();  ///< least EA of a segment [N]
};

/// The end of a load's force curve. A run reports where a load goes beyond it, since forces are
/// extrapolated there.
struct CurveEnd {
  enum class Over { kCompression, kStrain };  ///< [m], [1]

  Over over;             ///< what the curve is a function of
  double value;          ///< of that at the last point
  const char* sentence;  ///< with places for the name of the load, the end and the value reached
  const char* remedy;    ///< what can be done where it is passed in a run
  /// Compression or strain at a state of the whole model. The second argument has room for the
  /// motion of each body of the model and is overwritten.
  std::function<double(const State&, Kinematics&)> read;
};

}  // namespace raftup::solver
