#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "hydro/numerics/types.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/water/added_mass_options.hpp"

/// @file Types of the return values of the functions of LoadDescription.
namespace raftup::hydro {
class HullMesh;
}

namespace raftup::solver {

struct State;

/// An output of a load, which is a number or a vector, with the name "<load>.<name>".
struct LoadOutput {
  const char* name;
  const char* unit;
  const char* description;
  int size = 1;
  const char* frame = "";
};

/// A channel of another load that a controller sets. `value` is the index of the command in the
/// LoadState::values of the controller.
struct ControlledChannel {
  std::string load, channel;
  std::size_t value;
};

/// The constant added mass of a load about the center of mass of its body [kg, kg m, kg m2].
struct OwnAddedMass {
  Matrix6 matrix;
  HydroFrame frame = HydroFrame::kHeading;  ///< the frame in which the matrix is constant
  AddedMassCoriolis coriolis = AddedMassCoriolis::kOff;
};

/// The mesh of a load, with coordinates in the model frame of the body [m].
struct LoadMesh {
  std::string name;  ///< name of the file in the catalogue; empty if none is given
  /// Triangles, which may be an open surface or one without a volume; null if there are none.
  std::shared_ptr<const hydro::HullMesh> triangles;
};

/// A load with quadratic drag of a hull in the horizontal plane. The flags name the motions on
/// which the drag acts.
struct PlanarDrag {
  std::string body;
  bool surge = false, sway = false, yaw = false;
  /// true if the drag is part of the hull derivatives of a manoeuvring model
  bool by_derivatives = false;
};

/// A line that hangs between a fairlead and an anchor.
struct HangingLine {
  std::string body;
  Vector3 point;            ///< position of the fairlead in the model frame of `body` [m]
  std::string anchor_body;  ///< name of the body with the anchor; empty = the world
  /// position of the anchor in the model frame of `anchor_body`, or in the world [m]
  Vector3 anchor;
  bool above_bottom = false;
  double length = 0.0;  ///< unstretched length of all segments [m]
  double weight = 0.0;  ///< weight in water, with all clumps [N]
  /// least axial stiffness EA of a segment [N]
  double softest = std::numeric_limits<double>::infinity();
};

/// The end of the force curve of a load [N]. A simulation reports when a load exceeds it, since
/// forces beyond it are extrapolated.
struct CurveEnd {
  enum class Over { kCompression, kStrain };  ///< compression [m] or strain [1]

  Over over;     ///< the quantity over which the curve is given
  double value;  ///< the compression or strain at the last point of the curve
  /// format string of the report, for the name of the load, the end of the curve and the value
  /// reached
  const char* sentence;
  const char* remedy;  ///< what the user can do if the end is exceeded
  /// Computes the compression or strain in a state of the model. The second argument is a buffer
  /// for the motion of each body of the model, which is overwritten.
  std::function<double(const State&, Kinematics&)> read;
};

}  // namespace raftup::solver
