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
#include "solver/model/water/stage.hpp"
#include "solver/model/water/strong_interaction.hpp"
#include "solver/model/water/wind.hpp"

namespace raftup::solver {

class MooringLibrary;
struct ContactMaterial;
struct Material;

/// The method that integrates the equations of motion over a step [s].
enum class StepperKind {
  /// classical Runge-Kutta method, order 4, for joints without stops, limits and friction
  kRungeKutta4,
  /// implicit midpoint rule, order 2, for stiff loads and joints without stops, limits and friction
  kMidpoint,
  kSpook,       ///< impulse method [N s] of order 1, for stops, limited motors and friction
  kMoreauJean,  ///< impulse method of order 1 with Newton's law of restitution
  /// kSpook in each step in which shapes may touch, in all other steps the method that would be
  /// chosen without shapes
  kByReach,
};

/// The poses [m, rad] and velocities [m/s, rad/s] of the bodies with which a simulation begins.
enum class Start {
  kAsGiven,      ///< at the poses [m, rad] and velocities [m/s, rad/s] that the model gives
  kEquilibrium,  ///< at rest in the poses where all forces [N] balance: balanced_start()
};

constexpr std::array<std::string_view, 2> names_of(Start /*of*/) {
  return {"as_given", "equilibrium"};
}

/// How a run begins and goes on.
struct Course {
  Start start = Start::kAsGiven;
  std::vector<Stage> stages;  ///< parts of a run, one after another; empty: everything acts always
};

/// The weight theta of the end of a step in the theta method of StepperKind::kMoreauJean, for
/// models that do not give it.
inline constexpr double kDefaultTheta = 0.5;

constexpr std::array<std::string_view, 5> names_of(StepperKind /*of*/) {
  return {"rk4", "midpoint", "spook", "moreau_jean", "by_reach"};
}

/// The contacts of shapes that do not exist although the shapes overlap.
struct ContactExceptions {
  std::vector<DisabledPair> pairs;
  /// A user's own decision about which contacts exist. Null: every contact exists.
  std::shared_ptr<const ContactFilter> filter;
};

/// A model: the description of everything that is simulated. Simulation's constructor checks it.
struct Model {
  // Compiled once, in model.cpp, as those of Load.
  Model();
  Model(const Model&);
  Model(Model&&) noexcept;
  Model& operator=(const Model&);
  Model& operator=(Model&&) noexcept;
  ~Model();

  /// m/s2, downward. It determines the buoyancy and, if gravity_field is null, the weight of the
  /// bodies.
  double gravity = 9.80665;
  std::shared_ptr<const GravityField> gravity_field;             ///< null: gravity is uniform
  double water_density = 1025.0;                                 ///< density of the water [kg/m3]
  double water_depth = std::numeric_limits<double>::infinity();  ///< depth of the water [m]
  /// Current that acts on the bodies. It must be equal to the current of the water of `sea`.
  hydro::Current current;
  std::optional<hydro::Sea> sea;  ///< none = still water
  std::optional<Wind> wind;       ///< none = calm air
  std::vector<RigidBody> bodies;
  std::vector<HydrodynamicGroup> hydrodynamics;
  std::vector<AddedMassInteraction> added_mass_interactions;
  std::vector<std::shared_ptr<const StrongInteraction>> strong_interactions;  ///< written by users
  std::vector<StrongJoint> strong_joints;
  std::vector<Joint> joints;
  std::vector<Load> loads;
  std::vector<Machine> machines;
  std::vector<ContactShape> shapes;  ///< shapes by which bodies touch each other
  std::vector<Material> materials;   ///< materials of `shapes`
  std::vector<ContactMaterial> contact_materials;
  ContactExceptions contact_exceptions;
  std::vector<ContactReader> contact_readers;
  std::vector<DistanceReader> distance_readers;
  std::vector<ForceFieldUse> force_fields;
  /// The models of moorings that loads of the kind MooringSystem use. Null: the model cannot have
  /// mooring systems.
  std::shared_ptr<const MooringLibrary> mooring_library;
  std::vector<Input> inputs;
  std::vector<Event> events;
  std::vector<ObserverFrame> observers;
  std::vector<Probe> probes;
  std::optional<StatisticsOptions> statistics;  ///< none: no statistics are computed
  /// The method for all bodies. None: each part of the model that moves independently gets the
  /// stepper that its joints, loads and contacts need.
  std::optional<StepperKind> stepper;
  /// theta of StepperKind::kMoreauJean, 0.5 to 1; none: kDefaultTheta
  std::optional<double> theta;
  std::int64_t step_ns = 0;  ///< length h of a step [ns], > 0
  Course course;
};

/// Fades the waves of the sea in the course of the stages of a checked model. Wind, current and
/// streamed waves are faded by the loads that feel them [N].
void fade_waves(Model& model);

/// Removes the stages of a model: waves, wind and current are then there in full, without damping
/// [1/s].
void remove_stages(Model& model);

/// Fills in the default values that depend on other parts of the model, for instance the damping
/// time of a joint, which is two steps [s].
void complete(Model& model);

/// True if the model has a body of that name.
bool has_body(const Model& model, const std::string& name);

/// Finds a body by its name.
/// @returns the index of the body in the model
/// @throws Error(kNotFound) if there is no body of that name
std::size_t find_body(const Model& model, const std::string& name);

/// Finds an added-mass interaction [kg, kg m, kg m2] by its name.
/// @returns the index of the interaction in the model
/// @throws Error(kNotFound) if there is no interaction of that name
std::size_t find_added_mass_interaction(const Model& model, const std::string& name);

/// Finds a joint by its name.
/// @returns the index of the joint in the model, or none if there is no joint of that name
std::optional<std::size_t> find_joint(const Model& model, const std::string& name);

/// Sets the uniform acceleration of gravity [m/s2, downward], by which buoyancy is computed too.
/// @returns false if the model has a gravity field; the model is then unchanged
bool set_uniform_gravity(Model& model, double gravity);

/// True if a contact shape of the model belongs to `side`, which names a shape, a body or a group
/// of shapes as in DisabledPair. An empty side includes every shape.
bool has_side(const Model& model, const std::string& side);

/// True if the shape belongs to a dynamic body, which forces [N] move. False for shapes of the
/// world and of static or kinematic bodies.
bool moves(const Model& model, const ContactShape& shape);

/// True if two shapes that do not belong to the same body may be found in contact. One of the two
/// must be a sensor or belong to a body that is moved by forces [N].
bool can_touch(const Model& model);

/// True if contact forces [N] can occur: two solid shapes do not belong to the same body, and one
/// of the two bodies is moved by forces.
bool can_push(const Model& model);

/// Acceleration of gravity on a body whose center of mass is at `position` [m, world]. It is 0 if
/// the body is declared to have no weight.
/// @returns m/s2, world axes
Vector3 gravity_at(const Model& model, const RigidBody& body, const Vector3& position);

/// The current at each body of a model as a twist [velocity of the water, m/s; 0], world axes. If
/// it depends on depth, it is taken at the center of buoyancy at rest, or for a body without a
/// hydrodynamic database at its center of mass at t = 0. The list is empty if the model has no
/// current.
BodyVectors current_at_bodies(const Model& model);

/// The pose of the model frame of a body at rest [m, world]. It is the first of these that is
/// given: RigidBody::rest_pose; the rest pose in the hydrodynamic database of the body; the rest
/// position and heading in its hydrodynamic group, if the group has no database; the pose of the
/// body at t = 0.
Pose rest_pose(const Model& model, std::size_t body);

/// The pose of the model frame [m, world] from which the output `<body>.displacement` is measured.
/// It is rest_pose(model, body) if the body has a rest pose of its own or is in a hydrodynamic
/// group. Otherwise it is the rest pose of the first linear mooring of the body that has one, and
/// without such a mooring the pose at t = 0.
Pose displacement_reference(const Model& model, std::size_t body);

/// Poses and velocities of the bodies of a model at t = 0 [m, m/s, rad/s, world]. The momenta are
/// left at 0.
Kinematics initial_kinematics(const Model& model);

/// The places of the parts of a model in the source from which it was read, such as a message of
/// the service. They are used for the paths in violations.
struct ModelSource {
  /// Path of each contact shape. In a message a shape stands within its body, for instance at
  /// "bodies[0].shapes[1]". If the list is empty, the path of shape i is "shapes[i]".
  std::vector<std::string> shape_paths;
  /// Indices of the loads and inputs that have no kind in the source. In the model an arbitrary
  /// kind takes its place. The caller has reported these loads and inputs as violations, so that
  /// check() checks only their names.
  std::set<std::size_t> loads_without_kind, inputs_without_kind;
};

/// Finds all rules that a model breaks; the list is empty if the model is valid. Simulation's
/// constructor calls this function.
std::vector<Violation> check(const Model& model, const ModelSource& source = {});

/// Digest of everything in a model on which the results of a simulation depend, including its
/// databases. Two models with the same digest give the same results bit for bit.
std::uint64_t digest(const Model& model);

}  // namespace raftup::solver
