#include "hydro/excitation/excitation_at_speed.hpp"

#include "hydro/base/error.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using hydro::SpeedWeight;

TEST_CASE("excitation at speed: weights are linear between speeds and end at the last",
          "[hydro][excitation][speed]") {
  const VectorXd speeds = Vector3(0.0, 4.0, 8.0);
  const auto value = [&](double speed) {  // of a function that is 1, 3, 9 at the speeds
    double sum = 0.0;
    for (const SpeedWeight& each : hydro::speed_weights(speeds, speed)) {
      sum += each.weight * std::vector{1.0, 3.0, 9.0}[each.speed];
    }
    return sum;
  };
  CHECK(value(0.0) == 1.0);
  CHECK(value(1.0) == Approx(1.5));
  CHECK(value(4.0) == 3.0);
  CHECK(value(6.0) == Approx(6.0));
  CHECK(value(8.0) == 9.0);
  CHECK(value(8.1) == 9.0);   // within the margin
  CHECK(value(-0.1) == 1.0);  // likewise
  CHECK(hydro::speed_weights(VectorXd::Zero(1), 0.0).size() == 1);
  CHECK_THROWS_WITH(value(8.2),
                    "speed through the water along the bow must lie within the speeds of "
                    "excitation_force_at_speed, 0 to 8 m/s, got 8.2");
  CHECK_THROWS(value(-0.2));
}

TEST_CASE(
    "excitation at speed: a database at a speed has its excitation and what diffraction is left",
    "[hydro][excitation][speed]") {
  hydro::Database database = testing::complete_database(1);
  const auto moving = hydro::with_excitation_at(database, {{0, 0.25}, {1, 0.75}});
  const auto& forces = database.excitation_at_speed.forces;
  const MatrixXcd expected = 0.25 * forces[0].values[0] + 0.75 * forces[1].values[0];
  CHECK((moving.excitation.values[0] - expected).norm() < 1e-12 * expected.norm());
  CHECK((moving.diffraction.values[0] + database.froude_krylov.values[0] - expected).norm() <
        1e-12 * expected.norm());
  database.froude_krylov = {};
  CHECK(hydro::with_excitation_at(database, {{0, 1.0}}).diffraction.empty());
}
