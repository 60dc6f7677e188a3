#include "hydro/excitation/elevation_excitation.hpp"

#include <cmath>
#include <functional>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

/// The force at a time from an elevation that is given as a function.
VectorXd force_at(const ElevationExcitation& excitation, double time, double sample_step,
                  const std::function<double(double)>& elevation) {
  std::vector<double> elevations(excitation.sample_count());
  for (std::size_t j = 0; j < elevations.size(); ++j) {
    elevations[j] =
        elevation(time + excitation.look_ahead() - static_cast<double>(j) * sample_step);
  }
  VectorXd force;
  excitation.evaluate(elevations, force);
  return force;
}

/// RMS difference between the forces from the elevation and from the components, over the RMS of
/// the latter: the largest over the dofs that carry more than 1 % of their kind (forces, moments).
double error_against_components(const Database& database, const Sea& sea, double direction,
                                const std::vector<HorizontalPose>& rest) {
  Excitation from_components(database, sea, rest, {false});
  const ElevationExcitation from_elevation(database, direction, rest, 0.05);
  const auto elevation = [&](double t) { return sea.elevation(t, {0.0, 0.0}); };
  VectorXd expected;
  VectorXd error = VectorXd::Zero(database.dof_count()), signal = error;
  for (int i = 0; i < 200; ++i) {
    from_components.evaluate(100.0 + 0.7 * i, {}, expected);
    const VectorXd actual = force_at(from_elevation, 100.0 + 0.7 * i, 0.05, elevation);
    error += (actual - expected).cwiseAbs2();
    signal += expected.cwiseAbs2();
  }
  double largest = 0.0;
  for (Eigen::Index i = 0; i < error.size(); ++i) {
    const double of_its_kind = signal.segment(i / 3 * 3, 3).maxCoeff();
    if (signal[i] > 1e-4 * of_its_kind)
      largest = std::max(largest, std::sqrt(error[i] / signal[i]));
  }
  UNSCOPED_INFO("look ahead " << from_elevation.look_ahead() << " s, error " << largest);
  return largest;
}

Sea storm(const Database& database, double direction, double peak_period) {
  DiscretisationOptions options;
  options.component_count = 200;
  return {irregular_waves(JonswapSpectrum(2.0, peak_period, 3.3), {direction}, options),
          database.water_depth, database.gravity, 0.0};
}

}  // namespace

TEST_CASE("excitation from the elevation: agrees with the components in irregular seas",
          "[excitation]") {
  const Database hemisphere = read_bemio(testing::own_data() / "hemisphere.h5");
  for (const double period : {5.0, 8.0, 12.0}) {
    const double direction = 0.5235987755982988;
    // the bound for external_sea.yaml
    CHECK(error_against_components(hemisphere, storm(hemisphere, direction, period), direction,
                                   filed_poses(hemisphere)) < 0.01);
  }
}

TEST_CASE("excitation from the elevation: two coupled ships, and bodies away from the origin",
          "[excitation]") {
  const Database alongside = read_bemio(testing::own_data() / "alongside.h5");
  auto poses = filed_poses(alongside);
  CHECK(error_against_components(alongside, storm(alongside, 2.0, 9.0), 2.0, poses) < 0.01);
  for (HorizontalPose& pose : poses) {
    pose.x += 150.0;
    pose.y -= 80.0;
  }
  CHECK(error_against_components(alongside, storm(alongside, 2.0, 9.0), 2.0, poses) < 0.01);
}

TEST_CASE("excitation from the elevation: water that rises slowly lifts the body with it",
          "[excitation][analytic]") {
  const Database database = read_bemio(testing::own_data() / "hemisphere.h5");
  const ElevationExcitation excitation(database, 0.0, {{0, 0, 0}}, 0.05);
  const VectorXd force = force_at(excitation, 0.0, 0.05, [](double) { return 0.3; });
  // what the impulse response leaves out beyond T
  CHECK(force[2] == Approx(0.3 * database.bodies[0].hydrostatic_stiffness(2, 2)).epsilon(5e-3));
}

TEST_CASE("excitation from the elevation: a passing pulse is felt before its crest arrives",
          "[excitation]") {
  const Database database = read_bemio(testing::own_data() / "hemisphere.h5");
  const ElevationExcitation excitation(database, 0.0, {{0, 0, 0}}, 0.05);
  const double begin = 2.0;
  const auto pulse = [&](double t) { return t > begin ? 1.0 : 0.0; };
  CHECK(std::abs(force_at(excitation, 0.0, 0.05, pulse)[2]) > 0.0);
  CHECK(excitation.look_ahead() > begin);
  const double too_early = begin - excitation.look_ahead() - 0.1;
  CHECK(force_at(excitation, too_early, 0.05, pulse).norm() == 0.0);
}

TEST_CASE("excitation from the elevation: impossible input is refused by name", "[excitation]") {
  const Database database = read_bemio(testing::own_data() / "hemisphere.h5");
  CHECK_THROWS_WITH(ElevationExcitation(database, 0.0, {{0, 0, 0}}, 1.0),
                    "sample_step must lie in (0, 0.4189] s, got 1");
  CHECK_THROWS_WITH(ElevationExcitation(database, NAN, {{0, 0, 0}}, 0.05),
                    "direction must be finite, got nan");
  CHECK_THROWS_WITH(ElevationExcitation(database, 0.0, {{0, 1e9, 0}}, 0.05),
                    Catch::Contains("rest must lie nearer to the origin"));
  CHECK_THROWS_WITH(ElevationExcitation(database, 0.0, {}, 0.05),
                    "rest must have one pose per body of the database (1), got 0");
}
