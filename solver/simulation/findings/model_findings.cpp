#include "solver/simulation/findings/model_findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/radiation/radiation_findings.hpp"
#include "solver/joints/redundant_joints.hpp"
#include "solver/model/model.hpp"
#include "solver/water/groups/constant_matrices.hpp"
#include "solver/water/groups/node_spacing.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

constexpr double kNotableDifference = 1e-3;  // relative: 9.80665 and 9.81 are the same gravity

void compare(const std::string& group, const std::string& what, double model, double database,
             Findings& findings) {
  // an infinite depth is near no other
  const bool same =
      model == database ||
      (std::isfinite(database) && std::abs(model - database) <= kNotableDifference * database);
  if (same) return;
  findings.push_back({"environment_differs", Severity::kWarning,
                      fmt::format("{} must be that of the database of '{}', {}, got {}; the "
                                  "database's coefficients are used as they are",
                                  what, group, database, model),
                      model - database});
}

void compare_environment(const Model& model, const HydrodynamicGroup& group, Findings& findings) {
  const hydro::Database& database = *group.database;
  compare(group.name, "environment.gravity", model.gravity, database.gravity, findings);
  compare(group.name, "environment.water_density", model.water_density, database.water_density,
          findings);
  compare(group.name, "environment.water_depth", model.water_depth, database.water_depth, findings);
}

/// Adds a finding for each body that was assigned to a body of the database by order, because the
/// names differ.
void add_order_findings(const HydrodynamicGroup& group, Findings& findings) {
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const GroupBody& member = group.bodies[i];
    if (!member.placed_by_order) continue;
    const auto place = static_cast<std::size_t>(member.database_body);
    findings.push_back(
        {"database_body_by_order", Severity::kWarning,
         fmt::format("body '{}' of the hydrodynamic group '{}' has the name of no body of the "
                     "database: taken as '{}' by its place; database_body says which it is",
                     member.body, group.name, group.database->bodies[place].name),
         0.0});
  }
}

/// Adds a finding for each body whose moments of inertia are impossible. A principal moment of
/// inertia is at most the sum of the other two, since I_1 + I_2 - I_3 is twice the integral of a
/// square. The inertia of a body that cannot rotate freely is not checked, since it may be an
/// arbitrary number without effect.
void add_inertia_findings(const Model& model, Findings& findings) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const std::array<bool, 6> moving = moving_dofs(model.bodies[i]);
    if (!(moving[3] && moving[4] && moving[5])) continue;
    const Vector3 moments = principal_values(model.bodies[i].inertia);
    const double excess = moments[2] / (moments[0] + moments[1]) - 1.0;
    if (excess <= kNotableDifference) continue;
    findings.push_back(
        {"inertia_impossible", Severity::kWarning,
         fmt::format("principal moments of bodies[{}].inertia must each be at most the sum of the "
                     "other two, as of every distribution of mass, got {}, {} and {}; used as they "
                     "are",
                     i, moments[0], moments[1], moments[2]),
         excess});
  }
}

/// Adds a finding for each family of databases whose nodes are far apart compared with the waves of
/// the sea.
void add_node_findings(const Model& model, Findings& findings) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    const std::optional<NodeSpacing> found = node_spacing(model, group);
    if (!found || found->spacing <= kNotableSpacing * found->wavelength) continue;
    const double phase = kTwoPi * found->spacing / found->wavelength;
    findings.push_back(
        {"configurations_coarse", Severity::kWarning,
         fmt::format("nodes of the database of '{}' should be at most a twelfth of the shortest "
                     "wave that counts apart, {:.4g} m of {:.4g} m, got {:.4g} m: between them the "
                     "blend loses up to {:.2g} % of its force",
                     group.name, kNotableSpacing * found->wavelength, found->wavelength,
                     found->spacing, 12.5 * phase * phase),
         found->spacing / found->wavelength});
  }
}

/// @param A added mass in the order of the bodies of the database
void add_asymmetry(const Model& model, const HydrodynamicGroup& group, const MatrixXd& A,
                   Findings& findings) {
  const std::vector<std::size_t> bodies = bodies_of(model, group);
  std::vector<std::string> names;
  for (const std::size_t body : bodies) names.push_back(model.bodies[body].name);
  const Asymmetry found = measure_asymmetry(model, A, bodies);
  if (auto finding = asymmetry_finding(group.name, found, names)) findings.push_back(*finding);
}

void add_constant_asymmetry(const Model& model, const HydrodynamicGroup& group,
                            Findings& findings) {
  const ConstantCoefficients* constants = group.constants();
  if (constants == nullptr || constants->added_mass.empty()) return;
  add_asymmetry(model, group, in_database_order(constants->added_mass, group), findings);
}

}  // namespace

Findings find_notable(const Model& model, DefectMemory* meshes) {
  Findings findings;
  add_inertia_findings(model, findings);
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    add_constant_asymmetry(model, group, findings);
    if (!group.has_database()) continue;
    compare_environment(model, group, findings);
    add_order_findings(group, findings);
    const std::optional<MatrixXd> A = filed_added_mass(group);
    if (A) add_asymmetry(model, group, *A, findings);
  }
  add_steepness_findings(model, findings);
  add_nonlinear_sea_findings(model, findings);
  add_radiation_frequency_findings(model, findings);
  add_probe_findings(model, findings);
  add_natural_frequency_findings(model, findings);
  add_node_findings(model, findings);
  add_forward_speed_findings(model, findings);
  add_second_order_findings(model, findings);
  add_drag_findings(model, findings);
  add_wetted_mesh_findings(model, findings);
  add_mesh_findings(model, meshes, findings);
  add_radius_findings(model, findings);
  add_damping_findings(model, findings);
  add_unused_findings(model, findings);
  add_motion_findings(model, findings);
  add_rao_findings(model, findings);
  if (const auto redundant = find_redundant_joints(model)) {
    findings.push_back(
        {"joints_redundant", Severity::kWarning,
         fmt::format("joints should hold each dof once, got {} that others hold, too, of '{}'; how "
                     "such joints share a force is one of many ways",
                     redundant->rows, fmt::join(redundant->joints, "', '")),
         static_cast<double>(redundant->rows)});
  }
  return findings;
}

void add_memory_findings(const Model& model, const std::vector<hydro::RadiationReport>& reports,
                         Findings& findings) {
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (const Finding& finding : reports[i].findings) {
      if (finding.name != hydro::kFarFromFile) continue;
      findings.push_back(
          {finding.name, finding.severity,
           fmt::format("hydrodynamics '{}': {}", model.hydrodynamics[i].name, finding.message),
           finding.value});
    }
  }
}

}  // namespace raftup::solver
