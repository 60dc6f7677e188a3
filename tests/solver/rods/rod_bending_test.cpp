/// @file Rods with bending stiffness.
#include <cmath>

#include "solver/loads/rods/bottom_contact.hpp"
#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

Element stiff_element(double length, double axial_stiffness, double bending_stiffness,
                      double mass) {
  Element element = element_of(length, axial_stiffness, mass);
  element.bending_stiffness = bending_stiffness;
  element.carries_compression = true;
  return element;
}

/// The tip of a cantilever of 10 m, EI 1e4, EA 1e7 along x under a force along -z.
Vector3 tip(std::size_t elements, double force) {
  const Element element = stiff_element(10.0 / static_cast<double>(elements), 1e7, 1e4, 10.0);
  LineAlone rod({std::vector<Element>(elements, element), {EndKind::kClamped}, {EndKind::kFree}},
                {0, 0, 0}, {10, 0, 0});
  for (Vector3& weight : rod.force) weight.setZero();
  rod.force.back().z() = -force;
  rod.rest();
  return rod.state.position.back();
}

void check_tip(std::size_t elements, double force, double x, double z, double margin) {
  const Vector3 at = tip(elements, force);
  INFO("elements " << elements << " force " << force << " at " << at.transpose());
  CHECK((at - Vector3(x, 0, z)).norm() < margin);
}

/// A riser with a buoyant part in the middle, from its anchor on a level bottom to its top.
struct LazyWave {
  LineAlone line;
  /// The results below are of a bottom into which the riser sinks by its weight over the stiffness.
  PlaneBottom bottom{{0, 0, -700.0 / 3e6}, {0, 0, 1}};
  BottomContact contact;
  RestReport report;

  LazyWave(std::size_t elements, double bending_stiffness)
      : line({pieces(elements, bending_stiffness), {}, {}}, {0, 0, 0}, {235, 0, 100}),
        contact(line.rod, bottom, {3e6, 0.0, 0.0}) {
    line.terms = {&contact};
    report = line.rest();
  }

  static std::vector<Element> pieces(std::size_t count, double bending_stiffness) {
    std::vector<Element> elements;
    const double length = 300.0 / static_cast<double>(count);
    for (std::size_t i = 0; i < count; ++i) {
      Element element = stiff_element(length, 4e8, bending_stiffness, 100.0);
      const double middle = (static_cast<double>(i) + 0.5) * length;
      element.weight = middle > 120.0 && middle < 190.0 ? -700.0 : 700.0;
      element.diameter = 1.0;
      elements.push_back(element);
    }
    return elements;
  }

  /// Height of the hog or of the sag: the top of the parabola through the three nodes around the
  /// extreme one between two arcs from the anchor [m].
  double extreme(double from, double to, double sign) const {
    const std::vector<Vector3>& x = line.state.position;
    const auto at = [&x](double arc) {
      return static_cast<std::size_t>(arc / 300.0 * static_cast<double>(x.size() - 1));
    };
    std::size_t best = at(from);
    for (std::size_t i = at(from); i <= at(to); ++i) {
      if (sign * x[i].z() > sign * x[best].z()) best = i;
    }
    const double a = x[best - 1].z(), b = x[best].z(), c = x[best + 1].z();
    return b - (c - a) * (c - a) / (8.0 * (a - 2.0 * b + c));
  }
  double horizontal() const { return -report.kept_force.back().x(); }
};

}  // namespace

// Elastica: a boundary-value solution with the stretch of the axis.
TEST_CASE("rod: a cantilever bends as the elastica", "[solver][rods]") {
  check_tip(20, 100.0, 9.4356922, -3.0172274, 0.003);
  check_tip(20, 1000.0, 4.4501605, -8.1068894, 0.011);
  check_tip(40, 100.0, 9.4356922, -3.0172274, 0.0007);
  check_tip(40, 1000.0, 4.4501605, -8.1068894, 0.003);
}

TEST_CASE("rod: a lazy wave riser at rest", "[solver][rods]") {
  for (const auto& [stiffness, coarse, fine] :
       {std::array{1e5, 17726.36, 17737.37}, std::array{5e5, 17029.25, 17049.65}}) {
    CHECK(LazyWave(60, stiffness).horizontal() == Approx(coarse).epsilon(1e-6));
    CHECK(LazyWave(120, stiffness).horizontal() == Approx(fine).epsilon(1e-6));
  }
  // A boundary-value solution of the beam on a rigid bottom.
  for (const auto& [stiffness, tension, hog, sag] :
       {std::array{1e5, 62824.97, 54.397, 35.700}, std::array{5e5, 62386.86, 54.298, 35.760}}) {
    const LazyWave wave(120, stiffness);
    CHECK(wave.report.kept_force.back().norm() == Approx(tension).epsilon(5e-4));
    CHECK(wave.extreme(130.0, 190.0, 1.0) == Approx(hog).epsilon(0).margin(0.02));
    CHECK(wave.extreme(190.0, 240.0, -1.0) == Approx(sag).epsilon(0).margin(0.02));
  }
}

TEST_CASE("rod: no step of a whip with bending raises its energy", "[solver][rods]") {
  for (const double bending : {1e4, 1e6, 1e8}) {
    for (const double axial : {1e7, 1e9}) {
      for (const double h : {0.01, 0.02, 0.05, 0.1}) {
        LineAlone whip({std::vector<Element>(20, stiff_element(10.0, axial, bending, 50.0)),
                        {EndKind::kPinned},
                        {EndKind::kFree}},
                       {0, 0, 0}, {200, 0, 0});
        double before = whip.energy(), worst = 0.0;
        for (long i = 0; i < std::lround(60.0 / h); ++i) {
          whip.step(h);
          const double after = whip.energy();
          worst = std::max(worst, after - before);
          before = after;
        }
        INFO("EI " << bending << " EA " << axial << " h " << h << " solutions "
                   << whip.motion.count().solutions << " safe " << whip.motion.count().safe_steps);
        CHECK(worst < 1e-9 * 1e4 * kGravity * 100.0);
        CHECK(whip.motion.count().safe_steps <= 5);
      }
    }
  }
}
