#include "hydro/configurations/database_family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/finding.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/arrays.hpp"
#include "hydro/database/formats/raftup_layout.hpp"

namespace raftup::hydro {

namespace {

constexpr double kSamePoint = 1e-6;  ///< m
constexpr double kSameHull = 1e-6;   ///< relative

bool alike(const MatrixXd& a, const MatrixXd& b) {
  const double scale = std::max(a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff());
  return (a - b).cwiseAbs().maxCoeff() <= kSameHull * scale;
}

/// Returns the first difference between a hull and the same hull at node 0 as text; empty if there
/// is none.
std::string difference(const DatabaseBody& body, const DatabaseBody& first) {
  if (body.name != first.name) return fmt::format("the name '{}'", first.name);
  if (std::abs(body.displaced_volume - first.displaced_volume) >
      kSameHull * first.displaced_volume) {
    return fmt::format("the displaced volume {} m3", first.displaced_volume);
  }
  if (std::abs(body.center_of_gravity.z() - first.center_of_gravity.z()) > kSamePoint) {
    return fmt::format("the centre of gravity at z = {} m", first.center_of_gravity.z());
  }
  const Vector3 buoyancy = (body.center_of_buoyancy - body.center_of_gravity) -
                           (first.center_of_buoyancy - first.center_of_gravity);
  if (buoyancy.norm() > kSamePoint) return "the centre of buoyancy";
  if (!alike(body.hydrostatic_stiffness, first.hydrostatic_stiffness)) {
    return "the hydrostatic stiffness";
  }
  return {};
}

void expect(bool holds, std::size_t node, const std::string& rule, const std::string& value) {
  require(holds, fmt::format("nodes[{}] must {}", node, rule), value);
}

/// Checks that a node has the water, the waves and the kinds of coefficients of node 0.
void check_water(std::size_t k, const Database& node, const Database& first) {
  expect(
      node.gravity == first.gravity && node.water_density == first.water_density &&
          node.water_depth == first.water_depth,
      k, "have the gravity, density and depth of nodes[0]",
      fmt::format("{} m/s2, {} kg/m3, {} m", node.gravity, node.water_density, node.water_depth));
  expect(node.omega.size() == first.omega.size() && node.omega == first.omega, k,
         "have the frequencies of nodes[0]", fmt::format("{} others", node.omega.size()));
  expect(node.wave_directions.size() == first.wave_directions.size() &&
             node.wave_directions == first.wave_directions,
         k, "have the wave directions of nodes[0]",
         fmt::format("{} others", node.wave_directions.size()));
  const auto kinds = [](const Database& of) {
    return std::array{of.added_mass.empty(),         of.radiation_damping.empty(),
                      of.retardation_kernel.empty(), of.excitation.empty(),
                      of.mean_drift_force.empty(),   of.qtf_difference.entries.empty(),
                      of.qtf_sum.entries.empty(),    !of.added_mass_infinite.has_value()};
  };
  expect(kinds(node) == kinds(first), k, "have the coefficients that nodes[0] has", "others");
}

/// Checks that a node has the hulls and the water of node 0.
/// @param bodies number of bodies of the family
void check_node(std::size_t k, const Database& node, const Database& first, std::size_t bodies) {
  expect(node.bodies.size() == bodies, k,
         bodies == 2 ? "have two bodies" : fmt::format("have {} bodies", bodies),
         fmt::format("{}", node.bodies.size()));
  for (std::size_t i = 0; i < bodies; ++i) {
    const std::string other = difference(node.bodies[i], first.bodies[i]);
    expect(other.empty(), k, fmt::format("have in body {} {} of nodes[0]", i + 1, other),
           "another");
  }
  check_water(k, node, first);
}

/// Checks that a body of a node lies where a relative position says.
void check_place(std::size_t k, const Database& node, std::size_t body,
                 const Configuration& position) {
  const Vector3 between = node.bodies[body].center_of_gravity - node.bodies[0].center_of_gravity;
  expect((between - position).head<2>().norm() <= kSamePoint, k,
         fmt::format("lie where its bodies are, at positions[{}] ({}, {}) m", k, position.x(),
                     position.y()),
         fmt::format("centres of gravity ({}, {}) m apart", between.x(), between.y()));
}

bool radiate_alike(const Database& a, const Database& b) {
  return a.added_mass == b.added_mass && a.radiation_damping == b.radiation_damping &&
         a.added_mass_infinite == b.added_mass_infinite &&
         a.retardation_kernel.grid.size() == b.retardation_kernel.grid.size() &&
         a.retardation_kernel.grid == b.retardation_kernel.grid &&
         a.retardation_kernel.values == b.retardation_kernel.values;
}

/// Returns the worst finding of each name, with its node.
Findings worst_findings(const std::vector<Database>& nodes) {
  std::map<std::string, Finding> worst;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    for (const Finding& finding : nodes[k].findings) {
      const auto [known, is_new] = worst.try_emplace(finding.name, finding);
      if (!is_new && std::abs(finding.value) <= std::abs(known->second.value)) continue;
      known->second = finding;
      known->second.message = fmt::format("nodes[{}]: {}", k, finding.message);
    }
  }
  Findings findings;
  for (auto& [name, finding] : worst) findings.push_back(std::move(finding));
  bound_findings(findings);
  return findings;
}

/// Returns true if all arrays of two databases are the same bit for bit.
bool are_same(const Database& a, const Database& b) {
  const std::vector<DatabaseArray> one = arrays_of(a), other = arrays_of(b);
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const DatabaseArray& x, const DatabaseArray& y) {
                      return x.name == y.name && x.texts == y.texts && x.is_text() == y.is_text() &&
                             (x.is_text() || x.values() == y.values());
                    });
}

/// Returns true if two nodes of a track are the same apart from the places of their bodies in the
/// plane. The phases of wave forces belong to these places, so that nodes with wave forces differ.
bool are_same_elsewhere(const Database& a, Database b) {
  if (!a.excitation.empty() || !a.qtf_difference.entries.empty() || !a.qtf_sum.entries.empty()) {
    return false;
  }
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const Vector3 arm = b.bodies[i].center_of_buoyancy - b.bodies[i].center_of_gravity;
    const Vector3 arm_of_a = a.bodies[i].center_of_buoyancy - a.bodies[i].center_of_gravity;
    if ((arm - arm_of_a).norm() > kSamePoint) return false;
    b.bodies[i].center_of_gravity = a.bodies[i].center_of_gravity;
    b.bodies[i].center_of_buoyancy = a.bodies[i].center_of_buoyancy;
  }
  return are_same(a, b);
}

/// Returns the index of the first node for which `is_same` holds; k if there is none before k.
template <typename IsSame>
std::size_t first_same(std::size_t k, const IsSame& is_same) {
  std::size_t before = 0;
  while (before < k && !is_same(before)) ++before;
  return before;
}

/// Checks the bodies of a node of a family over axes.
void check_bodies(std::size_t k, const Database& node, const Database& first) {
  expect(node.bodies.size() == first.bodies.size(), k, "have the bodies of nodes[0]",
         fmt::format("{}", node.bodies.size()));
  for (std::size_t i = 0; i < node.bodies.size(); ++i) {
    expect(node.bodies[i].name == first.bodies[i].name, k,
           fmt::format("have in body {} the name '{}' of nodes[0]", i + 1, first.bodies[i].name),
           "'" + node.bodies[i].name + "'");
  }
}

/// Checks the numbers of values and attitudes of a family over axes.
void check_axes(const AxisNodes& at, std::size_t nodes) {
  require(at.nodes.size() == nodes, fmt::format("positions must have one row per node ({})", nodes),
          fmt::format("{}", at.nodes.size()));
  require(
      std::find(at.axes.begin(), at.axes.end(), AxisQuantity::kRelativePosition) == at.axes.end(),
      "axes must not contain relative_position: a family has positions or axes",
      "relative_position");
  require(at.attitudes.empty() || at.attitudes.size() == nodes,
          fmt::format("attitudes must be one per node ({})", nodes),
          fmt::format("{}", at.attitudes.size()));
}

/// Adds a checked node and finds the first node with equal radiation.
void add_node(std::size_t k, Database node, DatabaseFamily& family) {
  node.sha256 = sha256(fmt::format("{}:node {}", family.sha256, k));
  family.nodes.push_back(std::make_shared<const Database>(std::move(node)));
  family.radiates_as.push_back(first_same(k, [&](std::size_t before) {
    return radiate_alike(*family.nodes[before], *family.nodes[k]);
  }));
}

}  // namespace

DatabaseFamily make_axis_family(AxisNodes at, std::vector<Database> nodes,
                                const std::string& sha256_of_file) {
  check_axes(at, nodes.size());
  DatabaseFamily family{
      AxisGrid(at.nodes, at.axes.size()), {}, {}, kFamilyFormat, sha256_of_file, {}};
  family.findings = worst_findings(nodes);
  family.axes = std::move(at.axes);
  family.attitudes = std::move(at.attitudes);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const Database& first = k == 0 ? nodes[0] : *family.nodes[0];
    check_bodies(k, nodes[k], first);
    check_water(k, nodes[k], first);
    expect(family.attitudes.empty() || family.attitudes[k].size() == nodes[k].bodies.size(), k,
           "have an attitude of each body", "another number");
    add_node(k, std::move(nodes[k]), family);
    family.same_as.push_back(first_same(k, [&](std::size_t before) {
      return are_same(*family.nodes[before], *family.nodes[k]) &&
             (family.attitudes.empty() || family.attitudes[before] == family.attitudes[k]);
    }));
  }
  return family;
}

DatabaseFamily make_database_family(const std::vector<Configuration>& positions,
                                    std::vector<Database> nodes,
                                    const std::string& sha256_of_file) {
  require(positions.size() == nodes.size(),
          fmt::format("positions must have one row per node ({})", nodes.size()),
          fmt::format("{}", positions.size()));
  require(nodes.size() > 1, "positions must have at least two nodes",
          fmt::format("{}", nodes.size()));
  DatabaseFamily family{ConfigurationGrid(positions), {}, {}, kFamilyFormat, sha256_of_file, {}};
  family.findings = worst_findings(nodes);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    check_node(k, nodes[k], k == 0 ? nodes[0] : *family.nodes[0], 2);
    check_place(k, nodes[k], 1, positions[k]);
    add_node(k, std::move(nodes[k]), family);
  }
  return family;
}

DatabaseFamily make_track_family(const std::vector<RelativePositions>& positions,
                                 std::vector<Database> nodes, const std::string& sha256_of_file) {
  require(positions.size() == nodes.size(),
          fmt::format("positions must have one row per node ({})", nodes.size()),
          fmt::format("{}", positions.size()));
  DatabaseFamily family{Track(positions), {}, {}, kFamilyFormat, sha256_of_file, {}};
  family.findings = worst_findings(nodes);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const RelativePositions& others = positions[k];
    const auto bodies = 1 + static_cast<std::size_t>(others.cols());
    check_node(k, nodes[k], k == 0 ? nodes[0] : *family.nodes[0], bodies);
    for (std::size_t i = 1; i < bodies; ++i) {
      check_place(k, nodes[k], i, others.col(static_cast<Eigen::Index>(i) - 1));
    }
    add_node(k, std::move(nodes[k]), family);
    family.same_as.push_back(first_same(k, [&](std::size_t before) {
      return are_same_elsewhere(*family.nodes[before], *family.nodes[k]);
    }));
  }
  return family;
}

}  // namespace raftup::hydro
