/// @file Measures the Exchange stream and prints one JSON object, keys as deploy/bench.sh has them;
/// `stream_benchmark wave_field` prints those of the wave field alone.
/// A forked process serves; this one is the client. Each lockstep exchange is measured against a
/// bare bidirectional echo of the same message sizes between the same two processes, interleaved,
/// so that a noisy neighbour hits both: sessions that are not kept, sessions kept in a journal
/// (durability process), those over TLS, and a client that is the wave model at 1000 points.
/// That one is compared with an exchange of as many numbers in the same protobuf messages, 5000 in
/// and 3000 out, written and parsed on both sides and otherwise ignored ("ratio"), and with one of
/// as many bytes that nobody looks into ("ratio_to_bytes").
#include <grpcpp/grpcpp.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "clients/cpp/client.hpp"
#include "server/base/log.hpp"
#include "server/server.hpp"
#include "tests/bench/bare_stream.hpp"
#include "tests/bench/echo_server.hpp"
#include "tests/support/certificates.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/two_bodies.hpp"

namespace {

using namespace raftup;
using Clock = std::chrono::steady_clock;
using bench::BareByteStream;
using bench::BareNumberStream;
using bench::Endpoint;

constexpr int kRounds = 20;
constexpr int kExchangesPerRound = 300;
constexpr int kWarmUp = 200;
constexpr int kSessions = 16;
constexpr int kFieldPoints = 1000;

// --- the serving process ------------------------------------------------------------------------

/// Where the certificates lie.
struct TlsFiles {
  explicit TlsFiles(const std::filesystem::path& folder)
      : authority(folder / "ca.pem"),
        certificate(folder / "tls" / "certificate.pem"),
        key(folder / "tls" / "key.pem") {}

  void make() const {
    testing::CertificateAuthority issuer("bench");
    std::ofstream(authority) << issuer.certificate();
    issuer.issue("DNS:localhost,IP:127.0.0.1").write_to(certificate.parent_path());
  }

  std::filesystem::path authority;
  std::filesystem::path certificate;
  std::filesystem::path key;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

server::ServerOptions options_of(const std::filesystem::path& data) {
  server::ServerOptions options;
  options.listen = {"127.0.0.1:0"};
  options.data = data;
  options.reader = RAFTUP_READER;
  return options;
}

std::shared_ptr<grpc::ServerCredentials> tls_credentials_of(const TlsFiles& files) {
  grpc::SslServerCredentialsOptions options;
  options.pem_key_cert_pairs.push_back({text_of(files.key), text_of(files.certificate)});
  return grpc::SslServerCredentials(options);
}

/// Six addresses, one a line: raftup and bare, each over TCP, over a Unix socket and over TLS.
[[noreturn]] void serve(const std::filesystem::path& folder, int ready) {
  server::start_log({.level = spdlog::level::err});  // standard output is for the figures
  const TlsFiles files(folder);
  files.make();
  auto options = options_of(folder / "data");
  options.listen.push_back("unix:" + (folder / "raftup").string());
  const server::Server raftup_server(options);
  options = options_of(folder / "data-tls");
  options.security.certificate = files.certificate;
  options.security.key = files.key;
  const server::Server raftup_tls_server(options);

  bench::EchoService echo;
  int port = 0;
  int tls_port = 0;
  const std::string socket = "unix:" + (folder / "bare").string();
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.AddListeningPort(socket, grpc::InsecureServerCredentials());
  builder.AddListeningPort("127.0.0.1:0", tls_credentials_of(files), &tls_port);
  builder.RegisterService(&echo);
  const auto bare_server = builder.BuildAndStart();
  std::ostringstream addresses;
  addresses << raftup_server.addresses()[0] << '\n'
            << raftup_server.addresses()[1] << '\n'
            << raftup_tls_server.addresses()[0] << '\n'
            << "127.0.0.1:" << port << '\n'
            << socket << '\n'
            << "127.0.0.1:" << tls_port << '\n';
  const std::string text = addresses.str();
  if (write(ready, text.data(), text.size()) < 0) std::_Exit(EXIT_FAILURE);
  close(ready);
  while (true) pause();
}

// --- the measuring process ----------------------------------------------------------------------

v1::SessionSpec small_model(v1::Durability durability = v1::DURABILITY_NONE) {
  v1::SessionSpec spec;
  *spec.mutable_model() = client::model_from_json(testing::kTwoBodies);
  spec.set_durability(durability);
  return spec;
}

client::Exchange open_stream(client::Client& client, bool with_input,
                             v1::Durability durability = v1::DURABILITY_NONE) {
  v1::Attach attach;
  attach.set_session(client.start_session(small_model(durability)).name());
  attach.set_role(v1::ROLE_CONTROLLER);
  if (with_input) attach.add_input_variables("push_a");
  return client.exchange(attach);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

template <typename Exchange>
void measure(std::vector<double>& microseconds, Exchange exchange) {
  for (int i = 0; i < kExchangesPerRound; ++i) {
    const auto start = Clock::now();
    exchange();
    microseconds.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
}

/// Medians of one exchange.
struct Pair {
  double raftup_us;
  double bare_us;
  double step_us;  ///< of raftup_us, the simulation's own step and the reading of its outputs

  double ratio() const { return raftup_us / bare_us; }
};

/// One lockstep exchange of an open stream that sends `push` every step, interleaved with a bare
/// one.
template <typename Bare>
Pair measure_lockstep(client::Exchange& stream, const std::vector<double>& push, Bare bare) {
  for (int i = 0; i < kWarmUp; ++i) {
    stream.step(push);
    bare();
  }
  std::vector<double> raftup_us, bare_us, step_us;
  for (int round = 0; round < kRounds; ++round) {
    measure(raftup_us,
            [&] { step_us.push_back(1e-3 * static_cast<double>(stream.step(push).compute_ns())); });
    measure(bare_us, bare);
  }
  return {median(raftup_us), median(bare_us), median(step_us)};
}

/// Against a bare exchange of as many bytes.
Pair measure_against_bytes(client::Exchange& stream, const std::vector<double>& push,
                           const Endpoint& echo) {
  v1::ExchangeRequest request;
  request.mutable_advance()->set_expected_step_index(kWarmUp);
  request.mutable_advance()->set_step_count(1);
  request.mutable_advance()->mutable_inputs()->set_sequence(kWarmUp);
  request.mutable_advance()->mutable_inputs()->add_sample_time_ns(1'000'000'000);
  request.mutable_advance()->mutable_inputs()->mutable_values()->Assign(push.begin(), push.end());
  v1::ExchangeResponse response;
  *response.mutable_frame() = stream.step(push);
  BareByteStream bare(echo, request.ByteSizeLong(), response.ByteSizeLong());
  return measure_lockstep(stream, push, [&] { bare.exchange(); });
}

/// Against a bare exchange of as many numbers in the same messages.
Pair measure_against_numbers(client::Exchange& stream, const std::vector<double>& push,
                             const Endpoint& echo) {
  BareNumberStream bare(echo, static_cast<std::size_t>(stream.step(push).values_size()));
  return measure_lockstep(stream, push, [&] { bare.exchange(push); });
}

/// With all inputs and outputs of the small model.
Pair lockstep(const Endpoint& raftup, const Endpoint& echo, v1::Durability durability) {
  client::Client client(raftup.address, raftup.options);
  client::Exchange stream = open_stream(client, true, durability);
  return measure_against_bytes(stream, std::vector<double>(6, 1.0), echo);
}

/// Opens the stream of a client that is the wave model of one body: its points out, the water
/// there in.
client::Exchange open_wave_field(client::Client& client, int point_count) {
  v1::SessionSpec spec = small_model();
  spec.mutable_model()->clear_outputs();
  spec.mutable_model()->add_outputs("water.points");
  auto& input = *spec.mutable_model()->add_inputs();
  input.set_name("water");
  input.mutable_wave_field()->set_body("a");
  for (int i = 0; i < point_count; ++i) {
    for (const double coordinate : {0.01 * i, 0.0, -2.0}) {
      input.mutable_wave_field()->add_points(coordinate);
      input.mutable_wave_field()->add_areas(0.01);
    }
    input.mutable_wave_field()->add_drag_areas(0.02);
  }
  v1::Attach attach;
  attach.set_session(client.start_session(spec).name());
  attach.set_role(v1::ROLE_CONTROLLER);
  attach.add_input_variables("water");
  return client.exchange(attach);
}

/// The wave model's exchanges against those of as many numbers and of as many bytes.
void report_wave_field(const Endpoint& raftup, const Endpoint& echo) {
  client::Client client(raftup.address, raftup.options);
  client::Exchange stream = open_wave_field(client, kFieldPoints);
  const std::vector<double> water(5 * static_cast<std::size_t>(kFieldPoints), 0.1);
  const Pair numbers = measure_against_numbers(stream, water, echo);
  const Pair bytes = measure_against_bytes(stream, water, echo);
  std::cout << R"(  "wave_field_us": {"raftup": )" << numbers.raftup_us << R"(, "bare": )"
            << numbers.bare_us << R"(, "bare_bytes": )" << bytes.bare_us << R"(, "step": )"
            << numbers.step_us << R"(, "ratio": )" << numbers.ratio() << R"(, "ratio_to_bytes": )"
            << bytes.ratio() << "}";
}

/// Steps per second of streams that each keep a few Advances of `count` steps on their way.
double steps_per_second(std::vector<client::Exchange>& streams, int count, double seconds) {
  constexpr int kAhead = 4;
  for (auto& stream : streams) {
    for (int i = 0; i < kAhead; ++i) stream.send_advance(count);
  }
  const auto start = Clock::now();
  std::int64_t steps = 0;
  double elapsed = 0.0;
  while (elapsed < seconds) {
    for (auto& stream : streams) {
      stream.receive_frame();
      stream.send_advance(count);
      steps += count;
    }
    elapsed = std::chrono::duration<double>(Clock::now() - start).count();
  }
  for (auto& stream : streams) {
    for (int i = 0; i < kAhead; ++i) stream.receive_frame();
  }
  return static_cast<double>(steps) / elapsed;
}

/// One step a message, each session waiting for its own answer, all sessions at once.
double lockstep_steps_per_second(std::vector<client::Exchange>& streams, double seconds) {
  for (auto& stream : streams) stream.send_advance(1);
  const auto start = Clock::now();
  std::int64_t steps = 0;
  double elapsed = 0.0;
  while (elapsed < seconds) {
    for (auto& stream : streams) {
      stream.receive_frame();
      stream.send_advance(1);
      ++steps;
    }
    elapsed = std::chrono::duration<double>(Clock::now() - start).count();
  }
  for (auto& stream : streams) stream.receive_frame();
  return static_cast<double>(steps) / elapsed;
}

/// Resident memory of a process [bytes].
double resident_bytes(pid_t process) {
  std::ifstream statm("/proc/" + std::to_string(process) + "/statm");
  double pages = 0.0;
  statm >> pages >> pages;
  return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double session_bytes(client::Client& client, pid_t process) {
  constexpr int kCount = 100;
  const double before = resident_bytes(process);
  for (int i = 0; i < kCount; ++i) client.start_session(small_model());
  return (resident_bytes(process) - before) / kCount;
}

std::vector<std::string> read_lines(int file) {
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Where the servers listen, as serve() has printed it.
struct Endpoints {
  Endpoints(const std::vector<std::string>& addresses, const TlsFiles& files) {
    client::ConnectionOptions trusting;
    trusting.ca = files.authority;
    raftup_tcp = {addresses.at(0), {}};
    raftup_unix = {addresses.at(1), {}};
    raftup_tls = {addresses.at(2), trusting};
    bare_tcp = {addresses.at(3), {}};
    bare_unix = {addresses.at(4), {}};
    bare_tls = {addresses.at(5), trusting};
  }
  Endpoint raftup_tcp, raftup_unix, raftup_tls, bare_tcp, bare_unix, bare_tls;
};

void report_lockstep(const Endpoints& at) {
  const Pair tcp = lockstep(at.raftup_tcp, at.bare_tcp, v1::DURABILITY_NONE);
  const Pair uds = lockstep(at.raftup_unix, at.bare_unix, v1::DURABILITY_NONE);
  const Pair kept = lockstep(at.raftup_tcp, at.bare_tcp, v1::DURABILITY_PROCESS);
  const Pair kept_tls = lockstep(at.raftup_tls, at.bare_tls, v1::DURABILITY_PROCESS);
  const Pair kept_tls_to_plain = lockstep(at.raftup_tls, at.bare_tcp, v1::DURABILITY_PROCESS);
  std::cout << R"(  "stream_us": {"raftup_tcp": )" << tcp.raftup_us << R"(, "bare_tcp": )"
            << tcp.bare_us << R"(, "raftup_uds": )" << uds.raftup_us << R"(, "bare_uds": )"
            << uds.bare_us << R"(, "step": )" << std::min(tcp.step_us, uds.step_us) << "},\n"
            << R"(  "kept_stream_us": {"raftup_tcp": )" << kept.raftup_us << R"(, "bare_tcp": )"
            << kept.bare_us << R"(, "raftup_tls": )" << kept_tls.raftup_us << R"(, "bare_tls": )"
            << kept_tls.bare_us << "},\n"
            << R"(  "kept_over_bare": {"tcp": )" << kept.ratio() << R"(, "tls": )"
            << kept_tls.ratio() << R"(, "tls_over_plain": )" << kept_tls_to_plain.ratio() << "}";
}

void report_throughput(const Endpoints& at, pid_t process) {
  client::Client client(at.raftup_unix.address);
  std::vector<client::Exchange> one;
  one.push_back(open_stream(client, false));
  const double batched = steps_per_second(one, 100, 2.0);
  std::vector<client::Exchange> sixteen;
  for (int i = 0; i < kSessions; ++i) sixteen.push_back(open_stream(client, false));
  const double in_lockstep = lockstep_steps_per_second(sixteen, 2.0);
  const double in_tens = steps_per_second(sixteen, 10, 2.0);
  const double bytes = session_bytes(client, process);
  std::cout << R"(  "batched_steps_per_s": )" << batched << ",\n"
            << R"(  "sixteen_sessions_steps_per_s": )" << in_tens << ",\n"
            << R"(  "sixteen_sessions_lockstep_steps_per_s": )" << in_lockstep << ",\n"
            << R"(  "session_bytes": )" << bytes;
}

/// @param figures all of them, or "wave_field"
void report(const Endpoints& at, const std::string& figures, pid_t process) {
  std::cout << "{\n";
  report_wave_field(at.raftup_tcp, at.bare_tcp);
  if (figures != "wave_field") {
    std::cout << ",\n";
    report_lockstep(at);
    std::cout << ",\n";
    report_throughput(at, process);
  }
  std::cout << "\n}\n";
}

}  // namespace

int main(int argc, char** argv) {
  const testing::TemporaryFolder folder;
  int ready[2];
  if (pipe(ready) != 0) return EXIT_FAILURE;
  const pid_t process = fork();  // before gRPC has threads
  if (process == 0) {
    close(ready[0]);
    serve(folder.path(), ready[1]);
  }
  close(ready[1]);
  int result = EXIT_SUCCESS;
  try {
    const Endpoints endpoints(read_lines(ready[0]), TlsFiles(folder.path()));
    report(endpoints, argc > 1 ? argv[1] : "all", process);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    result = EXIT_FAILURE;
  }
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
  return result;
}
