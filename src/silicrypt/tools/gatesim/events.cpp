// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
//
// Counts the transitions of each node when gates have inertial delays. Reads one request from the
// standard input and writes the counts to the standard output. All numbers are little-endian.
//
//   u32 nodes, gates, sources, entries, lanes
//   gate:   u32 output, arity; u64 table; u32 input[arity]; f32 delay[arity][4]
//             in ns, by 2 * (the input rises) + (the output rises)
//   source: u32 node; f32 delay[2], of a fall and of a rise
//   entry:  u64 value[nodes], bit n of lane n; the first entry is the state before the first cycle
//
//   answer: u64 (rises, falls) of each node with delays, then of each node without delays, over all
//   lanes and cycles
//
// A gate whose new value equals its present one drops the change that it has scheduled: a pulse
// that is shorter than the delay of the gate does not pass it.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <queue>
#include <string>
#include <vector>

namespace {

struct Gate {
  uint32_t output;
  uint64_t table;
  std::vector<uint32_t> inputs;
  std::vector<float> delays;
  uint32_t version = 0;  // of the scheduled change; a change with another version was dropped
  bool scheduled = false, target = false;
};

struct Source {
  uint32_t node;
  float fall, rise;
};

struct Reader {
  uint32_t gate, input;
};

constexpr uint32_t SOURCE = ~0u;

struct Event {
  double time;
  uint64_t number;  // events at the same time happen in the order in which they were scheduled
  uint32_t gate, version, node;
  bool target;
  bool operator<(const Event& other) const {
    return time != other.time ? time > other.time : number > other.number;
  }
};

std::vector<Gate> gates;
std::vector<Source> sources;
std::vector<std::vector<Reader>> readers;
std::vector<char> value;
std::vector<uint64_t> counts, settled;
std::priority_queue<Event> events;
uint64_t number;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(1);
}

template <typename T>
void take(T* data, size_t count) {
  if (std::fread(data, sizeof(T), count, stdin) != count) fail("the request is too short");
}

template <typename T>
T take() {
  T data;
  take(&data, 1);
  return data;
}

bool evaluate(const Gate& gate) {
  unsigned row = 0;
  for (size_t i = 0; i < gate.inputs.size(); i++) row |= unsigned(value[gate.inputs[i]]) << i;
  return gate.table >> row & 1;
}

void change(uint32_t node, bool target, double now) {
  value[node] = target;
  counts[2 * node + !target]++;
  for (const Reader& reader : readers[node]) {
    Gate& gate = gates[reader.gate];
    const bool next = evaluate(gate);
    if (gate.scheduled) {
      if (next == gate.target) continue;
      gate.scheduled = false;
      gate.version++;
    }
    if (next == bool(value[gate.output])) continue;
    const float delay = gate.delays[4 * reader.input + 2 * target + next];
    gate.scheduled = true;
    gate.target = next;
    events.push({now + delay, number++, reader.gate, gate.version, gate.output, next});
  }
}

void run() {
  while (!events.empty()) {
    const Event event = events.top();
    events.pop();
    if (event.gate != SOURCE) {
      Gate& gate = gates[event.gate];
      if (event.version != gate.version) continue;
      gate.scheduled = false;
      gate.version++;
    }
    change(event.node, event.target, event.time);
  }
}

void cycle(const std::vector<uint64_t>& before, const std::vector<uint64_t>& after, unsigned lane) {
  for (size_t n = 0; n < value.size(); n++) {
    const bool was = before[n] >> lane & 1, is = after[n] >> lane & 1;
    value[n] = was;
    settled[2 * n + !is] += was != is;
  }
  for (const Source& source : sources) {
    const bool is = after[source.node] >> lane & 1;
    if (is == bool(value[source.node])) continue;
    events.push({is ? source.rise : source.fall, number++, SOURCE, 0, source.node, is});
  }
  run();
  for (const Gate& gate : gates)
    if (bool(value[gate.output]) != (after[gate.output] >> lane & 1))
      fail("node " + std::to_string(gate.output) + " settles at another value than without delays");
}

}  // namespace

int main() {
  uint32_t head[5];
  take(head, 5);
  gates.resize(head[1]);
  sources.resize(head[2]);
  readers.resize(head[0]);
  value.resize(head[0]);
  counts.resize(2 * size_t(head[0]));
  settled.resize(counts.size());
  for (uint32_t g = 0; g < gates.size(); g++) {
    Gate& gate = gates[g];
    gate.output = take<uint32_t>();
    gate.inputs.resize(take<uint32_t>());
    gate.table = take<uint64_t>();
    take(gate.inputs.data(), gate.inputs.size());
    gate.delays.resize(4 * gate.inputs.size());
    take(gate.delays.data(), gate.delays.size());
    for (uint32_t i = 0; i < gate.inputs.size(); i++) readers[gate.inputs[i]].push_back({g, i});
  }
  for (Source& source : sources) {
    source.node = take<uint32_t>();
    source.fall = take<float>();
    source.rise = take<float>();
  }
  std::vector<uint64_t> before(head[0]), after(head[0]);
  for (uint32_t entry = 0; entry < head[3]; entry++) {
    take(after.data(), after.size());
    for (unsigned lane = 0; entry != 0 && lane < head[4]; lane++) cycle(before, after, lane);
    before.swap(after);
  }
  for (const auto* each : {&counts, &settled})
    if (std::fwrite(each->data(), 8, each->size(), stdout) != each->size()) return 1;
  return 0;
}
