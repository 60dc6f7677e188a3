#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "solver/model/model.hpp"
#include "solver/simulation/outputs/output_catalogue.hpp"
#include "solver/simulation/outputs/output_names.hpp"

namespace raftup::solver {

/// The outputs of a model by name: of how many numbers each is, and what was meant by others.
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

  /// Looking for what was meant takes a while: it is done for the first names alone.
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
