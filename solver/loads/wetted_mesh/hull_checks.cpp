#include <fmt/format.h>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "solver/loads/members/member_force.hpp"
#include "solver/loads/wetted_mesh/hull_load.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// Least eigenvalue relative to the largest one at which a matrix counts as positive semidefinite:
/// round-off of numbers that are written with ten digits.
constexpr double kLeastEigenvalue = -1e-9;

/// Checks that the mesh encloses a volume and that its open edges are dry at t = 0.
void check_pressure(const HullLoad& load, const Model& model, const std::string& path,
                    Violations& violations) {
  const hydro::HullMesh& mesh = *load.mesh.triangles;
  violations.require(mesh.volume() > 0.0, path + ".mesh",
                     "must enclose a volume where pressure acts; a plate has pressure: false",
                     fmt::format("{} m3", mesh.volume()));
  const RigidBody& body = model.bodies[find_body(model, load.body)];
  const Matrix3 rotation = body.pose.attitude.toRotationMatrix();
  try {
    hull_pressure(model, load)
        .displacement({body.pose.position + rotation * body.center_of_mass, rotation});
  } catch (const Error& error) {
    violations.require(false, path + ".mesh",
                       "must be closed, or have its open edges dry at t = 0, where pressure acts",
                       error.what());
  }
}

void check_added_mass(const HullLoad& load, const Model& model, const std::string& path,
                      Violations& violations) {
  violations.require(!load.added_mass || !load.ellipsoid, path + ".ellipsoid",
                     "must be left out beside added_mass: one of them", "both");
  if (!load.added_mass || !load.added_mass->allFinite()) return;
  const Matrix6& A = *load.added_mass;
  const Asymmetry found = measure_asymmetry(model, A, {find_body(model, load.body)});
  violations.require(
      found.measure <= kLargestAsymmetry, path + ".added_mass",
      fmt::format("must be symmetric within {:g} of mass and added mass", kLargestAsymmetry),
      fmt::format("{:.3g} between {} and {}", found.measure, describe_dof({load.body}, found.row),
                  describe_dof({load.body}, found.column)));
  const VectorXd values = symmetric_eigenvalues(0.5 * (A + A.transpose()));
  violations.require(values.minCoeff() >= kLeastEigenvalue * values.cwiseAbs().maxCoeff(),
                     path + ".added_mass", "must be positive semidefinite",
                     fmt::format("an eigenvalue of {:.6g}", values.minCoeff()));
}

/// Refuses what the database of a hydrodynamic group has.
void check_beside_group(const HullLoad& load, const std::string& path, Violations& violations) {
  constexpr const char* kRule =
      "must be left out on a body of a hydrodynamic group, which has it: drag and lift alone act "
      "there";
  violations.require(!load.pressure.value_or(false), path + ".pressure", kRule, "true");
  violations.require(!load.froude_krylov, path + ".froude_krylov", kRule, "true");
  violations.require(!load.added_mass, path + ".added_mass", kRule, "a matrix");
  violations.require(!load.ellipsoid, path + ".ellipsoid", kRule, "an ellipsoid");
}

}  // namespace

void HullLoad::complete(const Model& model) {
  if (!pressure) pressure = !has_potential_flow(model, body);
}

void HullLoad::check(const Model& model, const std::string& path, Violations& violations) const {
  check_waves_are_known(model, path, violations);
  violations.require(mesh.triangles != nullptr, path + ".mesh", "must be given", mesh.name);
  if (!has_body(model, body)) return;
  const bool in_group = has_potential_flow(model, body);
  if (in_group) check_beside_group(*this, path, violations);
  const bool pressure_acts = pressure.value_or(!in_group);
  check_added_mass(*this, model, path, violations);
  if (mesh.triangles == nullptr || !pressure_acts || in_group) return;
  check_pressure(*this, model, path, violations);
}

}  // namespace raftup::solver
