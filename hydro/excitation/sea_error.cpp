#include "hydro/excitation/sea_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "hydro/database/checks/measures.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/radiation/base/response_difference.hpp"
#include "hydro/radiation/radiation_findings.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;

/// Peak enhancement of the JONSWAP spectrum where no sea is known: its mean in the North Sea.
/// @source Hasselmann et al. (1973)
constexpr double kPeakEnhancement = 3.3;

ComparedVariances no_variances(const ComparedMotions& motions) {
  return {motions.omega, motions.reference.front().rows()};
}

/// Adds the variances in waves of one frequency of the motions.
/// @param weights weights of the columns of the motions
void add(const ComparedMotions& motions, Index frequency, const VectorXd& weights, double energy,
         ComparedVariances& variances) {
  const auto k = static_cast<std::size_t>(frequency);
  variances.add(frequency, motions.reference[k] * weights, motions.other[k] * weights, energy);
}

void keep_larger(const SeaError& other, SeaError& largest) {
  if (other.relative > largest.relative) largest = other;
}

/// Place of a dof's largest motion by the reference.
struct Peak {
  Index frequency, column;
};

Peak peak_of(const ComparedMotions& motions, Index dof) {
  Peak peak{0, 0};
  double largest = 0.0;
  for (std::size_t k = 0; k < motions.reference.size(); ++k) {
    Index column = 0;
    const double here = motions.reference[k].row(dof).cwiseAbs().maxCoeff(&column);
    if (here <= largest) continue;
    largest = here;
    peak = {static_cast<Index>(k), column};
  }
  return peak;
}

std::string share_text(const Database& database, const SeaError& error, const char* where) {
  return fmt::format("the standard deviation of {} in {} differs by {:.2g} %",
                     dof_name(database, error.dof), where, 100.0 * error.relative);
}

Finding far_in_sea(const std::string& text, const SeaError& error) {
  return {
      std::string(kFarFromFile), Severity::kWarning,
      fmt::format("motions by the radiation memory should have the standard deviations of those "
                  "by A and B of its database to {:.2g} % of the largest, freely floating: {}, "
                  "most at {:.4g} rad/s; solve the database at more frequencies near there, or "
                  "leave out radiation.memory, so that the nearest form is taken",
                  100.0 * kSeaFarOff, text, error.omega),
      error.relative};
}

/// The finding about a memory that is far from its file; null if there is none.
Finding* far_finding(RadiationReport& report) {
  const auto found =
      std::find_if(report.findings.begin(), report.findings.end(),
                   [](const Finding& finding) { return finding.name == kFarFromFile; });
  return found != report.findings.end() ? &*found : nullptr;
}

}  // namespace

std::array<FrequencyShare, 2> neighbours(const VectorXd& omega, double of_wave) {
  const Index last = omega.size() - 1;
  const Index above =
      std::clamp<Index>(std::upper_bound(omega.begin(), omega.end(), of_wave) - omega.begin(),
                        std::min<Index>(1, last), last);
  const Index below = std::max<Index>(above - 1, 0);
  const double gap = omega[above] - omega[below];
  const double share = gap > 0.0 ? std::clamp((of_wave - omega[below]) / gap, 0.0, 1.0) : 1.0;
  return {FrequencyShare{below, 1.0 - share}, FrequencyShare{above, share}};
}

ComparedVariances::ComparedVariances(VectorXd omega, Index dof_count)
    : omega_(std::move(omega)),
      reference_(MatrixXd::Zero(dof_count, omega_.size())),
      other_(reference_) {}

void ComparedVariances::add(Index frequency, const VectorXcd& reference, const VectorXcd& other,
                            double energy) {
  reference_.col(frequency) += energy * reference.cwiseAbs2();
  other_.col(frequency) += energy * other.cwiseAbs2();
}

SeaError ComparedVariances::error_of(Index dof) const {
  const VectorXd deviations = reference_.rowwise().sum().cwiseSqrt();
  double largest = 0.0;
  for (Index first = dof % kDofs < 3 ? 0 : 3; first < deviations.size(); first += kDofs) {
    largest = std::max(largest, deviations.segment<3>(first).maxCoeff());
  }
  if (largest == 0.0) return {};
  Index at = 0;
  (other_ - reference_).row(dof).cwiseAbs().maxCoeff(&at);
  const double difference = std::sqrt(other_.row(dof).sum()) - deviations[dof];
  return {std::abs(difference) / largest, dof, omega_[at]};
}

SeaError sea_error(const ComparedMotions& motions, const Sea& sea, double heading) {
  const HeadingInterpolation headings(motions.directions);
  ComparedVariances variances = no_variances(motions);
  std::map<double, VectorXd> weights;  // of each direction of the sea
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const WaveComponent& wave = sea.components()[c];
    const double omega = sea.intrinsic_omegas()[static_cast<Index>(c)];
    const double energy = 0.5 * wave.amplitude * wave.amplitude;
    VectorXd& of_direction = weights[wave.direction];
    if (of_direction.size() == 0) of_direction = headings.weights(wave.direction - heading);
    for (const FrequencyShare& at : neighbours(motions.omega, omega)) {
      add(motions, at.frequency, of_direction, at.share * energy, variances);
    }
  }
  SeaError largest;
  for (const Index dof : motions.dofs) keep_larger(variances.error_of(dof), largest);
  return largest;
}

SeaError sea_error(const ComparedMotions& motions) {
  SeaError largest;
  const Index count = motions.omega.size();
  for (const ResponseDifference& moved : largest_differences(motions)) {
    const Peak peak = peak_of(motions, moved.dof);
    const JonswapSpectrum spectrum(1.0, kTwoPi / motions.omega[peak.frequency], kPeakEnhancement);
    const VectorXd column = VectorXd::Unit(motions.reference.front().cols(), peak.column);
    ComparedVariances variances = no_variances(motions);
    double below = 0.0;
    for (Index k = 0; k < count; ++k) {
      const double upper =
          k + 1 < count ? spectrum.energy_below(0.5 * (motions.omega[k] + motions.omega[k + 1]))
                        : spectrum.energy();
      add(motions, k, column, upper - below, variances);
      below = upper;
    }
    keep_larger(variances.error_of(moved.dof), largest);
  }
  return largest;
}

void note_sea_error(const Database& database, const Sea* sea, double heading,
                    RadiationReport& report) {
  if (report.motions == nullptr) return;
  const Sea* known = report.motions->under == MotionsUnder::kWaves ? sea : nullptr;
  const SeaError error =
      known != nullptr ? sea_error(*report.motions, *known, heading) : sea_error(*report.motions);
  report.error_sea = error.relative;
  const std::string text = share_text(
      database, error, known != nullptr ? "the sea of the model" : "a sea at its resonance");
  if (Finding* told = far_finding(report)) {
    told->message += "; " + text;
    if (error.relative > kSeaFarOff) told->severity = Severity::kWarning;
  } else if (error.relative > kSeaFarOff) {
    report.findings.push_back(far_in_sea(text, error));
  }
}

void note_sea_error_of_model(const Database& database, const SeaError& error,
                             RadiationReport& report) {
  report.error_sea = error.relative;
  const bool far = error.relative > kSeaFarOff;
  const std::string text =
      share_text(database, error, "the sea of the model with all of its loads and joints");
  if (Finding* told = far_finding(report)) {
    told->message += "; " + text;
    told->severity = far ? Severity::kWarning : Severity::kInfo;
  } else if (far) {
    report.findings.push_back(far_in_sea(text, error));
  }
}

}  // namespace raftup::hydro
