/// @file The program raftup-load: runs a load test of a server and prints the results as one JSON
/// object. `raftup bench server` starts it.
#include <fmt/format.h>
#include <sys/prctl.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

#include "clients/load/load_run.hpp"

namespace {

using namespace raftup::client;

constexpr double kQuantiles[] = {0.5, 0.9, 0.99, 0.999};
constexpr int kFailed = 1;
constexpr int kBadInput = 2;
constexpr int kInterrupted = 130;

std::atomic<bool> stopped{false};

double microseconds(std::chrono::nanoseconds time) {
  return 1e-3 * static_cast<double>(time.count());
}

std::string quantiles_json(const LatencyHistogram& histogram) {
  std::string text = "{";
  for (const double quantile : kQuantiles) {
    text += fmt::format(R"("p{:g}": {:.3f}, )", 100.0 * quantile,
                        microseconds(histogram.quantile(quantile)));
  }
  return text + fmt::format(R"("max": {:.3f}, "mean": {:.3f}}})", microseconds(histogram.max()),
                            microseconds(histogram.mean()));
}

std::string buckets_json(const LatencyHistogram& histogram) {
  std::string text;
  for (const auto& [end, count] : histogram.buckets()) {
    text += fmt::format("{}[{:.3f}, {}]", text.empty() ? "" : ", ",
                        microseconds(std::chrono::nanoseconds(end)), count);
  }
  return "[" + text + "]";
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return result + '"';
}

void print(const LoadScenario& scenario, const LoadResult& result, const LoadRecord& record) {
  const auto steps = result.answered * scenario.steps_per_message;
  std::cout << fmt::format(
      R"({{
  "sessions": {}, "steps_per_message": {}, "rate_per_session": {:g}, "connections": {},
  "seconds": {:.6f},
  "scheduled": {}, "answered": {}, "failed": {}, "unanswered": {}, "steps": {},
  "messages_per_s": {:.3f}, "steps_per_s": {:.3f},
  "latency_us": {},
  "delay_us": {},
  "latency_histogram_us": {},
  "error": {}
}}
)",
      scenario.sessions, scenario.steps_per_message, scenario.rate, scenario.connections,
      result.seconds, result.scheduled, result.answered, result.failed, result.unanswered, steps,
      static_cast<double>(result.answered) / result.seconds,
      static_cast<double>(steps) / result.seconds, quantiles_json(record.latency),
      quantiles_json(record.delay), buckets_json(record.latency), quoted(result.error));
}

raftup::v1::Model read_model(const std::string& file) {
  std::ifstream stream(file);
  if (!stream) throw std::invalid_argument("cannot read " + file);
  return model_from_json(std::string(std::istreambuf_iterator<char>(stream), {}));
}

/// What the command line says.
struct Options {
  std::string address;
  std::string model;       ///< path of the JSON file with the model
  std::string token_file;  ///< path of the file with the bearer token; empty = none
  double duration = 5.0;   ///< [s]
  double warm_up = 1.0;    ///< [s]
  ConnectionOptions connection;
  LoadScenario scenario;
};

void add_server_options(CLI::App& app, Options& options) {
  app.add_option("--server", options.address, "address of the server, HOST:PORT or unix:PATH")
      ->required();
  app.add_option(
      "--ca", options.connection.ca,
      "PEM file of the authorities that may have signed the server's certificate; enables "
      "TLS");
  app.add_option("--certificate", options.connection.certificate,
                 "PEM file of the certificate that identifies this client to the server");
  app.add_option("--key", options.connection.key, "PEM file of the private key of --certificate");
  app.add_option("--token-file", options.token_file,
                 "file that contains the bearer token of this client for the server");
}

void add_load_options(CLI::App& app, Options& options) {
  LoadScenario& scenario = options.scenario;
  app.add_option("--model", options.model, "JSON file with the model of every session")->required();
  app.add_option("--input", scenario.inputs,
                 "name of a held input of which every message contains a sample; repeatable");
  app.add_option("--sessions", scenario.sessions, "number of sessions at the same time")
      ->capture_default_str();
  app.add_option("--steps", scenario.steps_per_message, "number of steps per message")
      ->capture_default_str();
  app.add_option(
         "--rate", scenario.rate,
         "messages per second to each session, sent at fixed times; 0 = each is sent when the "
         "previous one is answered")
      ->capture_default_str();
  app.add_option("--duration", options.duration, "duration of the measurement in s")
      ->capture_default_str();
  app.add_option("--warm-up", options.warm_up, "time in s before the measurement")
      ->capture_default_str();
  app.add_option("--connections", scenario.connections,
                 "number of connections that the sessions share")
      ->capture_default_str();
}

/// Reads the files that the options name, and completes connection and scenario.
void read_files(Options& options) {
  options.scenario.duration = std::chrono::duration<double>(options.duration);
  options.scenario.warm_up = std::chrono::duration<double>(options.warm_up);
  if (!options.token_file.empty()) {
    std::ifstream stream(options.token_file);
    if (!(stream >> options.connection.token)) {
      throw std::invalid_argument("cannot read " + options.token_file);
    }
  }
  options.scenario.model = read_model(options.model);
}

void stop_on_signals() {
  std::signal(SIGINT, [](int) { stopped = true; });
  std::signal(SIGTERM, [](int) { stopped = true; });
}

int run(const Options& options) {
  LoadRecord record;
  const LoadResult result =
      run_load(options.address, options.connection, options.scenario, stopped, record);
  print(options.scenario, result, record);
  if (stopped) return kInterrupted;
  return result.error.empty() ? 0 : kFailed;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Runs a load test of a raftupd and prints latencies and throughput as JSON.");
  add_server_options(app, options);
  add_load_options(app, options);
  CLI11_PARSE(app, argc, argv);
  stop_on_signals();
  prctl(PR_SET_TIMERSLACK, 1);  // ns, so that messages are sent when they are due
  try {
    read_files(options);
    return run(options);
  } catch (const std::invalid_argument& error) {
    std::cerr << "raftup-load: " << error.what() << '\n';
    return kBadInput;
  } catch (const CallError& error) {
    std::cerr << "raftup-load: " << error.what() << '\n';
    return error.code() == grpc::StatusCode::INVALID_ARGUMENT ? kBadInput : kFailed;
  }
}
