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

/// Of the size of the smaller shape: what overlaps by more is no contact of bodies that keep their
/// shape.
inline constexpr double kLargestDepth = 0.01;

/// A point where bodies touch or are about to, as rows between them: the gap phi, which grows with
/// N (v1 - v2), and where there is friction two slips T (v1 - v2), each times mu of its direction
/// over the larger one, so that the cone of friction is round.
struct Contact {
  std::size_t pair = 0, point = 0;  ///< ContactSet::pairs()[pair].points[point]
  JacobianRows<4> block;            ///< 1 row or 3, on unit vectors out of shape 2
  const PairLaw* law = nullptr;
  double friction = 0.0;  ///< mu, the larger one
  bool square = false;    ///< the slips are bounded one by one, not their length
  /// N that bounds friction in the place of the contact's own normal force.
  std::optional<double> bearing_force;
  double gap = 0.0;        ///< phi [m]; of a fender what its spring is pressed by, negative
  double excess = 0.0;     ///< m, by which it is deeper than kLargestDepth and adhesion allow
  double stiffness = 0.0;  ///< N/m
  std::optional<double> damping_time;       ///< s; none = two steps
  double adhesion = 0.0;                    ///< N of this point
  Vector2 surface_speed = Vector2::Zero();  ///< T (s1 - s2) of moving surfaces [m/s]
  Vector3 guess = Vector3::Zero();          ///< force of the last step in these rows [N]
};

/// The shapes of a part of a model and where they touch. It keeps nothing from one step to the next
/// that is not in the State. Not thread-safe.
class ContactSet {
 public:
  /// Without shapes.
  ContactSet() = default;
  /// @param model a part, with all shapes of the whole model or none
  explicit ContactSet(const Model& model);

  /// No two shapes of the part may ever touch.
  bool empty() const { return shapes_.empty(); }
  /// Radius of a shape about its middle [m], infinite of a plane. Not where it is empty.
  double size(std::size_t shape) const { return shapes_[shape].place.form.size(); }

  /// Whether a body that forces move has a shape whose material gives speed back to another.
  bool bounces(std::size_t body) const;

  /// Finds the points at the start of a step h [s].
  /// @param before pairs of the last step
  void find(const Kinematics& bodies, const ContactPairs& before,
            const std::vector<InputSeries>& inputs, double now, double step);

  const std::vector<Contact>& contacts() const { return contacts_; }

  /// Writes the forces [N] of contacts(), of 3 each in their rows, to pairs().
  void set_forces(const std::vector<Vector3>& forces);
  /// What the State is to keep of the step.
  ContactPairs& pairs() { return pairs_; }
  const ContactPairs& pairs() const { return pairs_; }

  /// wrenches += what the pairs of a State say at the poses of `bodies`.
  void add_forces(const ContactPairs& pairs, const Kinematics& bodies, BodyVectors& wrenches) const;

 private:
  struct Item {
    PlacedShape place;
    bool moves;     ///< by forces
    double weight;  ///< N, of its body where that moves by forces
    ShapeRole role;
    std::size_t material;
    Vector3 given_velocity;            ///< of the surface, axes of the shape
    Vector3 surface_velocity;          ///< the same or what the input says
    std::optional<std::size_t> input;  ///< that streams it
    Vector3 surface_spin;              ///< axes of the shape
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
  /// Two sides that do not touch each other, always or where an input says so.
  struct Separation {
    std::vector<bool> one, two;        ///< by shape
    std::optional<std::size_t> input;  ///< 0 separates them
    bool acts;                         ///< now
  };

  void add_shapes(const Model& model);
  void add_separations(const Model& model);
  void apply(const std::vector<InputSeries>& inputs, double now);
  /// @param one, two of different bodies
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
  /// @param primary direction of friction, across the normal
  void set_rows(std::size_t one, std::size_t two, const ContactPoint& point, const Vector3& primary,
                const Kinematics& bodies, const ContactPairState* before, Contact& contact) const;
  std::optional<double> bearing_force(std::size_t one, std::size_t two, const ContactPoint& point,
                                      const ContactPairState* before) const;
  /// What the points of a pair have in common.
  struct OfPoint {
    Vector3 primary;   ///< direction of friction, across the normal
    double adhesion;   ///< N of each
    double stiffness;  ///< N/m of each
    double deepest;    ///< m that each may be
  };
  void add_contact(std::size_t one, std::size_t two, const ContactPoint& point,
                   const OfPoint& of_point, const Kinematics& bodies,
                   const ContactPairState* before);

  std::vector<Item> shapes_;
  PairLaws laws_;
  std::vector<Separation> separations_;
  BroadPhase broad_phase_;  ///< shapes of one body do not meet
  std::vector<PosedShape> posed_;
  std::vector<Bounds> bounds_;
  std::shared_ptr<const ContactFilter> filter_;  ///< null: all are kept
  StepTime time_;
  std::vector<ContactPoint> points_;  ///< scratch
  std::vector<Contact> contacts_;
  ContactPairs pairs_;
  std::vector<std::vector<ContactPointState>> spare_points_;  ///< memory of pairs that are no more
};

}  // namespace raftup::solver
