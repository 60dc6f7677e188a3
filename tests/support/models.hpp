/// @file Models for tests and benchmarks of the solver.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/model/model.hpp"
#include "tests/support/constants.hpp"

namespace raftup::testing {

inline std::int64_t nanoseconds(double seconds) { return std::llround(1e9 * seconds); }

inline Quaternion yawed(double heading) {
  return Quaternion(Eigen::AngleAxisd(heading, Vector3::UnitZ()));
}

/// A body without weight of which only the dofs named move.
inline solver::RigidBody weightless_body(const std::string& name, double mass,
                                         const Vector3& inertia, const Vector3& position,
                                         const std::array<bool, 6>& free = {true, true, true, true,
                                                                            true, true}) {
  solver::RigidBody body;
  body.name = name;
  body.mass = mass;
  body.inertia = inertia.asDiagonal();
  body.pose.position = position;
  body.gravity = false;
  body.free = free;
  return body;
}

/// All bodies of a database floating where they rest, with their displaced mass and the inertia of
/// the gyration radii (rx, ry, rz) [m].
inline solver::Model floating_model(const std::shared_ptr<const hydro::Database>& database,
                                    const std::vector<Vector3>& gyration_radii, double step) {
  solver::Model model;
  model.gravity = database->gravity;
  model.water_density = database->water_density;
  model.water_depth = database->water_depth;
  model.step_ns = nanoseconds(step);
  solver::HydrodynamicGroup group;
  group.name = "group";
  group.database = database;
  for (std::size_t i = 0; i < database->bodies.size(); ++i) {
    solver::RigidBody body;
    body.name = "body" + std::to_string(i + 1);
    body.mass = database->water_density * database->bodies[i].displaced_volume;
    const Vector3 radii = gyration_radii[i % gyration_radii.size()];
    body.inertia = (body.mass * radii.cwiseAbs2()).asDiagonal();
    group.bodies.push_back({body.name, static_cast<Eigen::Index>(i)});
    model.bodies.push_back(body);
  }
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    model.bodies[i].pose = solver::rest_pose(group, i, Vector3::Zero());
  }
  model.hydrodynamics.push_back(group);
  return model;
}

/// A spring and damper to the world with diagonal coefficients.
inline solver::Load mooring(const std::string& name, const std::string& body,
                            const Vector6& stiffness, const Vector6& damping) {
  solver::LinearMooring load;
  load.body = body;
  load.stiffness = stiffness.asDiagonal();
  load.damping = damping.asDiagonal();
  return {name, load};
}

/// clients/examples/models/alongside.yaml: a carrier on a mooring, a supply vessel on four lines.
inline solver::Model alongside_model(const std::shared_ptr<const hydro::Database>& database,
                                     double step) {
  solver::Model model = floating_model(database, {Vector3::Ones()}, step);
  model.bodies[0].inertia = Vector3(2.982e8, 4.4114e9, 4.4114e9).asDiagonal();
  model.bodies[1].inertia = Vector3(5.555e7, 5.206e8, 5.206e8).asDiagonal();
  model.hydrodynamics[0].bodies[0].linear_damping(3, 3) = 1.9e7;
  model.hydrodynamics[0].bodies[1].linear_damping(3, 3) = 4.3e6;
  Vector6 spring;
  spring << 2.0e5, 2.0e5, 0.0, 0.0, 0.0, 3.0e8;
  model.loads.push_back(mooring("carrier_mooring", "body1", spring, spring));
  const auto line = [&](const std::string& name, double x1, double x2, double stiffness) {
    solver::PointSpring spring_line;
    spring_line.body1 = "body1";
    spring_line.point1 = {x1, 9.0, 4.0};
    spring_line.body2 = "body2";
    spring_line.point2 = {x2, -7.0, 3.0};
    spring_line.stiffness = stiffness;
    spring_line.damping = 2.0e4;
    model.loads.push_back({name, spring_line});
  };
  line("bow_line", 40.0, 25.0, 4.0e5);
  line("stern_line", -20.0, -25.0, 4.0e5);
  line("forward_spring", 0.0, 20.0, 2.0e5);
  line("aft_spring", 20.0, -20.0, 2.0e5);
  return model;
}

/// A long-crested JONSWAP sea of 400 components with water and gravity of the model.
inline hydro::Sea jonswap_sea(const solver::Model& model, double significant_wave_height,
                              double peak_period, double direction, double ramp_duration) {
  hydro::DiscretisationOptions options;
  options.component_count = 400;
  return {hydro::irregular_waves(hydro::JonswapSpectrum(significant_wave_height, peak_period, 3.3),
                                 {direction}, options),
          model.water_depth, model.gravity, ramp_duration};
}

}  // namespace raftup::testing
