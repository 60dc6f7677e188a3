#include <limits>
#include <numeric>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/constant_force.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

std::shared_ptr<hydro::Database> hemisphere_database() {
  return std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
}

/// A hemisphere on a soft mooring in two waves, with a streamed force.
solver::Model busy_model() {
  solver::Model model = floating_model(hemisphere_database(), {Vector3::Constant(2.8)}, 0.05);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kConvolution;
  model.sea = hydro::Sea({{0.8, 0.5, 0.3, 0.4}, {1.3, 0.3, 1.0, 0.9}}, model.water_depth,
                         model.gravity, 5.0);
  Vector6 spring;
  spring << 5e3, 5e3, 0.0, 0.0, 0.0, 1e5;
  model.loads = {mooring("mooring", "body1", spring, spring)};
  model.inputs = {{"push", solver::ExternalForce{"body1"}}};
  return model;
}

void push(Simulation& simulation, double force) {
  const Vector6 given = force * Vector6::Ones();
  simulation.write_input(0, simulation.time_ns(), {given.data(), 6});
}

/// Everything the outputs say.
VectorXd read_all(Simulation& simulation) {
  std::vector<std::size_t> indices(simulation.outputs().size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  int size = 0;
  for (const solver::Variable& output : simulation.outputs()) size += output.size;
  VectorXd values(size);
  simulation.read(indices, {values.data(), static_cast<std::size_t>(size)});
  return values;
}

}  // namespace

TEST_CASE("simulation: go on, restore, go on again gives the same bytes", "[solver][state]") {
  Simulation simulation(busy_model());
  push(simulation, 1e4);
  run(simulation, 10.0);
  const solver::State checkpoint = simulation.state();
  const auto go_on = [](Simulation& from) {
    push(from, -2e4);
    run(from, 10.0);
    return solver::serialize(from.state());
  };
  const std::string first = go_on(simulation);
  simulation.restore(checkpoint);
  CHECK(solver::identical(simulation.state(), checkpoint));
  CHECK(go_on(simulation) == first);
  Simulation fresh(busy_model());
  fresh.restore(solver::deserialize(solver::serialize(checkpoint)));
  CHECK(go_on(fresh) == first);
}

TEST_CASE("simulation: what is read in between changes no byte", "[solver][state]") {
  Simulation quiet(busy_model()), watched(busy_model());
  for (int i = 0; i < 100; ++i) {
    push(quiet, 1e3 * i);
    push(watched, 1e3 * i);
    read_all(watched);
    quiet.step();
    watched.step();
    read_all(watched);
  }
  CHECK(solver::identical(quiet.state(), watched.state()));
}

TEST_CASE("simulation: reset goes back to the start, inputs forgotten", "[solver][state]") {
  Simulation simulation(busy_model());
  const solver::State start = simulation.state();
  push(simulation, 1e4);
  run(simulation, 2.0);
  CHECK_FALSE(solver::identical(simulation.state(), start));
  simulation.reset();
  CHECK(solver::identical(simulation.state(), start));
}

TEST_CASE("simulation: a step that fails leaves the state untouched", "[solver][state]") {
  solver::Model model = busy_model();
  Simulation simulation(model);
  run(simulation, 1.0);
  push(simulation, 1e60);
  const solver::State before = simulation.state();
  CHECK_THROWS_WITH(simulation.step(),
                    Catch::StartsWith("pose and momentum of body 'body1' must stay"));
  CHECK(solver::identical(simulation.state(), before));
  push(simulation, 0.0);
  CHECK_NOTHROW(simulation.step());
}

TEST_CASE("simulation: the state of another model is refused", "[solver][state]") {
  Simulation simulation(busy_model());
  solver::Model heavier = busy_model();
  heavier.bodies[0].mass += 1.0;
  const Simulation other(heavier);
  CHECK_THROWS_WITH(simulation.restore(other.state()),
                    Catch::StartsWith("state must belong to the model"));
  solver::State crippled = simulation.state();
  crippled.bodies.clear();
  CHECK_THROWS_WITH(simulation.restore(crippled), "state must have the shape of its model");
}

TEST_CASE("simulation: a forged state whose counts cannot be is refused", "[solver][state]") {
  Simulation simulation(busy_model());
  simulation.step();
  for (const std::int64_t count : {std::int64_t{-1}, std::int64_t{2}}) {
    solver::State forged = simulation.state();
    forged.radiation[0].sample_count = count;  // the memory would be read and written elsewhere
    CHECK_THROWS_WITH(simulation.restore(forged), Catch::Contains("no older memory, got 1"));
  }
  for (const std::int64_t index : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()}) {
    solver::State forged = simulation.state();
    forged.step_index = index;
    CHECK_THROWS_WITH(simulation.restore(forged), Catch::Contains("step index from 0 to"));
  }
  CHECK_NOTHROW(simulation.step());
}

TEST_CASE("simulation: samples of the past, of a wrong width and not finite are refused by name",
          "[solver][inputs]") {
  Simulation simulation(busy_model());
  Vector6 force = Vector6::Zero();
  simulation.step();
  CHECK_THROWS_WITH(simulation.write_input(0, 0, {force.data(), 6}),
                    "sample of input 'push' must not lie before the current time 50000000 ns, got "
                    "0 ns");
  CHECK_THROWS_WITH(simulation.write_input(0, 50000000, {force.data(), 5}),
                    "input 'push': sample must have 6 values, got 5");
  force[2] = std::nan("");
  CHECK_THROWS_WITH(simulation.write_input(0, 50000000, {force.data(), 6}),
                    Catch::StartsWith("input 'push': sample must be finite"));
  CHECK_THROWS_WITH(simulation.write_input(1, 50000000, {force.data(), 6}),
                    "input must be one of 1, got index 1");
}

TEST_CASE("simulation: the forces it reports are those of Newton and Euler", "[solver][outputs]") {
  Simulation simulation(busy_model());
  push(simulation, 3e4);
  run(simulation, 8.0);
  const auto read = [&](const char* name) {
    return read_output(simulation, std::string("body1.") + name);
  };
  const solver::RigidBody& body = simulation.model().bodies[0];
  const VectorXd a = read("linear_acceleration");
  const VectorXd total = read("force.total");
  CHECK((total.head<3>() - body.mass * a).norm() < 1e-10 * total.norm());
  const Matrix3 R = simulation.state().bodies[0].attitude.toRotationMatrix();
  const Matrix3 J = R * body.inertia * R.transpose();
  const Vector3 omega = read("angular_velocity");
  const Vector3 alpha = read("angular_acceleration");
  CHECK((total.tail<3>() - (J * alpha + omega.cross(J * omega))).norm() < 1e-10 * total.norm());
  // total = every load, the water's inertia among them.
  Vector6 sum = read("force.excitation") + read("force.radiation") + read("force.hydrostatic") +
                read("force.added_mass") + Vector6::Constant(3e4);
  sum[2] -= body.mass * simulation.model().gravity;
  Vector6 spring;
  spring << 5e3, 5e3, 0.0, 0.0, 0.0, 1e5;
  sum -= spring.cwiseProduct(Vector6(read("displacement")));
  sum.head<3>() -= spring.head<3>().cwiseProduct(Vector3(read("linear_velocity")));
  sum.tail<3>() -= spring.tail<3>().cwiseProduct(omega);
  CHECK((sum - total).norm() < 1e-10 * read("force.hydrostatic").norm());
}

TEST_CASE("simulation: its accelerations are the derivative of its velocities",
          "[solver][outputs]") {
  Simulation simulation(busy_model());
  run(simulation, 7.95);
  const VectorXd before = read_output(simulation, "body1.linear_velocity");
  simulation.step();
  const VectorXd a = read_output(simulation, "body1.linear_acceleration");
  simulation.step();
  const VectorXd after = read_output(simulation, "body1.linear_velocity");
  // Central difference over 0.1 s of motions near 1 rad/s: (omega h)^2 / 6 = 4e-4.
  CHECK(((after - before) / 0.1 - a).norm() < 1e-3 * a.norm());
}

TEST_CASE("simulation: outputs are named by body and quantity, in rest where nothing moves",
          "[solver][outputs]") {
  solver::Model model = busy_model();
  model.sea.reset();
  Simulation simulation(model);
  CHECK(simulation.outputs().front().name == "body1.position");
  CHECK(simulation.outputs().back().name == "energy.power");
  CHECK(read_output(simulation, "body1.displacement").norm() == 0.0);
  CHECK(read_output(simulation, "body1.position")[2] == Approx(-2.0));
  CHECK(read_output(simulation, "body1.orientation") ==
        VectorXd(Eigen::Vector4d(1.0, 0.0, 0.0, 0.0)));
  std::size_t none = 10000;
  double value = 0.0;
  CHECK_THROWS_WITH(simulation.read({&none, 1}, {&value, 1}),
                    Catch::StartsWith("output must be one of 18"));
}

TEST_CASE("simulation: a static body stays and its neighbour feels the added mass alone",
          "[solver]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.bodies = {weightless_body("wall", 1.0, Vector3::Ones(), Vector3::Zero()),
                  weightless_body("boat", 2.0, Vector3::Ones(), {5, 0, 0})};
  model.bodies[0].motion = solver::Motion::kStatic;
  solver::AddedMassInteraction water;
  water.name = "water";
  water.body1 = "wall";
  water.body2 = "boat";
  water.blocks.body1 = Matrix6::Identity();
  water.blocks.body2 = 3.0 * Matrix6::Identity();
  water.blocks.off_diagonal = -0.5 * Matrix6::Identity();
  model.added_mass_interactions = {water};
  solver::ConstantForce push;
  push.body = "boat";
  push.force = {10.0, 0.0, 0.0};
  model.loads = {{"push", push}};
  Simulation simulation(model);
  run(simulation, 1.0);
  CHECK(read_output(simulation, "boat.linear_velocity")[0] == Approx(2.0).epsilon(1e-13));
  CHECK(read_output(simulation, "wall.position").norm() == 0.0);
}

TEST_CASE("simulation: an input that replaces the excitation is the excitation",
          "[solver][inputs]") {
  solver::Model model = busy_model();
  model.inputs = {{"wave_force", solver::ExternalForce{"body1", false, true}}};
  Simulation simulation(model);
  run(simulation, 6.0);
  CHECK(read_output(simulation, "body1.force.excitation").norm() == 0.0);
  push(simulation, 7.0);
  CHECK(read_output(simulation, "body1.force.excitation") == VectorXd(7.0 * Vector6::Ones()));
}

TEST_CASE("simulation: a client that streams the excitation gives the server's own motion",
          "[solver][inputs]") {
  // Components on filed frequencies and directions, samples at every stage time.
  const auto database = hemisphere_database();
  solver::Model own = floating_model(database, {Vector3::Constant(2.8)}, 0.05);
  own.hydrodynamics[0].radiation.form = hydro::RadiationForm::kConvolution;
  own.hydrodynamics[0].excitation.at_body_position = false;
  own.sea = hydro::Sea({{database->omega[7], 0.5, 0.3, 0.0}, {database->omega[12], 0.2, 2.0, 0.0}},
                       own.water_depth, own.gravity, 0.0);
  solver::Model driven = own;
  driven.sea.reset();
  driven.inputs = {{"wave_force", solver::ExternalForce{"body1", false, true}}};
  Simulation server(own), client(driven);
  client.set_input_interpolation(0, solver::Interpolation::kLinear);
  for (int k = 0; k <= 2 * 400; ++k) {
    const double t = 0.025 * k;
    Vector6 force = Vector6::Zero();
    for (const hydro::WaveComponent& wave : own.sea->components()) {
      const auto column = wave.omega == database->omega[7] ? 7 : 12;
      const VectorXcd X = database->excitation.values[0].col(column);
      force += wave.amplitude * (X * std::exp(Complex(0.0, wave.omega * t + wave.phase))).real();
    }
    client.write_input(0, 25000000LL * k, {force.data(), 6});
  }
  run(server, 20.0);
  run(client, 20.0);
  const VectorXd expected = read_output(server, "body1.displacement");
  CHECK((read_output(client, "body1.displacement") - expected).norm() < 1e-9 * expected.norm());
}
