/// @file Mooring systems without MoorDyn.
#pragma once

#include <cmath>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hydro/base/error.hpp"
#include "solver/model/loads/mooring_library.hpp"

namespace raftup::testing {

/// Input of MoorDyn 2: a line from the bottom to the origin of a body. Its
/// options are its last rows: more may follow.
inline const std::string kOneLine = R"(--- MoorDyn Input File ---
one line
--- LINE TYPES ---
TypeName Diam Mass/m EA BA/-zeta EI Cd Ca CdAx CaAx
(name) (m) (kg/m) (N) (N-s/-) (N-m^2) (-) (-) (-) (-)
chain 0.1 100 1e8 -0.5 0 1.2 1.0 0.0 0.0
--- POINTS ---
ID Type X Y Z Mass Volume CdA CA
(#) (-) (m) (m) (m) (kg) (m^3) (m^2) (-)
1 Fixed 200 0 -100 0 0 0 0
2 Coupled 0 0 0 0 0 0 0
--- LINES ---
ID LineType AttachA AttachB UnstrLen NumSegs LineOutputs
(#) (name) (#) (#) (m) (-) (-)
1 chain 1 2 226 10 p
--- OPTIONS ---
0.002 dtM
0.5 dtIC
100 TmaxIC
1e-6 threshIC
)";

/// Another text with `from` replaced once.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

/// Moorings whose coupled points are each on a spring to the origin of the world, without mass.
/// They insist on going on from where they were. Their line is drawn by its fairlead alone.
class SpringMoorings final : public solver::MooringLibrary {
 public:
  /// @param left acceleration that the search for a rest leaves [m/s2]
  explicit SpringMoorings(double stiffness = 0.0, double left = 0.0)
      : stiffness_(stiffness), left_(left) {}

  std::uint64_t identity() const override { return 7; }
  std::unique_ptr<solver::MooringSolver> open(const std::string& /*input*/) const override {
    return std::make_unique<Springs>(stiffness_, left_);
  }

 private:
  class Springs final : public solver::MooringSolver {
   public:
    Springs(double stiffness, double left) : stiffness_(stiffness), left_(left) {}

    solver::MooringStage rest(std::span<const double> points) override {
      solver::MooringStage stage;
      stage.memory.resize(points.size_bytes());
      std::memcpy(stage.memory.data(), points.data(), points.size_bytes());
      for (const double x : points) stage.forces.push_back(0.0 - stiffness_ * x);
      stage.tensions = {stiffness_, 2.0 * stiffness_};
      stage.remaining_acceleration = left_;
      stage.shapes = {{0.0, points[0], points[1], points[2], stiffness_}};
      return stage;
    }
    solver::MooringStage advance(const std::string& memory, std::span<const double> points,
                                 std::span<const double> velocity, double /*time*/,
                                 double duration) override {
      std::vector<double> from(points.size());
      require(memory.size() == points.size_bytes(), "the memory must be of this system");
      std::memcpy(from.data(), memory.data(), memory.size());
      for (std::size_t i = 0; i < from.size(); ++i) {
        require(std::abs(from[i] - points[i]) < 1e-9, "the system must go on from where it was");
        from[i] = points[i] + duration * velocity[i];
      }
      return rest(from);
    }

   private:
    double stiffness_, left_;
  };

  double stiffness_, left_;
};

}  // namespace raftup::testing
