#pragma once

#include <memory>
#include <vector>

#include "hydro/excitation/body_excitation.hpp"
#include "hydro/excitation/wave_moments.hpp"

namespace raftup::hydro {

/// Wave excitation [N, N m, heading frames] with several databases of the same bodies, frequencies
/// and wave directions, such as the nodes of a family of databases. The result for each database
/// equals that of Excitation up to rounding. Sums over the components of the sea are computed once
/// for all databases whose transfer functions are splines between the same frequencies
/// (WaveMoments). The order of calls in a step is begin(), then node() for any
/// databases. Not thread-safe.
class FamilyExcitation {
 public:
  /// Returns true if this class saves time: the amplitudes of the sea [m] are constant, and the sea
  /// has many more components than its directions times the frequencies of the database.
  static bool is_of_use(const Sea& sea, const Database& database);

  /// @param nodes databases with excitation; their tables are computed when they are first needed
  /// @param rest  poses of rest of the bodies in the world [m, rad], one per body
  FamilyExcitation(std::vector<std::shared_ptr<const Database>> nodes, const Sea& sea,
                   std::vector<HorizontalPose> rest);

  /// Sets the motion of the bodies in the next step.
  void begin(const UniformMotion& motion);

  /// Returns force [N, N m] and gradient at the start, the middle and the end of the step, computed
  /// with one database. The reference is valid until the next begin().
  const StepExcitation& node(std::size_t index);

  /// Checks that the data cover the directions of the waves as seen from the bodies.
  /// @throws Error(kOutOfRange) as Excitation::check()
  void check(const std::vector<HorizontalPose>& poses) const;

 private:
  /// Sums over the components, common to all databases with the same knots of the splines.
  struct Sums {
    VectorXd knots;  ///< frequencies between which transfer functions are splines [rad/s]
    WaveMoments moments;
    std::vector<WaveTerm> terms;
    std::vector<std::vector<MomentBlock>> of_bodies;  ///< sums at each body in this step
    bool is_done = false;  ///< true if the sums have been computed in this step
  };

  struct Node {
    /// Excitation of each body; empty until the node is needed.
    std::vector<BodyExcitation> bodies;
    std::size_t sums = 0;  ///< index of the sums that the node needs
    StepExcitation instants;
    bool is_done = false;  ///< true if the instants have been computed in this step
  };

  std::size_t sums_with(const VectorXd& knots);
  Node& make(std::size_t index);
  const Sums& computed(std::size_t index);

  std::vector<std::shared_ptr<const Database>> databases_;
  Sea sea_;
  std::vector<HorizontalPose> rest_;
  UniformMotion motion_;
  std::vector<Sums> sums_;
  std::vector<Node> nodes_;
};

}  // namespace raftup::hydro
