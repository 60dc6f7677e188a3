#include "server/databases/content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
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

void pack_provenance(const Database& database, DatabaseContent& content) {
  for (const hydro::DatabaseSource& source : database.sources) {
    auto* packed = content.add_sources();
    packed->set_name(source.name);
    packed->set_format(source.format);
    packed->set_sha256(source.sha256);
  }
  for (const std::string& entry : database.history) content.add_history(entry);
  for (const Finding& finding : database.findings) {
    auto* packed = content.add_findings();
    packed->set_name(finding.name);
    packed->set_severity(static_cast<int>(finding.severity));
    packed->set_message(finding.message);
    packed->set_value(finding.value);
  }
}

void unpack_provenance(const DatabaseContent& content, Database& database) {
  for (const auto& packed : content.sources()) {
    database.sources.push_back({packed.name(), packed.format(), packed.sha256()});
  }
  database.history = {content.history().begin(), content.history().end()};
  for (const auto& packed : content.findings()) {
    const int severity = std::clamp(packed.severity(), static_cast<int>(Severity::kInfo),
                                    static_cast<int>(Severity::kError));
    database.findings.push_back(
        {packed.name(), static_cast<Severity>(severity), packed.message(), packed.value()});
  }
}

}  // namespace

DatabaseContent provenance_content(const Database& database) {
  DatabaseContent content;
  content.set_format_version(kContentFormat);
  content.set_source_format(database.source_format);
  content.set_solver(database.solver);
  content.set_sha256(database.sha256);
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
  if (content.format_version() != kContentFormat) {
    throw Error(ErrorCode::kDataLoss, fmt::format("stored database: format must be {}, is {}",
                                                  kContentFormat, content.format_version()));
  }
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

}  // namespace raftup::server
