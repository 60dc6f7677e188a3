/// @file A family of databases against plain groups: at a node, with equal nodes, between nodes.
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/solver/configurations/families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::Configuration;
using hydro::RadiationForm;
using solver::Simulation;

namespace {

constexpr double kStep = 0.02;
constexpr std::array<bool, 6> kAll{true, true, true, true, true, true};
constexpr std::array<bool, 6> kUpAndDown{false, false, true, false, false, false};

/// A, B and X of two bodies that a number scales; X is the same at each body, wherever it is.
void fill(double scale, hydro::Database& database) {
  const MatrixXd shape = coupling(12, 1.0);
  database.added_mass_infinite = MatrixXd(0.5 * scale * shape);
  for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
    database.radiation_damping.emplace_back(0.2 * scale * pair_damping(database.omega[k]) * shape);
  }
  database.wave_directions = VectorXd::LinSpaced(8, 0.0, 7.0 * kTwoPi / 8.0);
  for (Eigen::Index d = 0; d < 8; ++d) {
    MatrixXcd X(12, database.omega.size());
    for (Eigen::Index k = 0; k < X.cols(); ++k) {
      const double b = database.wave_directions[d], omega = database.omega[k];
      const double number = hydro::wavenumber(omega, database.water_depth, database.gravity);
      for (Eigen::Index i = 0; i < 12; ++i) {
        const Vector3& at = database.bodies[i < 6 ? 0 : 1].center_of_gravity;
        const double phase = -number * (at.x() * std::cos(b) + at.y() * std::sin(b));
        X(i, k) = scale *
                  std::polar(1.0 / (1.0 + omega * omega), phase + 0.3 * static_cast<double>(i % 6));
      }
    }
    database.excitation.values.push_back(X);
  }
}

double equal_everywhere(const Configuration& /*q*/) { return 1.0; }
double growing(const Configuration& q) { return 1.0 + 0.2 * (q.x() - 4.0) + 0.1 * q.y(); }

std::shared_ptr<const hydro::DatabaseFamily> grid(double (*scale)(const Configuration&)) {
  return family_of(
      {4.0, 6.0}, {0.0, 2.0, 4.0}, {-0.5, 0.0, 0.5},
      [scale](const Configuration& q, hydro::Database& database) { fill(scale(q), database); });
}

solver::Model in_waves(const std::shared_ptr<const hydro::DatabaseFamily>& family,
                       const Configuration& q, const std::array<bool, 6>& free) {
  solver::Model model = pair_model(family, q, 2.0, free, kStep);
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.radiation.form = RadiationForm::kConvolution;
  group.radiation.data = hydro::RadiationData::kAsFiled;
  model.sea = hydro::Sea({{1.1, 0.05, 0.4, 0.7}, {1.7, 0.02, 2.0, -0.4}}, model.water_depth,
                         model.gravity, 0.0);
  for (std::size_t i = 0; i < 2; ++i) {
    Vector6 spring = Vector6::Zero();
    spring.segment<3>(2).setConstant(8.0);
    solver::LinearMooring load;
    load.body = model.bodies[i].name;
    load.stiffness = spring.asDiagonal();
    load.rest_pose = model.bodies[i].pose;
    model.loads.push_back({"spring" + std::to_string(i), load});
  }
  return model;
}

/// The same with one database and no family.
solver::Model plain(solver::Model model, const hydro::Database& database) {
  solver::HydrodynamicGroup& group = model.hydrodynamics[0];
  group.family = nullptr;
  group.configurations.reset();
  group.database = std::make_shared<const hydro::Database>(database);
  return model;
}

void check_same_motion(const solver::Model& blended, const solver::Model& single, double duration,
                       double tolerance) {
  Simulation one(blended), other(single);
  run(one, duration);
  run(other, duration);
  for (std::size_t i = 0; i < 2; ++i) {
    const solver::BodyState& a = one.state().bodies[i];
    const solver::BodyState& b = other.state().bodies[i];
    CHECK((a.position - b.position).norm() < tolerance);
    CHECK((a.velocity - b.velocity).norm() < tolerance);
    CHECK((a.momentum - b.momentum).norm() < tolerance);
    CHECK(b.velocity.norm() > 1e-4);  // there is something to compare
  }
}

}  // namespace

TEST_CASE("a family of equal databases is one of them, however the bodies move",
          "[solver][configurations]") {
  const auto family = grid(equal_everywhere);
  CHECK(family->radiates_as == std::vector<std::size_t>(18, 0));
  const auto form = GENERATE(RadiationForm::kConvolution, RadiationForm::kStateSpace);
  solver::Model model = in_waves(family, {4.5, 0.5, 0.1}, kAll);
  model.hydrodynamics[0].radiation.form = form;
  model.bodies[1].linear_velocity << 0.1, 0.3, 0.0;
  model.bodies[1].angular_velocity.z() = 0.02;
  check_same_motion(model, plain(model, *family->nodes[0]), 8.0, 1e-12);
}

TEST_CASE("bodies that stay at a node move as by its database alone", "[solver][configurations]") {
  const auto family = grid(growing);
  const std::size_t node = 7;
  const Configuration& q = family->grid.node(node);
  const solver::Model model = in_waves(family, q, kUpAndDown);
  check_same_motion(model, plain(model, *family->nodes[node]), 8.0, 1e-12);
}

TEST_CASE("bodies that stay between nodes move as by the blend of A, B and X",
          "[solver][configurations][analytic]") {
  const auto family = grid(growing);
  const Configuration q(4.7, 3.1, 0.2);
  hydro::Database blend = bare_pair(family->grid.node(0));
  fill(growing(q), blend);  // the scale is linear in q
  const solver::Model model = in_waves(family, q, kUpAndDown);
  check_same_motion(model, plain(model, blend), 8.0, 1e-12);
}

TEST_CASE("a state with memories of nodes goes on bit for bit, written and read",
          "[solver][configurations]") {
  const auto family = grid(growing);
  const auto form = GENERATE(RadiationForm::kConvolution, RadiationForm::kStateSpace);
  solver::Model model = in_waves(family, {4.5, 0.5, 0.1}, kAll);
  model.hydrodynamics[0].radiation.form = form;
  model.bodies[1].linear_velocity << 0.1, 0.5, 0.0;
  Simulation simulation(model);
  run(simulation, 4.0);
  REQUIRE(simulation.state().node_memories.size() > 4);  // it has crossed into another cell
  const std::string checkpoint = solver::serialize(simulation.state());
  CHECK(checkpoint[8] == 8);  // format version behind the magic
  run(simulation, 1.0);
  const std::string end = solver::serialize(simulation.state());
  Simulation other(model);
  other.restore(solver::deserialize(checkpoint));
  run(other, 1.0);
  CHECK(solver::serialize(other.state()) == end);

  solver::State stranger = solver::deserialize(checkpoint);
  stranger.node_memories[0].node = 99;
  CHECK_THROWS_WITH(other.restore(stranger), Catch::Contains("must have memories of its model's "
                                                             "nodes in order, got node 99"));
}

TEST_CASE("what does not go with a family is refused", "[solver][configurations]") {
  const auto family = grid(growing);
  const auto refused = [&](const std::function<void(solver::Model&)>& change,
                           const std::string& words) {
    solver::Model model = in_waves(family, {4.5, 0.5, 0.1}, kAll);
    change(model);
    CHECK_THROWS_WITH(Simulation(model), Catch::Contains(words));
  };
  refused([](solver::Model& model) { model.hydrodynamics[0].configurations.reset(); },
          "configurations must be given: the database is a family");
  refused([](solver::Model& model) { model.hydrodynamics[0].family = nullptr; },
          "configurations must be left out: the database is no family");
  refused([](solver::Model& model) { model.hydrodynamics[0].frame = solver::HydroFrame::kBody; },
          "added_mass.frame must be heading");
  refused([](solver::Model& model) { model.hydrodynamics[0].excitation.at_body_position = false; },
          "at_body_position must be true");
  // waves of 10 m between nodes 2 m apart
  refused(
      [](solver::Model& model) {
        model.sea = hydro::Sea({{2.48, 0.05, 0.4, 0.7}}, model.water_depth, model.gravity, 0.0);
      },
      "must have nodes at most a sixth of the shortest wave that counts apart");
}
