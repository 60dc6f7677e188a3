#include "solver/simulation/outputs/output_names.hpp"

#include <algorithm>
#include <cstddef>
#include <map>

namespace raftup::solver {

namespace {

constexpr std::size_t kLongestName = 100;  ///< longest name for which suggestions are made [bytes]
constexpr std::size_t kSuggestions = 3;

std::string lower_case(const std::string& text) {
  std::string lower = text;
  for (char& letter : lower) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return lower;
}

/// Least number of letters that must be inserted, deleted, replaced or swapped with their neighbor
/// to change one text to the other (optimal string alignment). The table of distances between all
/// beginnings is computed row by row.
std::size_t edit_distance(const std::string& one, const std::string& other) {
  std::vector<std::size_t> before;
  std::vector<std::size_t> row(other.size() + 1);
  std::vector<std::size_t> last(other.size() + 1);
  for (std::size_t j = 0; j <= other.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= other.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before = last;
    last = row;
  }
  return last[other.size()];
}

std::vector<std::string> of_same_owner(const std::string& name,
                                       const std::vector<std::string>& known) {
  const std::string owner = name.substr(0, name.find('.')) + ".";
  std::vector<std::string> found;
  for (const std::string& one : known) {
    if (found.size() < kSuggestions && one.starts_with(owner)) found.push_back(one);
  }
  return found;
}

}  // namespace

bool has_wildcards(std::string_view name) {
  return name.find_first_of("*?") != std::string_view::npos;
}

bool matches_name(std::string_view pattern, std::string_view name) {
  std::size_t at = 0;
  std::size_t in_name = 0;
  std::size_t star = std::string_view::npos;  // the last one passed, and how far it reaches
  std::size_t reach = 0;
  while (in_name < name.size()) {
    if (at < pattern.size() && pattern[at] == '*') {
      star = at++;
      reach = in_name;
    } else if (at < pattern.size() && (pattern[at] == '?' || pattern[at] == name[in_name])) {
      ++at;
      ++in_name;
    } else if (star != std::string_view::npos) {
      at = star + 1;
      in_name = ++reach;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

std::vector<std::string> nearest_names(const std::string& name,
                                       const std::vector<std::string>& known) {
  if (name.size() > kLongestName) return {};
  const std::string wanted = lower_case(name);
  const std::size_t most = std::max<std::size_t>(2, name.size() / 3);
  std::multimap<std::size_t, std::string> by_distance;
  for (const std::string& one : known) {
    if (std::max(one.size(), name.size()) - std::min(one.size(), name.size()) > most) continue;
    const std::size_t distance = edit_distance(wanted, lower_case(one));
    if (distance <= most) by_distance.emplace(distance, one);
  }
  if (by_distance.empty()) return of_same_owner(name, known);
  std::vector<std::string> nearest;
  // Others that are twice as far as the nearest were hardly meant.
  for (const auto& [distance, one] : by_distance) {
    const bool close = distance <= 2 * by_distance.begin()->first;
    if (close && nearest.size() < kSuggestions) nearest.push_back(one);
  }
  return nearest;
}

std::string suggestion(const std::string& name, const std::vector<std::string>& known) {
  std::string text;
  for (const std::string& one : nearest_names(name, known)) {
    text += (text.empty() ? " such as " : " or ") + one;
  }
  return text;
}

}  // namespace raftup::solver
