#include "hydro/base/cancellation.hpp"

#include <thread>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("cancellation: work is given up while somebody asks for it, in the thread of the scope",
          "[hydro][base]") {
  Cancellation cancellation;
  CHECK_NOTHROW(check_cancelled());
  cancellation.request();
  CHECK_NOTHROW(check_cancelled());  // nobody looks at it
  {
    const CancellationScope scope(cancellation);
    CHECK_THROWS_AS(check_cancelled(), Cancelled);
    bool elsewhere = true;
    std::thread([&] {
      check_cancelled();
      elsewhere = false;
    }).join();
    CHECK_FALSE(elsewhere);
    cancellation.request();
    cancellation.withdraw();
    CHECK_THROWS_AS(check_cancelled(), Cancelled);  // the first request stands
    cancellation.withdraw();
    CHECK_NOTHROW(check_cancelled());
    cancellation.request();
  }
  CHECK_NOTHROW(check_cancelled());
}

TEST_CASE("cancellation: the innermost scope counts, and a cancelled work is no failed one",
          "[hydro][base]") {
  Cancellation outer, inner;
  const CancellationScope outer_scope(outer);
  outer.request();
  {
    const CancellationScope inner_scope(inner);
    CHECK_NOTHROW(check_cancelled());
  }
  bool failed = false, cancelled = false;
  try {
    check_cancelled();
  } catch (const Error&) {
    failed = true;
  } catch (const Cancelled&) {
    cancelled = true;
  }
  CHECK_FALSE(failed);
  CHECK(cancelled);
}
