#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/sea/wave_stretching.hpp"
#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/bodies/rigid_body.hpp"
#include "solver/model/loads/load_answers.hpp"

/// @file What the description of every load is made with. A kind X of load is a LoadDescription
/// with
///
///   static constexpr std::string_view kKind   its name in model files;
///   static void fields(self, field)           its fields (fields.hpp);
///
/// with those of the questions below that it answers otherwise than the base does, each marked
/// `override`, so that a misspelt one does not compile, and, declared beside it, with the element
/// that computes its force:
///
///   std::unique_ptr<ForceElement> make_element(const X& load, const LoadSite& site);
namespace raftup::solver {

struct Model;
class ForceElement;
class CatenaryGroup;
class WindsAtHeights;

/// Base of every kind of load: what the solver asks of a load beside its fields. No code outside of
/// solver/loads asks which kind a load is. A load answers only what concerns it; the answers of the
/// base are those of a load that the question does not concern.
class LoadDescription {
 public:
  virtual ~LoadDescription();

  /// The outputs of the load besides its force, in the order of ForceElement::read().
  virtual std::vector<LoadOutput> outputs() const { return {}; }

  /// Channels that inputs and controllers can set.
  virtual std::span<const LoadOutput> commands() const { return {}; }
  /// The command of a channel as the load itself says it, in the unit of the channel. It holds
  /// until something else commands the channel.
  virtual double own_command(std::string_view /*channel*/) const { return 0.0; }
  /// Checks a command that is streamed, given the name of the load, one of the channels of
  /// commands() and the value in the channel's unit.
  /// @throws Error(kInvalidArgument)
  virtual void check_command(const std::string& /*name*/, std::string_view /*channel*/,
                             double /*value*/) const {}
  /// The channel that an input of kind LoadDrive commands; empty for a load without a drum.
  virtual std::string_view drive_channel() const { return {}; }
  /// Channels of other loads that it sets, if it is a controller.
  virtual std::vector<ControlledChannel> controls(const Model& /*model*/) const { return {}; }

  /// True if the waves of the sea act on it.
  virtual bool feels_waves() const { return false; }
  /// How it takes waves up to the surface; none where it does not feel them along a height.
  virtual std::optional<hydro::WaveStretching> wave_stretching() const { return std::nullopt; }
  /// True if the current of the model acts on it.
  virtual bool feels_current() const { return false; }
  /// Height above the water of the wind that acts on it [m]; none if no wind does.
  virtual std::optional<double> wind_height() const { return std::nullopt; }

  /// True if it has ForceElement::added_mass(), which varies and stands in the system matrix, on
  /// the first body that it names.
  virtual bool has_added_mass() const { return false; }
  /// Constant added mass that it brings to the first body that it names, about the centre of mass
  /// in the axes of the heading [kg, kg m, kg m2].
  virtual std::optional<Matrix6> own_added_mass(const Model& /*model*/) const {
    return std::nullopt;
  }
  /// True if its force depends on where bodies are or how they move, so that it may have a
  /// LoadJacobian.
  virtual bool has_jacobian() const { return true; }

  /// The pose of rest of a body, model frame, that it is a spring about.
  virtual std::optional<Pose> rest_pose_of(const std::string& /*body*/) const {
    return std::nullopt;
  }
  /// Field `damping` of a damper between a body and the world, D of the force -D v
  /// [N s/m, N s, N m s]. It takes energy out in every motion if v^T D v is never negative.
  virtual const Matrix6* world_damping() const { return nullptr; }
  virtual std::optional<PlanarDrag> planar_drag() const { return std::nullopt; }
  virtual std::optional<HangingLine> hanging_line(const Model& /*model*/) const {
    return std::nullopt;
  }
  /// The end of its force curve, given the model and its own number in it; none without a curve.
  virtual std::optional<CurveEnd> curve_end(const Model& /*model*/, std::size_t /*load*/) const {
    return std::nullopt;
  }

  /// Writes out defaults that depend on the rest of the model.
  virtual void complete(const Model& /*model*/) {}
  /// Notes the rules between fields that it breaks, given the path of its fields, such as
  /// "loads[0].winch".
  virtual void check(const Model& /*model*/, const std::string& /*path*/,
                     Violations& /*violations*/) const {}
  /// Stops what moves by itself, as a drum does, for a linear model.
  virtual void hold_still() {}
  /// A sentence that says what a linear model neglects of the load of a given name; empty if it
  /// neglects nothing.
  virtual std::string linear_limit(const std::string& /*name*/) const { return {}; }

 protected:
  LoadDescription() = default;
  LoadDescription(const LoadDescription&) = default;
  LoadDescription(LoadDescription&&) = default;
  LoadDescription& operator=(const LoadDescription&) = default;
  LoadDescription& operator=(LoadDescription&&) = default;
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
  Vector3 point1 = Vector3::Zero();  ///< model frame [m]
  std::string body2;                 ///< empty = the world
  Vector3 point2 = Vector3::Zero();  ///< model frame or world [m]

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
