#pragma once

#include "solver/loads/lines/eye_slip.hpp"
#include "solver/loads/lines/line_at_rest.hpp"
#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

/// A line with eyes at one time.
struct PiecesNow {
  std::vector<int> elements;       ///< number of elements of every piece
  std::vector<LineValues> values;  ///< of every piece
  std::vector<double> slid;        ///< length that has passed every eye towards the second end [m]
};

/// The pieces of a line between its ends and its eyes. Every piece is a line of its own that begins
/// and ends at a body or in the world, and slides at an eye: its element there changes its length, and
/// nodes are added and removed beside it, as at a drum. The object of a piece is made from the model
/// and the number of its elements alone. Not thread-safe.
class LinePieces {
 public:
  LinePieces(const ElasticLine& line, const LoadSite& site);

  std::size_t count() const { return lines_.size(); }
  /// The piece at t = 0.
  const ElasticLine& line(std::size_t piece) const { return lines_[piece]; }
  LineAtRest& rest(std::size_t piece) { return *rest_[piece]; }
  /// The objects of the pieces with these numbers of elements.
  const EyeSlip::Pieces& objects(const std::vector<int>& elements);
  /// True for an end of a piece that slides.
  std::array<bool, 2> slides(std::size_t piece) const {
    return {piece > 0 || line_.winch.has_value(), piece + 1 < count()};
  }
  /// Unstretched length of the line that is out of a drum, with its reserves [m].
  double length_out(const PiecesNow& now) const;
  double spacing() const { return spacing_; }  ///< length of an element that does not slide [m]

  /// The line at t = 0, at rest between its ends and its eyes.
  PiecesNow initial(const Kinematics& bodies);
  /// Reads and writes the values in a State, which are of the same number always.
  PiecesNow unpack(std::span<const double> values);
  std::vector<double> pack(const PiecesNow& now) const;
  /// Gives the line at an eye its speed s at the end of a step of duration h [s], in which a length of
  /// |s| h has come to the eye, half of it with the speed u of the node before it:
  ///   s' = s + dm/M (u - s),
  /// with dm half of the mass of this length and M half of that of both elements at the eye, with
  /// reserves. So nothing
  /// gains energy by passing an eye.
  static void mix_speeds(std::size_t eye, double h, PiecesNow& now);
  /// Adds and removes nodes beside drum and eyes after a step.
  void renew_nodes(PiecesNow& now);
  /// Writes the outputs in the order of ElasticLine::outputs(). Nodes and elements are those of all
  /// pieces, from the first end to the second, behind those that are not in use, which stand at the
  /// first end without tension.
  void write(const PiecesNow& now, std::span<double> outputs);
  std::vector<Drawing> drawings(const std::string& name, const PiecesNow& now);
  /// True if a node can be removed at an end of a piece.
  bool removable(std::size_t piece, const std::vector<int>& elements) const;

 private:
  ElasticLine line_;
  const Model& model_;
  double spacing_;
  std::vector<ElasticLine> lines_;
  std::vector<std::unique_ptr<LineAtRest>> rest_;
  std::vector<std::vector<Vector3>> places_;  ///< of the nodes of every piece at t = 0 [m]
  std::vector<int> elements_;                 ///< of the objects
  EyeSlip::Pieces objects_;
  std::size_t size_ = 0;  ///< of the values in a State
};

/// Returns the descriptions of the pieces of a line at t = 0, from its first end to its second.
std::vector<ElasticLine> pieces_of(const ElasticLine& line, const Model& model);

}  // namespace raftup::solver
