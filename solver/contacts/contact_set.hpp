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

/// Largest penetration as a share of the size of the smaller shape. A deeper overlap contradicts
/// the assumption that the shapes are rigid. Chosen, not swept.
inline constexpr double kLargestDepth = 0.01;

/// A point at which two bodies touch or are about to touch, as rows between them: the gap phi [m],
/// whose rate is N (v1 - v2), and with friction two slips T (v1 - v2) [m/s], each multiplied by mu
/// of its direction over the larger of the two, so that the friction cone is circular.
struct Contact {
  std::size_t pair = 0, point = 0;  ///< the point is ContactSet::pairs()[pair].points[point]
  JacobianRows<4> block;  ///< 1 row or 3, on unit vectors in world axes that point out of shape 2
  const PairLaw* law = nullptr;
  double friction = 0.0;  ///< mu, the larger of both directions
  bool square = false;    ///< if true, each slip is bounded by itself, not the length of both [N]
  /// N, force that bounds friction instead of the contact's own normal force.
  std::optional<double> bearing_force;
  double gap = 0.0;  ///< phi [m]; for a fender minus the compression of its spring
  /// m, by which it is deeper than kLargestDepth and the adhesion overlap allow
  double excess = 0.0;
  double stiffness = 0.0;                   ///< N/m
  std::optional<double> damping_time;       ///< s; without it two steps
  double adhesion = 0.0;                    ///< N of this point
  Vector2 surface_speed = Vector2::Zero();  ///< T (s1 - s2) of moving surfaces [m/s]
  Vector3 guess = Vector3::Zero();          ///< force of the last step in these rows [N]
};

/// The shapes of a part of a model and the points at which they touch. Everything that it carries
/// from one step to the next is in the State. Not thread-safe.
class ContactSet {
 public:
  /// A set without shapes.
  ContactSet() = default;
  /// @param model a part, with all shapes of the whole model or with none
  explicit ContactSet(const Model& model);

  /// True if no two shapes of the part can ever touch.
  bool empty() const { return shapes_.empty(); }
  /// Radius of a shape about its middle [m], infinite for a plane. Must not be called if the set is
  /// empty.
  double size(std::size_t shape) const { return shapes_[shape].place.form.size(); }

  /// True if a body that forces move has a shape whose material has a restitution above 0 with
  /// another.
  bool bounces(std::size_t body) const;

  /// Finds the points at the start of a step.
  /// @param before pairs of the last step
  /// @param now    time at the start [s]
  /// @param step   h [s]
  void find(const Kinematics& bodies, const ContactPairs& before,
            const std::vector<InputSeries>& inputs, double now, double step);

  const std::vector<Contact>& contacts() const { return contacts_; }

  /// Writes the forces of contacts() [N], 3 for each in their rows, to pairs().
  void set_forces(const std::vector<Vector3>& forces);
  /// The pairs that the State is to keep of the step.
  ContactPairs& pairs() { return pairs_; }
  const ContactPairs& pairs() const { return pairs_; }

  /// wrenches += the forces [N] and moments [N m] of the pairs of a State, world axes, at the poses
  /// of `bodies`.
  void add_forces(const ContactPairs& pairs, const Kinematics& bodies, BodyVectors& wrenches) const;

 private:
  struct Item {
    PlacedShape place;
    bool moves;     ///< true if forces move its body
    double weight;  ///< N, weight of its body if forces move it
    ShapeRole role;
    std::size_t material;
    Vector3 given_velocity;            ///< m/s, velocity of the surface, axes of the shape
    Vector3 surface_velocity;          ///< m/s, the same, or the value of an input instead
    std::optional<std::size_t> input;  ///< the input that streams the velocity
    Vector3 surface_spin;              ///< rad/s, axes of the shape
    std::shared_ptr<const SurfaceMotion> surface_motion;

    /// Angular velocity of its body [rad/s], world axes.
    Vector3 turning(const Kinematics& bodies) const;
    /// Velocity of a point of its body [m/s], world axes.
    Vector3 speed_at(const Vector3& point, const Kinematics& bodies) const;
    /// Velocity of its surface against its body [m/s], world axes.
    /// @param posed the shape where it is
    /// @param now   t [s]
    Vector3 surface_velocity_at(const Vector3& point, const PosedShape& posed, double now) const;
  };
  struct StepTime {
    double start = 0.0, duration = 0.0;  ///< s
  };
  /// Two sets of shapes that do not touch each other, always or while an input is 0.
  struct Separation {
    std::vector<bool> one, two;        ///< by shape: true if it belongs to the side
    std::optional<std::size_t> input;  ///< the input whose value 0 separates them
    bool acts;                         ///< true if it separates them now
  };

  void add_shapes(const Model& model);
  void add_separations(const Model& model);
  void apply(const std::vector<InputSeries>& inputs, double now);
  /// @param one, two shapes of different bodies
  bool may_touch(std::size_t one, std::size_t two) const;
  const PairLaw& law(std::size_t one, std::size_t two) const {
    return laws_.between(shapes_[one].material, shapes_[two].material);
  }
  void place_shapes(const Kinematics& bodies, double step);
  /// @param step h [s]
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
  /// @param primary direction of friction, perpendicular to the normal
  void set_rows(std::size_t one, std::size_t two, const ContactPoint& point, const Vector3& primary,
                const Kinematics& bodies, const ContactPairState* before, Contact& contact) const;
  std::optional<double> bearing_force(std::size_t one, std::size_t two, const ContactPoint& point,
                                      const ContactPairState* before) const;
  /// Properties that all points of a pair share.
  struct OfPoint {
    Vector3 primary;   ///< direction of friction, perpendicular to the normal
    double adhesion;   ///< N, of each point
    double stiffness;  ///< N/m, of each point
    double deepest;    ///< m, penetration that each point may have
  };
  void add_contact(std::size_t one, std::size_t two, const ContactPoint& point,
                   const OfPoint& of_point, const Kinematics& bodies,
                   const ContactPairState* before);

  std::vector<Item> shapes_;
  PairLaws laws_;
  std::vector<Separation> separations_;
  BroadPhase broad_phase_;  ///< finds shapes that are near each other; those of one body never meet
  std::vector<PosedShape> posed_;
  std::vector<Bounds> bounds_;
  std::shared_ptr<const ContactFilter> filter_;  ///< null: all are kept
  StepTime time_;
  std::vector<ContactPoint> points_;  ///< scratch
  std::vector<Contact> contacts_;
  ContactPairs pairs_;
  /// memory of pairs that no longer exist, for reuse
  std::vector<std::vector<ContactPointState>> spare_points_;
};

}  // namespace raftup::solver
