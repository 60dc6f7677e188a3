#include "solver/contacts/contact_problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/disjoint_sets.hpp"
#include "hydro/base/error.hpp"
#include "solver/nonsmooth/one_step/friction_problem.hpp"

namespace raftup::solver {

namespace {

/// Residual at which the iteration ends, relative as in natural_residual(). It is two digits below
/// the 1e-8 to which reference problems of friction are published. In 600 000 steps of thrown
/// solids the result always reached 1e-8 with this aim (decision 22).
constexpr double kResidualAim = 1e-10;
/// A step whose best solution has a larger residual than this fails, because an undetected wrong
/// contact force is worse than a run that stops. Chosen, not swept: projected Gauss-Seidel sweeps,
/// which decision 22 rejects, stall at about this residual on stacks.
constexpr double kResidualLimit = 1e-5;
constexpr std::size_t kNoPart = std::numeric_limits<std::size_t>::max();
constexpr double kUnbounded = std::numeric_limits<double>::infinity();
/// Number of contacts between the same two bodies from which one link of six rows replaces the rows
/// of each contact (decision 22). Three contacts have nine rows, which is more than six; two
/// contacts have six.
constexpr std::size_t kLeastOnLink = 3;

}  // namespace

ContactProblem::ContactProblem(const std::vector<RigidBody>& bodies)
    : moving_(moving_bodies(bodies)) {
  for (const RigidBody& body : bodies) names_.push_back(body.name);
}

RowsView ContactProblem::block(std::size_t index) const {
  if (index < joints_->size()) return (*joints_)[index];
  return (*contacts_)[index - joints_->size()].block;
}

void ContactProblem::assemble(const std::vector<ConstraintBlock>& joints,
                              const std::vector<Contact>& contacts, const Masses& masses,
                              const Kinematics& bodies) {
  joints_ = &joints;
  contacts_ = &contacts;
  number_joint_rows();
  index_bodies(masses.groups());
  find_subproblems(masses.groups());
  for (std::size_t i = 0; i < part_count_; ++i) {
    Subproblem& part = *parts_[i];
    part.matrix.begin(part.bodies.size(), part.couplings);
  }
  add_rows(masses, bodies);
  const bool by_masses =
      std::any_of(parts_.begin(), parts_.begin() + static_cast<std::ptrdiff_t>(part_count_),
                  [](const auto& part) { return !part->matrix.jacobian().is_one_link(); });
  if (by_masses) add_masses(masses, bodies);
}

void ContactProblem::number_joint_rows() {
  joint_row_.clear();
  Eigen::Index row = 0;
  for (const ConstraintBlock& joint : *joints_) {
    joint_row_.push_back(row);
    row += joint.rows;
  }
}

void ContactProblem::index_bodies(const std::vector<MassGroup>& groups) {
  body_indices_.resize(moving_.size());
  for (std::size_t group = 0; group < groups.size(); ++group) {
    for (std::size_t member = 0; member < groups[group].bodies.size(); ++member) {
      body_indices_[groups[group].bodies[member]] = {group, member, 0};
    }
  }
}

/// Groups of masses that blocks of rows link form one subproblem. Subproblems are in the order of
/// their first blocks.
void ContactProblem::find_subproblems(const std::vector<MassGroup>& groups) {
  DisjointSets parts(groups.size());
  const std::size_t count = joints_->size() + contacts_->size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto [one, two] = block(i).bodies;
    if (!moved(one) || !moved(two)) continue;
    parts.link(body_indices_[one].group, body_indices_[two].group);
  }
  part_count_ = 0;
  part_of_label_.assign(groups.size(), kNoPart);
  part_of_body_.assign(moving_.size(), kNoPart);
  part_of_.assign(count, kNoPart);
  row_in_part_.assign(count, 0);
  const std::vector<std::size_t>& labels = parts.labels();
  for (std::size_t i = 0; i < count; ++i) place_block(i, groups, labels);
}

/// @param label of each group of masses, equal for groups of the same subproblem
void ContactProblem::place_block(std::size_t index, const std::vector<MassGroup>& groups,
                                 const std::vector<std::size_t>& label) {
  const RowsView placed = block(index);
  const auto [one, two] = placed.bodies;
  if (!moved(one) && !moved(two)) return;
  std::size_t& number = part_of_label_[label[body_indices_[moved(one) ? one : two].group]];
  if (number == kNoPart) {
    number = part_count_++;
    if (number == parts_.size()) parts_.push_back(std::make_unique<Subproblem>());
    parts_[number]->blocks.clear();
    parts_[number]->bodies.clear();
    parts_[number]->couplings.clear();
    parts_[number]->rows = 0;
  }
  part_of_[index] = number;
  Subproblem& part = *parts_[number];
  for (const std::size_t body : placed.bodies) {
    if (moved(body) && part_of_body_[body] == kNoPart)
      add_mass_group(number, groups[body_indices_[body].group]);
  }
  row_in_part_[index] = part.rows;
  part.rows += placed.rows;
  part.blocks.push_back(index);
  if (!moved(one) || !moved(two)) return;
  const std::pair coupling(body_indices_[one].place, body_indices_[two].place);
  if (part.couplings.empty() || part.couplings.back() != coupling) {
    part.couplings.push_back(coupling);
  }
}

/// Adds the moving bodies of a group of masses to a subproblem.
void ContactProblem::add_mass_group(std::size_t number, const MassGroup& group) {
  Subproblem& part = *parts_[number];
  const std::size_t first = part.bodies.size();
  for (const std::size_t body : group.bodies) {
    if (!moving_[body]) continue;
    body_indices_[body].place = part.bodies.size();
    part_of_body_[body] = number;
    part.bodies.push_back(body);
  }
  for (std::size_t i = first; i < part.bodies.size(); ++i) {
    for (std::size_t j = first; j < i; ++j) part.couplings.emplace_back(i, j);
  }
}

void ContactProblem::add_masses(const Masses& masses, const Kinematics& bodies) {
  mass_blocks_.clear();
  masses.add_blocks(bodies, mass_blocks_);
  const std::vector<Vector6>& moving = masses.moving_dofs();
  for (MassBlock& mass : mass_blocks_) {
    const std::size_t part = part_of_body_[mass.row];
    if (part == kNoPart || part_of_body_[mass.column] == kNoPart) continue;
    mass.value = moving[mass.row].asDiagonal() * mass.value * moving[mass.column].asDiagonal();
    parts_[part]->matrix.add_mass(body_indices_[mass.row].place, body_indices_[mass.column].place,
                                  mass.value);
  }
  for (std::size_t body = 0; body < moving.size(); ++body) {  // held dofs stay where they are
    if (part_of_body_[body] == kNoPart || moving[body].minCoeff() > 0.0) continue;
    const Matrix6 held = (Vector6::Ones() - moving[body]).asDiagonal();
    const std::size_t place = body_indices_[body].place;
    parts_[part_of_body_[body]]->matrix.add_mass(place, place, held);
  }
}

void ContactProblem::add_rows(const Masses& masses, const Kinematics& bodies) {
  const std::size_t count = joints_->size() + contacts_->size();
  for (std::size_t i = 0; i < count;) {
    if (part_of_[i] == kNoPart) {
      ++i;
      continue;
    }
    const std::size_t end = end_of_link(i);
    ContactJacobian& jacobian = parts_[part_of_[i]]->matrix.jacobian();
    if (end - i < kLeastOnLink) {
      jacobian.add_rows(block(i), sides(i, masses));
      add_responses(block(i), part_of_[i], masses, bodies);
      ++i;
      continue;
    }
    const std::size_t side = moved(block(i).bodies[0]) ? 0 : 1;
    const ConstraintBlock link = link_of(block(i).bodies, side, bodies);
    jacobian.add_link(link, sides(i, masses));
    add_responses(link, part_of_[i], masses, bodies);
    for (; i < end; ++i) jacobian.add_linked_rows((*contacts_)[i - joints_->size()].block, side);
  }
}

/// Index behind the last of the contacts from `first` on between the same bodies; for a joint,
/// first + 1.
std::size_t ContactProblem::end_of_link(std::size_t first) const {
  const std::size_t count = joints_->size() + contacts_->size();
  std::size_t end = first + 1;
  if (first < joints_->size()) return end;
  while (end < count && block(end).bodies == block(first).bodies) ++end;
  return end;
}

/// The rows B of a link: the motion of the first moving body relative to the other, at the center
/// of mass of the first, with which contacts form their rows. With r the vector from body 2 to 1
/// the rows are v_1 - v_2 - w_2 x r and w_1 - w_2.
/// @param side the first moving body
ConstraintBlock ContactProblem::link_of(const std::array<std::size_t, 2>& between, std::size_t side,
                                        const Kinematics& bodies) const {
  ConstraintBlock link;
  link.bodies = between;
  link.rows = 6;
  link.jacobian[side].topRows<6>().setIdentity();
  const std::size_t other = 1 - side;
  if (!moved(between[other])) return link;
  const Vector3 way = bodies[between[side]].position - bodies[between[other]].position;
  auto against = link.jacobian[other].topRows<6>();
  against.diagonal().setConstant(-1.0);
  against.block<3, 3>(0, 3) << 0.0, -way.z(), way.y(), way.z(), 0.0, -way.x(), -way.y(), way.x(),
      0.0;
  return link;
}

std::array<ContactJacobian::Side, 2> ContactProblem::sides(std::size_t index,
                                                           const Masses& masses) const {
  std::array<ContactJacobian::Side, 2> sides;
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t body = block(index).bodies[side];
    if (moved(body)) sides[side] = {body_indices_[body].place, masses.moving_dofs()[body]};
  }
  return sides;
}

/// Adds the changes of velocity that impulses of a block of rows cause in the groups of its bodies.
void ContactProblem::add_responses(const RowsView& acting, std::size_t part, const Masses& masses,
                                   const Kinematics& bodies) {
  const auto [one, two] = acting.bodies;
  if (moved(one)) add_responses(acting, body_indices_[one].group, *parts_[part], masses, bodies);
  if (moved(two) && (!moved(one) || body_indices_[one].group != body_indices_[two].group)) {
    add_responses(acting, body_indices_[two].group, *parts_[part], masses, bodies);
  }
}

/// Adds the changes of velocity in one group.
void ContactProblem::add_responses(const RowsView& acting, std::size_t group, Subproblem& part,
                                   const Masses& masses, const Kinematics& bodies) {
  const MassGroup& of = masses.groups()[group];
  twists_.assign(of.bodies.size(), {});
  for (std::size_t side = 0; side < 2; ++side) {
    const std::size_t body = acting.bodies[side];
    if (!moved(body) || body_indices_[body].group != group) continue;
    acting.add_columns(side, twists_[body_indices_[body].member]);
  }
  masses.matrices()[group]->solve_columns(bodies, twists_);
  for (std::size_t member = 0; member < of.bodies.size(); ++member) {
    const std::size_t body = of.bodies[member];
    if (moving_[body])
      part.matrix.jacobian().add_response(body_indices_[body].place, twists_[member]);
  }
}

double ContactProblem::mobility(std::size_t contact) const {
  const std::size_t index = joints_->size() + contact;
  if (part_of_[index] == kNoPart) return 0.0;  // of bodies whose dofs are all held
  return parts_[part_of_[index]]->matrix.mobility(row_in_part_[index]);
}

ContactProblem::Solution ContactProblem::solve(const MixedComplementarityProblem& joints,
                                               const std::vector<ContactEquation>& equations,
                                               const std::vector<Vector3>& speeds,
                                               const VectorXd& joint_guess,
                                               const std::vector<Vector3>& contact_guess) {
  Solution solution;
  solution.joints = VectorXd::Zero(joints.right_side.size());
  solution.contacts.assign(contacts_->size(), Vector3::Zero());
  solution.residuals.assign(contacts_->size(), 0.0);
  for (std::size_t number = 0; number < part_count_; ++number) {
    check_cancelled();
    Subproblem& part = *parts_[number];
    formulate(joints, equations, speeds, part);
    guess(equations, joint_guess, contact_guess, part);
    const std::vector<StagedContact> in_stages = staged(part, equations);
    const nonsmooth::OneStepSolution solved =
        in_stages.empty()
            ? nonsmooth::solve_friction_problem(part.problem, part.matrix, part.guess, kResidualAim)
            : solve_in_stages(part.problem, part.matrix, in_stages, part.guess, kResidualAim);
    if (!(solved.residual <= kResidualLimit)) refuse(part, solved.residual);
    for (const std::size_t i : part.blocks) {
      const auto rows = solved.multipliers.segment(row_in_part_[i], block(i).rows);
      if (i < joints_->size()) {
        solution.joints.segment(joint_row_[i], rows.size()) = rows;
      } else {
        const std::size_t contact = i - joints_->size();
        solution.contacts[contact].head(rows.size()) = rows;
        solution.contacts[contact][0] -= equations[contact].adhesion;
        solution.residuals[contact] = solved.residual;
      }
    }
  }
  return solution;
}

std::vector<StagedContact> ContactProblem::staged(
    const Subproblem& part, const std::vector<ContactEquation>& equations) const {
  std::vector<StagedContact> contacts;
  contacts.reserve(part.blocks.size());
  bool directly = true;
  for (const std::size_t i : part.blocks) {
    if (i < joints_->size()) continue;
    const ContactEquation& equation = equations[i - joints_->size()];
    if (!equation.acts) continue;
    directly = directly && equation.solve == FrictionSolve::kDirect;
    contacts.push_back({row_in_part_[i], block(i).rows, equation.solve});
  }
  if (directly) contacts.clear();
  return contacts;
}

/// Sets the multipliers with which the iteration begins, relative to the same origin as in
/// formulate().
void ContactProblem::guess(const std::vector<ContactEquation>& equations,
                           const VectorXd& joint_guess, const std::vector<Vector3>& contact_guess,
                           Subproblem& part) const {
  part.guess.setZero(part.rows);
  for (const std::size_t i : part.blocks) {
    auto rows = part.guess.segment(row_in_part_[i], block(i).rows);
    if (i < joints_->size()) {
      if (joint_guess.size() > 0) rows = joint_guess.segment(joint_row_[i], rows.size());
    } else if (!contact_guess.empty()) {
      const std::size_t contact = i - joints_->size();
      if (!equations[contact].acts) continue;
      rows = contact_guess[contact].head(rows.size());
      rows[0] += equations[contact].adhesion;
    }
  }
}

/// Sets up the problem of a subproblem. Normal multipliers are counted from their least value,
/// -adhesion.
void ContactProblem::formulate(const MixedComplementarityProblem& joints,
                               const std::vector<ContactEquation>& equations,
                               const std::vector<Vector3>& speeds, Subproblem& part) const {
  nonsmooth::OneStepProblem& problem = part.problem;
  VectorXd &sigma = part.sigma, &least = part.least;
  for (VectorXd* of_rows : {&problem.offset, &problem.lower, &problem.upper, &sigma, &least}) {
    of_rows->setZero(part.rows);
  }
  problem.cones.clear();
  for (const std::size_t i : part.blocks) {
    const Eigen::Index first = row_in_part_[i], rows = block(i).rows;
    if (i < joints_->size()) {
      const Eigen::Index joint = joint_row_[i];
      sigma.segment(first, rows) =
          joints.sigma.segment(joint, rows) - joints.regularization.segment(joint, rows);
      problem.offset.segment(first, rows) = -joints.right_side.segment(joint, rows);
      problem.lower.segment(first, rows) = joints.lower.segment(joint, rows);
      problem.upper.segment(first, rows) = joints.upper.segment(joint, rows);
      continue;
    }
    const std::size_t contact = i - joints_->size();
    const ContactEquation& equation = equations[contact];
    if (!equation.acts) continue;
    sigma[first] = equation.sigma;
    problem.offset[first] = speeds[contact][0] - equation.target;
    problem.upper.segment(first, rows).setConstant(kUnbounded);
    least[first] = -equation.adhesion;
    if (rows == 1) continue;
    sigma.segment(first + 1, 2).setConstant(equation.tangent_sigma);
    problem.offset.segment(first + 1, 2) = speeds[contact].tail<2>() - equation.tangent_target;
    if (equation.friction) {
      problem.lower.segment(first + 1, 2).setConstant(-*equation.friction);
      problem.upper.segment(first + 1, 2).setConstant(*equation.friction);
      continue;
    }
    problem.lower.segment(first + 1, 2).setConstant(-kUnbounded);
    problem.cones.push_back(
        {first, 2, (*contacts_)[contact].friction, (*contacts_)[contact].square});
  }
  part.matrix.set_sigma(problem, sigma);
  if (!least.isZero(0.0)) {
    const VectorXd& units = part.matrix.units();
    VectorXd offset;
    part.matrix.multiply(units.cwiseProduct(least), offset);
    problem.offset += units.cwiseProduct(offset);
  }
}

void ContactProblem::refuse(const Subproblem& part, double residual) const {
  std::set<std::string> names;
  for (const std::size_t i : part.blocks) {
    for (const std::size_t body : block(i).bodies) {
      if (body != ConstraintBlock::kWorld) names.insert(names_[body]);
    }
  }
  throw SolverFailure(
      fmt::format("contacts of bodies '{}' must be solved to a residual of {}, got {:.3g}",
                  fmt::join(names, "', '"), kResidualLimit, residual));
}

}  // namespace raftup::solver
