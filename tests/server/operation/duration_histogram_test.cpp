#include "server/base/duration_histogram.hpp"

#include <thread>
#include <vector>

#include "server/sessions/session_measures.hpp"
#include "tests/support/catch.hpp"

using namespace raftup::server;

TEST_CASE("duration histogram: a bound belongs to the bucket below it", "[server][operation]") {
  DurationHistogram histogram;
  histogram.observe(0);
  histogram.observe(1'000);
  histogram.observe(1'001, 3);
  histogram.observe(10'000'000'001);
  const auto counts = histogram.counts();
  CHECK(counts.buckets.front() == 2);
  CHECK(counts.buckets[1] == 3);
  CHECK(counts.buckets.back() == 1);
  CHECK(counts.sum_ns == 1'000 + 3 * 1'001 + 10'000'000'001);
}

TEST_CASE("duration histogram: nothing is lost when threads observe at once",
          "[server][operation]") {
  DurationHistogram histogram;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 10'000; ++n) histogram.observe(7);
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(histogram.counts().buckets.front() == 40'000);
  CHECK(histogram.counts().sum_ns == 280'000);
}

TEST_CASE("session measures: an Advance counts once for each of its steps", "[server][operation]") {
  SessionMeasures measures;
  measures.add_steps(10, {50'000, 10'000, 20'000});
  measures.add_steps(0, {1, 1, 1});  // of a step that failed
  SessionTotals totals;
  totals.add(measures);
  CHECK(totals.compute.buckets[2] == 10);  // 5 us each
  CHECK(totals.wait.buckets[0] == 10);
  CHECK(totals.rpc.buckets[1] == 10);
  CHECK(totals.compute.sum_ns == 50'000);
  CHECK_FALSE(measures.realtime_factor());
  measures.set_step_cost(10'000'000, 5'000);
  CHECK(measures.realtime_factor() == 2000.0);
}

TEST_CASE("session statistics: sums keep what sessions that are gone have measured",
          "[server][operation]") {
  SessionStatistics statistics;
  auto first = std::make_shared<SessionMeasures>();
  const auto second = std::make_shared<SessionMeasures>();
  statistics.add(first);
  statistics.add(second);
  first->add_dropped_frames(DropCause::kLatest, 2);
  first->set_step_cost(1000, 1000);
  second->add_dropped_frames(DropCause::kLatest, 3);
  second->set_step_cost(5000, 1000);
  CHECK(statistics.least_realtime_factor() == 1.0);
  first.reset();
  CHECK(statistics.totals().dropped_frames[0] == 5);
  CHECK(statistics.least_realtime_factor() == 5.0);
  second->add_dropped_frames(DropCause::kLatest);
  CHECK(statistics.totals().dropped_frames[0] == 6);
}
