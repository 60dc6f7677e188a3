/// @file The content of a checkpoint file whose checksum is right, as one who forges it would send
/// it. It is refused or taken in; either way the session stands where it stood.
#include "hydro/base/error.hpp"
#include "server/storage/checkpoint_file.hpp"
#include "server/storage/frames.hpp"
#include "tests/fuzz/fuzz_target.hpp"
#include "tests/server/storage/driven_session.hpp"

using namespace raftup;
using namespace raftup::server;
using testing::must_hold;

namespace {

constexpr std::string_view kMagic = "RAFTUPCP";
constexpr std::size_t kFrameHeaderBytes = 8;  ///< checksum and size
constexpr std::size_t kMostCheckpoints = 8;

std::string sealed(std::string_view content) {
  std::string bytes(kMagic);
  append_frame(content, bytes);
  return bytes;
}

testing::DrivenSession& session() {
  static WorkerPool pool(1);
  static testing::DrivenSession driven = [] {
    testing::DrivenSession made(std::make_shared<Session>(
        "sessions/fuzz", testing::set_up(testing::two_pushed_bodies()), pool));
    made.call([](Session& s) { s.initialize({}); });
    made.attach();
    made.step();
    return made;
  }();
  return driven;
}

void read_checkpoint(const CheckpointFile& file) {
  const std::uint64_t before = session().state_hash();
  session().call([&](Session& target) {
    try {
      target.checkpoints().import(file.checkpoint, "fuzz");
    } catch (const ServiceError& error) {
      must_hold(error.reason() != Reason::kInternal, "no checkpoint meets a defect");
    }
    while (target.checkpoints().all().size() > kMostCheckpoints) {
      target.checkpoints().erase(std::string(target.checkpoints().all().front().id));
    }
  });
  must_hold(session().state_hash() == before, "a checkpoint taken in moves nothing");
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  const std::string bytes = session().call([](Session& source) {
    return checkpoint_to_bytes(source.checkpoints().create("seed"), source.spec());
  });
  return {bytes.substr(kMagic.size() + kFrameHeaderBytes)};
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string content(data, data + size);
  try {
    read_checkpoint(checkpoint_from_bytes(sealed(content)));
  } catch (const Error& error) {
    must_hold(error.code() != ErrorCode::kInternal, "no file meets a defect");
  }
  return 0;
}
