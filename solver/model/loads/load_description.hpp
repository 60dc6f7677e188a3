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

/// @file The base class of the descriptions of loads, and the functions that a kind of load needs.
///       A kind X is derived from LoadDescription and has
///
///   static constexpr std::string_view kKind   its name in model files;
///   static void fields(self, field)           its fields (fields.hpp);
///
/// It overrides those functions of the base class whose results differ from the defaults; the
/// keyword `override` makes misspelled names fail to compile. In addition there is the function
/// that creates the element, which computes the force:
///
///   std::unique_ptr<ForceElement> make_element(const X& load, const LoadSite& site);
namespace raftup::solver {

struct Model;
class ForceElement;
class CatenaryGroup;
class WindsAtHeights;

/// Base class of every kind of load. Its functions describe the properties of a load that the
/// solver needs besides its fields, so that code outside of solver/loads does not depend on the
/// kind of a load. A kind overrides only the functions that concern it. The functions of the base
/// class return the value for a load without the property.
class LoadDescription {
 public:
  virtual ~LoadDescription();

  /// The outputs of the load besides its force [N, N m], in the order of ForceElement::read().
  virtual std::vector<LoadOutput> outputs() const { return {}; }

  /// The channels of the load to which inputs and controllers can write commands.
  virtual std::span<const LoadOutput> commands() const { return {}; }
  /// The command that the description of the load gives for a channel, in the unit of the channel.
  /// It applies until an input or a controller writes to the channel.
  virtual double own_command(std::string_view /*channel*/) const { return 0.0; }
  /// Checks a command that an input writes: the arguments are the name of the load, one of the
  /// channels of commands(), and the value in the unit of the channel.
  /// @throws Error(kInvalidArgument) if the load does not permit the value
  virtual void check_command(const std::string& /*name*/, std::string_view /*channel*/,
                             double /*value*/) const {}
  /// The channel that an input of kind LoadDrive commands; empty for a load without a drum.
  virtual std::string_view drive_channel() const { return {}; }
  /// The channels of other loads that the load sets, if it is a controller.
  virtual std::vector<ControlledChannel> controls(const Model& /*model*/) const { return {}; }

  /// True if the waves of the sea act on the load.
  virtual bool feels_waves() const { return false; }
  /// How the load takes waves up to the surface; none if it does not feel them along a height.
  virtual std::optional<hydro::WaveStretching> wave_stretching() const { return std::nullopt; }
  /// True if the current of the model acts on the load.
  virtual bool feels_current() const { return false; }
  /// Height above the water of the wind that acts on the load [m]; none if no wind acts on it.
  virtual std::optional<double> wind_height() const { return std::nullopt; }

  /// True if the load has an added mass [kg, kg m, kg m2] that varies with time and is part of the
  /// system matrix (ForceElement::added_mass()). It belongs to the first body that the load names.
  virtual bool has_added_mass() const { return false; }
  /// Constant added mass that the load adds to the first body that it names, about the center of
  /// mass [kg, kg m, kg m2]; none for most loads.
  virtual std::optional<OwnAddedMass> own_added_mass(const Model& /*model*/) const {
    return std::nullopt;
  }
  /// The mesh that the load acts on; null for a load without a mesh.
  virtual const LoadMesh* load_mesh() const { return nullptr; }
  /// The same, for the triangles of a file to be put in.
  virtual LoadMesh* load_mesh() { return nullptr; }
  /// True if the force of the load [N, N m] depends on poses or velocities of bodies, so that it
  /// may have a LoadJacobian.
  virtual bool has_jacobian() const { return true; }

  /// True if the force of the load is a mean over a step, which the load solves for together with the
  /// velocities of the bodies. Only the steppers midpoint and moreau_jean take such loads.
  virtual bool acts_over_steps() const { return false; }

  /// For a load that is a spring about a rest pose: the rest pose of the model frame of the body of
  /// the given name.
  virtual std::optional<Pose> rest_pose_of(const std::string& /*body*/) const {
    return std::nullopt;
  }
  /// The damping matrix D of a damper between a body and the world, with the force -D v [N s/m, N
  /// s, N m s]; null for other loads. The damper takes energy out in every motion if v^T D v is
  /// never negative.
  virtual const Matrix6* world_damping() const { return nullptr; }
  /// The point of the body of the given name at which the whole force of the load acts, with its
  /// couples [m, model frame]. None if the force acts at several points or is spread over the body,
  /// so that section loads cannot be computed with it.
  virtual std::optional<Vector3> point_on(const std::string& /*body*/) const {
    return std::nullopt;
  }
  /// True if the load acts on the modes of the flexible body of the given name as on the body itself:
  /// its forces act at points that move with the modes, or it is a matrix for the motion of the rigid
  /// body alone.
  virtual bool knows_modes(const std::string& /*body*/) const { return false; }
  /// True if a load that knows modes needs their shapes: false if it acts on the rigid motion alone.
  virtual bool needs_mode_shapes() const { return true; }
  /// Upward part of a constant force in world axes on the body of the given name [N].
  virtual double constant_lift(const std::string& /*body*/) const { return 0.0; }
  virtual std::optional<PlanarDrag> planar_drag() const { return std::nullopt; }
  virtual std::optional<HangingLine> hanging_line(const Model& /*model*/) const {
    return std::nullopt;
  }
  /// The end of the force curve of the load [N], given the model and the index of the load; none
  /// without a curve.
  virtual std::optional<CurveEnd> curve_end(const Model& /*model*/, std::size_t /*load*/) const {
    return std::nullopt;
  }

  /// Fills in defaults that depend on the rest of the model.
  virtual void complete(const Model& /*model*/) {}
  /// Adds the violations of rules between several fields. The path is that of the fields of the
  /// load, such as "loads[0].winch".
  virtual void check(const Model& /*model*/, const std::string& /*path*/,
                     Violations& /*violations*/) const {}
  /// For a linear model: stops motions of the load itself, such as that of a drum.
  virtual void hold_still() {}
  /// Name of a field that the load has been given and that has no effect any more; empty if there is
  /// none.
  virtual std::string_view field_without_effect() const { return {}; }
  /// A sentence for the user that states which effects of the load, given its name, a linear model
  /// neglects. Empty if there are none.
  virtual std::string linear_limit(const std::string& /*name*/) const { return {}; }

 protected:
  LoadDescription() = default;
  LoadDescription(const LoadDescription&) = default;
  LoadDescription(LoadDescription&&) = default;
  LoadDescription& operator=(const LoadDescription&) = default;
  LoadDescription& operator=(LoadDescription&&) = default;
};

/// Objects that the elements of several loads share. A null pointer means that each element has an
/// object of its own.
struct SharedByLoads {
  std::shared_ptr<CatenaryGroup> lines;  ///< the group in which catenary lines are solved together
  std::shared_ptr<WindsAtHeights> winds;
};

/// The arguments of the functions that create the element of a load.
struct LoadSite {
  const Model& model;         ///< the model, which has been checked
  const std::string& name;    ///< name of the load
  const Kinematics& initial;  ///< poses and velocities of the bodies at t = 0, world axes
  std::size_t place;          ///< index of the state of the load in State::loads
  /// index of the state of each load in State::loads; empty = the order of the loads
  std::span<const std::size_t> places;
  SharedByLoads shared = {};

  std::size_t place_of(std::size_t load) const { return places.empty() ? load : places[load]; }
};

/// The two points between which a load acts along a straight line.
struct LineEnds {
  std::string body1;
  /// position of the first point in the model frame of body1 [m]
  Vector3 point1 = Vector3::Zero();
  std::string body2;  ///< name of the second body; empty = the world
  /// position of the second point in the model frame of body2, or in the world [m]
  Vector3 point2 = Vector3::Zero();

  /// The point on the body of the given name [m, model frame]; none if it is not one of the two.
  std::optional<Vector3> end_on(const std::string& body) const {
    if (body == body1) return point1;
    return body == body2 ? std::optional(point2) : std::nullopt;
  }

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body1", self.body1, Reference::kBody);
    field("point1", self.point1, "m");
    field("body2", self.body2, Reference::kOtherBody);
    field("point2", self.point2, "m");
  }
};

/// Position of a point of a body at t = 0 [m, world]; none if there is no such body. For the name
/// "" it is the point itself, which is then given in the world.
/// @param point in the model frame of the body [m]
std::optional<Vector3> initial_position(const Model& model, const std::string& body,
                                        const Vector3& point);

/// Distance of the two points of a load at t = 0 [m]; none if one of the bodies does not exist.
std::optional<double> initial_distance(const Model& model, const LineEnds& ends);

}  // namespace raftup::solver
