#pragma once

#include "solver/description/violations.hpp"
#include "solver/loads/lines/line_drum.hpp"

namespace raftup::solver {

struct ElasticLine;
struct Model;

/// Adds the violations of the rules of the drum of a line, which has one.
/// @param path of the field winch
void check_winch(const ElasticLine& line, const Model& model, const std::string& path,
                 Violations& violations);

/// Adds the violations of the rules of the eyes of a line, which has some.
/// @param path of the line
void check_eyes(const ElasticLine& line, const std::string& path, Violations& violations);

/// A quarter of an element of the first section in a step, as fast as nodes beside a drum are added and
/// removed [m/s].
double greatest_drum_speed(const ElasticLine& line, const Model& model);

/// Makes the drum of a line, which has a winch.
LineDrum make_drum(const ElasticLine& line, const LoadSite& site);

/// Channel of the command that parts a line at the break that has neither time nor tension.
inline constexpr std::string_view kCutChannel = "cut";

/// Adds the violations of rules for breaks that wait for the command `cut`.
/// @param path path of the line
void check_cut(const ElasticLine& line, const Model& model, const std::string& path,
               Violations& violations);

}  // namespace raftup::solver
