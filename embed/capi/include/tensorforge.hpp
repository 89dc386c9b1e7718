/*
 * Tensorforge for C++17: the functions of tensorforge.h as objects that free themselves, with exceptions for failures.
 *
 *   tensorforge::Session session;
 *   tensorforge::Executable program = session.compile(text, "cpu", "program.mlir");
 *   program("scale", {tensorforge::view(x, {3, 2}), 0.5f}, {tensorforge::view(y, {3, 2})});
 *
 * Only this header and tensorforge.h are needed, and -ltensorforge_capi.
 */
#ifndef TENSORFORGE_HPP
#define TENSORFORGE_HPP

#include "tensorforge.h"

#include <cstring>
#include <exception>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tensorforge {

/** A failure: `what()` is its full text; a finding about a part of the program has its location. */
class Error : public std::runtime_error {
 public:
  struct Finding {
    std::string code, file, text;
    std::uint32_t line = 0, column = 0;
  };

  Error(tf_failure_kind kind, const std::string &message) : std::runtime_error(message), kind_(kind) {}
  /** Takes a failure over. */
  explicit Error(tf_failure *failure)
      : std::runtime_error(text(tf_failure_message(failure))), kind_(tf_failure_get_kind(failure)) {
    for (std::size_t at = 0; at < tf_failure_count(failure); ++at)
      findings_.push_back({text(tf_failure_code(failure, at)), text(tf_failure_file(failure, at)),
                           text(tf_failure_text(failure, at)), tf_failure_line(failure, at),
                           tf_failure_column(failure, at)});
    tf_failure_free(failure);
  }

  tf_failure_kind kind() const { return kind_; }
  const std::vector<Finding> &findings() const { return findings_; }

 private:
  static std::string text(const char *text) { return text ? text : ""; }

  tf_failure_kind kind_;
  std::vector<Finding> findings_;
};

namespace detail {
template <class T, void (*Free)(T *)>
struct Freeing {
  void operator()(T *object) const { Free(object); }
};
template <class T, void (*Free)(T *)>
using Handle = std::unique_ptr<T, Freeing<T, Free>>;

/** Calls a C function with a `tf_failure **` as its last parameter, and throws its failure. */
template <class Function, class... Arguments>
auto checked(Function function, Arguments... arguments) {
  tf_failure *failure = nullptr;
  auto result = function(arguments..., &failure);
  if (failure) throw Error(failure);
  return result;
}

inline std::string taken(char *text) {
  std::string copy = text ? text : "";
  tf_string_free(text);
  return copy;
}

template <class T>
constexpr std::int32_t dtype() {
  using U = std::remove_cv_t<T>;
  if constexpr (std::is_same_v<U, bool>) return TF_I1;
  else if constexpr (std::is_same_v<U, float>) return TF_F32;
  else if constexpr (std::is_same_v<U, double>) return TF_F64;
  else if constexpr (std::is_integral_v<U> && std::is_signed_v<U>)
    return sizeof(U) == 1 ? TF_I8 : sizeof(U) == 2 ? TF_I16 : sizeof(U) == 4 ? TF_I32 : TF_I64;
  else if constexpr (std::is_integral_v<U>)
    return sizeof(U) == 1 ? TF_U8 : sizeof(U) == 2 ? TF_U16 : sizeof(U) == 4 ? TF_U32 : TF_U64;
  else static_assert(!sizeof(U), "unsupported element type: make a View of a tf_dtype and bytes");
  return 0;
}
}  // namespace detail

/** A borrowed array, or a scalar. */
class View {
 public:
  /** A row-major array, or one with strides in elements. */
  View(std::int32_t dtype, const void *data, std::vector<std::int64_t> extents, std::vector<std::int64_t> strides = {})
      : dtype_(dtype), data_(const_cast<void *>(data)), extents_(std::move(extents)), strides_(std::move(strides)) {
    if (!strides_.empty() && strides_.size() != extents_.size())
      throw Error(TF_FAILURE_KIND_ARGUMENT, "an array of rank " + std::to_string(extents_.size()) + " has " +
                                                std::to_string(strides_.size()) + " strides");
  }
  /** A scalar. */
  template <class T, class = std::enable_if_t<std::is_arithmetic_v<T>>>
  View(T number) : dtype_(detail::dtype<T>()), number_(true) {
    std::memcpy(bits_, &number, sizeof number);
  }

  /** The same; the call may overwrite it, and a result may lie in exactly its memory. */
  View donated() const {
    View view = *this;
    view.flags_ = TF_DONATED;
    return view;
  }
  /** For C; valid as long as this view is, where it is. */
  tf_array c() const {
    tf_array array = tf_array_of(dtype_, number_ ? bits_ : data_, static_cast<std::int32_t>(extents_.size()), extents_.data());
    array.strides = strides_.empty() ? nullptr : strides_.data();
    array.flags = flags_;
    return array;
  }
  const std::vector<std::int64_t> &extents() const { return extents_; }

 private:
  std::int32_t dtype_;
  void *data_ = nullptr;
  std::vector<std::int64_t> extents_, strides_;
  std::int64_t flags_ = 0;
  bool number_ = false;
  alignas(8) unsigned char bits_[8] = {};
};

/** The elements of a container that has data() and size() (a vector, an array, a span) as an array of these extents. */
template <class Container>
View view(Container &&elements, std::vector<std::int64_t> extents) {
  using Element = std::remove_pointer_t<decltype(elements.data())>;
  std::int64_t count = 1;
  for (std::int64_t extent : extents) count *= extent;
  if (count != static_cast<std::int64_t>(elements.size()))
    throw Error(TF_FAILURE_KIND_ARGUMENT,
                std::to_string(elements.size()) + " elements do not fill an array of " + std::to_string(count));
  return View(detail::dtype<Element>(), elements.data(), std::move(extents));
}
/** The elements of a container as an array of rank 1. */
template <class Container>
View view(Container &&elements) {
  return view(elements, {static_cast<std::int64_t>(elements.size())});
}

/** An array that a call made. */
class Array {
 public:
  explicit Array(tf_owned *owned) : owned_(owned) {}
  std::int32_t dtype() const { return c().dtype; }
  std::vector<std::int64_t> extents() const { return {c().extents, c().extents + c().rank}; }
  std::size_t size() const {
    std::size_t count = 1;
    for (std::int64_t extent : extents()) count *= static_cast<std::size_t>(extent);
    return count;
  }
  /** Its elements, row by row, if they are of this type. */
  template <class T>
  T *data() const {
    if (detail::dtype<T>() != dtype()) throw Error(TF_FAILURE_KIND_ARGUMENT, "the elements are of another type");
    return static_cast<T *>(c().data);
  }
  template <class T>
  std::vector<T> elements() const {
    return {data<T>(), data<T>() + size()};
  }
  operator View() const { return View(dtype(), c().data, extents()); }
  /** Gives it away as a DLManagedTensor. */
  void *dlpack() && { return tf_owned_to_dlpack(owned_.release()); }

 private:
  tf_array c() const { return tf_owned_array(owned_.get()); }

  detail::Handle<tf_owned, tf_owned_free> owned_;
};

/** Ends calls from another thread. Copies are the same handle. */
class Cancel {
 public:
  Cancel() : handle_(tf_cancel_new(), tf_cancel_free) {}
  void cancel() const { tf_cancel_calls(handle_.get()); }
  void reset() const { tf_cancel_reset(handle_.get()); }
  const tf_cancel *get() const { return handle_.get(); }

 private:
  std::shared_ptr<tf_cancel> handle_;
};

/** A compiled program. */
class Executable {
 public:
  explicit Executable(tf_executable *executable) : executable_(executable) {}
  tf_executable *get() const { return executable_.get(); }

  /** The number of a function. */
  std::size_t find(const std::string &name) const {
    std::int64_t at = tf_function_find(get(), name.c_str());
    if (at >= 0) return static_cast<std::size_t>(at);
    std::string known;
    for (std::size_t f = 0; f < tf_function_count(get()); ++f) known += (f ? ", " : "") + std::string(tf_function_name(get(), f));
    throw Error(TF_FAILURE_KIND_ARGUMENT, "the program has no function '" + name + "': it has " + known);
  }
  /** Calls a function, whose results are written to these arrays. */
  void operator()(const std::string &function, const std::vector<View> &arguments, const std::vector<View> &results) const {
    auto given = list(arguments), into = list(results);
    detail::checked(tf_call, const_get(), find(function), given.data(), given.size(), into.data(), into.size());
  }
  /** Calls a function; results are new arrays. */
  std::vector<Array> operator()(const std::string &function, const std::vector<View> &arguments) const {
    auto given = list(arguments);
    std::size_t at = find(function);
    std::vector<tf_owned *> made(tf_result_count(get(), at));
    detail::checked(tf_call_new, const_get(), at, given.data(), given.size(), made.data(), made.size());
    std::vector<Array> results;
    for (tf_owned *owned : made) results.emplace_back(owned);
    return results;
  }
  /** The same program with limits on its calls. */
  Executable limited(double seconds, std::int64_t bytes = 0, const Cancel *cancel = nullptr) const {
    tf_limits limits = TF_LIMITS_INIT;
    limits.seconds = seconds;
    limits.bytes = bytes;
    limits.cancel = cancel ? cancel->get() : nullptr;
    return Executable(detail::checked(tf_executable_limited, const_get(), static_cast<const tf_limits *>(&limits)));
  }

 private:
  const tf_executable *const_get() const { return executable_.get(); }
  static std::vector<tf_array> list(const std::vector<View> &views) {
    std::vector<tf_array> arrays;
    for (const View &view : views) arrays.push_back(view.c());
    return arrays;
  }

  detail::Handle<tf_executable, tf_executable_free> executable_;
};

/** A value, an operation and the like; false if it is none. */
template <class Raw>
struct Handle {
  Raw raw{};
  explicit operator bool() const { return raw.id != 0; }
  friend bool operator==(Handle a, Handle b) { return a.raw.id == b.raw.id; }
  friend bool operator!=(Handle a, Handle b) { return a.raw.id != b.raw.id; }
};
using Op = Handle<tf_op>;
using Region = Handle<tf_region>;
using Block = Handle<tf_block>;
using Value = Handle<tf_value>;
using Type = Handle<tf_type>;
using Attribute = Handle<tf_attribute>;

/** A program as IR, borrowed: what passes get. */
class ModuleRef {
 public:
  explicit ModuleRef(tf_module *module) : module_(module) {}
  tf_module *get() const { return module_; }

  Op op() const { return {tf_module_op(module_)}; }
  std::string name(Op op) const { return text(tf_op_name(module_, op.raw)); }
  Op parent(Op op) const { return {tf_op_parent(module_, op.raw)}; }
  Value operand(Op op, std::size_t at) const { return {tf_op_operand(module_, op.raw, at)}; }
  Value result(Op op, std::size_t at = 0) const { return {tf_op_result(module_, op.raw, at)}; }
  Region region(Op op, std::size_t at = 0) const { return {tf_op_region(module_, op.raw, at)}; }
  Attribute attribute(Op op, const std::string &name) const { return {tf_op_attribute(module_, op.raw, name.c_str())}; }
  Block first(Region region) const { return {tf_region_first(module_, region.raw)}; }
  Value argument(Block block, std::size_t at) const { return {tf_block_argument(module_, block.raw, at)}; }
  std::vector<Op> ops(Block block) const {
    std::vector<Op> found;
    for (tf_op op = tf_block_first(module_, block.raw); op.id; op = tf_op_next(module_, op)) found.push_back({op});
    return found;
  }
  Type type(Value value) const { return {tf_value_type(module_, value.raw)}; }
  Op definition(Value value) const { return {tf_value_op(module_, value.raw)}; }
  std::size_t uses(Value value) const { return tf_value_use_count(module_, value.raw); }
  std::string text(Type type) const { return text(tf_type_text(module_, type.raw)); }
  std::string text(Attribute attribute) const { return text(tf_attribute_text(module_, attribute.raw)); }
  std::string print() const { return detail::taken(tf_module_print(module_)); }

  Type parse_type(const std::string &text) const { return {detail::checked(tf_type_parse, module_, text.c_str())}; }
  Attribute parse_attribute(const std::string &text) const {
    return {detail::checked(tf_attribute_parse, module_, text.c_str())};
  }
  Attribute string(const std::string &text) const { return {detail::checked(tf_attribute_string, module_, text.c_str())}; }

  /** The parts of a new operation. */
  struct Parts {
    std::string name;
    std::vector<Value> operands{};
    /** Inferred if there are none and `infer` is set. */
    std::vector<Type> results{};
    std::vector<std::pair<std::string, Attribute>> attributes{};
    bool infer = false;
    std::size_t regions = 0;
    std::vector<Block> successors{};
    std::string file{};
    std::uint32_t line = 0, column = 0;
  };
  /** A new operation at the end of a block. */
  Op create(const Parts &parts, Block block) const { return create(parts, block, Op{}); }
  /** A new operation before another. */
  Op create(const Parts &parts, Op before) const { return create(parts, Block{}, before); }
  /** A new block at the end of a region. */
  Block create(Region region, const std::vector<Type> &arguments) const {
    auto types = raw<tf_type>(arguments);
    return {detail::checked(tf_block_create, module_, region.raw, static_cast<const tf_type *>(types.data()), types.size())};
  }
  void replace(Op op, const std::vector<Value> &values) const {
    auto list = raw<tf_value>(values);
    detail::checked(tf_op_replace, module_, op.raw, static_cast<const tf_value *>(list.data()), list.size());
  }
  void replace_uses(Value from, Value to) const { detail::checked(tf_value_replace_uses, module_, from.raw, to.raw); }
  void set(Op op, const std::string &name, Attribute value) const {
    detail::checked(tf_op_set_attribute, module_, op.raw, name.c_str(), value.raw);
  }
  void erase(Op op) const { detail::checked(tf_op_erase, module_, op.raw); }

  /** Calls `visit` for each operation, outer ones first. An exception from it ends the walk. */
  void walk(const std::function<void(Op)> &visit) const {
    struct State {
      const std::function<void(Op)> &visit;
      std::exception_ptr thrown;
    } state{visit, nullptr};
    tf_module_walk(
        module_,
        [](void *user, tf_module *, tf_op op) -> std::int32_t {
          auto &state = *static_cast<State *>(user);
          try {
            state.visit(Op{op});
            return 0;
          } catch (...) {
            state.thrown = std::current_exception();
            return 1;
          }
        },
        &state);
    if (state.thrown) std::rethrow_exception(state.thrown);
  }

 protected:
  static std::string text(const char *text) { return text ? text : ""; }
  template <class Raw, class List>
  static std::vector<Raw> raw(const List &list) {
    std::vector<Raw> found;
    for (const auto &handle : list) found.push_back(handle.raw);
    return found;
  }
  Op create(const Parts &parts, Block block, Op before) const {
    auto operands = raw<tf_value>(parts.operands);
    auto results = raw<tf_type>(parts.results);
    auto successors = raw<tf_block>(parts.successors);
    std::vector<tf_named_attribute> attributes;
    for (const auto &[name, value] : parts.attributes) attributes.push_back({name.c_str(), value.raw});
    tf_op_parts made = TF_OP_PARTS_INIT;
    made.name = parts.name.c_str();
    made.operands = operands.data();
    made.operand_count = operands.size();
    made.results = results.data();
    made.result_count = results.size();
    made.infer_results = parts.infer;
    made.file = parts.file.empty() ? nullptr : parts.file.c_str();
    made.line = parts.line;
    made.column = parts.column;
    made.attributes = attributes.data();
    made.attribute_count = attributes.size();
    made.region_count = parts.regions;
    made.successors = successors.data();
    made.successor_count = successors.size();
    return {detail::checked(tf_op_create, module_, static_cast<const tf_op_parts *>(&made), block.raw, before.raw)};
  }

  tf_module *module_;
};

/** A program as IR. */
class Module : public ModuleRef {
 public:
  explicit Module(tf_module *module) : ModuleRef(module), owner_(module) {}

 private:
  detail::Handle<tf_module, tf_module_free> owner_;
};

/** A pass of the caller: true if it changed the module. An exception from it makes the pass fail. */
struct Pass {
  std::string name, summary;
  std::function<bool(ModuleRef)> run;
};

/** Compiles programs. */
class Session {
 public:
  struct Options {
    std::int32_t threads = 0;
    bool checked = false;
    std::string llvm_library{};
    std::vector<Pass> passes{};
    /** Gets what programs print: the text, and where the operation is in the program. It may be called on several threads. */
    std::function<void(const char *text, const char *place)> print{};
    /** Calls end at the first operation that turns finite values into a NaN or an infinity. */
    bool nan_traps = false;
    /** AddressSanitizer watches machine code; the program has to be linked with -fsanitize=address. */
    bool address_sanitizer = false;
    /** The numerics mode of functions that do not specify one: "strict", "precise", "standard" or "fast". */
    std::string numerics{};
  };

  Session() : Session(Options{}) {}
  explicit Session(const Options &options) {
    std::vector<tf_pass> passes;
    for (const Pass &pass : options.passes)
      passes.push_back({pass.name.c_str(), pass.summary.c_str(), run, new Pass(pass),
                        [](void *user) { delete static_cast<Pass *>(user); }});
    tf_session_options made = TF_SESSION_OPTIONS_INIT;
    made.threads = options.threads;
    made.checked = options.checked;
    made.llvm_library = options.llvm_library.empty() ? nullptr : options.llvm_library.c_str();
    made.passes = passes.data();
    made.pass_count = passes.size();
    made.nan_traps = options.nan_traps;
    made.address_sanitizer = options.address_sanitizer;
    made.numerics = options.numerics.empty() ? nullptr : options.numerics.c_str();
    if (options.print) {
      using Print = std::function<void(const char *, const char *)>;
      made.print_user = new Print(options.print);
      made.print = [](void *user, const char *text, const char *place) { (*static_cast<Print *>(user))(text, place); };
      made.print_release = [](void *user) { delete static_cast<Print *>(user); };
    }
    if (tf_abi_version() != TF_ABI_VERSION)
      throw Error(TF_FAILURE_KIND_LIBRARY, "the library of tensorforge has another version than its header");
    session_.reset(detail::checked(tf_session_new, static_cast<const tf_session_options *>(&made)));
  }
  const tf_session *get() const { return session_.get(); }

  /** Compiles text for "cpu" or "interp"; `name` identifies it in messages. */
  Executable compile(const std::string &text, const std::string &device, const std::string &name = "<text>") const {
    return Executable(detail::checked(tf_compile, get(), text.c_str(), name.c_str(), device.c_str(), none()));
  }
  Executable compile(const ModuleRef &module, const std::string &device) const {
    return Executable(detail::checked(tf_module_compile, get(), constant(module), device.c_str(), none()));
  }
  Module parse(const std::string &text, const std::string &name = "<text>") const {
    return Module(detail::checked(tf_module_parse, get(), text.c_str(), name.c_str()));
  }
  /** A module with nothing in it. */
  Module module() const { return Module(tf_module_new(get())); }
  /** Throws every rule that a module breaks. */
  void verify(const ModuleRef &module) const { detail::checked(tf_module_verify, get(), constant(module)); }
  /** Runs passes; handles of what the module held are not valid afterwards. */
  void run(const ModuleRef &module, const std::string &pipeline) const {
    detail::checked(tf_module_run, get(), module.get(), pipeline.c_str());
  }
  Module import_stablehlo(const ModuleRef &module) const {
    return Module(detail::checked(tf_module_import_stablehlo, get(), constant(module)));
  }

 private:
  static const char *none() { return nullptr; }
  static const tf_module *constant(const ModuleRef &module) { return module.get(); }
  static std::int32_t run(void *user, tf_module *module) {
    try {
      return static_cast<Pass *>(user)->run(ModuleRef(module)) ? TF_PASS_OUTCOME_CHANGED : TF_PASS_OUTCOME_UNCHANGED;
    } catch (const std::exception &error) {
      tf_pass_error(module, tf_op{0}, error.what());
    } catch (...) {
      tf_pass_error(module, tf_op{0}, "the pass threw an object that is not a std::exception");
    }
    return TF_PASS_OUTCOME_FAILED;
  }

  detail::Handle<tf_session, tf_session_free> session_;
};

}  // namespace tensorforge
#endif  // TENSORFORGE_HPP
