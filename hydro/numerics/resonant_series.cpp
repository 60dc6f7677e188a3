#include "hydro/numerics/resonant_series.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "hydro/numerics/cubic_spline.hpp"
#include "hydro/numerics/rational_interpolation.hpp"

namespace raftup {
namespace {

using Eigen::Index;
using Eigen::RowVectorXcd;

/// Frequencies of a window of rational interpolants, and intervals that share one window. Windows of
/// 14 to 24 frequencies are equally good on sample databases.
constexpr Index kWindow = 20, kStride = 4;
/// Interpolants of each form of the values.
constexpr Index kInterpolants = 4;
/// Least number of interpolants whose agreement means anything.
constexpr std::size_t kFewestInterpolants = 3;
/// Copies of the spline with poles in the median. With 2 to 6 of them the errors on sample
/// databases differ little; with none, noisy data give stray poles.
constexpr std::size_t kCopies = 4;

/// Parts of a refined interval. A cubic spline over these parts misses less than .5 % of the sharpest
/// resonance that counts as resolved (see sharp_resonances()).
constexpr int kParts = 16;
constexpr Index kPolynomialKnots = 6;  ///< of the polynomial that the spline is compared with
/// Least difference from the natural spline, relative to the scale, for which an interval is refined.
constexpr double kWorthwhile = 1e-3;

/// The spline with poles, and polynomials through the same products with the denominator D.
class SplineWithPoles {
 public:
  explicit SplineWithPoles(const ResonantSeries& series)
      : poles_(series.poles), products_(series.values.rows() + 1, series.values.cols()) {
    const Index n = series.omega.size();
    knots_.push_back(0.0);
    knots_.insert(knots_.end(), series.omega.begin(), series.omega.end());
    products_.row(0) = series.at_rest;
    for (Index k = 0; k < n; ++k) {
      products_.row(k + 1) = denominator(series.omega[k]) * series.values.row(k);
    }
    std::vector<double> real(knots_.size()), imaginary(knots_.size());
    for (Index column = 0; column < products_.cols(); ++column) {
      for (std::size_t k = 0; k < knots_.size(); ++k) {
        real[k] = products_(static_cast<Index>(k), column).real();
        imaginary[k] = products_(static_cast<Index>(k), column).imag();
      }
      real_.emplace_back(knots_, real);
      imaginary_.emplace_back(knots_, imaginary);
    }
  }

  RowVectorXcd at(double omega) const {
    RowVectorXcd products(static_cast<Index>(real_.size()));
    for (Index column = 0; column < products.size(); ++column) {
      const auto of = static_cast<std::size_t>(column);
      products[column] = {real_[of].at(omega).value, imaginary_[of].at(omega).value};
    }
    return products / denominator(omega);
  }

  /// Returns the values by the polynomial of fifth degree through the six knots around an interval.
  /// @param upper knot at the upper end of the interval
  RowVectorXcd polynomial(double omega, Index upper) const {
    const auto count = static_cast<Index>(knots_.size());
    const Index used = std::min(kPolynomialKnots, count);
    const Index first = std::clamp<Index>(upper - used / 2, 0, count - used);
    RowVectorXcd products = RowVectorXcd::Zero(products_.cols());
    for (Index j = first; j < first + used; ++j) {
      double weight = 1.0;
      const double knot = knots_[static_cast<std::size_t>(j)];
      for (Index k = first; k < first + used; ++k) {
        const double other = knots_[static_cast<std::size_t>(k)];
        if (k != j) weight *= (omega - other) / (knot - other);
      }
      products += weight * products_.row(j);
    }
    return products / denominator(omega);
  }

 private:
  Complex denominator(double omega) const {
    const Complex s(0.0, omega);
    Complex product = 1.0;
    for (const Complex p : poles_) product *= (s - p) * (s - std::conj(p)) / std::norm(p);
    return product;
  }

  VectorXcd poles_;
  std::vector<double> knots_;                  ///< 0 and the frequencies of the series [rad/s]
  RowMajorMatrixXcd products_;                 ///< of the values with D, one row per knot
  std::vector<CubicSpline> real_, imaginary_;  ///< through the products, one per function
};

/// Returns the natural spline through the series alone.
NaturalSpline plain_spline(const ResonantSeries& series) {
  const Index n = series.omega.size();
  VectorXd knots(n + 1);
  knots << 0.0, series.omega;
  RowMajorMatrixXcd values(n + 1, series.values.cols());
  values << series.at_rest, series.values;
  return {std::move(knots), std::move(values)};
}

/// Returns the median of some numbers, which are put in another order; the mean of the two in the
/// middle if their number is even.
double median(std::vector<double>& numbers) {
  const std::size_t half = numbers.size() / 2;
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(half);
  std::nth_element(numbers.begin(), middle, numbers.end());
  if (numbers.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(numbers.begin(), middle));
}

/// Values of all functions at one frequency, by every interpolant and by the spline with poles.
struct Candidates {
  double omega;
  std::vector<RowVectorXcd> interpolated;
  RowVectorXcd spline;
};

/// Distances between values of two models in one interval, relative to the scales.
struct Distance {
  double largest = 0.0;  ///< over all functions and frequencies [1]
  double omega = 0.0;    ///< frequency of the largest one [rad/s]

  void include(double relative, double at) {
    if (relative > largest) *this = {relative, at};
  }
};

/// What the candidates of one interval say together.
struct Verdict {
  std::vector<RowVectorXcd> values;  ///< the median with copies of the spline, per frequency
  Distance spread;            ///< of the interpolants about their median: median of the distances
  Distance median_to_spline;  ///< of the interpolants' median from the spline with poles
  Distance values_to_spline;  ///< of `values` from the spline with poles
  Distance values_to_median;  ///< of `values` from the interpolants' median
};

/// Returns the median of the real and of the imaginary parts.
Complex complex_median(const Candidates& of, Index column, std::size_t copies,
                       std::vector<double>& scratch) {
  const auto by_part = [&](auto part) {
    scratch.assign(copies, part(of.spline[column]));
    for (const RowVectorXcd& values : of.interpolated) scratch.push_back(part(values[column]));
    return median(scratch);
  };
  return {by_part([](Complex z) { return z.real(); }), by_part([](Complex z) { return z.imag(); })};
}

/// Judges one function at one frequency, and puts its median into `value`.
void judge(const Candidates& at, Index column, double scale, Verdict& verdict, Complex& value,
           std::vector<double>& scratch) {
  const Complex center = complex_median(at, column, 0, scratch);
  const Complex spline = at.spline[column];
  value = complex_median(at, column, kCopies, scratch);
  scratch.clear();
  for (const RowVectorXcd& of : at.interpolated) scratch.push_back(std::abs(of[column] - center));
  verdict.spread.include(median(scratch) / scale, at.omega);
  verdict.median_to_spline.include(std::abs(center - spline) / scale, at.omega);
  verdict.values_to_spline.include(std::abs(value - spline) / scale, at.omega);
  verdict.values_to_median.include(std::abs(value - center) / scale, at.omega);
}

Verdict judged(const std::vector<Candidates>& interval, const Eigen::RowVectorXd& scale) {
  Verdict verdict;
  std::vector<double> scratch;
  for (const Candidates& at : interval) {
    RowVectorXcd& values = verdict.values.emplace_back(at.spline);
    for (Index column = 0; column < scale.size(); ++column) {
      if (scale[column] > 0.0) {
        judge(at, column, scale[column], verdict, values[column], scratch);
      }
    }
  }
  return verdict;
}

/// The rational interpolants of one window of frequencies, for every form of the values.
class Window {
 public:
  Window(const ResonantSeries& series, Index first, Index count) : factors_(series.factors) {
    const VectorXd omega = series.omega.segment(first, count);
    MatrixXcd values = series.values.middleRows(first, count);
    add(omega, values, series.scale, forms_.emplace_back());
    if (!factors_) return;
    for (Index k = 0; k < count; ++k) {
      values.row(k) = values.row(k).cwiseProduct(factors_(omega[k]));
    }
    add(omega, values, series.scale, forms_.emplace_back());
  }

  /// Appends the values of all interpolants at a frequency, in the first form.
  void evaluate(double omega, std::vector<RowVectorXcd>& to) const {
    for (std::size_t form = 0; form < forms_.size(); ++form) {
      for (const Member& member : forms_[form]) {
        RowVectorXcd values = member.interpolant.at(member.at_supports, omega);
        if (form > 0) values = values.cwiseQuotient(factors_(omega));
        to.push_back(std::move(values));
      }
    }
  }

 private:
  struct Member {
    RationalInterpolant interpolant;
    MatrixXcd at_supports;
  };

  static void add(const VectorXd& omega, const MatrixXcd& values, const Eigen::RowVectorXd& scale,
                  std::vector<Member>& to) {
    std::vector<Index> sized;
    for (Index column = 0; column < scale.size(); ++column) {
      if (scale[column] > 0.0) sized.push_back(column);
    }
    MatrixXcd functions = values(Eigen::all, sized);
    for (Index column = 0; column < functions.cols(); ++column) {
      functions.col(column) /= scale[sized[static_cast<std::size_t>(column)]];
    }
    for (RationalInterpolant& found : rational_interpolants(omega, functions, kInterpolants)) {
      MatrixXcd at_supports = values(found.supports(), Eigen::all);
      to.push_back({std::move(found), std::move(at_supports)});
    }
  }

  std::function<RowVectorXcd(double omega)> factors_;
  std::vector<std::vector<Member>> forms_;
};

/// Returns the first frequency of the window for a group of intervals that begins with `interval`.
Index window_begin(Index interval, Index count) {
  return std::clamp<Index>(interval + (kStride + 1) / 2 - kWindow / 2, 0,
                           std::max<Index>(count - kWindow, 0));
}

/// Refines the intervals of a series one after the other.
class Refinement {
 public:
  explicit Refinement(const ResonantSeries& series)
      : series_(series), plain_(plain_spline(series)), with_poles_(series) {
    omega_.push_back(0.0);
    rows_.emplace_back(series.at_rest);
  }

  RefinedSeries refined() {
    const Index n = series_.omega.size();
    RefinedSeries result;
    for (Index i = 0; i + 1 < n; ++i) {
      if (i % kStride == 0) window_.reset();
      keep(series_.omega[i], series_.values.row(i));
      result.errors.push_back(add_between(i));
    }
    keep(series_.omega[n - 1], series_.values.row(n - 1));
    result.omega = Eigen::Map<const VectorXd>(omega_.data(), static_cast<Index>(omega_.size()));
    result.values.resize(result.omega.size(), series_.values.cols());
    for (Index row = 0; row < result.omega.size(); ++row) {
      result.values.row(row) = rows_[static_cast<std::size_t>(row)];
    }
    return result;
  }

 private:
  void keep(double omega, RowVectorXcd values) {
    omega_.push_back(omega);
    rows_.push_back(std::move(values));
  }

  std::vector<Candidates> candidates(Index i) const {
    std::vector<Candidates> interval;
    for (int part = 1; part < kParts; ++part) {
      const double b = static_cast<double>(part) / kParts;
      const double omega = (1.0 - b) * series_.omega[i] + b * series_.omega[i + 1];
      interval.push_back({omega, {}, with_poles_.at(omega)});
    }
    return interval;
  }

  /// Returns how far the spline with poles is from polynomials in an interval.
  Distance to_polynomial(const std::vector<Candidates>& interval, Index i) const {
    Distance distance;
    for (const Candidates& at : interval) {
      const RowVectorXcd missed = with_poles_.polynomial(at.omega, i + 2) - at.spline;
      for (Index column = 0; column < missed.size(); ++column) {
        const double scale = series_.scale[column];
        if (scale > 0.0) distance.include(std::abs(missed[column]) / scale, at.omega);
      }
    }
    return distance;
  }

  IntervalError add_between(Index i) {
    std::vector<Candidates> interval = candidates(i);
    std::vector<RowVectorXcd> values;
    for (const Candidates& at : interval) values.push_back(at.spline);
    const Distance by_polynomial = to_polynomial(interval, i);
    IntervalError error{by_polynomial.largest, by_polynomial.omega};
    if (by_polynomial.largest > kWorthwhile) error = judge_between(interval, i, values);
    if (!worthwhile(interval, values)) return error;
    for (std::size_t k = 0; k < interval.size(); ++k) {
      keep(interval[k].omega, std::move(values[k]));
    }
    return error;
  }

  /// Replaces the values of the spline with poles where the rational interpolants say more.
  IntervalError judge_between(std::vector<Candidates>& interval, Index i,
                              std::vector<RowVectorXcd>& values) {
    const Index n = series_.omega.size();
    if (!window_) window_.emplace(series_, window_begin(i - i % kStride, n), std::min(n, kWindow));
    for (Candidates& at : interval) window_->evaluate(at.omega, at.interpolated);
    if (interval.front().interpolated.empty()) return {};  // fewer than four frequencies
    Verdict verdict = judged(interval, series_.scale);
    const Distance& distance = verdict.median_to_spline;
    const bool several = interval.front().interpolated.size() >= kFewestInterpolants;
    if (!several || verdict.spread.largest > distance.largest) {
      return {distance.largest, distance.omega};
    }
    values = std::move(verdict.values);
    return {std::sqrt(verdict.values_to_spline.largest * verdict.values_to_median.largest),
            distance.omega};
  }

  bool worthwhile(const std::vector<Candidates>& interval,
                  const std::vector<RowVectorXcd>& values) const {
    for (std::size_t k = 0; k < interval.size(); ++k) {
      const RowVectorXcd change = values[k] - plain_.at(interval[k].omega);
      if ((change.array().abs() > kWorthwhile * series_.scale.array() &&
           series_.scale.array() > 0.0)
              .any()) {
        return true;
      }
    }
    return false;
  }

  const ResonantSeries& series_;
  NaturalSpline plain_;
  SplineWithPoles with_poles_;
  std::optional<Window> window_;    ///< of the present group of intervals, once it is needed
  std::vector<double> omega_;       ///< frequencies so far [rad/s]
  std::vector<RowVectorXcd> rows_;  ///< values at these frequencies
};

}  // namespace

RefinedSeries refine_series(const ResonantSeries& series) { return Refinement(series).refined(); }

}  // namespace raftup
