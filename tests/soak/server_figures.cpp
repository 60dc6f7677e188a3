#include "tests/soak/server_figures.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <string>

#include "tests/support/operator_view.hpp"

namespace raftup::testing {

void ServerFigures::record() {
  const auto now = std::chrono::steady_clock::now();
  seconds_.push_back(std::chrono::duration<double>(now - start_).count());
  memory_mib_.push_back(resident_mebibytes(process_));
  most_descriptors_ = std::max(most_descriptors_, descriptors());
}

int ServerFigures::descriptors() const {
  const std::filesystem::directory_iterator files("/proc/" + std::to_string(process_) + "/fd");
  return static_cast<int>(std::distance(begin(files), end(files)));
}

double ServerFigures::memory_slope(double settling) const {
  if (seconds_.size() < 2) return 0.0;
  const double settled = settling * seconds_.back();
  const auto first = static_cast<std::size_t>(
      std::lower_bound(seconds_.begin(), seconds_.end(), settled) - seconds_.begin());
  const auto count = static_cast<double>(seconds_.size() - first);
  const auto mean = [&](const std::vector<double>& values) {
    return std::accumulate(values.begin() + static_cast<std::ptrdiff_t>(first), values.end(), 0.0) /
           count;
  };
  const double mean_time = mean(seconds_);
  const double mean_memory = mean(memory_mib_);
  double covariance = 0.0;
  double variance = 0.0;
  for (std::size_t i = first; i < seconds_.size(); ++i) {
    covariance += (seconds_[i] - mean_time) * (memory_mib_[i] - mean_memory);
    variance += (seconds_[i] - mean_time) * (seconds_[i] - mean_time);
  }
  return variance > 0.0 ? 3600.0 * covariance / variance : 0.0;
}

}  // namespace raftup::testing
