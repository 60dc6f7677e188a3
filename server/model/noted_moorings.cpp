#include "server/model/noted_moorings.hpp"

#include <fmt/format.h>

#include <utility>

#include "solver/loads/lines/mooring_input.hpp"
#include "solver/model/loads/mooring_system.hpp"

namespace raftup::server {

namespace {

/// A hundredth of gravity: lines that are left with less come to rest without anybody noticing.
constexpr double kNotableAcceleration = 0.1;  // m/s2

class NotedSolver final : public solver::MooringSolver {
 public:
  NotedSolver(std::unique_ptr<solver::MooringSolver> solver, std::string input,
              std::shared_ptr<NotedMoorings::Notes> notes)
      : solver_(std::move(solver)), input_(std::move(input)), notes_(std::move(notes)) {}

  solver::MooringStage rest(std::span<const double> points) override {
    solver::MooringStage stage = solver_->rest(points);
    notes_->note(input_, stage.remaining_acceleration);
    return stage;
  }
  solver::MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time,
                               double duration) override {
    return solver_->advance(memory, points, velocity, time, duration);
  }

 private:
  std::unique_ptr<solver::MooringSolver> solver_;
  std::string input_;
  std::shared_ptr<NotedMoorings::Notes> notes_;
};

}  // namespace

void NotedMoorings::Notes::note(const std::string& input, double remaining_acceleration) {
  const std::lock_guard lock(mutex_);
  remaining_[input] = remaining_acceleration;
}

double NotedMoorings::Notes::find(const std::string& input) const {
  const std::lock_guard lock(mutex_);
  const auto found = remaining_.find(input);
  return found == remaining_.end() ? 0.0 : found->second;
}

NotedMoorings::NotedMoorings(std::shared_ptr<const solver::MooringLibrary> library)
    : library_(std::move(library)), notes_(std::make_shared<Notes>()) {}

std::unique_ptr<solver::MooringSolver> NotedMoorings::open(const std::string& input) const {
  return std::make_unique<NotedSolver>(library_->open(input), input, notes_);
}

Findings NotedMoorings::findings(const solver::Model& model) const {
  Findings findings;
  for (const solver::Load& load : model.loads) {
    const auto* mooring = load.kind.get_if<solver::MooringSystem>();
    if (mooring == nullptr) continue;
    const double left = notes_->find(solver::complete_mooring_input(mooring->input, model));
    if (left <= kNotableAcceleration) continue;
    findings.push_back(
        {"mooring_not_at_rest", Severity::kWarning,
         fmt::format("mooring system '{}' should be at rest at t = 0: MoorDyn's search for it has "
                     "left accelerations of {:.3g} m/s2, so that its lines move and its tensions "
                     "ring where the run begins; give the input option ICgenDynamic 1 and a "
                     "larger TmaxIC, or look at the lengths and ends of its lines",
                     load.name, left),
         left});
  }
  return findings;
}

}  // namespace raftup::server
