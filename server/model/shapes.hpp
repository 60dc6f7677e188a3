/// @file Repeated numbers of a message as vectors and matrices; a wrong count is a violation.
#pragma once

#include <google/protobuf/repeated_field.h>

#include <optional>
#include <string>

#include "hydro/numerics/types.hpp"
#include "server/base/service_error.hpp"

namespace raftup::server {

using Numbers = google::protobuf::RepeatedField<double>;

/// Empty = absent.
std::optional<Vector3> vector3(const Numbers& numbers, const std::string& path,
                               FieldViolations& violations);

/// [3]; empty = zeros.
Vector3 vector3_or_zero(const Numbers& numbers, const std::string& path,
                        FieldViolations& violations);

/// [36] row-major, or [6] as the diagonal where `diagonal_allowed`; empty = zeros.
Matrix6 matrix6(const Numbers& numbers, bool diagonal_allowed, const std::string& path,
                FieldViolations& violations);

/// Roll, pitch, yaw in degrees, applied in the order yaw, pitch, roll; empty = absent.
std::optional<Quaternion> attitude(const Numbers& angles_deg, const std::string& path,
                                   FieldViolations& violations);

Quaternion attitude(const Numbers& angles_deg);  ///< [3]

double radians(double degrees);
double degrees(double radians);

/// Inverse of attitude(): roll, pitch, yaw in degrees, pitch within +-90.
Vector3 attitude_deg(const Quaternion& attitude);

void set_numbers(Numbers& numbers, const Eigen::Ref<const VectorXd>& values);

}  // namespace raftup::server
