#pragma once

#include <cstdint>
#include <vector>

#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

enum class ContactEventKind {
  kImpact,      ///< two shapes begin to touch, faster than kRestingContactSpeed
  kContact,     ///< they begin to touch, slower
  kSeparation,  ///< they touch no longer
};

/// Two shapes begin or cease to touch in a step. They touch in a step if they overlap at its start
/// or push each other during it.
struct ContactEvent {
  ContactEventKind kind = ContactEventKind::kContact;
  std::int64_t time_ns = 0;              ///< the end of the step
  std::uint64_t shape1 = 0, shape2 = 0;  ///< indices in the model, the smaller first
  /// m, world frame: the deepest point; for a separation the last one
  Vector3 point = Vector3::Zero();
  Vector3 normal = Vector3::Zero();  ///< unit vector in world axes, pointing out of shape 2
  double depth = 0.0;                ///< m, penetration at that point
  double normal_speed = 0.0;  ///< m/s, of the point of shape 1 against shape 2 where the step
                              ///< begins; negative: they come together
};

/// Finds what begins and ceases to touch in each step. The events are a function of the states
/// before and after the step, so that the same steps have the same events wherever they start from.
/// It costs nothing if no shapes can touch.
class ContactEvents {
 public:
  /// @param model of the simulation, which must outlive this object
  explicit ContactEvents(const Model& model);

  /// Stores the state from which a step starts.
  void before(const State& state);
  /// Finds the events of the step to `state`.
  void after(const State& state);
  /// Discards the events, for a state that was not reached by a step.
  void forget() noexcept { events_.clear(); }

  /// The events of the last step, in the order of the shapes.
  const std::vector<ContactEvent>& of_last_step() const { return events_; }

 private:
  /// Two shapes that touch, with their deepest point.
  struct Touch {
    std::uint64_t shape1, shape2;
    Vector3 point, normal;
    double depth;
  };

  static void find(const ContactPairs& pairs, std::vector<Touch>& touches);
  void add(const Touch& touch, bool begins, std::int64_t time_ns);
  Vector3 velocity(std::uint64_t shape, const Vector3& point) const;

  std::int64_t step_ns_;
  /// index of the body of each shape, past the last body for the world; empty if nothing can touch
  std::vector<std::size_t> bodies_;
  std::vector<Vector3> positions_;  ///< m, world frame: centres of mass before the step
  std::vector<Vector6> velocities_;
  std::vector<Touch> before_, after_;
  std::vector<ContactEvent> events_;
};

}  // namespace raftup::solver
