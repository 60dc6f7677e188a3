#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "solver/loads/lines/broken_line.hpp"
#include "solver/loads/lines/line_in_motion.hpp"
#include "solver/loads/lines/line_record.hpp"

namespace raftup::solver {

/// What a line consists of at a time.
struct LineForm {
  std::size_t broken = 0;  ///< number of the break that has come true, counted from 1; 0 = whole
  int first_elements = 0;  ///< elements of the first section, which change at a drum

  bool operator==(const LineForm&) const = default;
};

/// A line at one time: the values of the whole line, or of both its parts.
struct LineNow {
  LineForm form;
  std::vector<LineValues> values;
};

/// A line in a simulation in the forms that it takes on: whole or broken, with more or fewer elements
/// beside a drum. It makes the objects of a form when the form is first asked for, from the model
/// alone, so that a simulation that goes on from a State has the same. Not thread-safe.
class LineForms {
 public:
  /// @param places positions of the nodes at t = 0 [m, world frame]
  LineForms(const ElasticLine& line, std::vector<Vector3> places, const Model& model);

  LineForm initial() const { return {0, line_.sections.front().elements}; }
  /// The whole line, also where it has broken.
  LineInMotion& whole(const LineForm& form);
  /// The whole line, or both its parts.
  std::vector<LineInMotion*> parts(const LineForm& form);
  /// Returns the values of the whole line, also where it has broken.
  /// @param joined receives the values that the result refers to
  LineReadings readings(const LineNow& now, LineValues& joined);

  /// Elements of the first section between end a and the break, if there is one.
  int first_elements(const LineForm& form);
  /// Unstretched length of the line that is out of a drum, with its reserve [m].
  double length_out(const LineNow& now) const;

  /// Reads and writes the values in a State, which are of the same number always.
  LineNow unpack(std::span<const double> values);
  std::vector<double> pack(const LineNow& now);
  /// Number of these values, of a line that may break or has a drum; 0 for others.
  std::size_t size() const { return size_; }

  /// Breaks the line where the first of its breaks has come true at the end of a step.
  /// @param cut true if the command `cut` parts it
  /// @returns what has broken; none if nothing has
  std::optional<BreakRecord> break_if_due(LineNow& now, double time, bool cut);
  /// Adds and removes nodes beside the drum after a step, so that the first element is from half to
  /// one and a half as long as the others of its section.
  void renew_nodes(LineNow& now);

 private:
  void take(const LineForm& form);
  /// Unstretched length from end a to a break at t = 0 [m].
  double arc_of(const BrokenLine& broken, const LineForm& form) const;
  std::unique_ptr<LineInMotion> make(const ElasticLine& line) const;

  ElasticLine line_;
  std::vector<Vector3> places_;
  const Model& model_;
  LineForm form_;  ///< of the objects below
  std::unique_ptr<LineInMotion> whole_;
  std::vector<BrokenLine> breaks_;
  std::array<std::unique_ptr<LineInMotion>, 2> parts_;  ///< null in a whole line
  std::size_t size_ = 0;                                ///< of the values in a State
};

}  // namespace raftup::solver
