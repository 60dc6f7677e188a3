/// @file The small model of the contract tests and of the stream benchmark, as a client sends it.
#pragma once

namespace raftup::testing {

/// Two bodies in heave with coupled added mass, both on springs, both pushed by clients:
/// inputs push_a, push_b; outputs a.displacement, b.displacement.
inline constexpr const char* kTwoBodies = R"({
  "name": "two_bodies",
  "bodies": [
    {"name": "a", "mass": 1.0e6, "gravity": false, "inertia": {"xx": 1e7, "yy": 1e7, "zz": 1e7},
     "position": [0, 0, 1], "free": [false, false, true, false, false, false]},
    {"name": "b", "mass": 0.6e6, "gravity": false, "inertia": {"xx": 1e7, "yy": 1e7, "zz": 1e7},
     "position": [30, 0, 0], "free": [false, false, true, false, false, false]}],
  "added_mass_interactions": [{"name": "pair", "body1": "a", "body2": "b",
    "body1_block": [0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0.8e6,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0],
    "body2_block": [0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0.5e6,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0],
    "off_diagonal_block":
      [0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,-0.15e6,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0]}],
  "loads": [
    {"name": "spring_a", "linear_mooring":
      {"body": "a", "stiffness": [0, 0, 3.0e6, 0, 0, 0], "rest_position": [0, 0, 0]}},
    {"name": "spring_b", "linear_mooring":
      {"body": "b", "stiffness": [0, 0, 2.0e6, 0, 0, 0], "rest_position": [30, 0, 0]}}],
  "inputs": [{"name": "push_a", "external_force": {"body": "a"}},
             {"name": "push_b", "external_force": {"body": "b"}}],
  "outputs": ["a.displacement", "b.displacement"],
  "integration": {"step": 0.02}
})";

}  // namespace raftup::testing
