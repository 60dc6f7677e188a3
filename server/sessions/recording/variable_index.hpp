#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Finds variables by name. Immutable, so it may be shared.
class VariableIndex {
 public:
  explicit VariableIndex(const std::vector<solver::Variable>& variables);

  bool contains(const std::string& name) const { return places_.contains(name); }

  /// Indices of the variables `names`, in their order.
  /// @param path of the list in the request: "output_variables"
  /// @throws ServiceError(kBadField) naming every unknown name, the first few with
  ///   what may have been meant, and every name that occurs twice
  std::vector<std::size_t> places(const std::vector<std::string>& names,
                                  const std::string& path) const;

  /// Number of values of the variables at `places`, one after another.
  std::size_t width(const std::vector<std::size_t>& places) const;

 private:
  /// The rule that an unknown name breaks, with the names that may have been meant.
  std::string rule_for(const std::string& name) const;

  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::size_t> sizes_;
};

/// The columns that a client wants.
struct Columns {
  std::vector<std::size_t> outputs;  ///< places in Simulation::outputs()
  std::size_t width = 0;             ///< values of them
  std::int64_t stride = 1;           ///< rows at multiples of this step index

  bool operator==(const Columns&) const = default;
};

/// The outputs of a session, and the default selection for a client that names none. Immutable.
class OutputColumns {
 public:
  OutputColumns(const std::vector<solver::Variable>& outputs, std::vector<std::string> usual,
                std::int64_t usual_stride);

  /// @param names  empty = the model's choice
  /// @param stride 0 = the model's
  /// @param path   of the names in the request
  /// @throws what VariableIndex::places() throws
  Columns select(const std::vector<std::string>& names, std::int64_t stride,
                 const std::string& path) const;

 private:
  VariableIndex index_;
  std::vector<std::string> usual_;
  std::int64_t usual_stride_;
};

}  // namespace raftup::server
