// What deploy/build_time.sh measures a build in: a file of headers and templates that never
// changes.
#include <Eigen/Eigenvalues>
#include <functional>
#include <map>
#include <string>
#include <vector>

std::map<std::string, double> largest_eigenvalues(
    const std::map<std::string, Eigen::MatrixXd>& matrices,
    const std::function<bool(const std::string&)>& wanted) {
  std::map<std::string, double> largest;
  for (const auto& [name, matrix] : matrices) {
    if (!wanted(name)) continue;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix * matrix.transpose());
    largest[name] = solver.eigenvalues().maxCoeff();
  }
  return largest;
}
