/// @file Streams a heave force to a buoy, step by step, and prints the heave of the buoy.
///   raftupd --data /tmp/raftup &   then   stream_force 127.0.0.1:50551
#include <cmath>
#include <cstdio>
#include <numbers>

#include "clients/cpp/client.hpp"

namespace {

/// Model of a buoy of 1000 t with a linear mooring, on which a client exerts a force.
constexpr const char* kModel = R"({
  "name": "pushed_buoy",
  "bodies": [{"name": "buoy", "mass": 1.0e6, "gravity": false,
              "inertia": {"xx": 1.0e7, "yy": 1.0e7, "zz": 1.0e7}}],
  "added_mass_interactions": [{"name": "water", "body1": "buoy",
    "body1_block": [0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0.8e6,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0, 0,0,0,0,0,0]}],
  "loads": [{"name": "restoring", "linear_mooring":
             {"body": "buoy", "stiffness": [1e5, 1e5, 3e6, 1e6, 1e6, 1e6], "damping": [0, 0, 2e5, 0, 0, 0]}}],
  "inputs": [{"name": "push", "external_force": {"body": "buoy"}}],
  "integration": {"step": 0.05}
})";

}  // namespace

int main(int argc, char** argv) {
  using namespace raftup;
  try {
    client::Client server(argc > 1 ? argv[1] : "127.0.0.1:50551");
    v1::SessionSpec spec;
    *spec.mutable_model() = client::model_from_json(kModel);
    const v1::Session session = server.start_session(spec);

    v1::Attach attach;
    attach.set_session(session.name());
    attach.set_role(v1::ROLE_CONTROLLER);
    attach.add_input_variables("push");
    attach.add_output_variables("buoy.displacement");
    client::Exchange stream = server.exchange(attach);

    const double step = 1e-9 * static_cast<double>(stream.attached().step_ns());
    for (int n = 0; n < 200; ++n) {
      const double heave_force = 2.0e5 * std::sin(2.0 * std::numbers::pi * n * step / 8.0);
      const double force[] = {0.0, 0.0, heave_force, 0.0, 0.0, 0.0};
      const v1::Frame& frame = stream.step(force);
      std::printf("t = %5.2f s  heave = %+.4f m\n", 1e-9 * static_cast<double>(frame.time_ns()),
                  frame.values(2));
    }
    stream.close();
    server.delete_session(session.name());
  } catch (const client::CallError& error) {
    std::fprintf(stderr, "%s: %s\n", error.reason().c_str(), error.what());
    return 1;
  }
  return 0;
}
