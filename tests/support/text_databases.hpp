#pragma once

#include <string>

namespace raftup::testing {

/// Files of one run of WAMIT with one body: A' = 1 and B' = .5 on the diagonal, 3 s and 6 s, omega
/// 0 and infinity; X' = 3 + 4 i, drift 2, directions 0 and 90 degrees.
std::string wamit_radiation();
std::string wamit_forces();
std::string wamit_drift();
std::string wamit_hydrostatics();

/// The same run as WAMIT's .out, of phase 53 degrees.
std::string wamit_output();

/// A database of Diodore: 2 s and 4 s, headings 0 and 180 degrees, A = 1000 and B = 100 on the
/// diagonal, X = 500 at a phase of .5 rad.
std::string diodore_text();

}  // namespace raftup::testing
