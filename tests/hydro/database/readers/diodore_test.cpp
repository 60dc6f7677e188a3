
#include <cmath>
#include <limits>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

/// The six numbers of row `period` below the heading number `direction` of a section.
Vector6 filed_row(const SourceFile& file, const std::string& section, int direction, int period) {
  int found = -1;
  const std::vector<TextLine> lines = lines_of(file);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].text.find("[" + section + "]") == std::string_view::npos) continue;
    if (++found != direction) continue;
    const std::vector<double> row =
        numbers_of(file, lines[i + 1 + static_cast<std::size_t>(period)], 7);
    return Eigen::Map<const Vector6>(row.data() + 1);
  }
  FAIL("no such section: " << section);
  return {};
}

}  // namespace

TEST_CASE("test_ship.hdb: the motions in the file solve the equation of motion with what is read",
          "[hydro][database][diodore][reference]") {
  RAFTUP_REQUIRE_REFERENCE(path, "diodore/test_ship.hdb");
  const SourceFile file = testing::source_file(path);
  const Database database = read_diodore(file, testing::test_ship_options());
  CHECK(database.omega.size() == 6);
  CHECK(database.wave_directions.size() == 13);
  CHECK(database.bodies.at(0).displaced_volume == 253300.0 / 1025.0);
  Matrix6 mass = Matrix6::Zero();
  mass.diagonal() << 253300, 253300, 253300, 1.538e6, 8.295e6, 8.295e6;
  const std::vector<int> directions = {0, 4, 12};
  for (const int direction : directions) {
    for (const int period : {2, 4, 5}) {  // at 1 s the printed digits do not carry the balance
      const Vector6 modulus = filed_row(file, "INCIDENCE_RAO_MOD_001", direction, period);
      const Vector6 phase = filed_row(file, "INCIDENCE_RAO_PH_001", direction, period);
      Eigen::Matrix<Complex, 6, 1> motion;  // e^{+i omega t}: the filed phase with its sign changed
      for (Eigen::Index i = 0; i < kDofs; ++i) {
        const double unit = i < 3 ? 1.0 : std::numbers::pi / 180.0;
        motion[i] = std::polar(modulus[i] * unit, -phase[i]);
      }
      const Eigen::Index k = 5 - period;  // ascending frequency, descending period
      const auto place = static_cast<std::size_t>(k);
      const double omega = database.omega[k];
      const Eigen::Matrix<Complex, 6, 6> system =
          (-omega * omega * (mass + database.added_mass[place]) +
           database.bodies[0].hydrostatic_stiffness)
              .cast<Complex>() +
          Complex(0, omega) * database.radiation_damping[place].cast<Complex>();
      const Eigen::Matrix<Complex, 6, 1> force =
          database.excitation.values[static_cast<std::size_t>(direction)].col(k);
      for (const Eigen::Index dof : {Eigen::Index{0}, Eigen::Index{2}, Eigen::Index{4}}) {
        // Seven printed digits, of which the balance of large terms takes four.
        CHECK(std::abs((system * motion - force)[dof]) <= 3e-3 * std::abs(force[dof]));
      }
    }
  }
}

TEST_CASE("test_ship.hdb: the mean drift force goes with the waves", "[hydro][database][diodore]") {
  RAFTUP_REQUIRE_REFERENCE(path, "diodore/test_ship.hdb");
  const SourceFile file = testing::source_file(path);
  const Database database = read_database(std::span(&file, 1), testing::test_ship_options());
  REQUIRE(database.mean_drift_force.size() == 13);
  CHECK(database.mean_drift_force[0](0, 5) == 3.847296e4);  // 1 s, following waves
  CHECK(database.mean_drift_force[12](0, 5) < 0.0);         // head waves
}

TEST_CASE("Diodore: what breaks a rule is refused with file, line and rule",
          "[hydro][database][diodore]") {
  RAFTUP_REQUIRE_REFERENCE(path, "diodore/test_ship.hdb");
  const SourceFile whole = testing::source_file(path);
  const std::string text(reinterpret_cast<const char*>(whole.bytes.data()), whole.bytes.size());
  const auto refusal = [](const std::string& changed) -> std::string {
    try {
      const SourceFile file = testing::text_source("ship.hdb", changed);
      read_database(std::span(&file, 1), testing::test_ship_options());
      return {};
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::kInvalidArgument);
      return error.what();
    }
  };
  const auto replaced = [&text](const std::string& from, const std::string& to) {
    std::string changed = text;
    return changed.replace(changed.find(from), from.size(), to);
  };
  CHECK(refusal(text.substr(0, text.size() / 2)) ==
        "ship.hdb: [INCIDENCE_EFM_PH_001] must come once per heading (13), comes 12 times");
  CHECK_THAT(refusal(replaced("[FORWARD_SPEED]   0.00", "[FORWARD_SPEED]   2.00")),
             Catch::StartsWith("ship.hdb line 2 must be 0"));
  CHECK_THAT(refusal(replaced("1.097184E+04", "1.097184X+04")),
             Catch::StartsWith("ship.hdb line 51 must hold 7 numbers, is \"    1.00  1.097184X"));
  CHECK_THAT(refusal(replaced("[DAMPING_TERM_4]", "[DUMPING_TERM_4]")),
             Catch::StartsWith("ship.hdb: [DAMPING_TERM_4] is missing"));
  const SourceFile bare = testing::text_source("ship.hdb", text);
  REQUIRE_THROWS_WITH(
      read_database(std::span(&bare, 1)),
      Catch::StartsWith("ship.hdb must be imported with --density, --gravity, "
                        "--depth, --center-of-gravity, which the files do not say"));
}
