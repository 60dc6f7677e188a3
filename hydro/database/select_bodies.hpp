#pragma once

#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A database with the bodies `bodies` (0-based places in `database`) in that order: rows and
/// columns of every matrix and rows of every transfer function follow. The bodies left out stay
/// what the solution made of them, fixed in the waves.
/// The digest of a true selection is that of "<digest>:<places>": what is computed from it must not
/// be mistaken for what belongs to the whole file. The findings stay those of the file.
/// @throws Error(kOutOfRange) for a place that does not exist
/// @throws Error(kInvalidArgument) where `bodies` is empty or names one twice
Database select_bodies(const Database& database, const std::vector<Eigen::Index>& bodies);

}  // namespace raftup::hydro
