#pragma once

#include <memory>
#include <string>
#include <vector>

#include "hydro/configurations/axis_quantity.hpp"
#include "hydro/configurations/node_grid.hpp"
#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A family of databases of the same bodies, each solved in another configuration: at another
/// relative position of the second of two bodies, at another place of a track of any number of
/// bodies, or at other values of axes such as draught. The coefficients of each body are in the axes
/// of its own heading. Families are created by make_database_family(), make_track_family() and
/// make_axis_family(), so that every family is valid.
struct DatabaseFamily {
  /// The nodes: relative positions [m, m, rad], places of a track [m], or values of the axes.
  NodeGrid grid;
  std::vector<std::shared_ptr<const Database>> nodes;  ///< database of each node of the grid
  /// For each node the index of the first node whose A, B, A_inf and K are bit for bit the same.
  /// Such nodes share one radiation memory.
  std::vector<std::size_t> radiates_as;
  std::string source_format;  ///< format of the file, "raftup-family"
  std::string sha256;         ///< SHA-256 digest of the file's bytes, lower-case hexadecimal
  Findings findings;          ///< worst finding of each name among the findings of all nodes
  /// What the axes measure; empty for a family over relative position.
  std::vector<AxisQuantity> axes = {};
  /// Attitude of each body at rest at each node of a family over axes: roll, pitch and heading
  /// [rad]. Empty if all bodies are upright, with heading 0, at all nodes.
  std::vector<std::vector<Vector3>> attitudes = {};
  /// For each node of a family over axes or along a track the index of the first node with the same
  /// data bit for bit, apart from the place of the bodies in the plane. Such nodes count as one.
  /// Nodes of a track with wave forces are never the same, since these contain the place.
  std::vector<std::size_t> same_as = {};

  /// Attitude of a body at rest at a node: roll, pitch and heading [rad].
  Vector3 attitude(std::size_t node, std::size_t body) const {
    return attitudes.empty() ? Vector3(Vector3::Zero()) : attitudes[node][body];
  }
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

/// Creates a family along a track from the databases of its nodes.
/// @param positions relative positions of all bodies except the first at each node
/// @throws Error(kInvalidArgument) with the node and the rule, if a node has not one body more than
///          its relative positions, or as make_database_family() and Track
DatabaseFamily make_track_family(const std::vector<RelativePositions>& positions,
                                 std::vector<Database> nodes, const std::string& sha256);

/// Values of axes at the nodes of a family.
struct AxisNodes {
  std::vector<AxisQuantity> axes;    ///< what each axis measures, one to three
  std::vector<Configuration> nodes;  ///< coordinates of the nodes [m, rad, m/s], unused ones 0
  std::vector<std::vector<Vector3>> attitudes;  ///< DatabaseFamily::attitudes
};

/// Creates a family over axes from the databases of its nodes.
/// @param nodes  valid databases, each body in the axes of its own heading
/// @param sha256 digest of the file
/// @throws Error(kInvalidArgument) with the node and the rule, if the bodies of a node differ from
///          those of node 0 in name or number; if its gravity, density, depth, frequencies, wave
///          directions or kinds of coefficients differ from those of node 0; if an axis is a
///          relative position; if attitudes are not one per node and body; or as AxisGrid
DatabaseFamily make_axis_family(AxisNodes at, std::vector<Database> nodes,
                                const std::string& sha256);

}  // namespace raftup::hydro
