#include "clients/fmu/instance.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <thread>
#include <utility>
#include <vector>

#include "hydro/base/bytes.hpp"
#include "hydro/base/error.hpp"
#include "solver/simulation/run/run_end.hpp"

namespace raftup::fmu {

namespace {

constexpr const char* kImageName = "model.raftup";
constexpr std::string_view kStateMagic = "RAFTUPFMUSTATE2\n";
constexpr double kSameTime = 1e-3;     ///< tolerance of the time a host sums up, in model steps
constexpr double kStepError = 0.5e-9;  ///< error [s] of a model step, kept in whole nanoseconds
constexpr double kSameStep = 1e-9;     ///< tolerance of a grid point, in model steps
constexpr double kMostSteps = 1e15;    ///< bound of the number of model steps in a host's step

/// Bound of the rounding error of a sum of a few numbers of the size of a time [s].
double rounding(double time) {
  return 8.0 * std::numeric_limits<double>::epsilon() * std::abs(time);
}

/// The end of a host's step relative to the time grid of the model.
struct Way {
  double count;      ///< number of whole model steps up to the end of the host's step
  double past_grid;  ///< remaining time from the last of these steps to this end [s]
};

/// @param ahead time from the last grid point of the model to the end of the host's step [s], >= 0
/// @param step  duration of a model step [s]
/// @param time  time of the host at the end of its step [s]
Way way_on_grid(double ahead, double step, double time) {
  const double nearest = std::round(ahead / step);
  const double allowed = kSameStep * step + kStepError * std::max(nearest, 1.0) + rounding(time);
  if (std::abs(ahead - nearest * step) <= allowed) return {nearest, 0.0};
  const double count = std::floor(ahead / step);
  return {count, std::clamp(ahead - count * step, 0.0, step)};
}

std::string read_image(const std::string& folder) {
  const std::string path = folder + "/" + kImageName;
  // Hosts pass UTF-8, which only paths of this type are on every system.
  std::ifstream file(std::filesystem::path(std::u8string(path.begin(), path.end())),
                     std::ios::binary);
  if (!file) {
    throw Error(ErrorCode::kNotFound, "the resources must hold a model, there is no " + path);
  }
  return {std::istreambuf_iterator<char>(file), {}};
}

std::uint64_t sum_of(std::string_view bytes) { return XXH64(bytes.data(), bytes.size(), 0); }

}  // namespace

Instance::Instance(const std::string& folder, const std::string& token, Log log,
                   AfterStep after_step)
    : model_(read_image(folder)), log_(std::move(log)), after_step_(std::move(after_step)) {
  const std::string own = "raftup-" + model_.digest();
  require(token == own,
          fmt::format("the description must be of the model in the resources, {}, is of {}", own,
                      token));
}

void Instance::set_up(double start, std::optional<double> stop) {
  require(std::isfinite(start), fmt::format("the start time must be finite, got {}", start));
  if (stop) {
    require(*stop > start && std::isfinite(*stop),
            fmt::format("the stop time must be after the start at {} s, got {}", start, *stop));
  }
  time_ = grid_time_ = start;
  stop_ = stop;
  is_set_up_ = true;
}

void Instance::enter_initialization() {
  require(is_set_up_, "the experiment must be set up before");
  mode_ = kInitialization;
}

void Instance::reset() {
  model_.reset();
  time_ = grid_time_ = 0.0;
  mode_ = kInstantiated;
  is_set_up_ = has_ended_ = false;
}

bool Instance::do_step(double from, double duration) {
  const double allowed = kSameTime * model_.step() + rounding(time());
  require(std::abs(from - time()) <= allowed,
          fmt::format("a step must begin where the model stands, at {} s, got {} s", time(), from));
  require(duration > 0.0 && std::isfinite(duration),
          fmt::format("a step must be longer than 0 s and finite, got {} s", duration));
  const double end = from + duration;
  require(!stop_ || end <= *stop_ + allowed,
          fmt::format("a step must not go beyond the stop time {} s, would to {} s",
                      stop_.value_or(0.0), end));
  const double ahead = std::max(end - grid_time_, model_.past_grid());
  const Way way = way_on_grid(ahead, model_.step(), end);
  require(way.count < kMostSteps,
          fmt::format("a step must have fewer than {:g} steps of the model's {} s, got {} s",
                      kMostSteps, model_.step(), duration));
  const auto count = static_cast<std::int64_t>(way.count);
  const bool on_grid = way.past_grid == 0.0;
  const double grid_end = on_grid ? end : grid_time_ + way.count * model_.step();
  const double from_grid = grid_time_;
  const std::int64_t first = model_.step_index();
  has_ended_ = false;
  try {
    if (after_step_ && advance_and_tell(count, on_grid)) return true;
    if (!after_step_ && count > 0) model_.advance(count);
  } catch (const solver::RunEnded&) {
    has_ended_ = true;
    const auto taken = static_cast<double>(model_.step_index() - first);
    time_ = grid_time_ = from_grid + taken * model_.step();
    return true;
  }
  model_.stand_past_grid(way.past_grid);
  grid_time_ = grid_end;
  time_ = end;
  return false;
}

/// Takes `count` steps of the model, as EmbeddedModel::advance() does, and calls the host after
/// each of them, which may then read and set values.
/// @param ends_on_grid whether the host's step ends where the last step of the model ends
/// @returns whether the host has ended its step early; time() is then the end of the step
bool Instance::advance_and_tell(std::int64_t count, bool ends_on_grid) {
  const Saved before{mode_, time_, grid_time_, stop_, is_set_up_, model_.save()};
  double end = std::numeric_limits<double>::infinity();
  try {
    for (std::int64_t done = 1; done <= count; ++done) {
      model_.advance(1);
      time_ = grid_time_ = before.grid_time + static_cast<double>(done) * model_.step();
      end = std::min(end, end_for_host());
      const bool reached = time() + 0.5 * model_.step() > end;
      if (reached && (done < count || !ends_on_grid)) return true;
    }
  } catch (const solver::RunEnded&) {
    throw;
  } catch (...) {
    restore_saved(before);
    throw;
  }
  return false;
}

/// Calls the host's function after a step of the model; it may read and set values meanwhile.
/// @returns the time at which the host wants its step to end [s]; infinity = it continues
double Instance::end_for_host() {
  const double now = time();
  double end = std::numeric_limits<double>::infinity();
  mode_ = kBetweenSteps;
  busy.clear();
  try {
    end = after_step_(now);
  } catch (...) {  // if the host throws, the step continues
  }
  while (busy.test_and_set()) std::this_thread::yield();
  mode_ = kStepMode;
  return end;
}

/// The references of all components of some variables.
/// @param firsts reference of the first component of each variable
/// @throws Error unless there are `count` components
std::vector<ValueReference> Instance::components(std::span<const ValueReference> firsts,
                                                 std::size_t count) const {
  std::vector<ValueReference> references;
  for (const ValueReference first : firsts) {
    const std::size_t width = model_.width_at(first);
    for (std::size_t i = 0; i < width; ++i) {
      references.push_back(first + static_cast<ValueReference>(i));
    }
  }
  require(references.size() == count,
          fmt::format("the variables have {} values, got {}", references.size(), count));
  return references;
}

void Instance::set_vectors(std::span<const ValueReference> firsts, std::span<const double> values) {
  model_.set(components(firsts, values.size()), values);
}

void Instance::get_derivatives(std::span<const ValueReference> outputs,
                               std::span<const ValueReference> inputs,
                               std::span<const double> direction, std::span<double> derivatives) {
  const auto of = components(outputs, derivatives.size());
  std::ranges::copy(model_.derivative(of, components(inputs, direction.size()), direction),
                    derivatives.begin());
}

void Instance::get_rates(std::span<const ValueReference> outputs, std::span<double> rates) {
  std::ranges::copy(model_.rates(components(outputs, rates.size())), rates.begin());
}

void Instance::get_vectors(std::span<const ValueReference> firsts, std::span<double> values) {
  std::size_t filled = 0;
  for (const ValueReference first : firsts) {
    const bool is_time = first == model_.size();
    const std::size_t width = is_time ? 1 : model_.width_at(first);
    require(width <= values.size() - filled,
            fmt::format("the variables have more than {} values", values.size()));
    for (std::size_t i = 0; i < width; ++i) {
      values[filled++] = is_time ? time() : model_.get(first + static_cast<ValueReference>(i));
    }
  }
  require(filled == values.size(),
          fmt::format("the variables have {} values, got {}", filled, values.size()));
}

Instance::Saved& Instance::find(const void* kept) const {
  const auto found = saved_.find(kept);
  require(found != saved_.end(), "a state must be one that this instance has given");
  return *found->second;
}

Instance::Saved* Instance::save(const void* kept) {
  Saved now{mode_, time_, grid_time_, stop_, is_set_up_, model_.save()};
  if (kept != nullptr) {
    Saved& place = find(kept);
    place = std::move(now);
    return &place;
  }
  auto made = std::make_unique<Saved>(std::move(now));
  Saved* address = made.get();
  saved_.emplace(address, std::move(made));
  return address;
}

void Instance::restore(const void* kept) { restore_saved(find(kept)); }

void Instance::restore_saved(const Saved& saved) {
  model_.restore(saved.model);
  mode_ = saved.mode;
  time_ = saved.time;
  grid_time_ = saved.grid_time;
  stop_ = saved.stop;
  is_set_up_ = saved.is_set_up;
}

void Instance::forget(const void* kept) {
  find(kept);
  saved_.erase(kept);
}

std::string Instance::serialize(const void* kept) const {
  const Saved& saved = find(kept);
  ByteWriter out;
  out.write(std::uint64_t{saved.mode});
  out.write(saved.time);
  out.write(saved.grid_time);
  out.write(saved.stop.has_value());
  out.write(saved.stop.value_or(0.0));
  out.write(saved.is_set_up);
  EmbeddedModel::write(saved.model, out);
  const std::string content = std::string(kStateMagic) + out.bytes();
  ByteWriter sum;
  sum.write(sum_of(content));
  return content + sum.bytes();
}

void Instance::serialize(const void* kept, std::span<char> place) const {
  const std::string serialized = serialize(kept);
  require(
      place.size() >= serialized.size(),
      fmt::format("a place for {} bytes must be given, got {}", serialized.size(), place.size()));
  std::ranges::copy(serialized, place.begin());
}

Instance::Saved* Instance::deserialize(std::string_view bytes) {
  constexpr std::size_t kSumBytes = 8;
  if (!bytes.starts_with(kStateMagic) || bytes.size() < kStateMagic.size() + kSumBytes) {
    throw Error(ErrorCode::kDataLoss, "a saved state must begin as one does and be whole");
  }
  const std::string_view content = bytes.substr(0, bytes.size() - kSumBytes);
  if (ByteReader(bytes.substr(content.size())).read_unsigned() != sum_of(content)) {
    throw Error(ErrorCode::kDataLoss, "a saved state must have its checksum: it is damaged");
  }
  ByteReader in(content.substr(kStateMagic.size()));
  auto saved = std::make_unique<Saved>();
  const std::uint64_t mode = in.read_unsigned();
  const bool is_mode =
      mode == kInstantiated || mode == kInitialization || mode == kStepMode || mode == kTerminated;
  require(is_mode, fmt::format("a saved state must have a mode, got {}", mode));
  saved->mode = static_cast<Mode>(mode);
  saved->time = in.read_double();
  saved->grid_time = in.read_double();
  const bool has_stop = in.read_flag();
  const double stop = in.read_double();
  if (has_stop) saved->stop = stop;
  saved->is_set_up = in.read_flag();
  saved->model = model_.read(in);
  if (!in.at_end()) throw Error(ErrorCode::kDataLoss, "a saved state must end with its content");
  Saved* address = saved.get();
  saved_.emplace(address, std::move(saved));
  return address;
}

void* Instances::add(std::shared_ptr<Instance> instance) {
  const std::lock_guard lock(mutex_);
  Instance* address = instance.get();
  living_.emplace(address, std::move(instance));
  return address;
}

std::shared_ptr<Instance> Instances::find(const void* address) const {
  const std::lock_guard lock(mutex_);
  const auto found = living_.find(address);
  return found == living_.end() ? nullptr : found->second;
}

void Instances::remove(const void* address) {
  const std::lock_guard lock(mutex_);
  living_.erase(address);
}

}  // namespace raftup::fmu
