/// @file The program raftup-read-database. It reads one file, a database, a family of databases or
///         a mesh, from standard input and writes a ReaderAnswer to standard output. The server
///         starts one such process for each upload. A file that makes the HDF5 library crash, hang
///         or use all memory then ends only this process. The process runs in a sandbox, so that a
///         file that takes over the library gains nothing.
#include <fmt/format.h>

#include <cstddef>
#include <exception>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/base/utf8.hpp"
#include "hydro/configurations/family_layout.hpp"
#include "hydro/database/checks/gross.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/wetted_mesh/readers/read_hull_mesh.hpp"
#include "server/databases/content.hpp"
#include "server/databases/sandbox.hpp"

namespace {

using raftup::Error;
using raftup::ErrorCode;
using raftup::internal::v1::ReaderAnswer;

ReaderAnswer refusal(ErrorCode code, const std::string& message) {
  ReaderAnswer answer;
  answer.mutable_refusal()->set_code(static_cast<int>(code));
  answer.mutable_refusal()->set_message(raftup::as_utf8(message));
  return answer;
}

raftup::server::FileContent read_file(const raftup::hydro::SourceFile& file,
                                      const raftup::hydro::SourceOptions& options) {
  if (raftup::hydro::mesh_format(file)) return raftup::hydro::read_mesh_file(file);
  if (raftup::hydro::is_family(file.bytes)) return raftup::hydro::read_family(file.bytes);
  // The purpose of the file is not known here.
  const auto format = raftup::hydro::known_format(file);
  raftup::require(format.has_value(),
                  raftup::hydro::refusal_of_unknown(
                      file, fmt::format("{}; nor a mesh: {}", raftup::hydro::kDatabaseFormats,
                                        raftup::hydro::kMeshFormats)));
  raftup::hydro::Database database = raftup::hydro::read_database(std::span(&file, 1), options);
  // A file in Raftup's own layout has passed these checks when it was imported.
  if (*format != raftup::hydro::SourceFormat::kRaftup) {
    raftup::hydro::refuse_gross_breaks(database, options.accepted_checks, "the file");
  }
  return database;
}

ReaderAnswer answer_to_input(const raftup::hydro::SourceOptions& options) {
  try {
    raftup::server::enter_sandbox();
    const std::vector<std::byte> bytes = raftup::server::read_standard_input();
    ReaderAnswer answer;
    *answer.mutable_content() =
        raftup::server::message_from_content(read_file({"", bytes}, options));
    return answer;
  } catch (const Error& error) {
    return refusal(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return refusal(ErrorCode::kResourceExhausted, "the file needs too much memory to read");
  }
}

}  // namespace

/// @param arguments names of the checks whose failure does not refuse the file
int main(int count, char** arguments) {
  try {
    raftup::hydro::SourceOptions options;
    options.accepted_checks.assign(arguments + 1, arguments + count);
    return raftup::server::write_standard_output(answer_to_input(options).SerializeAsString()) ? 0
                                                                                               : 1;
  } catch (const std::exception&) {
    return 1;
  }
}
