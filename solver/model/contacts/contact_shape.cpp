#include "solver/model/contacts/contact_shape.hpp"

#include <algorithm>

namespace raftup::solver {

std::string full_name(const ContactShape& shape) { return shape.body + "/" + shape.name; }

bool includes(const std::string& side, const ContactShape& shape) {
  if (side.empty() || side == full_name(shape)) return true;
  if (!shape.body.empty() && side == shape.body) return true;
  return std::find(shape.groups.begin(), shape.groups.end(), side) != shape.groups.end();
}

}  // namespace raftup::solver
