#include "hydro/database/writers/provenance.hpp"

#include <vector>

#include "hydro/database/raftup_layout.hpp"
#include "hydro/database/writers/hdf5_writer.hpp"

namespace raftup::hydro {

namespace {

using Names = std::vector<std::string>;

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
    severities.emplace_back(layout::kSeverityNames.at(static_cast<std::size_t>(finding.severity)));
    messages.push_back(finding.message);
    values.push_back(finding.value);
  }
  file.write_texts(prefix + "finding_name", names);
  file.write_texts(prefix + "finding_severity", severities);
  file.write_texts(prefix + "finding_message", messages);
  file.write_array(prefix + "finding_value", {static_cast<Eigen::Index>(values.size())}, values);
}

}  // namespace

void write_provenance(Hdf5Writer& file, const std::string& prefix, const Database& database) {
  if (!database.sources.empty()) write_sources(file, prefix, database);
  if (!database.history.empty()) file.write_texts(prefix + "history", database.history);
  if (!database.findings.empty()) write_findings(file, prefix, database);
}

}  // namespace raftup::hydro
