#include "server/operation/configuration.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/socket.hpp"
#include "server/databases/reader_process.hpp"
#include "server/moorings/mooring_process.hpp"
#include "server/operation/readiness.hpp"
#include "server/security/access_control.hpp"
#include "server/security/tls_credentials.hpp"
#include "solver/model/materials/material_library.hpp"

namespace raftup::server {

namespace {

const std::map<std::string, LogFormat> kLogFormats = {{"text", LogFormat::kText},
                                                      {"json", LogFormat::kJson}};
const std::map<std::string, spdlog::level::level_enum> kLogLevels = {
    {"debug", spdlog::level::debug},
    {"info", spdlog::level::info},
    {"warning", spdlog::level::warn},
    {"error", spdlog::level::err}};

const std::map<std::string, v1::Durability> kDurabilities = {
    {"none", v1::DURABILITY_NONE},
    {"process", v1::DURABILITY_PROCESS},
    {"disk_batched", v1::DURABILITY_DISK_BATCHED},
    {"disk_step", v1::DURABILITY_DISK_STEP}};

/// Adds an option whose value is one of a few words. If the option is given several times, the last
/// one counts.
template <typename Value>
void add_choice(CLI::App& app, const std::string& flag, const std::map<std::string, Value>& values,
                const std::string& usual, Value& target, const std::string& description) {
  std::vector<std::string> words;
  for (const auto& [word, value] : values) words.push_back(word);
  app.add_option_function<std::string>(
         flag, [&values, &target](const std::string& word) { target = values.at(word); },
         description)
      ->check(CLI::IsMember(words))
      ->take_last()
      ->default_str(usual);
}

void add_server_options(CLI::App& app, ServerOptions& server) {
  app.add_option("--listen", server.listen,
                 "HOST:PORT (port 0: any free one) or unix:PATH; may be repeated")
      ->default_val(std::vector<std::string>{"127.0.0.1:50551"});
  app.add_option("--data", server.data, "folder of databases and sessions, made where absent")
      ->required();
  add_choice(app, "--durability", kDurabilities, "process", server.durability,
             "what sessions outlive whose spec leaves it open: process = the server's end, disk_ = "
             "a power cut");
  app.add_option("--admin", server.admin,
                 "HOST:PORT of /livez, /readyz and /metrics, plaintext HTTP; default: none");
  app.add_option(
      "--moordyn", server.moordyn,
      "library of MoorDyn 2 for mooring systems, of the Python package moordyn; default: "
      "models with such loads are refused");
  app.add_option(
      "--materials", server.materials,
      "folder with materials/*.json and contact_materials/*.json that add to the library "
      "of materials or replace some of it; default: the library as it is built in");
  app.add_option("--workers", server.workers, "threads that step sessions; default: cores - 1")
      ->check(CLI::Range(1, 1024));
  app.add_option("--sessions", server.session_limit, "sessions alive at once")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  app.add_option("--keepalive-ms", server.keepalive_ms,
                 "ms of silence after which a connection is asked for a sign of life; it is closed "
                 "where none comes within half of it")
      ->check(CLI::Range(1000, 3600000))
      ->capture_default_str();
}

void add_security_options(CLI::App& app, SecurityOptions& security) {
  app.add_option("--certificate", security.certificate,
                 "PEM file of the server's certificate chain: HOST:PORT then speaks TLS");
  app.add_option("--key", security.key, "PEM file of its private key");
  app.add_option("--client-ca", security.client_ca,
                 "PEM file of the authorities that sign the certificates of clients");
  app.add_option("--access", security.access,
                 "file of tokens, client certificates and quotas; see raftupd tokens --help");
  app.add_flag("--insecure", security.insecure,
               "allow addresses that other machines reach, without encryption");
  app.add_option("--connections", security.connection_limit,
                 "connections open at once; default: half of the process's descriptors")
      ->check(CLI::Range(1, 1 << 20));
  app.add_option("--transport-memory", security.transport_memory,
                 "bytes that connections and calls together may take")
      ->capture_default_str();
}

void add_log_options(CLI::App& app, LogOptions& log) {
  add_choice(app, "--log-format", kLogFormats, "text", log.format,
             "of the log on standard error, one line an event");
  add_choice(app, "--log-level", kLogLevels, "info", log.level, "below it nothing is logged");
}

/// Reads TOML and refuses keys that are not options. CLI11 itself ignores unknown keys in sections.
class StrictFile final : public CLI::ConfigTOML {
 public:
  explicit StrictFile(const CLI::App& app) : app_(app) {}

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    std::vector<CLI::ConfigItem> entries = CLI::ConfigTOML::from_config(input);
    std::string unknown;
    for (const auto& item : entries) {
      if (!is_option(item)) unknown += (unknown.empty() ? "" : ", ") + item.fullname();
    }
    if (!unknown.empty()) {
      throw CLI::ConfigError(
          fmt::format("config must hold only options of raftupd, got {}", unknown));
    }
    return entries;
  }

 private:
  bool is_option(const CLI::ConfigItem& item) const {
    if (item.name == "++" || item.name == "--") return true;  // begin or end of a section
    const CLI::Option* const option = app_.get_option_no_throw("--" + item.name);
    return item.parents.empty() && option != nullptr && option->get_configurable();
  }

  const CLI::App& app_;
};

/// Runs `check` and adds the message of an error that it throws.
template <typename Check>
void note(std::vector<std::string>& faults, Check check) {
  try {
    check();
  } catch (const std::exception& error) {
    faults.emplace_back(error.what());
  }
}

}  // namespace

void add_options(CLI::App& app, Configuration& configuration) {
  app.set_config("--config", "", "file (TOML) of the options below; flags win over it");
  app.config_formatter(std::make_shared<StrictFile>(app));
  app.add_flag("--check-config", configuration.check_only,
               "report what would keep the server from starting, and start nothing")
      ->configurable(false);
  add_server_options(app, configuration.server);
  app.add_option_function<int>(
         "--drain-delay",
         [&configuration](int seconds) {
           configuration.drain_delay = std::chrono::seconds(seconds);
         },
         "seconds from SIGTERM, when readiness says no, to the end of streams")
      ->check(CLI::Range(0, 5))
      ->default_str("0");
  add_security_options(app, configuration.server.security);
  add_log_options(app, configuration.log);
}

std::variant<Configuration, int> read_command_line(int argument_count, char** arguments) {
  CLI::App app(
      "Raftup's server: steps simulations of vessels that feel each other through the water.");
  app.set_version_flag("--version", RAFTUP_VERSION);
  app.footer(
      "Commands:\n  raftupd tokens add|list|revoke   the tokens of an access file; "
      "see raftupd tokens --help\n"
      "Environment:\n  RAFTUP_VECTOR=sse2|avx2|avx512   the vector registers to compute with; "
      "unset: the widest there are.\n  Results are the same.");
  Configuration configuration;
  add_options(app, configuration);
  try {
    app.parse(argument_count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? EXIT_SUCCESS : kWrongUse;
  }
  return configuration;
}

std::vector<std::string> faults_of(const Configuration& configuration) {
  const ServerOptions& server = configuration.server;
  const SecurityOptions& security = server.security;
  std::vector<std::string> faults;
  if (server.listen.empty()) faults.emplace_back("listen must name at least one address");
  for (const auto& address : server.listen) {
    note(faults,
         [&] { check_listen_address(address, security.insecure || security.speaks_tls()); });
  }
  if (!server.admin.empty()) {
    note(faults, [&] { check_admin_address(server.admin, security.insecure); });
  }
  if (security.speaks_tls()) {
    for (auto& fault : tls_faults(security)) faults.push_back(std::move(fault));
  }
  note(faults, [&] { const AccessControl access(security); });
  note(faults, [&] { check_data_folder(server.data); });
  note(faults, [&] { const ReaderProcess reader(server.reader); });
  if (!server.materials.empty()) {
    note(faults, [&] { solver::MaterialLibrary().add_folder(server.materials); });
  }
  if (!server.moordyn.empty()) {
    note(faults, [&] { const MoorDynMoorings moorings({server.moordyn_program, server.moordyn}); });
  }
  return faults;
}

}  // namespace raftup::server
