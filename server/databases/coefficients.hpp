#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::server {

/// One dataset of a database for the wire: SI units, the last index running fastest.
struct CoefficientDataset {
  std::vector<std::int64_t> shape;
  std::vector<double> values;
  std::string unit;  ///< of matrices that of the translations
};

/// The dataset called `name`, one of those that ReadCoefficientsRequest lists.
/// @param row_body    rows of this body only, 1 = the first; 0 = all
/// @param column_body columns of this body only, 1 = the first; 0 = all
/// @throws ServiceError(kBadField) at "dataset", "row_body" or "column_body" for what does not
/// exist, (kNotFound) where the database has no such data
CoefficientDataset coefficients_of(const hydro::Database& database, const std::string& name,
                                   int row_body, int column_body);

}  // namespace raftup::server
