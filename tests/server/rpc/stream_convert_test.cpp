#include "server/rpc/stream_convert.hpp"

#include <grpcpp/support/error_details.h>

#include "google/rpc/status.pb.h"
#include "server/base/status.hpp"
#include "server/rpc/request_cache.hpp"
#include "server/sessions/recording/session_name.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;

TEST_CASE("convert: a single row at the frame's own time loses its time, others keep theirs",
          "[rpc]") {
  server::FrameSummary summary;
  summary.step_index = 3;
  summary.time_ns = 60;
  v1::Frame frame;
  server::add_row(60, 2, frame)[1] = 7.0;
  server::frame_summary_to_proto(summary, frame);
  CHECK(frame.row_time_ns_size() == 0);
  CHECK(frame.values(1) == 7.0);
  v1::Frame earlier;
  server::add_row(40, 2, earlier);
  server::frame_summary_to_proto(summary, earlier);
  REQUIRE(earlier.row_time_ns_size() == 1);
  CHECK(earlier.row_time_ns(0) == 40);
}

TEST_CASE("convert: rows follow one another without gaps", "[rpc]") {
  v1::Frame frame;
  for (int row = 0; row < 100; ++row) {
    const auto values = server::add_row(row, 3, frame);
    REQUIRE(values.size() == 3);
    for (double& value : values) value = row;
  }
  REQUIRE(frame.values_size() == 300);
  CHECK(frame.values(299) == 99.0);
  CHECK(frame.values(150) == 50.0);
}

TEST_CASE("convert: the name of a checkpoint has two parts", "[rpc]") {
  const auto name = server::parse_checkpoint_name("sessions/demo/checkpoints/7");
  CHECK(name.session == "sessions/demo");
  CHECK(name.id == "7");
  const auto without = server::parse_checkpoint_name("sessions/demo");
  CHECK(without.session == "sessions/demo");
  CHECK(without.id.empty());
}

TEST_CASE("convert: an absent watermark is not a watermark of zero", "[rpc]") {
  v1::Inputs inputs;
  CHECK_FALSE(server::input_samples_from_proto(inputs).watermark_ns.has_value());
  inputs.set_watermark_ns(0);
  CHECK(server::input_samples_from_proto(inputs).watermark_ns == 0);
}

TEST_CASE("convert: the notice of a failed step has the status of a call that fails", "[rpc]") {
  const auto error = server::ServiceError(server::Reason::kBeyondData, "line must not break")
                         .with("session", "sessions/demo")
                         .with("step_index", "7");
  v1::Notice notice;
  server::step_failure_to_proto(error, 7, notice);
  CHECK(notice.reason() == "STEP_DISCARDED");
  CHECK(notice.message() == "BEYOND_DATA: line must not break");  // of clients without the field
  google::rpc::Status expected;
  grpc::ExtractErrorDetails(server::to_status(error), &expected);
  CHECK(notice.error().code() == grpc::StatusCode::OUT_OF_RANGE);
  CHECK(notice.error().SerializeAsString() == expected.SerializeAsString());
  server::notice_to_proto({Severity::kInfo, "SESSION_RESET", "", 0}, notice = {});
  CHECK_FALSE(notice.has_error());
}

TEST_CASE("convert: an unknown role is refused", "[rpc]") {
  v1::Attach attach;
  attach.set_role(static_cast<v1::Role>(9));
  CHECK_THROWS_WITH(server::attach_order_from_proto(attach),
                    "role must be controller, participant or observer, got 9");
}

TEST_CASE("request cache: one answer for each id, and only the newest are kept", "[rpc]") {
  server::RequestCache cache(2);
  for (const char* id : {"a", "b", "c"}) {
    REQUIRE_FALSE(cache.begin(id, "body").has_value());
    cache.complete(id, std::string("answer ") + id);
  }
  CHECK(cache.begin("c", "body") == "answer c");
  CHECK_THROWS_WITH(cache.begin("c", "other"), Catch::Contains("another body"));
  CHECK_FALSE(cache.begin("a", "body").has_value());
  CHECK_THROWS_WITH(cache.begin("a", "body"), Catch::Contains("being worked on"));
  cache.abandon("a");
  CHECK_FALSE(cache.begin("a", "body").has_value());
}
