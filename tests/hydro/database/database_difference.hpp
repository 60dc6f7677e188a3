#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::testing {

/// Largest difference of A, B, X between two databases on the same grids, each entry relative to
/// the larger of itself and 1e-3 of the largest of its kind, by which it is measured: for A and B
/// the root of the product of the two diagonals' largest, for X the largest of the dof.
struct CoefficientDifference {
  double added_mass = 0.0;
  double radiation_damping = 0.0;
  double excitation = 0.0;
};

constexpr double kNegligible = 1e-3;

inline double difference(const std::vector<MatrixXd>& a, const std::vector<MatrixXd>& b) {
  if (a.size() != b.size()) return INFINITY;
  if (a.empty()) return 0.0;
  VectorXd largest = VectorXd::Zero(a.front().rows());
  for (const MatrixXd& matrix : a) largest = largest.cwiseMax(matrix.diagonal().cwiseAbs());
  const MatrixXd scale = kNegligible * (largest * largest.transpose()).cwiseSqrt();
  double worst = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const MatrixXd own = scale.cwiseMax(a[k].cwiseAbs()).cwiseMax(1e-300);
    worst = std::max(worst, ((a[k] - b[k]).cwiseAbs().cwiseQuotient(own)).maxCoeff());
  }
  return worst;
}

inline double difference(const hydro::TransferFunction& a, const hydro::TransferFunction& b) {
  if (a.values.size() != b.values.size()) return INFINITY;
  if (a.empty()) return 0.0;
  // Translations and rotations are forces of a kind each: what symmetry makes zero is noise.
  VectorXd largest = VectorXd::Zero(a.values.front().rows());
  for (const MatrixXcd& values : a.values) {
    for (Eigen::Index first = 0; first < largest.size(); first += 3) {
      const double of_kind = values.middleRows(first, 3).cwiseAbs().maxCoeff();
      largest.segment(first, 3) = largest.segment(first, 3).cwiseMax(of_kind);
    }
  }
  double worst = 0.0;
  for (std::size_t h = 0; h < a.values.size(); ++h) {
    const MatrixXd scale = kNegligible * largest.replicate(1, a.values[h].cols());
    const MatrixXd own = scale.cwiseMax(a.values[h].cwiseAbs());
    worst = std::max(worst, ((a.values[h] - b.values[h]).cwiseAbs().cwiseQuotient(own)).maxCoeff());
  }
  return worst;
}

/// Largest norm of the difference of two matrices of the same frequency, relative to that of the matrix:
/// also of bodies about another point, with entries that are zero but for rounding.
inline double norm_difference(const std::vector<MatrixXd>& a, const std::vector<MatrixXd>& b) {
  if (a.size() != b.size()) return INFINITY;
  double worst = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    worst = std::max(worst, (a[k] - b[k]).norm() / a[k].norm());
  }
  return worst;
}

inline CoefficientDifference coefficient_difference(const hydro::Database& a,
                                                    const hydro::Database& b) {
  return {difference(a.added_mass, b.added_mass),
          difference(a.radiation_damping, b.radiation_damping),
          difference(a.excitation, b.excitation)};
}

/// The name of the first array that differs in any bit; empty where the databases are the same but
/// for digest, sources, history and findings.
inline std::string first_difference(const hydro::Database& a, const hydro::Database& b) {
  const std::vector<hydro::DatabaseArray> ours = hydro::arrays_of(a);
  const std::vector<hydro::DatabaseArray> theirs = hydro::arrays_of(b);
  const auto sizes = [](const hydro::DatabaseArray& array) {
    std::vector<Eigen::Index> shape;
    for (const auto& dimension : array.dimensions) shape.push_back(dimension.size);
    return shape;
  };
  const auto differ = [&](const hydro::DatabaseArray& x, const hydro::DatabaseArray& y) {
    return x.name != y.name || x.texts != y.texts || sizes(x) != sizes(y) ||
           (!x.is_text() && x.values() != y.values());
  };
  const auto [x, y] =
      std::mismatch(ours.begin(), ours.end(), theirs.begin(), theirs.end(), std::not_fn(differ));
  if (x == ours.end()) return y == theirs.end() ? "" : y->name;
  return x->name;
}

inline hydro::SourceFile source_file(const std::filesystem::path& file) {
  return {file.filename().string(), hydro::read_bytes(file)};
}

inline hydro::SourceFile text_source(const std::string& name, const std::string& text) {
  const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
  return {name, {bytes, bytes + text.size()}};
}

/// A text with the first occurrence of words replaced; it must have them.
inline std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  if (at == std::string::npos) throw std::invalid_argument("the text must have: " + old);
  return text.replace(at, old.size(), by);
}

/// Whether a number is the expected one to a share of its size.
inline bool is_near(Complex value, Complex expected, double share = 1e-6) {
  return std::abs(value - expected) <= share * std::abs(expected);
}

inline bool has_finding(const hydro::Database& database, const std::string& name) {
  return std::any_of(database.findings.begin(), database.findings.end(),
                     [&](const Finding& finding) { return finding.name == name; });
}

}  // namespace raftup::testing
