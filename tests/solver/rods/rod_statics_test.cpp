/// @file Rods at rest, against closed forms and boundary-value solutions.
#include <algorithm>
#include <cmath>

#include "solver/loads/rods/bottom_contact.hpp"
#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

/// Appends the elements of a piece, given its net weight per meter [N/m].
void add_piece(double length, double weight, double stiffness, std::size_t count,
               std::vector<Element>& elements) {
  Element element = element_of(length / static_cast<double>(count), stiffness, 100.0);
  element.weight = weight;
  elements.insert(elements.end(), count, element);
}

/// Checks the statics of three pieces with a clump, at `per_piece` elements for each 10 m.
void check_three_pieces(std::size_t factor, double tolerance) {
  std::vector<Element> elements;
  add_piece(150.0, 900.0, 6e8, 17 * factor, elements);
  add_piece(300.0, 120.0, 9e7, 34 * factor, elements);
  add_piece(80.0, 900.0, 6e8, 9 * factor, elements);
  std::vector<Lump> lumps(elements.size() + 1);
  const std::size_t clump = 17 * factor;
  lumps[clump].weight = 20e3;
  LineAlone line({elements, {}, {}, lumps}, {0, 0, 260}, {400, 0, 0});
  const RestReport report = line.rest();
  const Vector3 top = report.kept_force.front(), low = report.kept_force.back();
  CHECK(top.x() == Approx(64400.596462).epsilon(tolerance));
  CHECK(-top.z() == Approx(209415.710673).epsilon(tolerance));
  CHECK(top.norm() == Approx(219094.446989).epsilon(tolerance));
  CHECK(-low.z() == Approx(53584.289327).epsilon(tolerance));
  CHECK(line.state.position[clump].x() == Approx(64.990075).epsilon(tolerance));
  CHECK(260.0 - line.state.position[clump].z() == Approx(134.125884).epsilon(tolerance));
}

/// Deep water with a uniform current of 1.5 m/s along x.
class UniformCurrent final : public WaterAround {
 public:
  void sample(double /*time*/, std::span<const Vector3> /*points*/,
              std::span<WaterAtNode> water) override {
    std::fill(water.begin(), water.end(), WaterAtNode{10.0, {1.5, 0, 0}, Vector3::Zero()});
  }
};

}  // namespace

TEST_CASE("rod: three pieces and a clump hang as catenaries", "[solver][rods]") {
  check_three_pieces(1, 1e-3);
  check_three_pieces(4, 1e-4);
}

TEST_CASE("rod: a tow wire sags between tug and barge", "[solver][rods]") {
  std::vector<Element> elements;
  add_piece(600.0, 320.0, 3e8, 40, elements);
  LineAlone wire({elements, {}, {}}, {0, 0, 0}, {586.654746, 0, 0});
  const RestReport report = wire.rest();
  CHECK(report.kept_force.front().x() == Approx(250e3).epsilon(1e-3));
  CHECK(report.kept_force.front().norm() == Approx(267798.432).epsilon(1e-3));
  CHECK(report.kept_force.back().norm() == Approx(267798.432).epsilon(1e-3));
  CHECK(-wire.state.position[20].z() == Approx(55.668).epsilon(1e-3));
}

TEST_CASE("rod: the tension of a weightless line in a current is the same all along",
          "[solver][rods]") {
  std::vector<Element> elements;
  add_piece(105.0, 0.0, 1e9, 40, elements);
  for (Element& element : elements) element.drag = 0.5 * 1025.0 * 1.2 * 0.1;
  LineAlone line({elements, {}, {}}, {0, 0, 0}, {0, 100, 0});
  UniformCurrent current;
  RodWater water(line.rod, current);
  water.prepare(0.0, 1.0, line.state);
  line.terms = {&water};
  const RestReport report = line.rest();
  for (const double tension : line.state.tension) CHECK(tension == Approx(12725.513).epsilon(1e-3));
  CHECK(line.state.position[20].x() == Approx(13.930421).epsilon(1e-3));
  const Vector3 end = report.kept_force.front();
  CHECK(std::atan2(end.x(), end.y()) * 180.0 / 3.14159265358979324 ==
        Approx(29.720999).epsilon(1e-3));
}

namespace {

/// A line on a frictionless slope from its lower end at the origin to a point above it.
struct OnSlope {
  LineAlone line;
  RestReport report;

  OnSlope(const Bottom& bottom, double span, double height)
      : line(make(), {0, 0, 0}, {span, 0, height}) {
    BottomContact contact(line.rod, bottom, {3e7, 0.0, 0.0});
    line.terms = {&contact};
    report = line.rest();
  }

  static DiscreteRod make() {
    std::vector<Element> elements;
    add_piece(600.0, 700.0, 4e8, 60, elements);
    for (Element& element : elements) element.diameter = 0.1;
    return {elements, {}, {}};
  }

  void check(double anchor, double horizontal, double vertical) const {
    CHECK(report.kept_force.front().norm() == Approx(anchor).epsilon(3e-3));
    CHECK(-report.kept_force.back().x() == Approx(horizontal).epsilon(3e-3));
    CHECK(-report.kept_force.back().z() == Approx(vertical).epsilon(3e-3));
  }
};

}  // namespace

TEST_CASE("rod: a line on a sloped bottom", "[solver][rods]") {
  const auto slope = [](double degrees) {
    const double angle = degrees * 3.14159265358979324 / 180.0;
    return PlaneBottom({0, 0, 0}, {-std::sin(angle), 0, std::cos(angle)});
  };
  OnSlope(slope(10.0), 540.0, 200.0).check(57576.542, 102777.880, 168687.770);
  OnSlope(slope(-5.0), 540.0, 150.0).check(200367.264, 185595.583, 242410.688);

  std::vector<double> x, height;
  for (int i = -10; i <= 70; ++i) x.push_back(10.0 * i);
  for (const double y : {-10.0, 10.0}) {
    for (const double at : x) height.push_back(std::tan(3.14159265358979324 / 18.0) * at + 0.0 * y);
  }
  OnSlope(GridBottom(x, {-10.0, 10.0}, height), 540.0, 200.0)
      .check(57576.542, 102777.880, 168687.770);
}

namespace {

/// A rod of 100 m that lies on a level bottom and is pulled along it at its last end.
struct Pulled {
  LineAlone line;
  PlaneBottom bottom{{0, 0, 0}, {0, 0, 1}};
  BottomContact contact;

  /// @param pull force as a share of the greatest friction of the whole rod
  explicit Pulled(double pull)
      : line(make(), {0, 0, 0}, {100, 0, 0}), contact(line.rod, bottom, {1e5, 1e4, 0.6, 0.01}) {
    line.terms = {&contact};
    line.force.back().x() = pull * 0.6 * 700.0 * 100.0;
  }
  static DiscreteRod make() {
    std::vector<Element> elements;
    add_piece(100.0, 700.0, 4e8, 10, elements);
    for (Element& element : elements) element.diameter = 0.1;
    return {elements, {EndKind::kFree}, {EndKind::kFree}};
  }
  Vector3 after(double duration) {
    for (long i = 0; i < std::lround(duration / 0.1); ++i) line.step(0.1);
    return line.state.position.back();
  }
};

}  // namespace

TEST_CASE("rod: the bottom holds a rod up to its friction and no further", "[solver][rods]") {
  Pulled held(0.9);
  const Vector3 at = held.after(200.0);
  CHECK(at.x() - 100.0 < 0.02);
  CHECK((held.after(1000.0) - at).norm() < 1e-9);

  Pulled sliding(1.2);
  sliding.after(20.0);
  const double before = sliding.line.state.velocity[5].x();
  sliding.after(10.0);
  // 0.2 of the friction accelerates 100 kg/m.
  CHECK(sliding.line.state.velocity[5].x() - before ==
        Approx(10.0 * 0.2 * 0.6 * 7.0).epsilon(1e-6));
}

TEST_CASE("rod: what cannot be is refused by its rule", "[solver][rods]") {
  Element element = element_of(10.0, 1e8, 20.0);
  element.length = 0.0;
  CHECK_THROWS_WITH(DiscreteRod({element}, {}, {}), "elements[0].length must be positive, got 0");
  element = element_of(10.0, 1e8, 20.0);
  element.bending_stiffness = -1.0;
  CHECK_THROWS_WITH(DiscreteRod({element}, {}, {}),
                    "elements[0].bending_stiffness must not be negative, got -1");
  CHECK_THROWS_WITH(DiscreteRod({}, {}, {}), "elements must not be empty, got none");
  CHECK_THROWS_WITH(PlaneBottom({0, 0, 0}, {0, 0, -1}),
                    "normal of the bottom must point upwards, got -1");
  CHECK_THROWS_WITH(GridBottom({0, 1, 1}, {0, 1}, std::vector<double>(6)),
                    "x[2] must be greater than the value before, got 1");
}
