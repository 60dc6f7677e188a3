#include "solver/model/water/hydrodynamic_group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

bool HydrodynamicGroup::any_hydrostatics(HydrostaticsMode wanted) const {
  return std::any_of(bodies.begin(), bodies.end(),
                     [&](const GroupBody& body) { return hydrostatics_of(body) == wanted; });
}

bool HydrodynamicGroup::any_nonlinear_froude_krylov() const {
  return std::any_of(bodies.begin(), bodies.end(),
                     [&](const GroupBody& body) { return froude_krylov_of(body).is_nonlinear(); });
}

void stand_without_database(HydrodynamicGroup& group) {
  auto database = std::make_shared<hydro::Database>();
  database->source_format = "raftup";
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    group.bodies[i].database_body = static_cast<Eigen::Index>(i);
    database->bodies.emplace_back().name = fmt::format("body{}", i + 1);
  }
  database->omega = VectorXd::LinSpaced(2, 1.0, 2.0);
  database->added_mass_infinite = MatrixXd::Zero(database->dof_count(), database->dof_count());
  group.database = std::move(database);
  group.radiation.form = hydro::RadiationForm::kNone;
  group.excitation_enabled = false;
  group.hydrostatics = HydrostaticsMode::kNone;
}

HydrodynamicGroup at_node(const HydrodynamicGroup& group, std::size_t node) {
  HydrodynamicGroup single = group;
  if (group.family == nullptr) return single;
  single.database = group.family->nodes[node];
  single.family = nullptr;
  single.configurations.reset();
  return single;
}

std::size_t node_count(const HydrodynamicGroup& group) {
  return group.family == nullptr ? 1 : group.family->nodes.size();
}

std::vector<std::size_t> members_in_database_order(const HydrodynamicGroup& group) {
  std::vector<std::size_t> order(group.bodies.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return group.bodies[a].database_body < group.bodies[b].database_body;
  });
  return order;
}

Pose rest_pose(const HydrodynamicGroup& group, std::size_t member, const Vector3& center_of_mass) {
  const auto database_body = static_cast<std::size_t>(group.bodies[member].database_body);
  const Vector3& rest = group.database->bodies[database_body].center_of_gravity;
  const Eigen::AngleAxisd turn(group.heading, Vector3::UnitZ());
  const Vector3 origin(group.origin.x(), group.origin.y(), 0.0);
  return {origin + turn * (rest - center_of_mass), Quaternion(turn)};
}

namespace {

/// largest relative difference of frequencies that are taken as equal
constexpr double kSameFrequency = 0.01;
/// largest share of the variance whose frequencies may differ
constexpr double kShareOfVariance = 0.01;

/// Ratio omega / sqrt(g k) for a wave of wavenumber k [rad/m] in water of depth h [m].
double relative_frequency(double k, double h) {
  return std::isinf(h) ? 1.0 : std::sqrt(hyperbolic_tangent(k * h));
}

std::string file_of(const hydro::Database& database) {
  return database.sources.empty() ? std::string() : " of " + database.sources.front().name;
}

}  // namespace

std::optional<DepthMismatch> find_depth_mismatch(const hydro::Sea& sea,
                                                 const hydro::Database& database) {
  const double depth = database.water_depth;
  if (depth == sea.water_depth()) return std::nullopt;
  double variance = 0.0, off = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < sea.components().size(); ++i) {
    const double k = sea.wavenumbers()[static_cast<Eigen::Index>(i)];
    const double amplitude = sea.components()[i].amplitude;
    const double change =
        std::abs(relative_frequency(k, depth) / relative_frequency(k, sea.water_depth()) - 1.0);
    variance += amplitude * amplitude;
    if (change <= kSameFrequency) continue;
    off += amplitude * amplitude;
    largest = std::max(largest, change);
  }
  if (off <= kShareOfVariance * variance) return std::nullopt;
  return DepthMismatch{
      fmt::format("must have the water_depth of the sea, environment.water_depth {} m, or one in "
                  "which 99 % of its variance keeps its frequency to 1 %",
                  sea.water_depth()),
      fmt::format("water_depth {} m{}: {:.3g} % of the variance is off, by up to {:.2g} %", depth,
                  file_of(database), 100.0 * off / variance, 100.0 * largest)};
}

}  // namespace raftup::solver
