/// @file raftup-read-database: reads one database file from standard input and writes a
/// ReaderAnswer to standard output. The server starts one for every upload, so that a file which
/// makes the HDF5 library crash, hang or devour memory takes only this process with it; and in a
/// sandbox, so that one which takes the library over gains nothing.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "hydro/database/readers/bemio.hpp"
#include "hydro/error.hpp"
#include "server/databases/content.hpp"
#include "server/databases/sandbox.hpp"

namespace {

using raftup::Error;
using raftup::ErrorCode;
using raftup::internal::v1::ReaderAnswer;

std::vector<std::byte> read_input() {
  std::vector<std::byte> bytes;
  std::array<std::byte, std::size_t{1} << 16> block{};
  for (;;) {
    const ssize_t count = read(STDIN_FILENO, block.data(), block.size());
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) throw Error(ErrorCode::kInternal, "cannot read the file");
    if (count > 0) bytes.insert(bytes.end(), block.begin(), block.begin() + count);
  }
}

bool write_output(const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(STDOUT_FILENO, text.data() + written, text.size() - written);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) written += static_cast<std::size_t>(count);
  }
  return true;
}

ReaderAnswer refusal(ErrorCode code, const std::string& message) {
  ReaderAnswer answer;
  answer.mutable_refusal()->set_code(static_cast<int>(code));
  answer.mutable_refusal()->set_message(message);
  return answer;
}

ReaderAnswer read_database() {
  try {
    raftup::server::enter_sandbox();
    const std::vector<std::byte> bytes = read_input();
    ReaderAnswer answer;
    *answer.mutable_content() =
        raftup::server::content_from_database(raftup::hydro::read_bemio(bytes));
    return answer;
  } catch (const Error& error) {
    return refusal(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return refusal(ErrorCode::kResourceExhausted, "the file needs too much memory to read");
  }
}

}  // namespace

int main() {
  try {
    return write_output(read_database().SerializeAsString()) ? 0 : 1;
  } catch (const std::exception&) {
    return 1;
  }
}
