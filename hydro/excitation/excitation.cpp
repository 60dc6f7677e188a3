#include "hydro/excitation/excitation.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/excitation/wave_windows.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

void LinearExcitation::evaluate(const std::vector<HorizontalPose>& at, VectorXd& result) const {
  result = force;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto row = kDofs * static_cast<Eigen::Index>(i);
    const double turned = at[i].heading - poses[i].heading;
    const Vector3 distance(at[i].x - poses[i].x, at[i].y - poses[i].y,
                           turned - kTwoPi * nearest_integer(turned * kTurnsPerRadian));
    result.segment<kDofs>(row) += gradient.middleRows<kDofs>(row) * distance;
  }
}

namespace {

void multiply(const AmplitudeFactors& factors, std::vector<PathPhasors>& phasors) {
  for (std::size_t block = 0; block < phasors.size(); ++block) {
    phasors[block].cosine.lanes() *= factors[block].lanes();
    phasors[block].sine.lanes() *= factors[block].lanes();
  }
}

}  // namespace

class Excitation::Implementation {
 public:
  Implementation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                 Options options)
      : sea_(sea),
        rest_(std::move(rest)),
        options_(options),
        windows_(options.in_windows ? WaveWindows::of(sea) : std::nullopt) {
    require(rest_.size() == database.bodies.size(),
            fmt::format("rest must have one pose per body of the database ({}), got {}",
                        database.bodies.size(), rest_.size()));
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      require(
          std::isfinite(rest_[i].x) && std::isfinite(rest_[i].y) && std::isfinite(rest_[i].heading),
          fmt::format("rest[{}] must be finite, got ({}, {}, {})", i, rest_[i].x, rest_[i].y,
                      rest_[i].heading));
    }
    const std::shared_ptr<const RefinedExcitation> refined = refined_excitation(database);
    const std::vector<WaveTerm> terms = terms_of(sea);
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const auto body = static_cast<Eigen::Index>(i);
      bodies_.emplace_back(database, body, BodyTransferFunction(refined, body), sea,
                           rest_[i].heading, terms);
    }
  }

  void check(const std::vector<HorizontalPose>& poses) const {
    const std::vector<HorizontalPose>& actual = options_.at_body_position ? poses : rest_;
    if (actual.size() != bodies_.size()) {
      throw Error(ErrorCode::kInvalidArgument,
                  fmt::format("poses must have one entry per body ({}), got {}", bodies_.size(),
                              actual.size()));
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].check(actual[i].heading);
  }

  void linearize(const UniformMotion& motion, StepExcitation& instants) {
    if (sea_.varies()) {
      const auto factors = [this](double time, AmplitudeFactors& at) {
        sea_.amplitude_factors(time, at);
      };
      return linearize(motion, factors, instants);
    }
    make_room(instants);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (options_.at_body_position) {
        linearize(i, motion, motion.poses[i], motion.changes[i], nullptr, instants);
      } else {
        linearize(i, motion, rest_[i], {}, nullptr, instants);
      }
    }
    if (!options_.at_body_position) forget_gradients(instants);
  }

  /// The amplitudes differ at the three instants; each instant is therefore the middle of a motion
  /// without velocity.
  void linearize(const UniformMotion& motion, const FactorsAtTime& factors,
                 StepExcitation& instants) {
    make_room(instants);
    for (std::size_t n = 0; n < instants.size(); ++n) {
      const UniformMotion still{motion.middle + kHalves[n] * motion.half_duration, 0.0, {}, {}};
      factors(still.middle, factors_);
      for (std::size_t i = 0; i < bodies_.size(); ++i) {
        const HorizontalPose pose = options_.at_body_position
                                        ? moved(motion.poses[i], motion.changes[i], kHalves[n])
                                        : rest_[i];
        linearize(i, still, pose, {}, &factors_, at_instant_);
        const auto row = kDofs * static_cast<Eigen::Index>(i);
        instants[n].poses[i] = pose;
        instants[n].force.segment<kDofs>(row) = at_instant_[1].force.segment<kDofs>(row);
        instants[n].gradient.middleRows<kDofs>(row) =
            at_instant_[1].gradient.middleRows<kDofs>(row);
      }
    }
    if (options_.at_body_position) {
      instants[0].gradient.setZero();
    } else {
      forget_gradients(instants);
    }
  }

 private:
  void make_room(StepExcitation& instants) {
    for (StepExcitation* all : {&instants, &at_instant_}) resize(*all, bodies_.size());
  }

  static void forget_gradients(StepExcitation& instants) {
    for (LinearExcitation& instant : instants) instant.gradient.setZero();
  }

  /// Computes the excitation of a body on its path from halfway - change to halfway + change.
  /// @param factors factors of the amplitudes; null means 1
  void linearize(std::size_t body, const UniformMotion& motion, const HorizontalPose& middle,
                 const HorizontalPose& change, const AmplitudeFactors* factors,
                 StepExcitation& instants) {
    const UniformPath path{motion.middle,        middle.x, middle.y,
                           motion.half_duration, change.x, change.y};
    if (windows_ && factors == nullptr) {
      if (const std::optional<WaveWindows::Window> window = windows_->window_of(path)) {
        compute_phasors(windows_->nodes().phases(), windows_->from_center(path, *window), phasors_);
        const auto sum = [&](long cell, const PathParameters& u) {
          return sum_components(windows_->nodes().phases(), phasors_,
                                bodies_[body].coefficients(*windows_, *window, cell), u);
        };
        return bodies_[body].linearize(body, motion, middle, change, sea_, sum, instants);
      }
    }
    compute_phasors(sea_.phases(), path, phasors_);
    if (factors != nullptr) multiply(*factors, phasors_);
    const auto sum = [&](long cell, const PathParameters& u) {
      return sum_components(sea_.phases(), phasors_, bodies_[body].coefficients(cell), u);
    };
    bodies_[body].linearize(body, motion, middle, change, sea_, sum, instants);
  }

  Sea sea_;
  std::vector<HorizontalPose> rest_;
  Options options_;
  std::optional<WaveWindows> windows_;
  std::vector<BodyExcitation> bodies_;
  std::vector<PathPhasors> phasors_;  ///< scratch
  AmplitudeFactors factors_;          ///< scratch
  StepExcitation at_instant_;         ///< scratch
};

Excitation::Excitation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                       Options options)
    : implementation_(std::make_unique<Implementation>(database, sea, std::move(rest), options)) {}

Excitation::~Excitation() = default;
Excitation::Excitation(Excitation&&) noexcept = default;
Excitation& Excitation::operator=(Excitation&&) noexcept = default;

void Excitation::evaluate(double time, const std::vector<HorizontalPose>& poses, VectorXd& force) {
  check(poses);
  StepExcitation instants;
  linearize({time, 0.0, poses, std::vector<HorizontalPose>(poses.size())}, instants);
  force = instants[1].force;
}

void Excitation::linearize(const UniformMotion& motion, StepExcitation& instants) {
  implementation_->linearize(motion, instants);
}

void Excitation::linearize(const UniformMotion& motion, const FactorsAtTime& factors,
                           StepExcitation& instants) {
  implementation_->linearize(motion, factors, instants);
}

void Excitation::check(const std::vector<HorizontalPose>& poses) const {
  implementation_->check(poses);
}

}  // namespace raftup::hydro
