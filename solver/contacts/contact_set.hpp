#pragma once

#include <array>
#include <optional>
#include <vector>

#include "solver/contacts/pair_law.hpp"
#include "solver/contacts/placed_shape.hpp"
#include "solver/geometry/collision/broad_phase.hpp"
#include "solver/geometry/collision/collide.hpp"
#include "solver/joints/constraint_block.hpp"
#include "solver/model/contacts/contact_state.hpp"
#include "solver/model/inputs/input_series.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Largest allowed penetration as a share of the size of the smaller shape. A deeper overlap
/// contradicts the assumption that shapes are rigid. Chosen, not swept.
inline constexpr double kLargestDepth = 0.01;

/// A point at which two bodies touch or may touch in this step, as constraint rows between the
/// bodies. The normal row is the gap phi [m], with the rate N (v1 - v2). With friction there are
/// two more rows, the slips T (v1 - v2) [m/s]. Each slip is multiplied by the ratio of the friction
/// coefficient of its direction to the larger of both coefficients, so that the friction cone is
/// circular.
struct Contact {
  /// Indices of the point: ContactSet::pairs()[pair].points[point].
  std::size_t pair = 0, point = 0;
  /// 1 row or 3, along unit vectors in world axes; the normal points out of shape 2
  JacobianRows<4> block;
  const PairLaw* law = nullptr;
  double friction = 0.0;  ///< coefficient of friction mu, the larger of both directions
  /// If true, each friction force is bounded separately, not the length of both [N].
  bool square = false;
  /// Force that bounds friction instead of the contact's own normal force [N]; none if its own
  /// force does.
  std::optional<double> bearing_force;
  double gap = 0.0;  ///< phi [m]; for a fender, minus the compression of its spring
  /// Depth beyond the limit by kLargestDepth and the adhesion overlap [m]; 0 within the limit.
  double excess = 0.0;
  double stiffness = 0.0;                   ///< stiffness of this point [N/m]
  std::optional<double> damping_time;       ///< damping time [s]; without it two steps
  double adhesion = 0.0;                    ///< adhesion force of this point [N]
  Vector2 surface_speed = Vector2::Zero();  ///< speed of moving surfaces, T (s1 - s2) [m/s]
  /// Force of the last step in these rows, with which the solution begins [N].
  Vector3 guess = Vector3::Zero();
};

/// The shapes of an island and the points at which they touch. All data that persist from one step
/// to the next are in the State. Not thread-safe.
class ContactSet {
 public:
  /// A set without shapes.
  ContactSet() = default;
  /// @param model a part of a model, with all shapes of the whole model or without shapes
  explicit ContactSet(const Model& model);

  /// True if no two shapes can ever touch.
  bool empty() const { return shapes_.empty(); }
  /// Radius of a shape about its middle [m]; infinite for a plane. Must not be called if the set is
  /// empty.
  double size(std::size_t shape) const { return shapes_[shape].place.form.size(); }

  /// True if forces move the body and it has a shape whose material has a restitution above 0 with
  /// any material.
  bool bounces(std::size_t body) const;

  /// Finds the contacts at the start of a step.
  /// @param bodies poses and velocities at the start
  /// @param before contact pairs of the last step
  /// @param inputs of the simulation
  /// @param now    time at the start [s]
  /// @param step   h [s]
  void find(const Kinematics& bodies, const ContactPairs& before,
            const std::vector<InputSeries>& inputs, double now, double step);

  /// The contacts that find() has found.
  const std::vector<Contact>& contacts() const { return contacts_; }

  /// Writes the forces of contacts() [N], three in the rows of each contact, to pairs().
  void set_forces(const std::vector<Vector3>& forces);
  /// The contact pairs of the step, in the form of a State.
  ContactPairs& pairs() { return pairs_; }
  const ContactPairs& pairs() const { return pairs_; }

  /// Adds the forces [N] and moments [N m] of contact pairs of a State to `wrenches`, world axes,
  /// at the poses of `bodies`.
  void add_forces(const ContactPairs& pairs, const Kinematics& bodies, BodyVectors& wrenches) const;

 private:
  struct Item {
    PlacedShape place;
    bool moves;     ///< true if forces move the body of the shape
    double weight;  ///< weight of its body [N]; 0 if forces do not move the body
    ShapeRole role;
    std::size_t material;
    Vector3 given_velocity;  ///< velocity of the surface by the model [m/s], axes of the shape
    /// Present velocity of the surface, by the model or by an input [m/s].
    Vector3 surface_velocity;
    std::optional<std::size_t> input;  ///< the input that streams the velocity of the surface
    Vector3 surface_spin;              ///< spin of the surface [rad/s], axes of the shape
    std::shared_ptr<const SurfaceMotion> surface_motion;

    /// Angular velocity of the body of the shape [rad/s], world axes.
    Vector3 turning(const Kinematics& bodies) const;
    /// Velocity of a point that is fixed to the body of the shape [m/s], world axes.
    Vector3 speed_at(const Vector3& point, const Kinematics& bodies) const;
    /// Velocity of its surface relative to its body [m/s], world axes.
    /// @param point a point of the surface [m, world frame]
    /// @param posed the shape at its pose
    /// @param now   t [s]
    Vector3 surface_velocity_at(const Vector3& point, const PosedShape& posed, double now) const;
  };
  struct StepTime {
    double start = 0.0, duration = 0.0;  ///< start and length of the step [s]
  };
  /// Two sets of shapes whose contacts are disabled, always or while an input is 0.
  struct Separation {
    std::vector<bool> one, two;  ///< by shape: true if it belongs to the set
    /// The input whose value 0 disables contacts; none if they are always disabled.
    std::optional<std::size_t> input;
    bool acts;  ///< true if contacts are disabled now
  };

  void add_shapes(const Model& model);
  void add_separations(const Model& model);
  void apply(const std::vector<InputSeries>& inputs, double now);
  /// True if contacts of two shapes are enabled.
  /// @param one, two indices of shapes of different bodies
  bool may_touch(std::size_t one, std::size_t two) const;
  const PairLaw& law(std::size_t one, std::size_t two) const {
    return laws_.between(shapes_[one].material, shapes_[two].material);
  }
  void place_shapes(const Kinematics& bodies, double step);
  /// Adds the contacts of two shapes.
  /// @param step length of the step h [s]
  void add_pair_contacts(std::size_t one, std::size_t two, const ContactPairs& before,
                         const Kinematics& bodies, double step);
  double margin(std::size_t one, std::size_t two, const Kinematics& bodies, double step) const;
  bool is_kept(std::size_t one, std::size_t two, const ContactPairState* known,
               const Kinematics& bodies) const;
  void add_sensor_contact(std::size_t one, std::size_t two, const Vector3& search_normal);
  void note_history(std::size_t one, std::size_t two, const Kinematics& bodies,
                    ContactPairState& pair) const;
  FrictionPoint friction_point(std::size_t one, std::size_t two, const ContactPoint& point,
                               const Kinematics& bodies, const Vector3& force) const;
  /// Sets the rows of a contact: friction, its directions, and the force of the last step.
  /// @param primary first direction of friction, perpendicular to the normal
  void set_rows(std::size_t one, std::size_t two, const ContactPoint& point, const Vector3& primary,
                const Kinematics& bodies, const ContactPairState* before, Contact& contact) const;
  std::optional<double> bearing_force(std::size_t one, std::size_t two, const ContactPoint& point,
                                      const ContactPairState* before) const;
  /// Properties that all points of a pair share, for one point.
  struct OfPoint {
    Vector3 primary;   ///< first direction of friction, perpendicular to the normal
    double adhesion;   ///< adhesion force of each point [N]
    double stiffness;  ///< stiffness of each point [N/m]
    double deepest;    ///< greatest allowed penetration of each point [m]
  };
  void add_contact(std::size_t one, std::size_t two, const ContactPoint& point,
                   const OfPoint& of_point, const Kinematics& bodies,
                   const ContactPairState* before);

  std::vector<Item> shapes_;
  PairLaws laws_;
  std::vector<Separation> separations_;
  /// Finds shapes that are near each other; shapes of one body do not collide.
  BroadPhase broad_phase_;
  std::vector<PosedShape> posed_;
  std::vector<Bounds> bounds_;
  std::shared_ptr<const ContactFilter> filter_;  ///< user's filter; null if all contacts are kept
  StepTime time_;
  std::vector<ContactPoint> points_;  ///< scratch
  std::vector<Contact> contacts_;
  ContactPairs pairs_;
  /// Memory of pairs that no longer exist, for reuse.
  std::vector<std::vector<ContactPointState>> spare_points_;
};

}  // namespace raftup::solver
