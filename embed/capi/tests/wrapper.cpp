// The header for C++: wrapper DEVICE.
#include "tensorforge.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>

namespace tf = tensorforge;

static void check(bool condition, const char *what) {
  if (!condition) {
    std::printf("FAILED %s\n", what);
    std::exit(1);
  }
}

template <class Action>
static tf::Error failure(Action action) {
  try {
    action();
  } catch (const tf::Error &error) {
    return error;
  }
  std::printf("FAILED nothing was thrown\n");
  std::exit(1);
}

static bool says(const tf::Error &error, const char *part) { return std::strstr(error.what(), part) != nullptr; }

static const char *program =
    "func.func @scale(%x: tensor<?{n}x2xf32> {tf.name = \"x\"}, %a: f32 {tf.name = \"a\"}) -> tensor<?{n}x2xf32> {\n"
    "  %0 = tensor.splat %a : tensor<?{n}x2xf32>\n"
    "  %1 = arith.mulf %x, %0 : tensor<?{n}x2xf32>\n"
    "  return %1 : tensor<?{n}x2xf32>\n"
    "}\n";

int main(int, char **argv) {
  const std::string device = argv[1];
  tf::Session::Options options;
  options.threads = 2;
  options.passes.push_back({"throwing", "", [](tf::ModuleRef) -> bool { throw std::runtime_error("not today"); }});
  tf::Session session(options);
  tf::Executable exe = session.compile(program, device, "scale.mlir");

  std::array<float, 6> x = {1, 2, 3, 4, 5, 6};
  std::vector<float> y(6);
  exe("scale", {tf::view(x, {3, 2}), 0.5f}, {tf::view(y, {3, 2})});
  check(y[5] == 3.0f, "scaled");
  tf::Array made = std::move(exe("scale", {tf::view(y, {3, 2}), 2.0f})[0]);
  check(made.extents() == std::vector<std::int64_t>{3, 2} && made.elements<float>()[5] == 6.0f, "a new array");
  exe("scale", {made, 2.0f}, {tf::view(y, {3, 2})});
  check(y[5] == 12.0f, "an array as an argument");
  exe("scale", {tf::view(y, {3, 2}).donated(), 2.0f}, {tf::view(y, {3, 2})});
  check(y[5] == 24.0f, "in place");
  std::vector<float> columns = {1, 3, 5, 2, 4, 6};
  exe("scale", {tf::View(TF_F32, columns.data(), {3, 2}, {1, 3}), 1.0f}, {tf::view(y, {3, 2})});
  check(y[1] == 2.0f && y[2] == 3.0f, "strides");

  check(says(failure([&] { exe("scal", {}, {}); }), "the program has no function 'scal': it has scale"), "no function");
  check(says(failure([&] { tf::view(y, {2, 2}); }), "6 elements do not fill an array of 4"), "elements");
  check(says(failure([&] { exe("scale", {tf::view(columns, {2, 3}), 0.5f}, {tf::view(y, {3, 2})}); }), "'x'"), "extents");
  check(says(failure([&] { made.data<double>(); }), "another type"), "another type");
  tf::Error text = failure([&] { session.parse("func.func @f( {", "broken.mlir"); });
  check(text.kind() == TF_FAILURE_KIND_TEXT && text.findings().at(0).file == "broken.mlir" && text.findings()[0].line == 1, "place");
  tf::Module module = session.parse(program);
  check(says(failure([&] { session.run(module, "throwing"); }), "not today"), "a pass that throws");
  check(says(failure([&] { module.create({"arith.addf", {}, {}, {}, true}, module.first(module.region(module.op()))); }), "arith.addf"), "no operands");
  try {
    module.walk([](tf::Op) { throw 7; });
    check(false, "a walk that throws");
  } catch (int seven) {
    check(seven == 7, "seven");
  }
  tf::Cancel cancel;
  cancel.cancel();
  check(failure([&] { exe.limited(10, 0, &cancel)("scale", {tf::view(x, {3, 2}), 0.5f}); }).kind() == TF_FAILURE_KIND_CANCELLED, "cancelled");
  std::printf("all is well on %s\n", argv[1]);
  return 0;
}
