#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// The modes of a body that move, with coordinates in m, and where they are in the database of its
/// group.
struct ModesOfBody {
  std::size_t group;               ///< index in Model::hydrodynamics
  std::size_t member;              ///< index in HydrodynamicGroup::bodies
  std::vector<std::size_t> modes;  ///< indices in hydro::GeneralisedModes::modes
};

/// Returns the modes of a body: the first RigidBody::modes->count of its database. None if the body
/// has no `modes`, or is in no group with a database.
std::optional<ModesOfBody> modes_of(const Model& model, const RigidBody& body);

/// Number of modes of a body that move; 0 for a rigid body.
std::size_t mode_count(const Model& model, const RigidBody& body);

/// Adds the carriers of the modes of all flexible bodies: bodies of the model without weight, with
/// up to three translations q_1 to q_3 [m] and no rotations, whose attitude never turns. They are
/// members of the group of their body (RigidBody::carrier_of), and the masses, stiffnesses and
/// damping of the modes become HydrodynamicGroup::of_modes. Carriers of modes that do not move are
/// removed from the database. Nothing changes if no database has modes, or if the carriers are
/// there. The model must have no violations of check_modes().
void add_mode_carriers(Model& model);

/// True if add_mode_carriers() would change the model.
bool needs_mode_carriers(const Model& model);

/// Returns the model without the carriers that add_mode_carriers() has added, as a user describes it.
Model without_mode_carriers(Model model);

/// Where the coordinate q of a mode is: a translation of a carrier.
struct ModePlace {
  std::size_t carrier;  ///< index of the body in the model
  Eigen::Index axis;    ///< 0 to 2
};

/// Returns the places of the modes of a body; empty for a rigid body, or in a model without carriers.
std::vector<ModePlace> mode_places(const Model& model, const RigidBody& body);

/// Returns the displacement [1] of a point of a body per unit of each of its modes, in body axes,
/// 3 x m.
/// @param point in the model frame of the body at rest [m]
MatrixXd mode_shapes_at(const Model& model, const RigidBody& body, const Vector3& point);

/// The natural frequencies [rad/s] of the modes of a body that is held, with the added mass at infinite
/// frequency if the database has it, and with FlexibleModes::stiffness.
struct HeldFrequencies {
  VectorXd omega;                  ///< ascending [rad/s]
  std::vector<std::size_t> modes;  ///< for each, the mode that moves most, counted from 0
  double decay = 0.0;  ///< fastest rate at which FlexibleModes::damping alone ends motions [1/s]
};
HeldFrequencies held_frequencies(const Model& model, const ModesOfBody& of, std::size_t count);

}  // namespace raftup::solver
