#include "hydro/excitation/excitation.hpp"

#include <fmt/format.h>

#include <cmath>

#include "hydro/error.hpp"
#include "hydro/excitation/body_excitation.hpp"

namespace raftup::hydro {

class Excitation::Implementation {
 public:
  Implementation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                 Options options)
      : sea_(sea), rest_(std::move(rest)), options_(options) {
    require(rest_.size() == database.bodies.size(),
            fmt::format("rest must have one pose per body of the database ({}), got {}",
                        database.bodies.size(), rest_.size()));
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      require(
          std::isfinite(rest_[i].x) && std::isfinite(rest_[i].y) && std::isfinite(rest_[i].heading),
          fmt::format("rest[{}] must be finite, got ({}, {}, {})", i, rest_[i].x, rest_[i].y,
                      rest_[i].heading));
      bodies_.emplace_back(database, static_cast<Eigen::Index>(i), sea, rest_[i].heading);
    }
  }

  void evaluate(double time, const std::vector<HorizontalPose>& poses, VectorXd& force) {
    const std::vector<HorizontalPose>& actual = options_.at_body_position ? poses : rest_;
    require(actual.size() == bodies_.size(),
            fmt::format("poses must have one entry per body ({}), got {}", bodies_.size(),
                        actual.size()));
    force.resize(kDofs * static_cast<Eigen::Index>(bodies_.size()));
    const double ramp = sea_.ramp(time);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const HorizontalPose& pose = actual[i];
      force.segment<kDofs>(kDofs * static_cast<Eigen::Index>(i)) =
          ramp * bodies_[i].force(sea_.phases(), time, {pose.x, pose.y}, pose.heading);
    }
  }

 private:
  Sea sea_;
  std::vector<HorizontalPose> rest_;
  Options options_;
  std::vector<BodyExcitation> bodies_;
};

Excitation::Excitation(const Database& database, const Sea& sea, std::vector<HorizontalPose> rest,
                       Options options)
    : implementation_(std::make_unique<Implementation>(database, sea, std::move(rest), options)) {}

Excitation::~Excitation() = default;
Excitation::Excitation(Excitation&&) noexcept = default;
Excitation& Excitation::operator=(Excitation&&) noexcept = default;

void Excitation::evaluate(double time, const std::vector<HorizontalPose>& poses, VectorXd& force) {
  implementation_->evaluate(time, poses, force);
}

}  // namespace raftup::hydro
