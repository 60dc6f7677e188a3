/// @file Added mass over relative position: momentum form and configuration force.
#include "solver/water/masses/blended_added_mass.hpp"

#include <random>

#include "solver/dynamics/system/multibody_system.hpp"
#include "tests/solver/configurations/families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::Configuration;
using solver::Simulation;
using solver::StepperKind;

namespace {

constexpr double kDensity = 1000.0;
constexpr double kMass = 4.0 / 3.0 * kPi * kDensity;  // of a sphere of radius 1 m
constexpr std::array<bool, 6> kSurge{true, false, false, false, false, false};

/// Two spheres of radius 1 m on one line, c apart, unbounded water. @source Lamb (1932), 138
void two_spheres(const Configuration& q, hydro::Database& database) {
  const double c = q.x();
  MatrixXd& A = *database.added_mass_infinite;
  A(0, 0) = A(6, 6) = 2.0 / 3.0 * kPi * kDensity * (1.0 + 3.0 / std::pow(c, 6));
  A(0, 6) = A(6, 0) = -2.0 * kPi * kDensity / std::pow(c, 3);
}

/// The second passes away from the first at 1 m/s, from 2.5 m.
solver::Model passing_spheres(StepperKind stepper, double step) {
  static const auto family = family_of(every(0.25, 1.5, 10.0), {0.0}, {0.0}, two_spheres);
  solver::Model model = pair_model(family, {2.5, 0.0, 0.0}, kMass, kSurge, step);
  model.bodies[1].linear_velocity.x() = 1.0;
  model.stepper = stepper;
  return model;
}

double surge(const Simulation& simulation, std::size_t body) {
  return simulation.state().bodies[body].position.x();
}

double total_momentum(const Simulation& simulation) {
  return simulation.state().bodies[0].momentum.x() + simulation.state().bodies[1].momentum.x();
}

double kinetic_energy(Simulation& simulation) {
  return read_output(simulation, "energy.kinetic")[0];
}

}  // namespace

TEST_CASE("two spheres in line: they move as Lamb's, momentum and energy kept",
          "[solver][configurations][analytic]") {
  Simulation simulation(passing_spheres(StepperKind::kRungeKutta4, 0.002));
  const double energy = kinetic_energy(simulation), momentum = total_momentum(simulation);
  // of the table, 2.5 m being one of its nodes
  CHECK(energy == Approx(3154.460617).epsilon(1e-9));
  CHECK(momentum == Approx(5906.797375).epsilon(1e-9));
  for (const auto& [time, distance] :
       {std::pair{2.0, 4.569165168}, {4.0, 6.678486012}, {6.0, 8.795004016}}) {
    run(simulation, time - 1e-9 * static_cast<double>(simulation.time_ns()));
    CHECK(std::abs(surge(simulation, 1) - surge(simulation, 0) - distance) < 4e-4);
    CHECK(std::abs(total_momentum(simulation) / momentum - 1.0) < 1e-12);
    // the slope of A jumps at the nodes, and with it the force: a step over one is of order 1
    CHECK(std::abs(kinetic_energy(simulation) / energy - 1.0) < 5e-6);
  }
  CHECK(simulation.state().bodies[0].velocity.x() ==
        Approx(-0.058756482).epsilon(0.0).margin(4e-4));
  CHECK(simulation.state().bodies[1].velocity.x() == Approx(1.000234339).epsilon(0.0).margin(4e-4));
}

namespace {

/// What a code may write for d(W v)/dt = 1/2 v^T (dA/dq) v dq/dx where A changes.
enum class Form { kWhole, kWithoutConfigurationForce, kAccelerations };

/// The passing spheres in surge by A(q) of the solver, stepped outside of it.
class SurgingSpheres {
 public:
  explicit SurgingSpheres(Form form)
      : form_(form),
        model_(passing_spheres(StepperKind::kRungeKutta4, kStep)),
        added_mass_({model_, model_.hydrodynamics[0]}, nodes()),
        bodies_(solver::initial_kinematics(model_)) {
    place({0.0, 2.5});
    const Vector2 start(0.0, 1.0);
    motion_ << 0.0, 2.5, form == Form::kAccelerations ? start : Vector2(mass() * start);
  }

  void run(double duration) {
    for (int n = 0; n < std::lround(duration / kStep); ++n) {
      const Eigen::Vector4d k1 = rate(motion_), k2 = rate(motion_ + 0.5 * kStep * k1),
                            k3 = rate(motion_ + 0.5 * kStep * k2), k4 = rate(motion_ + kStep * k3);
      motion_ += kStep / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
  }

  double energy() { return 0.5 * velocities(motion_).dot(mass() * velocities(motion_)); }
  double momentum() { return (mass() * velocities(motion_)).sum(); }

 private:
  static constexpr double kStep = 0.002;  // s

  std::vector<MatrixXd> nodes() const {
    std::vector<MatrixXd> matrices;
    for (const auto& node : model_.hydrodynamics[0].family->nodes) {
      matrices.push_back(*node->added_mass_infinite);
    }
    return matrices;
  }

  void place(const Vector2& surges) {
    for (std::size_t i = 0; i < 2; ++i) {
      bodies_[i].place({surges[static_cast<Eigen::Index>(i)], 0.0, 0.0}, Quaternion::Identity());
    }
  }

  Eigen::Matrix2d mass() const {
    const MatrixXd A = added_mass_.at(bodies_);
    Eigen::Matrix2d W;
    W << kMass + A(0, 0), A(0, 6), A(6, 0), kMass + A(6, 6);
    return W;
  }

  Vector2 velocities(const Eigen::Vector4d& motion) {
    place(motion.head<2>());
    return form_ == Form::kAccelerations ? Vector2(motion.tail<2>())
                                         : Vector2(mass().inverse() * motion.tail<2>());
  }

  Eigen::Vector4d rate(const Eigen::Vector4d& motion) {
    Eigen::Vector4d of;
    of << velocities(motion), Vector2::Zero();
    if (form_ != Form::kWhole) return of;
    VectorXd nu = VectorXd::Zero(12);
    nu[0] = of[0];
    nu[6] = of[1];
    const double f = added_mass_.force(bodies_, nu).x();
    of.tail<2>() << -f, f;
    return of;
  }

  Form form_;
  solver::Model model_;
  solver::BlendedAddedMass added_mass_;
  solver::Kinematics bodies_;
  Eigen::Vector4d motion_;  // x of both, then their momenta or, of accelerations, velocities
};

}  // namespace

TEST_CASE("two spheres in line: without the terms of a changing A energy or momentum are lost",
          "[solver][configurations][analytic]") {
  const auto kept = [](Form form) {
    SurgingSpheres spheres(form);
    const double energy = spheres.energy(), momentum = spheres.momentum();
    spheres.run(6.0);
    return std::pair(spheres.energy() / energy, spheres.momentum() / momentum);
  };
  const auto [energy, momentum] = kept(Form::kWhole);
  CHECK(std::abs(energy - 1.0) < 5e-6);  // as in the test above
  CHECK(std::abs(momentum - 1.0) < 1e-12);
  const auto [grown_energy, same_momentum] = kept(Form::kWithoutConfigurationForce);
  CHECK(grown_energy == Approx(1.00799).epsilon(0.0).margin(2e-5));
  CHECK(std::abs(same_momentum - 1.0) < 1e-12);
  const auto [wrong_energy, grown_momentum] = kept(Form::kAccelerations);
  CHECK(grown_momentum == Approx(1.06199).epsilon(0.0).margin(2e-5));
  CHECK(std::abs(wrong_energy - 1.0) > 1e-3);
}

namespace {

/// Symmetric, definite, smooth in q, coupling every dof of both bodies.
void coupled_everywhere(const Configuration& q, hydro::Database& database) {
  MatrixXd root(12, 12);
  for (Eigen::Index i = 0; i < 12; ++i) {
    for (Eigen::Index j = 0; j < 12; ++j) {
      const auto phase = static_cast<double>(3 * i + 5 * j);
      root(i, j) = std::sin(phase + 0.15 * q.x() + 0.1 * q.y() + 0.5 * q[2]);
    }
  }
  *database.added_mass_infinite = 0.1 * root * root.transpose();
}

const std::vector<double> kAround = every(0.25 * kPi, -kPi, 0.7 * kPi);

Family squares(double cell) {
  return family_of(every(cell, -4.0, 4.0), every(cell, -4.0, 4.0), kAround, coupled_everywhere);
}

/// The corners of one square and sixty places in it, as they fall.
Family triangles() {
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> anywhere(-4.0, 4.0);
  std::vector<Configuration> positions;
  for (int k = 0; k < 64; ++k) {
    const Vector2 corner(k % 2 == 0 ? -4.0 : 4.0, k / 2 == 0 ? -4.0 : 4.0);
    const double x = anywhere(generator), y = anywhere(generator);
    const Vector2 place = k < 4 ? corner : Vector2(x, y);
    for (const double heading : kAround) positions.emplace_back(place.x(), place.y(), heading);
  }
  return family_at(positions, coupled_everywhere);
}

/// Two bodies that swirl past each other within one cell or across many.
solver::Model swirling_pair(const Family& family, double step) {
  solver::Model model =
      pair_model(family, {1.1, 1.2, 0.1}, 3.0, {true, true, true, false, false, true}, step);
  model.bodies[0].linear_velocity << 0.2, 0.1, 0.1;
  model.bodies[0].angular_velocity.z() = 0.1;
  model.bodies[1].linear_velocity << -0.3, -0.2, 0.05;
  model.bodies[1].angular_velocity.z() = 0.2;
  return model;
}

Vector6 sum_of_momenta(const Simulation& simulation) {
  Vector6 sum = Vector6::Zero();
  for (const solver::BodyState& body : simulation.state().bodies) {
    sum += body.momentum;
    sum.tail<3>() += body.position.cross(body.momentum.head<3>());
  }
  return sum;
}

/// Largest relative change of the energy over 3 s.
double energy_error(const solver::Model& model) {
  Simulation simulation(model);
  const double start = kinetic_energy(simulation);
  double error = 0.0;
  for (int i = 0; i < 30; ++i) {
    run(simulation, 0.1);
    error = std::max(error, std::abs(kinetic_energy(simulation) / start - 1.0));
  }
  return error;
}

}  // namespace

TEST_CASE("bodies that swirl within a cell keep their energy to the order of the stepper",
          "[solver][configurations][analytic]") {
  const double coarse = energy_error(swirling_pair(squares(8.0), 0.2));
  const double fine = energy_error(swirling_pair(squares(8.0), 0.1));
  CHECK(coarse < 1e-5);
  CHECK(coarse / fine > 11.0);  // order 4: 16
}

TEST_CASE("over many cells momentum is kept exactly, energy as steps become small",
          "[solver][configurations][analytic]") {
  const Family family = GENERATE(squares(1.0), triangles());
  const solver::Model model = swirling_pair(family, 0.01);
  Simulation simulation(model);
  const Vector6 before = sum_of_momenta(simulation);
  run(simulation, 3.0);
  const Vector6 change = sum_of_momenta(simulation) - before;
  CHECK(change.head<3>().norm() < 1e-13 * before.norm());
  CHECK(std::abs(change[5]) < 1e-6 * before.norm());  // about the vertical, to the order of rk4
  CHECK(energy_error(model) < 1e-4);
  CHECK(energy_error(swirling_pair(family, 0.0025)) < 1e-5);
}

TEST_CASE("every stepper takes A(q): spheres end where rk4 has them, momentum kept",
          "[solver][configurations]") {
  const auto stepper =
      GENERATE(StepperKind::kMidpoint, StepperKind::kSpook, StepperKind::kMoreauJean);
  Simulation simulation(passing_spheres(stepper, 0.002));
  const double momentum = total_momentum(simulation);
  run(simulation, 6.0);
  CHECK(std::abs(surge(simulation, 1) - surge(simulation, 0) - 8.795004016) <
        (stepper == StepperKind::kMidpoint ? 4e-4 : 2e-3));
  CHECK(std::abs(total_momentum(simulation) / momentum - 1.0) < 1e-12);
}

TEST_CASE("a step that leaves the nodes by more than the margin fails and changes nothing",
          "[solver][configurations]") {
  solver::Model model = passing_spheres(StepperKind::kRungeKutta4, 0.02);
  model.hydrodynamics[0].configurations->margin = 0.1;
  model.bodies[1].pose.position.x() = 10.05;
  Simulation simulation(model);
  const std::string message =
      "body 'second' must stay within 0.1 m and 5 deg of the configurations of its database beside "
      "'first'";
  std::string state;
  const auto step = [&] {
    state = solver::serialize(simulation.state());
    simulation.step();
  };
  CHECK_THROWS_WITH(
      [&] {
        for (int i = 0; i < 10; ++i) step();
      }(),
      Catch::Contains(message));
  CHECK(solver::serialize(simulation.state()) == state);
  CHECK(simulation.time_ns() > 0);
  model.bodies[1].pose.position.x() = 10.2;
  CHECK_THROWS_WITH(Simulation(model), Catch::Contains("hydrodynamics[0].configurations must cover "
                                                       "the bodies at the start"));
}

TEST_CASE("behind the margin the coupling fades, momentum and energy kept, and each is alone",
          "[solver][configurations][analytic]") {
  solver::Model model = passing_spheres(StepperKind::kRungeKutta4, 0.002);
  model.hydrodynamics[0].configurations = {
      0.5, 0.1, solver::OutsideConfigurations::kUncoupled, 2.0, {}};
  model.bodies[1].pose.position.x() = 9.5;
  Simulation simulation(model);
  const double energy = kinetic_energy(simulation), momentum = total_momentum(simulation);
  run(simulation, 5.0);  // from 9.5 m past 10.5 m, where it begins, and 12.5 m, where it ends
  CHECK(std::abs(kinetic_energy(simulation) / energy - 1.0) < 1e-9);
  CHECK(std::abs(total_momentum(simulation) / momentum - 1.0) < 1e-12);
  const double alone = kMass + 2.0 / 3.0 * kPi * kDensity * (1.0 + 3e-6);  // that of 10 m
  for (const solver::BodyState& body : simulation.state().bodies) {
    CHECK(body.momentum.x() == Approx(alone * body.velocity.x()).epsilon(1e-12));
  }
}
