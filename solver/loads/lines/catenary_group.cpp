#include "solver/loads/lines/catenary_group.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace raftup::solver {

std::size_t CatenaryGroup::add(Catenary line, const Attachment& fairlead,
                               const Attachment& anchor) {
  const std::size_t number = members_.size();
  if (number % kLaneCount == 0) blocks_.emplace_back();
  line.put(number % kLaneCount, blocks_.back());
  members_.push_back({std::move(line), fairlead, anchor});
  return number;
}

Vector3 CatenaryGroup::chord(const Member& member, const Kinematics& bodies) {
  return member.anchor.position(bodies) - member.fairlead.position(bodies);
}

void CatenaryGroup::begin(std::size_t number, const Kinematics& bodies) {
  const auto is_at_start = [&](const Member& member) {
    return member.begun && chord(member, bodies) == member.chord_at_start;
  };
  if (is_at_start(members_[number])) return;
  for (Member& member : members_) {
    if (!is_at_start(member)) member.solved = member.begun = false;
  }
  solve_all(bodies);
  for (Member& member : members_) {
    if (member.begun) continue;
    member.begun = true;
    member.chord_at_start = member.chord;
    member.solved_at_start = member.solved;
    member.at_start = member.shape;
  }
}

const CatenaryGroup::Shape& CatenaryGroup::shape(std::size_t number, const Kinematics& bodies) {
  Member& member = members_[number];
  if (!member.solved || chord(member, bodies) != member.chord) solve_all(bodies);
  if (!member.solved) {  // it hangs vertically, or solve() throws
    member.shape.line = member.line.solve(member.shape.across, member.shape.down);
    member.solved = true;
  }
  return member.shape;
}

void CatenaryGroup::solve_all(const Kinematics& bodies) {
  for (std::size_t block = 0; block < blocks_.size(); ++block) solve_block(block, bodies);
}

/// Writes a line to be solved to a lane. The iteration begins with the forces at the start of the
/// step plus the change by their stiffness, unless the forces would change by half or more.
void CatenaryGroup::put(const Member& member, std::size_t lane, CatenaryLanes::Task& task) {
  const Shape& shape = member.shape;
  task.wanted[lane] = 1.0;
  task.x[lane] = std::max(shape.across, member.line.shortest_across());
  task.z[lane] = shape.down;
  if (!member.begun || !member.solved_at_start) return;
  const Catenary::Solution& start = member.at_start.line;
  const Vector2 change = start.stiffness * Vector2(shape.across - member.at_start.across,
                                                   shape.down - member.at_start.down);
  const bool is_near = std::abs(change.x()) < 0.5 * start.horizontal &&
                       std::abs(change.y()) < 0.5 * std::abs(start.vertical);
  if (!is_near) return;
  task.begin_H[lane] = start.horizontal + change.x();
  task.begin_V[lane] = start.vertical + change.y();
}

void CatenaryGroup::solve_block(std::size_t block, const Kinematics& bodies) {
  const std::size_t first = block * kLaneCount;
  const std::size_t count = std::min(kLaneCount, members_.size() - first);
  CatenaryLanes::Task task;
  bool any = false;
  for (std::size_t lane = 0; lane < count; ++lane) {
    Member& member = members_[first + lane];
    const Vector3 now = chord(member, bodies);
    if (member.solved && now == member.chord) continue;
    member.chord = now;
    member.solved = false;
    if (member.begun && now == member.chord_at_start) {
      member.shape = member.at_start;
      member.solved = member.solved_at_start;
      continue;
    }
    Shape& shape = member.shape;
    shape.across = std::sqrt(now.x() * now.x() + now.y() * now.y());
    shape.down = -now.z();
    shape.heading = shape.across > 0.0
                        ? Vector3(now.x() / shape.across, now.y() / shape.across, 0.0)
                        : Vector3(Vector3::UnitX());
    if (!member.line.is_drawn_out(shape.across, shape.down)) continue;
    put(member, lane, task);
    any = true;
  }
  if (!any) return;
  CatenaryLanes::Solved solved;
  blocks_[block].solve(task, solved);
  for (std::size_t lane = 0; lane < count; ++lane) {
    if (task.wanted[lane] == 0.0) continue;
    Member& member = members_[first + lane];
    member.shape.line = member.line.solution(member.shape.across, member.shape.down, solved, lane);
    member.solved = true;
  }
}

}  // namespace raftup::solver
