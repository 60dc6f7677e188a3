/// @file Refusal of files whose data violate a rule of physics by so much that the reader must have
///         misinterpreted them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Refuses a database that violates a rule of physics by several times more than coarse panels, few
/// directions or an early end of the frequencies can explain. The limit is a relative violation of
/// one half, both at the worst frequency and over all frequencies together, so that irregular
/// frequencies alone do not cause a refusal. The databases that come with Raftup and the public
/// samples stay below .28 (Haskind; two thirds of them below .07), except B of Capytaine's RM3,
/// which is negative at many frequencies but not over all together. Wave heights mistaken for
/// amplitudes give 3, and wave numbers mistaken for periods 8.5. In such a case frequencies, units,
/// signs or reference points differ from what was assumed, and everything computed from the file is
/// wrong. If the user has accepted a check, its refusal is left out and an entry of the history
/// records it. A database that was written in this way can be read again without accepting the
/// check anew.
/// @param database its findings are those of make_database()
/// @param accepted names of accepted checks, for example "haskind"
/// @param files    names of the files, for the message
/// @throws Error(kInvalidArgument) with the check, the rule, the measure and advice; also for a
///          name in `accepted` that belongs to no such check
void refuse_gross_breaks(Database& database, std::span<const std::string> accepted,
                         const std::string& files);

/// Returns the names of the checks that can refuse a database.
std::vector<std::string> gross_checks();

/// The name by which a user accepts every check, in order to look at a file.
inline constexpr std::string_view kEveryCheck = "all";

/// The name by which a user accepts a reference point that contradicts the data.
inline constexpr std::string_view kReferencePointCheck = "reference_point";

/// Returns true if the result of a check is accepted, by the user or by an earlier import of the
/// same database. If the user accepts it now, an entry is added to the history.
/// @param message  text of the finding, for the history
/// @param accepted names of the checks that the user accepts
bool is_accepted(Database& database, std::string_view check, const std::string& message,
                 std::span<const std::string> accepted);

}  // namespace raftup::hydro
