#include "hydro/radiation/state_space/sharp_resonances.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace raftup::hydro {
namespace {

using Eigen::Index;

constexpr Index kFewestFrequencies = 8;  ///< 16 numbers for 4 poles and a polynomial
constexpr Index kManyFrequencies = 13;   ///< from which on there are 6 poles
/// Largest damping ratio -Re p/|p| of a sharp resonance. Those of gaps are at .03 to .08, those of
/// the waves that a hull radiates above .3.
constexpr double kSharp = 0.2;
/// Least -Re p, relative to the least spacing of the frequencies.
constexpr double kResolved = 0.2;
/// Least scale of a dof, relative to the largest one of its kind: below it there is only noise.
constexpr double kNoise = 1e-4;

/// Returns sqrt(max |B_ii|) of each dof [sqrt(N s/m), sqrt(N m s)], 0 for a dof without radiation.
VectorXd dof_scale(const Database& database) {
  VectorXd scale = VectorXd::Zero(database.dof_count());
  for (const MatrixXd& B : database.radiation_damping) {
    scale = scale.cwiseMax(B.diagonal().cwiseAbs());
  }
  scale = scale.cwiseSqrt();
  Eigen::Vector2d largest = Eigen::Vector2d::Zero();
  const auto kind = [](Index dof) { return dof % kDofs < 3 ? 0 : 1; };
  for (Index dof = 0; dof < scale.size(); ++dof) {
    largest[kind(dof)] = std::max(largest[kind(dof)], scale[dof]);
  }
  for (Index dof = 0; dof < scale.size(); ++dof) {
    if (scale[dof] <= kNoise * largest[kind(dof)]) scale[dof] = 0.0;
  }
  return scale;
}

}  // namespace

FrequencyResponse scaled_radiation(const Database& database) {
  if (database.added_mass.empty() || database.radiation_damping.empty()) return {};
  const VectorXd scale = dof_scale(database);
  std::vector<Index> dofs;
  for (Index dof = 0; dof < scale.size(); ++dof) {
    if (scale[dof] > 0.0) dofs.push_back(dof);
  }
  const VectorXd inverse = scale(dofs).cwiseInverse();
  const auto size = static_cast<Index>(dofs.size());
  FrequencyResponse response{database.omega, {}, {}};
  const bool all_pairs = size <= kMostScaledDofs;
  response.real.resize(database.omega.size(), all_pairs ? size * size : size);
  response.imaginary.resizeLike(response.real);
  const auto put = [&](const MatrixXd& of, double factor, Index row, RowMajorMatrix& to) {
    if (!all_pairs) {
      to.row(row) = factor * of.diagonal()(dofs).cwiseProduct(inverse.cwiseAbs2()).transpose();
      return;
    }
    const MatrixXd scaled = inverse.asDiagonal() * of(dofs, dofs) * inverse.asDiagonal();
    matrix_of_row(to, row, size) = 0.5 * factor * (scaled + scaled.transpose());
  };
  for (Index k = 0; k < database.omega.size(); ++k) {
    const auto at = static_cast<std::size_t>(k);
    put(database.radiation_damping[at], 1.0, k, response.real);
    put(database.added_mass[at], database.omega[k], k, response.imaginary);
  }
  return response;
}

VectorXcd sharp_resonances(const Database& database) {
  const Index n = database.omega.size();
  if (n < kFewestFrequencies) return {};
  const FrequencyResponse response = scaled_radiation(database);
  if (response.real.cols() == 0) return {};
  const double first = database.omega[0], last = database.omega[n - 1];
  const double spacing = (database.omega.tail(n - 1) - database.omega.head(n - 1)).minCoeff();
  std::vector<Complex> sharp;
  for (const Complex p : fit_few_poles(response, n < kManyFrequencies ? 4 : 6)) {
    const double magnitude = std::abs(p);
    const bool inside = magnitude > 0.5 * first && magnitude < 1.2 * last;
    const bool resolved = -p.real() >= kResolved * spacing;
    if (p.imag() > 0.0 && inside && resolved && -p.real() < kSharp * magnitude) sharp.push_back(p);
  }
  return Eigen::Map<VectorXcd>(sharp.data(), static_cast<Index>(sharp.size()));
}

}  // namespace raftup::hydro
