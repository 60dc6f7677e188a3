#include "hydro/excitation/family_excitation.hpp"

#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/hydro/excitation/filed_ships.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;
using namespace raftup::testing;

namespace {

/// Of two spectra whose waves cross, and one wave below the first filed frequency.
Sea crossing_sea(const Database& database, int count) {
  DiscretisationOptions options;
  options.component_count = count;
  std::vector<WaveComponent> waves{{0.5 * database.omega[0], 0.3, 0.4, 0.7}};
  for (const auto& [period, direction] : {std::pair{9.0, 0.7}, {8.0, -1.1}}) {
    const auto some = irregular_waves(JonswapSpectrum(3.0, period, 3.3), {direction}, options);
    waves.insert(waves.end(), some.begin(), some.end());
  }
  return {waves, database.water_depth, database.gravity, 20.0};
}

/// Bodies on their way, the second over an edge between cells of headings.
UniformMotion under_way(const Database& database, double middle) {
  UniformMotion motion{middle, 0.05, filed_poses(database), {}};
  motion.poses[0].x += 3.0;
  motion.poses[0].heading += 0.0123;
  motion.poses[1].heading += 7.0 * BodyExcitation::kHeadingStep + 1e-4;
  motion.changes = {{0.02, -0.01, 1e-3}, {-0.03, 0.05, 2e-3}};
  return motion;
}

}  // namespace

TEST_CASE("family excitation: sums shared by databases give the forces of each by itself",
          "[excitation][analytic]") {
  const Database database = alongside();
  Database other = database;
  for (MatrixXcd& forces : other.excitation.values) forces *= Complex(0.8, 0.3);
  const Sea sea = crossing_sea(database, 500);
  REQUIRE(FamilyExcitation::is_of_use(sea, database));
  const std::vector<std::shared_ptr<const Database>> nodes{
      std::make_shared<const Database>(database), std::make_shared<const Database>(other)};
  FamilyExcitation family(nodes, sea, filed_poses(database));
  for (const double middle : {0.05, 12.0, 987.0}) {  // within the ramp and after it
    const UniformMotion motion = under_way(database, middle);
    family.begin(motion);
    for (const std::size_t k : {1, 0}) {
      Excitation alone(*nodes[k], sea, filed_poses(database), {true, false});
      StepExcitation expected;
      alone.linearize(motion, expected);
      const StepExcitation& found = family.node(k);
      for (std::size_t n = 0; n < 3; ++n) {
        const double forces = expected[n].force.norm(), slopes = expected[n].gradient.norm();
        CHECK((found[n].force - expected[n].force).norm() <= 1e-12 * forces);
        CHECK((found[n].gradient - expected[n].gradient).norm() <= 1e-12 * slopes);
        CHECK(found[n].poses[1].heading == expected[n].poses[1].heading);
      }
    }
  }
}

TEST_CASE("family excitation: is of use where waves outnumber frequencies and do not change",
          "[excitation]") {
  const Database database = alongside();
  CHECK_FALSE(FamilyExcitation::is_of_use(crossing_sea(database, 400), database));
  const VarianceHistory history{0, {0.0}, MatrixXd::Constant(1, 1, 0.005)};
  std::vector<WaveComponent> waves = crossing_sea(database, 500).components();
  waves[0].amplitude = 0.1;
  const Sea changing(waves, {database.water_depth, database.gravity, {}}, 0.0, {history});
  CHECK_FALSE(FamilyExcitation::is_of_use(changing, database));
}

TEST_CASE("family excitation: a sea beyond the data is refused as by one database",
          "[excitation]") {
  const auto database = std::make_shared<const Database>(alongside());
  std::vector<WaveComponent> waves = crossing_sea(*database, 500).components();
  waves.back().omega = 1.1 * database->omega[database->omega.size() - 1];
  const Sea sea(waves, database->water_depth, database->gravity, 0.0);
  CHECK_THROWS_WITH(FamilyExcitation({database}, sea, filed_poses(*database)),
                    Catch::Contains("omega must not exceed the database's last frequency"));
}
