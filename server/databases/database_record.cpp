#include "server/databases/database_record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <google/protobuf/util/time_util.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "hydro/database/coefficients.hpp"
#include "server/base/conversions.hpp"
#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

using Eigen::Index;

bool couples_bodies(const MatrixXd& matrix) {
  for (Index first = 0; first < matrix.rows(); first += kDofs) {
    MatrixXd rows = matrix.middleRows(first, kDofs);
    rows.middleCols(first, kDofs).setZero();
    if (!rows.isZero(0.0)) return true;
  }
  return false;
}

struct Coupling : hydro::CoefficientVisitor {
  void matrices(const hydro::Coefficient& /*about*/, const hydro::Axis& /*over*/,
                const std::vector<MatrixXd>& values) {
    found = found || std::any_of(values.begin(), values.end(), couples_bodies);
  }
  void matrix(const hydro::Coefficient& /*about*/, const std::optional<MatrixXd>& value) {
    found = found || (value && couples_bodies(*value));
  }

  bool found = false;
};

}  // namespace

bool has_body_interaction(const hydro::Database& database) {
  Coupling coupling;
  visit_coefficients(database, coupling);
  return coupling.found;
}

namespace {

void describe(const hydro::Database& database, v1::Database& record) {
  record.set_solver(database.solver);
  record.set_body_count(static_cast<int>(database.body_count()));
  for (const hydro::DatabaseBody& body : database.bodies) record.add_body_names(body.name);
  record.set_frequency_count(static_cast<int>(database.omega.size()));
  record.set_heading_count(static_cast<int>(database.wave_directions.size()));
  record.set_water_depth_m(database.water_depth);
  record.set_water_density_kg_per_m3(database.water_density);
  record.set_gravity_m_per_s2(database.gravity);
  record.set_has_body_interaction(has_body_interaction(database));
}

void describe(const hydro::MeshFile& /*mesh*/, v1::Database& /*record*/) {}

void describe(const hydro::DatabaseFamily& family, v1::Database& record) {
  describe(*family.nodes.front(), record);
}

}  // namespace

v1::Database make_database_record(const DatabaseName& name, const FileContent& content,
                                  std::int64_t size_bytes,
                                  std::chrono::system_clock::time_point created) {
  v1::Database record;
  record.set_name(name.resource());
  record.set_display_name(name.id);
  record.set_sha256(name.sha256);
  record.set_size_bytes(size_bytes);
  record.set_state(v1::DATABASE_STATE_READY);
  std::visit(
      [&record](const auto& file) {
        record.set_format(file.source_format);
        describe(file, record);
        for (const Finding& finding : file.findings) {
          finding_to_proto(finding, *record.add_findings());
        }
      },
      content);
  *record.mutable_create_time() =
      google::protobuf::util::TimeUtil::NanosecondsToTimestamp(to_unix_ns(created));
  return record;
}

namespace {

using hydro::DatabaseArray;
using Dimension = DatabaseArray::Dimension;

/// The indices [first, first + count) along a dimension of `size`.
struct Range {
  Index first, count, size;
};

/// Selects one body of the rows and one of the columns, counted from 1. 0 selects all bodies.
struct Selection {
  int row_body, column_body;

  Range along(const Dimension& dimension) const {
    const Index length = dimension.name == "body" ? 1 : kDofs;
    const bool is_row = dimension.name == "body" || dimension.name == "influenced_dof";
    const int body = is_row ? row_body : dimension.name == "radiating_dof" ? column_body : 0;
    return body == 0 ? Range{0, dimension.size, dimension.size}
                     : Range{length * (body - 1), length, dimension.size};
  }
};

/// Appends the values within the ranges of the dimensions from `place` on to `kept`. `next` is the
/// index of these values over the dimensions before `place`.
template <typename Value>
void append(const std::vector<Value>& values, const std::vector<Range>& ranges, std::size_t place,
            Index next, std::vector<Value>& kept) {
  if (place == ranges.size()) {
    kept.push_back(values[static_cast<std::size_t>(next)]);
    return;
  }
  const Range& range = ranges[place];
  for (Index i = range.first; i < range.first + range.count; ++i) {
    append(values, ranges, place + 1, next * range.size + i, kept);
  }
}

template <typename Value>
std::vector<Value> cut(const std::vector<Value>& values, const std::vector<Range>& ranges) {
  std::vector<Value> kept;
  append(values, ranges, 0, 0, kept);
  return kept;
}

DatabaseArray cut(DatabaseArray array, const Selection& selection) {
  std::vector<Range> ranges;
  bool is_whole = true;
  for (Dimension& dimension : array.dimensions) {
    const Range& range = ranges.emplace_back(selection.along(dimension));
    is_whole = is_whole && range.count == range.size;
    dimension.size = range.count;
  }
  if (is_whole) return array;
  if (array.is_text()) {
    array.texts = cut(array.texts, ranges);
  } else {
    array.values = [all = std::move(array.values), ranges] { return cut(all(), ranges); };
  }
  return array;
}

constexpr const char* kNodePosition = "node_position";

/// The relative positions of all bodies except the first at the nodes of a track.
DatabaseArray node_positions(const hydro::Track& track) {
  return {kNodePosition,
          "m, m, rad",
          "x, y and heading of each body except the first in the heading frame of the first, along "
          "a track",
          {{"node", static_cast<Index>(track.node_count())},
           {"other_body", track.other_count()},
           {"coordinate", 3}},
          [&track] {
            std::vector<double> values;
            for (std::size_t k = 0; k < track.node_count(); ++k) {
              for (const auto& body : track.positions(k).colwise()) {
                values.insert(values.end(), {body.x(), body.y(), body.z()});
              }
            }
            return values;
          },
          {}};
}

DatabaseArray node_positions(const hydro::DatabaseFamily& family) {
  const std::size_t count = family.nodes.size();
  const bool over_axes = !family.axes.empty();
  std::string axes;
  for (const hydro::AxisQuantity axis : family.axes) {
    axes += (axes.empty() ? "" : ", ") + std::string(hydro::name_of(axis));
  }
  return {kNodePosition,
          over_axes ? "SI" : "m, m, rad",
          over_axes ? "values of the axes " + axes + ", then 0"
                    : "x, y and heading of the second body in the heading frame of the first",
          {{"node", static_cast<Index>(count)}, {"coordinate", 3}},
          [&family, count] {
            std::vector<double> values;
            for (std::size_t k = 0; k < count; ++k) {
              const hydro::Configuration& node = family.grid.node(k);
              values.insert(values.end(), node.begin(), node.end());
            }
            return values;
          },
          {}};
}

/// Returns the database, or the node of the family, that the request names.
const hydro::Database& node_of(const FileContent& file, const v1::ReadCoefficientsRequest& asked) {
  const auto node_below = [&asked](std::size_t count) {
    if (asked.node() < 0 || std::cmp_greater_equal(asked.node(), count)) {
      throw bad_field("node", fmt::format("must be 0 to {}", count - 1),
                      std::to_string(asked.node()));
    }
    return static_cast<std::size_t>(asked.node());
  };
  if (const auto* const family = std::get_if<hydro::DatabaseFamily>(&file)) {
    return *family->nodes[node_below(family->nodes.size())];
  }
  if (const auto* const database = std::get_if<hydro::Database>(&file)) {
    node_below(1);
    return *database;
  }
  throw bad_field("name", "must be a database or a family of databases, is a hull mesh",
                  asked.name());
}

void check_body(const hydro::Database& database, int body, const char* field) {
  if (body < 0 || body > database.body_count()) {
    throw bad_field(field, fmt::format("must be 0 (all) to {}", database.body_count()),
                    std::to_string(body));
  }
}

void check_name(const std::string& name) {
  const std::vector<std::string> names = hydro::array_names();
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return;
  throw bad_field("dataset", fmt::format("must be one of {}", fmt::join(names, ", ")), name);
}

}  // namespace

std::vector<DatabaseArray> coefficients_of(const FileContent& file,
                                           const v1::ReadCoefficientsRequest& asked) {
  if (asked.dataset() == kNodePosition) {
    const auto* const family = std::get_if<hydro::DatabaseFamily>(&file);
    if (family != nullptr && family->grid.track() != nullptr) {
      return {node_positions(*family->grid.track())};
    }
    if (family != nullptr) return {node_positions(*family)};
    throw bad_field("name", "must be a family of databases", asked.name());
  }
  const hydro::Database& database = node_of(file, asked);
  const std::string& name = asked.dataset();
  check_name(name);
  check_body(database, asked.row_body(), "row_body");
  check_body(database, asked.column_body(), "column_body");
  std::vector<DatabaseArray> arrays;
  for (DatabaseArray& array : hydro::arrays_of(database)) {
    if (!name.empty() && array.name != name) continue;
    arrays.push_back(cut(std::move(array), {asked.row_body(), asked.column_body()}));
  }
  if (!arrays.empty()) return arrays;
  throw ServiceError(Reason::kNotFound, fmt::format("the database has no {}", name));
}

}  // namespace raftup::server
