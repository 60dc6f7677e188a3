#include "server/storage/frames.hpp"

#include "hydro/base/error.hpp"
#include "server/storage/crc32c.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::server;

TEST_CASE("crc32c: the values of RFC 3720, B.4, whatever the length", "[storage]") {
  CHECK(crc32c(std::string(32, '\0')) == 0x8a9136aaU);
  CHECK(crc32c(std::string(32, '\xff')) == 0x62a8ab43U);
  CHECK(crc32c("123456789") == 0xe3069283U);
  CHECK(crc32c("") == 0U);
}

TEST_CASE("frames: come back in their order", "[storage]") {
  std::string bytes;
  append_frame("first", bytes);
  append_frame(std::string(1000, 'x'), bytes);
  FrameReader frames(bytes);
  CHECK(frames.next() == "first");
  CHECK_FALSE(frames.at_end());
  CHECK(frames.next() == std::string(1000, 'x'));
  CHECK(frames.at_end());
  CHECK_FALSE(frames.next());
  std::string unused;
  CHECK_THROWS_AS(append_frame("", unused), Error);
}

TEST_CASE("frames: an unfinished end is told from damage", "[storage]") {
  std::string bytes;
  append_frame("first", bytes);
  const std::size_t first = bytes.size();
  append_frame("second", bytes);
  append_frame("third", bytes);

  FrameReader unfinished(std::string_view(bytes).substr(0, bytes.size() - 1));
  while (unfinished.next()) {
  }
  CHECK_FALSE(unfinished.at_end());
  CHECK(unfinished.rest_is_unfinished());

  std::string changed = bytes;
  changed[first + 9] = 'X';
  FrameReader damaged(changed);
  while (damaged.next()) {
  }
  CHECK(damaged.whole_bytes() == first);
  CHECK_FALSE(damaged.rest_is_unfinished());

  const std::string zeros = bytes + std::string(64, '\0');
  FrameReader padded(zeros);
  while (padded.next()) {
  }
  CHECK(padded.whole_bytes() == bytes.size());
  CHECK(padded.rest_is_unfinished());
}
