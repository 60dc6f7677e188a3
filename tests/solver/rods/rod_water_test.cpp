/// @file Rods in the water.

#include <cmath>
#include <map>

#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// A regular wave along x in water of 30 m, raised over 9 s.
class RaisedWave final : public WaterAround {
 public:
  explicit RaisedWave(double amplitude, double period) : amplitude_(amplitude) {
    omega_ = 2.0 * 3.14159265358979324 / period;
    k_ = omega_ * omega_ / kGravity;
    for (int i = 0; i < 100; ++i) k_ = omega_ * omega_ / (kGravity * std::tanh(k_ * kDepth));
  }

  void sample(double time, std::span<const Vector3> points, std::span<WaterAtNode> water) override {
    const double s = std::clamp(time / 9.0, 0.0, 1.0), a = amplitude_ * s * s * (3.0 - 2.0 * s);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double theta = omega_ * time - k_ * points[i].x();
      const double C = std::cosh(k_ * (points[i].z() + kDepth)) / std::sinh(k_ * kDepth);
      const double S = std::sinh(k_ * (points[i].z() + kDepth)) / std::sinh(k_ * kDepth);
      water[i].elevation = a * std::cos(theta);
      water[i].velocity = a * omega_ * Vector3(C * std::cos(theta), 0, -S * std::sin(theta));
      water[i].acceleration =
          -a * omega_ * omega_ * Vector3(C * std::sin(theta), 0, S * std::cos(theta));
    }
  }

 private:
  static constexpr double kDepth = 30.0;
  double amplitude_, omega_, k_;
};

/// Still water whose surface is at z = 0.
class StillWater final : public WaterAround {
 public:
  void sample(double, std::span<const Vector3>, std::span<WaterAtNode> water) override {
    std::fill(water.begin(), water.end(), WaterAtNode{});
  }
};

Element wet_element(double length) {
  Element element = element_of(length, 5e7, 40.0);
  const double diameter = 0.16, rho = 1025.0, pi = 3.14159265358979324;
  element.diameter = diameter;
  element.displaced_mass = 0.25 * pi * rho * diameter * diameter;
  element.buoyancy = kGravity * element.displaced_mass;
  element.weight -= element.buoyancy;
  element.added_mass = element.displaced_mass;
  element.drag = 0.5 * rho * 1.2 * diameter;
  element.axial_drag = 0.5 * rho * 0.05 * pi * diameter;
  element.damping_time = 0.01;
  return element;
}

}  // namespace

TEST_CASE("rod: a line in waves", "[solver][rods]") {
  LineAlone line({std::vector<Element>(10, wet_element(10.4)), {}, {}}, {-100, 0, -22}, {0, 0, -4});
  line.rest();
  CHECK(line.state.tension.back() == Approx(28081.345).epsilon(0).margin(15.0));
  RaisedWave wave(2.0, 9.0);
  RodWater water(line.rod, wave);
  line.terms = {&water};
  const double h = 0.02;
  const std::map<int, double> top{{1000, 27401.521}, {1350, 28929.710}, {1500, 27415.578},
                                  {1800, 28929.773}, {1925, 27371.937}, {2000, 27444.723}};
  for (int i = 1; i <= 2000; ++i) {
    line.step_in(water, (i - 1) * h, h);
    const auto found = top.find(i);
    if (found != top.end()) {
      CHECK(line.state.tension.back() == Approx(found->second).epsilon(0).margin(15.0));
    }
    if (i == 1350) CHECK(line.state.tension.front() == Approx(25560.806).epsilon(0).margin(15.0));
    if (i == 2000) CHECK(line.state.tension.front() == Approx(24562.853).epsilon(0).margin(15.0));
  }
}

// The wet part of an element floats: weight in air less the buoyancy of what is under water.
TEST_CASE("rod: an element is cut at the surface of the water", "[solver][rods]") {
  const Element element = wet_element(10.0);
  const DiscreteRod rod({element, element}, {}, {});
  RodState state = RodState::at_rest({{0, 0, -8}, {0, 0, 2}, {0, 0, 12}});
  StillWater still;
  RodWater water(rod, still);
  water.prepare(0.0, 0.1, state);
  CHECK(water.wet_share()[0] == Approx(0.8).epsilon(1e-14));
  CHECK(water.wet_share()[1] == 0.0);
  double vertical = 0.0;
  for (const Vector3& force : water.force()) vertical += force.z();
  CHECK(vertical == Approx(-20.0 * 40.0 * kGravity + 8.0 * element.buoyancy).epsilon(1e-14));
  CHECK(water.mass()[0].across == Approx(5.0 * 40.0 + 4.0 * element.added_mass).epsilon(1e-14));
  CHECK(water.mass()[0].along == Approx(5.0 * 40.0).epsilon(1e-14));
}
