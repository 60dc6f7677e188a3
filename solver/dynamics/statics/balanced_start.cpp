#include "solver/dynamics/statics/balanced_start.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/dynamics/statics/equilibrium.hpp"

namespace raftup::solver {

namespace {

constexpr double kMoved = 1e-6;  ///< smallest motion that is reported [m, rad]
/// Largest unbalanced load, as a share of the weight of all bodies.
constexpr double kBalanced = 1e-6;

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::kInvalidArgument,
              "integration.start must be as_given where bodies have no stable equilibrium: " + why);
}

/// Requires that heave, roll and pitch are balanced, since a body that sinks or capsizes does not
/// return.
void require_balanced(const Model& model, const Balance& found) {
  double weight = 0.0;
  for (const RigidBody& body : model.bodies) weight += body.mass * kStandardGravity;
  for (Eigen::Index k = 0; k < found.unbalanced.size(); ++k) {
    const Eigen::Index dof = k % kDofs;
    const double size = std::abs(found.unbalanced[k]) * (dof < 3 ? 1.0 : kRotationLength);
    if (dof < 2 || dof == 5 || size <= kBalanced * weight) continue;
    refuse(fmt::format("nothing holds {} in {} against {:.4g} {}",
                       model.bodies[static_cast<std::size_t>(k / kDofs)].name,
                       kDofNames[static_cast<std::size_t>(dof)], found.unbalanced[k],
                       dof < 3 ? "N" : "N m"));
  }
}

Findings moves(const Model& model, const Kinematics& before, const Kinematics& after) {
  Findings findings;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const double distance = (after[i].position - before[i].position).norm();
    const double angle = rotation_vector(after[i].attitude * before[i].attitude.conjugate()).norm();
    if (distance <= kMoved && angle <= kMoved) continue;
    findings.push_back({"start_moved", Severity::kInfo,
                        fmt::format("start: moved {} by {:.4g} m, {:.4g} deg", model.bodies[i].name,
                                    distance > kMoved ? distance : 0.0,
                                    angle > kMoved ? angle / kRadiansPerDegree : 0.0),
                        distance});
  }
  return findings;
}

/// Findings on effects that support bodies in a simulation but are excluded here.
Findings not_balanced(const Model& model) {
  Findings findings;
  for (std::string& sentence : supports_left_out(model)) {
    findings.push_back({"start_left_out", Severity::kInfo, "start: " + std::move(sentence), 0.0});
  }
  return findings;
}

}  // namespace

BalancedStart balanced_start(const Model& model, const std::vector<MatrixXd>& infinite_added_mass) {
  Model frozen = with_frozen_families(model, nullptr);
  // Stages say what there is at t = 0: without waves there is no mean drift force.
  if (frozen.sea && frozen.sea->fading().at(0.0) == 0.0) frozen.sea.reset();
  StillWaterSystem system(still_water_model(frozen), frozen, infinite_added_mass, nullptr);
  BalancedStart start;
  try {
    Balance found = find_equilibrium(system);
    if (!found.instability.empty()) refuse(found.instability);
    require_balanced(model, found);
    start = {std::move(found.bodies), std::move(found.findings)};
  } catch (const NoEquilibrium& none) {
    refuse(none.path() + " " + none.rule());
  }
  for (Findings more : {moves(model, system.start(), start.bodies), not_balanced(model)}) {
    start.findings.insert(start.findings.end(), more.begin(), more.end());
  }
  return start;
}

}  // namespace raftup::solver
