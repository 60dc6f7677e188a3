#include <memory>

#include "hydro/base/error.hpp"
#include "solver/model/bodies/mass_distribution.hpp"
#include "solver/model/state.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/strip_hull.hpp"

using namespace raftup;
using namespace raftup::testing;
using Catch::Matchers::Contains;
using solver::Simulation;

namespace {

constexpr double kRollRadius = 5.0;
const std::vector<double> kStations{-61.0, -30.0, 0.0, 30.0, 61.0};

Matrix3 inertia_of(double mass, double length) {
  const double across = mass * length * length / 12.0;
  return Vector3(mass * kRollRadius * kRollRadius, across, across).asDiagonal();
}

/// The box as one body with sections at kStations, named by their numbers.
solver::Model box_with_sections(double step = 0.1) {
  static const auto database =
      std::make_shared<const hydro::Database>(StripHull::database({{-60.0, 60.0}}, {kStations}));
  solver::Model model = floating_model(database, {Vector3::Ones()}, step);
  solver::RigidBody& body = model.bodies[0];
  body.inertia = inertia_of(body.mass, StripHull::kLength);
  for (const double x : {-60.0, 60.0}) {
    body.mass_distribution.push_back({x, StripHull::kMassPerLength, {}, {}});
  }
  for (std::size_t i = 0; i < kStations.size(); ++i) {
    body.sections.push_back({"s" + std::to_string(i), kStations[i], 0.0, 0.0});
  }
  return model;
}

/// The box as two bodies, fore and aft of x = 0, that are locked to each other. The fore body has
/// sections behind its stern, with the lock ahead, and at x = 30 of the box.
solver::Model box_of_halves(double step = 0.1) {
  const auto database = std::make_shared<const hydro::Database>(
      StripHull::database({{-60.0, 0.0}, {0.0, 60.0}}, {{}, {-1.0, 30.0}}));
  solver::Model model = floating_model(database, {Vector3::Ones()}, step);
  for (solver::RigidBody& body : model.bodies) {
    body.inertia = inertia_of(body.mass, 0.5 * StripHull::kLength);
  }
  for (const double x : {-30.0, 30.0}) {
    model.bodies[1].mass_distribution.push_back({x, StripHull::kMassPerLength, {}, {}});
  }
  model.bodies[1].sections = {{"behind", -31.0, 0.0, 0.0}, {"fore", 0.0, 0.0, 0.0}};
  solver::Joint joint;
  joint.name = "cut";
  joint.body1 = "body2";
  joint.body2 = "body1";
  model.joints.push_back(joint);
  return model;
}

hydro::Sea head_waves(const solver::Model& model, double omega, double ramp) {
  return {{{omega, 0.01, 0.3, kPi}}, kDeep, model.gravity, ramp};
}

VectorXd loads_at(Simulation& simulation, std::size_t number) {
  return read_output(simulation, "body1.section.s" + std::to_string(number));
}

/// A long spring with a pull [N] upwards at a point of a body.
solver::Load pull_at(const std::string& name, const Vector3& point, double pull,
                     const std::string& body = "body1", double x = 0.0) {
  solver::PointSpring load;
  load.body1 = body;
  load.point1 = point;
  load.point2 = point + Vector3(x + 50.0, -20.0, 1000.0);
  load.stiffness = 1e3;
  load.rest_length = (load.point2 - load.point1 - Vector3(x, 0.0, 0.0)).norm() - pull / 1e3;
  return {name, load};
}

std::string refusal_of_sections(const solver::Model& model) {
  try {
    Simulation simulation(model);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// Motion, and section loads at x = 30, per meter of amplitude of head waves.
struct SteadyResponse {
  VectorXcd motion, loads;
};

MatrixXcd impedance(double omega, const Matrix6& mass, const MatrixXd& A, const MatrixXd& B,
                    const Matrix6& C) {
  MatrixXcd Z(6, 6);
  Z.real() = C - omega * omega * (mass + A);
  Z.imag() = omega * B;
  return Z;
}

/// The response at frequency `k` of the database, from its coefficients.
SteadyResponse steady_response(const solver::Model& model, Eigen::Index k) {
  const hydro::Database& data = *model.hydrodynamics[0].database;
  const hydro::SectionRows& rows = data.sections[3];
  const solver::RigidBody& body = model.bodies[0];
  const double omega = data.omega[k];
  const auto at = static_cast<std::size_t>(k);
  const MatrixXcd whole =
      impedance(omega, solver::mass_matrix(body), data.added_mass[at], data.radiation_damping[at],
                data.bodies[0].hydrostatic_stiffness);
  const std::vector<Eigen::Index> vertical{0, 2, 4};
  const MatrixXcd of_vertical = whole(vertical, vertical);
  const VectorXcd wave = data.excitation.values[4](vertical, k);
  const VectorXcd in_vertical = of_vertical.partialPivLu().solve(wave);
  SteadyResponse steady{VectorXcd::Zero(6), {}};
  for (std::size_t i = 0; i < vertical.size(); ++i) {
    steady.motion[vertical[i]] = in_vertical[static_cast<Eigen::Index>(i)];
  }
  steady.loads = impedance(omega, solver::mass_matrix_ahead(body, 30.0), rows.added_mass[at],
                           rows.radiation_damping[at], rows.hydrostatic_stiffness) *
                     steady.motion -
                 rows.excitation[4].col(k);
  steady.loads[4] = -(steady.loads[4] + 30.0 * steady.loads[2]);
  return steady;
}

}  // namespace

TEST_CASE("section loads in still water: weight at the ends makes a box hog",
          "[solver][sections][analytic]") {
  solver::Model model = box_with_sections();
  solver::RigidBody& body = model.bodies[0];
  const double mean = StripHull::kMassPerLength;
  body.mass_distribution.clear();
  for (const auto& [x, factor] : std::vector<std::pair<double, double>>{
           {-60.0, 1.2}, {-30.0, 1.2}, {-30.0, 0.8}, {30.0, 0.8}, {30.0, 1.2}, {60.0, 1.2}}) {
    body.mass_distribution.push_back({x, factor * mean, {}, {}});
  }
  const double second = 1.2 * std::pow(60.0, 3) - 0.4 * std::pow(30.0, 3);
  body.inertia(1, 1) = body.inertia(2, 2) = 2.0 / 3.0 * mean * second;
  Simulation simulation(model);
  const double moment = 144795600.0;  // g int_0^60 x (mu - rho B T) dx
  const VectorXd amidships = loads_at(simulation, 2), fore = loads_at(simulation, 3);
  CHECK(amidships[4] == Approx(moment).epsilon(1e-9));
  CHECK(std::abs(amidships[2]) < 1e-9 * moment);
  CHECK(fore[2] == Approx(4826520.0).epsilon(1e-9));  // the part behind holds up the part ahead
  CHECK(loads_at(simulation, 1)[2] == Approx(-4826520.0).epsilon(1e-9));
  for (const std::size_t end : {0U, 4U}) {
    CHECK(loads_at(simulation, end).cwiseAbs().maxCoeff() < 1e-9 * moment);
  }
}

TEST_CASE(
    "section loads: 0 before the bow, the residual of the equation of motion behind the stern",
    "[solver][sections]") {
  const auto form = GENERATE(hydro::RadiationForm::kConvolution, hydro::RadiationForm::kStateSpace);
  solver::Model model = box_with_sections();
  model.hydrodynamics[0].radiation.form = form;
  model.hydrodynamics[0].heading = 30.0 * kDegree;
  model.bodies[0].pose = solver::rest_pose(model.hydrodynamics[0], 0, Vector3::Zero());
  model.bodies[0].pose.position += Vector3(3.0, -2.0, 0.4);
  model.bodies[0].pose.attitude =
      model.bodies[0].pose.attitude *
      Quaternion(Eigen::AngleAxisd(0.05, Vector3(1.0, 0.5, 0.2).normalized()));
  model.bodies[0].linear_velocity = {1.0, 0.5, -0.2};
  model.bodies[0].angular_velocity = {0.02, -0.01, 0.005};
  model.current = hydro::Current({}, {Vector2(0.4, 0.1)});
  model.sea = hydro::Sea({{0.6, 1.5, 0.3, 210.0 * kDegree}, {0.9, 0.5, 1.0, 165.0 * kDegree}},
                         hydro::Sea::Water{kDeep, model.gravity, model.current}, 0.0);
  model.loads.push_back(pull_at("bow", {50.0, 3.0, 2.0}, 3e5));
  model.loads.push_back(pull_at("stern", {-50.0, 0.0, 1.0}, 2e5));
  solver::PointSpring line;
  line.body1 = "body1";
  line.point1 = {45.0, -8.0, 3.0};
  line.point2 = {200.0, -30.0, 10.0};
  line.damping = 2e5;
  model.loads.push_back({"line", line});
  Simulation simulation(model);
  const double weight = StripHull::kGravity * model.bodies[0].mass;  // the largest force
  for (int n = 0; n < 40; ++n) {
    CAPTURE(n);
    const VectorXd behind = loads_at(simulation, 0);
    CHECK(behind.head<3>().cwiseAbs().maxCoeff() < 1e-10 * weight);
    CHECK(behind.tail<3>().cwiseAbs().maxCoeff() < 1e-10 * weight * StripHull::kLength);
    CHECK(loads_at(simulation, 4).cwiseAbs().maxCoeff() == 0.0);
    CHECK(loads_at(simulation, 2).head<3>().norm() > 1e-4 * weight);
    run(simulation, 0.5);
  }
}

TEST_CASE("section loads in a regular wave are those of the frequency domain",
          "[solver][sections][analytic]") {
  const Eigen::Index k = GENERATE(8, 13);  // .45 and .7 rad/s
  const double amplitude = 0.01;
  solver::Model model = box_with_sections();
  const double omega = model.hydrodynamics[0].database->omega[k];
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kConvolution;
  model.sea = hydro::Sea({{omega, amplitude, 0.0, kPi}}, kDeep, model.gravity, 20.0);
  const SteadyResponse steady = steady_response(model, k);
  Simulation simulation(model);
  run(simulation, 300.0);
  double heave = 0.0, shear = 0.0, bending = 0.0;
  for (int n = 0; n < 150; ++n) {
    simulation.step();
    const double time = 1e-9 * static_cast<double>(simulation.time_ns());
    const Complex wave = std::polar(amplitude, omega * time);
    const VectorXd loads = loads_at(simulation, 3);
    const double height = read_output(simulation, "body1.displacement")[2];
    heave = std::max(heave, std::abs(height - (wave * steady.motion[2]).real()));
    shear = std::max(shear, std::abs(loads[2] - (wave * steady.loads[2]).real()));
    bending = std::max(bending, std::abs(loads[4] - (wave * steady.loads[4]).real()));
  }
  CHECK(heave < 1e-3 * amplitude * std::abs(steady.motion[2]));
  CHECK(shear < 3e-3 * amplitude * std::abs(steady.loads[2]));
  CHECK(bending < 3e-3 * amplitude * std::abs(steady.loads[4]));
}

TEST_CASE("section loads are the forces of a lock between two half hulls",
          "[solver][sections][analytic]") {
  const double omega = GENERATE(0.45, 0.7);
  const double wave_force =
      StripHull::kDensity * StripHull::kGravity * StripHull::kBreadth * StripHull::kLength * 0.01;
  solver::Model whole = box_with_sections(), halves = box_of_halves();
  whole.sea = halves.sea = head_waves(whole, omega, 10.0);
  whole.loads.push_back(pull_at("lift", {40.0, 2.0, 3.0}, 50.0));
  halves.loads.push_back(pull_at("lift", {10.0, 2.0, 3.0}, 50.0, "body2", 30.0));
  for (solver::Model* model : {&whole, &halves}) {
    model->hydrodynamics[0].radiation.form = hydro::RadiationForm::kConvolution;
  }
  Simulation one(whole), two(halves);
  const double weight = StripHull::kGravity * halves.bodies[1].mass;
  double fore_error = 0.0, largest_force = 0.0, largest_moment = 0.0, force_error = 0.0,
         moment_error = 0.0;
  for (int n = 0; n < 120; ++n) {
    run(one, 0.5);
    run(two, 0.5);
    const VectorXd loads = loads_at(one, 2), world = read_output(two, "cut.force");
    const VectorXd q = read_output(one, "body1.orientation");
    const Matrix3 to_body = Quaternion(q[0], q[1], q[2], q[3]).toRotationMatrix().transpose();
    const Vector3 force = to_body * world.head<3>(), moment = to_body * world.tail<3>();
    force_error = std::max(force_error, (loads.head<3>() - force).norm());
    moment_error = std::max(moment_error, (Vector3(loads[3], -loads[4], loads[5]) - moment).norm());
    const VectorXd at_30 = read_output(two, "body2.section.fore");
    fore_error = std::max(fore_error, (loads_at(one, 3) - at_30).tail<3>().norm());
    CHECK(read_output(two, "body2.section.behind").norm() < 1e-10 * weight);
    largest_force = std::max(largest_force, force.norm());
    largest_moment = std::max(largest_moment, moment.norm());
  }
  CAPTURE(largest_force, largest_moment, force_error, moment_error);
  CHECK(largest_moment > 5e-3 * wave_force * StripHull::kLength);
  // The memories of one body and of two differ by their ends and by what makes them passive.
  CHECK(moment_error < 4e-3 * largest_moment);
  CHECK(fore_error < 4e-3 * largest_moment);
  CHECK(force_error < 4e-3 * largest_force);
}

TEST_CASE("section loads: an output that changes no motion and survives a restored state",
          "[solver][sections]") {
  solver::Model model = box_with_sections();
  model.sea = head_waves(model, 0.6, 0.0);
  solver::Model without = model;
  without.bodies[0].sections.clear();
  Simulation simulation(model), plain(without);
  run(simulation, 12.0);
  run(plain, 12.0);
  CHECK(solver::motion_hash(simulation.state()) == solver::motion_hash(plain.state()));
  CHECK(plain.state().field_memories.empty());
  Simulation restored(model);
  restored.restore(solver::deserialize(solver::serialize(simulation.state())));
  run(simulation, 3.0);
  run(restored, 3.0);
  for (std::size_t number = 0; number < kStations.size(); ++number) {
    CHECK(loads_at(simulation, number) == loads_at(restored, number));
  }
}

TEST_CASE("section loads: the mass of their body does not change", "[solver][sections][checks]") {
  Simulation simulation(box_with_sections());
  const solver::RigidBody body = box_with_sections().bodies[0];
  REQUIRE_THROWS_WITH(
      simulation.set_mass_properties(0, 1.1 * body.mass, body.inertia, body.center_of_mass),
      Contains("bodies[0].mass must stay, with the inertia, where the body has "
               "sections"));
}

TEST_CASE("section loads: moments are about the point of the section", "[solver][sections]") {
  solver::Model model = box_with_sections();
  model.sea = hydro::Sea({{0.6, 1.5, 0.3, 0.75 * kPi}}, kDeep, model.gravity, 0.0);
  const Vector3 shift(0.0, 1.5, 4.0);
  solver::Model other = model;
  other.bodies[0].sections[2].y = shift.y();
  other.bodies[0].sections[2].z = shift.z();
  Simulation simulation(model), shifted(other);
  run(simulation, 4.0);
  run(shifted, 4.0);
  const VectorXd at_axis = loads_at(simulation, 2), at_point = loads_at(shifted, 2);
  const Vector3 force = at_axis.head<3>();
  const Vector3 moved = Vector3(at_axis[3], -at_axis[4], at_axis[5]) - shift.cross(force);
  const Vector3 found(at_point[3], -at_point[4], at_point[5]);
  CHECK(at_point.head<3>() == at_axis.head<3>());
  CHECK(force.head<2>().norm() > 1e3);  // they matter
  CHECK((found - moved).norm() < 1e-12 * moved.norm());
}

TEST_CASE("mass ahead of a plane: a line with a slope, and what the table leaves",
          "[solver][sections][analytic]") {
  solver::RigidBody body;
  body.mass = 1010.0;  // the table has 1000
  body.inertia = Vector3(2000.0, 9000.0, 9500.0).asDiagonal();
  body.center_of_mass = {1.0, 0.0, 2.0};
  body.mass_distribution = {{-5.0, 0.0, 1.0, 2.0}, {5.0, 200.0, 1.0, 2.0}};
  const solver::MassOfTable table = solver::mass_of_table(body);
  CHECK(table.mass == Approx(1000.0));
  CHECK(table.center_x == Approx(5.0 / 3.0));
  // int mu (x - 1)^2 dx + m (1 - 2)^2 with mu = 20 (x + 5): second moment about x = 0 is 25000/3.
  const double about_center = 25000.0 / 3.0 - 2.0 * 5000.0 / 3.0 + 1000.0 + 1000.0;
  CHECK(table.pitch_inertia == Approx(about_center));
  const Matrix6 whole = solver::mass_matrix_ahead(body, -6.0);
  CHECK((whole - solver::mass_matrix(body)).cwiseAbs().maxCoeff() < 1e-9);
  CHECK(solver::mass_matrix_ahead(body, 5.0).isZero(0.0));
  // Ahead of x = 0 are 10 (25 + 50) = 750 of 1000, and as much of the 10 kg that the table leaves.
  CHECK(solver::mass_matrix_ahead(body, 0.0)(0, 0) == Approx(757.5));
}

TEST_CASE("section loads: what they cannot be computed with is refused with path and number",
          "[solver][sections][checks]") {
  solver::Model model = box_with_sections();
  SECTION("no table") {
    model.bodies[0].mass_distribution.clear();
    CHECK_THAT(refusal_of_sections(model),
               Contains("bodies[0].mass_distribution must be given where the body "
                        "has sections, got no rows"));
  }
  SECTION("mass") {
    model.bodies[0].mass_distribution[0].mass_per_length *= 1.02;
    CHECK_THAT(refusal_of_sections(model),
               Contains("bodies[0].mass_distribution must have the mass of the "
                        "body, 9.84e+06 kg, to .5 %, got 9.9384e+06 kg"));
  }
  SECTION("inertia") {
    model.bodies[0].inertia(1, 1) *= 1.01;
    CHECK_THAT(refusal_of_sections(model),
               Contains("bodies[0].mass_distribution must have the moment of inertia about y of "
                        "the body, 1.19261e+10 kg m2, to .5 %, got 1.1808e+10 kg m2"));
  }
  SECTION("order") {
    std::swap(model.bodies[0].mass_distribution[0], model.bodies[0].mass_distribution[1]);
    CHECK_THAT(refusal_of_sections(model),
               Contains("bodies[0].mass_distribution[1].x must not be less than 60 "
                        "of the row before, got -60"));
  }
  SECTION("plane") {
    model.bodies[0].sections[2].x = 1.0;
    CHECK_THAT(refusal_of_sections(model),
               Contains("bodies[0].sections[2].x needs the forces ahead of it in the database of "
                        "'group': raftup hydro solve computes them with sections, got no plane "
                        "within 1 mm of x = 1 m there"));
  }
  SECTION("load") {
    model.loads.push_back(mooring("soft", "body1", Vector6::Ones(), Vector6::Zero()));
    CHECK_THAT(refusal_of_sections(model),
               Contains("bodies[0].sections needs loads whose whole force acts at "
                        "one point of the body, which decides whether it acts "
                        "ahead, got load 'soft' of kind linear_mooring"));
  }
  SECTION("damping") {
    model.hydrodynamics[0].bodies[0].linear_damping(3, 3) = 1e6;
    CHECK_THAT(refusal_of_sections(model), Contains("where they act is not known, got damping"));
  }
  SECTION("coriolis") {
    model.hydrodynamics[0].coriolis = solver::AddedMassCoriolis::kFull;
    CHECK_THAT(refusal_of_sections(model),
               Contains("bodies[0].sections needs added_mass.coriolis off in group 'group', got "
                        "full"));
  }
}
