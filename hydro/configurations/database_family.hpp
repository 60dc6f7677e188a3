#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/configurations/configuration_grid.hpp"
#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Databases of the same two bodies, each solved at another position of the second. The
/// coefficients of each body are in the axes of its own bow. Made by make_database_family(), so
/// that a family that exists is valid.
struct DatabaseFamily {
  ConfigurationGrid grid;                              ///< where the nodes are
  std::vector<std::shared_ptr<const Database>> nodes;  ///< one per node of the grid
  /// For each node the first one whose A, B, A_inf and K are the same to the bit; they share a
  /// memory.
  std::vector<std::size_t> radiates_as;
  std::string source_format;  ///< "raftup-family"
  std::string sha256;         ///< digest of the file's bytes, lower-case hex
  Findings findings;          ///< of the nodes, the worst of each name
};

/// @param positions of the second body at each node
/// @param nodes     each body in the axes of its own bow, validated
/// @param sha256    of the file
/// @throws Error(kInvalidArgument) naming the node and the rule: bodies other than two, or others
///         than those of node 0 by name, volume, centres and stiffness; another gravity, density,
///         depth, frequencies or wave directions; a position that is not that of the centres of
///         gravity; what ConfigurationGrid refuses
DatabaseFamily make_database_family(const std::vector<Configuration>& positions,
                                    std::vector<Database> nodes, const std::string& sha256);

}  // namespace raftup::hydro
