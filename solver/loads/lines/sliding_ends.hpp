#pragma once

#include "solver/loads/lines/line_values.hpp"
#include "solver/loads/lines/sliding_lengths.hpp"
#include "solver/loads/rods/drum.hpp"
#include "solver/loads/rods/drum_nodes.hpp"

namespace raftup::solver {

/// The ends of a line at drums and eyes, whose elements change their lengths, over one step.
class SlidingEnds {
 public:
  /// @param slides true for an end that slides
  /// @param rod of the line; must outlive the object
  SlidingEnds(const std::array<bool, 2>& slides, rods::DiscreteRod& rod)
      : slides_(slides), rod_(rod) {}

  /// Gives the rod the lengths of the elements at the ends.
  /// @returns true if they have changed
  bool take_lengths(const rods::RodState& state);

  /// Begins a step of duration h [s] with the given values.
  rods::Drums begin(const LineValues& start, const std::array<rods::DrumOrder, 2>& orders,
                    double h);
  /// Sets the rate of an end [m/s].
  void set_rate(std::size_t end, double rate) { drums_[end].set_rate(rate); }
  const rods::Drum& drum(std::size_t end) const { return drums_[end]; }
  /// Writes rates and forces at the end of a step of duration h [s], and gives the length that has been
  /// paid out its speed.
  void finish(const LineValues& start, double h, LineValues& values) const;

  /// The material at an end.
  rods::DrumEnd material(const LineValues& values, std::size_t end) const;
  /// Power that the ends and the mass that comes through them bring into the line [W].
  double power(const LineValues& values) const;
  /// Energy at the ends that the nodes do not have [J]: halves of elements move relative to the end, and
  /// a reserve is there with its weight and speed.
  double energy(const LineValues& values) const;

 private:
  const rods::Element& element(std::size_t end) const {
    return end == 0 ? rod_.elements().front() : rod_.elements().back();
  }

  std::array<bool, 2> slides_;
  rods::DiscreteRod& rod_;
  std::array<rods::Drum, 2> drums_;
};

/// Adds and removes nodes beside an end that slides, after a step, so that its element is from half to
/// one and a half as long as the others.
/// @param spacing length of the others [m]
/// @param elements number of elements, which changes
/// @param part returns the LineInMotion for the present number of elements
/// @param removable returns true if a node can be removed then
template <typename Part, typename Removable>
void renew_nodes_at(std::size_t end, double spacing, LineValues& values, int& elements, Part part,
                    Removable removable) {
  while (values.rod.end_length[end] > kLongestSliding * spacing) {
    auto& line = part();
    rods::add_drum_node(line.rod(), line.ends().material(values, end), spacing, values.rod);
    ++elements;
  }
  while (values.rod.end_length[end] < kShortestSliding * spacing && removable()) {
    values.sliding[end].reserve += rods::remove_drum_node(part().rod(), end, values.rod);
    --elements;
  }
}

}  // namespace raftup::solver
