#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "solver/model/model.hpp"
#include "solver/simulation/outputs/output_catalogue.hpp"
#include "solver/simulation/outputs/output_names.hpp"

namespace raftup::solver {

/// The names and sizes of the outputs of a model. The class also makes suggestions for misspelled
/// names.
class KnownOutputs {
 public:
  explicit KnownOutputs(const Model& model) {
    for (const Output& output : list_outputs(model)) {
      sizes_.emplace(output.variable.name, output.variable.size);
      names_.push_back(output.variable.name);
    }
  }

  bool contains(const std::string& name) const { return sizes_.contains(name); }
  int size(const std::string& name) const { return sizes_.at(name); }

  /// The rule for a violation by an unknown name, with a suggestion of similar names. Since the
  /// search for similar names takes time, suggestions are made for the first kMostSuggestions
  /// unknown names only.
  std::string rule_for(const std::string& name) {
    const bool known = contains(name) || ++unknown_ > kMostSuggestions;
    return "must name an output of the model" + (known ? "" : suggestion(name, names_));
  }

 private:
  static constexpr int kMostSuggestions = 10;

  std::unordered_map<std::string, int> sizes_;
  std::vector<std::string> names_;
  int unknown_ = 0;
};

}  // namespace raftup::solver
