/// @file A session that a test drives step by step, without a server around it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/storage/session_store.hpp"

namespace raftup::testing {

/// The spec of two bodies in coupled water, pushed by the controller.
v1::SessionSpec two_pushed_bodies(v1::Durability durability = v1::DURABILITY_PROCESS);

server::SessionSetup set_up(const v1::SessionSpec& spec);
server::SessionSetup set_up_stored(const server::StoredSession& stored);

/// Waits for the frames of the one stream that drives a session.
class FrameListener final : public server::StreamListener {
 public:
  std::span<double> add_row(std::int64_t time_ns, std::size_t columns) override;
  void discard_rows() override {}
  void send_frame(const server::FrameSummary& summary) override { frame_.set_value(summary); }
  void step_failed(const server::ServiceError& /*error*/, std::int64_t /*step_index*/) override {}
  void send_need(const std::vector<std::string>& /*participant_ids*/,
                 std::int64_t /*until_time_ns*/) override {}
  void send_notice(const server::SessionNotice& /*notice*/) override {}
  void left() override {}
  void close(const server::ServiceError& error) override {
    frame_.set_exception(std::make_exception_ptr(error));
  }

  std::future<server::FrameSummary> next_frame();

 private:
  std::promise<server::FrameSummary> frame_;
  std::vector<double> row_;
};

/// A session with its controller. Calls go through the strand, as a server's do.
class DrivenSession {
 public:
  explicit DrivenSession(std::shared_ptr<server::Session> session);

  /// Attaches the controller.
  void attach();
  /// Takes a step, pushed by what depends on the number of the step alone.
  /// @returns when the step is acknowledged
  void step();

  template <typename Call>
  auto call(Call work) {
    std::packaged_task<decltype(work(*session_))()> task([&] { return work(*session_); });
    auto result = task.get_future();
    session_->strand().post([&task] { task(); });
    return result.get();
  }

  std::int64_t step_index();
  std::uint64_t state_hash();
  std::string state_bytes();

 private:
  std::shared_ptr<server::Session> session_;
  std::shared_ptr<FrameListener> listener_ = std::make_shared<FrameListener>();
  server::SessionStream* stream_ = nullptr;
  std::int64_t sequence_ = 0;
};

/// What the tests let happen to a session: start values, steps, a checkpoint, steps, back to the
/// checkpoint, steps. `acknowledged` is called after everything that a client would be told.
void live(DrivenSession& session, const std::function<void(DrivenSession&)>& acknowledged);

}  // namespace raftup::testing
