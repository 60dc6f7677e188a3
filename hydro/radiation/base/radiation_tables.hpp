#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/recently_used.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {

/// What a database is known by: the digest of its file and the bodies that were taken of it.
std::string database_key(const Database& database);

/// RadiationCoefficients that many share, with the tables of A(omega) that were asked for last:
/// each frequency is an integral over all samples. Thread-safe.
class RadiationTables {
 public:
  /// The default grids of a linearisation, and room for one of its caller's.
  static constexpr std::size_t kKeptTables = 4;
  static constexpr Eigen::Index kShortest = 16;  ///< frequencies of a table worth keeping
  static constexpr Eigen::Index kLargest = Eigen::Index{1} << 20;  ///< numbers of one: 8 MiB

  explicit RadiationTables(RadiationCoefficients coefficients)
      : coefficients_(std::move(coefficients)) {}

  const RadiationCoefficients& coefficients() const { return coefficients_; }

  /// As RadiationCoefficients::added_mass_rows(), to the bit.
  std::shared_ptr<const RowMajorMatrix> added_mass_rows(const VectorXd& omega) const;

 private:
  RadiationCoefficients coefficients_;
  mutable std::mutex mutex_;
  mutable RecentlyUsed<std::vector<double>, std::shared_ptr<const RowMajorMatrix>> tables_{
      kKeptTables};
};

/// @param cache may be null; a database without a digest is not looked for there
/// @throws Error(kInvalidArgument) as RadiationCoefficients
std::shared_ptr<const RadiationTables> radiation_tables(const Database& database,
                                                        const RadiationOptions& options,
                                                        FitCache* cache);

}  // namespace raftup::hydro
