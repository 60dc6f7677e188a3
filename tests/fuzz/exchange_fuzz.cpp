/// @file Orders to one session by several clients, as the streams of Exchange give them. Input: a
/// list of operations, each a few bytes. Whatever clients do, nobody gets a frame without credit,
/// nothing follows a goodbye, there is one controller at most, time is a whole number of steps, and
/// no order meets a defect.
#include <spdlog/spdlog.h>

#include <array>
#include <future>

#include "hydro/base/error.hpp"
#include "server/base/service_error.hpp"
#include "server/model/session_builder.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/sessions/streams/session_stream.hpp"
#include "tests/contract/coupled_session.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace raftup;
using namespace raftup::server;
using testing::ByteSource;
using testing::must_hold;

namespace {

constexpr std::size_t kClientCount = 4;
constexpr int kMostOperations = 64;
constexpr std::int64_t kMostSteps = 50;

/// What one client of the session sees.
class Client final : public StreamListener {
 public:
  bool open = false;
  Role role = Role::kObserver;
  SessionStream* attachment = nullptr;  ///< while open
  std::int64_t credit = 0;
  std::string resume_token;  ///< of its last attachment

  std::span<double> add_row(std::int64_t /*time_ns*/, std::size_t columns) override {
    must_be_open();
    row_.resize(columns);
    return row_;
  }
  void discard_rows() override {}
  void send_frame(const FrameSummary& /*summary*/) override {
    must_be_open();
    must_hold(credit-- > 0, "nobody gets a frame without credit");
  }
  void step_failed(const ServiceError& error, std::int64_t /*step_index*/) override {
    must_be_open();
    must_hold(error.reason() != Reason::kInternal, "no step meets a defect");
  }
  void send_need(const std::vector<std::string>& /*participant_ids*/,
                 std::int64_t /*until_time_ns*/) override {
    must_be_open();
  }
  void send_notice(const SessionNotice& /*notice*/) override { must_be_open(); }
  void left() override { say_goodbye(); }
  void close(const ServiceError& error) override {
    must_hold(error.reason() != Reason::kInternal, "no client is let go for a defect");
    say_goodbye();
  }

 private:
  void must_be_open() const { must_hold(open, "nothing follows a goodbye"); }
  void say_goodbye() {
    must_be_open();
    open = false;
    attachment = nullptr;
  }

  std::vector<double> row_;
};

/// Two bodies; "waves" must write push_b, "tug" may write push_a.
v1::SessionSpec coupled_spec() {
  v1::SessionSpec spec = testing::with_participant();
  v1::ParticipantSpec& tug = *spec.add_participants();
  tug.set_participant_id("tug");
  tug.add_input_variables("push_a");
  return spec;
}

/// One session and its clients, driven by the bytes of the fuzzer.
class Play {
 public:
  Play(SessionRegistry& registry, WorkerPool& pool, ByteSource& source)
      : registry_(registry),
        source_(source),
        session_(std::make_shared<Session>(
            "sessions/play", set_up_session(coupled_spec(), "spec", no_database, nullptr), pool)) {
    registry_.add(session_);
    for (auto& client : clients_) client = std::make_shared<Client>();
  }

  ~Play() {
    std::shared_ptr<Session> session;
    const auto reservation = registry_.withdraw(session_->key(), session);
    in_strand([this] { session_->close(ServiceError(Reason::kSessionDeleted, "it was deleted")); });
  }
  Play(const Play&) = delete;
  Play& operator=(const Play&) = delete;

  void run() {
    in_strand([this] { session_->initialize({}); });
    for (int i = 0; i < kMostOperations && !source_.empty(); ++i) {
      in_strand([this] {
        try {
          operate();
        } catch (const ServiceError& error) {
          must_hold(error.reason() != Reason::kInternal, "no order meets a defect");
        } catch (const Error& error) {
          must_hold(error.code() != ErrorCode::kInternal, "no order meets a defect");
        }
        check();
      });
    }
  }

 private:
  static std::shared_ptr<const hydro::Database> no_database(const std::string& name) {
    throw Error(ErrorCode::kNotFound, "database " + name + ": must exist");
  }

  template <typename Work>
  void in_strand(Work work) {
    std::promise<void> done;
    session_->strand().post([&] {
      work();
      done.set_value();
    });
    done.get_future().wait();
  }

  void operate() {
    Client& client = *clients_[source_.below(kClientCount)];
    constexpr std::size_t kOrdersOfAnyone = 6;
    const std::size_t order = source_.below(16);
    if (order < kOrdersOfAnyone) {
      operate_on_session(order);
    } else if (client.open) {
      operate_on_stream(order - kOrdersOfAnyone, client);
    } else {
      attach(client);
    }
  }

  void operate_on_session(std::size_t order) {
    const auto id = [&] { return std::to_string(source_.below(4)); };
    switch (order) {
      case 0:
        session_->checkpoints().create(id());
        return;
      case 1:
        return session_->restore_checkpoint(id());
      case 2:
        return session_->checkpoints().erase(id());
      case 3:
        return session_->reset();
      case 4:
        session_->recorded().read({});
        return;
      default:
        return session_->serve_timers();
    }
  }

  void operate_on_stream(std::size_t order, Client& client) {
    SessionStream& stream = *client.attachment;
    session_->subscribers().renew_lease(stream);
    switch (order) {
      case 0:
      case 1:
        return write_inputs(client);
      case 2:
      case 3:
      case 4:
        return session_->schedule().advance(stream, step_request());
      case 5:
        return add_credit(client);
      case 6:
        return session_->schedule().leave(stream);
      case 7:
        return session_->streams().end_requests(stream);
      case 8:
        close(client);
        return session_->streams().disconnect(stream);
      default:
        close(client);
        return session_->streams().detach(stream);
    }
  }

  void attach(Client& client) {
    AttachOrder order;
    order.role =
        std::array{Role::kController, Role::kParticipant, Role::kObserver}[source_.below(3)];
    order.participant_id = std::array{"", "waves", "tug", "other"}[source_.below(4)];
    if (source_.flag()) order.inputs.emplace_back("push_a");
    if (source_.flag()) order.inputs.emplace_back("push_b");
    order.output_stride = source_.integer();
    order.credit = source_.integer();
    order.take_over = source_.flag();
    order.never_waits = source_.flag();
    order.state_hash = source_.flag();
    if (source_.flag()) order.resume_token = clients_[source_.below(kClientCount)]->resume_token;
    order.resume_from_step_index = source_.integer();
    client.open = true;
    client.credit = order.credit;
    client.role = order.role;
    const auto shared = std::find_if(clients_.begin(), clients_.end(),
                                     [&](const auto& other) { return other.get() == &client; });
    try {
      client.attachment = &session_->streams().attach(order, *shared);
    } catch (...) {
      client.open = false;
      throw;
    }
    client.resume_token = client.attachment->resume_token;
    if (order.resumes())
      session_->subscribers().resend_rows(*client.attachment, order.resume_from_step_index);
  }

  /// Some steps from now, which may be beyond what the numbers of nanoseconds hold.
  std::int64_t likely_time() {
    const auto now = static_cast<std::uint64_t>(session_->recorded().time_ns());
    const auto steps = static_cast<std::uint64_t>(source_.integer());
    return static_cast<std::int64_t>(now + steps * static_cast<std::uint64_t>(testing::kStep));
  }

  void write_inputs(Client& client) {
    const std::size_t count = source_.below(4);
    std::vector<std::int64_t> times(count);
    for (auto& time : times) time = likely_time();
    const bool right_width = source_.byte() != 0;
    std::vector<double> values(count * client.attachment->port.width + (right_width ? 0 : 1), 1e5);
    if (source_.flag() && !values.empty()) values.back() = source_.number();
    InputSamples samples;
    samples.sequence = client.attachment->port.next_sequence + (source_.byte() == 0 ? 1 : 0);
    samples.times_ns = times;
    samples.values = values;
    if (source_.flag()) {
      samples.watermark_ns = likely_time();
    }
    session_->streams().write_inputs(*client.attachment, samples);
  }

  StepRequest step_request() {
    StepRequest request;
    request.expected_step_index = session_->recorded().step_index() + (source_.byte() == 0 ? 1 : 0);
    request.step_count = source_.integer() % kMostSteps;
    request.kind = std::array{AdvanceKind::kFinal, AdvanceKind::kFinal, AdvanceKind::kTentative,
                              AdvanceKind::kCommit}[source_.below(4)];
    return request;
  }

  void add_credit(Client& client) {
    const std::int64_t frames = source_.byte();
    client.credit += frames;
    try {
      session_->streams().add_credit(*client.attachment, frames);
    } catch (...) {
      client.credit -= frames;
      throw;
    }
  }

  static void close(Client& client) {
    client.open = false;
    client.attachment = nullptr;
  }

  void check() const {
    const auto controllers = std::count_if(
        clients_.begin(), clients_.end(),
        [](const auto& client) { return client->open && client->role == Role::kController; });
    must_hold(controllers <= 1, "there is one controller at most");
    must_hold(session_->recorded().time_ns() ==
                  session_->recorded().step_index() * session_->recorded().step_ns(),
              "time is a whole number of steps");
  }

  SessionRegistry& registry_;
  ByteSource& source_;
  std::shared_ptr<Session> session_;
  std::array<std::shared_ptr<Client>, kClientCount> clients_;
};

}  // namespace

namespace raftup::testing {

/// A run in lockstep, one with a participant that comes and goes, and one that tries its steps. The
/// first byte of each operation is the client, the second the order.
std::vector<std::string> fuzz_seeds() {
  const std::string controller = {0, 15, 0, 0, 0, 0, 100, 110, 0, 0, 0, 0, 100};
  const std::string waves = {1, 15, 1, 1, 0, 1, 100, 110, 0, 0, 0, 0, 100};
  const std::string sample = {1, 6, 1, 101, 1, 0, 1, 1, 101};
  const std::string step = {0, 8, 1, 101, 0};
  const std::string attempt = {0, 8, 1, 101, 2};
  const std::string checkpoint = {0, 0, 1};
  const std::string restore = {0, 1, 1};
  const std::string gone = {1, 14};
  return {controller + waves + sample + step + sample + step,
          controller + waves + sample + step + gone + waves + sample + step,
          controller + waves + checkpoint + sample + attempt + sample + step + restore + step};
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  spdlog::set_level(spdlog::level::off);
  static WorkerPool pool(1);
  static SessionRegistry registry(4);
  ByteSource source({data, size});
  Play(registry, pool, source).run();
  return 0;
}
