#include "server/storage/journal_segment.hpp"

#include <fmt/format.h>

#include "hydro/base/bytes.hpp"
#include "hydro/base/error.hpp"
#include "server/base/durable_file.hpp"
#include "server/storage/frames.hpp"

namespace raftup::server {

namespace {

constexpr std::string_view kSegmentMagic = "RAFTUPJL";
constexpr std::uint64_t kSegmentFormat = 1;

SegmentHeader read_header(std::string_view body) {
  ByteReader in(body);
  const std::uint64_t version = in.read_unsigned();
  if (version != kSegmentFormat) {
    throw Error(ErrorCode::kDataLoss, fmt::format("a journal must be of format version {}, got {}",
                                                  kSegmentFormat, version));
  }
  SegmentHeader header;
  header.session_digest = in.read_text();
  header.build.build_id = in.read_text();
  header.build.cpu_level = in.read_text();
  return header;
}

/// Passes a record to `visit`. Errors are extended by the builds that recorded and replay it, since
/// a difference between them may be the cause.
void hand_out(const StoredRecord& stored, const BuildIdentity& writer,
              const std::function<void(const StoredRecord&)>& visit) {
  try {
    visit(stored);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}; recorded by {}, replayed by {}", error.what(),
                                          describe(writer), describe(this_build())));
  }
}

Error damaged(const std::filesystem::path& file, const std::string& how) {
  return {ErrorCode::kDataLoss, fmt::format("{} is damaged: {}", file.filename().string(), how)};
}

}  // namespace

std::string begin_segment(const SegmentHeader& header) {
  ByteWriter body;
  body.write(kSegmentFormat);
  body.write(std::string_view(header.session_digest));
  body.write(std::string_view(header.build.build_id));
  body.write(std::string_view(header.build.cpu_level));
  std::string bytes(kSegmentMagic);
  append_frame(body.bytes(), bytes);
  return bytes;
}

SegmentEnd read_segment(const std::filesystem::path& file, const std::string& session_digest,
                        const std::function<void(const StoredRecord&)>& visit) {
  const std::string bytes = read_whole(file).value_or("");
  SegmentEnd end;
  FrameReader frames(std::string_view(bytes).substr(std::min(kSegmentMagic.size(), bytes.size())));
  const auto first = frames.next();
  if (!bytes.starts_with(kSegmentMagic) || !first) {
    throw damaged(file, fmt::format("its {} bytes do not begin with the header that every segment "
                                    "begins with",
                                    bytes.size()));
  }
  const SegmentHeader header = read_header(*first);
  if (header.session_digest != session_digest) throw damaged(file, "it is of another session");
  StoredRecord stored;
  while (const auto body = frames.next()) {
    read_record(*body, stored);
    hand_out(stored, header.build, visit);
  }
  end.whole_bytes = kSegmentMagic.size() + frames.whole_bytes();
  end.unfinished = bytes.substr(end.whole_bytes);
  if (!frames.rest_is_unfinished()) {
    throw damaged(file, fmt::format("byte {} begins neither a record nor a write that was cut off",
                                    end.whole_bytes));
  }
  return end;
}

}  // namespace raftup::server
