/// @file Torsion of rods.
#include "solver/loads/rods/twist.hpp"

#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "solver/loads/rods/linear_rod.hpp"
#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr double kHalfTurn = 3.14159265358979324;

Element torsion_element(double length, double axial, double bending, double torsional) {
  Element element = element_of(length, axial, 10.0);
  element.bending_stiffness = bending;
  element.torsional_stiffness = torsional;
  element.carries_compression = true;
  return element;
}

DiscreteRod clamped_rod(std::size_t count, double length, double bending) {
  const End clamped{EndKind::kClamped};
  return {std::vector<Element>(
              count, torsion_element(length / static_cast<double>(count), 1e13, bending, 1e5)),
          clamped, clamped};
}

/// Straight along x, a quarter circle in xy, straight along y, a quarter circle in yz, straight along
/// z, with directors along x and z at the ends.
std::vector<Vector3> bent_twice(int parts) {
  std::vector<Vector3> x{{-1, 0, 0}, {0, 0, 0}};
  const auto add = [&x](const Vector3& step) { x.push_back(x.back() + step); };
  add({1, 0, 0});
  for (int i = 0; i < parts; ++i) {
    const double angle = 0.5 * kHalfTurn * (i + 0.5) / parts;
    add({std::cos(angle), std::sin(angle), 0});
  }
  add({0, 1, 0});
  for (int i = 0; i < parts; ++i) {
    const double angle = 0.5 * kHalfTurn * (i + 0.5) / parts;
    add({0, std::cos(angle), std::sin(angle)});
  }
  add({0, 0, 1});
  add({0, 0, 1});
  return x;
}

/// Least torque at which a straight clamped rod under a tension buckles, by its linearized model.
double buckling_torque(std::size_t count, double tension) {
  const DiscreteRod rod = clamped_rod(count, 20.0, 5e4);
  const double stretch = 1.0 + tension / 1e13;
  const std::vector<Vector3> x = rod.straight({0, 0, 0}, {20.0 * stretch, 0, 0});
  double low = 0.0, high = 1e5;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    const LinearRod linear = LinearRod::about(rod, x, dry_masses(rod), middle);
    (is_positive_definite(linear.K) ? low : high) = middle;
  }
  return low;
}

}  // namespace

TEST_CASE("twist: torque of straight and of bent rods", "[solver][rods]") {
  const double stiffness = 1e5 / 30.0;
  const DiscreteRod rod = clamped_rod(7, 30.0, 5e4);
  CHECK(1.0 / Twist(rod).compliance() == Approx(stiffness).epsilon(1e-12));
  const std::vector<Vector3> straight = rod.straight({0, 0, 0}, {30, 0, 0});
  const Directors turned{{0, 1, 0}, {0, std::cos(2.0), std::sin(2.0)}};
  CHECK(stiffness * Twist::angle(straight, turned, 0.0) == Approx(6666.667).epsilon(1e-7));
  for (const int parts : {2, 5, 20}) {
    const Directors ends{{0, 1, 0}, {0, 1, 0}};
    CHECK(stiffness * Twist::angle(bent_twice(parts), ends, 0.0) ==
          Approx(-stiffness * 0.5 * kHalfTurn).epsilon(1e-9));
    const double turns = 20.0 * kHalfTurn;
    CHECK(stiffness * Twist::angle(bent_twice(parts), ends, turns) ==
          Approx(stiffness * (turns - 0.5 * kHalfTurn)).epsilon(1e-9));  // 204203.52
  }
}

TEST_CASE("twist: gradient and stiffness are the derivatives of the angle", "[solver][rods]") {
  std::vector<Vector3> x = bent_twice(3);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto at = static_cast<double>(i);
    x[i] += 0.1 * Vector3(std::sin(at), std::cos(2 * at), std::sin(3 * at));
  }
  const Directors ends{{0, 1, 0}, {0, 1, 0}};
  std::vector<Vector3> gradient(x.size()), high(x.size()), low(x.size());
  Twist::gradient(x, gradient);
  BlockBand band(x.size(), 2, 2, true);
  Twist::add_stiffness(x, 1.0, band);
  const MatrixXd stiffness = band.dense();
  const double step = 1e-6;
  for (std::size_t i = 2; i + 2 < x.size(); ++i) {  // the nodes that are not kept
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vector3> y = x;
      y[i][axis] += step;
      const double more = Twist::angle(y, ends, 0.0);
      y[i][axis] -= 2.0 * step;
      const double less = Twist::angle(y, ends, 0.0);
      CHECK(gradient[i][axis] == Approx((more - less) / (2.0 * step)).epsilon(0).margin(1e-8));
      Twist::gradient(y, low);
      y[i][axis] += 2.0 * step;
      Twist::gradient(y, high);
      for (std::size_t k = 2; k + 2 < x.size(); ++k) {
        const auto row = 3 * static_cast<Eigen::Index>(k),
                   column = 3 * static_cast<Eigen::Index>(i);
        const Vector3 by = (high[k] - low[k]) / (2.0 * step);
        const Vector3 expected = stiffness.block<3, 1>(row, column + axis);
        INFO(k << " " << i << " " << axis << " " << by.transpose() << " , "
               << expected.transpose());
        CHECK((by - expected).norm() < 1e-7);
      }
    }
  }
}

// Greenhill's column; the discrete rod of 20, 40 and 80 elements by an independent program.
TEST_CASE("twist: a straight rod buckles under torque", "[solver][rods]") {
  CHECK(buckling_torque(20, 0.0) == Approx(22798.50).epsilon(1e-6));
  CHECK(buckling_torque(40, 0.0) == Approx(22550.75).epsilon(1e-6));
  CHECK(buckling_torque(80, 0.0) == Approx(22488.13).epsilon(1e-6));
  CHECK(buckling_torque(20, 2e4) == Approx(69120.50).epsilon(1e-6));
  CHECK(buckling_torque(40, 2e4) == Approx(66235.90).epsilon(1e-6));
  CHECK(buckling_torque(80, 2e4) == Approx(65504.30).epsilon(1e-6));
}

namespace {

/// A clamped rod with a small bow, twisted by a torque.
struct Twisted {
  LineAlone line;
  TwistLoad twist;

  Twisted(double axial, double torque, double bow)
      : line(make(axial), {0, 0, 0}, {20, 0, 0}), twist{Twist(line.rod).compliance(), {}} {
    line.twist = &twist;
    line.state.twist = torque * twist.compliance;
    const double angle = line.state.twist;
    twist.directors.last = Vector3(0, std::cos(angle), std::sin(angle));
    for (Vector3& force : line.force) force.setZero();
    for (std::size_t i = 2; i + 2 < line.state.position.size(); ++i) {
      line.state.position[i].z() = bow * std::sin(kHalfTurn * line.state.position[i].x() / 20.0);
    }
  }
  static DiscreteRod make(double axial) {
    const End clamped{EndKind::kClamped};
    return {std::vector<Element>(20, torsion_element(1.0, axial, 5e4, 1e5)), clamped, clamped};
  }
  double sway() const {
    double most = 0.0;
    for (const Vector3& x : line.state.position) most = std::max(most, x.tail<2>().norm());
    return most;
  }
  double energy() const {
    return line.energy() + 0.5 * line.state.twist * line.state.twist / twist.compliance;
  }
};

}  // namespace

TEST_CASE("twist: a rod stays straight below its buckling torque and leaves it above",
          "[solver][rods]") {
  const double least = 22798.50, bow = 1e-4;
  Twisted below(1e5, 0.98 * least, bow), above(1e5, 1.02 * least, bow);
  for (int i = 0; i < 1500; ++i) {
    below.line.step(0.01);
    above.line.step(0.01);
  }
  CHECK(below.sway() < 2.0 * bow);
  CHECK(above.sway() > 0.1);

  Twisted still(1e5, 0.98 * least, 0.1);
  still.line.rest();
  CHECK(still.sway() < 1e-9);
}

TEST_CASE("twist: no step of a rod that writhes raises its energy", "[solver][rods]") {
  for (const double h : {0.002, 0.01, 0.05}) {
    Twisted rod(1e6, 40e3, 0.01);
    double before = rod.energy(), worst = 0.0;
    const double scale = before;
    for (int i = 0; i < 500; ++i) {
      rod.line.step(h);
      worst = std::max(worst, rod.energy() - before);
      before = rod.energy();
    }
    const RodMotion::Count& count = rod.line.motion.count();
    INFO("h " << h << " solutions " << count.solutions << " safe " << count.safe_steps << " sway "
              << rod.sway() << " energy " << before / scale);
    CHECK(worst < 1e-9 * scale);
    CHECK(rod.sway() > 0.5);
  }
}
