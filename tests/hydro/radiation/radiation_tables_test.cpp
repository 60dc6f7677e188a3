#include "hydro/radiation/base/radiation_tables.hpp"

#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fit_cache.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::RadiationTables;

namespace {

/// A file with a digest, whose damping is so many times that of the pair.
Database known_database(double size) {
  Database database = damping_database(1, VectorXd::LinSpaced(20, 0.2, 4.0),
                                       [size](double omega) { return size * pair_damping(omega); });
  database.bodies[0].name = "hull";
  database.sha256 = "digest";
  return database;
}

}  // namespace

TEST_CASE("radiation tables: what is asked for again is not computed again, and is the same",
          "[radiation]") {
  const hydro::RadiationCoefficients coefficients(known_database(1.0),
                                                  hydro::RadiationData::kRepaired, true);
  const RadiationTables tables(coefficients);
  const VectorXd omega = VectorXd::LinSpaced(RadiationTables::kShortest, 0.1, 6.0);
  const auto first = tables.added_mass_rows(omega);
  CHECK(*first == coefficients.added_mass_rows(omega));
  CHECK(tables.added_mass_rows(omega) == first);
  for (std::size_t i = 1; i <= RadiationTables::kKeptTables; ++i) {
    const VectorXd other = omega * (1.0 + 0.1 * static_cast<double>(i));
    CHECK(*tables.added_mass_rows(other) == coefficients.added_mass_rows(other));
  }
  CHECK(tables.added_mass_rows(omega) != first);  // forgotten
  CHECK(*tables.added_mass_rows(omega) == *first);
  const VectorXd few = omega.head(RadiationTables::kShortest - 1);
  CHECK(tables.added_mass_rows(few) != tables.added_mass_rows(few));
}

TEST_CASE("radiation tables: a cache tells them apart by digest, bodies and options",
          "[radiation]") {
  MapFitCache cache;
  const Database database = known_database(1.0);
  const hydro::RadiationOptions options;
  const auto tables = radiation_tables(database, options, &cache);
  CHECK(radiation_tables(database, options, &cache) == tables);
  hydro::RadiationOptions other = options;
  other.data = hydro::RadiationData::kAsFiled;
  CHECK(radiation_tables(database, other, &cache) != tables);
  other = options;
  other.body_interaction = false;
  CHECK(radiation_tables(database, other, &cache) != tables);
  other = options;
  other.tolerance = 0.1;  // of a fit: none of the data's
  CHECK(radiation_tables(database, other, &cache) == tables);
  Database renamed = database;
  renamed.bodies[0].name = "other";
  CHECK(radiation_tables(renamed, options, &cache) != tables);
  Database nameless = known_database(2.0);
  nameless.sha256.clear();
  const auto doubled = radiation_tables(nameless, options, &cache);
  CHECK(doubled->coefficients().radiation_damping(1.0)(0, 0) ==
        Approx(2.0 * tables->coefficients().radiation_damping(1.0)(0, 0)));
  CHECK(radiation_tables(nameless, options, &cache) != doubled);
}
