#include <fmt/format.h>

#include <cmath>

#include "hydro/database/infinite_added_mass.hpp"
#include "hydro/error.hpp"
#include "hydro/radiation/body_blocks.hpp"
#include "hydro/radiation/convolution.hpp"
#include "hydro/radiation/no_memory.hpp"
#include "hydro/radiation/radiation_options.hpp"

namespace raftup::hydro {
namespace {

RadiationModel without_memory(const Database& database, bool body_interaction, double step) {
  MatrixXd added_mass = infinite_added_mass(database);
  if (!body_interaction) added_mass = diagonal_blocks(added_mass);
  RadiationModel model;
  model.memory = std::make_unique<NoMemory>(std::move(added_mass), step);
  return model;
}

}  // namespace

RadiationModel make_radiation_model(const Database& database, const RadiationOptions& options,
                                    double step, FitCache* /*cache*/) {
  require(step > 0.0 && std::isfinite(step),
          fmt::format("step of a radiation memory must be positive, got {} s", step));
  if (options.form == RadiationForm::kNone) {
    return without_memory(database, options.body_interaction, step);
  }
  if (options.form == RadiationForm::kStateSpace) {
    throw Error(ErrorCode::kFailedPrecondition,
                "radiation.form state_space is not available yet, use convolution");
  }
  const RadiationCoefficients coefficients(database, options.data, options.body_interaction);
  RetardationKernel kernel(coefficients, step, options.kernel_duration);
  RadiationModel model;
  model.report.form = RadiationForm::kConvolution;
  model.report.kernel_duration = kernel.duration();
  model.report.data_residual = coefficients.data_residual();
  model.report.findings = coefficients.findings();
  model.memory =
      std::make_unique<Convolution>(std::move(kernel), coefficients.infinite_added_mass());
  return model;
}

}  // namespace raftup::hydro
