#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "solver/simulation.hpp"

namespace raftup::server {

/// Finds variables by name. Immutable, so it may be shared.
class VariableIndex {
 public:
  explicit VariableIndex(const std::vector<solver::Variable>& variables);

  bool contains(const std::string& name) const { return places_.contains(name); }

  /// Places of `names`, in their order.
  /// @param path of the list in the request: "attach.output_variables"
  /// @throws ServiceError(kBadField) naming every unknown name and every name that comes twice
  std::vector<std::size_t> places(const std::vector<std::string>& names,
                                  const std::string& path) const;

  /// Number of values of the variables at `places`, one after another.
  std::size_t width(const std::vector<std::size_t>& places) const;

 private:
  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::size_t> sizes_;
};

}  // namespace raftup::server
