#include "solver/loads/lines/piece_readings.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

/// The outputs of one piece, taken apart.
struct PieceOutputs {
  double tension, anchor_tension, on_bottom, top_angle;
  std::vector<double> touchdown, shape, tensions, curvatures, drum;

  PieceOutputs(LineInMotion& piece, const LineValues& values) {
    const std::size_t n = values.rod.tension.size();
    std::vector<double> all(5 * n + (piece.traits().slides[0] ? 16 : 12));
    piece.readings(values).write(all);
    auto next = all.begin();
    const auto take = [&next](std::size_t count) {
      const auto first = next;
      next += static_cast<std::ptrdiff_t>(count);
      return std::vector<double>(first, next);
    };
    tension = *next++;
    anchor_tension = *next++;
    on_bottom = *next++;
    top_angle = *next++;
    touchdown = take(3);
    shape = take(3 * (n + 1));
    tensions = take(n);
    curvatures = take(n + 1);
    ++next;  // broken
    drum = take(static_cast<std::size_t>(all.end() - next));
  }
};

/// Appends a row to another, of which it begins with the last `shared` values.
void append(const std::vector<double>& row, std::size_t shared, std::vector<double>& to) {
  to.insert(to.end(), row.begin() + static_cast<std::ptrdiff_t>(to.empty() ? 0 : shared),
            row.end());
}

double* write_behind(const std::vector<double>& filling, std::size_t unused,
                     const std::vector<double>& row, double* next) {
  for (std::size_t i = 0; i < unused; ++i) next = std::copy(filling.begin(), filling.end(), next);
  return std::copy(row.begin(), row.end(), next);
}

}  // namespace

void write_pieces(const ElasticLine& line, LinePieces& pieces, const PiecesNow& now,
                  std::span<double> outputs) {
  const EyeSlip::Pieces& objects = pieces.objects(now.elements);
  std::vector<double> shape, tensions, curvatures, touchdown, drum;
  double on_bottom = 0.0, tension = 0.0, anchor_tension = 0.0, top_angle = 0.0;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const PieceOutputs piece(*objects[i], now.values[i]);
    if (i == 0) {
      tension = piece.tension;
      top_angle = piece.top_angle;
      drum = piece.drum;
    }
    if (on_bottom == 0.0) touchdown = piece.touchdown;
    on_bottom += piece.on_bottom;
    anchor_tension = piece.anchor_tension;
    append(piece.shape, 3, shape);
    append(piece.tensions, 0, tensions);
    append(piece.curvatures, 1, curvatures);
  }
  const auto most = static_cast<std::size_t>(line.most_elements());
  const std::size_t unused = most - tensions.size();
  double* next = outputs.data();
  next = std::copy_n(std::array{tension, anchor_tension, on_bottom, top_angle}.data(), 4, next);
  next = std::copy(touchdown.begin(), touchdown.end(), next);
  next = write_behind({shape[0], shape[1], shape[2]}, unused, shape, next);
  next = write_behind({0.0}, unused, tensions, next);
  next = write_behind({0.0}, unused, curvatures, next);
  *next++ = 0.0;  // a line with eyes does not break
  if (line.winch) {
    drum[0] = pieces.length_out(now);
    next = std::copy(drum.begin(), drum.end(), next);
  }
  next = std::copy(now.slid.begin(), now.slid.end(), next);
  for (std::size_t i = 0; i + 1 < objects.size(); ++i) {
    *next++ = (now.values[i].end_force[1] + now.values[i + 1].end_force[0]).norm();
  }
}

}  // namespace raftup::solver
