/// @file Checks of physics that fail by so much that the file cannot be what its reader took it
///         for.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Refuses a database that breaks a rule of physics by several times more than coarse panels, few
/// directions or an early end of the frequencies can explain: by half of the scale of the measure,
/// both at the worst frequency and on the whole, so that irregular frequencies alone do not cause a
/// refusal. The databases that we ship and the public samples stay below .28 (Haskind; two thirds
/// of them below .07), except B of Capytaine's RM3, which is negative at many frequencies but not
/// on the whole. Wave heights taken for amplitudes give 3, and wave numbers taken for periods 8.5.
/// In such a case frequencies, units, signs or reference points differ from what was assumed, and
/// everything computed from the file is wrong.
/// If the user has accepted a check, its refusal is left out and an entry of the history says so. A
/// database that was written in this way can be read again without accepting the check anew.
/// @param database its findings are those of make_database()
/// @param accepted names of checks: "haskind"
/// @param files    names of the files, for the message
/// @throws Error(kInvalidArgument) naming the check, the rule, the measure and advice, or a name
/// that
///         belongs to no such check
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
