#pragma once

#include <optional>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/model/loads/thruster.hpp"

namespace raftup::solver {

/// Shares X, Y, N among thrusters with the least sum of w f^2,
///   f = W^-1 T^T (T W^-1 T^T)^-1 tau,
/// a thruster that turns having two f, along x and y. One that would pass its limit or point into a
/// forbidden sector is held there and the others take the rest, the worst first, until all are
/// within theirs; where too few are left, they come as near as they can.
/// @source Fossen (2011), the weighted generalised inverse
class ThrustAllocation {
 public:
  struct Order {
    double thrust, azimuth;  ///< N, rad
  };

  /// @param origin  about which N is, model frame [m]
  /// @param weights w, one for each, > 0
  ThrustAllocation(std::vector<Thruster> thrusters, std::vector<double> weights,
                   const Vector3& origin);

  /// Whether the thrusters can make any X, Y and N.
  bool has_full_rank() const;

  /// @param demand tau [N, N, N m], heading axes
  /// @param last   orders before: a thruster without thrust keeps its azimuth
  std::vector<Order> share(const Vector3& demand, const std::vector<Order>& last) const;

  /// X, Y, N that orders make.
  Vector3 result(const std::vector<Order>& orders) const;
  /// Whether that is what was demanded, to 1e-6 of it.
  bool reaches(const Vector3& demand, const Vector3& result) const;

 private:
  /// What is still open about a thruster.
  struct Device {
    bool is_fixed = false;            ///< its order stands
    std::optional<double> direction;  ///< rad, where it can push along one line only
    double least = 0.0, most = 0.0;   ///< N
    Vector2 force = Vector2::Zero();  ///< N, of the last solution
  };

  Device device(std::size_t i) const;
  Vector3 effect(std::size_t i, const Vector2& force) const;
  void solve(const Vector3& demand, std::vector<Device>& devices) const;
  static bool limit_worst(std::vector<Device>& devices);
  bool avoid_sectors(std::vector<Device>& devices) const;

  std::vector<Thruster> thrusters_;
  std::vector<double> weights_;
  std::vector<Vector2> arms_;  ///< m, from the origin
  double length_ = 0.0;        ///< m, that makes N comparable to X and Y
};

}  // namespace raftup::solver
