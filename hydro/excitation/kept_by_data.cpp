#include "hydro/excitation/kept_by_data.hpp"

#include <span>

#include "hydro/base/sha256.hpp"

namespace raftup::hydro {
namespace {

/// Adds numbers to a digest.
class NumberDigest {
 public:
  template <typename Dense>
  void add(const Dense& numbers) {
    digest_.update(
        std::as_bytes(std::span(numbers.data(), static_cast<std::size_t>(numbers.size()))));
  }
  void add(double number) { add(Eigen::Matrix<double, 1, 1>(number)); }
  std::string finish() { return digest_.finish(); }

 private:
  Sha256 digest_;
};

}  // namespace

std::string data_digest(const Database& database) {
  NumberDigest digest;
  digest.add(database.omega);
  digest.add(database.wave_directions);
  digest.add(database.water_depth);
  digest.add(database.gravity);
  for (const DatabaseBody& body : database.bodies) {
    digest.add(body.center_of_gravity);
    digest.add(body.hydrostatic_stiffness);
  }
  if (!database.modes.empty()) digest.add(database.modes.rigid_restoring);
  for (const auto& X : database.excitation.values) digest.add(X);
  for (const auto& A : database.added_mass) digest.add(A);
  for (const auto& B : database.radiation_damping) digest.add(B);
  return digest.finish();
}

}  // namespace raftup::hydro
