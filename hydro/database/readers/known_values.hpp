#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Combines values from the files with values from the user. Values that both lack are requested in
/// one error message, by the names of the options of `raftup import`. Not thread-safe.
class KnownValues {
 public:
  /// @param files names of the files, for messages
  KnownValues(std::string files, const SourceOptions& options);

  /// Each of these functions returns the value from the files or, if the files lack it, the value
  /// from the user. If both lack it, the function returns a placeholder, and require_complete()
  /// later requests the value. Units are SI: kg/m3, m/s2, m, m3.
  /// @throws Error(kInvalidArgument) if both exist and differ by more than 1e-6, relative
  double water_density(std::optional<double> filed);
  double gravity(std::optional<double> filed);
  double water_depth(std::optional<double> filed);
  double length_scale(std::optional<double> filed);
  double displaced_volume(Eigen::Index body, std::optional<double> filed);
  Vector3 center_of_gravity(Eigen::Index body, const std::optional<Vector3>& filed);

  /// Returns the point that the coefficients of a body refer to [m]: the one from the file, else
  /// the one from the user, else the center of gravity of the body.
  Vector3 reference_point(Eigen::Index body, const std::optional<Vector3>& filed,
                          const Vector3& center_of_gravity);

  /// Returns the center of buoyancy [m]: the one from the file, else the one from the user, else
  /// the center of gravity. In the last case a finding reports that the true center was assumed to
  /// be on the same vertical, as for a body that floats at rest without other forces.
  Vector3 center_of_buoyancy(Eigen::Index body, const std::optional<Vector3>& filed,
                             const Vector3& center_of_gravity, Findings& findings);

  /// Returns the name of a body: the one from the user, else the one from the file, else "body{n}".
  std::string body_name(Eigen::Index body, const std::string& filed);

  /// Checks that all values are known, that the number of values is right, and that every option given
  /// is one of those that the functions above were called for: a reader that has no use for an option
  /// does not ignore it.
  /// @throws Error(kInvalidArgument) with every option that is missing, or that the files have no use
  ///          for, or if there are options for another number of bodies
  void require_complete(Eigen::Index body_count) const;

  /// Returns the values that came from the user [SI] as texts such as "density 1025 given", for the
  /// history.
  std::vector<std::string> given() const { return given_; }

 private:
  double resolve(const std::string& option, std::optional<double> filed,
                 std::optional<double> given);
  Vector3 resolve_point(const std::string& option, const std::optional<Vector3>& filed,
                        const std::optional<Vector3>& given);
  void require_option(const std::string& option);
  void refuse_unused() const;

  std::string files_;
  const SourceOptions& options_;
  std::set<std::string> used_;  ///< options that the reader has use for
  std::vector<std::string> asked_;
  std::vector<std::string> given_;
};

}  // namespace raftup::hydro
