#include "server/sessions/work/worker_pool.hpp"

#include <atomic>
#include <future>
#include <latch>
#include <vector>

#include "tests/support/catch.hpp"

using namespace raftup;
using server::WorkerPool;
using std::chrono::seconds;

namespace {

constexpr auto kPatience = seconds(30);

/// Waits until `holds`, as long as a loaded machine may need.
template <typename Condition>
bool comes_true(Condition holds) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!holds() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return holds();
}

/// A task that lasts until it is let go.
class Held {
 public:
  server::Task task() {
    return [this, open = open_] {
      begun_.set_value();
      open.wait();
    };
  }
  void wait_until_it_runs() { begun_.get_future().wait(); }
  void let_go() { gate_.set_value(); }

 private:
  std::promise<void> begun_, gate_;
  std::shared_future<void> open_ = gate_.get_future().share();
};

}  // namespace

TEST_CASE("worker pool: tenants have their turns, whoever has posted most", "[sessions][work]") {
  std::vector<std::string> order;
  {
    WorkerPool pool(1);
    Held first;
    pool.post("a", first.task());
    first.wait_until_it_runs();
    for (int i = 0; i < 3; ++i) pool.post("a", [&] { order.push_back("a"); });
    for (int i = 0; i < 2; ++i) pool.post("b", [&] { order.push_back("b"); });
    pool.post("c", [&] { order.push_back("c"); });
    first.let_go();
  }
  CHECK(order == std::vector<std::string>{"a", "b", "c", "a", "b", "a"});
}

TEST_CASE("worker pool: one tenant never has every thread", "[sessions][work]") {
  WorkerPool pool({.threads = 2, .running_per_tenant = 1});
  Held first;
  std::atomic<bool> second = false;
  pool.post("a", first.task());
  first.wait_until_it_runs();
  pool.post("a", [&] { second = true; });
  std::promise<void> other;
  pool.post("b", [&] { other.set_value(); });
  CHECK(other.get_future().wait_for(kPatience) == std::future_status::ready);
  CHECK_FALSE(second);
  first.let_go();
  CHECK(comes_true([&] { return second.load(); }));
}

TEST_CASE("worker pool: a task that lasts leaves its place to others, as long as there is one",
          "[sessions][work]") {
  WorkerPool pool({.threads = 1, .spare_threads = 1});
  Held first, second;
  pool.post("a", first.task());
  first.wait_until_it_runs();
  std::atomic<int> done = 0;
  pool.look_after();
  pool.look_after();  // nobody waits
  pool.post("b", second.task());
  pool.look_after();
  second.wait_until_it_runs();
  pool.post("c", [&] { ++done; });
  pool.look_after();
  pool.look_after();  // there is no third thread
  CHECK(done == 0);
  CHECK(pool.load(seconds(0)).lasting == 2);
  CHECK(pool.load(seconds(0)).held);
  CHECK_FALSE(pool.load(seconds(3600)).held);
  second.let_go();
  CHECK(comes_true([&] { return done == 1; }));
  first.let_go();
  CHECK(comes_true([&] {
    pool.look_after();
    return pool.load(seconds(0)).lasting == 0;
  }));
  pool.post("d", [&] { ++done; });
  CHECK(comes_true([&] { return done == 2; }));
}
