/// @file MoorDyn in a process of its own: what it computes, and what hostile inputs can do.
#include "server/moorings/mooring_process.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <thread>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "server/databases/sandbox.hpp"
#include "server/moorings/mooring_messages.hpp"
#include "solver/loads/lines/mooring_input.hpp"
#include "solver/model/loads/mooring_system.hpp"
#include "tests/support/mooring_system.hpp"
#include "tests/support/moorings.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/temporary_folder.hpp"

/// Ends the test case with the word "skipped" where there is no MoorDyn.
#define RAFTUP_REQUIRE_MOORDYN()                     \
  if (!moordyn_library()) {                          \
    WARN("skipped: no MoorDyn, see RAFTUP_MOORDYN"); \
    return;                                          \
  }

using namespace raftup;
using namespace raftup::testing;
using Catch::Contains;
using server::MooringProcess;

namespace {

constexpr std::array<double, 3> kPlace = {1.0, 0.0, 0.0}, kVelocity = {0.3, 0.1, -0.2};

server::MoorDynProgram program(std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
  return {RAFTUP_MOORDYN_PROGRAM, moordyn_library().value_or(""), timeout};
}

MooringProcess process_of(const std::string& input,
                          std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
  return {program(timeout), solver::complete_mooring_input(input, solver::Model())};
}

/// What becomes of an input, read past every check of its text.
std::string fate_of(const std::string& input,
                    std::chrono::milliseconds timeout = std::chrono::seconds(60)) {
  MooringProcess moorings = process_of(input, timeout);
  try {
    const auto stage = moorings.rest(kPlace);
    return std::isfinite(stage.forces[0]) ? "computed" : "not finite";
  } catch (const Error& error) {
    CHECK(moorings.process_id() == 0);
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  }
}

Vector3 place_of_fairlead(double t) {
  const double r = 0.5 * (1.0 - std::cos(kPi * std::min(t, 10.0) / 10.0));
  return {3.268 + 1.5 * r * std::sin(0.6 * t), 0.5 * r * std::sin(0.3 * t),
          -14.0 + r * std::sin(0.7 * t)};
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("mooring process: another one goes on from a memory to the bit", "[server][moorings]") {
  RAFTUP_REQUIRE_MOORDYN();
  const bool dynamic = GENERATE(false, true);  // how MoorDyn finds its rest
  const std::string input = dynamic ? kOneLine + "1 ICgenDynamic\n3 CdScaleIC\n" : kOneLine;
  MooringProcess first = process_of(input), second = process_of(input);
  const auto start = first.rest(kPlace);
  const auto once = first.advance(start.memory, kPlace, kVelocity, 0.0, 0.1);
  const auto other_way = first.advance(once.memory, kPlace, kVelocity, 0.1, 0.1);
  CHECK(other_way.forces != once.forces);
  for (MooringProcess* moorings : {&first, &second}) {
    const auto again = moorings->advance(start.memory, kPlace, kVelocity, 0.0, 0.1);
    CHECK(again.memory == once.memory);
    CHECK(again.forces == once.forces);
    CHECK(again.tensions == once.tensions);
  }
  REQUIRE(once.tensions.size() == 2);
  CHECK(std::hypot(once.forces[0], once.forces[1], once.forces[2]) ==
        Approx(once.tensions[0]).epsilon(0.04));  // beside half of the outermost element
  CHECK(once.tensions[0] > once.tensions[1]);
}

TEST_CASE("mooring process: what the search for a rest leaves is told", "[server][moorings]") {
  RAFTUP_REQUIRE_MOORDYN();
  const double found = process_of(kOneLine).rest(kPlace).remaining_acceleration;
  CHECK(found > 0.0);
  CHECK(found < 1e-5);  // threshIC, or nearly
  const std::string hasty = replaced(kOneLine, "100 TmaxIC", "1 TmaxIC");
  CHECK(process_of(hasty).rest(kPlace).remaining_acceleration > 0.1);
}

TEST_CASE("mooring process: one that is killed is said, the next goes on", "[server][moorings]") {
  RAFTUP_REQUIRE_MOORDYN();
  MooringProcess moorings = process_of(kOneLine);
  const auto start = moorings.rest(kPlace);
  const auto expected = moorings.advance(start.memory, kPlace, kVelocity, 0.0, 0.1);
  kill(moorings.process_id(), SIGKILL);
  CHECK_THROWS_WITH(moorings.advance(start.memory, kPlace, kVelocity, 0.0, 0.1),
                    "MoorDyn crashed (signal 9, Killed)");
  const auto again = moorings.advance(start.memory, kPlace, kVelocity, 0.0, 0.1);
  CHECK(again.memory == expected.memory);
}

TEST_CASE("mooring process: inputs that MoorDyn refuses, fails or hangs on are said",
          "[server][moorings][hostile]") {
  RAFTUP_REQUIRE_MOORDYN();
  CHECK_THAT(fate_of("no lines"), Contains("MoorDyn"));
  CHECK_THAT(fate_of(replaced(kOneLine, "chain 1 2", "chain 7 2")),
             Contains("MoorDyn refuses its input: There are not 7 points"));
  CHECK(fate_of(kOneLine + "x WaveKin\n") == "MoorDyn fails: stoi");
  CHECK(fate_of(replaced(kOneLine, "0.002 dtM", "0 dtM"), std::chrono::milliseconds(300)) ==
        "MoorDyn took longer than 0.3 s");
  CHECK(fate_of(replaced(kOneLine, "2 Coupled 0 0 0", "2 Fixed 0 0 0")) ==
        "input must couple points and nothing else, MoorDyn couples 0 coordinates where its points "
        "have 3");
}

TEST_CASE("mooring process: an input that wants more memory than there is ends it",
          "[server][moorings][hostile]") {
  RAFTUP_REQUIRE_MOORDYN();
  if (server::kSanitized) return;  // sanitizers need more memory than readers may have
  CHECK(fate_of(replaced(kOneLine, "226 10", "226 100000000")) == "MoorDyn needs too much memory");
  CHECK(fate_of(replaced(kOneLine, "226 10", "226 -5")) == "MoorDyn needs too much memory");
}

TEST_CASE("mooring process: no file can be read by its name, nor is one written",
          "[server][moorings][hostile][security]") {
  RAFTUP_REQUIRE_MOORDYN();
  const TemporaryFolder folder;
  const auto secret = folder.path() / "curve.txt";
  std::ofstream(secret) << "curve\n---\n---\n0 0\n0.1 1e7\n";
  CHECK_THAT(fate_of(replaced(kOneLine, "1e8", secret.string())),
             Contains("MoorDyn refuses its input"));
  CHECK_THAT(fate_of(kOneLine + secret.string() + " SeafloorFile\n"), Contains("MoorDyn"));
  // its outputs, of line 1 and of all, are written to nowhere
  CHECK(fate_of(kOneLine + "2 writeLog\n--- OUTPUT ---\nFairTen1\n") == "computed");
  CHECK_FALSE(std::filesystem::exists("moorings.out"));
  CHECK_FALSE(std::filesystem::exists("/moorings.out"));
}

TEST_CASE("mooring process: a memory that is none of its own is refused or a crash that is said",
          "[server][moorings][hostile]") {
  RAFTUP_REQUIRE_MOORDYN();
  MooringProcess moorings = process_of(kOneLine);
  std::string memory = moorings.rest(kPlace).memory;
  CHECK_THROWS_WITH(moorings.advance("short", kPlace, kVelocity, 0.0, 0.1),
                    Contains("state of a mooring system must have") && Contains("has 5"));
  std::fill(memory.begin(), memory.end(), '\xff');  // lengths of its lists, too
  try {
    const auto stage = moorings.advance(memory, kPlace, kVelocity, 0.0, 0.1);
    CHECK_FALSE(std::isfinite(stage.forces[0]));
  } catch (const Error& error) {
    CHECK_THAT(error.what(), Contains("MoorDyn"));
  }
}

TEST_CASE("mooring system: forces of a chain whose fairlead is led are those of MoorDyn by itself",
          "[server][moorings][reference]") {
  RAFTUP_REQUIRE_MOORDYN();
  RAFTUP_REQUIRE_REFERENCE(input, "reference/loads/moordyn_chain.txt");
  RAFTUP_REQUIRE_REFERENCE(forces, "reference/loads/moordyn_chain_forces.csv");
  solver::Model model;
  model.gravity = 9.81;
  model.water_density = 1000.0;
  model.water_depth = 200.0;
  model.step_ns = nanoseconds(0.05);
  model.mooring_library = std::make_shared<server::MoorDynMoorings>(program());
  model.bodies = {weightless_body("fairlead", 1.0, {1, 1, 1}, {0, 0, 0})};
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.loads = {{"chain", mooring_system("fairlead", text_of(input))}};
  solver::Simulation simulation(model);
  std::ifstream file(forces);
  std::string row;
  std::getline(file, row);
  double largest = 0.0, difference = 0.0;
  int count = 0;
  for (int n = 0; std::getline(file, row); ++count) {
    double t = 0.0, x = 0.0, y = 0.0, z = 0.0;
    Vector3 expected;
    REQUIRE(std::sscanf(row.c_str(), "%lf,%lf,%lf,%lf,%lf,%lf,%lf", &t, &x, &y, &z, &expected[0],
                        &expected[1], &expected[2]) == 7);
    for (; n < std::lround(t / 0.05); ++n) {
      Vector6 twist = Vector6::Zero();
      twist.head<3>() = (place_of_fairlead(0.05 * (n + 1)) - place_of_fairlead(0.05 * n)) / 0.05;
      simulation.set_velocity(0, twist);
      simulation.step();
    }
    const Vector3 force = read_output(simulation, "chain.force").head<3>();
    difference = std::max(difference, (force - expected).norm());
    largest = std::max(largest, expected.norm());
  }
  REQUIRE(count == 40);
  CHECK(difference < 1e-6 * largest);
}

TEST_CASE("mooring process: a chain at rest pulls as the catenary does (L16)",
          "[server][moorings][reference]") {
  RAFTUP_REQUIRE_MOORDYN();
  RAFTUP_REQUIRE_REFERENCE(input, "reference/loads/moordyn_chain.txt");
  solver::Model model;
  model.gravity = 9.81;
  model.water_density = 1000.0;
  model.water_depth = 200.0;
  // MoorDyn by itself, where its chain has come to rest. The 1105723 and 1107326 N that the case
  // lists are not those of its file: a stiffer bottom has them, into which the chain sinks less.
  for (const auto& [elements, alone] : {std::pair("20", 1106086.0), std::pair("50", 1107703.0)}) {
    MooringProcess moorings(
        program(), solver::complete_mooring_input(replaced(text_of(input), "835.35     20",
                                                           std::string("835.35     ") + elements),
                                                  model));
    const auto stage = moorings.rest(std::array<double, 3>{3.268, 0.0, -14.0});
    const double tension = Vector3(stage.forces[0], stage.forces[1], stage.forces[2]).norm();
    CHECK(tension == Approx(alone).epsilon(1e-4));
    CHECK(tension == Approx(1106853.02).epsilon(1e-3));
  }
}

TEST_CASE("mooring library: what is no MoorDyn is refused when a server starts",
          "[server][moorings]") {
  RAFTUP_REQUIRE_MOORDYN();
  CHECK(server::MoorDynMoorings(program()).identity() ==
        server::MoorDynMoorings(program()).identity());
  const auto refusal = [](const std::filesystem::path& library) -> std::string {
    try {
      const server::MoorDynMoorings moorings({RAFTUP_MOORDYN_PROGRAM, library});
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  };
  CHECK(refusal("/none.so") ==
        "moordyn must name the library of MoorDyn 2, /none.so cannot be read");
  CHECK_THAT(refusal("/etc/hostname"), Contains("moordyn must name the library of MoorDyn 2, "
                                                "/etc/hostname: "));
}

TEST_CASE("mooring process: one at work is given up when its request is cancelled",
          "[server][moorings][cancellation]") {
  RAFTUP_REQUIRE_MOORDYN();
  MooringProcess moorings = process_of(replaced(kOneLine, "0.002 dtM", "0 dtM"));
  Cancellation cancellation;
  std::thread gives_up([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    cancellation.request();
  });
  const auto asked = std::chrono::steady_clock::now();
  {
    const CancellationScope scope(cancellation);
    CHECK_THROWS_AS(moorings.rest(kPlace), Cancelled);
  }
  CHECK(std::chrono::steady_clock::now() - asked < std::chrono::seconds(30));  // of 60
  CHECK(moorings.process_id() == 0);
  gives_up.join();
}

TEST_CASE("mooring process: one at work ends with its server, even a killed one",
          "[server][moorings]") {
  RAFTUP_REQUIRE_MOORDYN();
  std::array<int, 2> ends{};
  REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  server::FileDescriptor ours(ends[0]), theirs(ends[1]);
  const TemporaryFolder folder;
  const auto input = folder.path() / "input";
  std::ofstream(input) << solver::complete_mooring_input(replaced(kOneLine, "0.002 dtM", "0 dtM"),
                                                         solver::Model());
  const server::FileDescriptor file(open(input.c_str(), O_RDONLY | O_CLOEXEC));
  const server::MoorDynProgram program = ::program();
  server::ChildProcess process(
      {program.executable.string(), program.library.string()},
      {{theirs.get(), server::kMooringSocket}, {file.get(), server::kMooringInput}});
  theirs.reset();
  const auto patience = server::ChildProcess::Clock::now() + std::chrono::seconds(30);
  REQUIRE(server::receive_message(ours.get(), patience).end ==
          server::ReceivedMessage::End::kWhole);
  server::MooringRequest request;
  request.at_rest = true;
  request.points.assign(kPlace.begin(), kPlace.end());
  REQUIRE(server::send_message(ours.get(), encode(request), patience));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));  // it computes
  ours.reset();  // as the kernel does for one that was killed
  const int status = process.wait(patience);
  CHECK(WIFEXITED(status));
}
