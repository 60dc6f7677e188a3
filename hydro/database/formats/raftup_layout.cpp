#include "hydro/database/formats/raftup_layout.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/sha256.hpp"
#include "hydro/database/arrays.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/formats/array_layout.hpp"
#include "hydro/database/formats/hdf5_writer.hpp"
#include "hydro/database/hdf5_file.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr const char* kFormat = "raftup-database";
constexpr const char* kFormatVersion = "1";

void write_root(Hdf5Writer& file, const Database& database) {
  file.write_attribute("/", "format", kFormat);
  file.write_attribute("/", "format_version", kFormatVersion);
  file.write_attribute("/", "source_format", database.source_format);
  file.write_attribute("/", "solver", database.solver);
  file.write_attribute("/", "units", "SI and radians");
  file.write_attribute("/", "axes",
                       "x forward, y port, z up; origin in the still water plane; coefficients "
                       "about each body's center_of_gravity");
  file.write_attribute("/", "wave_direction_convention",
                       "where waves go, from +x, counter-clockwise seen from above");
  file.write_attribute("/", "phasor_convention",
                       "wave elevation a cos(omega t - k (x cos b + y sin b) + phi), force Re{a X "
                       "exp(i (omega t + phi))}");
}

void write_values(Hdf5Writer& file, const std::string& path, const DatabaseArray& array) {
  if (array.is_text()) {
    file.write_texts(path, array.texts);
    return;
  }
  std::vector<Index> shape;
  for (const auto& dimension : array.dimensions) shape.push_back(dimension.size);
  file.write_array(path, shape, array.values());
}

/// Writes an array with its dimension scales, unit and description.
void write_array(Hdf5Writer& file, const DatabaseArray& array) {
  const std::string path = "/" + array.name;
  write_values(file, path, array);
  if (array.is_text() || array.is_coordinate()) {
    file.make_scale(path);
  } else {
    std::vector<std::string> dimensions;
    for (const auto& dimension : array.dimensions) dimensions.push_back(dimension.name);
    file.attach_scales(path, dimensions);
  }
  if (array.is_text()) return;
  file.write_attribute(path, "units", array.units);
  file.write_attribute(path, "long_name", array.meaning);
}

/// Gives the lists of write_provenance() a dimension with the values 1 to their length.
void name_lists(Hdf5Writer& file, const std::string& dimension, std::size_t count,
                const std::vector<std::string>& lists) {
  if (count == 0) return;
  const auto size = static_cast<Index>(count);
  const VectorXd places = VectorXd::LinSpaced(size, 1.0, static_cast<double>(count));
  write_array(file, {dimension,
                     "1",
                     dimension,
                     {{dimension, size}},
                     [&places] { return std::vector<double>(places.begin(), places.end()); },
                     {}});
  for (const std::string& list : lists) file.attach_scales("/" + list, {dimension});
}

/// Reads arrays from the datasets of a group.
class GroupDatasets final : public ArraySource {
 public:
  GroupDatasets(const Hdf5File& file, const std::string& prefix)
      : file_(file),
        prefix_(prefix),
        has_triangles_(file.read_root_attribute("format") == kArrayFormat) {}

  bool contains(const std::string& name) const override { return file_.contains(prefix_ + name); }
  FiledArray numbers(const std::string& name) const override {
    const std::string path = prefix_ + name;
    FiledArray filed = file_.read_array(path);
    const bool is_triangular = has_triangles_ && is_filed_as_triangles(name);
    return is_triangular ? symmetric_matrices(path, filed) : filed;
  }
  std::vector<std::string> texts(const std::string& name) const override {
    return file_.read_texts(prefix_ + name);
  }

 private:
  const Hdf5File& file_;
  const std::string& prefix_;
  bool has_triangles_;
};

}  // namespace

std::vector<std::byte> write_raftup(const Database& database) {
  Hdf5Writer file;
  write_root(file, database);
  for (const DatabaseArray& array : arrays_of(database)) write_array(file, array);
  write_provenance(file, "/", database);
  name_lists(file, "source", database.sources.size(),
             {"source_name", "source_format", "source_sha256"});
  name_lists(file, "history_entry", database.history.size(), {"history"});
  name_lists(file, "finding", database.findings.size(),
             {"finding_name", "finding_severity", "finding_message", "finding_value"});
  return file.image();
}

bool is_raftup(const Hdf5File& file) {
  const std::string format = file.read_root_attribute("format");
  return format == kFormat || format == kArrayFormat;
}

Database read_raftup(std::span<const std::byte> image) {
  const Hdf5File file(image);
  const std::string version = file.read_root_attribute("format_version");
  if (version != kFormatVersion) {
    refuse("format_version", fmt::format("must be {}, is \"{}\"", kFormatVersion, version));
  }
  Database database = read_raftup_arrays(file, "/");
  database.sha256 = sha256(image);
  return make_database(std::move(database));
}

Database read_raftup_arrays(const Hdf5File& file, const std::string& prefix) {
  Database database;
  database.source_format = file.read_root_attribute("source_format");
  database.solver = file.read_root_attribute("solver");
  read_arrays(GroupDatasets(file, prefix), database);
  read_provenance(file, prefix, database);
  return database;
}

void write_raftup_arrays(Hdf5Writer& file, const std::string& prefix, const Database& database) {
  for (const DatabaseArray& array : arrays_of(database)) {
    write_values(file, prefix + array.name, array);
  }
  write_provenance(file, prefix, database);
}

namespace {

using Names = std::vector<std::string>;

constexpr std::array<const char*, 3> kSeverities = {"info", "warning", "error"};

void write_sources(Hdf5Writer& file, const std::string& prefix, const Database& database) {
  Names names, formats, digests;
  for (const DatabaseSource& source : database.sources) {
    names.push_back(source.name);
    formats.push_back(source.format);
    digests.push_back(source.sha256);
  }
  file.write_texts(prefix + "source_name", names);
  file.write_texts(prefix + "source_format", formats);
  file.write_texts(prefix + "source_sha256", digests);
}

void write_findings(Hdf5Writer& file, const std::string& prefix, const Database& database) {
  Names names, severities, messages;
  std::vector<double> values;
  for (const Finding& finding : database.findings) {
    names.push_back(finding.name);
    severities.emplace_back(kSeverities.at(static_cast<std::size_t>(finding.severity)));
    messages.push_back(finding.message);
    values.push_back(finding.value);
  }
  file.write_texts(prefix + "finding_name", names);
  file.write_texts(prefix + "finding_severity", severities);
  file.write_texts(prefix + "finding_message", messages);
  file.write_array(prefix + "finding_value", {static_cast<Eigen::Index>(values.size())}, values);
}

Names read_list(const Hdf5File& file, const std::string& path, std::size_t count) {
  Names texts = file.read_texts(path);
  if (texts.size() != count) {
    refuse(path, fmt::format("must hold {} strings, holds {}", count, texts.size()));
  }
  return texts;
}

Severity severity_of(const std::string& path, const std::string& name) {
  const auto* const found = std::find(kSeverities.begin(), kSeverities.end(), name);
  if (found == kSeverities.end()) {
    refuse(path, fmt::format("must hold {}, holds \"{}\"", fmt::join(kSeverities, ", "), name));
  }
  return static_cast<Severity>(found - kSeverities.begin());
}

void read_findings(const Hdf5File& file, const std::string& prefix, Database& database) {
  if (!file.contains(prefix + "finding_name")) return;
  const Names names = file.read_texts(prefix + "finding_name");
  const std::string severity_path = prefix + "finding_severity";
  const Names severities = read_list(file, severity_path, names.size());
  const Names messages = read_list(file, prefix + "finding_message", names.size());
  const std::vector<double> values = file.read_array(prefix + "finding_value").values;
  if (values.size() != names.size()) {
    refuse(prefix + "finding_value",
           fmt::format("must hold {} numbers, holds {}", names.size(), values.size()));
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    database.findings.push_back(
        {names[i], severity_of(severity_path, severities[i]), messages[i], values[i]});
  }
}

}  // namespace

void write_provenance(Hdf5Writer& file, const std::string& prefix, const Database& database) {
  if (!database.sources.empty()) write_sources(file, prefix, database);
  if (!database.history.empty()) file.write_texts(prefix + "history", database.history);
  if (!database.findings.empty()) write_findings(file, prefix, database);
}

void read_provenance(const Hdf5File& file, const std::string& prefix, Database& database) {
  if (file.contains(prefix + "source_name")) {
    const Names names = file.read_texts(prefix + "source_name");
    const Names formats = read_list(file, prefix + "source_format", names.size());
    const Names digests = read_list(file, prefix + "source_sha256", names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      database.sources.push_back({names[i], formats[i], digests[i]});
    }
  }
  if (file.contains(prefix + "history")) database.history = file.read_texts(prefix + "history");
  read_findings(file, prefix, database);
}

}  // namespace raftup::hydro
