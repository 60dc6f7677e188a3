#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// The directed edges of a mesh. Edge 3 t + k runs from corner k of triangle t to its next corner.
class HalfEdges {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  /// Edges of more than two triangles, and edges that two triangles have in the same direction,
  /// have no partner.
  explicit HalfEdges(const TriangleMesh& mesh);

  std::size_t count() const { return from_.size(); }
  /// Vertex at which an edge begins.
  std::size_t from(std::size_t edge) const { return from_[edge]; }
  std::size_t to(std::size_t edge) const { return from_[next(edge)]; }
  static std::size_t next(std::size_t edge) { return edge % 3 == 2 ? edge - 2 : edge + 1; }
  static std::size_t previous(std::size_t edge) { return edge % 3 == 0 ? edge + 2 : edge - 1; }
  /// The same edge in the neighboring triangle, in the opposite direction; kNone if there is none.
  std::size_t partner(std::size_t edge) const { return partner_[edge]; }

 private:
  std::vector<std::size_t> from_, partner_;
};

/// Visits the triangles around a vertex, clockwise seen from outside, through the edges that begin
/// at the vertex. At the rim of a hole it continues at the other side of the hole.
///   for (VertexCirculator at(edges, triangle, corner); !at.at_end(); at.advance()) at.edge();
class VertexCirculator {
 public:
  /// @param corner corner of the triangle at the vertex: 0, 1 or 2
  VertexCirculator(const HalfEdges& edges, std::size_t triangle, std::size_t corner);

  std::size_t edge() const { return edge_; }  ///< the present edge, which begins at the vertex
  /// The triangle that contains the present edge.
  std::size_t triangle() const { return edge_ / 3; }
  bool at_end() const { return at_end_; }            ///< true after all edges have been visited
  bool jumped_over_hole() const { return jumped_; }  ///< true if the last advance() crossed a hole
  void advance();

 private:
  const HalfEdges& edges_;
  std::size_t start_, edge_;
  bool at_end_ = false, jumped_ = false;
};

}  // namespace raftup::solver
