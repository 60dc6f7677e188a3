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
#include "solver/model/inputs/input.hpp"
#include "solver/model/joints/joint.hpp"
#include "solver/model/loads/force_field.hpp"
#include "solver/model/loads/load.hpp"
#include "solver/model/statistics/statistics.hpp"
#include "solver/model/water/added_mass_interaction.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"
#include "solver/model/water/strong_interaction.hpp"
#include "solver/model/water/wind.hpp"

namespace raftup::solver {

class MooringLibrary;
struct ContactMaterial;
struct Material;

/// How time advances.
enum class StepperKind {
  kRungeKutta4,  ///< order 4, smooth constraints
  kMidpoint,     ///< order 2, implicit, smooth constraints: stiff loads
  kSpook,        ///< order 1, impulses: stops, limited motors, friction
  kMoreauJean,   ///< order 1, impulses, Newton's impact law
  kByReach,      ///< kSpook in steps in which something may touch, else as without shapes
};

/// theta of kMoreauJean where a model gives none.
inline constexpr double kDefaultTheta = 0.5;

constexpr std::array<std::string_view, 5> names_of(StepperKind /*of*/) {
  return {"rk4", "midpoint", "spook", "moreau_jean", "by_reach"};
}

/// What is simulated: plain descriptions, checked as a whole by Simulation's constructor.
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
  hydro::Current current;         ///< past the bodies; that of the sea's own water
  std::optional<hydro::Sea> sea;  ///< none = still water
  std::optional<Wind> wind;       ///< none = calm air
  std::vector<RigidBody> bodies;
  std::vector<HydrodynamicGroup> hydrodynamics;
  std::vector<AddedMassInteraction> added_mass_interactions;
  std::vector<std::shared_ptr<const StrongInteraction>> strong_interactions;  ///< users' own
  std::vector<StrongJoint> strong_joints;
  std::vector<Joint> joints;
  std::vector<Load> loads;
  std::vector<ContactShape> shapes;  ///< that touch each other
  std::vector<Material> materials;   ///< of the shapes
  std::vector<ContactMaterial> contact_materials;
  std::vector<DisabledPair> disabled_pairs;
  std::vector<ContactReader> contact_readers;
  std::vector<DistanceReader> distance_readers;
  std::shared_ptr<const ContactFilter> contact_filter;  ///< a user's own; none: all are kept
  std::vector<ForceFieldUse> force_fields;
  std::shared_ptr<const MooringLibrary> mooring_library;  ///< none: no mooring systems
  std::vector<Input> inputs;
  std::vector<ObserverFrame> observers;
  std::optional<StatisticsOptions> statistics;  ///< none = nothing is accumulated
  std::optional<StepperKind> stepper;           ///< none = what suits each part of the model
  std::optional<double> theta;                  ///< 0.5..1, of kMoreauJean; none = kDefaultTheta
  std::int64_t step_ns = 0;                     ///< h, > 0
};

/// Writes out the defaults of its parts that depend on the rest of the model.
void complete(Model& model);

/// A body of that name exists.
bool has_body(const Model& model, const std::string& name);

/// @returns the index of the body of that name
/// @throws Error(kNotFound)
std::size_t find_body(const Model& model, const std::string& name);

/// @returns the index of the added-mass interaction of that name
/// @throws Error(kNotFound)
std::size_t find_added_mass_interaction(const Model& model, const std::string& name);

/// @returns the index of the joint of that name, none where the model has no such joint
std::optional<std::size_t> find_joint(const Model& model, const std::string& name);

/// Sets the uniform gravity [m/s2], that of buoyancy included.
/// @returns false, and changes nothing, where a gravity field is active
bool set_uniform_gravity(Model& model, double gravity);

/// Whether any shape of a model is that side.
bool has_side(const Model& model, const std::string& side);

/// Whether forces move the body of a shape.
bool moves(const Model& model, const ContactShape& shape);

/// Whether any shape of a body that moves by forces, or any sensor, can meet one of another body or
/// of the world.
bool can_touch(const Model& model);

/// Whether any two of them push each other, so that contacts have forces.
bool can_push(const Model& model);

/// Free fall of a body whose centre of mass is at `position` [m/s2, world]; 0 where it has no
/// weight.
Vector3 gravity_at(const Model& model, const RigidBody& body, const Vector3& position);

/// Current [U; 0] past each body of a model [m/s, world]: of a profile that at the centre of
/// buoyancy at rest, for a body without a hydrodynamic database at its centre of mass at t = 0.
/// Empty in still water.
BodyVectors current_at_bodies(const Model& model);

/// Where the model frame of a body rests: rest_pose if given, else as its hydrodynamic database
/// says, else its pose at t = 0.
Pose rest_pose(const Model& model, std::size_t body);

/// From where `<body>.displacement` is measured: rest_pose(model, body); for a body that has
/// neither a rest pose of its own nor a database, the rest pose of its first linear mooring that
/// gives one.
Pose displacement_reference(const Model& model, std::size_t body);

/// The bodies of a model as they start, without momenta.
Kinematics initial_kinematics(const Model& model);

/// What check() cannot know of a model that was built from something else, such as a message.
struct ModelSource {
  /// Path of each shape of the model, where shapes are not found at "shapes[i]": in a message they
  /// stand with their bodies, "bodies[0].shapes[1]". Empty = "shapes[i]".
  std::vector<std::string> shape_paths;
  /// Indices of the loads and inputs whose kind was not given, so that they hold one that nobody
  /// meant. The caller has reported that; only their names are checked.
  std::set<std::size_t> loads_without_kind, inputs_without_kind;
};

/// Every broken rule of a model, not only the first; empty = valid. Simulation's constructor calls
/// it.
std::vector<Violation> check(const Model& model, const ModelSource& source = {});

/// Digest of everything in a model that a simulation depends on, databases included: two models
/// with the same digest give the same bytes.
std::uint64_t digest(const Model& model);

}  // namespace raftup::solver
