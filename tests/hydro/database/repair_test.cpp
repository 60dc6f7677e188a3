#include "hydro/database/repair/repair.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using Catch::Contains;

namespace {

Database hemisphere() { return read_bemio(testing::own_data() / "hemisphere.h5"); }

const Finding* finding_of(const Database& database, const std::string& name) {
  const auto found = std::find_if(database.findings.begin(), database.findings.end(),
                                  [&](const Finding& one) { return one.name == name; });
  return found == database.findings.end() ? nullptr : &*found;
}

/// What A and B disagree by with the file's A_inf at the first `count` frequencies: root of the
/// mean square of |A - A_inf - Kramers-Kronig of B|_ij / sqrt(max A_ii max A_jj), worst pair.
double disagreement(const Database& database, Eigen::Index count) {
  const MatrixXd weights = kramers_kronig_weights(database.omega);
  const Eigen::Index dofs = database.dof_count();
  VectorXd scale = VectorXd::Zero(dofs);
  MatrixXd squares = MatrixXd::Zero(dofs, dofs);
  for (Eigen::Index k = 0; k < count; ++k) {
    const MatrixXd& added_mass = database.added_mass[static_cast<std::size_t>(k)];
    MatrixXd difference = added_mass - *database.added_mass_infinite;
    for (Eigen::Index j = 0; j < database.omega.size(); ++j) {
      difference += weights(k, j) * database.radiation_damping[static_cast<std::size_t>(j)];
    }
    squares += difference.cwiseAbs2() / static_cast<double>(count);
    scale = scale.cwiseMax(added_mass.diagonal());
  }
  const VectorXd unit = scale.cwiseSqrt().cwiseInverse();
  return (unit.asDiagonal() * squares.cwiseSqrt() * unit.asDiagonal()).maxCoeff();
}

}  // namespace

TEST_CASE("repair: data that need none keep every bit", "[hydro][database]") {
  const Database filed = hemisphere();
  const Database repaired = repair(filed, {.drop_outliers = true});
  for (std::size_t k = 0; k < filed.added_mass.size(); ++k) {
    REQUIRE(repaired.added_mass[k] == filed.added_mass[k]);
    REQUIRE(repaired.radiation_damping[k] == filed.radiation_damping[k]);
  }
  REQUIRE_THAT(repaired.history.back(), Contains("bridged: none"));
  const Database symmetric = testing::small_database(2);

  REQUIRE(repair(symmetric, {.symmetrize = true}).added_mass == symmetric.added_mass);
}

TEST_CASE("repair: asymmetry goes, and what went is said", "[hydro][database]") {
  Database database = testing::small_database(2);
  database.added_mass[1](1, 8) = 90.0;
  const Database repaired = repair(database, {.symmetrize = true});
  REQUIRE(repaired.added_mass[1](1, 8) == 45.0);
  REQUIRE(repaired.added_mass[1](8, 1) == 45.0);
  const Finding* finding = finding_of(repaired, "added_mass_symmetrised");
  REQUIRE(finding != nullptr);
  REQUIRE(finding->value == 45.0 / 9e3);
  REQUIRE_THAT(finding->message, Contains("0.5 %") && Contains("ship1 sway, ship2 heave"));
}

TEST_CASE("repair: a spike is bridged at its frequency in its pair and nowhere else",
          "[hydro][database]") {
  const Database filed = hemisphere();
  Database spoilt = filed;
  spoilt.radiation_damping[20](2, 2) *= 1.3;
  const Database repaired = repair(spoilt, {.drop_outliers = true});
  for (std::size_t k = 0; k < filed.added_mass.size(); ++k) {
    MatrixXd change = repaired.radiation_damping[k] - filed.radiation_damping[k];
    if (k == 20) {
      // what a cubic over steps of .1 rad/s misses of B33
      REQUIRE(std::abs(change(2, 2)) < 2e-3 * filed.radiation_damping[k](2, 2));
      change(2, 2) = 0.0;
    }
    REQUIRE(change.isZero(0.0));
  }
  const Finding* finding = finding_of(repaired, "outliers_bridged");
  REQUIRE(finding != nullptr);
  REQUIRE_THAT(finding->message, Contains("1 spikes of") && Contains("at 2.1 rad/s") &&
                                     Contains("hemisphere heave, hemisphere heave"));
}

TEST_CASE("repair: tail and A_inf make A and B of two ships agree five times better",
          "[hydro][database]") {
  const Database filed = read_bemio(testing::own_data() / "alongside.h5");
  const Database repaired = repair(filed, {.extend_tail = true, .fit_infinite = true});
  // 2.9e-2 becomes 5.8e-3
  REQUIRE(disagreement(filed, 117) > 2.5e-2);
  REQUIRE(disagreement(repaired, 117) < 6e-3);
  REQUIRE(repaired.omega[repaired.omega.size() - 1] == Approx(30.0));
  REQUIRE(finding_of(repaired, "radiation_damping_extended") != nullptr);
  REQUIRE_THAT(finding_of(repaired, "added_mass_infinite_fitted")->message,
               Contains("largest change"));
  // what was found before is history, before the repair
  REQUIRE(finding_of(repaired, "infinite_added_mass_mismatch") == nullptr);
  REQUIRE_THAT(repaired.history.front(), Contains("found before: "));
}

TEST_CASE("repair: a resonance of a gap is causal and kept, an irregular frequency is not",
          "[hydro][database]") {
  const Database ships = read_bemio(testing::own_data() / "alongside.h5");
  const Database repaired = repair(ships, {.drop_outliers = true});
  REQUIRE_THAT(repaired.history.back(), Contains("kept, since A and B would agree less"));
  REQUIRE(disagreement(repaired, 117) <= disagreement(ships, 117));
  const Database tug =
      repair(read_bemio(testing::own_data() / "tug_shallow.h5"), {.drop_outliers = true});
  REQUIRE_THAT(tug.history.back(),
               Contains("at 1.85, 1.9, 1.95 rad/s") && Contains("tug heave, tug heave"));
}

TEST_CASE("repair: tail and A_inf make A and B of rm3 agree better",
          "[hydro][database][reference]") {
  RAFTUP_REQUIRE_REFERENCE(file, "bemio/rm3.h5");
  const Database filed = read_bemio(file);
  const Database repaired = repair(
      filed,
      {.symmetrize = true, .drop_outliers = true, .extend_tail = true, .fit_infinite = true});
  // 5.5e-2 becomes 9.7e-3
  REQUIRE(disagreement(repaired, 260) < 0.2 * disagreement(filed, 260));
}

TEST_CASE("repair: what was repaired stands in the file that is written", "[hydro][database]") {
  const RepairOptions all{true, true, true, true};
  Database repaired = repair(read_bemio(testing::own_data() / "alongside.h5"), all);
  const Database again = read_raftup(write_raftup(repaired));
  REQUIRE(again.history == repaired.history);
  for (const Finding& finding : repaired.findings) {
    REQUIRE(finding_of(again, finding.name) != nullptr);
    REQUIRE(finding_of(again, finding.name)->message == finding.message);
  }
}

TEST_CASE("repair: refuses a tail of damping that the file has not", "[hydro][database]") {
  Database database = testing::small_database(1);
  database.radiation_damping.clear();
  REQUIRE_THROWS_WITH(repair(database, {.extend_tail = true}),
                      Contains("extend_tail needs added mass and radiation damping"));
  REQUIRE_THROWS_WITH(repair(testing::complete_database(1), {.extend_tail = true}),
                      Contains("extend_tail must be left out for a database with field points"));
  Database with_sections = testing::complete_database(1);
  with_sections.field = {};
  REQUIRE_THROWS_WITH(repair(with_sections, {.extend_tail = true}),
                      Contains("extend_tail must be left out for a database with excitation at"));
  with_sections.excitation_at_speed = {};
  REQUIRE_THROWS_WITH(repair(with_sections, {.extend_tail = true}),
                      Contains("extend_tail must be left out for a database with sections"));
  REQUIRE_THROWS_WITH(repair(database, {.drop_outliers = true}),
                      Contains("drop_outliers needs radiation damping"));
}
