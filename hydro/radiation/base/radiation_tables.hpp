#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/recently_used.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {

/// The identity of a database: the digest of its file with the bodies that were selected from it.
std::string database_key(const Database& database);

/// RadiationCoefficients that several objects share, with the tables of A(omega) [kg, kg m, kg m2]
/// that were computed last, since each frequency is an integral over all samples. Thread-safe.
class RadiationTables {
 public:
  /// Number of tables kept: the default grids of a linearisation and one of its caller's.
  static constexpr std::size_t kKeptTables = 4;
  /// number of frequencies [rad/s] from which a table is kept
  static constexpr Eigen::Index kShortest = 16;
  /// number of entries up to which a table is kept: 8 MiB
  static constexpr Eigen::Index kLargest = Eigen::Index{1} << 20;

  explicit RadiationTables(RadiationCoefficients coefficients)
      : coefficients_(std::move(coefficients)) {}

  const RadiationCoefficients& coefficients() const { return coefficients_; }

  /// RadiationCoefficients::added_mass_rows(), bit for bit.
  std::shared_ptr<const RowMajorMatrix> added_mass_rows(const VectorXd& omega) const;

 private:
  RadiationCoefficients coefficients_;
  mutable std::mutex mutex_;
  mutable RecentlyUsed<std::vector<double>, std::shared_ptr<const RowMajorMatrix>> tables_{
      kKeptTables};
};

/// @param cache may be null; a database without a digest is not cached
/// @throws Error(kInvalidArgument) as RadiationCoefficients
std::shared_ptr<const RadiationTables> radiation_tables(const Database& database,
                                                        const RadiationOptions& options,
                                                        FitCache* cache);

}  // namespace raftup::hydro
