#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solver/loads/lines/line_dynamics.hpp"

namespace raftup::solver {

/// The linear equations of a line with eyes about rest: those of its pieces, and at every eye without
/// friction the length s that slips through it from one piece into the next [m]. Eyes with friction hold the
/// line, since small motions do not overcome it. With the impedance Z of the pieces between the bodies,
/// of A for the slips and of B for both, the equations
///   Z x + B s = f,   B^T x + A s = g
/// have the slips eliminated: (Z - B A^-1 B^T) x = f - B A^-1 g. A is that of U + w L (z_1 - z_0)/2 of
/// the elements on both sides, with half of their masses, see rods::Drum.
class SlidingDynamics final : public InnerDynamics {
 public:
  using Pieces = std::vector<std::unique_ptr<LineDynamics>>;

  /// @param pieces of the line, from its first end to its second, at least two
  /// @param slips for every eye, true if the line slips through it
  SlidingDynamics(std::string name, Pieces pieces, const std::vector<bool>& slips);

  const std::string& name() const override { return name_; }
  std::span<const std::size_t> bodies() const override { return bodies_; }
  MatrixXcd impedance(double omega) override;
  MatrixXd slow_stiffness() override;
  MatrixXd slow_mass() override;
  MatrixXd slow_damping() override;
  VectorXcd wave_force(const UnitWave& wave) override;
  std::vector<std::string> outputs() const override { return {"tension", "anchor_tension"}; }
  MatrixXcd output_by_motion(const std::string& output, double omega) override;
  VectorXcd output_by_wave(const std::string& output, const UnitWave& wave) override;
  void add_motion(const UnitWave& wave, const Complex& amplitude, const VectorXcd& motion) override;
  double fit_drag(bool harmonic) override;

 private:
  /// An end of a piece at an eye through which the line slips.
  struct SlippingEnd {
    std::size_t piece, end;
    Eigen::Index slip;  ///< number of s
    double sign;        ///< of the length of the piece by s
  };
  /// Such an end at one frequency: forces by s, and how its piece moves by s while its ends are held.
  struct Column {
    VectorXcd inner, kept, moved;
    Complex own;
  };
  struct Equations {
    std::vector<Column> columns;  ///< for each of ends_
    MatrixXcd Z, A, B;
    MatrixXcd slips() const;  ///< s by the motions of the bodies, -A^-1 B^T
  };
  /// Displacements of the nodes of a piece [m].
  struct Nodes {
    MatrixXcd inner, kept;
  };
  Equations equations(double omega);
  /// The nodes of a piece that follow bodies and slips, without waves.
  Nodes follow(std::size_t piece, double omega, const std::vector<Column>& columns,
               const MatrixXcd& bodies, const MatrixXcd& slips);
  /// g of a wave.
  VectorXcd slip_force(const UnitWave& wave, const std::vector<Column>& columns) const;
  MatrixXcd output(const std::string& output, double omega, const std::vector<Column>& columns,
                   const MatrixXcd& bodies, const MatrixXcd& slips);

  std::string name_;
  Pieces pieces_;
  std::vector<std::size_t> bodies_;
  std::vector<MatrixXcd> maps_;  ///< motions of the kept nodes of every piece by all bodies
  std::vector<SlippingEnd> ends_;
  Eigen::Index slip_count_ = 0;
};

}  // namespace raftup::solver
