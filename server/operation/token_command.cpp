#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <iostream>
#include <sstream>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "server/base/durable_file.hpp"
#include "server/operation/configuration.hpp"
#include "server/security/access_entries.hpp"

namespace raftup::server {

namespace {

struct TokenOrder {
  std::string file;
  std::string id;
  std::string tenant = kDefaultTenant;
  std::string role = role_name(AccessRole::kOperator);
};

void check_id(const std::string& id) {
  require(!id.empty() && id.find_first_of(" \t\n#") == std::string::npos,
          fmt::format("the id of a token must be one word, got \"{}\"", id));
}

std::string text_of(const std::string& file) { return read_whole(file).value_or(""); }

void add(const TokenOrder& order) {
  check_id(order.id);
  const std::string token = make_token();
  const AccessEntries::Token entry{
      order.id, sha256(std::string_view(token)), {order.tenant, parse_role(order.role, "role")}};
  std::string text = text_of(order.file);
  if (!text.empty() && text.back() != '\n') text += '\n';
  text += token_line(entry) + '\n';
  parse_access_entries(text);  // throws if the id is in use
  write_whole(order.file, text);
  std::cout << token << '\n';
  std::cerr << "This is the only time the token is shown; the file keeps its digest.\n";
}

void list(const TokenOrder& order) {
  for (const auto& token : parse_access_entries(text_of(order.file)).tokens) {
    std::cout << fmt::format("{} {} {}\n", token.id, token.caller.tenant,
                             role_name(token.caller.role));
  }
}

/// Removes the entry from the file and keeps all other lines unchanged.
void revoke(const TokenOrder& order) {
  const std::string text = text_of(order.file);
  const auto tokens = parse_access_entries(text).tokens;
  const auto found = std::find_if(tokens.begin(), tokens.end(),
                                  [&](const auto& token) { return token.id == order.id; });
  if (found == tokens.end()) {
    throw Error(ErrorCode::kNotFound, fmt::format("token must exist, got \"{}\"", order.id));
  }
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(found->digest) == std::string::npos) kept += line + '\n';
  }
  write_whole(order.file, kept);
}

}  // namespace

int run_token_command(int argument_count, char** arguments) {
  CLI::App app("Tokens of an access file. A running server takes changes up within a second.",
               "raftupd tokens");
  app.require_subcommand(1);
  TokenOrder order;
  const auto command = [&](const char* name, const char* what, void (*run)(const TokenOrder&)) {
    CLI::App* sub = app.add_subcommand(name, what);
    sub->add_option("--access", order.file, "the access file")->required();
    sub->final_callback([&order, run] { run(order); });
    return sub;
  };
  CLI::App* adding = command("add", "makes a token and prints it, this once", &add);
  adding->add_option("id", order.id, "how to call it")->required();
  adding->add_option("--tenant", order.tenant, "whom it belongs to")->capture_default_str();
  adding->add_option("--role", order.role, "observer, operator or admin")->capture_default_str();
  command("list", "lists ids, tenants and roles", &list);
  command("revoke", "removes a token", &revoke)->add_option("id", order.id)->required();
  try {
    app.parse(argument_count, arguments);
    return 0;
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}

}  // namespace raftup::server
