/// @file Default radiation memory of every sample database: its form, its errors, its passivity.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "hydro/database/readers/read_database.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/radiation/state_space/passivity.hpp"
#include "hydro/radiation/state_space/state_space.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using hydro::RationalModel;

namespace {

/// The dofs that radiate, each divided by its scale, so that 1 is the peak of the damping.
RationalModel scaled(const RationalModel& model, const hydro::RadiationCoefficients& coefficients) {
  const VectorXd& scale = coefficients.dof_scale();
  std::vector<Eigen::Index> active;
  for (Eigen::Index i = 0; i < scale.size(); ++i) {
    if (scale[i] > 0.0) active.push_back(i);
  }
  const auto size = static_cast<Eigen::Index>(active.size());
  RationalModel result{model.poles, RowMajorMatrix(model.pole_count(), size * size)};
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      const Eigen::Index row = active[static_cast<std::size_t>(i)];
      const Eigen::Index column = active[static_cast<std::size_t>(j)];
      result.coefficients.col(i * size + j) =
          model.coefficients.col(row * scale.size() + column) / (scale[row] * scale[column]);
    }
  }
  return result;
}

/// 10 000 frequencies from a hundredth of the first to ten times the last.
VectorXd frequencies(double first, double last) {
  const VectorXd exponents =
      VectorXd::LinSpaced(10000, std::log(0.01 * first), std::log(10.0 * last));
  return exponents.array().exp();
}

void check_default_memory(const hydro::Database& database, double allowed) {
  constexpr double kNoBand = 0.0;  // plain eigenvalues of Re K(i omega), not those of G
  const auto model = make_radiation_model(database, {}, 0.05, nullptr);
  INFO(model.report.pole_count << " poles, added mass " << model.report.error_added_mass
                               << ", damping " << model.report.error_damping);
  REQUIRE(model.report.form == hydro::RadiationForm::kStateSpace);
  CHECK(model.report.error_added_mass <= allowed);
  CHECK(model.report.error_damping <= allowed);
  const hydro::RadiationCoefficients coefficients(database, hydro::RadiationData::kRepaired, true);
  const VectorXd& filed = coefficients.filed_omega();
  const VectorXd omega = frequencies(filed[0], filed[filed.size() - 1]);
  const auto& memory = dynamic_cast<const hydro::StateSpace&>(*model.memory);
  const hydro::PassivityBand plain{kNoBand, std::numeric_limits<double>::infinity()};
  // rounding of sums of residues that cancel
  CHECK(hydro::lowest_eigenvalue(scaled(memory.model(), coefficients), omega, plain) >= -1e-7);
}

}  // namespace

TEST_CASE("default memory: state spaces of our own databases are accurate and passive",
          "[radiation][reference]") {
  struct Case {
    std::string file;
    double allowed;
  };
  // what A and B of the file contradict each other by: tug_shallow at its irregular frequency
  const auto sample = GENERATE(Case{"hemisphere.h5", 1e-2}, Case{"alongside.h5", 2e-2},
                               Case{"tug_shallow.h5", 0.2}, Case{"array9.h5", 5e-2});
  INFO(sample.file);
  check_default_memory(hydro::read_bemio(testing::own_data() / sample.file), sample.allowed);
}

TEST_CASE("default memory: state spaces of sphere, RM3 and trimaran are accurate and passive",
          "[radiation][reference]") {
  const auto [file, allowed] = GENERATE(table<std::string, double>(
      {{"bemio/sphere.h5", 5e-3}, {"bemio/rm3.h5", 0.1}, {"bemio/trimaran.h5", 1e-3}}));
  RAFTUP_REQUIRE_REFERENCE(path, file);
  INFO(file);
  check_default_memory(hydro::read_bemio(path), allowed);
}
