#pragma once

#include <vector>

#include "solver/loads/lines/line_in_motion.hpp"

namespace raftup::solver {

/// How a line slides through its eyes in one step. Between two pieces of a line, s is the speed at
/// which the line passes from the first to the second [m/s]: the element before the eye becomes
/// shorter by s, the one behind it longer. With the forces F of the line on the lengths of both, see
/// rods::Drum, the force N = F_1 + F_2 - 2 m s^2 that presses the line of mass m per meter on the eye,
/// since it needs m s^2 to turn, and c = tanh(mu theta/2),
///   s = 0    where |F_2 - F_1| <= c N,
///   s > 0    with F_2 - F_1 = c N, which is F_2 - m s^2 = (F_1 - m s^2) exp(mu theta),
///   s < 0    with F_1 - F_2 = c N.
/// F_2 - F_1 falls with s, so that s is unique. Newton's method finds all s of a line together.
class EyeSlip {
 public:
  using Pieces = std::vector<std::unique_ptr<LineInMotion>>;

  /// Begins a step.
  /// @param h duration of the step [s]
  /// @param grips c of every eye [1]
  /// @param speeds s of the step before [m/s]
  /// @param reserves rates at which reserves are given back, of both sides of every eye [m/s]
  /// @param limits least and greatest s of every eye [m/s]
  void begin(double h, std::vector<double> grips, std::vector<double> speeds,
             std::vector<std::array<double, 2>> reserves,
             std::vector<std::array<double, 2>> limits);

  /// Finds s for the present velocities of the ends of the pieces, and the forces of the pieces.
  void find(const Pieces& pieces);

  /// The change of the forces on all kept nodes, piece by piece, for the velocities of these nodes
  /// through the changes of s, as a part of the damping -dF/dV [N s/m].
  /// @param size number of rows, three for each kept node
  MatrixXd damping(const Pieces& pieces, Eigen::Index size) const;

  double speed(std::size_t eye) const { return speeds_[eye]; }

 private:
  /// One side of an eye: an end of a piece.
  struct Side {
    double force = 0.0;        ///< F [N]
    double per_tension = 1.0;  ///< dF/dT [1]
    double inertia = 0.0;      ///< -dF/d(rate) beside the tension [N s/m]
    double mass = 0.0;         ///< m [kg/m]
    rods::HeldStep::AtDrum at;
  };

  void set_rates(const Pieces& pieces) const;
  void look(const Pieces& pieces);
  /// Takes for every eye whether the forces [N] let the line slide.
  /// @returns true if nothing has changed and the equations of all that slide hold
  bool settle();
  void improve(const Pieces& pieces);
  double residual(std::size_t eye) const;
  double pressing(std::size_t eye) const;  ///< N [N]
  /// The eyes that slide within their limits.
  std::vector<std::size_t> sliding() const;
  /// Derivatives of the residuals of these eyes by their speeds [N s/m].
  MatrixXd by_speeds(const std::vector<std::size_t>& eyes) const;
  /// dF/d(rate) of an end of a piece by the rate of the same or the other end [N s/m].
  double by_rate(std::size_t eye, std::size_t side, bool same_end) const;

  double h_ = 0.0;
  std::vector<double> grips_, speeds_;
  std::vector<std::array<double, 2>> reserves_, limits_;
  std::vector<int> modes_;                      ///< 0 = held, or the sign of s
  std::vector<std::array<double, 2>> between_;  ///< speeds below and above the solution [m/s]
  std::vector<std::array<Side, 2>> sides_;      ///< of every eye, the piece before it first
};

}  // namespace raftup::solver
