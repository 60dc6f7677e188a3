#include "tests/support/metrics_text.hpp"

#include <cmath>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace raftup::testing {

namespace {

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

MetricSamples parse_metrics(const std::string& text) { return Parser().parse(text); }

}  // namespace raftup::testing
