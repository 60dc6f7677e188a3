/// @file What a file that takes its reader over can do: nothing.
#include "server/databases/sandbox.hpp"

#include <filesystem>
#include <fstream>

#include "hydro/base/error.hpp"
#include "server/base/service_error.hpp"
#include "server/databases/reader_process.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using server::ReaderProcess;
using server::Reason;
using server::ServiceError;

namespace {

/// What becomes of a reader that tries what `letter` stands for, see escaping_reader.cpp.
std::string fate_of(char letter) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "file";
  std::ofstream(file) << letter;
  try {
    ReaderProcess(RAFTUP_ESCAPING_READER).read(file);
    return "read";
  } catch (const ServiceError& error) {
    CHECK(error.reason() == Reason::kParserCrashed);
    return error.what();
  } catch (const Error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("sandbox: files, sockets, programs, processes and new code end the reader",
          "[databases][hostile][security]") {
  if (server::kSanitized) return;  // sanitizers need calls that the list forbids
  const char attempt = GENERATE('w', 's', 'e', 'f', 'k', 'x', 't', 'S', 'E', 'F', 'K', 'X', 'T');
  INFO(attempt);
  CHECK(fate_of(attempt) == "the file crashed the reader (signal 31, Bad system call)");
}

TEST_CASE("sandbox: reading, computing, writing and failing are allowed",
          "[databases][hostile][security]") {
  // no file can be read either, but asking for one is what the HDF5 library does
  CHECK(fate_of('r') == "the reader process gave an answer that cannot be parsed");
  CHECK(fate_of('-') == "the reader process gave an answer that cannot be parsed");
  // what converses asks for files by their names, and is told that there are none
  CHECK(fate_of('R') == "the reader process gave an answer that cannot be parsed");
  CHECK(fate_of('W') == "the reader process gave an answer that cannot be parsed");
  CHECK_FALSE(std::filesystem::exists("/tmp/escaped"));
  CHECK(fate_of('a') == "the file crashed the reader (signal 6, Aborted)");
}
