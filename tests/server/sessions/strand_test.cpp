#include "server/sessions/work/strand.hpp"

#include <atomic>
#include <future>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("strand: tasks posted from many threads never overlap", "[sessions]") {
  constexpr int kThreads = 4;
  constexpr int kTasks = 2000;
  std::atomic<int> inside = 0;
  std::atomic<bool> overlapped = false;
  int count = 0;  // deliberately not atomic: the strand must make it safe
  {
    server::WorkerPool pool(3);
    server::Strand strand(pool);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (int i = 0; i < kTasks; ++i) {
          const auto task = [&] {
            if (inside.fetch_add(1) != 0) overlapped = true;
            ++count;
            inside.fetch_sub(1);
          };
          if ((i + t) % 2 == 0) {
            strand.post(task);
          } else {
            strand.dispatch(task);
          }
        }
      });
    }
    for (auto& thread : threads) thread.join();
  }
  CHECK_FALSE(overlapped);
  CHECK(count == kThreads * kTasks);
}

TEST_CASE("strand: tasks run in the order they came in", "[sessions]") {
  std::vector<int> order;
  {
    server::WorkerPool pool(4);
    server::Strand strand(pool);
    for (int i = 0; i < 1000; ++i) strand.post([&order, i] { order.push_back(i); });
  }
  REQUIRE(order.size() == 1000);
  CHECK(std::is_sorted(order.begin(), order.end()));
}

TEST_CASE("strand: an idle strand dispatches in the calling thread", "[sessions]") {
  server::WorkerPool pool(1);
  server::Strand strand(pool);
  std::thread::id ran;
  strand.dispatch([&] { ran = std::this_thread::get_id(); });
  CHECK(ran == std::this_thread::get_id());
}

TEST_CASE("strand: a busy strand queues what is dispatched", "[sessions]") {
  std::promise<void> started;
  std::promise<void> release;
  std::promise<std::thread::id> ran;
  server::WorkerPool pool(1);
  server::Strand strand(pool);
  strand.post([&] {
    started.set_value();
    release.get_future().wait();
  });
  started.get_future().wait();
  strand.dispatch([&] { ran.set_value(std::this_thread::get_id()); });
  release.set_value();
  CHECK(ran.get_future().get() != std::this_thread::get_id());
}

TEST_CASE("worker pool: no workers is refused", "[sessions]") {
  CHECK_THROWS_WITH(server::WorkerPool(0), "workers must be at least 1, got 0");
}

TEST_CASE("strand: a task that is urgent asks what runs before it to give way",
          "[sessions][work]") {
  server::WorkerPool pool(1);
  server::Strand strand(pool);
  std::promise<void> begun, done;
  strand.post([&] {
    begun.set_value();
    while (!strand.interruption().requested()) std::this_thread::yield();
  });
  begun.get_future().wait();
  CHECK_FALSE(strand.interruption().requested());
  strand.post_urgent([&] {
    CHECK_FALSE(strand.interruption().requested());
    done.set_value();
  });
  done.get_future().wait();
}
