#include "server/databases/content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/arrays.hpp"
#include "hydro/database/database.hpp"

namespace raftup::server {

namespace {

using hydro::Database;
using internal::v1::ArrayContent;
using internal::v1::DatabaseContent;

void pack(const hydro::DatabaseArray& array, ArrayContent& content) {
  content.set_name(array.name);
  for (const auto& dimension : array.dimensions) content.add_shape(dimension.size);
  content.mutable_texts()->Add(array.texts.begin(), array.texts.end());
  if (array.is_text()) return;
  const std::vector<double> values = array.values();
  content.mutable_values()->Add(values.begin(), values.end());
}

/// The arrays of a message that a broken process or a damaged disk may have made.
class ContentArrays final : public hydro::ArraySource {
 public:
  explicit ContentArrays(const DatabaseContent& content) : content_(content) {}

  bool contains(const std::string& name) const override { return find(name) != nullptr; }

  hydro::FiledArray numbers(const std::string& name) const override {
    const ArrayContent& array = get(name);
    std::int64_t count = 1;
    for (const std::int64_t size : array.shape()) {
      if (size < 0 || __builtin_mul_overflow(count, size, &count))
        hydro::refuse(name, "has no size");
    }
    if (count != array.values_size()) {
      hydro::refuse(name,
                    fmt::format("must hold {} numbers, holds {}", count, array.values_size()));
    }
    return {{array.shape().begin(), array.shape().end()},
            {array.values().begin(), array.values().end()}};
  }

  std::vector<std::string> texts(const std::string& name) const override {
    const auto& texts = get(name).texts();
    return {texts.begin(), texts.end()};
  }

 private:
  const ArrayContent* find(const std::string& name) const {
    const auto& arrays = content_.arrays();
    const auto found = std::find_if(arrays.begin(), arrays.end(), [&](const ArrayContent& array) {
      return array.name() == name;
    });
    return found == arrays.end() ? nullptr : &*found;
  }

  const ArrayContent& get(const std::string& name) const {
    const ArrayContent* const found = find(name);
    if (found == nullptr) hydro::refuse(name, "is missing");
    return *found;
  }

  const DatabaseContent& content_;
};

void pack_findings(const Findings& findings, DatabaseContent& content) {
  for (const Finding& finding : findings) {
    auto* packed = content.add_findings();
    packed->set_name(finding.name);
    packed->set_severity(static_cast<int>(finding.severity));
    packed->set_message(finding.message);
    packed->set_value(finding.value);
  }
}

Findings unpack_findings(const DatabaseContent& content) {
  Findings findings;
  for (const auto& packed : content.findings()) {
    const int severity = std::clamp(packed.severity(), static_cast<int>(Severity::kInfo),
                                    static_cast<int>(Severity::kError));
    findings.push_back(
        {packed.name(), static_cast<Severity>(severity), packed.message(), packed.value()});
  }
  return findings;
}

void pack_provenance(const Database& database, DatabaseContent& content) {
  for (const hydro::DatabaseSource& source : database.sources) {
    auto* packed = content.add_sources();
    packed->set_name(source.name);
    packed->set_format(source.format);
    packed->set_sha256(source.sha256);
  }
  for (const std::string& entry : database.history) content.add_history(entry);
  pack_findings(database.findings, content);
}

void unpack_provenance(const DatabaseContent& content, Database& database) {
  for (const auto& packed : content.sources()) {
    database.sources.push_back({packed.name(), packed.format(), packed.sha256()});
  }
  database.history = {content.history().begin(), content.history().end()};
  database.findings = unpack_findings(content);
}

constexpr const char* kMeshVertices = "mesh_vertices";
constexpr const char* kMeshTriangles = "mesh_triangles";

/// Begins the message with the fields that all kinds of files have.
template <typename File>
DatabaseContent begin_content(const File& file) {
  DatabaseContent content;
  content.set_format_version(kContentFormat);
  content.set_source_format(file.source_format);
  content.set_sha256(file.sha256);
  return content;
}

/// Adds an array of rows of three numbers.
template <typename Rows>
void add_rows(const char* name, const Rows& rows, DatabaseContent& content) {
  ArrayContent& array = *content.add_arrays();
  array.set_name(name);
  array.add_shape(static_cast<std::int64_t>(rows.size()));
  array.add_shape(3);
  for (const auto& row : rows) {
    for (const auto value : row) array.add_values(static_cast<double>(value));
  }
}

DatabaseContent content_from_mesh(const hydro::MeshFile& file) {
  DatabaseContent content = begin_content(file);
  pack_findings(file.findings, content);
  add_rows(kMeshVertices, file.filed.vertices(), content);
  add_rows(kMeshTriangles, file.filed.triangles(), content);
  return content;
}

/// Reads an array that add_rows() has written.
std::vector<Vector3> rows_of(const ContentArrays& arrays, const char* name) {
  const hydro::FiledArray array = arrays.numbers(name);
  if (array.shape.size() != 2 || array.shape[1] != 3) hydro::refuse(name, "must have rows of 3");
  std::vector<Vector3> rows;
  for (std::size_t i = 0; i < array.values.size(); i += 3) {
    rows.emplace_back(array.values[i], array.values[i + 1], array.values[i + 2]);
  }
  return rows;
}

hydro::MeshFile mesh_from_content(const DatabaseContent& content) {
  const ContentArrays arrays(content);
  std::vector<hydro::MeshTriangle> triangles;
  for (const Vector3& row : rows_of(arrays, kMeshTriangles)) {
    hydro::MeshTriangle& triangle = triangles.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      const double corner = row[static_cast<Eigen::Index>(i)];
      const bool fits = corner >= 0.0 && corner < 4294967296.0;  // false for NaN
      if (!fits) hydro::refuse(kMeshTriangles, "must be numbers of vertices");
      triangle[i] = to_integer<std::uint32_t>(corner, kMeshTriangles);
    }
  }
  hydro::MeshFile file = hydro::make_mesh_file(
      content.source_format(), content.sha256(),
      hydro::FiledTriangles(rows_of(arrays, kMeshVertices), std::move(triangles)));
  file.findings = unpack_findings(content);
  return file;
}

void require_format(const DatabaseContent& content) {
  if (content.format_version() == kContentFormat) return;
  throw Error(ErrorCode::kDataLoss, fmt::format("stored database: format must be {}, is {}",
                                                kContentFormat, content.format_version()));
}

}  // namespace

DatabaseContent provenance_content(const Database& database) {
  DatabaseContent content = begin_content(database);
  content.set_solver(database.solver);
  pack_provenance(database, content);
  return content;
}

DatabaseContent content_from_database(const Database& database) {
  DatabaseContent content = provenance_content(database);
  for (const hydro::DatabaseArray& array : hydro::arrays_of(database)) {
    pack(array, *content.add_arrays());
  }
  return content;
}

Database database_from_content(const DatabaseContent& content) {
  require_format(content);
  Database database;
  database.source_format = content.source_format();
  database.solver = content.solver();
  database.sha256 = content.sha256();
  unpack_provenance(content, database);
  try {
    hydro::read_arrays(ContentArrays(content), database);
    hydro::validate(database);
  } catch (const Error& error) {
    throw Error(ErrorCode::kDataLoss, std::string("stored database: ") + error.what());
  }
  return database;
}

namespace {

constexpr const char* kPositions = "positions";
constexpr const char* kAxes = "axes";  // of a family over axes
/// 1: the positions are those of a track, of all bodies except the first at each node
constexpr const char* kTrack = "track";
constexpr const char* kAttitudes = "attitudes";  // [nodes x bodies, 3], if any body is not upright

void pack_axes(const hydro::DatabaseFamily& family, DatabaseContent& content) {
  if (family.axes.empty()) return;
  ArrayContent& axes = *content.add_arrays();
  axes.set_name(kAxes);
  axes.add_shape(static_cast<std::int64_t>(family.axes.size()));
  for (const hydro::AxisQuantity axis : family.axes) axes.add_values(static_cast<double>(axis));
  std::vector<Vector3> attitudes;
  for (const std::vector<Vector3>& of_node : family.attitudes) {
    attitudes.insert(attitudes.end(), of_node.begin(), of_node.end());
  }
  if (!attitudes.empty()) add_rows(kAttitudes, attitudes, content);
}

hydro::AxisNodes unpack_axes(const ContentArrays& arrays, std::size_t bodies) {
  hydro::AxisNodes at;
  for (const double value : arrays.numbers(kAxes).values) {
    const bool is_known = value >= 1.0 && value <= static_cast<double>(hydro::AxisQuantity::kInput);
    if (!is_known) hydro::refuse(kAxes, "must be numbers of quantities");
    at.axes.push_back(static_cast<hydro::AxisQuantity>(to_integer<int>(value, kAxes)));
  }
  at.nodes = rows_of(arrays, kPositions);
  if (!arrays.contains(kAttitudes) || bodies == 0) return at;
  const std::vector<Vector3> rows = rows_of(arrays, kAttitudes);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % bodies == 0) at.attitudes.emplace_back();
    at.attitudes.back().push_back(rows[i]);
  }
  return at;
}

DatabaseContent content_from_family(const hydro::DatabaseFamily& family) {
  DatabaseContent content = begin_content(family);
  pack_findings(family.findings, content);
  const hydro::Track* track = family.grid.track();
  std::vector<hydro::Configuration> positions;
  for (std::size_t k = 0; k < family.nodes.size(); ++k) {
    if (track == nullptr) {
      positions.push_back(family.grid.node(k));
    } else {
      for (const auto& body : track->positions(k).colwise()) positions.emplace_back(body);
    }
    *content.add_nodes() = content_from_database(*family.nodes[k]);
  }
  add_rows(kPositions, positions, content);
  pack_axes(family, content);
  if (track != nullptr) {
    ArrayContent& mark = *content.add_arrays();
    mark.set_name(kTrack);
    mark.add_shape(1);
    mark.add_values(1.0);
  }
  return content;
}

std::vector<hydro::RelativePositions> unpack_track(const ContentArrays& arrays,
                                                   std::size_t bodies) {
  const std::vector<Vector3> rows = rows_of(arrays, kPositions);
  const std::size_t others = bodies < 2 ? 0 : bodies - 1;
  if (others == 0 || rows.size() % others != 0) {
    hydro::refuse(kPositions, "must be those of all bodies except the first at each node");
  }
  std::vector<hydro::RelativePositions> nodes;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % others == 0) nodes.emplace_back(3, static_cast<Eigen::Index>(others));
    nodes.back().col(static_cast<Eigen::Index>(i % others)) = rows[i];
  }
  return nodes;
}

/// Makes a family of the kind that its arrays say.
hydro::DatabaseFamily make_family(const ContentArrays& arrays, std::vector<Database> nodes,
                                  const std::string& sha256) {
  const std::size_t bodies = nodes.empty() ? 0 : nodes.front().bodies.size();
  if (arrays.contains(kAxes)) {
    return hydro::make_axis_family(unpack_axes(arrays, bodies), std::move(nodes), sha256);
  }
  if (arrays.contains(kTrack)) {
    return hydro::make_track_family(unpack_track(arrays, bodies), std::move(nodes), sha256);
  }
  return hydro::make_database_family(rows_of(arrays, kPositions), std::move(nodes), sha256);
}

hydro::DatabaseFamily family_from_content(const DatabaseContent& content) {
  std::vector<Database> nodes;
  for (const DatabaseContent& node : content.nodes()) nodes.push_back(database_from_content(node));
  hydro::DatabaseFamily family =
      make_family(ContentArrays(content), std::move(nodes), content.sha256());
  family.findings = unpack_findings(content);
  return family;
}

}  // namespace

const std::string& sha256_of(const FileContent& file) {
  return std::visit([](const auto& kind) -> const std::string& { return kind.sha256; }, file);
}

DatabaseContent message_from_content(const FileContent& file) {
  if (const auto* mesh = std::get_if<hydro::MeshFile>(&file)) return content_from_mesh(*mesh);
  const auto* const family = std::get_if<hydro::DatabaseFamily>(&file);
  return family != nullptr ? content_from_family(*family)
                           : content_from_database(std::get<Database>(file));
}

FileContent content_from_message(const DatabaseContent& message) {
  require_format(message);
  const bool is_mesh = ContentArrays(message).contains(kMeshVertices);
  if (!is_mesh && message.nodes().empty()) return database_from_content(message);
  try {
    if (is_mesh) return mesh_from_content(message);
    return family_from_content(message);
  } catch (const Error& error) {
    throw Error(ErrorCode::kDataLoss,
                fmt::format("stored {}: {}", is_mesh ? "mesh" : "family", error.what()));
  }
}

}  // namespace raftup::server
