/// @file Converts repeated numbers of a message to vectors and matrices. A wrong number of values
///         is a violation.
#pragma once

#include <google/protobuf/repeated_field.h>

#include <optional>
#include <string>

#include "hydro/numerics/types.hpp"
#include "server/base/service_error.hpp"

namespace raftup::server {

using Numbers = google::protobuf::RepeatedField<double>;

/// Reads a vector of 3 numbers; none if `numbers` is empty or has another size.
std::optional<Vector3> vector3(const Numbers& numbers, const std::string& path,
                               FieldViolations& violations);

/// Reads a vector of 3 numbers; zero if `numbers` is empty or has another size.
Vector3 vector3_or_zero(const Numbers& numbers, const std::string& path,
                        FieldViolations& violations);

/// Reads a 6 x 6 matrix from 36 numbers in row-major order, or from 6 numbers of its diagonal if
/// `diagonal_allowed`; zero if `numbers` is empty.
Matrix6 matrix6(const Numbers& numbers, bool diagonal_allowed, const std::string& path,
                FieldViolations& violations);

/// Reads an attitude from roll, pitch and yaw in degrees. The rotations are applied in the order
/// yaw, pitch, roll about the axes of the body. None if `angles_deg` is empty or has another size
/// than 3.
std::optional<Quaternion> attitude(const Numbers& angles_deg, const std::string& path,
                                   FieldViolations& violations);

Quaternion attitude(const Numbers& angles_deg);  ///< [3] roll, pitch, yaw

double radians(double degrees);
double degrees(double radians);

/// Inverse of attitude(): returns roll, pitch and yaw in degrees, with the pitch within +-90.
Vector3 attitude_deg(const Quaternion& attitude);

void set_numbers(Numbers& numbers, const Eigen::Ref<const VectorXd>& values);

}  // namespace raftup::server
