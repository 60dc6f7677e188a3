#include "hydro/radiation/constant_radiation_model.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/database/at_frequency.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/radiation/base/constant_radiation.hpp"
#include "hydro/radiation/base/passive_damping.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {

namespace {

/// Magnitude below which a negative eigenvalue, with scaled dofs, is rounding.
constexpr double kFrequencyRounding = 1e-9;

/// Returns the symmetric part of B without negative eigenvalues. A dof whose B_ii is not positive
/// has no damping at all.
MatrixXd passive(const MatrixXd& B, double omega, Findings& findings) {
  const VectorXd scale = B.diagonal().cwiseMax(0.0).cwiseSqrt();
  RowMajorMatrix clipped = B;
  const double lowest = clip_eigenvalues(clipped, scale, inverse_scale(scale));
  if (lowest >= -kFrequencyRounding) return 0.5 * (B + B.transpose());
  findings.push_back(
      {"radiation_damping_clipped", Severity::kWarning,
       fmt::format("negative eigenvalues of the radiation damping at {:.4g} rad/s clipped at 0: "
                   "lowest was {:.3g}, every dof scaled to 1",
                   omega, lowest),
       lowest});
  return clipped;
}

}  // namespace

RadiationModel make_constant_radiation(const Database& database, const RadiationOptions& options,
                                       double step) {
  require(options.frequency.has_value(), "radiation.frequency must be given with memory constant");
  require(!database.added_mass.empty() && !database.radiation_damping.empty(),
          "radiation of memory constant needs added_mass and radiation_damping: the database lacks "
          "one of them");
  const double omega = *options.frequency;
  MatrixXd A = at_frequency(database.omega, database.added_mass, omega);
  MatrixXd B = at_frequency(database.omega, database.radiation_damping, omega);
  if (!options.body_interaction) {
    A = diagonal_blocks(std::move(A));
    B = diagonal_blocks(std::move(B));
  }
  RadiationModel model;
  model.report.form = RadiationForm::kConstant;
  if (options.data == RadiationData::kRepaired) B = passive(B, omega, model.report.findings);
  model.memory = std::make_shared<ConstantRadiation>(0.5 * (A + A.transpose()), B, step);
  return model;
}

}  // namespace raftup::hydro
