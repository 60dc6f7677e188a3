#include "hydro/radiation/convolution/elevation_memory.hpp"

#include <cmath>

#include "tests/hydro/database/small_database.hpp"
#include "tests/hydro/radiation/radiated_field.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

constexpr double kSampleStep = 0.05;  ///< s

VectorXd heave_at(double speed) {
  VectorXd velocity = VectorXd::Zero(kDofs);
  velocity[2] = speed;
  return velocity;
}

/// Radiates 3 times as much at the second of two points.
Database radiating_database() {
  Database database = testing::database_with_field(2);
  database.field.radiation[1] *= 3.0;
  return database;
}

}  // namespace

TEST_CASE("elevation memory: a body that starts to heave at once raises the water by its kernel",
          "[hydro][radiation][analytic]") {
  const ElevationMemory memory(radiating_database(), {1, 0}, kSampleStep);
  MemoryState state = memory.initial_state(heave_at(1.0));
  CHECK(memory.elevation(state, 1) == 0.0);
  // K = d/dtau (tau^3/6 exp(-tau)); the lines between the frequencies and the end of the kernel
  // miss 5e-4 of the largest elevation, .22 m.
  for (int step = 1; step <= 600; ++step) {
    memory.advance(state, heave_at(1.0));
    const double t = kSampleStep * step;
    CAPTURE(t);
    const double expected = t * t * t / 6.0 * std::exp(-t);
    CHECK(memory.elevation(state, 1) == Approx(expected).epsilon(0.0).margin(5e-4));
    CHECK(memory.elevation(state, 0) == Approx(3.0 * expected).epsilon(0.0).margin(1.5e-3));
  }
}

TEST_CASE("elevation memory: a harmonic motion radiates the amplitude |E|, with its phase",
          "[hydro][radiation][analytic]") {
  const Database database = radiating_database();
  const ElevationMemory memory(database, {0}, kSampleStep);
  for (const double omega : {0.3, 0.75, 1.7}) {
    CAPTURE(omega);
    MemoryState state = memory.initial_state(heave_at(1.0));
    const Complex E = testing::radiated_elevation(omega);
    for (int step = 1; step <= 1000; ++step) {
      memory.advance(state, heave_at(std::cos(omega * kSampleStep * step)));
      if (step < 600) continue;  // the start has died out: exp(-30)
      const double expected = (E * std::polar(1.0, omega * kSampleStep * step)).real();
      CHECK(memory.elevation(state, 0) == Approx(expected).epsilon(0.0).margin(3e-3 * std::abs(E)));
    }
  }
}

TEST_CASE("elevation memory: the kernel ends where it has died out", "[hydro][radiation]") {
  const Database database = radiating_database();
  const ElevationMemory memory(database, {0}, kSampleStep);
  // The kernel falls below a thousandth of its peak, .13, at 15.4 s; its longest would be 31 s.
  CHECK(memory.duration() == Approx(15.4).epsilon(0.0).margin(0.2));
  CHECK(memory.place_count() == std::lround(memory.duration() / kSampleStep) + 1);
  const ElevationMemory coarse(database, {0}, 4.0);
  CHECK(coarse.place_count() == 11);  // no kernel is shorter than ten steps
}

TEST_CASE("elevation memory: steps that would need too many values are refused before any is made",
          "[hydro][radiation]") {
  const Database database = radiating_database();
  CHECK_THROWS_WITH(ElevationMemory(database, {0}, 1e-7),
                    Catch::Contains("the step must be longer for disturbed probes"));
}

TEST_CASE("elevation memory: a database of a single frequency has a kernel that ends",
          "[hydro][radiation]") {
  Database database = radiating_database();
  database.omega = VectorXd(database.omega.head(1));
  for (MatrixXcd& values : database.field.radiation) values = MatrixXcd(values.leftCols(1));
  const ElevationMemory memory(database, {0}, kSampleStep);
  CHECK(memory.duration() > 0.0);
  CHECK(memory.duration() <= 3.15 / database.omega[0]);
}
