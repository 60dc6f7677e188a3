#include "hydro/configurations/family_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/coefficients.hpp"
#include "hydro/database/formats/hdf5_writer.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/hdf5_file.hpp"
#include "hydro/excitation/transfer_function.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr const char* kFamilyFormatVersion = "1";
constexpr const char* kAxisFormatVersion = "2";   ///< of a family over axes
constexpr const char* kTrackFormatVersion = "3";  ///< of a family along a track
constexpr const char* kPositions = "/positions";
constexpr const char* kAxes = "/axes";
constexpr const char* kAxisValues = "/axis_values";
constexpr const char* kAttitudes = "/attitudes";

/// Returns the rotation matrix R about z, for forces and for moments.
Matrix6 turn_about_z(double angle) {
  const SineCosine of = sincos(angle);
  Matrix3 R;
  R << of.cosine, -of.sine, 0.0, of.sine, of.cosine, 0.0, 0.0, 0.0, 1.0;
  Matrix6 turn = Matrix6::Zero();
  turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = R;
  return turn;
}

class OwnHeading : public CoefficientVisitor {
 public:
  OwnHeading(const Database& database, std::size_t body, double heading)
      : row_(first_dof(body)),
        turn_(turn_about_z(heading)),
        directions_(database.wave_directions),
        along_(database.wave_directions.size(), database.omega.size()),
        weights_(directions_.size(), directions_.size()) {
    const Vector3& center = database.bodies[body].center_of_gravity;
    if (directions_.size() == 0) return;
    const HeadingInterpolation interpolation(directions_);
    require(interpolation.covers_circle(),
            fmt::format("wave_direction must go round the circle where body '{}' lies at a heading",
                        database.bodies[body].name));
    for (Index d = 0; d < directions_.size(); ++d) {
      const SineCosine of = sincos(directions_[d]);
      weights_.col(d) = interpolation.weights(directions_[d] + heading);
      for (Index k = 0; k < database.omega.size(); ++k) {
        along_(d, k) = wavenumber(database.omega[k], database.water_depth, database.gravity) *
                       (center.x() * of.cosine + center.y() * of.sine);
      }
    }
  }

  void matrices(const Coefficient& /*about*/, const Axis& /*over*/,
                std::vector<MatrixXd>& values) const {
    for (MatrixXd& matrix : values) turn(matrix);
  }
  void matrix(const Coefficient& /*about*/, std::optional<MatrixXd>& value) const {
    if (value) turn(*value);
  }
  template <typename Matrix>
  void forces(const Coefficient& /*about*/, std::vector<Matrix>& values) const {
    std::vector<Matrix> own;  // of the body, phase at itself, filed directions
    for (std::size_t d = 0; d < values.size(); ++d) {
      own.emplace_back(turn_.transpose() * values[d].template middleRows<kDofs>(row_));
      shift_phase(static_cast<Index>(d), 1.0, own.back());
    }
    for (std::size_t d = 0; d < values.size(); ++d) {
      Matrix seen = Matrix::Zero(kDofs, values[d].cols());
      for (std::size_t filed = 0; filed < own.size(); ++filed) {
        seen += weights_(static_cast<Index>(filed), static_cast<Index>(d)) * own[filed];
      }
      shift_phase(static_cast<Index>(d), -1.0, seen);
      values[d].template middleRows<kDofs>(row_) = seen;
    }
  }
  static void qtf(const Coefficient& about, const QuadraticTransferFunction& qtf) {
    require(qtf.entries.empty(),
            std::string(about.name) + " must be absent where a body lies at a heading");
  }

 private:
  void turn(MatrixXd& matrix) const {
    matrix.middleRows<kDofs>(row_) = (turn_.transpose() * matrix.middleRows<kDofs>(row_)).eval();
    matrix.middleCols<kDofs>(row_) = (matrix.middleCols<kDofs>(row_) * turn_).eval();
  }

  /// Multiplies complex forces by exp(sign i k (x cos b + y sin b)); real forces have no phase.
  template <typename Matrix>
  void shift_phase(Index direction, double sign, Matrix& force) const {
    if constexpr (std::is_same_v<Matrix, MatrixXcd>) {
      for (Index k = 0; k < force.cols(); ++k) {
        const SineCosine of = sincos(sign * along_(direction, k));
        force.col(k) *= Complex(of.cosine, of.sine);
      }
    }
  }

  Index row_;
  Matrix6 turn_;
  VectorXd directions_;
  MatrixXd along_;    ///< directions x frequencies: k (x cos b + y sin b)
  MatrixXd weights_;  ///< filed directions x directions seen from the bow
};

std::string group_of(std::size_t node) { return fmt::format("/nodes/{:04}/", node); }

/// Reads the relative positions of all bodies except the first at each node.
/// @param others number of these bodies; 0: any
std::vector<RelativePositions> read_positions(const Hdf5File& file, Index others) {
  const FiledArray array = file.read_array(kPositions);
  const bool fits = array.shape.size() == 3 && array.shape[2] == 3 &&
                    (others == 0 ? array.shape[1] > 0 : array.shape[1] == others);
  if (!fits) {
    refuse(kPositions,
           others == 1 ? "must have the shape (nodes, 1, 3): x, y and heading of the second of two "
                         "bodies"
                       : "must have the shape (nodes, bodies - 1, 3): x, y and heading of all "
                         "bodies except the first");
  }
  std::vector<RelativePositions> positions;
  const Index count = array.shape[1];
  for (Index node = 0; node < array.shape[0]; ++node) {
    RelativePositions& q = positions.emplace_back(
        Eigen::Map<const RelativePositions>(array.values.data() + 3 * count * node, 3, count));
    q.row(kHeadingCoordinate) *= kRadiansPerDegree;
    if (!q.allFinite()) refuse(kPositions, "must be finite");
  }
  return positions;
}

std::vector<AxisQuantity> read_axes(const Hdf5File& file) {
  std::vector<AxisQuantity> axes;
  constexpr auto kNames = names_of(AxisQuantity{});
  for (const std::string& name : file.read_texts(kAxes)) {
    const auto* const known = std::find(kNames.begin() + 1, kNames.end(), name);
    if (known == kNames.end()) {
      refuse(kAxes,
             fmt::format("must be draught, trim, speed, joint_angle or input, is \"{}\"", name));
    }
    axes.push_back(static_cast<AxisQuantity>(known - kNames.begin()));
  }
  return axes;
}

/// Reads the attitudes of `bodies` bodies at each of `nodes` nodes.
std::vector<std::vector<Vector3>> read_attitudes(const Hdf5File& file, std::size_t nodes) {
  if (!file.contains(kAttitudes)) return {};
  const FiledArray array = file.read_array(kAttitudes);
  if (array.shape.size() != 3 || std::cmp_not_equal(array.shape[0], nodes) || array.shape[2] != 3) {
    refuse(kAttitudes, "must have the shape (nodes, bodies, 3): roll, pitch and heading of each");
  }
  std::vector<std::vector<Vector3>> attitudes(nodes);
  const auto bodies = static_cast<std::size_t>(array.shape[1]);
  for (std::size_t i = 0; i < nodes * bodies; ++i) {
    const Vector3 attitude(array.values[3 * i], array.values[3 * i + 1], array.values[3 * i + 2]);
    if (!attitude.allFinite()) refuse(kAttitudes, "must be finite");
    attitudes[i / bodies].emplace_back(kRadiansPerDegree * attitude);
  }
  return attitudes;
}

AxisNodes read_axis_nodes(const Hdf5File& file) {
  AxisNodes result;
  result.axes = read_axes(file);
  const FiledArray array = file.read_array(kAxisValues);
  const std::size_t count = result.axes.size();
  if (count > AxisGrid::kMostAxes) {
    refuse(kAxes, fmt::format("must be at most {}", AxisGrid::kMostAxes));
  }
  if (array.shape.size() != 2 || std::cmp_not_equal(array.shape[1], count)) {
    refuse(kAxisValues, "must have the shape (nodes, axes)");
  }
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    if (i % count == 0) result.nodes.emplace_back(Configuration::Zero());
    const double unit = is_angle(result.axes[i % count]) ? kRadiansPerDegree : 1.0;
    const double value = unit * array.values[i];
    if (!std::isfinite(value)) refuse(kAxisValues, "must be finite");
    result.nodes.back()[static_cast<Index>(i % count)] = value;
  }
  result.attitudes = read_attitudes(file, result.nodes.size());
  return result;
}

/// Reads a node.
/// @param headings heading of each body at rest [rad]
Database read_node(const Hdf5File& file, std::size_t node, const std::vector<double>& headings) {
  try {
    Database database = read_raftup_arrays(file, group_of(node));
    validate(database);
    require(database.field.empty(), "field must be absent in a family of databases");
    require(database.excitation_at_speed.empty(),
            "excitation_force_at_speed must be absent in a family of databases");
    require(database.sections.empty(), "section must be absent in a family of databases");
    require(database.modes.empty(), "modes must be absent in a family of databases");
    for (std::size_t i = 0; i < std::min(headings.size(), database.bodies.size()); ++i) {
      turn_into_own_heading(database, i, headings[i]);
    }
    return make_database(std::move(database));
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("nodes[{}]: {}", node, error.what()));
  }
}

}  // namespace

void turn_into_own_heading(Database& database, std::size_t body, double heading) {
  if (heading == 0.0) return;
  visit_coefficients(database, OwnHeading(database, body, heading));
  const Matrix6 turn = turn_about_z(heading);
  DatabaseBody& own = database.bodies[body];
  const Vector3 arm = own.center_of_buoyancy - own.center_of_gravity;
  own.center_of_buoyancy = own.center_of_gravity + turn.topLeftCorner<3, 3>().transpose() * arm;
  own.hydrostatic_stiffness = Matrix6(turn.transpose() * own.hydrostatic_stiffness * turn);
}

bool is_family(std::span<const std::byte> image) {
  return is_hdf5(image) && Hdf5File(image).read_root_attribute("format") == kFamilyFormat;
}

namespace {

DatabaseFamily read_axis_family(const Hdf5File& file, const std::string& digest) {
  AxisNodes at = read_axis_nodes(file);
  std::vector<Database> nodes;
  for (std::size_t k = 0; k < at.nodes.size(); ++k) {
    std::vector<double> headings;
    for (std::size_t i = 0; !at.attitudes.empty() && i < at.attitudes[k].size(); ++i) {
      headings.push_back(at.attitudes[k][i].z());
    }
    nodes.push_back(read_node(file, k, headings));
  }
  return make_axis_family(std::move(at), std::move(nodes), digest);
}

DatabaseFamily read_track_family(const Hdf5File& file, const std::string& digest) {
  const std::vector<RelativePositions> positions = read_positions(file, 0);
  std::vector<Database> nodes;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    std::vector<double> headings{0.0};
    for (const double heading : positions[k].row(kHeadingCoordinate)) headings.push_back(heading);
    nodes.push_back(read_node(file, k, headings));
  }
  return make_track_family(positions, std::move(nodes), digest);
}

void write_head(Hdf5Writer& file, const char* version, const Database& first) {
  file.write_attribute("/", "format", kFamilyFormat);
  file.write_attribute("/", "format_version", version);
  file.write_attribute("/", "source_format", first.source_format);
  file.write_attribute("/", "solver", first.solver);
}

}  // namespace

DatabaseFamily read_family(std::span<const std::byte> image) {
  const Hdf5File file(image);
  const std::string version = file.read_root_attribute("format_version");
  if (version == kAxisFormatVersion) return read_axis_family(file, sha256(image));
  if (version == kTrackFormatVersion) return read_track_family(file, sha256(image));
  if (version != kFamilyFormatVersion) {
    refuse("format_version", fmt::format("must be {}, {} or {}, is \"{}\"", kFamilyFormatVersion,
                                         kAxisFormatVersion, kTrackFormatVersion, version));
  }
  std::vector<Configuration> positions;
  for (const RelativePositions& q : read_positions(file, 1)) positions.emplace_back(q.col(0));
  std::vector<Database> nodes;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    nodes.push_back(read_node(file, k, {0.0, positions[k][2]}));
  }
  return make_database_family(positions, std::move(nodes), sha256(image));
}

namespace {

std::vector<std::byte> write_positions(const char* version,
                                       const std::vector<RelativePositions>& positions,
                                       const std::vector<Database>& nodes) {
  require(!nodes.empty() && positions.size() == nodes.size(),
          "positions must have one row per node", fmt::format("{}", positions.size()));
  Hdf5Writer file;
  write_head(file, version, nodes.front());
  std::vector<double> values;
  for (const RelativePositions& q : positions) {
    for (const auto& body : q.colwise()) {
      values.insert(values.end(), {body.x(), body.y(), body[2] / kRadiansPerDegree});
    }
  }
  const auto count = static_cast<Index>(nodes.size());
  file.write_array(kPositions, {count, positions.front().cols(), 3}, values);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    write_raftup_arrays(file, group_of(k), nodes[k]);
  }
  return file.image();
}

}  // namespace

std::vector<std::byte> write_family(const std::vector<Configuration>& positions,
                                    const std::vector<Database>& nodes) {
  const std::vector<RelativePositions> of_second(positions.begin(), positions.end());
  return write_positions(kFamilyFormatVersion, of_second, nodes);
}

std::vector<std::byte> write_track_family(const std::vector<RelativePositions>& positions,
                                          const std::vector<Database>& nodes) {
  return write_positions(kTrackFormatVersion, positions, nodes);
}

std::vector<std::byte> write_axis_family(const AxisNodes& at, const std::vector<Database>& nodes) {
  require(!nodes.empty() && at.nodes.size() == nodes.size(), "nodes must have values of the axes",
          fmt::format("{}", at.nodes.size()));
  Hdf5Writer file;
  write_head(file, kAxisFormatVersion, nodes.front());
  std::vector<std::string> names;
  for (const AxisQuantity axis : at.axes) names.emplace_back(name_of(axis));
  file.write_texts(kAxes, names);
  std::vector<double> values;
  for (const Configuration& node : at.nodes) {
    for (std::size_t i = 0; i < at.axes.size(); ++i) {
      values.push_back(node[static_cast<Index>(i)] /
                       (is_angle(at.axes[i]) ? kRadiansPerDegree : 1.0));
    }
  }
  const auto count = static_cast<Index>(nodes.size());
  file.write_array(kAxisValues, {count, static_cast<Index>(at.axes.size())}, values);
  std::vector<double> attitudes;
  for (const std::vector<Vector3>& of_node : at.attitudes) {
    for (const Vector3& attitude : of_node) {
      for (const double angle : attitude) attitudes.push_back(angle / kRadiansPerDegree);
    }
  }
  const auto bodies = static_cast<Index>(nodes.front().bodies.size());
  if (!attitudes.empty()) file.write_array(kAttitudes, {count, bodies, 3}, attitudes);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    write_raftup_arrays(file, group_of(k), nodes[k]);
  }
  return file.image();
}

}  // namespace raftup::hydro
