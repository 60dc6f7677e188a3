#include "hydro/radiation/section_radiation.hpp"

#include <cmath>

#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using Catch::Matchers::Contains;

namespace {

constexpr double kSectionStep = 0.1;  ///< s

/// H(i omega) = i omega / (1 + i omega)^2, the transform of K(tau) = (1 - tau) exp(-tau).
Complex oscillator_response(double omega) {
  const Complex s(1.0, omega);
  return Complex(0.0, omega) / (s * s);
}

/// A body that radiates in heave, A = 5 + Im H / omega, B = Re H, and two sections: .25 of the
/// body, and the pitch moment -8 of its heave beside that.
Database heaving_body() {
  Database database = testing::small_database(1);
  database.omega = VectorXd::LinSpaced(400, 0.05, 20.0);
  database.added_mass.clear();
  database.radiation_damping.clear();
  database.sections.resize(2);
  for (const double omega : database.omega) {
    MatrixXd A = MatrixXd::Zero(6, 6), B = A;
    A(2, 2) = 5.0 + oscillator_response(omega).imag() / omega;
    B(2, 2) = oscillator_response(omega).real();
    database.added_mass.push_back(A);
    database.radiation_damping.push_back(B);
    database.sections[0].added_mass.emplace_back(0.25 * A);
    database.sections[0].radiation_damping.emplace_back(0.25 * B);
    A(4, 2) = -8.0 * A(2, 2);
    B(4, 2) = -8.0 * B(2, 2);
    database.sections[1].added_mass.push_back(A);
    database.sections[1].radiation_damping.push_back(B);
  }
  return database;
}

}  // namespace

TEST_CASE("section radiation: a share of the rows of a body leaves nothing",
          "[hydro][radiation][analytic]") {
  const SectionRadiation radiation(heaving_body(), {0}, true, kSectionStep);
  CHECK(radiation.rows(0).share[2] == Approx(0.25).epsilon(1e-14));
  CHECK(radiation.rows(0).share[4] == 0.0);  // the body has no such row
  CHECK(radiation.rows(0).added_mass.cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("section radiation: a remainder has its own added mass and memory",
          "[hydro][radiation][analytic]") {
  const SectionRadiation radiation(heaving_body(), {0, 1}, true, kSectionStep);
  CHECK(radiation.rows(1).share[2] == Approx(1.0).epsilon(1e-14));
  // Infinite added mass 5 of heave, times -8; the damping beyond 40 rad/s is left out.
  CHECK(radiation.rows(1).added_mass(4, 2) == Approx(-40.0).epsilon(2e-3));
  const ElevationMemory& memory = *radiation.memory();
  VectorXd velocity = VectorXd::Zero(6);
  velocity[2] = 1.0;
  MemoryState state = memory.initial_state(velocity);
  for (int n = 0; n < 20; ++n) memory.advance(state, velocity);
  // int_0^2 (1 - tau) exp(-tau) dtau = 2 exp(-2)
  const Vector6 force = radiation.remaining_memory(state, 1);
  CHECK(force[4] == Approx(-8.0 * 2.0 * std::exp(-2.0)).epsilon(1e-2));
  CHECK(std::abs(force[2]) < 1e-12);
  CHECK(radiation.remaining_memory(state, 0).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("section radiation: data over frequency are needed", "[hydro][radiation]") {
  Database database = heaving_body();
  database.added_mass.clear();
  REQUIRE_THROWS_WITH(SectionRadiation(database, {0}, true, kSectionStep),
                      Contains("a database with sections must have added mass and radiation "
                               "damping over frequency"));
}
