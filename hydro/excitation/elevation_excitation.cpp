#include "hydro/excitation/elevation_excitation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/matrix_products.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {
namespace {

/// X ends at this multiple of the last frequency of the database. Chosen, not swept: an abrupt end
/// at 1 makes the impulse response oscillate, and X beyond the data is not known.
constexpr double kFadeOut = 1.5;
/// Share of the energy of f beyond T, which determines the look-ahead: a thousandth in amplitude.
/// Chosen, not swept.
constexpr double kEnergyLeftOut = 1e-6;
constexpr double kPhasePerPanel = 6.0;  ///< rad; ten Gauss points integrate it to round-off
/// Largest number of points of the integral times samples of the response: 1.6 GB of cosines and
/// sines. Chosen, not swept.
constexpr double kMostProducts = 1e8;

/// The points and weights [rad/s] of an integral over omega.
struct FrequencyRule {
  std::vector<double> omega, weight;
};

/// Returns the longest duration for which f is determined: frequencies that are `spacing` apart
/// repeat f after 2 pi / spacing.
double longest_duration(const VectorXd& omega, double delay) {
  const Eigen::Index n = omega.size();
  const double spacing = n > 1 ? (omega.tail(n - 1) - omega.head(n - 1)).maxCoeff() : omega[0];
  return 0.5 * kTwoPi / spacing + delay;
}

/// Returns Gauss points on every interval between frequencies of the database, from 0 to the end of
/// the fade-out, fine enough for exp(i omega tau) up to tau = `duration`.
FrequencyRule frequency_rule(const VectorXd& filed, double duration) {
  std::vector<double> edges(filed.begin(), filed.end());
  edges.insert(edges.begin(), 0.0);
  const double last_gap = edges.back() - edges[edges.size() - 2];
  while (edges.back() < kFadeOut * filed[filed.size() - 1]) {
    edges.push_back(std::min(edges.back() + last_gap, kFadeOut * filed[filed.size() - 1]));
  }
  FrequencyRule rule;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const double gap = edges[i + 1] - edges[i];
    const int panels = to_integer<int>(std::ceil(gap * duration / kPhasePerPanel),
                                       "panels of a frequency interval");
    for (int panel = 0; panel < panels; ++panel) {
      for_each_gauss_point(edges[i] + gap * panel / panels, edges[i] + gap * (panel + 1) / panels,
                           [&](double omega, double weight) {
                             rule.omega.push_back(omega);
                             rule.weight.push_back(weight);
                           });
    }
  }
  return rule;
}

/// Refuses bodies so far from the origin that the integrals do not fit into memory.
/// @param delay    travel time of the slowest wave between the origin and a body [s]
/// @param duration of the impulse response on each side [s]
void require_near(double last, double delay, double duration, double sample_step) {
  const double points = 10.0 * kFadeOut * last * (duration + delay) / kPhasePerPanel;
  require(points * duration / sample_step <= kMostProducts,
          fmt::format("rest must lie nearer to the origin, where the elevation is given: a wave of "
                      "{:.4g} rad/s needs {:.4g} s to the farthest body",
                      last, delay));
}

/// Returns 1 up to the last frequency of the database, then a half cosine down to 0.
double fade_out(double omega, double last) {
  if (omega <= last) return 1.0;
  return 0.5 + 0.5 * sincos_turns(0.5 * (omega - last) / ((kFadeOut - 1.0) * last)).cosine;
}

/// Returns X of every body with its phase at the world origin, 6N x points of the rule.
MatrixXcd transfer_at_origin(const Database& database, double direction,
                             const std::vector<HorizontalPose>& rest, const FrequencyRule& rule) {
  const HeadingInterpolation headings(database.wave_directions);
  MatrixXcd transfer(database.dof_count(), static_cast<Eigen::Index>(rule.omega.size()));
  const auto [sine, cosine] = sincos(direction);
  const std::shared_ptr<const RefinedExcitation> refined = refined_excitation(database);
  for (Eigen::Index body = 0; body < database.body_count(); ++body) {
    const HorizontalPose& pose = rest[static_cast<std::size_t>(body)];
    const BodyTransferFunction at_body(refined, body);
    require(headings.contains(direction - pose.heading),
            fmt::format("direction must lie within the database's directions, seen from body {} at "
                        "rest, got {} rad",
                        body, direction - pose.heading));
    const VectorXd weights = headings.weights(direction - pose.heading);
    const double along = pose.x * cosine + pose.y * sine;
    for (std::size_t i = 0; i < rule.omega.size(); ++i) {
      const double omega = rule.omega[i];
      const double last = at_body.omega_max();
      const double k = wavenumber(omega, database.water_depth, database.gravity);
      const auto [lag_sine, lag_cosine] = sincos(-k * along);
      transfer.block(kDofs * body, static_cast<Eigen::Index>(i), kDofs, 1) =
          at_body.at(std::min(omega, last)) * weights *
          (fade_out(omega, last) * Complex(lag_cosine, lag_sine));
    }
  }
  return transfer;
}

/// Computes the impulse response at tau = j step, |j| <= half: 6N x (2 half + 1).
RowMajorMatrix impulse_response(const MatrixXcd& transfer, const FrequencyRule& rule, double step,
                                Eigen::Index half) {
  const auto points = static_cast<Eigen::Index>(rule.omega.size());
  MatrixXd cosines(points, half + 1), sines(points, half + 1);
  for (Eigen::Index j = 0; j <= half; ++j) {
    for (Eigen::Index i = 0; i < points; ++i) {
      const auto at = static_cast<std::size_t>(i);
      const auto [sine, cosine] = sincos(rule.omega[at] * step * static_cast<double>(j));
      cosines(i, j) = rule.weight[at] * cosine * 2.0 / kTwoPi;
      sines(i, j) = rule.weight[at] * sine * 2.0 / kTwoPi;
    }
  }
  const MatrixXd even = transfer.real() * cosines;
  const MatrixXd odd = transfer.imag() * sines;
  RowMajorMatrix response(transfer.rows(), 2 * half + 1);
  response.rightCols(half + 1) = even - odd;
  response.leftCols(half) = (even + odd).rightCols(half).rowwise().reverse();
  return response;
}

/// Returns the smallest number of samples on each side that contain all but kEnergyLeftOut of the
/// energy. The three forces of a body are counted together, and so are its moments, so that the
/// noise of a dof without force does not matter.
Eigen::Index samples_needed(const RowMajorMatrix& response) {
  const Eigen::Index half = response.cols() / 2;
  Eigen::Index needed = 1;
  for (Eigen::Index first = 0; first < response.rows(); first += 3) {
    const auto energy_at = [&](Eigen::Index j) {
      return response.block(first, half - j, 3, 1).squaredNorm() +
             response.block(first, half + j, 3, 1).squaredNorm();
    };
    const double allowed = kEnergyLeftOut * response.middleRows(first, 3).squaredNorm();
    double outside = 0.0;
    Eigen::Index keep = half;
    while (keep > needed && outside + energy_at(keep) <= allowed) outside += energy_at(keep--);
    needed = keep;
  }
  return needed;
}

}  // namespace

ElevationExcitation::ElevationExcitation(const Database& database, double direction,
                                         const std::vector<HorizontalPose>& rest,
                                         double sample_step) {
  require(std::isfinite(direction), fmt::format("direction must be finite, got {}", direction));
  require(rest.size() == database.bodies.size(),
          fmt::format("rest must have one pose per body of the database ({}), got {}",
                      database.bodies.size(), rest.size()));
  require(!database.excitation.empty() && database.omega.size() > 0,
          "database.excitation must be given, got none");
  const double last = database.omega[database.omega.size() - 1];
  require(sample_step > 0.0 && sample_step <= kTwoPi / 3.0 / last,
          fmt::format("sample_step must lie in (0, {:.4g}] s, got {}", kTwoPi / 3.0 / last,
                      sample_step));
  double delay = 0.0;  // travel time of the slowest wave of the data between origin and body
  for (const HorizontalPose& pose : rest) {
    const double slowness = 2.0 * wavenumber(last, database.water_depth, database.gravity) / last;
    delay = std::max(delay, Vector2(pose.x, pose.y).norm() * slowness);
  }
  const double longest = longest_duration(database.omega, delay);
  require_near(last, delay, longest, sample_step);
  const FrequencyRule rule = frequency_rule(database.omega, longest + delay);
  const auto half =
      to_integer<Eigen::Index>(longest / sample_step, "samples of an impulse response");
  const RowMajorMatrix response = impulse_response(
      transfer_at_origin(database, direction, rest, rule), rule, sample_step, half);
  const Eigen::Index needed = samples_needed(response);
  look_ahead_ = static_cast<double>(needed) * sample_step;
  impulse_response_ = sample_step * response.middleCols(half - needed, 2 * needed + 1);
  impulse_response_.col(0) *= 0.5;
  impulse_response_.col(2 * needed) *= 0.5;
}

void ElevationExcitation::evaluate(std::span<const double> elevations, VectorXd& force) const {
  force.resize(impulse_response_.rows());
  row_product(impulse_response_.data(), static_cast<std::size_t>(force.size()), sample_count(),
              elevations.data(), sample_count(), force.data());
}

}  // namespace raftup::hydro
