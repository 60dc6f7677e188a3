/// @file The file .QTF of AQWA: second-order forces of pairs of waves of one direction.
#pragma once

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Adds the quadratic transfer function of difference frequencies to the database of the same run, [N/m2,
/// N/m] about the centers of gravity. A record has structure, heading and two frequencies, and four rows
/// for six dofs: real part P and imaginary part R of the difference, and the same of the sum. Phases
/// belong to the waves at the center of gravity:
///   Q_mn = (P + i R) exp(-i (k_m - k_n) (x_G cos b + y_G sin b)).
/// The sign is that of our own solution for the box of BEMRosetta's example Box1, whose forces at the
/// headings -90, 0 and 180 have equal phases about a center of gravity at y = 2 m. Sums are left out, with
/// a finding: the sign of their phases is not known. Of headings -180 and 180 one is kept.
/// @throws Error(kInvalidArgument) with the file, the line, the column and the rule; also where a pair
///          is missing
/// @source BEMRosetta, reader of AQWA (layout)
void add_aqwa_qtfs(const SourceFile& file, Database& database);

}  // namespace raftup::hydro
