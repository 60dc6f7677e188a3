#include "solver/model/loads/damper.hpp"

#include <cmath>

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

namespace {

class DamperElement final : public ForceElement {
 public:
  DamperElement(const Damper& load, const Model& model)
      : point1_(load.body1, load.point1, model),
        point2_(load.body2, load.point2, model),
        linear_(load.linear),
        quadratic_(load.quadratic) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    const StraightLine line(point1_, point2_, bodies);
    line.add_tension(tension(line), forces.total);
  }

  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    const StraightLine line(point1_, point2_, bodies);
    const double slope = linear_ + 2.0 * quadratic_ * std::abs(line.rate());
    line.add_jacobian(0.0, 0.0, slope, jacobian);
  }

  void read(const StageConditions& /*conditions*/, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const StraightLine line(point1_, point2_, bodies);
    outputs[0] = line.length() > 0.0 ? tension(line) : 0.0;
  }

 private:
  double tension(const StraightLine& line) const {
    return (linear_ + quadratic_ * std::abs(line.rate())) * line.rate();
  }

  Attachment point1_, point2_;
  double linear_, quadratic_;
};

}  // namespace

std::unique_ptr<ForceElement> make_element(const Damper& load, const LoadSite& site) {
  return std::make_unique<DamperElement>(load, site.model);
}

}  // namespace raftup::solver
