#include "solver/simulation/limits/modal_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "solver/simulation/limits/hull_form.hpp"

namespace raftup::solver {

namespace {

using Eigen::Index;

constexpr double kLargestShare = 0.02;  ///< of the length; chosen, not swept

/// The points of a body at which displacements are watched: the nodes of beams, and of shapes at
/// points the one that each mode displaces most.
struct Watched {
  double length = 0.0;
  std::vector<Vector3> points;  ///< in the frame of the database [m]
};

/// Adds the nodes of a beam. In torsion they are aside of the axis, by half the breadth of the hull.
void add_nodes(const hydro::GeneralisedMode& mode, double half_breadth, Watched& watched) {
  const double aside = mode.kind == hydro::ModeShapeKind::kTorsion ? half_breadth : 0.0;
  for (const double x : mode.x) {
    watched.points.emplace_back(x, mode.axis.x() + aside, mode.axis.y());
  }
  watched.length = std::max(watched.length, mode.x[mode.x.size() - 1] - mode.x[0]);
}

void add_farthest(const hydro::GeneralisedModes& modes, std::size_t mode, Watched& watched) {
  Eigen::AlignedBox3d box;
  std::size_t farthest = 0;
  double largest = -1.0;
  for (std::size_t i = 0; i < modes.points.size(); ++i) {
    if (modes.points[i].body != modes.modes[mode].body) continue;
    box.extend(modes.points[i].position);
    const double moved = modes.shapes[i].col(static_cast<Index>(mode)).norm();
    if (moved <= largest) continue;
    largest = moved;
    farthest = i;
  }
  watched.points.push_back(modes.points[farthest].position);
  watched.length = std::max(watched.length, box.sizes().maxCoeff());
}

/// None if the shape of a mode is unknown.
Watched watched_points(const HydrodynamicGroup& group, const ModesOfBody& of) {
  const hydro::Database& database = *group.database;
  const auto place = static_cast<std::size_t>(group.bodies[of.member].database_body);
  const HullForm form =
      hull_form(database.bodies[place], database.water_density * database.gravity);
  Watched watched;
  for (const std::size_t mode : of.modes) {
    const hydro::GeneralisedMode& shape = database.modes.modes[mode];
    if (shape.kind == hydro::ModeShapeKind::kUnknown) return {};
    if (shape.kind == hydro::ModeShapeKind::kPoints) {
      add_farthest(database.modes, mode, watched);
    } else if (mode == of.modes.front()) {  // the beams of a body have the same nodes
      add_nodes(shape, 0.5 * form.beam, watched);
    }
  }
  return watched;
}

}  // namespace

ModalRange::ModalRange(const Model& model) : model_(&model) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const std::optional<ModesOfBody> of = modes_of(model, model.bodies[i]);
    if (!of || of->modes.empty()) continue;
    const HydrodynamicGroup& group = model.hydrodynamics[of->group];
    const Watched watched = watched_points(group, *of);
    if (watched.points.empty()) continue;
    Body body{i, watched.length, mode_places(model, model.bodies[i]), {}};
    for (const Vector3& point : watched.points) {
      MatrixXd& shape = body.shapes.emplace_back(3, static_cast<Index>(of->modes.size()));
      for (std::size_t mode = 0; mode < of->modes.size(); ++mode) {
        shape.col(static_cast<Index>(mode)) =
            hydro::mode_displacement(group.database->modes, of->modes[mode], point);
      }
    }
    bodies_.push_back(std::move(body));
  }
}

void ModalRange::watch(std::uint64_t first_limit, State& state) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Body& body = bodies_[i];
    VectorXd q(static_cast<Index>(body.places.size()));
    for (std::size_t mode = 0; mode < body.places.size(); ++mode) {
      q[static_cast<Index>(mode)] =
          state.bodies[body.places[mode].carrier].position[body.places[mode].axis];
    }
    double largest = 0.0;
    for (const MatrixXd& shape : body.shapes) largest = std::max(largest, (shape * q).norm());
    if (largest > kLargestShare * body.length) note_limit(first_limit + i, largest, state);
  }
}

DescribedLimit ModalRange::describe(std::uint64_t limit, const PassedLimit& passed) const {
  const Body& body = bodies_[limit];
  return {
      "modal_range",
      fmt::format("modes of '{}' should displace it by at most {:g} % of its length, {:.3g} m, "
                  "displaced it by {:.3g} m",
                  model_->bodies[body.body].name, 100.0 * kLargestShare,
                  kLargestShare * body.length, passed.value),
      "masses and stiffnesses of modes are those of small deflections; look at the units of the "
      "stiffness, and at how long the waves are",
      fmt::format("{:.3g} m", passed.worst)};
}

}  // namespace raftup::solver
