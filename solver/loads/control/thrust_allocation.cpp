#include "solver/loads/control/thrust_allocation.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/model/loads/thruster.hpp"

namespace raftup::solver {

namespace {

/// Relative difference between the demanded and the resulting force below which the demand counts
/// as met. Moments are divided by a length. The value was chosen, not swept: it is far above
/// rounding and far below the accuracy of a thruster.
constexpr double kReached = 1e-6;
constexpr double kSingular = 1e-9;      // relative to the largest eigenvalue
constexpr double kNoForce = 1e-9;       // relative to the largest thrust
constexpr double kBeyondLimit = 1e-12;  // relative to the largest thrust, for rounding

Vector2 along(double direction) {
  const SineCosine way = sincos(direction);
  return {way.cosine, way.sine};
}

/// Returns S^+ b with the pseudoinverse of a symmetric matrix S, which may be singular.
Vector3 least_squares(const Matrix3& S, const Vector3& b) {
  const SymmetricEigen eigen = symmetric_eigen(S);
  VectorXd parts = eigen.vectors.transpose() * b;
  for (Eigen::Index i = 0; i < 3; ++i) {
    const bool counts = eigen.values[i] > kSingular * eigen.values[2];
    parts[i] = counts ? parts[i] / eigen.values[i] : 0.0;
  }
  return eigen.vectors * parts;
}

}  // namespace

ThrustAllocation::ThrustAllocation(std::vector<Thruster> thrusters, std::vector<double> weights,
                                   const Vector3& origin)
    : thrusters_(std::move(thrusters)), weights_(std::move(weights)) {
  for (const Thruster& thruster : thrusters_) {
    arms_.emplace_back((thruster.point - origin).head<2>());
    length_ = std::max(length_, arms_.back().norm());
  }
  if (length_ == 0.0) length_ = 1.0;
}

ThrustAllocation::Device ThrustAllocation::device(std::size_t i) const {
  const Thruster& thruster = thrusters_[i];
  Device open;
  if (!thruster.azimuth_rate) open.direction = thruster.azimuth;
  open.least = open.direction ? thruster.least_thrust() : 0.0;
  open.most = thruster.max_thrust;
  return open;
}

Vector3 ThrustAllocation::effect(std::size_t i, const Vector2& force) const {
  return {force.x(), force.y(), (arms_[i].x() * force.y() - arms_[i].y() * force.x()) / length_};
}

bool ThrustAllocation::has_full_rank() const {
  Matrix3 S = Matrix3::Zero();
  for (std::size_t i = 0; i < thrusters_.size(); ++i) {
    const Device open = device(i);
    if (open.direction) {
      const Vector3 column = effect(i, along(*open.direction));
      S += column * column.transpose();
      continue;
    }
    for (const Vector2& axis : {Vector2(1.0, 0.0), Vector2(0.0, 1.0)}) {
      const Vector3 column = effect(i, axis);
      S += column * column.transpose();
    }
  }
  const Vector3 values = principal_values(S);
  return values[0] > kSingular * values[2];
}

void ThrustAllocation::solve(const Vector3& demand, std::vector<Device>& devices) const {
  Vector3 rest(demand.x(), demand.y(), demand.z() / length_);
  Matrix3 S = Matrix3::Zero();  // T W^-1 T^T of the devices that are not fixed
  const auto for_each_column = [&](const auto& act) {
    for (std::size_t i = 0; i < devices.size(); ++i) {
      if (devices[i].is_fixed) continue;
      if (devices[i].direction) {
        act(i, along(*devices[i].direction));
      } else {
        act(i, Vector2(1.0, 0.0));
        act(i, Vector2(0.0, 1.0));
      }
    }
  };
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].is_fixed) rest -= effect(i, devices[i].force);
  }
  for_each_column([&](std::size_t i, const Vector2& way) {
    const Vector3 column = effect(i, way);
    S += column * column.transpose() / weights_[i];
    devices[i].force.setZero();
  });
  if (S.isZero(0.0)) return;
  const Vector3 multipliers = least_squares(S, rest);
  for_each_column([&](std::size_t i, const Vector2& way) {
    devices[i].force += effect(i, way).dot(multipliers) / weights_[i] * way;
  });
}

bool ThrustAllocation::limit_worst(std::vector<Device>& devices) {
  double worst = 1.0 + kBeyondLimit;
  Device* found = nullptr;
  Vector2 limited = Vector2::Zero();
  for (Device& device : devices) {
    if (device.is_fixed) continue;
    const Vector2 way = device.direction
                            ? along(*device.direction)
                            : Vector2(device.force / std::max(device.force.norm(), 1e-300));
    const double thrust = way.dot(device.force);
    const double limit = thrust > device.most ? device.most : std::max(thrust, device.least);
    const double excess = 1.0 + std::abs(thrust - limit) / device.most;
    if (excess <= worst) continue;
    worst = excess;
    found = &device;
    limited = limit * way;
  }
  if (found == nullptr) return false;
  found->force = limited;
  found->is_fixed = true;
  return true;
}

bool ThrustAllocation::avoid_sectors(std::vector<Device>& devices) const {
  bool any = false;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    Device& device = devices[i];
    if (device.is_fixed || device.direction || device.force.norm() <= kNoForce * device.most) {
      continue;
    }
    const auto edge = thrusters_[i].nearer_edge(arctangent(device.force.y(), device.force.x()));
    if (!edge) continue;
    device.direction = edge;
    any = true;
  }
  return any;
}

std::vector<ThrustAllocation::Order> ThrustAllocation::share(const Vector3& demand,
                                                             const std::vector<Order>& last) const {
  std::vector<Device> devices;
  for (std::size_t i = 0; i < thrusters_.size(); ++i) devices.push_back(device(i));
  do {
    solve(demand, devices);
  } while (avoid_sectors(devices) || limit_worst(devices));
  std::vector<Order> orders;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const Device& device = devices[i];
    if (!thrusters_[i].azimuth_rate) {
      orders.push_back({along(*device.direction).dot(device.force), *device.direction});
    } else if (device.force.norm() <= kNoForce * device.most) {
      orders.push_back({0.0, last[i].azimuth});
    } else {
      orders.push_back({device.force.norm(), arctangent(device.force.y(), device.force.x())});
    }
  }
  return orders;
}

Vector3 ThrustAllocation::result(const std::vector<Order>& orders) const {
  Vector3 sum = Vector3::Zero();
  for (std::size_t i = 0; i < orders.size(); ++i) {
    sum += effect(i, orders[i].thrust * along(orders[i].azimuth));
  }
  return {sum.x(), sum.y(), sum.z() * length_};
}

bool ThrustAllocation::reaches(const Vector3& demand, const Vector3& result) const {
  const Vector3 scale(1.0, 1.0, 1.0 / length_);
  return (demand - result).cwiseProduct(scale).norm() <=
         kReached * demand.cwiseProduct(scale).norm();
}

}  // namespace raftup::solver
