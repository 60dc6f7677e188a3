/// @file Modes in which the bodies of a database bend, twist or move on hinges of their own.
#pragma once

#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

struct Database;

/// How the shape of a mode is given.
enum class ModeShapeKind {
  kPoints,      ///< displacements of points of the body
  kVertical,    ///< a beam that bends in the vertical plane
  kHorizontal,  ///< a beam that bends in the horizontal plane
  kTorsion,     ///< a beam that twists about its axis
  kUnknown,     ///< not given: only the coordinate is known, no displacement of any point
};

/// A point of a body whose displacement in the modes of the body is given.
struct ModePoint {
  Vector3 position = Vector3::Zero();  ///< position in the frame of the database, body at rest [m]
  Eigen::Index body = 0;               ///< index of the body
};

/// One mode with the coordinate q [m]. A point of its body is displaced by q u, with the shape u
/// [1] in the axes of the database. The coordinate is a translation of a *carrier*, a further body
/// of the database without volume.
struct GeneralisedMode {
  Eigen::Index body = 0;       ///< index of the body that has the mode
  Eigen::Index dof = 0;        ///< dof of the database that is q, a translation of a carrier
  double damping_ratio = 0.0;  ///< damping of the structure relative to critical damping
  ModeShapeKind kind = ModeShapeKind::kPoints;
  Vector2 axis = Vector2::Zero();  ///< y and z of the axis of a beam [m]
  VectorXd x;                      ///< nodes of a beam, ascending [m]
  /// Deflection w at the nodes of a beam [1]; in torsion the angle about the axis [rad/m].
  VectorXd deflection;
  VectorXd slope;  ///< dw/dx at the nodes of a beam [1/m]
};

/// All M modes of the bodies of a database. A body with modes moves as a rigid body to which q u is
/// added; q is measured from its shape at rest in still water.
struct GeneralisedModes {
  std::vector<GeneralisedMode> modes;
  MatrixXd mass;                  ///< M x M, integral of the mass times u_i . u_j [kg]
  MatrixXd rigid_mass;            ///< M x 6, the same with the rigid dofs of the body [kg, kg m]
  MatrixXd stiffness;             ///< M x M, stiffness of the structure [N/m]
  MatrixXd restoring;             ///< M x M, stiffness of buoyancy and weight [N/m]
  MatrixXd rigid_restoring;       ///< M x 6, the same with the rigid dofs, symmetric [N/m, N]
  std::vector<ModePoint> points;  ///< points of shapes of ModeShapeKind::kPoints
  std::vector<MatrixXd> shapes;   ///< for each point its displacement in every mode, 3 x M [1]

  bool empty() const { return modes.empty(); }
  Eigen::Index count() const { return static_cast<Eigen::Index>(modes.size()); }
};

/// Number of points of a shape at which the displacement between them is found.
inline constexpr std::size_t kNearestModePoints = 4;

/// Returns the displacement u [1] of a point of a body per unit of a mode of it. Beams have plane
/// sections; between given points, the four nearest count by the inverse square of their distance.
/// @param mode  index in GeneralisedModes::modes
/// @param point in the frame of the database, body at rest [m]
/// @throws Error(kInvalidArgument) for a mode of ModeShapeKind::kUnknown
/// @source Shepard (1968)
Vector3 mode_displacement(const GeneralisedModes& modes, std::size_t mode, const Vector3& point);

/// True if the shape of a mode is that of a beam, with deflections at nodes [m].
bool is_beam(const GeneralisedMode& mode);

/// True if a body of a database holds the coordinates of modes of another body.
bool is_carrier(const Database& database, Eigen::Index body);

/// Returns the force on every dof of a database in still water that has risen, per meter [N/m, N]:
/// the limit of the wave excitation for very long waves.
VectorXd stiffness_in_heave(const Database& database);

/// Returns the name of a mode for messages, for example "carrier mode 2".
/// @param mode index in GeneralisedModes::modes
std::string mode_name(const Database& database, std::size_t mode);

/// Keeps the modes whose bodies and carriers are selected, and renumbers them. Columns of sections
/// are not selected here.
/// @param dofs selected dofs of the database, six for each body
/// @returns the indices of the modes that are kept
std::vector<Eigen::Index> select_modes(const std::vector<Eigen::Index>& dofs,
                                       GeneralisedModes& modes);

/// Checks the modes of a database: shapes agree, numbers are finite, carriers have no volume, every
/// dof is that of one mode, masses and stiffnesses are symmetric, masses positive definite.
/// @throws Error(kInvalidArgument) with the first member that violates a rule, the rule and the
///         value
void validate_modes(const Database& database);

}  // namespace raftup::hydro
