/// @file Groups with a family over axes: equal nodes, restored states, filters, what is refused.
#include "hydro/numerics/elementary.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/simulation/serialisation/model_image.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/solver/configurations/axis_families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::AxisQuantity;
using hydro::Configuration;
using hydro::RadiationForm;
using solver::Simulation;

namespace {

constexpr double kAxisStep = 0.05;
constexpr double kWeight = 1025.0 * 9.81;

/// A wall-sided hull of 10 m2 with G 1 m above its keel, at a draught.
void float_at(double draught, double scale, hydro::Database& database) {
  hydro::DatabaseBody& body = database.bodies[0];
  body.displaced_volume = 10.0 * draught;
  body.center_of_gravity.z() = 1.0 - draught;
  body.center_of_buoyancy.z() = -0.5 * draught;
  database.water_density = 1025.0;
  database.gravity = 9.81;
  body.hydrostatic_stiffness.diagonal() << 0.0, 0.0, 10.0 * kWeight, 4.0 * kWeight, 4.0 * kWeight,
      0.0;
  const MatrixXd shape = 4000.0 * scale * coupling(6, 1.0);
  database.added_mass_infinite = shape;
  for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
    database.radiation_damping.emplace_back(0.5 * pair_damping(database.omega[k]) * shape);
  }
  database.wave_directions = VectorXd::LinSpaced(8, 0.0, 7.0 * kTwoPi / 8.0);
  for (Eigen::Index d = 0; d < 8; ++d) {
    MatrixXcd X(6, database.omega.size());
    for (Eigen::Index k = 0; k < X.cols(); ++k) {
      for (Eigen::Index i = 0; i < 6; ++i) {
        X(i, k) = scale * std::polar(5e4 / (1.0 + database.omega[k] * database.omega[k]),
                                     0.3 * static_cast<double>(i + d));
      }
    }
    database.excitation.values.push_back(X);
  }
}

AxisFamily loading(const std::vector<double>& draughts, bool equal) {
  return axis_family({AxisQuantity::kInput}, along(draughts),
                     [equal](const Configuration& q, hydro::Database& database) {
                       float_at(equal ? 2.0 : q.x(), equal ? 1.0 : 0.5 * q.x(), database);
                     });
}

/// The hull in waves, its draught an input that goes from 2 m to 3 m, its mass that of 2 m.
solver::Model in_waves(const AxisFamily& family, std::optional<double> filter) {
  solver::ConfigurationAxis axis = axis_of_input("draught");
  axis.filter = filter;
  solver::Model model = hull_model(family, {axis}, 20.0 * 1025.0, kAxisStep);
  model.water_density = 1025.0;
  model.gravity = 9.81;
  model.bodies[0].gravity = true;
  model.bodies[0].inertia = 2e4 * Matrix3::Identity();
  model.bodies[0].pose.position.z() = -1.0;
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.hydrostatics = solver::HydrostaticsMode::kLinear;
  group.radiation.form = RadiationForm::kConvolution;
  group.radiation.data = hydro::RadiationData::kAsFiled;
  model.sea = hydro::Sea({{1.1, 0.05, 0.4, 0.7}, {1.7, 0.02, 2.0, -0.4}}, model.water_depth,
                         model.gravity, 0.0);
  std::get<solver::ConfigurationInput>(model.inputs[0].kind).start = 2.0;
  model.inputs[0].source = solver::InputSource{solver::Ramp{1.0, 20.0, {}, {3.0}}};
  return model;
}

}  // namespace

TEST_CASE("a family over axes of equal nodes is one of them, bit for bit",
          "[solver][configurations]") {
  const auto family = loading({2.0, 2.5, 3.0}, true);
  CHECK(family->same_as == std::vector<std::size_t>{0, 0, 0});
  const solver::Model model = in_waves(family, std::nullopt);
  solver::Model single = model;
  single.hydrodynamics[0].family = nullptr;
  single.hydrodynamics[0].configurations.reset();
  Simulation one(model), other(single);
  for (int n = 0; n < 400; ++n) {
    one.step();
    other.step();
    REQUIRE(motion_hash(one.state()) == motion_hash(other.state()));
  }
  CHECK(one.state().bodies[0].velocity.norm() > 1e-3);  // there is something to compare
}

TEST_CASE("a restored and a forked run with filtered axes go on with the same bytes",
          "[solver][configurations]") {
  const std::optional<double> filter = GENERATE(std::optional<double>(), std::optional(0.4));
  const solver::Model model = in_waves(loading({2.0, 2.5, 3.0}, false), filter);
  Simulation simulation(model);
  run(simulation, 8.0);
  const std::string checkpoint = solver::serialize(simulation.state());
  CHECK(checkpoint[8] == (filter ? 19 : 8));  // format version behind the magic
  CHECK(simulation.state().configuration_filters.empty() == !filter.has_value());
  CHECK(read_number(simulation, "water.configuration") > 2.1);
  run(simulation, 6.0);
  const std::string end = solver::serialize(simulation.state());
  Simulation other(model);
  other.restore(solver::deserialize(checkpoint));
  CHECK(read_number(other, "hull.linear_velocity") != 0.0);  // outputs read in between
  run(other, 6.0);
  CHECK(solver::serialize(other.state()) == end);
}

TEST_CASE("a filter of an axis answers a step as Butterworth's of second order",
          "[solver][configurations][analytic]") {
  const double w = 0.5, from = 2.8, to = 2.1;
  solver::Model model = in_waves(loading({2.0, 3.0}, false), w);
  model.sea.reset();
  std::get<solver::ConfigurationInput>(model.inputs[0].kind).start = from;
  model.inputs[0].source.reset();
  Simulation simulation(model);
  simulation.write_input(0, 0, {&to, 1});
  for (int n = 1; n < 400; ++n) {
    simulation.step();
    // the input changes linearly in the first step, as if it jumped in the middle of it
    const double a = w * std::sqrt(0.5), t = kAxisStep * (n - 0.5);
    const double expected =
        to + (from - to) * std::exp(-a * t) * (std::cos(a * t) + std::sin(a * t));
    CHECK(read_number(simulation, "water.configuration") ==
          Approx(expected).epsilon(0.0).margin(1e-4));
  }
}

TEST_CASE("a hull between two nodes floats, moves and has the modes of a database in between",
          "[solver][configurations][analytic]") {
  const double draught = GENERATE(2.0, 2.3, 3.0);
  solver::Model model = in_waves(loading({2.0, 3.0}, false), std::nullopt);
  model.inputs[0].source.reset();
  std::get<solver::ConfigurationInput>(model.inputs[0].kind).start = draught;
  model.bodies[0].mass = 10.0 * draught * 1025.0;
  model.bodies[0].pose.position.z() = 1.0 - draught;
  solver::Model direct = model;
  direct.hydrodynamics[0].family = nullptr;
  direct.hydrodynamics[0].configurations.reset();
  hydro::Database between = bare_hull();
  float_at(draught, 0.5 * draught, between);  // linear in the draught, as the blend is
  direct.hydrodynamics[0].database = std::make_shared<const hydro::Database>(between);
  Simulation one(model), other(direct);
  CHECK(read_output(one, "hull.force.hydrostatic")[2] ==
        Approx(10.0 * draught * kWeight).epsilon(1e-12));
  run(one, 20.0);
  run(other, 20.0);
  const solver::BodyState &a = one.state().bodies[0], &b = other.state().bodies[0];
  CHECK((a.position - b.position).norm() < 1e-10);
  CHECK((a.velocity - b.velocity).norm() < 1e-10);
  CHECK(b.velocity.norm() > 1e-3);
  const std::vector<solver::NaturalMode> modes =
      solver::Linearization(model, nullptr, {}, nullptr).modes();
  const std::vector<solver::NaturalMode> expected =
      solver::Linearization(direct, nullptr, {}, nullptr).modes();
  REQUIRE(modes.size() == expected.size());
  REQUIRE(!modes.empty());
  for (std::size_t i = 0; i < modes.size(); ++i) {
    CHECK(modes[i].omega == Approx(expected[i].omega).epsilon(1e-9));
  }
}

TEST_CASE("the linear equations of a state are those of the present value of an axis",
          "[solver][configurations]") {
  solver::Model model = in_waves(loading({2.0, 3.0}, false), 0.5);
  Simulation simulation(model);
  run(simulation, 12.0);
  const double now = read_number(simulation, "water.configuration");
  CHECK(now > 2.2);
  CHECK(now < 2.9);
  const solver::Linearization linear(model, &simulation.state(), {}, nullptr);
  const hydro::DatabaseBody& body = linear.model().hydrodynamics[0].database->bodies[0];
  CHECK(body.displaced_volume == Approx(10.0 * now).epsilon(1e-12));
}

TEST_CASE("axes that do not fit their family or model are refused", "[solver][configurations]") {
  const auto family = loading({2.0, 2.5, 3.0}, false);
  const auto refused = [&](const std::function<void(solver::Model&)>& change,
                           const std::string& words) {
    solver::Model model = in_waves(family, std::nullopt);
    change(model);
    INFO(words);
    CHECK_THROWS_WITH(Simulation(model), Catch::Contains(words));
  };
  const auto axis = [](solver::Model& model) -> solver::ConfigurationAxis& {
    return model.hydrodynamics[0].configurations->axes[0];
  };
  refused([](solver::Model& model) { model.hydrodynamics[0].configurations->axes.clear(); },
          "configurations.axes must name the 1 axes of the database");
  refused([&](solver::Model& model) { axis(model).of = AxisQuantity::kDraught; },
          "axes[0].of must be that of the database, input, got draught");
  refused([&](solver::Model& model) { axis(model).input = "other"; },
          "axes[0].input must name an input of the kind configuration");
  refused([&](solver::Model& model) { axis(model).body = "hull"; },
          "axes[0].body must be left out for input");
  refused([&](solver::Model& model) { axis(model).filter = -1.0; }, "axes[0].filter");
  refused(
      [](solver::Model& model) {
        std::get<solver::ConfigurationInput>(model.inputs[0].kind).start = 4.0;
        model.inputs[0].source.reset();
      },
      "must cover the bodies at the start, got axis 1 (input) of hydrodynamics 'water' must stay "
      "within 0 of the nodes of its family, got 4, 1 outside");
  refused(
      [](solver::Model& model) {
        model.inputs[0].source = solver::InputSource{
            solver::SampleTable{{0.0, 1.0}, {2.0, 3.0}, {}, {}, {}, solver::Interpolation::kHold}};
      },
      "axes[0].filter must be given for an input whose samples are held");
  refused(
      [](solver::Model& model) {
        model.hydrodynamics[0].configurations->outside = solver::OutsideConfigurations::kUncoupled;
      },
      "configurations.outside must be refuse");
}

TEST_CASE("a run ends where an axis leaves the nodes by more than its margin",
          "[solver][configurations]") {
  solver::Model model = in_waves(loading({2.0, 2.5}, false), std::nullopt);
  model.hydrodynamics[0].configurations->axes[0].margin = 0.1;
  Simulation simulation(model);
  CHECK_THROWS_WITH(
      run(simulation, 20.0),
      Catch::Contains("axis 1 (input) of hydrodynamics 'water' must stay within 0.1"));
  // 0.05 m/s from 1 s on: 2.6 m at 13 s
  CHECK(simulation.time_ns() == Approx(13e9).epsilon(0.0).margin(0.1e9));
}

namespace {

/// A hull without memory in a family of two nodes over a quantity of poses or speed.
solver::Model over(AxisQuantity quantity,
                   const std::function<void(solver::ConfigurationAxis&)>& name,
                   const std::vector<std::vector<Vector3>>& attitudes = {}) {
  solver::ConfigurationAxis axis;
  axis.of = quantity;
  name(axis);
  const auto family = axis_family(
      {quantity}, along({0.0, 4.0}),
      [](const Configuration& q, hydro::Database& database) {
        *database.added_mass_infinite = (1.0 + q.x()) * MatrixXd::Identity(6, 6);
      },
      attitudes);
  return hull_model(family, {axis}, 3.0, kAxisStep);
}

}  // namespace

TEST_CASE("a model with a family over axes is written and read as an image",
          "[solver][configurations]") {
  const solver::Model model = in_waves(loading({2.0, 3.0}, false), 0.5);
  const std::string bytes = solver::write_model_image(model, nullptr);
  const solver::ModelImage image = solver::read_model_image(bytes);
  CHECK(solver::digest(image.model) == solver::digest(model));
  CHECK(image.model.hydrodynamics[0].family->axes == model.hydrodynamics[0].family->axes);
}

TEST_CASE("a speed counts once it has passed its filter", "[solver][configurations]") {
  solver::Model model = over(AxisQuantity::kSpeed, [](solver::ConfigurationAxis& axis) {
    axis.body = "hull";
    axis.filter = 0.5;
    axis.margin = 0.1;
  });
  model.bodies[0].pose.attitude = yawed(0.6);
  model.bodies[0].linear_velocity << 2.0 * std::cos(0.6), 2.0 * std::sin(0.6), 0.0;
  Simulation simulation(model);
  CHECK(read_number(simulation, "water.configuration") == Approx(2.0).epsilon(1e-12));
  run(simulation, 10.0);
  // nothing pushes: momentum and with it the added mass of 2 m/s are kept
  CHECK(read_number(simulation, "water.configuration") == Approx(2.0).epsilon(1e-9));
  CHECK(simulation.state().bodies[0].velocity.head<2>().norm() == Approx(2.0).epsilon(1e-9));
}

TEST_CASE("axes of draught, trim, speed and joints are refused unless nodes and model fit",
          "[solver][configurations]") {
  using Axis = solver::ConfigurationAxis;
  const auto of_hull = [](Axis& axis) { axis.body = "hull"; };
  CHECK_THROWS_WITH(Simulation(over(AxisQuantity::kDraught, of_hull)),
                    Catch::Contains("axes[0] must have nodes whose centre of gravity lies at the "
                                    "same height above the keel, 0 m as at node 0, got 4 m at node "
                                    "1"));
  CHECK_THROWS_WITH(Simulation(over(AxisQuantity::kTrim, of_hull)),
                    Catch::Contains("axes[0] must have nodes at rest with the pitch of the axis"));
  CHECK_THROWS_WITH(Simulation(over(AxisQuantity::kSpeed, of_hull)),
                    Catch::Contains("axes[0].filter must be given for a speed"));
  CHECK_THROWS_WITH(Simulation(over(AxisQuantity::kSpeed, [](Axis& axis) { axis.body = "tug"; })),
                    Catch::Contains("axes[0].body must name a body of the group, got 'tug'"));
  CHECK_THROWS_WITH(
      Simulation(over(AxisQuantity::kJointAngle, [](Axis& axis) { axis.joint = "hinge"; })),
      Catch::Contains("axes[0].joint must name a joint of the model, got 'hinge'"));
}
