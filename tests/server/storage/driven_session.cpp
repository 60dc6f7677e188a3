#include "tests/server/storage/driven_session.hpp"

#include <cmath>

#include "clients/cpp/client.hpp"
#include "server/model/session_builder.hpp"
#include "tests/support/two_bodies.hpp"

namespace raftup::testing {

namespace {

constexpr int kStepsOfAStretch = 4;

}  // namespace

v1::SessionSpec two_pushed_bodies(v1::Durability durability) {
  v1::SessionSpec spec;
  *spec.mutable_model() = client::model_from_json(kTwoBodies);
  spec.set_durability(durability);
  spec.set_checkpoint_interval_steps(3);
  return spec;
}

server::SessionSetup set_up(const v1::SessionSpec& spec) {
  return server::set_up_session(
      spec, "spec", [](const std::string&) { return nullptr; }, nullptr);
}

server::SessionSetup set_up_stored(const server::StoredSession& stored) {
  return server::set_up_again(
      stored.spec, "spec", [](const std::string&) { return nullptr; }, nullptr);
}

std::span<double> FrameListener::add_row(std::int64_t /*time_ns*/, std::size_t columns) {
  row_.resize(columns);
  return row_;
}

std::future<server::FrameSummary> FrameListener::next_frame() {
  frame_ = {};
  return frame_.get_future();
}

DrivenSession::DrivenSession(std::shared_ptr<server::Session> session)
    : session_(std::move(session)) {}

void DrivenSession::attach() {
  call([this](server::Session& session) {
    server::AttachOrder order;
    order.role = server::Role::kController;
    order.inputs = {"push_a"};
    order.credit = 4096;
    stream_ = &session.streams().attach(order, listener_);
  });
}

void DrivenSession::step() {
  auto frame = listener_->next_frame();
  call([this](server::Session& session) {
    const double phase = 0.1 * static_cast<double>(session.recorded().step_index());
    const std::vector<double> push{0.0, 0.0, 1e5 * std::sin(phase), 0.0, 0.0, 0.0};
    const std::int64_t time_ns = session.recorded().time_ns();
    server::InputSamples samples;
    samples.sequence = ++sequence_;
    samples.times_ns = {&time_ns, 1};
    samples.values = push;
    session.schedule().advance(*stream_, {session.recorded().step_index(), 1}, samples);
  });
  frame.get();
  call([this](server::Session& session) { session.streams().add_credit(*stream_, 1); });
}

std::int64_t DrivenSession::step_index() {
  return call([](server::Session& session) { return session.recorded().step_index(); });
}

std::uint64_t DrivenSession::state_hash() {
  return call(
      [](server::Session& session) { return solver::state_hash(session.simulation().state()); });
}

std::string DrivenSession::state_bytes() {
  return call(
      [](server::Session& session) { return solver::serialize(session.simulation().state()); });
}

void live(DrivenSession& session, const std::function<void(DrivenSession&)>& acknowledged) {
  session.call([](server::Session& s) { s.initialize({{"push_a", {0, 0, 3e4, 0, 0, 0}}}); });
  acknowledged(session);
  session.attach();
  const auto stretch = [&] {
    for (int i = 0; i < kStepsOfAStretch; ++i) {
      session.step();
      acknowledged(session);
    }
  };
  stretch();
  session.call([](server::Session& s) { s.checkpoints().create("halfway"); });
  stretch();
  session.call([](server::Session& s) { s.restore_checkpoint("1"); });
  acknowledged(session);
  stretch();
}

}  // namespace raftup::testing
