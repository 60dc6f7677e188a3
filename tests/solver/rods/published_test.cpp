/// @file Rods against published measurements and computations: a flexible jumper (Lowe and Langley,
///       OMAE 2006) and a chain (Bergdahl and others, J. Mar. Sci. Eng. 4 (2016) 5, table 8).
#include <cmath>
#include <fstream>
#include <numbers>

#include "solver/loads/rods/bottom_contact.hpp"
#include "tests/solver/rods/rod_scenes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr double kPi = std::numbers::pi;

/// Reads rows of numbers that are separated by commas; a header is left out.
std::vector<std::vector<double>> read_rows(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(file, line);) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream numbers(line);
    std::vector<double> row;
    for (double number; numbers >> number;) row.push_back(number);
    if (!row.empty()) rows.push_back(row);
  }
  return rows;
}

/// Water of 100 m with a wave of 5 m amplitude and 10 s, or without.
class JumperWater final : public WaterAround {
 public:
  double amplitude = 0.0;  ///< [m]
  double direction = 0.0;  ///< where the wave goes [rad]
  double phase = 0.0;      ///< [rad]

  void sample(double time, std::span<const Vector3> points, std::span<WaterAtNode> water) override {
    const double omega = 2.0 * kPi / 10.0, k = omega * omega / 9.81, a = omega * amplitude;
    const Vector3 ahead(std::cos(direction), std::sin(direction), 0.0);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const double theta = k * ahead.dot(points[i]) - omega * time + phase;
      const double up = k * (points[i].z() + 100.0), scale = a / std::cosh(100.0 * k);
      const double C = scale * std::cosh(up), S = scale * std::sinh(up);
      water[i].elevation = amplitude * std::cos(theta);
      water[i].velocity = C * std::cos(theta) * ahead + S * std::sin(theta) * Vector3::UnitZ();
      water[i].acceleration =
          omega * (C * std::sin(theta) * ahead - S * std::cos(theta) * Vector3::UnitZ());
    }
  }
};

DiscreteRod jumper_rod(std::size_t count) {
  Element element;
  element.length = 170.0 / static_cast<double>(count);
  element.axial_stiffness = 5e8;
  element.mass = 165.0;
  element.diameter = 0.396;
  element.displaced_mass = 1000.0 * 0.25 * kPi * 0.396 * 0.396;
  element.buoyancy = 9.807 * element.displaced_mass;
  element.weight = 9.807 * element.mass - element.buoyancy;
  element.bending_stiffness = 120.8e3;
  element.carries_compression = true;
  element.added_mass = element.displaced_mass;
  element.drag = 0.5 * 1000.0 * 0.396;
  element.damping_time = 0.5 * element.length / std::sqrt(5e8 / 165.0);
  return {std::vector<Element>(count, element), {}, {}};
}

struct Jumper {
  LineAlone line;
  JumperWater still;
  RodWater water;
  RestReport report;

  explicit Jumper(std::size_t count)
      : line(jumper_rod(count), {-100, 0, -55}, {0, 0, -5}), water(line.rod, still) {
    report = line.rest();
    line.terms = {&water};
  }

  /// Force at the top, with half an element's weight [kN].
  double force() const {
    const std::size_t last = line.state.position.size() - 1;
    const Vector3 along = (line.state.position[last] - line.state.position[last - 1]).normalized();
    return (line.force[last] - line.state.tension.back() * along).norm() * 1e-3;
  }

  /// Moves the top along an axis, or waits, and returns the greatest distance to a series [kN].
  /// @param start time of the first step, in that of the series [s]
  double worst(const std::vector<std::vector<double>>& series, int axis, double start, double h) {
    double greatest = 0.0, before = force();
    std::size_t row = 0;
    for (double time = start; row < series.size(); time += h) {
      if (axis >= 0) {
        const double s = std::min((time + h + 27.0) / 27.0, 1.0);
        line.kept.back() = Vector3(0, 0, -5);
        line.kept.back()[axis] += 10.0 * s * s * s * (6.0 * s * s - 15.0 * s + 10.0) *
                                  std::sin(2.0 * kPi * (time + h) / 27.0);
      }
      line.step_in(water, time, h);
      const double after = force();  // mean over the step, in its middle
      for (; row < series.size() && series[row][0] <= time + 0.5 * h; ++row) {
        const double share = (series[row][0] - (time - 0.5 * h)) / h;
        if (series[row][0] < 0.5) continue;  // the first row of the waves is at their start
        greatest = std::max(greatest, std::abs(before + share * (after - before) - series[row][1]));
      }
      before = after;
    }
    return greatest;
  }
};

}  // namespace

TEST_CASE("rod: a jumper at rest", "[solver][rods]") {
  const Jumper jumper(68);
  const Vector3 top = jumper.report.kept_force.back(), low = jumper.report.kept_force.front();
  CHECK(-top.x() == Approx(11.40e3).epsilon(0).margin(20.0));
  CHECK(-top.z() == Approx(45.71e3).epsilon(0).margin(20.0));
  CHECK(low.x() == Approx(11.40e3).epsilon(0).margin(20.0));
  CHECK(-low.z() == Approx(24.04e3).epsilon(0).margin(20.0));
}

// Digitized from the publication to some 0.3 kN; all within 1 kN, as the project asks that did so.
TEST_CASE("rod: a jumper whose top is moved", "[solver][rods]") {
  for (int axis = 0; axis < 3; ++axis) {
    RAFTUP_REQUIRE_REFERENCE(path, "lines/jumper_case" + std::to_string(axis + 1) + ".csv");
    INFO("axis " << axis);
    CHECK(Jumper(20).worst(read_rows(path), axis, -27.0, 0.1) < 1.0);
  }
}

TEST_CASE("rod: a jumper in waves", "[solver][rods]") {
  for (const auto& [number, direction, phase] :
       {std::tuple{4, 0.0, 230.0}, std::tuple{5, 0.25 * kPi, 165.0}}) {
    RAFTUP_REQUIRE_REFERENCE(path, "lines/jumper_case" + std::to_string(number) + ".csv");
    Jumper jumper(68);
    jumper.still.amplitude = 5.0;
    jumper.still.direction = direction;
    // Its time is counted from 20 s before that of the file, two periods.
    jumper.still.phase = phase * kPi / 180.0;
    INFO("case " << number);
    CHECK(jumper.worst(read_rows(path), -1, -20.0, 0.02) < 1.0);
  }
}

namespace {

/// Still water far above a rod.
class WaterAbove final : public WaterAround {
 public:
  void sample(double, std::span<const Vector3>, std::span<WaterAtNode> water) override {
    std::fill(water.begin(), water.end(), WaterAtNode{10.0, Vector3::Zero(), Vector3::Zero()});
  }
};

/// A chain of 33 m at model scale, from its anchor on the bottom to a top that moves in a circle.
struct ModelChain {
  static constexpr double kMass = 0.0818, kDiameter = 0.0022, kPressure = 3e9;
  LineAlone line;
  PlaneBottom bottom{{0, 0, -3}, {0, 0, 1}};
  BottomContact contact;
  WaterAbove still;
  RodWater water;

  ModelChain()
      : line(make(), {0, 0, -3}, {32.554, 0, 0.3}),
        contact(line.rod, bottom, material()),
        water(line.rod, still) {
    line.terms = {&contact};
    line.rest();
    line.terms = {&contact, &water};
  }

  static BottomMaterial material() {  // critical damping
    return {kPressure, 2.0 * std::sqrt(kPressure * kDiameter * kMass) / kDiameter, 0.3, 0.01};
  }
  static DiscreteRod make() {
    Element element;
    element.length = 33.0 / 80.0;
    element.axial_stiffness = 1e4;
    element.mass = kMass;
    element.diameter = kDiameter;
    element.displaced_mass = 1000.0 * kMass / 7800.0;
    element.buoyancy = 9.80665 * element.displaced_mass;
    element.weight = 9.80665 * kMass - element.buoyancy;
    element.added_mass = 3.8 * element.displaced_mass;
    element.drag = 0.5 * 1000.0 * 2.5 * kDiameter;
    element.axial_drag = 0.5 * 1000.0 * 0.5 * kPi * kDiameter;
    return {std::vector<Element>(80, element), {}, {}};
  }

  /// Mean of the greatest tensions of the last five of twelve cycles, of which three build up [N].
  double mean_maximum(double period, double radius, double h) {
    const long steps = std::lround(period / h);
    double sum = 0.0, greatest = 0.0;
    for (long i = 1; i <= 12 * steps; ++i) {
      const double time = static_cast<double>(i) * h, s = std::min(time / (3.0 * period), 1.0);
      const double r = radius * s * s * (3.0 - 2.0 * s), angle = 2.0 * kPi * time / period;
      line.kept.back() = Vector3(32.554 + r * std::sin(angle), 0, 0.3 + r * std::cos(angle));
      line.step_in(water, time - h, h);
      if (i <= 7 * steps) continue;
      greatest = std::max(greatest, line.state.tension.back());
      if (i % steps != 0) continue;
      sum += greatest / 5.0;
      greatest = 0.0;
    }
    return sum;
  }
};

}  // namespace

// Over all 25 conditions, with steps of 1.25 ms, the root mean square of the error is 1.5 N, of a
// goal of 2.5 N; here the five of the greatest radius, in coarser steps.
TEST_CASE("rod: the chain of a model test snaps as measured", "[solver][rods]") {
  RAFTUP_REQUIRE_REFERENCE(path, "lines/bergdahl_maxima.csv");
  double squares = 0.0;
  int count = 0;
  for (const std::vector<double>& row : read_rows(path)) {
    if (row[1] != 0.2) continue;
    const double error = ModelChain().mean_maximum(row[0], row[1], 0.005) - row[2];
    squares += error * error;
    ++count;
  }
  CHECK(count == 5);
  CHECK(std::sqrt(squares / count) < 2.5);
}
