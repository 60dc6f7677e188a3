#include "server/sessions/recording/variable_index.hpp"

#include <fmt/format.h>

#include <unordered_set>
#include <utility>

#include "server/base/service_error.hpp"
#include "solver/simulation/outputs/output_names.hpp"

namespace raftup::server {

namespace {

constexpr const char* kRule = "must be a variable of the session";
constexpr std::size_t kMostSuggestions = 3;  // the search for suggestions is slow

}  // namespace

VariableIndex::VariableIndex(const std::vector<solver::Variable>& variables) {
  for (const auto& variable : variables) {
    places_.emplace(variable.name, sizes_.size());
    sizes_.push_back(static_cast<std::size_t>(variable.size));
  }
}

std::vector<std::size_t> VariableIndex::places(const std::vector<std::string>& names,
                                               const std::string& path) const {
  FieldViolations violations;
  std::unordered_set<std::string> seen;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string element = fmt::format("{}[{}]", path, i);
    const auto found = places_.find(names[i]);
    if (found == places_.end()) {
      const bool among_first = violations.count() < kMostSuggestions;
      violations.add(element, among_first ? rule_for(names[i]) : kRule, names[i]);
    }
    violations.expect(seen.insert(names[i]).second, element, "must be named once", names[i]);
    if (found != places_.end()) places.push_back(found->second);
  }
  violations.throw_if_any("");
  return places;
}

std::string VariableIndex::rule_for(const std::string& name) const {
  std::vector<std::string> known(places_.size());
  for (const auto& [one, place] : places_) {
    if (place < known.size()) known[place] = one;
  }
  return kRule + solver::suggestion(name, known);
}

std::size_t VariableIndex::width(const std::vector<std::size_t>& places) const {
  std::size_t width = 0;
  for (const std::size_t place : places) width += sizes_[place];
  return width;
}

OutputColumns::OutputColumns(const std::vector<solver::Variable>& outputs,
                             std::vector<std::string> usual, std::int64_t usual_stride)
    : index_(outputs), usual_(std::move(usual)), usual_stride_(usual_stride) {}

Columns OutputColumns::select(const std::vector<std::string>& names, std::int64_t stride,
                              const std::string& path) const {
  Columns columns;
  columns.outputs = index_.places(names.empty() ? usual_ : names, path);
  columns.width = index_.width(columns.outputs);
  columns.stride = stride == 0 ? usual_stride_ : stride;
  return columns;
}

}  // namespace raftup::server
