#include <fmt/format.h>

#include <cmath>

#include "hydro/error.hpp"
#include "hydro/radiation/convolution.hpp"
#include "hydro/radiation/no_memory.hpp"
#include "hydro/radiation/radiation_options.hpp"

namespace raftup::hydro {
namespace {

/// A_inf of a group that has no memory: that of the file where it has one, else that of A and B.
RadiationModel without_memory(const Database& database, const RadiationOptions& options,
                              double step) {
  const RadiationCoefficients coefficients(database, options.data, options.body_interaction);
  RadiationModel model;
  model.memory = std::make_unique<NoMemory>(coefficients.infinite_added_mass(), step);
  model.report.form = RadiationForm::kNone;
  model.report.data_residual = coefficients.data_residual();
  model.report.findings = coefficients.findings();
  return model;
}

}  // namespace

RadiationModel make_radiation_model(const Database& database, const RadiationOptions& options,
                                    double step, FitCache* /*cache*/) {
  require(step > 0.0 && std::isfinite(step),
          fmt::format("step of a radiation memory must be positive, got {} s", step));
  if (options.form == RadiationForm::kNone) return without_memory(database, options, step);
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
