#include "hydro/radiation/response_difference.hpp"

#include <algorithm>
#include <string>

#include "hydro/database/readers/bemio.hpp"
#include "hydro/error.hpp"
#include "hydro/radiation/radiation_coefficients.hpp"
#include "hydro/radiation/radiation_options.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

double worst(const std::vector<ResponseDifference>& differences) {
  double value = 0.0;
  for (const ResponseDifference& one : differences) value = std::max(value, one.difference);
  return value;
}

/// The response by the state space in use against that by the repaired data it was fitted to.
double fit_difference(const Database& database, double tolerance = 1e-3) {
  const RadiationCoefficients repaired(database, RadiationData::kRepaired, true);
  RadiationOptions options;
  options.form = RadiationForm::kStateSpace;
  options.tolerance = tolerance;
  const RadiationModel model = make_radiation_model(database, options, 0.05, nullptr);
  RadiationSeries expected, found;
  for (const double omega : database.omega) {
    expected.added_mass.push_back(repaired.added_mass(omega));
    expected.radiation_damping.push_back(repaired.radiation_damping(omega));
    found.added_mass.push_back(model.memory->added_mass(omega));
    found.radiation_damping.push_back(model.memory->radiation_damping(omega));
  }
  return worst(compare_responses(database, expected, found));
}

}  // namespace

TEST_CASE("response: the same data give the same response, more added mass another",
          "[hydro][radiation]") {
  const Database database = read_bemio(testing::own_data() / "hemisphere.h5");
  const RadiationSeries filed{database.added_mass, database.radiation_damping};
  REQUIRE(worst(compare_responses(database, filed, filed)) == 0.0);
  RadiationSeries heavier = filed;
  for (MatrixXd& added_mass : heavier.added_mass) added_mass(2, 2) *= 1.1;
  const auto differences = compare_responses(database, filed, heavier);
  REQUIRE(differences.size() == 5);  // its yaw radiates nothing
  REQUIRE(differences[2].dof == 2);
  REQUIRE(differences[2].difference > 0.05);
  REQUIRE(differences[0].difference < 1e-3);  // surge feels it through asymmetry alone
  heavier.added_mass.pop_back();
  REQUIRE_THROWS_AS(compare_responses(database, filed, heavier), Error);
}

TEST_CASE("response: a state space meets the repaired data to .3 % of the peak response",
          "[hydro][radiation]") {
  const auto [name, tolerance] = GENERATE(table<std::string, double>({
      {"hemisphere.h5", 1e-3},
      {"tug_shallow.h5", 1e-3},
      // the default tolerance leaves .46 % at the resonance of the gap
      {"alongside.h5", 5e-4},
  }));
  INFO(name);
  CHECK(fit_difference(read_bemio(testing::own_data() / name), tolerance) < 3e-3);
}

TEST_CASE("response: a state space of published data meets them to .3 % of the peak response",
          "[hydro][radiation][reference]") {
  const std::string name = GENERATE("bemio/sphere.h5", "bemio/rm3.h5");
  INFO(name);
  RAFTUP_REQUIRE_REFERENCE(file, name);
  CHECK(fit_difference(read_bemio(file)) < 3e-3);
}

TEST_CASE("response: the file's own numbers differ by what its A and B disagree",
          "[hydro][radiation]") {
  const auto differences =
      compare_filed_with_repaired(read_bemio(testing::own_data() / "hemisphere.h5"));
  REQUIRE(differences.size() == 5);
  // A and B of the file disagree by .8 %, which resonance magnifies
  CHECK(worst(differences) > 1e-3);
  CHECK(worst(differences) < 5e-2);
}
