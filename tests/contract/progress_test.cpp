/// @file What GetProgress promises of calls that fit a radiation memory.
#include <algorithm>
#include <functional>
#include <vector>

#include "clients/cpp/fit_watch.hpp"
#include "tests/contract/running_server.hpp"
#include "tests/contract/uploads.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::testing;
using Stub = client::Client::Stub;

namespace {

/// What a watch told, in order, each once.
struct Told {
  std::vector<v1::FitProgress> all;

  void operator()(const v1::FitProgress& fit) {
    if (all.empty() || all.back().SerializeAsString() != fit.SerializeAsString()) {
      all.push_back(fit);
    }
  }
  std::vector<v1::FitProgress> of(v1::FitStage stage) const {
    std::vector<v1::FitProgress> found;
    std::copy_if(all.begin(), all.end(), std::back_inserter(found),
                 [&](const auto& fit) { return fit.stage() == stage; });
    return found;
  }
};

constexpr std::chrono::milliseconds kOften(5);

/// Poles ascend while the error falls, then rounds of passivity follow one another.
void check_seen(const Told& told) {
  const auto by_stage = [](const auto& a, const auto& b) { return a.stage() < b.stage(); };
  CHECK(std::is_sorted(told.all.begin(), told.all.end(), by_stage));
  const auto poles = told.of(v1::FIT_STAGE_POLES);
  REQUIRE(poles.size() > 3);
  for (std::size_t k = 1; k < poles.size(); ++k) {
    CHECK(poles[k].pole_count() > poles[k - 1].pole_count());
    if (poles[k - 1].error() > 0.0) CHECK(poles[k].error() <= poles[k - 1].error());
  }
  CHECK(poles.back().error() < 0.5 * poles[1].error());
  CHECK(poles.back().error() > 0.0);
  const auto rounds = told.of(v1::FIT_STAGE_PASSIVITY);
  REQUIRE_FALSE(rounds.empty());
  for (std::size_t k = 1; k < rounds.size(); ++k) CHECK(rounds[k].round() > rounds[k - 1].round());
}

}  // namespace

TEST_CASE("progress: a slow fit is seen, poles ascending and the error falling",
          "[contract][radiation]") {
  const RunningServer server;
  auto client = server.client();
  const v1::Database database = upload(server, own_data() / "array9.h5");
  Told told;
  SECTION("of a session that is made") {
    v1::SessionSpec spec;
    *spec.mutable_model() = afloat(database, 2);
    std::string id;
    {
      const client::FitWatch watch(client, std::ref(told), kOften);
      id = watch.id();
      client.start_session(spec, "", id);
    }
    check_seen(told);
    v1::GetProgressRequest after;
    after.set_progress_id(id);
    CHECK_FALSE(client.call(&Stub::GetProgress, after).has_fit());
  }
  SECTION("of linear equations, no more where the fit is kept") {
    v1::LinearizeRequest request;
    *request.mutable_model() = afloat(database, 2);
    const auto linearize = [&] {
      const client::FitWatch watch(client, std::ref(told), kOften);
      request.set_progress_id(watch.id());
      client.linearize(request);
    };
    linearize();
    check_seen(told);
    told.all.clear();
    linearize();
    CHECK(told.of(v1::FIT_STAGE_POLES).empty());
  }
}

TEST_CASE("progress: of a call that does not go on there is none, and ids have an end",
          "[contract]") {
  const RunningServer server;
  auto client = server.client();
  v1::GetProgressRequest question;
  question.set_progress_id("nobody");
  CHECK_FALSE(client.call(&Stub::GetProgress, question).has_fit());
  const std::string id(65, 'x');
  const auto error = error_of([&] { client.start_session(two_bodies(), "", id); });
  REQUIRE(error.field_violations().size() == 1);
  CHECK(error.field_violations()[0].field == "progress_id");
  CHECK(error.field_violations()[0].description == "must be at most 64 bytes, got 65 bytes");
}
