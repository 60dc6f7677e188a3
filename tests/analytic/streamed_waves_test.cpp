/// @file Waves that clients stream: harmonics, spectra and fields.
#include "solver/water/groups/streamed_waves.hpp"

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

solver::Model hemisphere_model() {
  const auto database =
      std::make_shared<hydro::Database>(hydro::read_bemio(own_data() / "hemisphere.h5"));
  solver::Model model = floating_model(database, {Vector3::Constant(2.8)}, 0.1);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kConvolution;
  return model;
}

void check_equal(Simulation& a, Simulation& b, double tolerance) {
  const Vector3 from = a.state().bodies[0].position, to = b.state().bodies[0].position;
  CHECK((from - to).norm() <= tolerance);
  CHECK(std::abs(read_output(a, "sea.elevation")[0] - read_output(b, "sea.elevation")[0]) <=
        tolerance);
}

}  // namespace

TEST_CASE("streamed waves: harmonics are the same harmonics of the model", "[solver][streamed]") {
  const std::vector<double> sample{0.8, 0.5, 0.3, 0.4, 1.1, 0.2, -1.0, 2.0};
  solver::Model base = hemisphere_model(), streamed = base;
  base.sea = hydro::Sea({{0.8, 0.5, 0.3, 0.4}, {1.1, 0.2, -1.0, 2.0}}, base.water_depth,
                        base.gravity, 4.0);
  streamed.inputs = {{"waves", solver::StreamedComponents{2, 4.0}}};
  Simulation expected(base), found(streamed);
  found.write_input(0, 0, sample);
  run(expected, 10.0);
  run(found, 10.0);
  check_equal(expected, found, 1e-14);

  // held until the next sample, and what the state keeps is enough to go on bit for bit
  const std::vector<double> calm{0.8, 0.0, 0.0, 0.0, 1.1, 0.0, 0.0, 0.0};
  found.write_input(0, found.time_ns() + nanoseconds(1.0), calm);
  run(found, 0.5);
  const solver::State state = found.state();
  run(found, 2.0);
  CHECK(read_output(found, "sea.elevation")[0] == 0.0);
  Simulation again(streamed);
  again.restore(state);
  run(again, 2.0);
  CHECK(solver::identical(again.state(), found.state()));
}

TEST_CASE("streamed waves: two spectra of one seed are not in phase", "[solver][streamed]") {
  solver::Model model = hemisphere_model();
  solver::StreamedSpectrum spectrum;
  spectrum.omega = {0.4, 0.8, 1.2};
  spectrum.directions = {0.0};
  spectrum.component_count = 20;
  model.inputs = {{"wind_sea", spectrum}};
  const auto alone = solver::StreamedWaves::all_of(model);
  model.inputs.push_back({"swell", spectrum});
  const auto both = solver::StreamedWaves::all_of(model);
  REQUIRE(both.size() == 2);
  for (std::size_t i = 0; i < 20; ++i) {
    const double first = both[0].sea().components()[i].phase;
    CHECK(first == alone[0].sea().components()[i].phase);
    CHECK(first != both[1].sea().components()[i].phase);
  }
}

TEST_CASE("streamed waves: nothing acts before the first sample", "[solver][streamed]") {
  solver::Model model = hemisphere_model();
  model.inputs = {{"waves", solver::StreamedComponents{1, 0.0}}};
  Simulation simulation(model);
  const std::vector<double> sample{0.8, 0.5, 0.3, 0.4};
  simulation.write_input(0, nanoseconds(1.0), sample);
  run(simulation, 1.0);
  CHECK(simulation.state().bodies[0].velocity.norm() < 1e-12);
  CHECK(read_output(simulation, "sea.elevation")[0] == Approx(0.5 * std::cos(0.8 * 1.0 + 0.3)));
  CHECK(read_output(simulation, "body1.force.excitation").norm() > 1e3);
}

TEST_CASE("streamed waves: harmonics that the data do not know are refused", "[solver][streamed]") {
  solver::Model model = hemisphere_model();
  model.inputs = {{"waves", solver::StreamedComponents{1, 0.0}}};
  Simulation simulation(model);
  CHECK_THROWS_WITH(simulation.write_input(0, 0, std::vector<double>{-1.0, 0.5, 0.0, 0.0}),
                    "input 'waves': components[0].omega must be positive, got -1");
  CHECK_THROWS_WITH(simulation.write_input(0, 0, std::vector<double>{90.0, 0.5, 0.0, 0.0}),
                    Catch::StartsWith("input 'waves': components[0].omega must not exceed the "
                                      "database's last frequency"));
}

TEST_CASE("streamed waves: a spectrum that stays is the irregular sea of the same seed",
          "[solver][streamed]") {
  const std::vector<double> omega{0.4, 0.7, 1.0, 1.6}, density{0.1, 1.0, 0.5, 0.0};
  solver::Model base = hemisphere_model(), streamed = base;
  hydro::DiscretisationOptions options;
  options.bins = hydro::Discretisation::kEqualFrequency;
  options.component_count = 40;
  options.seed = 3;
  base.sea =
      hydro::Sea(hydro::irregular_waves(hydro::TabulatedSpectrum(omega, density), {0.5}, options),
                 base.water_depth, base.gravity, 4.0);
  streamed.inputs = {{"spectrum", solver::StreamedSpectrum{omega, {0.5}, 3, 40, 4.0}}};
  Simulation expected(base), found(streamed);
  CHECK(found.state().inputs[0].interpolation() == solver::Interpolation::kLinear);
  found.write_input(0, 0, density);
  found.write_input(0, nanoseconds(60.0), density);
  run(expected, 10.0);
  run(found, 10.0);
  check_equal(expected, found, 1e-11);  // other order of rounding in the amplitudes

  CHECK_THROWS_WITH(found.write_input(0, found.time_ns(), std::vector<double>{0.0, -1.0, 0.0, 0.0}),
                    "input 'spectrum': density[1] must not be negative, got -1");
}

namespace {

/// A cube of edge 2 m that hangs without weight 10 m below the surface, its water by a client.
solver::Model cube_in_field() {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.water_density = 1000.0;
  model.bodies = {weightless_body("cube", 1000.0, Vector3::Constant(500.0), {1.0, 2.0, -10.0})};
  model.bodies[0].pose.attitude = yawed(kPi / 2.0);
  solver::WaveField field{"cube", {}, {}, {}, false};
  for (int face = 0; face < 6; ++face) {
    const Vector3 normal = (face % 2 == 0 ? 1.0 : -1.0) * Vector3::Unit(face / 2);
    field.points.push_back(normal);
    field.areas.push_back(4.0 * normal);
    field.drag_areas.push_back(0.0);
  }
  model.inputs = {{"water", field}};
  return model;
}

}  // namespace

TEST_CASE("wave field: the pressure on a closed surface pushes by its gradient times the volume",
          "[solver][streamed][analytic]") {
  Simulation simulation(cube_in_field());
  const VectorXd points = read_output(simulation, "water.points");
  REQUIRE(points.size() == 18);
  CHECK((points.segment<3>(0) - Vector3(1.0, 3.0, -10.0)).norm() < 1e-14);  // turned to +y
  const Vector3 gradient(100.0, -200.0, 300.0);
  std::vector<double> sample;
  for (Eigen::Index i = 0; i < 6; ++i) {
    const double pressure = 7.0 + gradient.dot(points.segment<3>(3 * i));
    sample.insert(sample.end(), {0.5, 0.0, 0.0, 0.0, pressure});
  }
  simulation.write_input(0, 0, sample);
  const VectorXd force = read_output(simulation, "cube.force.total");
  CHECK((force.head<3>() + 8.0 * gradient).norm() < 1e-10);  // divergence theorem
  CHECK(force.tail<3>().norm() < 1e-10);
}

TEST_CASE("wave field: drag follows the velocity past a point and ends above the elevation",
          "[solver][streamed][analytic]") {
  solver::Model model = cube_in_field();
  model.bodies[0].linear_velocity = {1.0, 0.0, 0.0};
  auto& field = std::get<solver::WaveField>(model.inputs[0].kind);
  field.points = {Vector3(0.0, 0.0, 1.0), Vector3(0.0, 0.0, -1.0)};
  field.areas.assign(2, Vector3::Zero());
  field.drag_areas.assign(2, 0.5);
  Simulation simulation(model);
  // the surface at -10 m: the upper point is dry
  simulation.write_input(0, 0,
                         std::vector<double>{-10.0, 9.0, 9.0, 9.0, 1e5, -10.0, 4.0, 4.0, 0.0, 0.0});
  const VectorXd force = read_output(simulation, "cube.force.total");
  // 1000 / 2 * .5 * 5 * (3, 4, 0), 1 m below the centre of mass
  CHECK((force.head<3>() - Vector3(3750.0, 5000.0, 0.0)).norm() < 1e-9);
  CHECK((force.tail<3>() - Vector3(5000.0, -3750.0, 0.0)).norm() < 1e-9);
}

TEST_CASE("wave field: a step taken back forgets the water that it was tried with",
          "[solver][streamed][state]") {
  const auto water = [](double pressure) {
    std::vector<double> sample;
    for (int i = 0; i < 6; ++i) sample.insert(sample.end(), {0.5, 1.0, 0.0, 0.0, i * pressure});
    return sample;
  };
  for (const auto interpolation : {solver::Interpolation::kHold, solver::Interpolation::kLinear}) {
    Simulation tried(cube_in_field()), straight(cube_in_field());
    for (Simulation* simulation : {&tried, &straight}) {
      simulation->set_input_interpolation(0, interpolation);
      simulation->write_input(0, 0, water(1.0));
      simulation->write_input(0, nanoseconds(0.1), water(2.0));
      simulation->step();
    }
    const solver::State before = tried.state();
    tried.write_input(0, nanoseconds(0.1), water(7.0));
    tried.write_input(0, nanoseconds(0.2), water(9.0));
    tried.step();
    tried.restore(before);
    for (Simulation* simulation : {&tried, &straight}) {
      simulation->write_input(0, nanoseconds(0.2), water(3.0));
      simulation->step();
    }
    CHECK(solver::identical(tried.state(), straight.state()));
  }
}

TEST_CASE("wave field: shapes and signs that do not fit are refused by path",
          "[solver][streamed]") {
  solver::Model model = cube_in_field();
  auto& field = std::get<solver::WaveField>(model.inputs[0].kind);
  field.areas.pop_back();
  field.drag_areas[2] = -1.0;
  const auto violations = solver::check(model);
  REQUIRE(violations.size() == 2);
  CHECK(violations[0].path == "inputs[0].wave_field.drag_areas[2]");
  CHECK(violations[1].path == "inputs[0].wave_field.areas");
}
