#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/loads/thruster.hpp"

namespace raftup::solver {

/// Distributes the demand X, Y, N [N, N, N m] among thrusters with the least sum of w f^2,
///   f = W^-1 T^T (T W^-1 T^T)^-1 tau,
/// where a thruster that turns has two forces f, along x and y. A thruster that would exceed its
/// limit or point into a forbidden sector is fixed there, beginning with the worst, and the others
/// take over the rest, until all are within their limits; if too few are left, they come as near to
/// the demand as they can.
/// @source Fossen (2011), the weighted generalised inverse
class ThrustAllocation {
 public:
  struct Order {
    double thrust, azimuth;  ///< N, rad
  };

  /// @param origin  point about which N is taken, model frame [m]
  /// @param weights w, one for each, > 0
  ThrustAllocation(std::vector<Thruster> thrusters, std::vector<double> weights,
                   const Vector3& origin);

  /// True if the thrusters can produce any X, Y and N.
  bool has_full_rank() const;

  /// @param demand tau [N, N, N m], heading axes
  /// @param last   previous orders; a thruster without thrust keeps its azimuth
  std::vector<Order> share(const Vector3& demand, const std::vector<Order>& last) const;

  /// X, Y, N that some orders produce [N, N, N m, heading axes].
  Vector3 result(const std::vector<Order>& orders) const;
  /// True if the result equals the demand up to 1e-6 of it.
  bool reaches(const Vector3& demand, const Vector3& result) const;

 private:
  /// A thruster during the distribution.
  struct Device {
    bool is_fixed = false;            ///< true if its order is final
    std::optional<double> direction;  ///< rad, if it can push along one line only
    double least = 0.0, most = 0.0;   ///< N
    Vector2 force = Vector2::Zero();  ///< N, in the last solution
  };

  Device device(std::size_t i) const;
  Vector3 effect(std::size_t i, const Vector2& force) const;
  void solve(const Vector3& demand, std::vector<Device>& devices) const;
  static bool limit_worst(std::vector<Device>& devices);
  bool avoid_sectors(std::vector<Device>& devices) const;

  std::vector<Thruster> thrusters_;
  std::vector<double> weights_;
  std::vector<Vector2> arms_;  ///< m, from the origin
  double length_ = 0.0;        ///< m, by which N is divided to compare it with X and Y
};

}  // namespace raftup::solver
