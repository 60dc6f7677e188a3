#include "server/security/access_entries.hpp"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

using Words = std::vector<std::string>;

Words words_of(const std::string& line) {
  std::istringstream stream(line.substr(0, line.find('#')));
  Words words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

void require_words(const Words& words, std::size_t count, const char* form) {
  require(words.size() == count,
          fmt::format("must read \"{}\", got \"{}\"", form, fmt::join(words, " ")));
}

bool is_digest(std::string_view text) {
  return text.size() == 64 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::int64_t* quota_field(Quota& quota, std::string_view name) {
  if (name == "sessions") return &quota.sessions;
  if (name == "bodies") return &quota.bodies;
  if (name == "streams") return &quota.streams;
  if (name == "checkpoints") return &quota.checkpoints;
  if (name == "database_bytes") return &quota.database_bytes;
  if (name == "requests_per_second") return &quota.requests_per_second;
  if (name == "computations") return &quota.computations;
  if (name == "unread_bytes") return &quota.unread_bytes;
  return nullptr;
}

void parse_quota_word(const std::string& word, Quota& quota) {
  const std::size_t equals = std::min(word.find('='), word.size());
  std::int64_t* field = quota_field(quota, std::string_view(word).substr(0, equals));
  require(field != nullptr,
          fmt::format("a quota must be one of sessions, bodies, streams, checkpoints, "
                      "database_bytes, requests_per_second, computations, unread_bytes, got \"{}\"",
                      word));
  const char* end = word.data() + word.size();
  const char* start = std::min(word.data() + equals + 1, end);
  const auto [stop, error] = std::from_chars(start, end, *field);
  require(error == std::errc() && stop == end && *field >= 0,
          fmt::format("a quota must read NAME=NUMBER, got \"{}\"", word));
}

void parse_token(const Words& words, AccessEntries& entries) {
  require_words(words, 5, "token ID TENANT ROLE SHA256");
  require(is_digest(words[4]),
          fmt::format("the digest of a token must be 64 lower-case hexadecimal digits, got \"{}\"",
                      words[4]));
  const auto same_id = [&](const auto& token) { return token.id == words[1]; };
  require(std::none_of(entries.tokens.begin(), entries.tokens.end(), same_id),
          fmt::format("the id of a token must be unique, got \"{}\"", words[1]));
  check_tenant(words[2]);
  entries.tokens.push_back({words[1], words[4], {words[2], parse_role(words[3], "role")}});
}

void parse_certificate(const Words& words, AccessEntries& entries) {
  require_words(words, 4, "certificate NAME TENANT ROLE");
  check_tenant(words[2]);
  const Caller caller{words[2], parse_role(words[3], "role")};
  require(entries.certificates.emplace(words[1], caller).second,
          fmt::format("the name of a certificate must be unique, got \"{}\"", words[1]));
}

void parse_quota(const Words& words, AccessEntries& entries) {
  require(words.size() >= 2, "must read \"quota TENANT NAME=NUMBER ...\"");
  check_tenant(words[1]);
  Quota& quota = entries.quotas[words[1]];
  for (std::size_t i = 2; i < words.size(); ++i) parse_quota_word(words[i], quota);
}

void parse_entry(const Words& words, AccessEntries& entries) {
  if (words[0] == "token") return parse_token(words, entries);
  if (words[0] == "certificate") return parse_certificate(words, entries);
  if (words[0] == "quota") return parse_quota(words, entries);
  require(false, fmt::format("must begin with token, certificate or quota, got \"{}\"", words[0]));
}

}  // namespace

AccessRole parse_role(std::string_view text, std::string_view field) {
  for (const AccessRole role : {AccessRole::kObserver, AccessRole::kOperator, AccessRole::kAdmin}) {
    if (text == role_name(role)) return role;
  }
  throw Error(ErrorCode::kInvalidArgument,
              fmt::format("{} must be observer, operator or admin, got \"{}\"", field, text));
}

void check_tenant(std::string_view text) {
  const bool valid =
      !text.empty() && text.size() <= 63 &&
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
  require(valid, fmt::format("a tenant must be 1 to 63 characters of a-z, 0-9 and \"-\", got "
                             "\"{}\"",
                             text));
}

AccessEntries parse_access_entries(std::string_view text) {
  AccessEntries entries;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const Words words = words_of(line);
    if (words.empty()) continue;
    try {
      parse_entry(words, entries);
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("line {}: {}", number, error.what()));
    }
  }
  return entries;
}

std::string token_line(const AccessEntries::Token& token) {
  return fmt::format("token {} {} {} {}", token.id, token.caller.tenant,
                     role_name(token.caller.role), token.digest);
}

std::string make_token() {
  std::array<unsigned char, 32> secret{};
  if (RAND_bytes(secret.data(), static_cast<int>(secret.size())) != 1) {
    throw Error(ErrorCode::kInternal, "the system gives no random bytes for a token");
  }
  return fmt::format("raftup_{:02x}", fmt::join(secret, ""));
}

bool same_digest(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace raftup::server
