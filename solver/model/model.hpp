#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/bodies/observer_frame.hpp"
#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/contacts/contact_filter.hpp"
#include "solver/model/contacts/contact_shape.hpp"
#include "solver/model/inputs/event.hpp"
#include "solver/model/inputs/input.hpp"
#include "solver/model/joints/joint.hpp"
#include "solver/model/loads/force_field.hpp"
#include "solver/model/loads/load.hpp"
#include "solver/model/machines/machine.hpp"
#include "solver/model/statistics/statistics.hpp"
#include "solver/model/water/added_mass_interaction.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"
#include "solver/model/water/probe.hpp"
#include "solver/model/water/strong_interaction.hpp"
#include "solver/model/water/wind.hpp"

namespace raftup::solver {

class MooringLibrary;
struct ContactMaterial;
struct Material;

/// The method by which time [s] advances.
enum class StepperKind {
  kRungeKutta4,  ///< order 4, for smooth constraints
  kMidpoint,     ///< order 2, implicit, for smooth constraints and stiff loads
  kSpook,        ///< order 1 by impulses [N s]: stops, limited motors, friction
  kMoreauJean,   ///< order 1 by impulses, with Newton's law of restitution
  kByReach,      ///< kSpook in steps in which shapes may touch, otherwise as without shapes
};

/// Where a simulation begins.
enum class Start {
  kAsGiven,      ///< at the poses [m, rad] and velocities [m/s, rad/s] of the bodies
  kEquilibrium,  ///< at rest where forces [N] balance, see balanced_start()
};

constexpr std::array<std::string_view, 2> names_of(Start /*of*/) {
  return {"as_given", "equilibrium"};
}

/// theta of kMoreauJean where a model gives none.
inline constexpr double kDefaultTheta = 0.5;

constexpr std::array<std::string_view, 5> names_of(StepperKind /*of*/) {
  return {"rk4", "midpoint", "spook", "moreau_jean", "by_reach"};
}

/// The description of everything that is simulated; Simulation's constructor checks it as a whole.
struct Model {
  // Compiled once, in model.cpp, as those of Load.
  Model();
  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();

  double gravity = 9.80665;  ///< m/s2, downwards; of buoyancy and, without a field, of weight
  std::shared_ptr<const GravityField> gravity_field;             ///< none = uniform
  double water_density = 1025.0;                                 ///< kg/m3
  double water_depth = std::numeric_limits<double>::infinity();  ///< m
  hydro::Current current;         ///< current past the bodies; equal to that of the sea's own water
  std::optional<hydro::Sea> sea;  ///< none = still water
  std::optional<Wind> wind;       ///< none = calm air
  std::vector<RigidBody> bodies;
  std::vector<HydrodynamicGroup> hydrodynamics;
  std::vector<AddedMassInteraction> added_mass_interactions;
  std::vector<std::shared_ptr<const StrongInteraction>> strong_interactions;  ///< users' own
  std::vector<StrongJoint> strong_joints;
  std::vector<Joint> joints;
  std::vector<Load> loads;
  std::vector<Machine> machines;
  std::vector<ContactShape> shapes;  ///< that touch each other
  std::vector<Material> materials;   ///< of the shapes
  std::vector<ContactMaterial> contact_materials;
  std::vector<DisabledPair> disabled_pairs;
  std::vector<ContactReader> contact_readers;
  std::vector<DistanceReader> distance_readers;
  /// a user's own; null: all contacts are kept
  std::shared_ptr<const ContactFilter> contact_filter;
  std::vector<ForceFieldUse> force_fields;
  /// null: the model cannot have mooring systems
  std::shared_ptr<const MooringLibrary> mooring_library;
  std::vector<Input> inputs;
  std::vector<Event> events;
  std::vector<ObserverFrame> observers;
  std::vector<Probe> probes;
  std::optional<StatisticsOptions> statistics;  ///< none = nothing is accumulated
  /// without it, a stepper is chosen for each part of the model
  std::optional<StepperKind> stepper;
  std::optional<double> theta;  ///< 0.5..1, of kMoreauJean; none = kDefaultTheta
  std::int64_t step_ns = 0;     ///< h, > 0
  Start start = Start::kAsGiven;
};

/// Computes the defaults of its parts that depend on the rest of the model.
void complete(Model& model);

/// A body of that name exists.
bool has_body(const Model& model, const std::string& name);

/// @returns the index of the body of that name
/// @throws Error(kNotFound)
std::size_t find_body(const Model& model, const std::string& name);

/// @returns the index of the added-mass interaction [kg] of that name
/// @throws Error(kNotFound)
std::size_t find_added_mass_interaction(const Model& model, const std::string& name);

/// @returns the index of the joint of that name, none where the model has no such joint
std::optional<std::size_t> find_joint(const Model& model, const std::string& name);

/// Sets the uniform gravity [m/s2], which determines buoyancy too.
/// @returns false if a gravity field is active; nothing is then changed
bool set_uniform_gravity(Model& model, double gravity);

/// True if any shape of a model belongs to that side.
bool has_side(const Model& model, const std::string& side);

/// True if forces [N] move the body of a shape.
bool moves(const Model& model, const ContactShape& shape);

/// True if a shape of a body that forces move, or a sensor, can meet a shape of another body or of
/// the world.
bool can_touch(const Model& model);

/// True if two of them can push each other, so that contacts have forces [N].
bool can_push(const Model& model);

/// Acceleration of gravity on a body whose centre of mass is at `position` [m/s2, world]; 0 if it
/// has no weight.
Vector3 gravity_at(const Model& model, const RigidBody& body, const Vector3& position);

/// Current [U; 0] at each body of a model [m/s, world]. If it depends on depth, it is taken at the
/// centre of buoyancy at rest, or for a body without a hydrodynamic database at its centre of mass
/// at t = 0. Empty in still water.
BodyVectors current_at_bodies(const Model& model);

/// Pose of the model frame of a body at rest [m, world]: rest_pose if given, else that of its
/// hydrodynamic database or of its place in a group without one, else its pose at t = 0.
Pose rest_pose(const Model& model, std::size_t body);

/// The pose [m, world] from which `<body>.displacement` is measured: rest_pose(model, body), or for
/// a body with neither a rest pose of its own nor a database the rest pose of its first linear
/// mooring that has one.
Pose displacement_reference(const Model& model, std::size_t body);

/// Poses and velocities of the bodies of a model at t = 0 [m, m/s, rad/s, world], without momenta.
Kinematics initial_kinematics(const Model& model);

/// Where the parts of a model stand in its source, such as a message, for the paths of violations.
struct ModelSource {
  /// Path of each shape of the model. In a message the shapes of a body belong to it, for instance
  /// "bodies[0].shapes[1]". Empty = all shapes are at "shapes[i]".
  std::vector<std::string> shape_paths;
  /// Indices of the loads and inputs without a kind in the source; here they have an arbitrary one.
  /// The caller has reported them, so that only their names are checked.
  std::set<std::size_t> loads_without_kind, inputs_without_kind;
};

/// All broken rules of a model; empty if it is valid. Simulation's constructor calls this function.
std::vector<Violation> check(const Model& model, const ModelSource& source = {});

/// Digest of everything in a model on which a simulation depends, including databases: two models
/// with the same digest give the same bytes.
std::uint64_t digest(const Model& model);

}  // namespace raftup::solver
