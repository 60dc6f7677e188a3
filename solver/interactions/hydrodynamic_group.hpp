#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/excitation/excitation.hpp"
#include "hydro/radiation/radiation_options.hpp"

namespace raftup::solver {

/// Hydro frame of added mass (physics.md 3): kHeading = yaw of the body only.
enum class HydroFrame { kHeading, kBody, kWorld };
/// Coriolis of added mass; an explicit choice.
enum class AddedMassCoriolis { kOff, kMunkYaw, kFull };

/// One body of a group: which body of the model is which body of the database.
struct GroupBody {
  std::string body;
  Eigen::Index database_body = 0;
  Matrix6 linear_damping = Matrix6::Zero();     ///< heading frame, at the centre of mass
  Matrix6 quadratic_damping = Matrix6::Zero();  ///< -D |v| v per component, heading frame
};

/// All bodies of one database, dense 6N x 6N. The bodies may stand in any order.
struct HydrodynamicGroup {
  std::string name;
  std::shared_ptr<const hydro::Database> database;  ///< only the bodies named, in this order
  std::vector<GroupBody> bodies;
  Vector2 origin = Vector2::Zero();  ///< m, the database frame in the world
  double heading = 0.0;              ///< rad
  HydroFrame frame = HydroFrame::kHeading;
  AddedMassCoriolis coriolis = AddedMassCoriolis::kOff;
  std::optional<double> added_mass_frequency;  ///< rad/s; default: infinite
  hydro::RadiationOptions radiation;
  bool excitation_enabled = true;
  hydro::Excitation::Options excitation;
  bool hydrostatics = true;
  bool allow_asymmetric = false;
};

/// Added mass given directly, without a database; body2 empty = one body.
struct AddedMassInteraction {
  std::string name;
  std::string body1, body2;
  Matrix6 body1_block = Matrix6::Zero();
  Matrix6 body2_block = Matrix6::Zero();
  Matrix6 off_diagonal_block = Matrix6::Zero();  ///< A_12: momentum of body 1 from motion of body 2
  HydroFrame frame = HydroFrame::kHeading;
  AddedMassCoriolis coriolis = AddedMassCoriolis::kOff;
  bool enabled = true;
};

}  // namespace raftup::solver
