/// @file Uploads to a catalogue, as the tests of catalogues make them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>

#include "hydro/base/sha256.hpp"
#include "server/base/service_error.hpp"
#include "server/databases/catalogue.hpp"
#include "server/storage/crc32c.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/temporary_folder.hpp"

namespace raftup::testing {

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

/// The small database that most cases use, and its digest.
inline const std::string kTug = bytes_of(own_data() / "tug_shallow.h5");
inline const std::string kTugDigest = sha256(std::string_view(kTug));
inline constexpr std::size_t kChunk = std::size_t{1} << 20;

inline server::Catalogue make_catalogue(const TemporaryFolder& folder) {
  return {folder.path(), server::ReaderProcess(RAFTUP_READER)};
}

inline std::int64_t size_of(const std::string& bytes) {
  return static_cast<std::int64_t>(bytes.size());
}

inline std::string start(server::Catalogue& catalogue, const std::string& id,
                         const std::string& bytes) {
  const auto begun = catalogue.start_upload(id, sha256(std::string_view(bytes)), size_of(bytes));
  return begun.upload.value().name.key();
}

inline void send(server::Catalogue& catalogue, const std::string& upload, std::string_view bytes) {
  std::int64_t offset = catalogue.get_upload(upload).committed;
  for (bytes.remove_prefix(static_cast<std::size_t>(offset)); !bytes.empty();) {
    const std::string_view chunk = bytes.substr(0, kChunk);
    offset = catalogue.append(upload, offset, chunk, server::crc32c(chunk));
    bytes.remove_prefix(chunk.size());
  }
}

inline v1::Database upload(server::Catalogue& catalogue, const std::string& id,
                           const std::string& bytes) {
  const std::string upload_id = start(catalogue, id, bytes);
  send(catalogue, upload_id, bytes);
  return catalogue.finish_upload(upload_id);
}

/// The reason that `call` fails with.
template <typename Call>
server::Reason reason_of(Call&& call) {
  try {
    call();
  } catch (const server::ServiceError& error) {
    return error.reason();
  }
  FAIL("the call should have failed");
  return server::Reason::kInternal;
}

}  // namespace raftup::testing
