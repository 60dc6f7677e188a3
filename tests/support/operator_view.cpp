#include "tests/support/operator_view.hpp"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace raftup::testing {

namespace {

int connect_to(const std::string& address) {
  const std::size_t colon = address.rfind(':');
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* list = nullptr;
  getaddrinfo(address.substr(0, colon).c_str(), address.substr(colon + 1).c_str(), &hints, &list);
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> found(list, &freeaddrinfo);
  const int connection = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(connection, found->ai_addr, found->ai_addrlen) != 0) {
    close(connection);
    throw std::runtime_error("nobody listens at " + address);
  }
  return connection;
}

void must(bool holds, const std::string& rule, const std::string& line) {
  if (!holds) throw std::runtime_error(rule + ": " + line);
}

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

double number_of(const std::string& text) {
  if (text == "+Inf") return INFINITY;
  std::size_t used = 0;
  const double value = std::stod(text, &used);
  if (used != text.size()) throw std::runtime_error("a value must be a number: " + text);
  return value;
}

class Parser {
 public:
  MetricSamples parse(const std::string& text) {
    must(text.empty() || text.back() == '\n', "the last line must end", "");
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) read(line);
    for (const auto& [series, bucket] : last_buckets_) {
      must(bucket.bound == INFINITY, "buckets must end with +Inf", series);
    }
    return samples_;
  }

 private:
  struct Bucket {
    double bound = -INFINITY;
    double count = 0.0;
  };

  void read(const std::string& line) {
    static const std::regex help("# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)");
    static const std::regex type("# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)");
    std::smatch match;
    if (std::regex_match(line, match, help)) {
      must(helped_.insert(match[1]).second, "HELP must come once", line);
    } else if (std::regex_match(line, match, type)) {
      must(helped_.contains(match[1]), "TYPE must follow HELP", line);
      must(types_.emplace(match[1], match[2]).second, "TYPE must come once", line);
      must((match[2] == "counter") == ends_with(match[1], "_total"),
           "counters and only they end with _total", line);
      family_ = match[1];
    } else {
      read_sample(line);
    }
  }

  void read_sample(const std::string& line) {
    static const std::regex sample(
        R"re(([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-zA-Z_]\w*="(?:[^"\\]|\\.)*"(?:,[a-zA-Z_]\w*="(?:[^"\\]|\\.)*")*\})? (\S+))re");
    std::smatch match;
    must(std::regex_match(line, match, sample), "must be a sample", line);
    const std::string name = match[1];
    const double value = number_of(match[3]);
    const bool histogram = types_[family_] == "histogram";
    must(name == family_ || (histogram && (name == family_ + "_bucket" ||
                                           name == family_ + "_sum" || name == family_ + "_count")),
         "a sample must stand below its family's TYPE", line);
    must(samples_.emplace(name + match[2].str(), value).second, "a sample must come once", line);
    if (histogram && name == family_ + "_bucket") read_bucket(match[2], value, line);
  }

  void read_bucket(const std::string& labels, double count, const std::string& line) {
    static const std::regex bound(R"re(,?le="([^"]+)")re");
    std::smatch match;
    must(std::regex_search(labels, match, bound), "a bucket must have a bound", line);
    const std::string series = family_ + std::regex_replace(labels, bound, "");
    Bucket& last = last_buckets_[series];
    const Bucket next{number_of(match[1]), count};
    must(next.bound > last.bound && next.count >= last.count, "buckets must be cumulative", line);
    last = next;
    if (next.bound != INFINITY) return;
    const std::string rest = std::regex_replace(labels, bound, "");
    const auto total = samples_.find(family_ + "_count" + (rest == "{}" ? "" : rest));
    must(total != samples_.end() && total->second == count, "_count must be the +Inf bucket", line);
  }

  MetricSamples samples_;
  std::set<std::string> helped_;
  std::map<std::string, std::string> types_;
  std::map<std::string, Bucket> last_buckets_;
  std::string family_;
};

}  // namespace

HttpAnswer http_get(const std::string& address, const std::string& path,
                    const std::string& method) {
  const int connection = connect_to(address);
  const std::string request = method + " " + path + " HTTP/1.1\r\nHost: " + address + "\r\n\r\n";
  if (send(connection, request.data(), request.size(), MSG_NOSIGNAL) < 0) {
    throw std::runtime_error("the connection broke");
  }
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = recv(connection, buffer.data(), buffer.size(), 0)) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(n));
  }
  close(connection);
  const std::size_t end = text.find("\r\n\r\n");
  if (end == std::string::npos) throw std::runtime_error("no answer from " + address);
  return {std::stoi(text.substr(text.find(' ') + 1)), text.substr(0, end), text.substr(end + 4)};
}

MetricSamples parse_metrics(const std::string& text) { return Parser().parse(text); }

NotifySocket::NotifySocket(const std::string& name)
    : socket_(socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::copy(name.begin(), name.end(), address.sun_path);
  if (name.front() == '@') address.sun_path[0] = '\0';
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
  if (bind(socket_, reinterpret_cast<const sockaddr*>(&address), size) != 0) {
    throw std::runtime_error("cannot bind " + name);
  }
}

NotifySocket::~NotifySocket() { close(socket_); }

std::string NotifySocket::receive(std::chrono::milliseconds timeout) {
  pollfd waiting{socket_, POLLIN, 0};
  if (poll(&waiting, 1, static_cast<int>(timeout.count())) != 1) return "";
  std::array<char, 4096> message{};
  const ssize_t size = recv(socket_, message.data(), message.size(), 0);
  return {message.data(), static_cast<std::size_t>(size)};
}

void NotifySocket::discard() {
  while (!receive(std::chrono::milliseconds(0)).empty()) continue;
}

}  // namespace raftup::testing
