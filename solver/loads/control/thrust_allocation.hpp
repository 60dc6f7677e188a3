#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/loads/thruster.hpp"

namespace raftup::solver {

/// Distributes a demanded force X, Y and moment N [N, N, N m] among thrusters so that the sum of
/// w f^2 over the forces f of the thrusters is smallest:
///   f = W^-1 T^T (T W^-1 T^T)^-1 tau,
/// with tau = (X, Y, N), W the diagonal matrix of the weights w, and T the matrix for which
/// tau = T f.
/// A thruster that can turn has two forces f, along x and y. A thruster that would exceed its limit
/// is fixed at the limit, beginning with the largest excess, and one whose direction lies in a
/// forbidden sector is restricted to the nearer edge of the sector. The other thrusters take over
/// the rest, until all are within their limits. If too few thrusters are left to meet the demand,
/// the result is as near to the demand as possible.
/// @source Fossen (2011), the weighted generalized inverse
class ThrustAllocation {
 public:
  struct Order {
    /// Thrust [N], and its direction from the bow, counter-clockwise [rad].
    double thrust, azimuth;
  };

  /// @param origin point about which N is computed [m, model frame]
  /// @param weights weight w of each thruster, > 0
  ThrustAllocation(std::vector<Thruster> thrusters, std::vector<double> weights,
                   const Vector3& origin);

  /// True if the thrusters can produce any combination of X, Y and N.
  bool has_full_rank() const;

  /// Returns an order for each thruster.
  /// @param demand demand tau [N, N, N m], heading axes
  /// @param last previous orders; a thruster without thrust keeps its previous azimuth
  std::vector<Order> share(const Vector3& demand, const std::vector<Order>& last) const;

  /// Returns the X, Y and N that the given orders produce [N, N, N m, heading axes].
  Vector3 result(const std::vector<Order>& orders) const;
  /// True if the relative difference between result and demand is at most 1e-6.
  bool reaches(const Vector3& demand, const Vector3& result) const;

 private:
  /// A thruster while a demand is being distributed.
  struct Device {
    bool is_fixed = false;            ///< true if its order is final
    std::optional<double> direction;  ///< set if it can push along one line only [rad]
    double least = 0.0, most = 0.0;   ///< limits of its thrust [N]
    Vector2 force = Vector2::Zero();  ///< force in the last solution [N]
  };

  Device device(std::size_t i) const;
  Vector3 effect(std::size_t i, const Vector2& force) const;
  void solve(const Vector3& demand, std::vector<Device>& devices) const;
  static bool limit_worst(std::vector<Device>& devices);
  bool avoid_sectors(std::vector<Device>& devices) const;

  std::vector<Thruster> thrusters_;
  std::vector<double> weights_;
  std::vector<Vector2> arms_;  ///< position of each thruster from the origin [m]
  /// Length by which N is divided so that it can be compared with X and Y [m].
  double length_ = 0.0;
};

}  // namespace raftup::solver
