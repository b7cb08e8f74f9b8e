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
//   STREAM  limit stop sources sinks source* sink* (after input*)*
//             -> for each source the beats taken and the cycle of each; for each sink the results
//                and (cycle of first valid, output*) of each; at the limit an error, or with stop
//                what there is
//           source: name name pattern valid ready beats inputs input*
//           sink:   name name pattern valid ready results outputs output*; ready ~0: none
//           A beat is offered when `after` beats were taken, of all sources together.
//   PROBE   (kind arity table probes (node cause input*)*)*         -> nothing
//   PROBED                               -> (rises, falls) of each probe over all lanes
//   TRACE   on                             -> nothing; where on, the values of all nodes are kept
//             now and after the rising edge of each cycle
//   TRACED                                 -> those values, cycle by cycle
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

struct Port {
  uint32_t clock, enable, reset, initial;
  std::vector<uint32_t> address, write, data, outputs;
  Lanes last, edge;
};

struct Memory {
  std::vector<Lanes> bits;
  std::vector<uint32_t> contents;
  std::vector<Port> ports;
};

// Bits of a memory that take new values in some lanes.
struct Change {
  Lanes* bit;
  Lanes lanes, data;
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
std::vector<Memory> memories;
std::vector<Change> changes;
uint32_t clock_node;
bool both_phases, counting;
bool tracing;
Words trace;
uint64_t cycle, counted_from;
Words staged;
constexpr uint32_t NONE = ~0u;  // instead of a node

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

// Which word a port accesses in a lane; the one of all lanes where they agree.
size_t word_of(const Port& port, unsigned lane) {
  size_t number = 0;
  for (size_t i = 0; i < port.address.size(); i++)
    number |= size_t(value[port.address[i]] >> lane & 1) << i;
  return number;
}

bool agree(const Port& port, Lanes lanes) {
  return std::all_of(port.address.begin(), port.address.end(), [&](uint32_t node) {
    const Lanes ones = value[node] & lanes;
    return ones == 0 || ones == lanes;
  });
}

// Reads the word that a port accesses in some lanes, and notes what it writes there.
void access(Memory& memory, const Port& port, size_t number, Lanes lanes, Lanes* word) {
  const size_t width = std::max(port.outputs.size(), port.data.size());
  Lanes* first = &memory.bits.at((number + 1) * width - 1) - (width - 1);
  for (size_t i = 0; i < port.outputs.size(); i++) word[i] |= first[i] & lanes;
  for (size_t i = 0; i < port.write.size(); i++) {
    const Lanes written = lanes & value[port.write[i]] & ~value[port.reset];
    if (written) changes.push_back({first + i, written, value[port.data[i]]});
  }
}

// What the outputs of a port become at an edge goes to `sampled`.
void sample_port(Memory& memory, Port& port) {
  const Lanes enabled = port.edge & value[port.enable];
  Words word(port.outputs.size());
  if (enabled != 0 && agree(port, enabled)) {
    access(memory, port, word_of(port, __builtin_ctzll(enabled)), enabled, word.data());
  } else {
    for (Lanes left = enabled; left != 0; left &= left - 1) {
      const unsigned lane = __builtin_ctzll(left);
      access(memory, port, word_of(port, lane), Lanes(1) << lane, word.data());
    }
  }
  for (size_t i = 0; i < port.outputs.size(); i++) {
    const Lanes kept = value[port.outputs[i]] & ~enabled;
    sampled.push_back((word[i] | kept) & ~(port.edge & value[port.reset]));
  }
}

// Registers whose clock has risen take their data; all of them see the values before the edge.
bool sample() {
  bool any = false;
  sampled.clear();
  changes.clear();
  for (Group& group : groups) {
    group.edge = value[group.clock] & ~group.last;
    group.last = value[group.clock];
    if (group.edge == 0) continue;
    any = true;
    for (const Register& r : group.registers) sampled.push_back(value[r.data]);
  }
  for (Memory& memory : memories) {
    for (Port& port : memory.ports) {
      port.edge = value[port.clock] & ~port.last;
      port.last = value[port.clock];
      if (port.edge == 0) continue;
      any = true;
      sample_port(memory, port);
    }
  }
  const Lanes* next = sampled.data();
  for (const Group& group : groups) {
    if (group.edge == 0) continue;
    for (const Register& r : group.registers)
      put(r.output, (*next++ & group.edge) | (value[r.output] & ~group.edge));
  }
  for (const Memory& memory : memories)
    for (const Port& port : memory.ports)
      for (size_t i = 0; port.edge != 0 && i < port.outputs.size(); i++)
        put(port.outputs[i], *next++);
  for (const Change& change : changes)
    *change.bit = (change.data & change.lanes) | (*change.bit & ~change.lanes);
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

void record() { trace.insert(trace.end(), value.begin(), value.end()); }

void step() {
  phase(~Lanes(0), true);
  if (tracing) record();
  phase(0, both_phases);
  cycle++;
}

// 0, 1 or, where the initial value is 2, random numbers of splitmix64.
Lanes initial_lanes(uint32_t initial, uint64_t& seed) {
  uint64_t z = seed += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return initial == 2 ? z ^ (z >> 31) : initial ? ~Lanes(0) : 0;
}

void power_up(uint64_t seed) {
  std::fill(value.begin(), value.end(), 0);
  value[1] = ~Lanes(0);
  for (Group& group : groups) {
    for (const Register& r : group.registers) {
      value[r.output] = initial_lanes(r.initial, seed);
    }
  }
  for (Memory& memory : memories) {
    for (size_t i = 0; i < memory.bits.size(); i++)
      memory.bits[i] = -Lanes(memory.contents[i / 32] >> (i % 32) & 1);
    for (Port& port : memory.ports)
      for (uint32_t node : port.outputs) value[node] = initial_lanes(port.initial, seed);
  }
  staged.clear();
  cycle = counted_from = 0;
  for (int pass = 0; pass < 2; pass++) {  // the second for clock gates, whose enables come last
    execute_all(clock_runs);
    execute_all(data_runs);
  }
  for (Group& group : groups) group.last = value[group.clock];
  for (Memory& memory : memories)
    for (Port& port : memory.ports) port.last = value[port.clock];
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

const uint32_t* load_memory(const uint32_t* in, Memory& memory) {
  memory.bits.resize(in[0]);
  memory.ports.resize(in[1]);
  in += 2;
  const size_t words = (memory.bits.size() + 31) / 32;
  memory.contents.assign(in, in + words);
  in += words;
  for (Port& port : memory.ports) {
    port.clock = in[0], port.enable = in[1], port.reset = in[2], port.initial = in[3];
    in += 4;
    for (auto* nodes : {&port.address, &port.write, &port.data, &port.outputs}) {
      nodes->assign(in + 1, in + 1 + *in);
      in += 1 + *in;
    }
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
  memories.assign(*in++, Memory());
  for (Memory& memory : memories) in = load_memory(in, memory);
  power_up(0);
}

bool same_in_all_lanes(uint32_t node, const char* what) {
  if (value[node] + 1 > 1)
    throw std::runtime_error(std::string(what) + " differs between messages of the same length" +
                             " in cycle " + std::to_string(cycle));
  return value[node] & 1;
}

// One channel of handshakes: beats go into a source and come out of a sink.
struct Channel {
  std::string name;
  uint64_t pattern;
  uint32_t valid, ready;
  uint64_t wanted;  // beats to be taken
  std::vector<uint32_t> nodes;
  const uint64_t* beat = nullptr;  // of a source: the next one, `after` first
  uint64_t taken = 0;
  bool mine = false;      // what this side does: valid of a source, ready of a sink
  bool recorded = false;  // of a sink: what is valid is in the answer
  Words answer;

  bool done() const { return taken == wanted; }
};

const uint64_t* load_channel(const uint64_t* in, Channel& channel) {
  channel.name.assign(reinterpret_cast<const char*>(in), 16);
  channel.name.resize(channel.name.find_last_not_of('\0') + 1);
  channel.pattern = in[2], channel.valid = in[3], channel.ready = in[4], channel.wanted = in[5];
  channel.nodes.assign(in + 7, in + 7 + in[6]);
  return in + 7 + in[6];
}

// A result that waits must stay as it was when it was first valid.
void demand_held(const Channel& sink, bool shown) {
  const std::string when = " before the result is taken, in cycle " + std::to_string(cycle);
  if (!shown) throw std::runtime_error(sink.name + "valid falls" + when);
  const uint64_t* then = sink.answer.data() + sink.answer.size() - sink.nodes.size();
  for (uint32_t node : sink.nodes)
    if (value[node] != *then++)
      throw std::runtime_error("the payload of " + sink.name + "valid changes" + when);
}

// What the edge that comes next will do, and what this side does after it.
uint64_t observe_source(Channel& source) {
  const bool fired = same_in_all_lanes(source.ready, (source.name + "ready").c_str()) && source.mine;
  if (!fired) return 0;
  source.answer.push_back(cycle);
  source.taken++;
  source.beat += source.nodes.size() + 1;
  source.mine = false;
  return 1;
}

void observe_sink(Channel& sink) {
  const bool shown = same_in_all_lanes(sink.valid, (sink.name + "valid").c_str());
  if (sink.recorded) demand_held(sink, shown);
  if (shown && !sink.recorded) {
    sink.answer.push_back(cycle);
    for (uint32_t node : sink.nodes) sink.answer.push_back(value[node]);
  }
  sink.recorded = shown && !sink.mine && sink.ready != NONE;
  sink.taken += shown && sink.mine;
}

void drive_channels(std::vector<Channel>& sources, std::vector<Channel>& sinks, uint64_t taken) {
  const unsigned slot = (cycle + 1) & 63;
  for (Channel& source : sources) {
    const bool next = !source.done() && (source.pattern >> slot & 1);
    source.mine = source.mine || (next && source.beat[0] <= taken);
    staged.insert(staged.end(), {source.valid, -uint64_t(source.mine)});
    for (size_t i = 0; source.mine && i < source.nodes.size(); i++)
      staged.insert(staged.end(), {source.nodes[i], source.beat[i + 1]});
  }
  for (Channel& sink : sinks) {
    sink.mine = !sink.done() && (sink.pattern >> slot & 1);
    if (sink.ready != NONE) staged.insert(staged.end(), {sink.ready, -uint64_t(sink.mine)});
  }
}

Words answered(const std::vector<Channel>& sources, const std::vector<Channel>& sinks) {
  Words all;
  for (const auto* channels : {&sources, &sinks})
    for (const Channel& channel : *channels) {
      const size_t width = channels == &sources ? 1 : channel.nodes.size() + 1;
      all.push_back(channel.answer.size() / width);
      all.insert(all.end(), channel.answer.begin(), channel.answer.end());
    }
  return all;
}

std::string share(const std::vector<Channel>& channels) {
  uint64_t taken = 0, wanted = 0;
  for (const Channel& channel : channels) taken += channel.taken, wanted += channel.wanted;
  return std::to_string(taken) + " of " + std::to_string(wanted);
}

Words stream(const Words& in) {
  const uint64_t limit = in[0], stop = in[1];
  std::vector<Channel> sources(in[2]), sinks(in[3]);
  const uint64_t* at = in.data() + 4;
  for (auto* channels : {&sources, &sinks})
    for (Channel& channel : *channels) at = load_channel(at, channel);
  for (Channel& source : sources) {
    source.beat = at;
    at += source.wanted * (source.nodes.size() + 1);
  }
  const auto done = [](const Channel& channel) { return channel.done(); };
  uint64_t taken = 0;
  for (uint64_t n = 0; n < limit; n++) {
    for (Channel& source : sources) taken += observe_source(source);
    for (Channel& sink : sinks) observe_sink(sink);
    drive_channels(sources, sinks, taken);
    step();
    if (std::all_of(sources.begin(), sources.end(), done) &&
        std::all_of(sinks.begin(), sinks.end(), done))
      return answered(sources, sinks);
  }
  if (stop) return answered(sources, sinks);
  throw std::runtime_error("after " + std::to_string(limit) + " cycles " + share(sources) +
                           " beats are taken and " + share(sinks) + " results given");
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
  LOAD, POWER, SET, SETTLE, STEP, GET, COUNT, TOGGLES, STREAM, PROBE, PROBED,
  TRACE, TRACED
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
    case STREAM: return stream(in);
    case PROBE: load_probes(in); break;
    case PROBED:
      for (const Probes& group : probes)
        out.insert(out.end(), group.counts.begin(), group.counts.end());
      break;
    case TRACE:
      trace.clear();
      tracing = in[0];
      if (tracing) record();
      break;
    case TRACED: return trace;
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
