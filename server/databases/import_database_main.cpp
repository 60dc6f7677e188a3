/// @file The program raftup-import-database. It reads an ImportRequest and the files to import from
///         standard input, makes one database of the files and writes an ImportReport and the bytes
///         of the database's file to standard output. Since the files may be malicious, they are
///         parsed in the sandbox of the reader process.
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cstddef>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/utf8.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/gross.hpp"
#include "hydro/database/checks/measures.hpp"
#include "hydro/database/formats/bemio.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/wamit/first_column.hpp"
#include "hydro/database/repair/repair.hpp"
#include "hydro/excitation/frequency_error.hpp"
#include "hydro/radiation/base/response_difference.hpp"
#include "server/databases/content.hpp"
#include "server/databases/import.pb.h"
#include "server/databases/sandbox.hpp"

namespace {

using namespace raftup;
using internal::v1::ImportOptions;
using internal::v1::ImportReport;
using internal::v1::ImportRequest;

/// A report and the bytes of the file that follow it.
struct Answer {
  ImportReport report;
  std::vector<std::byte> file;
};

std::vector<Vector3> points_of(
    const google::protobuf::RepeatedPtrField<internal::v1::ImportPoint>& messages) {
  std::vector<Vector3> points;
  for (const auto& message : messages) points.emplace_back(message.x(), message.y(), message.z());
  return points;
}

hydro::SourceOptions options_from(const ImportOptions& message) {
  hydro::SourceOptions options;
  if (message.has_water_density()) options.water_density = message.water_density();
  if (message.has_gravity()) options.gravity = message.gravity();
  if (message.has_water_depth()) options.water_depth = message.water_depth();
  if (message.has_length_scale()) options.length_scale = message.length_scale();
  options.body_names = {message.body_names().begin(), message.body_names().end()};
  options.centers_of_gravity = points_of(message.centers_of_gravity());
  options.centers_of_buoyancy = points_of(message.centers_of_buoyancy());
  options.displaced_volumes = {message.displaced_volumes().begin(),
                               message.displaced_volumes().end()};
  options.reference_points = points_of(message.reference_points());
  if (!message.first_column().empty()) {
    options.first_column = hydro::first_column_from(message.first_column());
  }
  options.hydrostatics_without_weight = message.hydrostatics_without_weight();
  options.draught = message.draught();
  options.accepted_checks = {message.accepted_checks().begin(), message.accepted_checks().end()};
  return options;
}

hydro::RepairOptions repairs_from(const internal::v1::RepairOptions& message) {
  return {message.symmetrise(), message.drop_outliers(), message.extend_tail(),
          message.fit_infinite()};
}

ImportRequest parse_request(std::string_view line) {
  ImportRequest request;
  const auto status = google::protobuf::util::JsonStringToMessage(std::string(line), &request);
  if (!status.ok()) {
    throw Error(ErrorCode::kInternal, "the request is not an ImportRequest: " + status.ToString());
  }
  return request;
}

/// Splits the bytes after the first line into files, by the sizes in the request.
std::vector<hydro::SourceFile> split_files(const ImportRequest& request,
                                           std::span<const std::byte> bytes) {
  std::vector<hydro::SourceFile> files;
  for (const auto& file : request.files()) {
    const auto size = static_cast<std::size_t>(file.size_bytes());
    if (file.size_bytes() < 0 || size > bytes.size()) {
      throw Error(ErrorCode::kInternal, file.name() + " is not behind the request as a whole");
    }
    files.push_back({file.name(), {bytes.begin(), bytes.begin() + file.size_bytes()}});
    bytes = bytes.subspan(size);
  }
  return files;
}

ImportReport report_on(const hydro::Database& database) {
  ImportReport report;
  const internal::v1::DatabaseContent content = server::provenance_content(database);
  *report.mutable_findings() = content.findings();
  *report.mutable_history() = content.history();
  report.set_source_format(database.source_format);
  report.set_solver(database.solver);
  for (const hydro::DatabaseBody& body : database.bodies) report.add_body_names(body.name);
  for (const hydro::Check& check : hydro::measure_checks(database)) {
    internal::v1::CheckContent& measured = *report.add_checks();
    measured.set_name(check.name);
    measured.set_measured(check.measured);
    measured.set_allowed(check.allowed);
    measured.set_message(check.message);
  }
  report.set_frequency_count(database.omega.size());
  report.set_wave_direction_count(database.wave_directions.size());
  return report;
}

void add_responses(const hydro::Database& database, ImportReport& report) {
  for (const hydro::ResponseDifference& one : hydro::compare_filed_with_repaired(database)) {
    internal::v1::ResponseContent& response = *report.add_responses();
    response.set_dof(hydro::dof_name(database, one.dof));
    response.set_peak(one.peak);
    response.set_peak_omega(one.peak_omega);
    response.set_difference(one.difference);
    response.set_difference_omega(one.difference_omega);
  }
}

/// Most frequencies that are proposed at once: each changes where the next one is worth most.
constexpr std::size_t kFrequenciesAtOnce = 2;

void add_frequency_error(const hydro::Database& database, double tolerance, ImportReport& report) {
  const std::vector<IntervalError> errors = hydro::frequency_errors(database);
  const IntervalError largest = hydro::largest_error(errors);
  report.set_frequency_error(largest.relative);
  report.set_frequency_error_omega(largest.omega);
  if (tolerance <= 0.0) return;
  for (const double omega :
       hydro::frequencies_between(database.omega, errors, tolerance, kFrequenciesAtOnce)) {
    report.add_frequencies_to_add(omega);
  }
}

Answer import_files(std::span<const std::byte> input) {
  const auto end = std::find(input.begin(), input.end(), static_cast<std::byte>('\n'));
  const auto length = static_cast<std::size_t>(end - input.begin());
  const std::string_view line(reinterpret_cast<const char*>(input.data()), length);
  const ImportRequest request = parse_request(line);
  const std::vector<hydro::SourceFile> files =
      split_files(request, input.subspan(std::min(length + 1, input.size())));
  require(request.format() == "raftup" || request.format() == "bemio",
          fmt::format("format must be raftup or bemio, is \"{}\"", request.format()));
  const hydro::SourceOptions options = options_from(request.options());
  hydro::Database database = hydro::read_database(files, options);
  hydro::refuse_gross_breaks(database, options.accepted_checks, hydro::names_of(files));
  database.history.push_back(
      fmt::format("imported from {} as {}", hydro::names_of(files), database.source_format));
  const hydro::RepairOptions repairs = repairs_from(request.repair());
  if (repairs.any()) database = hydro::repair(std::move(database), repairs);
  Answer answer{report_on(database), {}};
  add_frequency_error(database, request.frequency_tolerance(), answer.report);
  if (request.compare_responses()) add_responses(database, answer.report);
  answer.file =
      request.format() == "bemio" ? hydro::write_bemio(database) : hydro::write_raftup(database);
  return answer;
}

Answer refusal(ErrorCode code, const std::string& message) {
  Answer answer;
  answer.report.mutable_refusal()->set_code(static_cast<int>(code));
  answer.report.mutable_refusal()->set_message(as_utf8(message));
  return answer;
}

Answer import_database() {
  try {
    server::enter_sandbox();
    return import_files(server::read_standard_input());
  } catch (const Error& error) {
    return refusal(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return refusal(ErrorCode::kResourceExhausted, "the files need too much memory to read");
  }
}

bool write_answer(const Answer& answer) {
  google::protobuf::util::JsonPrintOptions options;
  options.preserve_proto_field_names = true;
  std::string line;
  const auto status = MessageToJsonString(answer.report, &line, options);
  return status.ok() && server::write_standard_output(line + "\n") &&
         server::write_standard_output(answer.file);
}

}  // namespace

int main() {
  try {
    return write_answer(import_database()) ? 0 : 1;
  } catch (const std::exception&) {
    return 1;
  }
}
