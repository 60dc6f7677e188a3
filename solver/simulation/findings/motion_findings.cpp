#include <fmt/format.h>

#include "solver/model/bodies/motion_function.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

void add_motion_findings(const Model& model, Findings& findings) {
  constexpr double kNotable = 1e-3;  // m/s, rad/s
  for (const RigidBody& body : model.bodies) {
    if (!body.prescribed || !std::holds_alternative<MotionSeries>(body.prescribed->kind)) continue;
    const Vector6 velocity = motion_of(body, model.sea)->at(0.0).velocity;
    const double speed = velocity.head<3>().norm(), rate = velocity.tail<3>().norm();
    if (speed <= kNotable && rate <= kNotable) continue;
    findings.push_back(
        {"motion_starts_moving", Severity::kInfo,
         fmt::format(
             "the prescribed motion of body '{}' should begin at rest, got {:.4g} m/s and "
             "{:.4g} rad/s at t = 0: lines and what hangs on it are jerked along unless they "
             "move with it",
             body.name, speed, rate),
         speed});
  }
}

}  // namespace raftup::solver
