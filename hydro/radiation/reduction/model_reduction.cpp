#include "hydro/radiation/reduction/model_reduction.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/minimize.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/state_space/passivity.hpp"

namespace raftup::hydro {
namespace {

constexpr int kRounds = 6;
constexpr int kIterations = 40;   // per round
constexpr double kMargin = 1e-7;  // relative to the peak of B, as in enforce_passivity()
constexpr int kLifts = 4;

/// Adds at least `amount` to every eigenvalue of G at every frequency, by a common pole at -low and
/// a change of the pole at -high that closes the model.
ReducedModel lifted(ReducedModel model, double amount, const PassivityBand& band) {
  const LiftResidues residues = lift_residues(band);
  const Eigen::Index size = model.size();
  const MatrixXd identity = MatrixXd::Identity(size, size);
  RationalModel& common = model.common;
  matrix_of_row(common.coefficients, 0, size) += amount * residues.high * identity;
  common.poles.conservativeResize(2);
  common.poles[1] = -band.low;
  common.coefficients.conservativeResize(2, Eigen::NoChange);
  matrix_of_row(common.coefficients, 1, size) = amount * residues.low * identity;
  return model;
}

/// Returns the frequencies at which passivity is required before any scan: between the frequencies
/// of the target and below them.
std::vector<double> first_watched(const VectorXd& omega) {
  std::vector<double> watched;
  for (const double share : {0.1, 0.3}) watched.push_back(share * omega[0]);
  for (Eigen::Index k = 0; k + 1 < omega.size(); ++k) {
    watched.push_back(0.5 * (omega[k] + omega[k + 1]));
  }
  return watched;
}

/// Lifts a model until its passivity is proven.
std::optional<ReducedModel> proven(const ReducedModel& sunk, double lift,
                                   const PassivityBand& band) {
  for (int attempt = 0; attempt < kLifts; ++attempt) {
    ReducedModel model = lifted(sunk, lift, band);
    const double lowest = proven_lowest_eigenvalue(model, band);
    if (lowest > 0.0) return model;
    lift += 2.0 * (kMargin - lowest);
  }
  return std::nullopt;
}

}  // namespace

std::optional<ReducedModel> reduce_model(const RationalModel& model, const ReductionTarget& target,
                                         Eigen::Index state_count,
                                         const ReducedModelError& error_of, double tolerance) {
  const PassivityBand& band = target.band;
  ReductionLoss loss(target);
  loss.watch(first_watched(target.response.omega));
  RankOneModes modes = balanced_truncation(model, state_count);
  ReducedModel best;
  double best_error = std::numeric_limits<double>::infinity(), best_lift = 0.0;
  for (int round = 0; round < kRounds && best_error > tolerance; ++round) {
    check_cancelled();
    VectorXd x = loss.variables(modes);
    minimize([&](const VectorXd& at, VectorXd& gradient) { return loss(at, gradient); }, x,
             loss.units(modes), kIterations);
    modes = loss.modes(x);
    ReducedModel closed = closed_by_common_pole(modes, band.high);
    const RationalModel scanned = closed.rational();
    const PassivityScanner scanner(scanned.poles, band);
    const PassivityScan seen = scanner.look_at(scanned);
    const std::vector<double> violations = scanner.violations(scanned, seen.lowest);
    const double lift = kMargin + std::max(0.0, -scanner.deepest(scanned, seen, violations));
    const double error = error_of(lifted(closed, lift, band));
    if (error < best_error) {
      best = std::move(closed);
      best_error = error;
      best_lift = lift;
    }
    loss.watch(violations);
  }
  if (best.size() == 0) return std::nullopt;
  return proven(best, best_lift, band);
}

namespace {

using Eigen::Index;

constexpr Index kOversampling = 100;
// Products with the squared matrix; the subspace need not be exact.
constexpr int kPowers = 2;
constexpr double kRounding = 1e-15;     // relative to the largest eigenvalue of a Gramian
constexpr double kSlowestDecay = 1e-3;  // relative to |p|, for a pole that lost its damping

/// A pole of the model with its residue; of a conjugate pair only one pole.
struct PoleResidue {
  Complex pole;
  MatrixXcd residue;  ///< of H(s) / s
  Index row;          ///< index of its first real state among the states of one dof
};

std::vector<PoleResidue> pole_residues(const RationalModel& model) {
  std::vector<PoleResidue> result;
  Index row = 0;
  for (Index k = 0; k < model.poles.size(); ++k) {
    const Complex p = model.poles[k];
    result.push_back({p, model.residue(k) / p, row});
    row += p.imag() == 0.0 ? 1 : 2;
  }
  return result;
}

/// The model of one input in real states, with the matrix A and the input vector b; its poles are
/// those of H. The models of all inputs are Kronecker products with the identity. `turn` is the
/// unitary transformation from complex states, pole after pole with conjugates, to the real states.
struct RealStates {
  MatrixXd A;
  MatrixXcd turn;
  VectorXcd poles;  ///< poles with their conjugates
};

RealStates real_states(const std::vector<PoleResidue>& parts, Index count) {
  const double half = std::sqrt(0.5);
  const Complex i(0.0, 1.0);
  RealStates states{MatrixXd::Zero(count, count), MatrixXcd::Zero(count, count), VectorXcd(count)};
  for (const auto& [p, residue, row] : parts) {
    states.A(row, row) = p.real();
    states.poles[row] = p;
    if (p.imag() == 0.0) {
      states.turn(row, row) = 1.0;
      continue;
    }
    states.A.block<2, 2>(row, row) << p.real(), p.imag(), -p.imag(), p.real();
    states.turn.block<2, 2>(row, row) << half, half, half * i, -half * i;
    states.poles[row + 1] = std::conj(p);
  }
  return states;
}

/// A factor L of the Gramian of the states of one input, P = L L^T.
MatrixXd gramian_factor(const RealStates& states) {
  const Index count = states.poles.size();
  MatrixXcd P(count, count);
  for (Index k = 0; k < count; ++k) {
    check_cancelled();
    for (Index l = 0; l < count; ++l) {
      P(k, l) = -1.0 / (states.poles[k] + std::conj(states.poles[l]));
    }
  }
  const MatrixXd real = (states.turn * P * states.turn.adjoint()).real();
  const SymmetricEigen eigen = symmetric_eigen(real);
  const double least = kRounding * eigen.values[count - 1];
  return eigen.vectors * eigen.values.cwiseMax(least).cwiseSqrt().asDiagonal();
}

/// Products with the symmetric form of H(s) / s: J A = A^T J and C = B^T J. The matrix J has the
/// residues on its diagonal, as [X Y; Y -X] for a pair with the residue X + i Y. States are ordered
/// by those of one input, then by dof.
class SymmetricForm {
 public:
  explicit SymmetricForm(const RationalModel& model)
      : parts_(pole_residues(model)),
        size_(model.size()),
        states_(real_states(parts_, model.pole_count())),
        L_(gramian_factor(states_)) {}

  Index size() const { return size_; }
  Index state_count() const { return L_.rows() * size_; }

  /// Computes V = (L (x) I) U.
  MatrixXd states_of(const MatrixXd& U) const { return along_states(L_, U); }

  /// Computes (L (x) I)^T J (L (x) I) U; the eigenvalues of this matrix are the Hankel singular
  /// values with signs.
  MatrixXd cross_gramian(const MatrixXd& U) const {
    return along_states(L_.transpose(), symmetrized(states_of(U)));
  }

  /// Computes J V.
  MatrixXd symmetrized(const MatrixXd& V) const {
    MatrixXd JV(V.rows(), V.cols());
    for (const auto& [p, residue, row] : parts_) {
      const auto first = V.middleRows(row * size_, size_);
      const MatrixXd X = residue.real(), Y = residue.imag();
      if (p.imag() == 0.0) {
        JV.middleRows(row * size_, size_) = X * first;
        continue;
      }
      const auto second = V.middleRows((row + 1) * size_, size_);
      JV.middleRows(row * size_, size_) = X * first + Y * second;
      JV.middleRows((row + 1) * size_, size_) = Y * first - X * second;
    }
    return JV;
  }

  /// Computes A V.
  MatrixXd advanced(const MatrixXd& V) const { return along_states(states_.A, V); }

  /// Computes C V from J V.
  MatrixXd output(const MatrixXd& JV) const {
    MatrixXd CV = MatrixXd::Zero(size_, JV.cols());
    for (const auto& [p, residue, row] : parts_) {
      CV += (p.imag() == 0.0 ? 1.0 : std::numbers::sqrt2) * JV.middleRows(row * size_, size_);
    }
    return CV;
  }

 private:
  /// Computes (T (x) I) U.
  MatrixXd along_states(const MatrixXd& T, const MatrixXd& U) const {
    MatrixXd V(U.rows(), U.cols());
    for (Index column = 0; column < U.cols(); ++column) {
      const Eigen::Map<const MatrixXd> blocks(U.col(column).data(), size_, T.cols());
      Eigen::Map<MatrixXd>(V.col(column).data(), size_, T.rows()) = blocks * T.transpose();
    }
    return V;
  }

  std::vector<PoleResidue> parts_;
  Index size_;
  RealStates states_;
  MatrixXd L_;
};

/// The largest eigenvalues by magnitude and their eigenvectors.
struct Dominant {
  VectorXd values;
  MatrixXd vectors;
};

Dominant dominant_states(const SymmetricForm& form, Index count) {
  const Index wider = std::min(count + kOversampling, form.state_count());
  std::mt19937_64 random(1);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same subspace every time
  MatrixXd X(form.state_count(), wider);
  for (double& x : X.reshaped()) x = std::ldexp(static_cast<double>(random() >> 11), -52) - 1.0;
  for (int power = 0; power < kPowers; ++power) {
    check_cancelled();
    X = orthogonal_factors(form.cross_gramian(form.cross_gramian(X))).Q;
  }
  const SymmetricEigen eigen = symmetric_eigen(X.transpose() * form.cross_gramian(X));
  std::vector<Index> order(static_cast<std::size_t>(wider));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) {
    return std::abs(eigen.values[a]) > std::abs(eigen.values[b]);
  });
  order.resize(static_cast<std::size_t>(count));
  return {eigen.values(order), X * eigen.vectors(Eigen::all, order)};
}

/// Computes poles and vectors of the model in balanced states, whose J is a signature matrix: c = C
/// x with J A x = p J x and x^T J x = 1.
RankOneModes modes_of(const VectorXd& signature, const MatrixXd& JA, const MatrixXd& C) {
  const GeneralEigen eigen = general_eigen(signature.asDiagonal() * JA);
  std::vector<std::pair<Complex, VectorXcd>> found;
  for (Index k = 0; k < JA.rows(); ++k) {
    const Complex p = eigen.values[k];
    if (p.imag() < 0.0) continue;
    const VectorXcd x = eigen.vectors.col(k);
    const Complex norm = (x.transpose() * signature.asDiagonal() * x).value();
    const double share = p.imag() == 0.0 ? 0.5 : 1.0;
    const double decay = std::max(std::abs(p.real()), kSlowestDecay * std::abs(p));
    found.emplace_back(Complex(-decay, p.imag()), C * x * std::sqrt(share / norm));
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.first.imag() != b.first.imag() ? a.first.imag() < b.first.imag()
                                            : a.first.real() < b.first.real();
  });
  const auto count = static_cast<Index>(found.size());
  RankOneModes modes{VectorXcd(count), MatrixXcd(C.rows(), count)};
  for (Index k = 0; k < count; ++k) {
    const auto& [pole, vector] = found[static_cast<std::size_t>(k)];
    modes.poles[k] = pole;
    modes.vectors.col(k) = vector;
  }
  return modes;
}

}  // namespace

RankOneModes balanced_truncation(const RationalModel& model, Index state_count) {
  const SymmetricForm form(model);
  const Dominant dominant = dominant_states(form, std::min(state_count, form.state_count()));
  const VectorXd& values = dominant.values;
  const MatrixXd V =
      form.states_of(dominant.vectors) * values.cwiseAbs().cwiseSqrt().cwiseInverse().asDiagonal();
  const MatrixXd JV = form.symmetrized(V);
  return modes_of(values.cwiseSign(), JV.transpose() * form.advanced(V), form.output(JV));
}

}  // namespace raftup::hydro
