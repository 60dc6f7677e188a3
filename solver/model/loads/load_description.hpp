#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/bodies/rigid_body.hpp"

/// @file The members from which the description of every load is built. Besides its fields
/// (fields.hpp) a description has
///
///   static constexpr std::array<LoadOutput, n> kOutputs   the outputs of the load, or
///   std::vector<LoadOutput> outputs() const               if they depend on its fields;
///   std::span<const LoadOutput> commands() const          what inputs and controllers can set;
///   std::vector<ControlledChannel> controls(const Model&) const    what it sets, if a controller;
///   static constexpr bool kFeelsWind = true               if the wind acts on it; kFeelsCurrent if
///                                                         the current does;
///   void complete(const Model&)                           if defaults depend on the model;
///   void check(const Model&, path, Violations&) const     if there are rules between fields;
///   void hold_still()                                     if it moves by itself, as a drum does;
///   std::string linear_limit(name) const                  what a linear model leaves out of it;
///
/// and, declared beside it, a function that makes the element which computes the load:
///
///   std::unique_ptr<ForceElement> make_element(const X& load, const LoadSite& site);
namespace raftup::solver {

struct Model;
class ForceElement;
class CatenaryGroup;
class WindsAtHeights;

/// A number or a vector that can be read of a load, by the name "<load>.<name>".
struct LoadOutput {
  const char* name;
  const char* unit;
  const char* description;
  int size = 1;
  const char* frame = "";
};

/// A channel of another load that a controller sets, by its index in LoadState::values.
struct ControlledChannel {
  std::string load, channel;
  std::size_t value;
};

/// Objects that the elements of several loads share; null if each element has its own.
struct SharedByLoads {
  std::shared_ptr<CatenaryGroup> lines;  ///< the group in which catenary lines are solved together
  std::shared_ptr<WindsAtHeights> winds;
};

/// The arguments with which an element is made.
struct LoadSite {
  const Model& model;                   ///< checked
  const std::string& name;              ///< of the load
  const Kinematics& initial;            ///< the bodies at t = 0
  std::size_t place;                    ///< of its state in State::loads
  std::span<const std::size_t> places;  ///< of those of all loads; empty = in their order
  SharedByLoads shared = {};

  std::size_t place_of(std::size_t load) const { return places.empty() ? load : places[load]; }
};

/// The two points between which a load acts along a straight line.
struct LineEnds {
  std::string body1;
  Vector3 point1 = Vector3::Zero();  ///< model frame
  std::string body2;                 ///< empty = the world
  Vector3 point2 = Vector3::Zero();  ///< model frame or world

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body1", self.body1, Reference::kBody);
    field("point1", self.point1, "m");
    field("body2", self.body2, Reference::kOtherBody);
    field("point2", self.point2, "m");
  }
};

/// Position of a point of a body, or of the world for the name "", at t = 0 [m, world]; nothing if
/// there is no such body.
std::optional<Vector3> initial_position(const Model& model, const std::string& body,
                                        const Vector3& point);

/// Distance of the two points at t = 0 [m]; none where a body does not exist.
std::optional<double> initial_distance(const Model& model, const LineEnds& ends);

}  // namespace raftup::solver
