#pragma once

#include <cstdint>
#include <vector>

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

enum class ContactEventKind {
  kImpact,      ///< two shapes begin to touch at a speed above kRestingContactSpeed [m/s]
  kContact,     ///< two shapes begin to touch at a lower speed [m/s]
  kSeparation,  ///< two shapes cease to touch
};

/// An event in which two shapes begin or cease to touch in a step. Shapes touch in a step if they
/// overlap at its start or push each other during it.
struct ContactEvent {
  ContactEventKind kind = ContactEventKind::kContact;
  std::int64_t time_ns = 0;  ///< the end of the step [ns]
  /// Indices of the two shapes in the model, the smaller first.
  std::uint64_t shape1 = 0, shape2 = 0;
  /// Deepest point of the contact [m, world frame]; for a separation the deepest point before the
  /// step.
  Vector3 point = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  ///< unit vector in world axes, pointing out of shape 2
  double depth = 0.0;                ///< penetration at `point` [m]
  /// Normal speed of shape 1 relative to shape 2 at the start of the step, at `point` [m/s];
  /// negative if the shapes approach.
  double normal_speed = 0.0;
};

/// Finds the shapes that begin or cease to touch in each step. The events are a function of the
/// states before and after the step, so that equal steps have equal events, wherever the simulation
/// started. There is no cost if no shapes can touch.
class ContactEvents {
 public:
  /// @param model of the simulation; must outlive this object
  explicit ContactEvents(const Model& model);

  /// Stores the state at the start of a step.
  void before(const State& state);
  /// Finds the events of the step that ends at `state`.
  void after(const State& state);
  /// Discards the events. To be called if a state was not reached by a step.
  void forget() noexcept { events_.clear(); }

  /// The events of the last step, in the order of the shapes.
  const std::vector<ContactEvent>& of_last_step() const { return events_; }

 private:
  /// Two shapes that touch, with the deepest point of their contact.
  struct Touch {
    std::uint64_t shape1, shape2;
    Vector3 point, normal;
    double depth;
  };

  static void find(const ContactPairs& pairs, std::vector<Touch>& touches);
  void add(const Touch& touch, bool begins, std::int64_t time_ns);
  Vector3 velocity(std::uint64_t shape, const Vector3& point) const;

  std::int64_t step_ns_;
  /// Index of the body of each shape, or the number of bodies for a shape of the world. Empty if no
  /// shapes can touch.
  std::vector<std::size_t> bodies_;
  std::vector<Vector3> positions_;  ///< centers of mass before the step [m, world frame]
  std::vector<Vector6> velocities_;
  std::vector<Touch> before_, after_;
  std::vector<ContactEvent> events_;
};

}  // namespace raftup::solver
