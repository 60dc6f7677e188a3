#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Combines the values that the files hold with those that the user gave. Values that are missing
/// in both are requested in one message, by the names of the options of `raftup import`. Not
/// thread-safe.
class KnownValues {
 public:
  /// @param files  their names, for messages
  KnownValues(std::string files, const SourceOptions& options);

  /// Each of these functions returns the value that the files hold, or else the one that the user
  /// gave. Where there is neither, it returns a placeholder, and require_complete() later asks for
  /// the value. Units are SI: kg/m3, m/s2, m, m3.
  /// @throws Error(kInvalidArgument) where both are there and differ by more than 1e-6
  double water_density(std::optional<double> filed);
  double gravity(std::optional<double> filed);
  double water_depth(std::optional<double> filed);
  double length_scale(std::optional<double> filed);
  double displaced_volume(Eigen::Index body, std::optional<double> filed);
  Vector3 center_of_gravity(Eigen::Index body, const std::optional<Vector3>& filed);

  /// The point which a body's coefficients are about: the filed one, else the given one, else its
  /// centre of gravity.
  Vector3 reference_point(Eigen::Index body, const std::optional<Vector3>& filed,
                          const Vector3& center_of_gravity);

  /// The filed centre of buoyancy [m], or else the given one, or else a point at the centre of
  /// gravity: straight below it at the same height, as for a body that floats at rest without other
  /// forces. A finding says so.
  Vector3 center_of_buoyancy(Eigen::Index body, const std::optional<Vector3>& filed,
                             const Vector3& center_of_gravity, Findings& findings);

  /// The given name, else the filed one, else "body{n}".
  std::string body_name(Eigen::Index body, const std::string& filed) const;

  /// Refuses the import if values are missing or superfluous.
  /// @throws Error(kInvalidArgument) naming every option that is needed, or where there are options
  /// for another number of bodies
  void require_complete(Eigen::Index body_count) const;

  /// "density 1025 given": the values that came from the user [SI], for the history.
  std::vector<std::string> given() const { return given_; }

 private:
  double resolve(const std::string& option, std::optional<double> filed,
                 std::optional<double> given);
  Vector3 resolve_point(const std::string& option, const std::optional<Vector3>& filed,
                        const std::optional<Vector3>& given);
  void require_option(const std::string& option);

  std::string files_;
  const SourceOptions& options_;
  std::vector<std::string> asked_;
  std::vector<std::string> given_;
};

}  // namespace raftup::hydro
