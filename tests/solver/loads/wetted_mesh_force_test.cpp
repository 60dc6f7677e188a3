/// @file Pressure on wetted meshes in whole simulations: closed forms, another program's decays,
/// and what every load must keep.
#include <array>
#include <fstream>
#include <sstream>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::FroudeKrylovMode;
using solver::HydrostaticsMode;
using solver::Simulation;

namespace {

std::shared_ptr<const hydro::HullMesh> shared(hydro::HullMesh mesh) {
  return std::make_shared<const hydro::HullMesh>(std::move(mesh));
}

/// A body with a mesh and constant added mass, without radiation and waves; the model frame is that
/// of the mesh.
solver::Model mesh_model(hydro::HullMesh mesh, double mass, const Vector3& inertia,
                         const Vector3& center_of_mass, double density, const Matrix6& added_mass) {
  auto database = std::make_shared<hydro::Database>();
  database->gravity = 9.81;
  database->water_density = density;
  database->omega = VectorXd::LinSpaced(3, 0.5, 2.0);
  database->wave_directions = VectorXd::Zero(1);
  database->added_mass_infinite = added_mass;
  database->bodies.resize(1);
  database->bodies[0].name = "hull";
  database->bodies[0].center_of_gravity = center_of_mass;
  database->bodies[0].displaced_volume = mass / density;
  solver::Model model = floating_model(database, {Vector3::Ones()}, 0.01);
  solver::RigidBody& body = model.bodies[0];
  body.mass = mass;
  body.inertia = inertia.asDiagonal();
  body.center_of_mass = center_of_mass;
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  body.pose = solver::rest_pose(group, 0, center_of_mass);
  group.radiation.form = hydro::RadiationForm::kNone;
  group.hydrostatics = HydrostaticsMode::kNonlinear;
  group.bodies[0].mesh = shared(std::move(mesh));
  return model;
}

/// Half of a ball in the water, R 5 m, that heaves alone; added mass is half of its mass.
solver::Model half_ball(std::size_t rings) {
  const double mass = 2.0 / 3.0 * kPi * 125.0 * 1025.0;
  Matrix6 A = Matrix6::Zero();
  A(2, 2) = 0.5 * mass;
  solver::Model model = mesh_model(ball_mesh(5.0, rings, 8), mass, Vector3::Constant(10.0 * mass),
                                   Vector3::Zero(), 1025.0, A);
  model.bodies[0].free = {false, false, true, false, false, false};
  return model;
}

double height(Simulation& simulation) { return read_output(simulation, "body1.position")[2]; }

double total_energy(Simulation& simulation) {
  return read_output(simulation, "energy.kinetic")[0] +
         read_output(simulation, "energy.potential")[0];
}

/// When the body, released above its rest, has come back to its highest point.
double period(Simulation& simulation) {
  const auto speed = [&] { return read_output(simulation, "body1.linear_velocity")[2]; };
  const double step = 1e-9 * static_cast<double>(simulation.model().step_ns);
  simulation.step();
  double before = speed();
  for (bool rising = false;;) {
    simulation.step();
    const double now = speed();
    rising = rising || now > 0.0;
    if (rising && now <= 0.0) {
      return 1e-9 * static_cast<double>(simulation.time_ns()) - step * now / (now - before);
    }
    before = now;
  }
}

}  // namespace

TEST_CASE("wetted mesh: half a ball heaves with large amplitude (L11)",
          "[solver][loads][analytic]") {
  solver::Model model = half_ball(1000);
  model.step_ns = nanoseconds(0.02);
  model.bodies[0].pose.position.z() = 2.0;
  Simulation simulation(model);
  const double before = total_energy(simulation);
  CHECK(period(simulation) == Approx(4.578365).epsilon(2e-6));
  run(simulation, 10.0 - 1e-9 * static_cast<double>(simulation.time_ns()));
  CHECK(height(simulation) == Approx(0.808361).epsilon(0.0).margin(1e-5));
  const double scale = model.bodies[0].mass * model.gravity * 2.0;
  CHECK(std::abs(total_energy(simulation) - before) < 1e-6 * scale);
  CHECK(std::abs(read_output(simulation, "energy.power")[0]) < 1e-9 * scale);

  model.bodies[0].pose.position.z() = 4.5;
  Simulation higher(model);
  CHECK(period(higher) == Approx(5.029795).epsilon(2e-6));
}

TEST_CASE("wetted mesh: a floating cube swings and keeps its energy (H7)",
          "[solver][loads][analytic]") {
  const auto stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint,
                                solver::StepperKind::kSpook, solver::StepperKind::kMoreauJean);
  solver::Model model =
      mesh_model(box_mesh({-.5, -.5, -.5}, {.5, .5, .5}, 1.0), 1000.0,
                 Vector3::Constant(1000.0 / 6.0), Vector3::Zero(), 1026.0, Matrix6::Zero());
  model.stepper = stepper;
  model.step_ns = nanoseconds(0.002);  // .005 leaves 5e-9 where the deck leaves the water
  model.bodies[0].pose.position.z() = -0.5;
  Simulation simulation(model);
  const double before = total_energy(simulation);
  run(simulation, 10.0);
  const double A = 1000.0 / 1026.0 * (1.0 - 1026.0 / 2000.0), w = std::sqrt(1026.0 * 9.81 / 1000.0);
  const double expected = -((0.5 - A) * std::cos(10.0 * w) + A);
  const bool exact = stepper == solver::StepperKind::kRungeKutta4;
  const bool second = stepper == solver::StepperKind::kMidpoint;
  CHECK(height(simulation) == Approx(expected).epsilon(0.0).margin(exact    ? 1e-9
                                                                   : second ? 1e-5
                                                                            : 2e-3));
  const double swing = 0.5 * 1026.0 * 9.81 * (0.5 - A) * (0.5 - A);
  CHECK(std::abs(total_energy(simulation) - before) < (exact || second ? 1e-6 : 0.3) * swing);
}

namespace {

/// What the source of H6 does otherwise: it takes moments about the centre of gravity but moves the
/// body's origin with the velocity of that centre; added mass and damping act in axes that turn
/// with the body as a whole; the force on a facet acts at its centroid, not where the pressure has
/// its centre. So the body's centre of mass is its origin here, and the rest is this.
class SourceOfH6 final : public solver::ForceField {
 public:
  SourceOfH6(std::shared_ptr<const hydro::HullMesh> mesh, const Vector6& added_mass)
      : mesh_(std::move(mesh)), added_mass_(added_mass) {
    damping_ << 0.0, 0.0, 1.9e5, 1.74e4, 4.67e6, 0.0;
  }

  Vector6 force(const solver::RigidBody& /*body*/, const solver::BodyKinematics& at,
                double /*time*/) const override {
    hydro::HullPressure pressure(mesh_, Vector3::Zero(), {1025.0, 9.81, 1e9});
    const Vector6 buoyancy = pressure.in_still_water({at.position, at.rotation});
    Vector3 moment = Vector3::Zero();
    for (const auto& [a, b, c] : pressure.wet_triangles({at.position, at.rotation})) {
      const Vector3 centroid = (a.position + b.position + c.position) / 3.0 - at.position;
      moment -= (a.pressure + b.pressure + c.pressure) / 3.0 *
                centroid.cross(hydro::area_vector(a.position, b.position, c.position));
    }
    const Matrix3& R = at.rotation;
    Vector6 nu;  // body axes
    nu << R.transpose() * at.velocity.head<3>(), R.transpose() * at.velocity.tail<3>();
    Vector6 in_body = -damping_.cwiseProduct(nu);
    in_body[3] -= 1.45e6 * std::abs(nu[3]) * nu[3];
    in_body.head<3>() +=
        added_mass_.head<3>().cwiseProduct(nu.tail<3>().cross(nu.head<3>()).eval());
    Vector6 more;
    more << R * in_body.head<3>(), R * in_body.tail<3>() -
                                       (R * Vector3(.258, 0.0, -.432)).cross(buoyancy.head<3>()) +
                                       moment - buoyancy.tail<3>();
    return more;
  }

 private:
  std::shared_ptr<const hydro::HullMesh> mesh_;
  Vector6 added_mass_, damping_;
};

/// The ship of H6 in axes z up, its model frame the source's body frame.
solver::Model h6_ship(const std::filesystem::path& stl) {
  Matrix6 A = Matrix6::Zero();
  A.diagonal() << 3.519e4, 3.023e5, 1.980e5, 3.189e5, 8.866e6, 6.676e6;
  solver::Model model =
      mesh_model(test_ship(stl), 253310.0, {1.522e6, 8.279e6, 7.676e6}, Vector3::Zero(), 1025.0, A);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.frame = solver::HydroFrame::kBody;
  model.force_fields = {
      {"source", std::make_shared<SourceOfH6>(group.bodies[0].mesh, A.diagonal()), {}}};
  model.step_ns = nanoseconds(0.2);
  return model;
}

/// Rows (t, x, y, z, u, v, w, p, q, r, phi, theta, psi), z down.
std::vector<std::array<double, 13>> read_series(const std::filesystem::path& csv) {
  std::ifstream stream(csv);
  std::string line;
  std::getline(stream, line);
  std::vector<std::array<double, 13>> rows;
  while (std::getline(stream, line)) {
    std::istringstream fields(line);
    std::string field;
    std::array<double, 13> row{};
    for (double& value : row) {
      std::getline(fields, field, ',');
      value = std::stod(field);
    }
    rows.push_back(row);
  }
  return rows;
}

solver::Pose pose_of(const std::array<double, 13>& row) {
  const Quaternion attitude = Eigen::AngleAxisd(-row[12], Vector3::UnitZ()) *
                              Eigen::AngleAxisd(-row[11], Vector3::UnitY()) *
                              Eigen::AngleAxisd(row[10], Vector3::UnitX());
  return {{row[1], -row[2], -row[3]}, attitude};
}

}  // namespace

TEST_CASE("wetted mesh: free decays of a ship (H6)", "[solver][loads][reference]") {
  const std::string motion = GENERATE("heave", "roll", "pitch");
  RAFTUP_REQUIRE_REFERENCE(stl, "reference/test-ship/test_ship.stl");
  RAFTUP_REQUIRE_REFERENCE(csv, "reference/test-ship/" + motion + "_ext_xdyn.csv");
  const auto rows = read_series(csv);
  solver::Model model = h6_ship(stl);
  model.bodies[0].pose = pose_of(rows.front());
  Simulation simulation(model);
  double heave = 0.0, roll = 0.0, pitch = 0.0;
  for (const auto& row : rows) {
    if (row[0] > 50.0) break;
    run(simulation, row[0] - 1e-9 * static_cast<double>(simulation.time_ns()));
    heave = std::max(heave, std::abs(read_output(simulation, "body1.position")[2] + row[3]));
    const VectorXd q = read_output(simulation, "body1.orientation");
    const Matrix3 R = Quaternion(q[0], q[1], q[2], q[3]).toRotationMatrix();
    roll = std::max(roll, std::abs(std::atan2(R(2, 1), R(2, 2)) - row[10]));
    pitch = std::max(pitch, std::abs(std::asin(R(2, 0)) - row[11]));
  }
  INFO(motion << ": " << heave << " m, roll " << roll << " rad, pitch " << pitch << " rad");
  // With the moments of the pressure over the facets in place of SourceOfH6's, which make a yaw
  // moment of 6 kN m in still water, roll is .6 to 1.1 mrad off and yaw by half a radian after 50
  // s.
  CHECK(heave < 1e-4);
  CHECK(roll < 1e-4);
  CHECK(pitch < 1e-4);
}

TEST_CASE("wetted mesh: a box's restoring is that of linear theory about its rest",
          "[solver][loads][linearisation]") {
  const Vector3 size(8.0, 4.0, 2.0);
  const solver::Model linear = box_model(size);
  solver::Model model = linear;
  model.hydrodynamics[0].hydrostatics = HydrostaticsMode::kNonlinear;
  model.hydrodynamics[0].bodies[0].mesh = shared(box_mesh({-4, -2, -2}, {4, 2, 3}, 1.0));
  const MatrixXd C = linearized(model).matrices().restoring;
  const MatrixXd expected = linearized(linear).matrices().restoring;
  CHECK((C - expected).norm() < 1e-8 * expected.norm());
}

namespace {

/// The hemisphere of this project's data, its hull a ball, in a sea.
solver::Model floating_ball(const hydro::Sea& sea, std::size_t rings = 24) {
  solver::Model model = floating_model(
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5")),
      {Vector3::Constant(2.8)}, 0.05);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kConvolution;
  model.hydrodynamics[0].hydrostatics = HydrostaticsMode::kNonlinear;
  model.hydrodynamics[0].froude_krylov.mode = FroudeKrylovMode::kNonlinear;
  model.hydrodynamics[0].bodies[0].mesh = shared(ball_mesh(5.0, rings, 2 * rings));
  model.sea = sea;
  return model;
}

hydro::Sea regular_sea(double amplitude) {
  return {{hydro::regular_wave(amplitude, 6.0, 0.3, 0.4)},
          std::numeric_limits<double>::infinity(),
          9.81,
          0.0};
}

}  // namespace

TEST_CASE("wetted mesh: in small waves the excitation is that of linear theory",
          "[solver][loads][conservation]") {
  const bool has_diffraction = GENERATE(true, false);
  constexpr double kAmplitude = 1e-3;
  solver::Model model = floating_ball(regular_sea(kAmplitude), 48);
  if (!has_diffraction) {
    auto database = std::make_shared<hydro::Database>(*model.hydrodynamics[0].database);
    database->diffraction.values.clear();
    model.hydrodynamics[0].database = database;
  }
  solver::Model linear = model;
  linear.hydrodynamics[0].hydrostatics = HydrostaticsMode::kLinear;
  linear.hydrodynamics[0].froude_krylov = {};
  linear.hydrodynamics[0].bodies[0].mesh = nullptr;
  Simulation of_mesh(model), of_file(linear);
  const VectorXd force = read_output(of_mesh, "body1.force.excitation");
  const VectorXd expected = read_output(of_file, "body1.force.excitation");
  // Panels of the ball and of the file differ by some 0.5 %; what is subtracted comes back exactly.
  const double tolerance = has_diffraction ? 0.01 : 2e-4;
  CHECK((force - expected).head<3>().norm() < tolerance * expected.head<3>().norm());
}

TEST_CASE("wetted mesh: energy balances in waves, and a checkpoint goes on bit for bit",
          "[solver][loads][energy][state]") {
  const auto stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint,
                                solver::StepperKind::kSpook, solver::StepperKind::kMoreauJean);
  solver::Model model = floating_ball(regular_sea(0.8), 8);
  model.stepper = stepper;
  model.step_ns = nanoseconds(0.02);
  Vector6 spring;
  spring << 5e3, 5e3, 0.0, 0.0, 0.0, 1e5;
  model.loads = {mooring("mooring", "body1", spring, spring)};
  Simulation simulation(model);
  run(simulation, 3.0);
  const solver::State checkpoint = simulation.state();
  double gained = 0.0;
  const double start = total_energy(simulation);
  for (int i = 0; i < 50; ++i) {
    const double power = read_output(simulation, "energy.power")[0];
    simulation.step();
    gained += 0.01 * (power + read_output(simulation, "energy.power")[0]);
  }
  const double change = total_energy(simulation) - start;
  const bool second =
      stepper == solver::StepperKind::kRungeKutta4 || stepper == solver::StepperKind::kMidpoint;
  CHECK(change == Approx(gained).epsilon(second ? 2e-3 : 0.1));
  const std::string end = solver::serialize(simulation.state());
  Simulation again(model);
  again.restore(solver::deserialize(solver::serialize(checkpoint)));
  run(again, 1.0);
  CHECK(solver::serialize(again.state()) == end);
}

TEST_CASE("wetted mesh: streamed components press on the hull as those of the sea do",
          "[solver][loads][state]") {
  const solver::Model given = floating_ball(regular_sea(0.5), 8);
  solver::Model streamed = given;
  streamed.sea.reset();
  streamed.inputs = {{"waves", solver::StreamedComponents{1}}};
  Simulation of_sea(given), of_stream(streamed);
  const hydro::WaveComponent& wave = given.sea->components()[0];
  const std::array<double, 4> sample{wave.omega, wave.amplitude, wave.phase, wave.direction};
  of_stream.write_input(0, 0, sample);
  run(of_sea, 1.0);
  run(of_stream, 1.0);
  CHECK(read_output(of_sea, "body1.position") == read_output(of_stream, "body1.position"));
}

TEST_CASE("wetted mesh: where a hull floats and what its mesh displaces is said",
          "[solver][loads][findings]") {
  const solver::Model model = floating_ball(regular_sea(0.5), 24);
  Findings findings;
  solver::add_wetted_mesh_findings(model, findings);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].name == "floating_pose");
  CHECK(findings[0].severity == Severity::kInfo);
  CHECK(std::abs(findings[0].value) < 0.05);
  solver::Model heavy = model;
  heavy.bodies[0].mass *= 3.0;
  findings.clear();
  solver::add_wetted_mesh_findings(heavy, findings);
  CHECK_THAT(findings.back().message, Contains("sinks it"));
}

TEST_CASE("wetted mesh: what does nothing or cannot act is refused with its path",
          "[solver][loads][check]") {
  const auto rules = [](const solver::Model& model) {
    std::string all;
    for (const solver::Violation& violation : check(model)) {
      all += violation.path + " " + violation.rule + ", " + violation.value + "\n";
    }
    return all;
  };
  const solver::Model valid = floating_ball(regular_sea(0.5), 8);
  CHECK(rules(valid).empty());
  solver::Model model = valid;
  model.hydrodynamics[0].bodies[0].mesh = nullptr;
  CHECK_THAT(rules(model), Contains("hydrodynamics[0].bodies[0].mesh must be given where "
                                    "hydrostatics.mode is nonlinear"));
  model = valid;
  model.hydrodynamics[0].hydrostatics = HydrostaticsMode::kLinear;
  CHECK_THAT(rules(model),
             Contains("bodies[0].mesh must be left out unless") &&
                 Contains("froude_krylov.mode must be linear unless hydrostatics.mode"));
  model = valid;
  model.hydrodynamics[0].froude_krylov = {FroudeKrylovMode::kLinear,
                                          hydro::WaveStretching::kLinear};
  CHECK_THAT(rules(model), Contains("froude_krylov.stretching must be left out"));
  model = valid;
  model.hydrodynamics[0].excitation_enabled = false;
  CHECK_THAT(rules(model), Contains("must be linear where excitation.enabled is false"));
  model = valid;
  model.hydrodynamics[0].excitation.at_body_position = false;
  CHECK_THAT(rules(model), Contains("must be linear where excitation.at_body_position is false"));
  model = valid;
  model.hydrodynamics[0].bodies[0].mesh = shared(box_mesh({-1, -1, 1}, {1, 1, 2}, 1.0));
  CHECK_THAT(rules(model), Contains("mesh must be below the still water plane in part, 0 m3"));
  model = valid;
  model.hydrodynamics[0].bodies[0].mesh = shared(ball_mesh(4.0, 8, 16));
  CHECK(solver::digest(model) != solver::digest(valid));
}
