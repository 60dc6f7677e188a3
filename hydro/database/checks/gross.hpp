/// @file Checks of physics that fail by so much that the file cannot be what its reader took it
///         for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Refuses a database one of whose findings says that a rule of physics fails by a multiple of what
/// coarse panels, few directions or an early end of the frequencies explain: half of the measure's
/// scale at the worst frequency and on the whole, so that irregular frequencies do not refuse a
/// file. The databases that we ship and the public samples stay below .28 (Haskind; two thirds
/// below .07) but for B of Capytaine's RM3, which is negative at many frequencies, not at all; wave
/// heights for amplitudes make 3, wave numbers for periods 8.5. Then frequencies, units, signs or
/// points are others than they were taken for, and everything computed from the file is wrong.
/// A refusal of an accepted check is left out, and an entry of the history says so; whoever reads
/// the database after it was written need not accept it again.
/// @param database its findings are those of make_database()
/// @param accepted names of checks: "haskind"
/// @param files    for the message
/// @throws Error(kInvalidArgument) naming check, rule, measure and what to look at, or a name that
/// is of no such check
void refuse_gross_breaks(Database& database, std::span<const std::string> accepted,
                         const std::string& files);

/// The names of the checks that can refuse a database.
std::vector<std::string> gross_checks();

/// Accepts each of them, for users who want to look at a file.
inline constexpr std::string_view kEveryCheck = "all";

/// The name by which a reference point that contradicts the data is accepted.
inline constexpr std::string_view kReferencePointCheck = "reference_point";

/// Whether what a check says is accepted, by the user or by an earlier import of the same database;
/// in the former case the history says so from now on.
bool is_accepted(Database& database, std::string_view check, const std::string& message,
                 std::span<const std::string> accepted);

}  // namespace raftup::hydro
