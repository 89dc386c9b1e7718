// A small language on top of the compiler: formulas, a line each, over arrays of one length. `formulas DEVICE` reads
//
//   input x y
//   r = x * x + y * y
//   s = r / (r + 1) - 2
//   output s r
//
// and lowers it to a function of Tensorforge. A tree-walking interpreter of the language gives the answers to compare with. A pass of
// its own makes products of what is multiplied by 2 into sums. Compile it with -ltensorforge_capi; docs/guides/c-api.md has the rest.
#include "tensorforge.hpp"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <map>
#include <memory>
#include <sstream>

namespace tf = tensorforge;

namespace {

struct Expression {
  char kind;  // '+', '-', '*', '/', 'n' a number, 'v' a variable
  double number = 0;
  std::string name{};
  std::uint32_t column = 1;
  std::unique_ptr<Expression> left{}, right{};
};
using Tree = std::unique_ptr<Expression>;

struct Program {
  struct Line {
    std::string name;
    Tree value;
    std::uint32_t line;
  };
  std::vector<std::string> inputs, outputs;
  std::vector<Line> lines;
};

[[noreturn]] void wrong(std::uint32_t line, std::uint32_t column, const std::string &why) {
  throw std::runtime_error("formulas:" + std::to_string(line) + ":" + std::to_string(column) + ": " + why);
}

// expression := term (('+' | '-') term)*, term := factor (('*' | '/') factor)*, factor := number | name | '(' expression ')'
class Reader {
 public:
  Reader(const std::string &text, std::uint32_t line, std::size_t at) : text_(text), line_(line), at_(at) {}

  Tree whole() {
    Tree tree = sum();
    if (skip() < text_.size()) wrong(line_, column(), std::string("unexpected '") + text_[at_] + "'");
    return tree;
  }

 private:
  std::size_t skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return at_;
  }
  std::uint32_t column() const { return static_cast<std::uint32_t>(at_ + 1); }
  bool next_is(const char *any) { return skip() < text_.size() && std::strchr(any, text_[at_]); }

  Tree sum() { return chain("+-", [this] { return chain("*/", [this] { return factor(); }); }); }
  template <class Part>
  Tree chain(const char *operators, Part part) {
    Tree tree = part();
    while (next_is(operators)) {
      auto both = std::make_unique<Expression>();
      both->column = column();
      both->kind = text_[at_++];
      both->left = std::move(tree);
      both->right = part();
      tree = std::move(both);
    }
    return tree;
  }
  Tree factor() {
    if (next_is("(")) {
      ++at_;
      Tree tree = sum();
      if (!next_is(")")) wrong(line_, column(), "expected ')'");
      ++at_;
      return tree;
    }
    auto leaf = std::make_unique<Expression>();
    leaf->column = column();
    std::size_t start = skip();
    auto letter = [&] { return at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.'); };
    while (letter()) ++at_;
    leaf->name = text_.substr(start, at_ - start);
    if (leaf->name.empty()) wrong(line_, column(), "expected a number or a name");
    bool number = std::isdigit(static_cast<unsigned char>(leaf->name[0]));
    leaf->kind = number ? 'n' : 'v';
    if (number) leaf->number = std::stod(leaf->name);
    return leaf;
  }

  const std::string &text_;
  std::uint32_t line_;
  std::size_t at_;
};

Program read(const std::string &source) {
  Program program;
  std::istringstream lines(source);
  std::string text;
  for (std::uint32_t line = 1; std::getline(lines, text); ++line) {
    std::istringstream words(text);
    std::string first, word;
    if (!(words >> first)) continue;
    if (first == "input" || first == "output") {
      auto &names = first == "input" ? program.inputs : program.outputs;
      while (words >> word) names.push_back(word);
      continue;
    }
    std::size_t equals = text.find('=');
    if (equals == std::string::npos) wrong(line, 1, "expected 'name = expression'");
    program.lines.push_back({first, Reader(text, line, equals + 1).whole(), line});
  }
  return program;
}

// What the language means.
using Vector = std::vector<double>;
Vector meaning(const Expression &e, const std::map<std::string, Vector> &known, std::size_t n) {
  if (e.kind == 'n') return Vector(n, e.number);
  if (e.kind == 'v') return known.at(e.name);
  Vector a = meaning(*e.left, known, n), b = meaning(*e.right, known, n);
  for (std::size_t i = 0; i < n; ++i)
    a[i] = e.kind == '+' ? a[i] + b[i] : e.kind == '-' ? a[i] - b[i] : e.kind == '*' ? a[i] * b[i] : a[i] / b[i];
  return a;
}

// The language as a function of Tensorforge: @formulas, of tensors of n numbers.
class Lowering {
 public:
  Lowering(tf::Module &module, const Program &program) : module_(module), tensor_(module.parse_type("tensor<?{n}xf64>")) {
    tf::Block top = module.first(module.region(module.op()));
    tf::Op function = module.create({"func.func", {}, {}, attributes(program), false, 1}, top);
    block_ = module.create(module.region(function), std::vector<tf::Type>(program.inputs.size(), tensor_));
    for (std::size_t i = 0; i < program.inputs.size(); ++i) values_[program.inputs[i]] = module.argument(block_, i);
    for (const auto &line : program.lines) values_[line.name] = lower(*line.value, line.line);
    std::vector<tf::Value> results;
    for (const auto &name : program.outputs) results.push_back(find(name, 0, 0));
    module.create({"func.return", results}, block_);
  }

 private:
  std::vector<std::pair<std::string, tf::Attribute>> attributes(const Program &program) const {
    auto list = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text += (i ? ", " : "") + module_.text(tensor_);
      return "(" + text + ")";
    };
    std::string type = list(program.inputs.size()) + " -> " + list(program.outputs.size());
    return {{"sym_name", module_.string("formulas")}, {"function_type", module_.parse_attribute(type)}};
  }
  tf::Value find(const std::string &name, std::uint32_t line, std::uint32_t column) const {
    auto found = values_.find(name);
    if (found == values_.end()) wrong(line, column, "'" + name + "' is not known here");
    return found->second;
  }
  tf::Value lower(const Expression &e, std::uint32_t line) {
    if (e.kind == 'v') return find(e.name, line, e.column);
    if (e.kind == 'n') {
      std::ostringstream text;
      text.precision(17);
      text << std::scientific << e.number << " : f64";
      tf::Value number = make("arith.constant", {}, module_.parse_type("f64"), {{"value", module_.parse_attribute(text.str())}}, e, line);
      return make("tensor.splat", {number}, tensor_, {}, e, line);
    }
    static const std::map<char, const char *> names = {{'+', "arith.addf"}, {'-', "arith.subf"}, {'*', "arith.mulf"}, {'/', "arith.divf"}};
    std::vector<tf::Value> operands = {lower(*e.left, line), lower(*e.right, line)};
    return make(names.at(e.kind), operands, tensor_, {}, e, line);
  }
  tf::Value make(const char *name, std::vector<tf::Value> operands, tf::Type type,
                 std::vector<std::pair<std::string, tf::Attribute>> attributes, const Expression &e, std::uint32_t line) {
    tf::ModuleRef::Parts parts{name, std::move(operands), {type}, std::move(attributes)};
    parts.file = "formulas";
    parts.line = line;
    parts.column = e.column;
    return module_.result(module_.create(parts, block_));
  }

  tf::Module &module_;
  tf::Type tensor_;
  tf::Block block_;
  std::map<std::string, tf::Value> values_;
};

// x * 2 as x + x.
bool double_by_adding(tf::ModuleRef module) {
  bool changed = false;
  module.walk([&](tf::Op op) {
    if (module.name(op) != "arith.mulf") return;
    tf::Op splat = module.definition(module.operand(op, 1));
    if (module.name(splat) != "tensor.splat") return;
    tf::Op number = module.definition(module.operand(splat, 0));
    if (module.attribute(number, "value") != module.parse_attribute("2.0 : f64")) return;
    tf::Value x = module.operand(op, 0);
    module.replace(op, {module.result(module.create({"arith.addf", {x, x}, {module.type(x)}}, op))});
    changed = true;
  });
  return changed;
}

}  // namespace

int main(int argc, char **argv) try {
  const char *source =
      "input x y\n"
      "r = x * x + y * y\n"
      "s = r / (r + 1) - x * 2\n"
      "output s r\n";
  Program program = read(source);
  tf::Session::Options options;
  options.passes.push_back({"double-by-adding", "Adds what is multiplied by 2 to itself", double_by_adding});
  tf::Session session(options);
  tf::Module module = session.module();
  Lowering(module, program);
  session.run(module, "double-by-adding");
  std::printf("%s", module.print().c_str());
  tf::Executable compiled = session.compile(module, argc > 1 ? argv[1] : "cpu");

  Vector x = {0, 1, 2, -3}, y = {1, 1, 0.5, 4};
  std::vector<tf::Array> found = compiled("formulas", {tf::view(x), tf::view(y)});
  std::map<std::string, Vector> known = {{"x", x}, {"y", y}};
  for (const auto &line : program.lines) known[line.name] = meaning(*line.value, known, x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    double s = found[0].data<double>()[i], r = found[1].data<double>()[i];
    std::printf("s = %.6f, r = %.6f\n", s, r);
    if (std::fabs(s - known["s"][i]) > 1e-12 || std::fabs(r - known["r"][i]) > 1e-12) return 1;
  }
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
