#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "solver/simulation/checks/least_damping.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/groups/constant_matrices.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// @param path path of the coefficients
void check_sizes(const ConstantCoefficients& constants, const HydrodynamicGroup& group,
                 const std::string& path, Violations& violations) {
  const auto bodies = static_cast<std::size_t>(
      std::count_if(group.bodies.begin(), group.bodies.end(),
                    [](const GroupBody& member) { return member.carrier_of.empty(); }));
  const std::size_t size = 36 * bodies * bodies;
  const std::size_t with_modes = 36 * group.bodies.size() * group.bodies.size();
  const auto check = [&](const std::vector<double>& numbers, const char* name) {
    violations.require(
        numbers.empty() || numbers.size() == with_modes, fmt::format("{}.{}", path, name),
        fmt::format("must have {} values, 6N x 6N row by row for N = {} bodies", size, bodies),
        fmt::format("{}", numbers.size()));
  };
  check(constants.added_mass, "added_mass");
  check(constants.damping, "damping");
  check(constants.quadratic_damping, "quadratic_damping");
  check(constants.stiffness, "stiffness");
  violations.require(!constants.empty(), path,
                     "must have added_mass, damping, quadratic_damping or stiffness", "nothing");
}

bool couples_bodies(const MatrixXd& matrix) {
  MatrixXd rest = matrix;
  for (Eigen::Index row = 0; row < rest.rows(); row += kDofs) {
    rest.block<kDofs, kDofs>(row, row).setZero();
  }
  return !rest.isZero(0.0);
}

/// Refuses options that need a database.
void check_without_database(const HydrodynamicGroup& group, const std::string& path,
                            Violations& violations) {
  const auto refuse = [&](bool given, const char* field, std::string_view value) {
    violations.require(!given, path + field, "must be left out with coefficients: no database",
                       std::string(value));
  };
  refuse(group.additional.has_value(), ".additional", "given");
  refuse(group.configurations.has_value(), ".configurations", "given");
  refuse(group.radiation.form != hydro::RadiationForm::kNone, ".radiation.memory",
         name_of(group.radiation.form));
  refuse(group.added_mass_frequency.has_value(), ".added_mass.frequency", "given");
  refuse(group.excitation_enabled, ".excitation.enabled", "true");
  refuse(group.second_order.acts(), ".second_order.method", name_of(group.second_order.method));
  refuse(group.hydrostatics != HydrostaticsMode::kNone, ".hydrostatics.mode",
         name_of(group.hydrostatics));
  refuse(group.froude_krylov.is_nonlinear(), ".froude_krylov.mode", "nonlinear");
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const GroupBody& body = group.bodies[i];
    const std::string at = fmt::format(".bodies[{}]", i);
    refuse(body.hydrostatics.value_or(HydrostaticsMode::kNone) != HydrostaticsMode::kNone,
           (at + ".hydrostatics.mode").c_str(), "given");
    refuse(body.froude_krylov.has_value(), (at + ".froude_krylov.mode").c_str(), "given");
  }
}

void check_places(const HydrodynamicGroup& group, const std::string& path, Violations& violations) {
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const GroupBody& body = group.bodies[i];
    const std::string at = fmt::format("{}.bodies[{}]", path, i);
    violations.require(!group.has_database() || (!body.rest_position && !body.rest_heading),
                       at + ".rest_position", "must be left out: the database says where it rests",
                       "given");
    violations.require(group.family == nullptr || !body.reference_point, at + ".reference_point",
                       "must be left out with a family of databases: it is about the centres of "
                       "gravity; import with --reference-point makes it so",
                       "given");
  }
}

}  // namespace

void check_constant_coefficients(const HydrodynamicGroup& group, const std::string& path,
                                 Violations& violations) {
  check_places(group, path, violations);
  if (!group.has_database()) check_without_database(group, path, violations);
  if (group.constants() == nullptr) return;
  violations.require(!group.bodies.empty(), path + ".bodies", "must name at least one", "none");
  violations.require(group.frame == HydroFrame::kHeading, path + ".added_mass.frame",
                     "must be heading with coefficients or additional, which are in that frame",
                     std::string(name_of(group.frame)));
  if (group.coefficients) {
    check_sizes(*group.coefficients, group, path + ".coefficients", violations);
  }
  if (group.additional) {
    check_sizes(*group.additional, group, path + ".additional", violations);
  }
}

void check_constant_matrices(const Model& model, const HydrodynamicGroup& group,
                             const std::string& path, Violations& violations) {
  const ConstantCoefficients* constants = group.constants();
  if (constants == nullptr) return;
  const std::string at = path + (group.has_database() ? ".additional" : ".coefficients");
  if (!group.allow_asymmetric) {
    require_symmetric(model, in_database_order(constants->added_mass, group),
                      bodies_of(model, group), at + ".added_mass", "", violations);
  }
  const double least = least_damping(in_database_order(constants->damping, group));
  violations.require(constants->allow_active || least >= kNegligibleDamping, at + ".damping",
                     "must take energy out of every motion, as damping does; allow_active takes it "
                     "as it is; look at the signs of its entries",
                     fmt::format("an eigenvalue of its symmetric part, every dof scaled to 1, of "
                                 "{:.3g}",
                                 least));
  if (!group.any_hydrostatics(HydrostaticsMode::kNonlinear)) return;
  violations.require(
      !couples_bodies(in_database_order(constants->stiffness, group)), at + ".stiffness",
      "must have no blocks between bodies where one has nonlinear hydrostatics", "some");
}

}  // namespace raftup::solver
