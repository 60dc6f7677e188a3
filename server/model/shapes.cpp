#include "server/model/shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace raftup::server {

namespace {

template <typename Vector>
std::optional<Vector> vector_of(const Numbers& numbers, const std::string& path,
                                Violations& violations) {
  if (numbers.empty()) return std::nullopt;
  constexpr int kSize = Vector::RowsAtCompileTime;
  if (!violations.expect(numbers.size() == kSize, path, fmt::format("must have {} values", kSize),
                         std::to_string(numbers.size()))) {
    return std::nullopt;
  }
  return Vector(Eigen::Map<const Vector>(numbers.data()));
}

}  // namespace

std::optional<Vector2> vector2(const Numbers& numbers, const std::string& path,
                               Violations& violations) {
  return vector_of<Vector2>(numbers, path, violations);
}

std::optional<Vector3> vector3(const Numbers& numbers, const std::string& path,
                               Violations& violations) {
  return vector_of<Vector3>(numbers, path, violations);
}

std::optional<Vector6> vector6(const Numbers& numbers, const std::string& path,
                               Violations& violations) {
  return vector_of<Vector6>(numbers, path, violations);
}

Vector3 vector3_or_zero(const Numbers& numbers, const std::string& path, Violations& violations) {
  return vector3(numbers, path, violations).value_or(Vector3::Zero());
}

Matrix6 matrix6(const Numbers& numbers, bool diagonal_allowed, const std::string& path,
                Violations& violations) {
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
                                   Violations& violations) {
  const auto angles = vector3(angles_deg, path, violations);
  if (!angles) return std::nullopt;
  using Eigen::AngleAxisd;
  return Quaternion(AngleAxisd(radians((*angles)[2]), Vector3::UnitZ()) *
                    AngleAxisd(radians((*angles)[1]), Vector3::UnitY()) *
                    AngleAxisd(radians((*angles)[0]), Vector3::UnitX()));
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

void set_matrix(Numbers& numbers, const Matrix6& matrix) {
  const Eigen::Matrix<double, 6, 6, Eigen::RowMajor> rows = matrix;
  numbers.Assign(rows.data(), rows.data() + rows.size());
}

}  // namespace raftup::server
