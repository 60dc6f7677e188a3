#include "hydro/database/readers/reference_points.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/database/checks/gross.hpp"
#include "hydro/database/checks/reference_point.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kMatters = 0.05;  ///< relative to the cube root of the volume

std::string described(const Vector3& point) {
  return fmt::format("{:.4g},{:.4g},{:.4g}", point.x(), point.y(), point.z());
}

/// Returns true if the contradiction would disappear with the moment of the weight, which changes
/// the estimated height by z_G - z_P.
bool lacks_weight(const PointEvidence& evidence, const Vector3& point, double center_height) {
  PointEvidence with_weight = evidence;
  with_weight.height -= center_height - point.z();
  return judge_reference_point(evidence, center_height) == PointVerdict::kContradicts &&
         judge_reference_point(with_weight, center_height) != PointVerdict::kContradicts;
}

std::string contradiction(const DatabaseBody& body, const Vector3& point,
                          const PointEvidence& evidence, bool given, bool without_weight) {
  const char* const dof = evidence.dof == 3 ? "roll" : "pitch";
  const double center = body.center_of_gravity.z();
  if (given && !without_weight && lacks_weight(evidence, point, center)) {
    return fmt::format(
        "the hydrostatic stiffness of {} in {} lacks the moment of its weight, as its moments in "
        "long waves say. Give --hydrostatics-without-weight, which adds it",
        body.name, dof);
  }
  if (given) {
    return fmt::format(
        "the coefficients of {} cannot be about {}, the --reference-point given: its moments in "
        "long waves and its stiffness in {} disagree by a lever of {:.3g} m, may by {:.2g} m. Give "
        "the point that they are about",
        body.name, described(point), dof, std::abs(evidence.height - center), evidence.tolerance);
  }
  return fmt::format(
      "the coefficients of {} are not about its centre of gravity, {}: its moments in long waves "
      "and its stiffness in {} say a point at z = {:.3g} m, to {:.2g} m. Give --reference-point "
      "X,Y,Z once per body, 0,0,0 where the program writes them about the still water as OpenFAST, "
      "HAMS and RAFT have them",
      body.name, described(body.center_of_gravity), dof, evidence.height, evidence.tolerance);
}

void note_assumed(const DatabaseBody& body, Database& database) {
  database.findings.push_back(
      {"reference_point_assumed", Severity::kWarning,
       fmt::format("the files do not say which point the coefficients of {} are about, and their "
                   "waves do not tell: taken as its centre of gravity, {}; --reference-point X,Y,Z "
                   "says another",
                   body.name, described(body.center_of_gravity)),
       0.0});
}

}  // namespace

void add_moment_of_weight(const std::vector<Vector3>& points, Database& database) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    DatabaseBody& body = database.bodies[i];
    const double weight = database.water_density * database.gravity * body.displaced_volume;
    const Vector3 arm = weight * (body.center_of_gravity - points[i]);
    Matrix6& stiffness = body.hydrostatic_stiffness;
    stiffness(3, 3) -= arm.z();
    stiffness(4, 4) -= arm.z();
    stiffness(3, 5) += arm.x();
    stiffness(4, 5) += arm.y();
  }
}

void check_reference_points(Database& database, const std::vector<Vector3>& points,
                            const std::string& files, const SourceOptions& options) {
  const bool given = !options.reference_points.empty();
  for (Index i = 0; i < database.body_count(); ++i) {
    if (is_carrier(database, i)) continue;
    const auto place = static_cast<std::size_t>(i);
    const DatabaseBody& body = database.bodies[place];
    const double height = body.center_of_gravity.z();
    const std::optional<PointEvidence> evidence = reference_point_evidence(database, i);
    const PointVerdict verdict =
        evidence ? judge_reference_point(*evidence, height) : PointVerdict::kUndecided;
    const bool matters = std::abs(height) > kMatters * std::cbrt(body.displaced_volume);
    if (verdict == PointVerdict::kUndecided && !given && matters) note_assumed(body, database);
    if (verdict != PointVerdict::kContradicts) continue;
    const std::string message =
        contradiction(body, points[place], *evidence, given, options.hydrostatics_without_weight);
    require(is_accepted(database, kReferencePointCheck, message, options.accepted_checks),
            fmt::format("{}: {}. --accept {} takes the files as they are, with this finding", files,
                        message, kReferencePointCheck));
    database.findings.push_back({"reference_point_contradicted", Severity::kWarning, message,
                                 std::abs(evidence->height - height)});
  }
}

}  // namespace raftup::hydro
