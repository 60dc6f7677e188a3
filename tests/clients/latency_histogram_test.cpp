#include "clients/load/latency_histogram.hpp"

#include <numeric>
#include <thread>

#include "clients/load/load_run.hpp"
#include "tests/support/catch.hpp"

using namespace raftup::client;
using std::chrono::nanoseconds;

TEST_CASE("latency histogram: no bucket is wider than 1/128 of its values", "[clients]") {
  for (std::int64_t value = 1; value < (std::int64_t{1} << 39); value = value * 5 / 4 + 1) {
    INFO(value);
    LatencyHistogram histogram;
    histogram.record(nanoseconds(value));
    const auto [end, count] = histogram.buckets().at(0);
    CHECK(count == 1);
    CHECK(end >= value);
    CHECK(end - value <= value / 128);
  }
}

TEST_CASE("latency histogram: quantiles of an even spread are its values", "[clients]") {
  LatencyHistogram histogram;
  for (int i = 1; i <= 100000; ++i) histogram.record(nanoseconds(i * 1000));
  CHECK(histogram.count() == 100000);
  CHECK(histogram.max() == nanoseconds(100'000'000));
  CHECK(histogram.mean() == nanoseconds(50'000'500));
  for (const double fraction : {0.01, 0.5, 0.9, 0.99, 0.999}) {
    const double exact = fraction * 1e8;
    const auto found = static_cast<double>(histogram.quantile(fraction).count());
    CHECK(found >= exact);
    CHECK(found <= exact * (1.0 + 1.0 / 128));
  }
  CHECK(histogram.quantile(1.0) == histogram.max());
}

TEST_CASE("latency histogram: what is out of range counts at its ends", "[clients]") {
  LatencyHistogram histogram;
  CHECK(histogram.quantile(0.5) == nanoseconds(0));
  CHECK(histogram.mean() == nanoseconds(0));
  CHECK(histogram.buckets().empty());
  histogram.record(nanoseconds(-5));
  CHECK(histogram.max() == nanoseconds(0));
  histogram.record(std::chrono::hours(24));
  CHECK(histogram.max() == nanoseconds((std::int64_t{1} << 40) - 1));
  CHECK(histogram.count() == 2);
}

TEST_CASE("latency histogram: threads lose no count", "[clients]") {
  LatencyHistogram histogram;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&histogram] {
      for (int i = 0; i < 20000; ++i) histogram.record(nanoseconds(i));
    });
  }
  for (auto& thread : threads) thread.join();
  CHECK(histogram.count() == 80000);
  const auto buckets = histogram.buckets();
  CHECK(std::accumulate(buckets.begin(), buckets.end(), std::int64_t{0},
                        [](auto sum, const auto& bucket) { return sum + bucket.second; }) == 80000);
}

TEST_CASE("load: a scenario that cannot be meant is refused with its rule", "[clients]") {
  LoadScenario scenario;
  CHECK_NOTHROW(check(scenario));
  scenario.rate = -1.0;
  CHECK_THROWS_WITH(check(scenario), "rate must not be negative, is -1");
  scenario = {};
  scenario.sessions = 0;
  CHECK_THROWS_WITH(check(scenario), "sessions must be at least 1, is 0");
}
