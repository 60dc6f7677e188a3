#pragma once

#include <string>
#include <vector>

#include "hydro/database/arrays.hpp"

namespace raftup::server {

/// Arrays of a database for the wire: the one called `name`, or all that it has where `name` is
/// empty, cut down to the rows of one body and the columns of another.
/// @param row_body    of influenced dofs and of what each body has, 1 = the first; 0 = all
/// @param column_body of radiating dofs, 1 = the first; 0 = all
/// @throws ServiceError(kBadField) at "dataset", "row_body" or "column_body" for what does not
/// exist, (kNotFound) where the database has no such data
std::vector<hydro::DatabaseArray> coefficients_of(const hydro::Database& database,
                                                  const std::string& name, int row_body,
                                                  int column_body);

}  // namespace raftup::server
