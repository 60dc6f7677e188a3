#include "server/sessions/streams/replay_ring.hpp"

#include <array>

#include "tests/support/catch.hpp"

using raftup::server::ReplayRing;

namespace {

void add(ReplayRing& ring, std::int64_t time_ns) {
  for (double& value : ring.add_row(time_ns)) value = static_cast<double>(time_ns);
}

std::vector<std::int64_t> times_after(const ReplayRing& ring, std::int64_t time_ns) {
  std::vector<std::int64_t> times;
  ring.visit_after(time_ns, [&](std::int64_t time, std::span<const double> values) {
    CHECK(values.front() == static_cast<double>(time));
    CHECK(values.back() == static_cast<double>(time));
    times.push_back(time);
  });
  return times;
}

}  // namespace

TEST_CASE("replay ring: rows after a time come back in order, those of the open frame too",
          "[sessions]") {
  ReplayRing ring(2, 10);
  add(ring, 20);
  add(ring, 30);
  ring.close_frame();
  add(ring, 40);
  CHECK(times_after(ring, 10) == std::vector<std::int64_t>{20, 30, 40});
  CHECK(times_after(ring, 30) == std::vector<std::int64_t>{40});
  CHECK(times_after(ring, 40).empty());
  CHECK(ring.covers(10));
  CHECK_FALSE(ring.covers(9));
}

TEST_CASE("replay ring: rows that are known stand among those that are written in place",
          "[sessions]") {
  ReplayRing ring(2, 0);
  add(ring, 10);
  ring.add_row(20, std::array{20.0, 20.0});
  ring.close_frame();
  ring.add_row(30, std::array{30.0, 30.0});
  CHECK(times_after(ring, 0) == std::vector<std::int64_t>{10, 20, 30});
}

TEST_CASE("replay ring: keeps the newest frames and knows from when on it is complete",
          "[sessions][edge]") {
  ReplayRing ring(1, 0);
  for (std::int64_t n = 1; n <= 1000; ++n) {
    add(ring, n);
    ring.close_frame();
    ring.close_frame();  // a frame without rows takes no place
  }
  const auto limit = static_cast<std::int64_t>(ReplayRing::kFrameLimit);
  CHECK(ring.covers(1001 - limit));
  CHECK_FALSE(ring.covers(1000 - limit));
  CHECK(times_after(ring, 990).size() == 10);
}

TEST_CASE("replay ring: large frames are bounded in bytes", "[sessions][edge]") {
  constexpr std::size_t kColumns = 1000;
  ReplayRing ring(kColumns, 0);
  for (std::int64_t n = 1; n <= 5000; ++n) {
    add(ring, n);
    if (n % 7 == 0) ring.close_frame();
  }
  const auto kept = times_after(ring, 0);
  CHECK(kept.back() == 5000);
  CHECK(kept.size() * (kColumns + 1) * sizeof(double) <= ReplayRing::kByteLimit);
  CHECK(kept.size() > 100);
  CHECK(ring.covers(kept.front() - 1));
  CHECK_FALSE(ring.covers(kept.front() - 2));
}

TEST_CASE("replay ring: one frame that is too large leaves its newest part", "[sessions][edge]") {
  ReplayRing ring(1000, 0);
  for (std::int64_t n = 1; n <= 1000; ++n) add(ring, n);
  CHECK(times_after(ring, 0).back() == 1000);
  CHECK_FALSE(ring.covers(0));
}

TEST_CASE("replay ring: what was taken back is gone", "[sessions]") {
  ReplayRing ring(1, 0);
  for (std::int64_t n = 1; n <= 100; ++n) {
    add(ring, n);
    ring.close_frame();
  }
  ring.clear(50);
  CHECK(ring.covers(50));
  CHECK_FALSE(ring.covers(49));
  add(ring, 51);
  CHECK(times_after(ring, 0) == std::vector<std::int64_t>{51});
}
