#include "hydro/database/provenance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/writers/hdf5_writer.hpp"

namespace raftup::hydro {

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
