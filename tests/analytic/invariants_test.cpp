/// @file docs/reference/physics.md 5: what no scheme may change.
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/transformation.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationForm;
using solver::Simulation;

namespace {

std::shared_ptr<hydro::Database> alongside() {
  return std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "alongside.h5"));
}

std::shared_ptr<hydro::Database> hemisphere() {
  return std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
}

/// In a JONSWAP sea: with convolution two ships on their lines, with state space, whose fit for two
/// ships takes long, a free hemisphere.
solver::Model vessels_in_waves(RadiationForm form) {
  solver::Model model = form == RadiationForm::kConvolution
                            ? alongside_model(alongside(), 0.1)
                            : floating_model(hemisphere(), {Vector3::Constant(2.8)}, 0.1);
  model.hydrodynamics[0].radiation.form = form;
  model.sea = jonswap_sea(model, 1.5, 8.0, 135.0 * kPi / 180.0, 10.0);
  return model;
}

/// Turns everything that a model says about the world by `angle` about z.
solver::Model turned(solver::Model model, double angle) {
  const Quaternion turn = yawed(angle);
  for (solver::RigidBody& body : model.bodies) {
    body.pose = {turn * body.pose.position, turn * body.pose.attitude};
    body.linear_velocity = turn * body.linear_velocity;
    body.angular_velocity = turn * body.angular_velocity;
  }
  for (solver::HydrodynamicGroup& group : model.hydrodynamics) group.heading += angle;
  if (model.sea) {
    std::vector<hydro::WaveComponent> waves = model.sea->components();
    for (hydro::WaveComponent& wave : waves) wave.direction += angle;
    model.sea = hydro::Sea(waves, model.sea->water_depth(), model.sea->gravity(),
                           model.sea->ramp_duration());
  }
  return model;
}

/// Three bodies with full matrices of added mass between them, spinning freely.
solver::Model free_trio(solver::HydroFrame frame) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  std::srand(3);
  for (int i = 0; i < 3; ++i) {
    auto body = weightless_body("body" + std::to_string(i), 2.0 + i, {2.0, 3.0 + i, 4.0},
                                {5.0 * i, 1.0 * i, 0.0});
    body.linear_velocity = Vector3::Random();
    body.angular_velocity = 0.3 * Vector3::Random();
    model.bodies.push_back(body);
  }
  for (int i = 0; i < 2; ++i) {
    const Eigen::Matrix<double, 12, 12> root = Eigen::Matrix<double, 12, 12>::Random();
    const Eigen::Matrix<double, 12, 12> A = 0.2 * root * root.transpose();
    solver::AddedMassInteraction water;
    water.name = "water" + std::to_string(i);
    water.body1 = "body" + std::to_string(i);
    water.body2 = "body" + std::to_string(i + 1);
    water.blocks.body1 = A.topLeftCorner<6, 6>();
    water.blocks.body2 = A.bottomRightCorner<6, 6>();
    water.blocks.off_diagonal = A.topRightCorner<6, 6>();
    water.frame = frame;
    water.coriolis = solver::AddedMassCoriolis::kFull;
    model.added_mass_interactions.push_back(water);
  }
  return model;
}

Vector3 linear_momentum(const Simulation& simulation) {
  Vector3 sum = Vector3::Zero();
  for (const solver::BodyState& body : simulation.state().bodies) sum += body.momentum.head<3>();
  return sum;
}

double kinetic_energy(const Simulation& simulation) {
  double energy = 0.0;
  for (const solver::BodyState& body : simulation.state().bodies) {
    energy += 0.5 * body.momentum.dot(body.velocity);
  }
  return energy;
}

/// Kinetic energy, and potential energy of hydrostatics about the place of rest.
double energy(const Simulation& simulation) {
  double sum = kinetic_energy(simulation);
  const solver::HydrodynamicGroup& group = simulation.model().hydrodynamics[0];
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    const hydro::DatabaseBody& data = group.database->bodies[i];
    const solver::BodyState& body = simulation.state().bodies[i];
    Vector6 xi;
    xi << body.position - data.center_of_gravity, 2.0 * body.attitude.vec();
    sum += 0.5 * xi.dot(data.hydrostatic_stiffness * xi);
  }
  return sum;
}

double largest_difference(const Simulation& a, const Simulation& b, const Quaternion& turn) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.state().bodies.size(); ++i) {
    const solver::BodyState& from = a.state().bodies[i];
    const solver::BodyState& to = b.state().bodies[i];
    const Vector3 position = turn * from.position - to.position;
    const Quaternion attitude = (turn * from.attitude).conjugate() * to.attitude;
    largest =
        std::max({largest, position.norm() / (1.0 + from.position.norm()), attitude.vec().norm()});
  }
  return largest;
}

}  // namespace

TEST_CASE("bodies coupled by added mass and free of forces: linear momentum is kept exactly",
          "[solver][analytic][invariants]") {
  const auto frame =
      GENERATE(solver::HydroFrame::kHeading, solver::HydroFrame::kBody, solver::HydroFrame::kWorld);
  Simulation simulation(free_trio(frame));
  const Vector3 start = linear_momentum(simulation);
  run(simulation, 20.0);
  CHECK((linear_momentum(simulation) - start).norm() < 1e-12 * start.norm());
}

TEST_CASE("one body with the added mass of a deep body: energy and impulse are kept at order 4",
          "[solver][analytic][invariants]") {
  // Kirchhoff's equations: with A fixed in the body and the full Coriolis force T is a first
  // integral, as is P + p in the world.
  const auto drift = [](double step) {
    solver::Model model = free_trio(solver::HydroFrame::kBody);
    model.step_ns = nanoseconds(step);
    model.bodies.resize(2);
    model.added_mass_interactions.resize(1);
    model.added_mass_interactions[0].blocks.off_diagonal.setZero();
    Simulation simulation(model);
    const double start = kinetic_energy(simulation);
    run(simulation, 10.0);
    return std::abs(kinetic_energy(simulation) - start) / start;
  };
  CHECK(drift(0.01) < 1e-8);
  CHECK(drift(0.04) / drift(0.02) > 14.0);
}

TEST_CASE("the whole scene turned about z: the same trajectory turned",
          "[solver][analytic][invariants]") {
  const auto form = GENERATE(RadiationForm::kConvolution, RadiationForm::kStateSpace);
  solver::Model model = vessels_in_waves(form);
  const double angle = 0.9;
  Simulation straight(model), turning(turned(model, angle));
  run(straight, 60.0);
  run(turning, 60.0);
  CHECK(largest_difference(straight, turning, yawed(angle)) < 1e-12);
}

TEST_CASE("bodies of a model in another order and by other names: the same bytes",
          "[solver][analytic][invariants]") {
  const solver::Model model = vessels_in_waves(RadiationForm::kConvolution);
  solver::Model shuffled = model;
  std::swap(shuffled.bodies[0], shuffled.bodies[1]);
  std::swap(shuffled.hydrodynamics[0].bodies[0], shuffled.hydrodynamics[0].bodies[1]);
  Simulation first(model), second(shuffled);
  run(first, 60.0);
  run(second, 60.0);
  for (std::size_t i = 0; i < 2; ++i) {
    const solver::BodyState& a = first.state().bodies[i];
    const solver::BodyState& b = second.state().bodies[1 - i];
    CHECK(a.position == b.position);
    CHECK(a.attitude.coeffs() == b.attitude.coeffs());
    CHECK(a.momentum == b.momentum);
  }
}

TEST_CASE("bodies of the database in another order: the same motion",
          "[solver][analytic][invariants]") {
  solver::Model model = vessels_in_waves(RadiationForm::kConvolution);
  // A fit of the bodies in another order differs by more than rounding.
  model.hydrodynamics[0].radiation.data = hydro::RadiationData::kAsFiled;
  solver::Model shuffled = model;
  shuffled.hydrodynamics[0].database = std::make_shared<hydro::Database>(
      hydro::select_bodies(*model.hydrodynamics[0].database, {1, 0}));
  shuffled.hydrodynamics[0].bodies[0].database_body = 1;
  shuffled.hydrodynamics[0].bodies[1].database_body = 0;
  Simulation first(model), second(shuffled);
  run(first, 60.0);
  run(second, 60.0);
  CHECK(largest_difference(first, second, Quaternion::Identity()) < 1e-12);
}

TEST_CASE("ships released in still water: their energy never exceeds that of the start",
          "[solver][analytic][invariants]") {
  const auto form = GENERATE(RadiationForm::kConvolution, RadiationForm::kStateSpace);
  solver::Model model =
      floating_model(alongside(), {Vector3(6.0, 25.0, 25.0), Vector3(4.7, 15.0, 15.0)}, 0.1);
  model.hydrodynamics[0].radiation.form = form;
  model.bodies[0].pose.position.z() += 0.01;
  model.bodies.back().pose.attitude = Eigen::AngleAxisd(0.002, Vector3::UnitX());
  Simulation simulation(model);
  const double start = energy(simulation);
  double largest = 0.0;
  for (int i = 0; i < 3000; ++i) {
    simulation.step();
    largest = std::max(largest, energy(simulation));
  }
  // The water takes energy and gives some back, never more than it took. Motions of 1 cm leave the
  // quadratic energy above exact to 1e-5.
  CHECK(largest < start * (1.0 + 1e-5));
  CHECK(energy(simulation) < 0.2 * start);
}

TEST_CASE("two bodies of a group without body interaction: each moves as if alone",
          "[solver][analytic][invariants]") {
  solver::Model model = floating_model(alongside(), {Vector3(6.0, 25.0, 25.0)}, 0.1);
  model.hydrodynamics[0].radiation.form = RadiationForm::kConvolution;
  model.hydrodynamics[0].radiation.body_interaction = false;
  model.bodies[0].pose.position.z() += 0.5;
  Simulation simulation(model);
  run(simulation, 20.0);
  model.bodies[0].pose.position.z() -= 0.5;
  Simulation calm(model);
  run(calm, 20.0);
  CHECK(calm.state().bodies[1].position == simulation.state().bodies[1].position);
}
