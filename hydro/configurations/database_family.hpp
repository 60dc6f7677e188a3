#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/configurations/configuration_grid.hpp"
#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A family of databases: databases of the same two bodies, each solved at another relative
/// position of the second body. The coefficients of each body are in the axes of its own heading.
/// Families are created by make_database_family(), so that every family is valid.
struct DatabaseFamily {
  /// Relative positions of the nodes [m, m, rad].
  ConfigurationGrid grid;
  std::vector<std::shared_ptr<const Database>> nodes;  ///< database of each node of the grid
  /// For each node the index of the first node whose A, B, A_inf and K are bit for bit the same.
  /// Such nodes share one radiation memory.
  std::vector<std::size_t> radiates_as;
  std::string source_format;  ///< format of the file, "raftup-family"
  std::string sha256;         ///< SHA-256 digest of the file's bytes, lower-case hexadecimal
  Findings findings;          ///< worst finding of each name among the findings of all nodes
};

/// Creates a family from the databases of its nodes.
/// @param positions relative position of the second body at each node
/// @param nodes     valid databases, each body in the axes of its own heading
/// @param sha256    digest of the file
/// @throws Error(kInvalidArgument) with the node and the rule, if a node has not exactly two
///          bodies; if its bodies differ from those of node 0 in name, volume, centers or
///          stiffness; if its gravity, density, depth, frequencies, wave directions or kinds of
///          coefficients differ from those of node 0; if its position is not that of the centers of
///          gravity; or as ConfigurationGrid
DatabaseFamily make_database_family(const std::vector<Configuration>& positions,
                                    std::vector<Database> nodes, const std::string& sha256);

}  // namespace raftup::hydro
