#include "solver/dynamics/system/multibody_system.hpp"
#include "solver/model/water/added_mass_interaction.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "tests/solver/interactions/coupled_pair.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::AddedMassBlocks;
using solver::AddedMassCoriolis;
using solver::HydroFrame;
using solver::Simulation;

namespace {

Matrix6 both_halves(const Matrix3& R) {
  Matrix6 Q = Matrix6::Zero();
  Q.topLeftCorner<3, 3>() = R;
  Q.bottomRightCorner<3, 3>() = R;
  return Q;
}

/// Coupling given in the frame of the first body, as the strong-interaction manual has it.
class FirstBodyTransformer final : public solver::MatrixTransformer {
 public:
  AddedMassBlocks transform(const AddedMassBlocks& given, const Matrix3& rotation1,
                            const Matrix3& rotation2) const override {
    const Matrix6 Q1 = both_halves(rotation1), Q2 = both_halves(rotation2);
    return {Q1 * given.body1 * Q1.transpose(), Q2 * given.body2 * Q2.transpose(),
            Q1 * given.off_diagonal * Q1.transpose()};
  }
};

class LopsidedTransformer final : public solver::MatrixTransformer {
 public:
  AddedMassBlocks transform(const AddedMassBlocks& given, const Matrix3& /*rotation1*/,
                            const Matrix3& /*rotation2*/) const override {
    AddedMassBlocks blocks = given;
    blocks.body2(0, 1) += 0.5;
    return blocks;
  }
};

/// One that tells whether the missing body is given as the identity.
class AloneTransformer final : public solver::MatrixTransformer {
 public:
  AddedMassBlocks transform(const AddedMassBlocks& given, const Matrix3& /*rotation1*/,
                            const Matrix3& rotation2) const override {
    AddedMassBlocks blocks = given;
    blocks.body1 *= rotation2.trace();
    return blocks;
  }
};

solver::Model transformed_pair(std::shared_ptr<const solver::MatrixTransformer> transformer) {
  solver::Model model = coupled_pair(HydroFrame::kHeading, AddedMassCoriolis::kOff);
  model.added_mass_interactions[0].transformer = std::move(transformer);
  return model;
}

/// Largest difference of pose or velocity, bodies by name.
double difference(const Simulation& a, const Simulation& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.model().bodies.size(); ++i) {
    const solver::BodyState& from = a.state().bodies[i];
    const solver::BodyState& to =
        b.state().bodies[solver::find_body(b.model(), a.model().bodies[i].name)];
    largest = std::max(
        {largest, (from.position - to.position).norm(), (from.velocity - to.velocity).norm()});
  }
  return largest;
}

}  // namespace

TEST_CASE("matrix transformer: the rule of a hydro frame written by a user gives its motion",
          "[solver][interactions]") {
  Simulation own(coupled_pair(HydroFrame::kFirstBody, AddedMassCoriolis::kOff));
  Simulation users(transformed_pair(std::make_shared<FirstBodyTransformer>()));
  run(own, 2.0);
  run(users, 2.0);
  // dA_w/dt of a user's rule is known to 1e-12 [1/s].
  CHECK(difference(own, users) < 1e-11);
}

TEST_CASE("matrix transformer: the first body is the interaction's, whatever the solver's order",
          "[solver][interactions]") {
  const solver::Model model = transformed_pair(std::make_shared<FirstBodyTransformer>());
  solver::Model shuffled = model;
  std::swap(shuffled.bodies[0], shuffled.bodies[1]);
  Simulation straight(model), crossed(shuffled);
  run(straight, 2.0);
  run(crossed, 2.0);
  CHECK(difference(straight, crossed) == 0.0);
}

TEST_CASE("matrix transformer: a missing body 2 stands upright", "[solver][interactions]") {
  solver::Model model = transformed_pair(std::make_shared<AloneTransformer>());
  model.added_mass_interactions[0].body2.clear();
  const Simulation simulation(model);
  const solver::BodyState& body = simulation.state().bodies[0];
  Vector6 rigid;
  rigid << 2.0 * body.velocity.head<3>(),
      body.attitude * Vector3(Vector3(2.0, 3.0, 4.0).asDiagonal() *
                              (body.attitude.conjugate() * body.velocity.tail<3>()));
  const Matrix6 A = full_added_mass().topLeftCorner<6, 6>();
  CHECK((body.momentum - rigid - 3.0 * A * body.velocity).norm() < 1e-13);
}

TEST_CASE("matrix transformer: what is not symmetric, and Coriolis of a user's rule, are refused",
          "[solver][interactions]") {
  solver::Model model = transformed_pair(std::make_shared<LopsidedTransformer>());
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::Contains("added_mass_interactions[0].transformer must give symmetric "
                                    "diagonal blocks, got a difference of 0.5"));
  model = transformed_pair(std::make_shared<FirstBodyTransformer>());
  model.added_mass_interactions[0].coriolis = AddedMassCoriolis::kFull;
  CHECK_THROWS_WITH(Simulation(model),
                    Catch::Contains("added_mass_interactions[0].coriolis must "
                                    "be off with a matrix transformer, got full"));
}
