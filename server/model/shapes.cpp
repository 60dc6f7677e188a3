#include "server/model/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace raftup::server {

std::optional<Vector3> vector3(const Numbers& numbers, const std::string& path,
                               FieldViolations& violations) {
  if (numbers.empty()) return std::nullopt;
  if (!violations.expect(numbers.size() == 3, path, "must have 3 values",
                         std::to_string(numbers.size()))) {
    return std::nullopt;
  }
  return Vector3(numbers.data());
}

Vector3 vector3_or_zero(const Numbers& numbers, const std::string& path,
                        FieldViolations& violations) {
  return vector3(numbers, path, violations).value_or(Vector3::Zero());
}

Matrix6 matrix6(const Numbers& numbers, bool diagonal_allowed, const std::string& path,
                FieldViolations& violations) {
  if (numbers.size() == 36) {
    return Eigen::Map<const Eigen::Matrix<double, 6, 6, Eigen::RowMajor>>(numbers.data());
  }
  if (diagonal_allowed && numbers.size() == 6) {
    return Eigen::Map<const Vector6>(numbers.data()).asDiagonal();
  }
  violations.expect(
      numbers.empty(), path,
      diagonal_allowed ? "must have 6 (the diagonal) or 36 values" : "must have 36 values",
      std::to_string(numbers.size()));
  return Matrix6::Zero();
}

std::optional<Quaternion> attitude(const Numbers& angles_deg, const std::string& path,
                                   FieldViolations& violations) {
  if (!vector3(angles_deg, path, violations)) return std::nullopt;
  return attitude(angles_deg);
}

Quaternion attitude(const Numbers& angles_deg) {
  using Eigen::AngleAxisd;
  return Quaternion(AngleAxisd(radians(angles_deg[2]), Vector3::UnitZ()) *
                    AngleAxisd(radians(angles_deg[1]), Vector3::UnitY()) *
                    AngleAxisd(radians(angles_deg[0]), Vector3::UnitX()));
}

double radians(double degrees) { return degrees * (std::numbers::pi / 180.0); }

double degrees(double radians) { return radians * (180.0 / std::numbers::pi); }

Vector3 attitude_deg(const Quaternion& attitude) {
  const Matrix3 R = attitude.toRotationMatrix();
  const double pitch = std::asin(std::clamp(-R(2, 0), -1.0, 1.0));
  return {degrees(std::atan2(R(2, 1), R(2, 2))), degrees(pitch),
          degrees(std::atan2(R(1, 0), R(0, 0)))};
}

void set_numbers(Numbers& numbers, const Eigen::Ref<const VectorXd>& values) {
  numbers.Assign(values.data(), values.data() + values.size());
}

}  // namespace raftup::server
