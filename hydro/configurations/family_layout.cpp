#include "hydro/configurations/family_layout.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/configurations/own_heading.hpp"
#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/raftup_layout.hpp"
#include "hydro/database/writers/hdf5_writer.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

constexpr const char* kFamilyFormatVersion = "1";
constexpr const char* kPositions = "/positions";

std::string group_of(std::size_t node) { return fmt::format("/nodes/{:04}/", node); }

std::vector<Configuration> read_positions(const Hdf5File& file) {
  const FiledArray array = file.read_array(kPositions);
  if (array.shape.size() != 3 || array.shape[1] != 1 || array.shape[2] != 3) {
    refuse(kPositions,
           "must have the shape (nodes, 1, 3): x, y and heading of the second of two bodies");
  }
  std::vector<Configuration> positions;
  for (std::size_t i = 0; i < array.values.size(); i += 3) {
    const Configuration& q = positions.emplace_back(array.values[i], array.values[i + 1],
                                                    kRadiansPerDegree * array.values[i + 2]);
    if (!q.allFinite()) refuse(kPositions, "must be finite");
  }
  return positions;
}

Database read_node(const Hdf5File& file, std::size_t node, const Configuration& position) {
  try {
    Database database = read_raftup_arrays(file, group_of(node));
    validate(database);
    if (database.bodies.size() > 1) turn_into_own_heading(database, 1, position[2]);
    return make_database(std::move(database));
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("nodes[{}]: {}", node, error.what()));
  }
}

}  // namespace

bool is_family(std::span<const std::byte> image) {
  return is_hdf5(image) && Hdf5File(image).read_root_attribute("format") == kFamilyFormat;
}

DatabaseFamily read_family(std::span<const std::byte> image) {
  const Hdf5File file(image);
  const std::string version = file.read_root_attribute("format_version");
  if (version != kFamilyFormatVersion) {
    refuse("format_version", fmt::format("must be {}, is \"{}\"", kFamilyFormatVersion, version));
  }
  const std::vector<Configuration> positions = read_positions(file);
  std::vector<Database> nodes;
  for (std::size_t k = 0; k < positions.size(); ++k) {
    nodes.push_back(read_node(file, k, positions[k]));
  }
  return make_database_family(positions, std::move(nodes), sha256(image));
}

std::vector<std::byte> write_family(const std::vector<Configuration>& positions,
                                    const std::vector<Database>& nodes) {
  require(!nodes.empty() && positions.size() == nodes.size(),
          "positions must have one row per node", fmt::format("{}", positions.size()));
  Hdf5Writer file;
  file.write_attribute("/", "format", kFamilyFormat);
  file.write_attribute("/", "format_version", kFamilyFormatVersion);
  file.write_attribute("/", "source_format", nodes.front().source_format);
  file.write_attribute("/", "solver", nodes.front().solver);
  std::vector<double> values;
  for (const Configuration& q : positions) {
    values.insert(values.end(), {q.x(), q.y(), q[2] / kRadiansPerDegree});
  }
  file.write_array(kPositions, {static_cast<Eigen::Index>(nodes.size()), 1, 3}, values);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    write_raftup_arrays(file, group_of(k), nodes[k]);
  }
  return file.image();
}

}  // namespace raftup::hydro
