/// @file One example of each kind of load, in tests/support/examples/loads/KIND.json, for every
/// list of tests that must hold for all kinds. README.md there says what a file has.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/loads/load.hpp"

namespace raftup::testing {

/// Names of sets of fields that replace those of an example, one set after the other.
using ExampleChanges = std::vector<std::string>;

/// The example without what a linear model leaves out of it.
inline const ExampleChanges kLinearExample{"linear"};
/// That without what takes energy out of the bodies or brings some in.
inline const ExampleChanges kKeptExample{"linear", "kept"};
/// And again with what takes energy out.
inline const ExampleChanges kDampedExample{"linear", "kept", "damped"};
/// The example in a scene that has one of every kind at once.
inline const ExampleChanges kTogetherExample{"together"};

/// Names of all kinds of load, in the order of solver::LoadKinds.
std::vector<std::string> load_kinds();

/// The name of the load of a kind in a scene: that of the kind, but no name of a body.
std::string load_name(const std::string& kind);

/// The example of a kind as a model file has it. A set of changes that the kind lacks changes
/// nothing.
/// @throws Error(kNotFound) if the kind has no example
std::string load_example_text(const std::string& kind, const ExampleChanges& changes = {});

/// What it describes. The load acts on the bodies "hull" and "tug"; some are on the world.
/// @throws Error(kInvalidArgument) if the example has a field that the kind has not
solver::LoadKind load_example(const std::string& kind, const ExampleChanges& changes = {});

/// The example of kTogetherExample in a scene that is turned about the vertical through the origin.
/// @param angle [rad]
solver::LoadKind turned_example(const std::string& kind, double angle);

/// A load on two bodies with what a closed form says of it, or with the rule that it breaks.
struct LoadCase {
  std::string name;                       ///< the situation
  solver::LoadKind load;                  ///< the example with some fields changed
  std::vector<solver::RigidBody> bodies;  ///< "hull" at the origin and "tug" 20 m ahead of it
  /// Force [N] and moment [N m] about the centre of mass of each body, world axes, at t = 0.
  std::map<std::string, Vector6> forces;
  std::string refused;  ///< path and rule if the model must be refused, else empty
};

/// The cases of the file of a kind.
/// @throws Error(kInvalidArgument) if a case has a field that does not exist
std::vector<LoadCase> load_cases(const std::string& kind);

/// A text that the file of a kind has beside its example, such as "implicit_step"; empty if none.
std::string load_example_note(const std::string& kind, const std::string& name);

}  // namespace raftup::testing
