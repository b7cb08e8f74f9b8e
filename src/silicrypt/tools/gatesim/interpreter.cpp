// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// Executes a gate-level program (program.py) on 64 lanes at once: bit n of every word belongs to
// lane n. Zero delay, two values, one evaluation of every gate a clock cycle.
//
// A request is {u32 operation, u32 bytes} and a payload, an answer {u32 failed, u32 bytes} and a
// payload; the payload of a failure is its message. All numbers are little-endian. Payloads are
// 64-bit words but for LOAD's, which are 32-bit words.
//
//   LOAD    program                        -> nothing
//   POWER   seed                           -> nothing; registers take their power-up value
//   SET     (node, value)*                 -> nothing; takes effect after the next rising edge
//   SETTLE                                 -> nothing; as SET, but now and without a clock edge
//   STEP    cycles                         -> nothing
//   GET     node*                          -> value*
//   COUNT   on                             -> nothing; counters restart from zero where on
//   TOGGLES                                -> cycles counted, toggles of each node over all lanes
//   BIND    s_valid s_ready m_valid m_ready inputs input* output*   -> nothing; m_ready ~0: none
//   STREAM  beats results limit s_pattern m_pattern stop (input*)*
//             -> beats taken, the cycle of each, (cycle of first valid, output*) of each result;
//                at the limit an error, or with stop what there is
//   PROBE   (kind arity table probes (node cause input*)*)*         -> nothing
//   PROBED                               -> (rises, falls) of each probe over all lanes
//
// A probe counts, after each phase of the clock, how a node differs from what it was before, where
// its cause differs, too, and a function of other nodes holds: now (kind 0) or before (kind 1).
// One of kind 2 counts how often the function holds.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using Lanes = uint64_t;
using Words = std::vector<uint64_t>;

struct Run {
  unsigned arity;
  uint32_t gates;
  std::vector<uint32_t> nodes;  // output and inputs of each gate
  Lanes coefficients[64];       // of the algebraic normal form, each all zeros or all ones
};

struct Register {
  uint32_t output, data, initial;
};

struct Group {
  uint32_t clock;
  std::vector<Register> registers;
  Lanes last, edge;
};

struct Probes {
  uint64_t kind;
  unsigned arity;
  Lanes coefficients[64];
  std::vector<uint32_t> nodes;  // node, cause and inputs of each probe
  Words counts;                 // rises and falls of each
};

enum Kind : uint64_t { AFTER, BEFORE, LEVEL };

std::vector<Lanes> value, before;
Words toggles;
std::vector<Probes> probes;
std::vector<Run> clock_runs, data_runs;
std::vector<Group> groups;
std::vector<Lanes> sampled;
uint32_t clock_node;
bool both_phases, counting;
uint64_t cycle, counted_from;
Words staged;
constexpr uint32_t NONE = ~0u;  // instead of a node
uint32_t s_valid, s_ready, m_valid, m_ready;
std::vector<uint32_t> stream_inputs, stream_outputs;

template <bool Counting>
inline void write(uint32_t node, Lanes lanes) {
  if (Counting) toggles[node] += __builtin_popcountll(value[node] ^ lanes);
  value[node] = lanes;
}

void put(uint32_t node, Lanes lanes) {
  counting ? write<true>(node, lanes) : write<false>(node, lanes);
}

// Horner's scheme over the algebraic normal form: f = f(x=0) ^ x (f(x=0) ^ f(x=1)).
template <unsigned Arity>
inline Lanes evaluate(const Lanes* coefficients, const Lanes* inputs) {
  if constexpr (Arity == 0) {
    return coefficients[0];
  } else {
    const Lanes low = evaluate<Arity - 1>(coefficients, inputs);
    const Lanes high = evaluate<Arity - 1>(coefficients + (1 << (Arity - 1)), inputs);
    return low ^ (inputs[Arity - 1] & high);
  }
}

template <unsigned Arity, bool Counting>
void execute(const Run& run) {
  Lanes coefficients[1 << Arity];
  for (unsigned i = 0; i < 1u << Arity; i++) coefficients[i] = run.coefficients[i];
  const uint32_t* node = run.nodes.data();
  for (uint32_t n = run.gates; n != 0; n--, node += Arity + 1) {
    Lanes inputs[Arity + 1];
    for (unsigned i = 0; i < Arity; i++) inputs[i] = value[node[i + 1]];
    write<Counting>(node[0], evaluate<Arity>(coefficients, inputs));
  }
}

using Execute = void (*)(const Run&);
template <bool C>
constexpr Execute EXECUTE[] = {execute<0, C>, execute<1, C>, execute<2, C>, execute<3, C>,
                               execute<4, C>, execute<5, C>, execute<6, C>};

void execute_all(const std::vector<Run>& runs) {
  const Execute* by_arity = counting ? EXECUTE<true> : EXECUTE<false>;
  for (const Run& run : runs) by_arity[run.arity](run);
}

// Registers whose clock has risen take their data; all of them see the values before the edge.
bool sample() {
  bool any = false;
  sampled.clear();
  for (Group& group : groups) {
    group.edge = value[group.clock] & ~group.last;
    group.last = value[group.clock];
    if (group.edge == 0) continue;
    any = true;
    for (const Register& r : group.registers) sampled.push_back(value[r.data]);
  }
  const Lanes* next = sampled.data();
  for (const Group& group : groups) {
    if (group.edge == 0) continue;
    for (const Register& r : group.registers)
      put(r.output, (*next++ & group.edge) | (value[r.output] & ~group.edge));
  }
  return any;
}

void apply_staged() {
  for (size_t i = 0; i + 1 < staged.size(); i += 2) put(uint32_t(staged[i]), staged[i + 1]);
  staged.clear();
}

// Clock network, registers, inputs, logic; again while that makes further clock edges.
void settle(bool logic) {
  for (int round = 0; round < 64; round++) {
    execute_all(clock_runs);
    const bool clocked = sample();
    if (!clocked && !logic) return;
    if (logic) apply_staged();
    execute_all(data_runs);
    logic = false;
  }
  throw std::runtime_error("the clock network doesn't settle: a register clocks itself");
}

template <unsigned Arity>
void observe(Probes& group) {
  const uint32_t* node = group.nodes.data();
  const std::vector<Lanes>& seen = group.kind == BEFORE ? before : value;
  for (size_t n = 0; n < group.counts.size(); n += 2, node += Arity + 2) {
    Lanes edges = ~Lanes(0);
    if (group.kind != LEVEL) {
      edges = (before[node[0]] ^ value[node[0]]) & (before[node[1]] ^ value[node[1]]);
      if (edges == 0) continue;
    }
    Lanes inputs[Arity + 1];
    for (unsigned i = 0; i < Arity; i++) inputs[i] = seen[node[i + 2]];
    edges &= evaluate<Arity>(group.coefficients, inputs);
    const Lanes rises = group.kind == LEVEL ? edges : edges & value[node[0]];
    group.counts[n] += __builtin_popcountll(rises);
    group.counts[n + 1] += __builtin_popcountll(edges ^ rises);
  }
}

using Observe = void (*)(Probes&);
constexpr Observe OBSERVE[] = {observe<0>, observe<1>, observe<2>, observe<3>,
                               observe<4>, observe<5>, observe<6>};

void phase(Lanes clock, bool logic) {
  const bool observed = counting && !probes.empty();
  if (observed) before = value;
  put(clock_node, clock);
  settle(logic);
  for (size_t i = 0; observed && i < probes.size(); i++) OBSERVE[probes[i].arity](probes[i]);
}

void step() {
  phase(~Lanes(0), true);
  phase(0, both_phases);
  cycle++;
}

void power_up(uint64_t seed) {
  std::fill(value.begin(), value.end(), 0);
  value[1] = ~Lanes(0);
  for (Group& group : groups) {
    for (const Register& r : group.registers) {
      uint64_t z = seed += 0x9E3779B97F4A7C15;  // splitmix64
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
      value[r.output] = r.initial == 2 ? z ^ (z >> 31) : r.initial ? ~Lanes(0) : 0;
    }
  }
  staged.clear();
  cycle = counted_from = 0;
  for (int pass = 0; pass < 2; pass++) {  // the second for clock gates, whose enables come last
    execute_all(clock_runs);
    execute_all(data_runs);
  }
  for (Group& group : groups) group.last = value[group.clock];
}

// The algebraic normal form of a truth table, a mask of all lanes for each coefficient.
void transform(uint64_t form, unsigned arity, Lanes* coefficients) {
  for (unsigned i = 0; i < arity; i++)
    for (unsigned row = 0; row < 1u << arity; row++)
      if (row >> i & 1) form ^= (form >> (row ^ 1u << i) & 1) << row;
  for (unsigned row = 0; row < 1u << arity; row++)
    coefficients[row] = form >> row & 1 ? ~Lanes(0) : 0;
}

const uint32_t* load_runs(const uint32_t* in, std::vector<Run>& runs) {
  runs.assign(*in++, Run());
  for (Run& run : runs) {
    run.arity = in[0];
    run.gates = in[1];
    transform(in[2] | uint64_t(in[3]) << 32, run.arity, run.coefficients);
    in += 4;
    run.nodes.assign(in, in + size_t(run.gates) * (run.arity + 1));
    in += run.nodes.size();
  }
  return in;
}

void load(const std::string& payload) {
  const uint32_t* in = reinterpret_cast<const uint32_t*>(payload.data());
  if (payload.size() < 16 || in[0] != 0x53494C47) throw std::runtime_error("not a program");
  value.assign(in[1], 0);
  toggles.assign(in[1], 0);
  clock_node = in[2];
  both_phases = in[3];
  in = load_runs(in + 4, clock_runs);
  in = load_runs(in, data_runs);
  groups.assign(*in++, Group());
  for (Group& group : groups) {
    group.clock = in[0];
    group.registers.resize(in[1]);
    in += 2;
    for (Register& r : group.registers) r = {in[0], in[1], in[2]}, in += 3;
  }
  power_up(0);
}

bool same_in_all_lanes(uint32_t node, const char* what) {
  if (value[node] + 1 > 1)
    throw std::runtime_error(std::string(what) + " differs between messages of the same length" +
                             " in cycle " + std::to_string(cycle));
  return value[node] & 1;
}

// A result that waits must stay as it was when it was first valid.
void demand_held(bool shown, const Words& answer) {
  const std::string when = " before the result is taken, in cycle " + std::to_string(cycle);
  if (!shown) throw std::runtime_error("m_tvalid falls" + when);
  const uint64_t* then = answer.data() + answer.size() - stream_outputs.size();
  for (uint32_t node : stream_outputs)
    if (value[node] != *then++) throw std::runtime_error("the payload changes" + when);
}

Words joined(const Words& taken, const Words& answer) {
  Words all{taken.size()};
  all.insert(all.end(), taken.begin(), taken.end());
  all.insert(all.end(), answer.begin(), answer.end());
  return all;
}

Words stream(const Words& in) {
  const uint64_t beats = in[0], results = in[1], limit = in[2];
  const uint64_t s_pattern = in[3], m_pattern = in[4];
  const bool stop = in[5];
  const uint64_t* beat = in.data() + 6;
  Words taken, answer;
  uint64_t given = 0;
  bool valid = false, ready = false, recorded = false;
  for (uint64_t n = 0; n < limit; n++) {
    const bool fired = same_in_all_lanes(s_ready, "s_tready") && valid;
    const bool shown = same_in_all_lanes(m_valid, "m_tvalid");
    if (fired) taken.push_back(cycle), beat += stream_inputs.size();
    if (recorded) demand_held(shown, answer);
    if (shown && !recorded) {
      answer.push_back(cycle);
      for (uint32_t node : stream_outputs) answer.push_back(value[node]);
    }
    recorded = shown && !ready && m_ready != NONE;
    given += shown && ready;
    const unsigned slot = (cycle + 1) & 63;
    valid = taken.size() < beats && ((valid && !fired) || (s_pattern >> slot & 1));
    ready = given < results && (m_pattern >> slot & 1);
    staged.insert(staged.end(), {s_valid, -uint64_t(valid)});
    if (m_ready != NONE) staged.insert(staged.end(), {m_ready, -uint64_t(ready)});
    for (size_t i = 0; valid && i < stream_inputs.size(); i++)
      staged.insert(staged.end(), {stream_inputs[i], beat[i]});
    step();
    if (taken.size() == beats && given == results) return joined(taken, answer);
  }
  if (stop) return joined(taken, answer);
  const auto share = [](uint64_t part, uint64_t whole) {
    return std::to_string(part) + " of " + std::to_string(whole);
  };
  throw std::runtime_error("after " + std::to_string(limit) + " cycles " +
                           share(taken.size(), beats) + " beats are taken and " +
                           share(given, results) + " results given");
}

void bind(const Words& in) {
  s_valid = in[0], s_ready = in[1], m_valid = in[2], m_ready = in[3];
  stream_inputs.assign(in.begin() + 5, in.begin() + 5 + in[4]);
  stream_outputs.assign(in.begin() + 5 + in[4], in.end());
}

void load_probes(const Words& in) {
  probes.clear();
  for (const uint64_t *at = in.data(), *end = at + in.size(); at != end;) {
    Probes group{at[0], unsigned(at[1]), {}, {}, Words(2 * at[3])};
    transform(at[2], group.arity, group.coefficients);
    at += 4;
    const size_t nodes = group.counts.size() / 2 * (group.arity + 2);
    group.nodes.assign(at, at + nodes);
    at += nodes;
    probes.push_back(group);
  }
}

enum Operation : uint32_t {
  LOAD, POWER, SET, SETTLE, STEP, GET, COUNT, TOGGLES, BIND, STREAM, PROBE, PROBED
};

Words perform(uint32_t operation, const std::string& payload) {
  const uint64_t* begin = reinterpret_cast<const uint64_t*>(payload.data());
  const Words in(begin, operation == LOAD ? begin : begin + payload.size() / 8);
  Words out;
  switch (operation) {
    case LOAD: load(payload); break;
    case POWER: power_up(in[0]); break;
    case SET: staged.insert(staged.end(), in.begin(), in.end()); break;
    case SETTLE: settle(true); break;
    case STEP: for (uint64_t n = in[0]; n != 0; n--) step(); break;
    case GET: for (uint64_t node : in) out.push_back(value.at(node)); break;
    case COUNT:
      counting = in[0];
      counted_from = cycle;
      if (counting) std::fill(toggles.begin(), toggles.end(), 0);
      for (Probes& group : probes) group.counts.assign(group.counts.size(), 0);
      break;
    case TOGGLES:
      out.push_back(cycle - counted_from);
      out.insert(out.end(), toggles.begin(), toggles.end());
      break;
    case BIND: bind(in); break;
    case STREAM: return stream(in);
    case PROBE: load_probes(in); break;
    case PROBED:
      for (const Probes& group : probes)
        out.insert(out.end(), group.counts.begin(), group.counts.end());
      break;
    default: throw std::runtime_error("unknown operation");
  }
  return out;
}

bool answer(uint32_t failed, const void* data, uint32_t bytes) {
  const uint32_t head[2] = {failed, bytes};
  return std::fwrite(head, sizeof head, 1, stdout) == 1 &&
         std::fwrite(data, 1, bytes, stdout) == bytes && std::fflush(stdout) == 0;
}

}  // namespace

int main() {
  uint32_t head[2];
  std::string payload;
  while (std::fread(head, sizeof head, 1, stdin) == 1) {
    payload.resize(head[1]);
    if (std::fread(&payload[0], 1, head[1], stdin) != head[1]) return 1;
    try {
      const Words out = perform(head[0], payload);
      if (!answer(0, out.data(), uint32_t(out.size() * 8))) return 1;
    } catch (const std::exception& error) {
      const std::string what = error.what();
      if (!answer(1, what.data(), uint32_t(what.size()))) return 1;
    }
  }
  return 0;
}
