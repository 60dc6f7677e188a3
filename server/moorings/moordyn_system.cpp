#include "server/moorings/moordyn_system.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kWordsKept = 3;  // number of lines of MoorDyn's output that are kept
constexpr std::size_t kLongestWords = 300;
int printed_words = -1;  // descriptor of MoorDyn's output, one for the whole process

/// Returns the text that MoorDyn has printed since the last call.
std::string printed() {
  std::string text;
  std::array<char, 4096> block{};
  for (;;) {
    const ssize_t count = read(printed_words, block.data(), block.size());
    if (count <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(count));
  }
}

double length_of(const double* vector) {
  return std::sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

/// Returns the last lines of a text as one line, without unprintable characters.
std::string last_lines(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    std::erase_if(line, [](unsigned char letter) { return letter < ' ' || letter > '~'; });
    if (!line.empty()) lines.push_back(line);
  }
  std::string words;
  for (std::size_t i = lines.size() - std::min(lines.size(), kWordsKept); i < lines.size(); ++i) {
    words += (words.empty() ? "" : " ") + lines[i];
  }
  return words.substr(0, kLongestWords);
}

/// @throws Error(kInternal) with the last lines of MoorDyn's output if `result` is an error
/// @returns the printed text
std::string require_success(int result, const char* what) {
  std::string text = printed();
  if (result == 0) return text;
  throw Error(ErrorCode::kInternal, fmt::format("MoorDyn cannot {}: {}", what, last_lines(text)));
}

/// Returns the last remaining acceleration [m/s2] that MoorDyn prints while it searches for the
/// state of rest: "Remaining error after 2 s = 8.6 m/s2". Returns 0 if there is none.
double remaining_acceleration(const std::string& text) {
  const std::size_t at = text.rfind("Remaining error after");
  const std::size_t equals = at == std::string::npos ? at : text.find('=', at);
  if (equals == std::string::npos) return 0.0;
  const double error = std::strtod(text.c_str() + equals + 1, nullptr);
  return std::isfinite(error) ? error : 0.0;
}

}  // namespace

void keep_printed_words() {
  std::array<int, 2> ends{};
  const bool kept = pipe2(ends.data(), O_NONBLOCK) == 0 && dup2(ends[1], STDOUT_FILENO) >= 0 &&
                    dup2(ends[1], STDERR_FILENO) >= 0 && ::close(ends[1]) == 0;
  if (!kept) throw Error(ErrorCode::kInternal, "cannot keep what is printed");
  printed_words = ends[0];
  constexpr int kRoom = 1 << 20;  // bytes; a system of hundreds of lines prints more than 64 KiB
  fcntl(printed_words, F_SETPIPE_SZ, kRoom);
}

std::string last_words() { return last_lines(printed()); }

MoorDynSystem::MoorDynSystem(const MoorDynLibrary& library, const char* input_file)
    : library_(library), system_(library.create(input_file)) {
  if (system_ == nullptr) {
    throw Error(ErrorCode::kInvalidArgument, "MoorDyn refuses its input: " + last_words());
  }
  require_success(library_.coupled_dof_count(system_, &coupled_dof_count_), "count its points");
}

MoorDynSystem::~MoorDynSystem() { library_.close(system_); }

void MoorDynSystem::require_points(std::span<const double> points) const {
  require(points.size() == coupled_dof_count_,
          fmt::format("input must couple points and nothing else, MoorDyn couples {} coordinates "
                      "where its points have {}",
                      coupled_dof_count_, points.size()));
}

solver::MooringStage MoorDynSystem::rest(std::span<const double> points) {
  require_points(points);
  const std::vector<double> at_rest(points.size(), 0.0);
  double remaining = 0.0;
  try {
    remaining = remaining_acceleration(require_success(
        library_.initialize(system_, points.data(), at_rest.data()), "find its rest"));
  } catch (const Error& error) {
    throw Error(ErrorCode::kInvalidArgument, error.what());
  }
  initialized_ = true;
  std::vector<double> forces(points.size());
  double time = 0.0, duration = 0.0;  // MoorDyn then computes only the forces
  require_success(
      library_.step(system_, points.data(), at_rest.data(), forces.data(), &time, &duration),
      "say its forces");
  solver::MooringStage found = stage(std::move(forces));
  found.shapes = shapes();
  found.remaining_acceleration = remaining;
  return found;
}

solver::MooringStage MoorDynSystem::advance(const std::string& memory,
                                            std::span<const double> points,
                                            std::span<const double> velocity, double time,
                                            double duration) {
  require_points(points);
  require_points(velocity);
  if (!initialized_) {
    require_success(library_.initialize_without_rest(system_, points.data(), velocity.data()),
                    "begin");
    initialized_ = true;
  }
  std::size_t size = 0;
  require_success(library_.serialize(system_, &size, nullptr), "say the size of its state");
  require(size == memory.size(),
          fmt::format("state of a mooring system must have {} bytes, has {}", size, memory.size()));
  std::vector<std::uint64_t> data(size / sizeof(std::uint64_t));
  std::memcpy(data.data(), memory.data(), size);
  require_success(library_.deserialize(system_, data.data()), "take its state");
  std::vector<double> forces(points.size());
  require_success(
      library_.step(system_, points.data(), velocity.data(), forces.data(), &time, &duration),
      "take the step");
  return stage(std::move(forces));
}

std::string MoorDynSystem::memory() const {
  std::size_t size = 0;
  require_success(library_.serialize(system_, &size, nullptr), "say the size of its state");
  std::vector<std::uint64_t> data(size / sizeof(std::uint64_t));
  require_success(library_.serialize(system_, &size, data.data()), "give its state");
  return {reinterpret_cast<const char*>(data.data()), data.size() * sizeof(std::uint64_t)};
}

solver::MooringStage MoorDynSystem::stage(std::vector<double> forces) const {
  solver::MooringStage stage{memory(), std::move(forces), {}, {}, 0.0};
  unsigned int line_count = 0;
  require_success(library_.line_count(system_, &line_count), "count its lines");
  stage.tensions.resize(std::size_t{2} * line_count);
  for (unsigned int i = 0; i < line_count; ++i) {
    MoorDynLibrary::Line line = library_.line(system_, i + 1);
    unsigned int last = 0;
    std::array<double, 3> at_a{}, at_b{};
    require_success(library_.segment_count(line, &last), "count the segments of a line");
    require_success(library_.node_tension(line, last, at_b.data()), "say the tension of a line");
    require_success(library_.node_tension(line, 0, at_a.data()), "say the tension of a line");
    stage.tensions[i] = length_of(at_b.data());
    stage.tensions[line_count + i] = length_of(at_a.data());
  }
  return stage;
}

std::vector<std::vector<double>> MoorDynSystem::shapes() const {
  unsigned int line_count = 0;
  require_success(library_.line_count(system_, &line_count), "count its lines");
  std::vector<std::vector<double>> shapes(line_count);
  for (unsigned int i = 0; i < line_count; ++i) {
    MoorDynLibrary::Line line = library_.line(system_, i + 1);
    unsigned int last = 0;
    double length = 0.0;
    require_success(library_.segment_count(line, &last), "count the segments of a line");
    require_success(library_.unstretched_length(line, &length), "say the length of a line");
    for (unsigned int from_b = 0; from_b <= last; ++from_b) {
      std::array<double, 3> place{}, tension{};
      require_success(library_.node_place(line, last - from_b, place.data()),
                      "say where a line is");
      require_success(library_.node_tension(line, last - from_b, tension.data()),
                      "say the tension of a line");
      const std::array row{length * from_b / last, place[0], place[1], place[2],
                           length_of(tension.data())};
      shapes[i].insert(shapes[i].end(), row.begin(), row.end());
    }
  }
  return shapes;
}

}  // namespace raftup::server
