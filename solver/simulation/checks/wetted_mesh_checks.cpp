#include <utility>

#include "hydro/base/error.hpp"
#include "solver/loads/wetted_mesh/wetted_mesh_force.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

/// Checks that, at rest as in the database, the mesh displaces water and its open edges are dry.
void check_at_rest(const Model& model, const HydrodynamicGroup& group, const GroupBody& member,
                   const std::string& path, Violations& violations) {
  if (member.database_body < 0 || member.database_body >= group.database->body_count()) return;
  const auto index = static_cast<std::size_t>(member.database_body);
  const hydro::HullPose rest{group.database->bodies[index].center_of_gravity, Matrix3::Identity()};
  try {
    const double volume = hull_pressure(model, group, member).displacement(rest).volume;
    violations.require(volume > 0.0, path, "must be below the still water plane in part",
                       fmt::format("{} m3", volume));
  } catch (const Error& error) {
    violations.require(false, path, "must stand in the water at rest with its open edges dry",
                       error.what());
  }
}

void check_meshes(const Model& model, const HydrodynamicGroup& group, const std::string& path,
                  Violations& violations) {
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const GroupBody& member = group.bodies[i];
    const bool nonlinear = group.hydrostatics_of(member) == HydrostaticsMode::kNonlinear;
    const std::string mesh = fmt::format("{}.bodies[{}].mesh", path, i);
    if (nonlinear != (member.mesh != nullptr)) {
      violations.require(false, mesh,
                         nonlinear ? "must be given where hydrostatics.mode is nonlinear"
                                   : "must be left out unless hydrostatics.mode is nonlinear",
                         nonlinear ? "nothing" : "a mesh");
    } else if (nonlinear) {
      check_at_rest(model, group, member, mesh, violations);
    }
  }
}

/// Refuses nonlinear Froude-Krylov forces if a wave elevation is streamed, which has no components
/// whose pressure could be computed.
void check_elevations(const Model& model, const std::string& path, Violations& violations) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    violations.require(
        !std::holds_alternative<WaveElevationInput>(model.inputs[i].kind), path + ".mode",
        fmt::format("must be linear where inputs[{}] streams an elevation, which has "
                    "no components: stream wave_components or a wave_spectrum",
                    i),
        "nonlinear");
  }
}

/// @param path path of the options, hydrodynamics[0].froude_krylov or that of a body
void check_froude_krylov(const Model& model, const HydrodynamicGroup& group,
                         const FroudeKrylovOptions& options, HydrostaticsMode hydrostatics,
                         const std::string& path, Violations& violations) {
  if (!options.is_nonlinear()) {
    violations.require(options.stretching == hydro::WaveStretching::kWheeler, path + ".stretching",
                       "must be left out unless froude_krylov.mode is nonlinear",
                       std::string(name_of(options.stretching)));
    return;
  }
  violations.require(options.stretching == hydro::WaveStretching::kWheeler ||
                         options.stretching == hydro::WaveStretching::kLinear,
                     path + ".stretching", "must be wheeler or linear",
                     std::string(name_of(options.stretching)));
  violations.require(hydrostatics == HydrostaticsMode::kNonlinear, path + ".mode",
                     "must be linear unless hydrostatics.mode is nonlinear", "nonlinear");
  violations.require(group.excitation_enabled, path + ".mode",
                     "must be linear where excitation.enabled is false", "nonlinear");
  violations.require(group.excitation.at_body_position, path + ".mode",
                     "must be linear where excitation.at_body_position is false", "nonlinear");
  check_elevations(model, path, violations);
}

}  // namespace

void check_wetted_meshes(const Model& model, const HydrodynamicGroup& group,
                         const std::string& path, Violations& violations) {
  check_meshes(model, group, path, violations);
  bool any_takes_all = group.bodies.empty();
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const GroupBody& member = group.bodies[i];
    if (!member.hydrostatics && !member.froude_krylov && !member.stretching) {
      any_takes_all = true;
      continue;
    }
    FroudeKrylovOptions options = group.froude_krylov_of(member);
    if (!options.is_nonlinear() && !member.stretching) options.stretching = {};
    check_froude_krylov(model, group, options, group.hydrostatics_of(member),
                        fmt::format("{}.bodies[{}].froude_krylov", path, i), violations);
  }
  if (!any_takes_all) return;
  check_froude_krylov(model, group, group.froude_krylov, group.hydrostatics,
                      path + ".froude_krylov", violations);
}

}  // namespace raftup::solver
