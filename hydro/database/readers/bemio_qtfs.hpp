#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

class Hdf5File;

/// Reads body{i}/hydro_coeffs/excitation/QTF{i}/{Sum, Diff}{dof} of a BEMIO file into
/// `database.qtf_sum` and `qtf_difference`; a file without them leaves both empty.
/// PER_i are the periods [s], BETA_i and BETA_j the two directions [deg], one each; Re_F_ij and
/// Im_F_ij hold n x n values [N/m2, N/m], the first index running fastest. BEMIO stores the
/// conjugate of WAMIT's values, which are in our convention; it is undone.
/// @throws Error(kInvalidArgument) naming the dataset and the rule
/// @source WEC-Sim, readWAMIT and writeBEMIOH5
void read_bemio_qtfs(const Hdf5File& file, Database& database);

}  // namespace raftup::hydro
