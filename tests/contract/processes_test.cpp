/// @file Participants in other processes: whoever is fast, the session is the same.
#include <set>
#include <thread>

#include "tests/contract/child_program.hpp"
#include "tests/contract/coupled_session.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::testing;

namespace {

constexpr std::size_t kLeastCourses = 5;  ///< of a hundred races; many more take the same
constexpr int kMostTimes = 5;             ///< as many races as asked for, until there are so many

/// What a race left behind: the hashes, and at which steps the session had to wait.
struct Race {
  Hashes hashes;
  std::vector<bool> waited;
};

/// Two participants in processes of their own, one in a thread, the controller here.
class Racers {
 public:
  explicit Racers(const RunningServer& server)
      : client_(server.client()),
        waves_({RAFTUP_PARTNER, server.address(), "0"}),
        autopilot_({RAFTUP_PARTNER, server.address(), "1"}) {}

  Race run(unsigned seed) {
    const std::string session = client_.start_session(with_three_participants()).name();
    auto mooring = client_.exchange(attach_of(session, partners()[2]));
    auto controller = client_.exchange(hashing_controller(session));
    const auto words = session + ' ' + std::to_string(seed);
    for (ChildProgram* child : {&waves_, &autopilot_}) {
      child->send_line(words);
      if (child->line() != "attached") throw std::runtime_error("a participant has died");
    }
    for (ChildProgram* child : {&waves_, &autopilot_}) child->send_line("go");
    std::thread thread([&] { send_samples_slowly(mooring, partners()[2], seed); });
    const Race race = step(controller, seed);
    thread.join();
    client_.delete_session(session);
    return race;
  }

 private:
  static Race step(client::Exchange& controller, unsigned seed) {
    RandomPauses pauses(seed);
    const bool ahead = seed % 2 == 0;  // the session then takes each step as soon as it can
    for (int n = 0; ahead && n < kPartnerSteps; ++n) controller.send_advance(1);
    Race race;
    for (int n = 0; n < kPartnerSteps; ++n) {
      pauses.pause();
      if (!ahead) controller.send_advance(1);
      const v1::Frame& frame = controller.receive_frame();
      race.hashes.push_back(frame.state_hash());
      race.waited.push_back(frame.wait_ns() > 0);
    }
    return race;
  }

  client::Client client_;
  ChildProgram waves_;
  ChildProgram autopilot_;
};

void check_races(int count) {
  const int workers = GENERATE(1, 2, 8);
  const RunningServer server(workers);
  Racers racers(server);
  int same = 0, run = 0;
  std::set<std::vector<bool>> courses;
  // On an idle machine with one worker the courses are few: races go on until there are enough.
  while (run < count || (courses.size() < kLeastCourses && run < kMostTimes * count)) {
    const Race race = racers.run(static_cast<unsigned>(++run));
    same += race.hashes == reference_hashes() ? 1 : 0;
    courses.insert(race.waited);
  }
  CHECK(same == run);
  // The races were races: at which steps the session had to wait was different often enough.
  CAPTURE(workers, courses.size());
  CHECK(courses.size() >= kLeastCourses);
}

}  // namespace

TEST_CASE("processes: participants in three of them race a hundred times, one hash chain",
          "[contract]") {
  check_races(100);
}

TEST_CASE("processes: a thousand races, one hash chain", "[contract][.long]") { check_races(1000); }
