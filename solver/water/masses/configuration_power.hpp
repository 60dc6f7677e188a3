#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solver/model/faded_current.hpp"
#include "solver/water/groups/group_memories.hpp"
#include "solver/water/masses/blended_added_mass.hpp"

namespace raftup::solver {

/// The power of who moves the axes of families of databases that do not follow from poses:
/// BlendedAddedMass::given_power() [W] of each hydrodynamic group of a model.
class ConfigurationPower {
 public:
  /// @param memories radiation memories, one per hydrodynamic group
  ConfigurationPower(const Model& model, const std::vector<GroupMemories>& memories);

  /// Returns the power [W] of a group at a time [s]; 0 for a group whose added mass is constant.
  double of(const std::string& group, const Kinematics& bodies, double time) const;

 private:
  struct Group {
    std::string name;
    std::vector<std::size_t> bodies;  ///< in the order of the database
    std::shared_ptr<const BlendedAddedMass> added_mass;
  };

  std::vector<Group> groups_;
  BodyCurrents current_;
};

}  // namespace raftup::solver
