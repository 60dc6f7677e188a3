#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Finds variables by name. The object is immutable and may therefore be shared between threads.
class VariableIndex {
 public:
  explicit VariableIndex(const std::vector<solver::Variable>& variables);

  bool contains(const std::string& name) const { return places_.contains(name); }

  /// Returns the indices of the variables `names`, in the order of `names`.
  /// @param path path of the list of names in the request, such as "output_variables"
  /// @throws ServiceError(kBadField) listing every unknown name and every name that occurs twice;
  ///         for the first few unknown names the error suggests similar names
  std::vector<std::size_t> places(const std::vector<std::string>& names,
                                  const std::string& path) const;

  /// Number of values of all variables at the indices `places`.
  std::size_t width(const std::vector<std::size_t>& places) const;

 private:
  /// The rule that an unknown name violates, with suggestions of similar names.
  std::string rule_for(const std::string& name) const;

  std::unordered_map<std::string, std::size_t> places_;
  std::vector<std::size_t> sizes_;
};

/// The output columns of a client.
struct Columns {
  std::vector<std::size_t> outputs;  ///< indices into Simulation::outputs()
  std::size_t width = 0;             ///< number of values of one row
  /// A row is sent for each step whose index is a multiple of this.
  std::int64_t stride = 1;

  bool operator==(const Columns&) const = default;
};

/// The outputs of a session, and the default selection for a client that names no outputs.
/// Immutable.
class OutputColumns {
 public:
  OutputColumns(const std::vector<solver::Variable>& outputs, std::vector<std::string> usual,
                std::int64_t usual_stride);

  /// Selects columns for a client.
  /// @param names names of outputs; empty = the default selection of the model
  /// @param stride steps between rows; 0 = the default stride of the model
  /// @param path path of the list of names in the request
  /// @throws ServiceError as VariableIndex::places() does
  Columns select(const std::vector<std::string>& names, std::int64_t stride,
                 const std::string& path) const;

 private:
  VariableIndex index_;
  std::vector<std::string> usual_;
  std::int64_t usual_stride_;
};

}  // namespace raftup::server
