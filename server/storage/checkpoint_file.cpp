#include "server/storage/checkpoint_file.hpp"

#include <fmt/format.h>

#include "hydro/base/bytes.hpp"
#include "hydro/base/error.hpp"
#include "server/base/conversions.hpp"
#include "server/storage/frames.hpp"
#include "server/storage/record_codec.hpp"

namespace raftup::server {

namespace {

constexpr std::string_view kCheckpointMagic = "RAFTUPCP";
constexpr std::uint64_t kCheckpointFormat = 1;

std::string_view checked_body(std::string_view bytes) {
  if (!bytes.starts_with(kCheckpointMagic)) {
    throw Error(ErrorCode::kDataLoss,
                fmt::format("a checkpoint file must begin with '{}'", kCheckpointMagic));
  }
  FrameReader frames(bytes.substr(kCheckpointMagic.size()));
  const auto body = frames.next();
  if (!body || !frames.at_end()) {
    throw Error(ErrorCode::kDataLoss, "a checkpoint file must match its checksum and its length");
  }
  return *body;
}

}  // namespace

std::string checkpoint_to_bytes(const Checkpoint& checkpoint, const v1::SessionSpec& spec) {
  ByteWriter body;
  body.write(kCheckpointFormat);
  body.write(std::string_view(this_build().build_id));
  body.write(std::string_view(this_build().cpu_level));
  body.write(std::string_view(checkpoint.id));
  body.write(std::string_view(checkpoint.label));
  body.write(to_unix_ns(checkpoint.create_time));
  body.write(checkpoint.verification.step_count);
  body.write(checkpoint.verification.state_hash);
  body.write(checkpoint.time_ns);
  body.write(checkpoint.size_bytes);
  body.write(std::string_view(spec.SerializeAsString()));
  body.write(std::string_view(snapshot_to_bytes(*checkpoint.snapshot)));
  std::string bytes(kCheckpointMagic);
  append_frame(body.bytes(), bytes);
  return bytes;
}

CheckpointFile checkpoint_from_bytes(std::string_view bytes) {
  ByteReader in(checked_body(bytes));
  const std::uint64_t version = in.read_unsigned();
  require(version == kCheckpointFormat,
          fmt::format("a checkpoint file must be of format version {}, got {}", kCheckpointFormat,
                      version));
  CheckpointFile file;
  file.build.build_id = in.read_text();
  file.build.cpu_level = in.read_text();
  file.checkpoint.id = in.read_text();
  file.checkpoint.label = in.read_text();
  file.checkpoint.create_time = from_unix_ns(in.read_signed());
  file.checkpoint.verification.step_count = in.read_signed();
  file.checkpoint.verification.state_hash = in.read_unsigned();
  file.checkpoint.time_ns = in.read_signed();
  file.checkpoint.size_bytes = in.read_signed();
  const std::string_view spec = in.read_text();
  if (!file.spec.ParseFromArray(spec.data(), static_cast<int>(spec.size()))) {
    throw Error(ErrorCode::kDataLoss, "a checkpoint file must hold the spec of a session");
  }
  file.checkpoint.snapshot = std::make_shared<const Snapshot>(snapshot_from_bytes(in.read_text()));
  if (!in.at_end()) {
    throw Error(ErrorCode::kDataLoss, "a checkpoint file must end where its content does");
  }
  return file;
}

}  // namespace raftup::server
