#include "hydro/database/readers/provenance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/raftup_layout.hpp"
#include "hydro/database/refuse.hpp"
#include "hydro/error.hpp"

namespace raftup::hydro {

namespace {

std::vector<std::string> read_list(const Hdf5File& file, const std::string& path,
                                   std::size_t count) {
  std::vector<std::string> texts = file.read_texts(path);
  if (texts.size() != count) {
    refuse(path, fmt::format("must hold {} strings, holds {}", count, texts.size()));
  }
  return texts;
}

Severity severity_of(const std::string& path, const std::string& name) {
  const auto& known = layout::kSeverityNames;
  const auto* const found = std::find(known.begin(), known.end(), name);
  if (found == known.end()) {
    refuse(path, fmt::format("must hold {}, holds \"{}\"", fmt::join(known, ", "), name));
  }
  return static_cast<Severity>(found - known.begin());
}

void read_findings(const Hdf5File& file, const std::string& prefix, Database& database) {
  if (!file.contains(prefix + "finding_name")) return;
  const std::vector<std::string> names = file.read_texts(prefix + "finding_name");
  const std::string severity_path = prefix + "finding_severity";
  const std::vector<std::string> severities = read_list(file, severity_path, names.size());
  const std::vector<std::string> messages =
      read_list(file, prefix + "finding_message", names.size());
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

void read_provenance(const Hdf5File& file, const std::string& prefix, Database& database) {
  if (file.contains(prefix + "source_name")) {
    const std::vector<std::string> names = file.read_texts(prefix + "source_name");
    const std::vector<std::string> formats =
        read_list(file, prefix + "source_format", names.size());
    const std::vector<std::string> digests =
        read_list(file, prefix + "source_sha256", names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      database.sources.push_back({names[i], formats[i], digests[i]});
    }
  }
  if (file.contains(prefix + "history")) database.history = file.read_texts(prefix + "history");
  read_findings(file, prefix, database);
}

}  // namespace raftup::hydro
