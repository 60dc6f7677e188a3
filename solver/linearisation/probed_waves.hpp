#pragma once

#include <vector>

#include "solver/linearisation/wave_forces.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// The waves that bodies diffract and radiate, at the disturbed probes of a model, in small motions x
/// [m, rad] about the mean. In a wave of unit amplitude the elevation at a probe is that of the undisturbed
/// sea plus eta_D + i omega E x, each evaluated at the field point of the probe as in a run: eta_D as
/// the excitation of its body is, with WaveField::diffraction in place of X, and E of
/// WaveField::radiation as a cubic spline over the frequency, 0 at omega = 0 and beyond the data.
class ProbedWaves {
 public:
  /// @param mean mean poses of the bodies
  /// @param rest_headings heading of the dof axes of each body [rad]
  ProbedWaves(const Model& model, const Kinematics& mean,
              const std::vector<Heading>& rest_headings);

  /// True if no probe is disturbed.
  bool empty() const { return probes_.empty(); }

  /// Computes eta_D per meter of wave amplitude, with phase 0 of the wave at the world origin.
  /// @returns for each omega probes of the model x directions [m/m]; 0 at probes of the undisturbed
  ///          sea and for waves without data
  std::vector<MatrixXcd> diffracted(const WaveSelection& waves) const;
  /// Computes E, for each omega probes of the model x 6N, dof axes [m/(m/s), m/(rad/s)].
  std::vector<MatrixXcd> radiated(const VectorXd& omega) const;

 private:
  /// A disturbed probe.
  struct Probed {
    std::size_t probe;        ///< index in Model::probes
    std::size_t diffraction;  ///< index in `diffractions_`
    Eigen::Index row;         ///< row of the diffracted elevation [m/m] in its forces
    VectorXd omega;           ///< 0 and the frequencies of the database [rad/s]
    MatrixXcd radiation;      ///< E at `omega`: 6N of the model x frequencies, dof axes
  };

  void add_group(const Model& model, const HydrodynamicGroup& group, const Kinematics& mean,
                 const std::vector<Heading>& rest_headings);

  Eigen::Index probe_count_, dof_count_;
  /// Diffracted elevations [m/m] in the places of forces, in the axes of the mean headings.
  std::vector<WaveForceModel> diffractions_;
  std::vector<Probed> probes_;
};

}  // namespace raftup::solver
