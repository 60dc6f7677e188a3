#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

/// Checks that the times of a motion ascend from a time at or before the start of a run.
/// @param path path of the object that has the field `time`
/// @returns false if there are fewer than two
bool check_times(const std::vector<double>& time, const std::string& path, Violations& violations) {
  const std::size_t count = time.size();
  violations.require(count >= 2, path + ".time", "must have at least two rows",
                     fmt::format("{}", count));
  if (count < 2) return false;
  violations.require(time.front() <= 0.0, path + ".time[0]",
                     "must be at most 0, where a run begins", fmt::format("{}", time.front()));
  for (std::size_t i = 1; i < count; ++i) {
    if (time[i] > time[i - 1]) continue;
    violations.require(false, fmt::format("{}.time[{}]", path, i), "must ascend strictly",
                       fmt::format("{} after {}", time[i], time[i - 1]));
    return false;
  }
  return true;
}

}  // namespace

void MotionSeries::check(const Model& /*model*/, const std::string& path,
                         Violations& violations) const {
  violations.require(file.empty() || !time.empty(), path + ".file",
                     "must be read by the client, which sends time and values", file);
  if (!check_times(time, path, violations)) return;
  const std::size_t count = time.size();
  const bool whole = values.size() == 6 * count || values.size() == 7 * count;
  violations.require(whole, path + ".values",
                     fmt::format("must have 6 or 7 values for each of {} rows", count),
                     fmt::format("{}", values.size()));
  if (values.size() != 7 * count) return;
  for (std::size_t i = 0; i < count; ++i) {
    const double* q = values.data() + 7 * i + 3;
    const double norm = Quaternion(q[0], q[1], q[2], q[3]).norm();
    if (std::abs(norm - 1.0) <= 1e-3) continue;
    violations.require(false, fmt::format("{}.values[{}]", path, 7 * i + 3),
                       "must begin a unit quaternion w x y z", fmt::format("a norm of {}", norm));
    return;
  }
}

namespace {

constexpr double kTurn = 360.0, kLargestGap = 90.0;  ///< deg
constexpr double kSame = 1e-9;                       ///< deg
/// share of the variance that may be above the frequencies of the table
constexpr double kLargestShare = 0.05;
constexpr double kSameFrequency = 1e-9;  ///< share of the last frequency

void check_directions(const DisplacementRao& rao, const std::string& path, Violations& violations) {
  const std::vector<double>& directions = rao.direction_deg;
  violations.require(!directions.empty(), path, "must have at least one", "none");
  if (directions.empty()) return;
  double gap = kTurn - (directions.back() - directions.front());
  for (std::size_t i = 1; i < directions.size(); ++i) {
    violations.require(!(directions[i] <= directions[i - 1]), fmt::format("{}[{}]", path, i),
                       "must ascend strictly",
                       fmt::format("{} after {}", directions[i], directions[i - 1]));
    if (directions.size() > 1) gap = std::max(gap, directions[i] - directions[i - 1]);
  }
  violations.require(directions.back() - directions.front() < kTurn, path,
                     "must lie within one turn",
                     fmt::format("{} to {} deg", directions.front(), directions.back()));
  if (directions.size() == 1 || rao.is_half_circle()) return;
  violations.require(gap <= kLargestGap + kSame, path,
                     "must go around the circle without a gap above 90 deg, or from 0 to 180 deg "
                     "to be mirrored, or be one for all",
                     fmt::format("a gap of {:.6g} deg", gap));
}

void check_sea(const DisplacementRao& rao, const Model& model, const std::string& path,
               Violations& violations) {
  if (!model.sea || rao.omega.empty()) return;
  violations.require(!model.sea->varies(), path, "must be in a sea that does not change with time",
                     "waves whose variance changes");
  double all = 0.0, above = 0.0, highest = 0.0;
  for (const hydro::WaveComponent& wave : model.sea->components()) {
    const double variance = wave.amplitude * wave.amplitude;
    all += variance;
    highest = std::max(highest, wave.omega);
    if (wave.omega > rao.omega.back() * (1.0 + kSameFrequency)) above += variance;
  }
  violations.require(
      above <= kLargestShare * all, path + ".omega",
      fmt::format("must reach to where at most 5 % of the variance of the sea lies "
                  "above, the sea has waves up to {:.6g} rad/s",
                  highest),
      fmt::format("{} rad/s, {:.3g} % above", rao.omega.back(), 100.0 * above / all));
}

}  // namespace

void VesselPath::check(const std::string& path, Violations& violations) const {
  check_times(time, path, violations);
  const auto as_long = [&](const std::vector<double>& values, const char* field) {
    violations.require(values.size() == time.size(), fmt::format("{}.{}", path, field),
                       fmt::format("must have one value for each of {} times", time.size()),
                       fmt::format("{}", values.size()));
  };
  as_long(x, "x");
  as_long(y, "y");
  if (!heading_deg.empty()) as_long(heading_deg, "heading_deg");
}

void DisplacementRao::check(const Model& model, const std::string& path,
                            Violations& violations) const {
  if (vessel_path) vessel_path->check(path + ".path", violations);
  if (database && omega.empty()) {
    return violations.require(false, path + ".database",
                              "must come with the table that the server computes", "no table");
  }
  violations.require(file.empty() || !omega.empty(), path + ".file",
                     "must be read by the client, which sends omega, direction_deg, amplitude and "
                     "phase_deg",
                     file);
  violations.require(!omega.empty(), path + ".omega", "must have at least one", "none");
  for (std::size_t i = 1; i < omega.size(); ++i) {
    violations.require(!(omega[i] <= omega[i - 1]), fmt::format("{}.omega[{}]", path, i),
                       "must ascend strictly", fmt::format("{} after {}", omega[i], omega[i - 1]));
  }
  check_directions(*this, path + ".direction_deg", violations);
  const std::size_t count = 6 * omega.size() * direction_deg.size();
  violations.require(amplitude.size() == count, path + ".amplitude",
                     fmt::format("must have 6 values for each of {} frequencies and {} directions",
                                 omega.size(), direction_deg.size()),
                     fmt::format("{}", amplitude.size()));
  violations.require(phase_deg.empty() || phase_deg.size() == count, path + ".phase_deg",
                     "must have as many values as amplitude", fmt::format("{}", phase_deg.size()));
  check_sea(*this, model, path, violations);
}

namespace {

bool is_prescribed(const Model& model, const std::string& body) {
  return has_body(model, body) && model.bodies[find_body(model, body)].prescribed.has_value();
}

void check_prescribed_body(const RigidBody& body, const std::string& path, Violations& violations) {
  violations.require(body.motion == Motion::kKinematic, path + ".prescribed",
                     "must be left out unless motion is kinematic",
                     fmt::format("motion {}", name_of(body.motion)));
  const bool moves = !body.linear_velocity.isZero(0.0) || !body.angular_velocity.isZero(0.0);
  violations.require(!moves, path + ".linear_velocity",
                     "must be 0, as angular_velocity: the prescribed motion says the velocity",
                     "another");
  const bool free = std::all_of(body.free.begin(), body.free.end(), [](bool one) { return one; });
  violations.require(free, path + ".free", "must be left out where a motion is prescribed",
                     "a dof that is not free");
}

}  // namespace

void check_prescribed_motions(const Model& model, Violations& violations) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (!model.bodies[i].prescribed) continue;
    check_prescribed_body(model.bodies[i], fmt::format("bodies[{}]", i), violations);
  }
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    const Joint& joint = model.joints[i];
    if (!joint.body2.empty() || !is_prescribed(model, joint.body1)) continue;
    violations.require(
        false, fmt::format("joints[{}].body2", i),
        fmt::format("must not be the world, '{}' moves as is prescribed", joint.body1),
        "the world");
  }
}

}  // namespace raftup::solver
