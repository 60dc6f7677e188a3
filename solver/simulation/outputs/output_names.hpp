/// @file Names of outputs as users type them: with wildcards, or misspelled.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raftup::solver {

/// True if a name contains wildcards: `*` for any number of letters, `?` for one letter.
bool has_wildcards(std::string_view name);

/// True if a name matches a pattern with wildcards; the case of letters matters.
bool matches_name(std::string_view pattern, std::string_view name);

/// Finds at most three known names that are similar to an unknown name, the most similar first. The
/// measure is the number of letters that must be inserted, deleted, replaced or swapped with their
/// neighbor, without regard to case, up to a third of the length of the name. If no name is
/// similar, names with the same part before the first dot are returned.
std::vector<std::string> nearest_names(const std::string& name,
                                       const std::vector<std::string>& known);

/// A text for an error message after its rule, such as " such as sea.elevation"; empty if there is
/// no similar name.
/// @param known the known names, of which the most similar ones to `name` are suggested
std::string suggestion(const std::string& name, const std::vector<std::string>& known);

}  // namespace raftup::solver
