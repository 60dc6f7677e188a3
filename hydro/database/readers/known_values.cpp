#include "hydro/database/readers/known_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr double kAgreement = 1e-6;  ///< relative; text formats print seven digits

bool agrees(double a, double b) {
  return a == b || std::abs(a - b) <= kAgreement * std::max(std::abs(a), std::abs(b));
}

template <typename Value>
std::optional<Value> entry(const std::vector<Value>& values, Eigen::Index body) {
  const auto place = static_cast<std::size_t>(body);
  return place < values.size() ? std::optional<Value>(values[place]) : std::nullopt;
}

}  // namespace

std::string names_of(std::span<const SourceFile> files) {
  std::vector<std::string> names;
  for (const SourceFile& file : files) {
    names.push_back(file.name.empty() ? "the file" : file.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

KnownValues::KnownValues(std::string files, const SourceOptions& options)
    : files_(std::move(files)), options_(options) {}

void KnownValues::require_option(const std::string& option) {
  if (std::find(asked_.begin(), asked_.end(), option) == asked_.end()) asked_.push_back(option);
}

double KnownValues::resolve(const std::string& option, std::optional<double> filed,
                            std::optional<double> given) {
  used_.insert(option);
  if (filed && given) {
    require(agrees(*filed, *given),
            fmt::format("{}: --{} must agree with the files, which say {}, got {}", files_, option,
                        *filed, *given));
  }
  if (filed) return *filed;
  if (!given) {
    require_option(option);
    return 1.0;
  }
  given_.push_back(fmt::format("{} {} given", option, *given));
  return *given;
}

Vector3 KnownValues::resolve_point(const std::string& option, const std::optional<Vector3>& filed,
                                   const std::optional<Vector3>& given) {
  used_.insert(option);
  if (filed && given) {
    require((*filed - *given).norm() <= kAgreement * std::max(1.0, filed->norm()),
            fmt::format("{}: --{} must agree with the files, which say {},{},{}, got {},{},{}",
                        files_, option, filed->x(), filed->y(), filed->z(), given->x(), given->y(),
                        given->z()));
  }
  if (filed) return *filed;
  if (!given) {
    require_option(option);
    return Vector3::Zero();
  }
  given_.push_back(fmt::format("{} {},{},{} given", option, given->x(), given->y(), given->z()));
  return *given;
}

double KnownValues::water_density(std::optional<double> filed) {
  return resolve("density", filed, options_.water_density);
}

double KnownValues::gravity(std::optional<double> filed) {
  return resolve("gravity", filed, options_.gravity);
}

double KnownValues::water_depth(std::optional<double> filed) {
  return resolve("depth", filed, options_.water_depth);
}

double KnownValues::length_scale(std::optional<double> filed) {
  return resolve("length", filed, options_.length_scale);
}

double KnownValues::displaced_volume(Eigen::Index body, std::optional<double> filed) {
  return resolve("volume", filed, entry(options_.displaced_volumes, body));
}

Vector3 KnownValues::center_of_gravity(Eigen::Index body, const std::optional<Vector3>& filed) {
  return resolve_point("center-of-gravity", filed, entry(options_.centers_of_gravity, body));
}

Vector3 KnownValues::reference_point(Eigen::Index body, const std::optional<Vector3>& filed,
                                     const Vector3& center_of_gravity) {
  used_.insert("reference-point");
  const std::optional<Vector3> given = entry(options_.reference_points, body);
  if (!filed && !given) return center_of_gravity;
  return resolve_point("reference-point", filed, given);
}

Vector3 KnownValues::center_of_buoyancy(Eigen::Index body, const std::optional<Vector3>& filed,
                                        const Vector3& center_of_gravity, Findings& findings) {
  used_.insert("center-of-buoyancy");
  const std::optional<Vector3> given = entry(options_.centers_of_buoyancy, body);
  if (filed || given) return resolve_point("center-of-buoyancy", filed, given);
  findings.push_back({"center_of_buoyancy_absent", Severity::kInfo,
                      fmt::format("body {}: no centre of buoyancy is filed: taken on the vertical "
                                  "of its centre of gravity, as a body at rest floats",
                                  body + 1),
                      0.0});
  return center_of_gravity;
}

std::string KnownValues::body_name(Eigen::Index body, const std::string& filed) {
  used_.insert("body-name");
  if (const auto given = entry(options_.body_names, body)) return *given;
  return filed.empty() ? fmt::format("body{}", body + 1) : filed;
}

void KnownValues::refuse_unused() const {
  std::vector<std::string> unused;
  const auto consider = [&](const std::string& option, bool given) {
    if (given && !used_.contains(option)) unused.push_back(option);
  };
  consider("density", options_.water_density.has_value());
  consider("gravity", options_.gravity.has_value());
  consider("depth", options_.water_depth.has_value());
  consider("length", options_.length_scale.has_value());
  consider("body-name", !options_.body_names.empty());
  consider("center-of-gravity", !options_.centers_of_gravity.empty());
  consider("center-of-buoyancy", !options_.centers_of_buoyancy.empty());
  consider("volume", !options_.displaced_volumes.empty());
  consider("reference-point", !options_.reference_points.empty());
  require(unused.empty(),
          fmt::format("{} must be imported without --{}, which files of their format "
                      "have no use for",
                      files_, fmt::join(unused, ", --")));
}

void KnownValues::require_complete(Eigen::Index body_count) const {
  refuse_unused();
  const auto require_count = [&](const std::string& option, std::size_t count) {
    require(count == 0 || std::cmp_equal(count, body_count),
            fmt::format("{}: --{} must be given once per body ({}), got {}", files_, option,
                        body_count, count));
  };
  require_count("body-name", options_.body_names.size());
  require_count("center-of-gravity", options_.centers_of_gravity.size());
  require_count("center-of-buoyancy", options_.centers_of_buoyancy.size());
  require_count("volume", options_.displaced_volumes.size());
  require_count("reference-point", options_.reference_points.size());
  require(asked_.empty(),
          fmt::format("{} must be imported with --{}, which the files do not say: "
                      "raftup import FILES --out F.h5 --{} VALUE",
                      files_, fmt::join(asked_, ", --"), fmt::join(asked_, " VALUE --")));
}

}  // namespace raftup::hydro
