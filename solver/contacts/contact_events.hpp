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

/// Two shapes begin or cease to touch in a step: they overlap where it begins, or push each other
/// through it, and did not in the step before, or the other way round.
struct ContactEvent {
  ContactEventKind kind = ContactEventKind::kContact;
  std::int64_t time_ns = 0;              ///< the end of the step
  std::uint64_t shape1 = 0, shape2 = 0;  ///< indices in the model, the smaller first
  Vector3 point = Vector3::Zero();       ///< m, world: the deepest; of a separation the last one
  Vector3 normal = Vector3::Zero();      ///< world, out of shape 2
  double depth = 0.0;                    ///< m, there
  double normal_speed = 0.0;  ///< m/s, of the point of shape 1 against shape 2 where the step
                              ///< begins; negative: they come together
};

/// Tells what begins and ceases to touch, step by step: a function of the state before a step and
/// the one after it, so that the same steps have the same events wherever they are taken from. It
/// costs nothing where no shapes can touch.
class ContactEvents {
 public:
  /// @param model of the simulation, which must outlive it
  explicit ContactEvents(const Model& model);

  /// Remembers a state from which a step is taken.
  void before(const State& state);
  /// Finds the events of the step to `state`.
  void after(const State& state);
  /// None are known of a state that no step led to.
  void forget() noexcept { events_.clear(); }

  /// Of the last step, by shapes.
  const std::vector<ContactEvent>& of_last_step() const { return events_; }

 private:
  /// Two shapes that touch, where they do most.
  struct Touch {
    std::uint64_t shape1, shape2;
    Vector3 point, normal;
    double depth;
  };

  static void find(const ContactPairs& pairs, std::vector<Touch>& touches);
  void add(const Touch& touch, bool begins, std::int64_t time_ns);
  Vector3 velocity(std::uint64_t shape, const Vector3& point) const;

  std::int64_t step_ns_;
  std::vector<std::size_t> bodies_;  ///< by shape: its body; past the end of the world. Empty where
                                     ///< nothing touches
  std::vector<Vector3> positions_;   ///< of the bodies before the step
  std::vector<Vector6> velocities_;
  std::vector<Touch> before_, after_;
  std::vector<ContactEvent> events_;
};

}  // namespace raftup::solver
