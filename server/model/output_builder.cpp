#include <fmt/format.h>

#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "server/model/model_parts.hpp"
#include "solver/simulation/outputs/output_catalogue.hpp"
#include "solver/simulation/outputs/output_names.hpp"

namespace raftup::server {

namespace {

std::vector<std::string> usual_outputs(const solver::Model& model) {
  std::vector<std::string> names;
  for (const solver::RigidBody& body : model.bodies) {
    for (const char* quantity :
         {"position", "orientation", "linear_velocity", "angular_velocity", "displacement"}) {
      names.push_back(body.name + "." + quantity);
    }
  }
  names.emplace_back("sea.elevation");
  return names;
}

/// Collects the outputs that a list of names selects, in the order of the list. The outputs that a
/// name with wildcards selects are in the order of the model.
class ChosenOutputs {
 public:
  explicit ChosenOutputs(const solver::Model& model) {
    for (const solver::Output& output : solver::list_outputs(model)) {
      known_.push_back(output.variable.name);
    }
    is_known_.insert(known_.begin(), known_.end());
  }

  void add(const std::string& name, const std::string& path, FieldViolations& violations) {
    if (is_known_.contains(name)) {
      if (violations.expect(named_.insert(name).second, path, "must be named once", name)) {
        choose(name);
      }
    } else if (solver::has_wildcards(name)) {
      add_matching(name, path, violations);
    } else {
      violations.add(path, "must be an output of the session" + suggestion(name), name);
    }
  }

  std::vector<std::string> take() { return std::move(chosen_); }

 private:
  void choose(const std::string& name) {
    if (is_chosen_.insert(name).second) chosen_.push_back(name);
  }

  void add_matching(const std::string& name, const std::string& path, FieldViolations& violations) {
    if (!violations.expect(
            ++wildcards_ <= kMostWildcards, path,
            fmt::format("must be one of at most {} names with wildcards", kMostWildcards), name)) {
      return;
    }
    bool found = false;
    for (const std::string& output : known_) {
      if (!solver::matches_name(name, output)) continue;
      found = true;
      choose(output);
    }
    violations.expect(found, path,
                      fmt::format("must stand for one of the {} outputs", known_.size()), name);
  }

  /// Returns a suggestion of a similar output. Since the search is slow, only the first few unknown
  /// names get one.
  std::string suggestion(const std::string& name) {
    return ++suggestions_ <= kMostSuggestions ? solver::suggestion(name, known_) : "";
  }

  static constexpr int kMostWildcards = 100;
  static constexpr int kMostSuggestions = 10;

  std::vector<std::string> known_, chosen_;
  std::unordered_set<std::string> is_known_, is_chosen_, named_;
  int wildcards_ = 0;
  int suggestions_ = 0;
};

}  // namespace

std::vector<std::string> build_outputs(const v1::Model& message, const solver::Model& model,
                                       FieldViolations& violations) {
  if (message.outputs().empty()) return usual_outputs(model);
  ChosenOutputs outputs(model);
  for (int i = 0; i < message.outputs_size(); ++i) {
    outputs.add(message.outputs(i), fmt::format("outputs[{}]", i), violations);
  }
  return outputs.take();
}

namespace {

solver::StatisticsLimit build_limit(const v1::Limit& message) {
  solver::StatisticsLimit limit{message.name(), message.output(), {}, {}, {}};
  if (message.has_component()) limit.component = message.component();
  if (message.has_below()) limit.below = message.below();
  if (message.has_above()) limit.above = message.above();
  return limit;
}

}  // namespace

solver::StatisticsOptions build_statistics(const v1::Statistics& message,
                                           const std::vector<std::string>& outputs) {
  solver::StatisticsOptions options;
  options.warm_up = message.warm_up();
  options.outputs.assign(message.outputs().begin(), message.outputs().end());
  if (options.outputs.empty()) options.outputs = outputs;
  options.turning_points.assign(message.turning_points().begin(), message.turning_points().end());
  for (const v1::Limit& limit : message.limits()) options.limits.push_back(build_limit(limit));
  return options;
}

void complete_statistics(const solver::StatisticsOptions& options, v1::Statistics& message) {
  message.mutable_outputs()->Assign(options.outputs.begin(), options.outputs.end());
  for (v1::Limit& limit : *message.mutable_limits()) {
    if (!limit.has_component()) limit.set_component(0);
  }
}

}  // namespace raftup::server
