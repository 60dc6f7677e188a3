/// @file Radiation memory over axes: passive for any path of the axes.
#include <random>

#include "hydro/radiation/state_space/state_space.hpp"
#include "solver/loads/hydrodynamics/blended_radiation.hpp"
#include "tests/solver/configurations/axis_families.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::AxisQuantity;
using hydro::Configuration;
using solver::GroupMemories;

namespace {

constexpr Eigen::Index kHeaveDof = 2;

/// K(tau) = size exp(-rate tau) cos(omega tau) in heave.
std::shared_ptr<const hydro::RadiationMemory> heaving(double size, double rate, double omega,
                                                      double step) {
  hydro::RationalModel model;
  model.poles = VectorXcd::Constant(1, Complex(-rate, omega));
  const bool is_pair = omega > 0.0;
  model.coefficients = RowMajorMatrix::Zero(is_pair ? 2 : 1, 36);
  model.coefficients(0, 7 * kHeaveDof) = is_pair ? 0.5 * size : size;
  return std::make_shared<const hydro::StateSpace>(model, MatrixXd::Zero(6, 6), step);
}

/// Three nodes at the corners of a triangle, of different added mass so that they are not one.
AxisFamily triangle() {
  return axis_family({AxisQuantity::kInput, AxisQuantity::kInput},
                     {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}},
                     [](const Configuration& q, hydro::Database& database) {
                       (*database.added_mass_infinite)(0, 0) = 1.0 + q.x() + 2.0 * q.y();
                     });
}

/// The radiation force of a family alone, whose axes and heave velocity a test sets.
class MovedHull {
 public:
  MovedHull(const AxisFamily& family, const GroupMemories& memories, double step)
      : step_(step),
        model_(hull_model(family, {axis_of_input("a"), axis_of_input("b")}, 1.0, step)),
        force_(model_, model_.hydrodynamics[0], {model_, model_.hydrodynamics[0]}, memories, 0),
        bodies_(solver::initial_kinematics(model_)),
        forces_(1) {
    state_.radiation.resize(1);
  }

  void start(const Vector2& axes, double heave) {
    set(axes, heave);
    force_.initialize(bodies_, state_);
    before_ = power();
  }

  void step_to(const Vector2& axes, double heave) {
    set(axes, heave);
    const solver::StepTimes times(count_, nanoseconds(step_));
    force_.finish({{hydro::Stage::kEnd, times.end, times.start}, state_}, bodies_);
    force_.commit(state_);
    ++count_;
    const double now = power();
    energy_ += 0.5 * step_ * (before_ + now);
    lowest_ = std::min(lowest_, energy_);
    before_ = now;
  }

  /// Energy that the hull has given to the water by the trapezoidal rule, and its least value.
  double energy() const { return energy_; }
  double lowest() const { return lowest_; }

 private:
  void set(const Vector2& axes, double heave) {
    bodies_[0].axes << axes, 0.0;
    bodies_[0].velocity = heave * Vector6::Unit(kHeaveDof);
  }

  double power() {
    const solver::StepTimes times(count_, nanoseconds(step_));
    force_.prepare(times, state_, bodies_);
    forces_.set_zero();
    force_.add({{hydro::Stage::kStart, times.start, times.start}, state_}, bodies_, forces_);
    return -forces_.total[0].dot(bodies_[0].velocity);
  }

  double step_;
  solver::Model model_;
  solver::BlendedRadiation force_;
  solver::Kinematics bodies_;
  solver::Forces forces_;
  solver::State state_;
  std::int64_t count_ = 0;
  double before_ = 0.0, energy_ = 0.0, lowest_ = 0.0;
};

}  // namespace

TEST_CASE("a path of two axes through a triangle of three memories gives the known energies",
          "[solver][configurations][analytic]") {
  constexpr double kTimeStep = 0.01;
  const auto [omega, at_100, at_500] =
      GENERATE(table<double, double, double>({{1.3, 75.5577, 390.152}, {0.35, 335.204, 1645.19}}));
  GroupMemories memories;
  memories.nodes = {heaving(10.0, 0.3, 0.0, kTimeStep), heaving(4.0, 0.1, 2.0, kTimeStep),
                    heaving(0.0, 0.3, 0.0, kTimeStep)};
  MovedHull hull(triangle(), memories, kTimeStep);
  const auto path = [](double t) {
    return Vector2(0.4 + 0.35 * std::sin(0.7 * t), 0.12 + 0.1 * std::cos(1.1 * t));
  };
  hull.start(path(0.0), 0.0);
  for (int n = 1; n <= 50000; ++n) {
    const double t = kTimeStep * n;
    hull.step_to(path(t), std::sin(omega * t));
    if (n == 10000) CHECK(hull.energy() == Approx(at_100).epsilon(1e-3));
  }
  CHECK(hull.energy() == Approx(at_500).epsilon(1e-3));
  CHECK(hull.lowest() >= -1e-9);
}

TEST_CASE("no random path of the axes takes energy out of the memories",
          "[solver][configurations]") {
  constexpr double kTimeStep = 0.05;
  const AxisFamily family = triangle();
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> share(0.0, 1.0);
  double lowest = 0.0, least_end = 1e300;
  for (int path = 0; path < 1000; ++path) {
    const auto memory = [&] {
      return heaving(10.0 * share(generator), 0.1 + share(generator), 3.0 * share(generator),
                     kTimeStep);
    };
    GroupMemories memories;
    memories.nodes = {memory(), memory(), memory()};
    MovedHull hull(family, memories, kTimeStep);
    const double fast = 0.2 + 2.0 * share(generator), slow = 0.2 + 2.0 * share(generator),
                 heave = 0.2 + 1.5 * share(generator);
    const auto at = [&](double t) {
      const double a = 0.5 + 0.5 * std::sin(fast * t), b = 0.5 + 0.5 * std::cos(slow * t);
      return Vector2(a * (1.0 - b), a * b);
    };
    hull.start(at(0.0), 0.0);
    for (int n = 1; n <= 200; ++n) {
      const double t = kTimeStep * n;
      hull.step_to(at(t), std::sin(heave * t) + 0.5 * std::sin(2.3 * heave * t));
    }
    lowest = std::min(lowest, hull.lowest());
    least_end = std::min(least_end, hull.energy());
  }
  CHECK(lowest >= -1e-9);
  CHECK(least_end > 0.0);
}
