/// @file Names of outputs as people write them: with wildcards, or not quite right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace raftup::solver {

/// Whether a name stands for several: `*` for any letters, also none, and `?` for one.
bool has_wildcards(std::string_view name);

/// Whether a name with wildcards stands for another; letters count with their case.
bool matches_name(std::string_view pattern, std::string_view name);

/// The known names that may have been meant by one that is not known, at most three, the nearest
/// first: by how many letters must be put in, left out, replaced or changed with their neighbor,
/// small and capital ones being the same, up to a third of the name. Where there is none, names of
/// the same owner, what stands before the first dot.
std::vector<std::string> nearest_names(const std::string& name,
                                       const std::vector<std::string>& known);

/// " such as sea.elevation", or nothing: what a refusal says after its rule.
/// @param known of which the nearest are named
std::string suggestion(const std::string& name, const std::vector<std::string>& known);

}  // namespace raftup::solver
