#pragma once

#include <array>

#include "solver/loads/lines/line_values.hpp"
#include "solver/loads/rods/discrete_rod.hpp"
#include "solver/model/loads/elastic_line.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// A line that has broken at a node between its ends, as two lines with a free end each: the first
/// from end a to the node, the second from end b to the node, whose nodes are numbered from end b.
/// Both have half of the elements' mass at the node, and the first has the clump there.
class BrokenLine {
 public:
  /// @param at place of one of `line.breaks`
  BrokenLine(const ElasticLine& line, std::size_t at, const Model& model);

  const std::array<ElasticLine, 2>& parts() const { return parts_; }
  /// Unstretched length from end a to the break [m].
  double arc() const { return arc_; }
  std::size_t node() const { return node_; }  ///< number of the node in the rod of the whole line

  /// True if the line breaks here, given its values and the time at the end of a step [s]; not where
  /// the place of the break is on a drum.
  /// @param cut true if the command `cut` parts it
  bool breaks(const LineValues& whole, double time, bool cut) const;

  /// The greater tension of both elements beside the node [N].
  double tension(const LineValues& whole) const;
  /// Energy that the line loses by parting, that of the bend at the node and of its torsion [J].
  /// @param rod the whole line
  double bound_energy(const rods::DiscreteRod& rod, const LineValues& whole) const;

  /// Returns the values of both parts where the line breaks.
  std::array<LineValues, 2> split(const LineValues& whole) const;
  /// Returns the values of the line, without the second part's node at the break.
  static LineValues join(const LineValues& first, const LineValues& second);

 private:
  LineBreak break_;
  std::optional<double> strength_;  ///< tension above which it breaks [N]
  bool twists_ = false;             ///< true if the line has torsion
  bool on_drum_ = false;            ///< true if the node of the break has been hauled in
  std::array<ElasticLine, 2> parts_;
  double arc_ = 0.0;
  std::size_t node_ = 0;
};

}  // namespace raftup::solver
