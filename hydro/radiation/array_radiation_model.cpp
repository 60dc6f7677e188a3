#include "hydro/radiation/array_radiation_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/convolution/coarse_convolution.hpp"
#include "hydro/radiation/kernel/windowed_damping.hpp"
#include "hydro/radiation/radiation_findings.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;
using std::numbers::pi;

// Defaults of the duration of a kernel. With array9.h5, standard deviations in a sea differ by 3.5,
// 2.0, 1.5 and 1.3 % with 100, 200, 300 and 400 s. The number of crossings was chosen, not swept.
constexpr double kLeastDuration = 300.0;    // s
constexpr double kCrossings = 4.0;          // of the array, by waves of the next frequency
constexpr double kShareOfLast = 2.0 / 3.0;  // that frequency, relative to the last one of the file
// Magnitude below which a negative eigenvalue of B, with every dof divided by its scale, is rounding.
constexpr double kEigenvalueRounding = 1e-7;

/// Returns the largest horizontal distance between two bodies [m].
double extent_of(const Database& database) {
  double largest = 0.0;
  for (const DatabaseBody& one : database.bodies) {
    for (const DatabaseBody& other : database.bodies) {
      const auto apart = (one.center_of_gravity - other.center_of_gravity).head<2>();
      largest = std::max(largest, apart.norm());
    }
  }
  return largest;
}

double last_omega(const Database& database) { return database.omega[database.omega.size() - 1]; }

/// Returns the spacing of the kernel: the largest multiple of the step that is at most a quarter of
/// pi / omega_last, or the step.
double spacing_of(const Database& database, double step) {
  const double ratio = std::floor(0.25 * pi / (last_omega(database) * step));
  return step * std::max(1.0, ratio);
}

/// Waves of the frequency omega on deep water travel at g / (2 omega).
double duration_of(const Database& database, const RadiationOptions& options) {
  if (options.kernel_duration) return *options.kernel_duration;
  const double crossing =
      2.0 * kShareOfLast * last_omega(database) * extent_of(database) / database.gravity;
  return std::max(kLeastDuration, kCrossings * crossing);
}

/// Reports frequencies that are too far apart: between two of them, the phase of waves that cross
/// the array and come back should change by less than half a turn.
void note_frequency_step(const Database& database, Findings& findings) {
  const double extent = extent_of(database);
  if (extent == 0.0) return;
  const VectorXd& omega = database.omega;
  double worst = 1.0, at = 0.0, allowed = 0.0;
  for (Index k = 0; k + 1 < omega.size(); ++k) {
    const double limit = pi * database.gravity / (4.0 * omega[k + 1] * extent);
    const double ratio = (omega[k + 1] - omega[k]) / limit;
    if (ratio <= worst) continue;
    worst = ratio;
    at = omega[k + 1];
    allowed = limit;
  }
  if (worst <= 1.0) return;
  findings.push_back(
      {"array_frequency_step", Severity::kWarning,
       fmt::format("frequencies of an array of {:.4g} m should be at most {:.2g} rad/s apart at "
                   "{:.4g} rad/s, are {:.2g} rad/s; between them, waves between the bodies are not "
                   "resolved",
                   extent, allowed, at, worst * allowed),
       worst});
}

void note_clipped(const WindowedDamping& damping, Findings& findings) {
  if (damping.lowest_eigenvalue() >= -kEigenvalueRounding) return;
  findings.push_back(
      {"radiation_damping_clipped", Severity::kWarning,
       fmt::format("negative eigenvalues of the radiation damping clipped at 0: lowest was {:.3g} "
                   "of the peak at {:.4g} rad/s",
                   damping.lowest_eigenvalue(), damping.lowest_omega()),
       damping.lowest_eigenvalue()});
}

/// Returns the largest difference of matrices, relative to the scales of their dofs.
double largest_error(const std::vector<MatrixXd>& found, const std::vector<MatrixXd>& expected) {
  VectorXd scale = VectorXd::Zero(expected.front().rows());
  for (const MatrixXd& matrix : expected) {
    scale = scale.cwiseMax(matrix.diagonal().cwiseAbs());
  }
  const VectorXd inverse = (scale.array() > 0.0).select(scale.cwiseSqrt().cwiseInverse(), 0.0);
  double largest = 0.0;
  for (std::size_t k = 0; k < expected.size(); ++k) {
    const MatrixXd relative =
        inverse.asDiagonal() * (found[k] - expected[k]) * inverse.asDiagonal();
    largest = std::max(largest, relative.cwiseAbs().maxCoeff());
  }
  return largest;
}

}  // namespace

RadiationModel make_array_radiation(const Database& database, const RadiationOptions& options,
                                    double step) {
  require(
      database.body_count() <= kMostArrayBodies,
      fmt::format("radiation of memory array must be of at most {} bodies, got {}, whose kernel "
                  "needs {:.2g} GB",
                  kMostArrayBodies, database.body_count(),
                  8e-9 * std::pow(static_cast<double>(database.dof_count()), 2) *
                      duration_of(database, options) / spacing_of(database, step)));
  const double spacing = spacing_of(database, step), duration = duration_of(database, options);
  const double least = static_cast<double>(CoarseConvolution::kHeadLags + 1) * spacing;
  require(duration >= least,
          fmt::format("radiation.kernel_duration must be at least {:.4g} s, got {:.4g} s", least,
                      duration));
  require_storable(duration / spacing, database.dof_count());
  const auto kernel = std::make_shared<const WindowedDamping>(database, options.body_interaction,
                                                              spacing, duration);
  MatrixXd added_mass = infinite_added_mass(database);
  added_mass = 0.5 * (added_mass + added_mass.transpose()).eval();
  if (!options.body_interaction) added_mass = diagonal_blocks(std::move(added_mass));
  RadiationModel model;
  model.report.form = RadiationForm::kArray;
  model.report.kernel_duration = duration;
  note_frequency_step(database, model.report.findings);
  note_clipped(*kernel, model.report.findings);
  model.memory = std::make_shared<CoarseConvolution>(kernel, added_mass, step);
  if (!has_added_mass_and_damping(database)) return model;
  const RadiationSeries series = radiation_series(*model.memory, database.omega);
  model.report.error_added_mass = largest_error(series.added_mass, database.added_mass);
  model.report.error_damping = largest_error(series.radiation_damping, database.radiation_damping);
  note_responses(database, options, series, model.report);
  return model;
}

}  // namespace raftup::hydro
