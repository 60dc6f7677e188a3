#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "hydro/numerics/recently_used.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {

/// Returns a text that identifies a database: the digest of its file and the names of the bodies
/// that were selected from the file.
std::string database_key(const Database& database);

/// RadiationCoefficients that several objects share, with a cache of the tables of added mass
/// A(omega) [kg, kg m, kg m2] that were computed most recently. The tables are kept because the
/// added mass at each frequency is an integral over all samples of the damping. Thread-safe.
class RadiationTables {
 public:
  /// Number of tables that are kept. It suffices for the default frequency grids [rad/s] of a
  /// linearization and one grid that its caller chooses.
  static constexpr std::size_t kKeptTables = 4;
  /// Least number of frequencies [rad/s] of a table that is kept; smaller tables are computed anew.
  static constexpr Eigen::Index kShortest = 16;
  /// Greatest number of matrix elements of a table that is kept: 8 MiB.
  static constexpr Eigen::Index kLargest = Eigen::Index{1} << 20;

  explicit RadiationTables(RadiationCoefficients coefficients)
      : coefficients_(std::move(coefficients)) {}

  const RadiationCoefficients& coefficients() const { return coefficients_; }

  /// Added mass A(omega) at many frequencies [rad/s], from the cache if it is there. The result is
  /// bit for bit that of RadiationCoefficients::added_mass_rows().
  std::shared_ptr<const RowMajorMatrix> added_mass_rows(const VectorXd& omega) const;

 private:
  RadiationCoefficients coefficients_;
  mutable std::mutex mutex_;
  mutable RecentlyUsed<std::vector<double>, std::shared_ptr<const RowMajorMatrix>> tables_{
      kKeptTables};
};

/// Returns the radiation coefficients of a database for the given options, from the cache if they
/// are there.
/// @param cache may be null; the coefficients of a database without a digest are not cached
/// @throws Error(kInvalidArgument) if the database has neither B nor K, or neither A nor A_inf
std::shared_ptr<const RadiationTables> radiation_tables(const Database& database,
                                                        const RadiationOptions& options,
                                                        FitCache* cache);

}  // namespace raftup::hydro
