// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// Message bytes in, padded blocks for a core with interleaved messages out (sil_md_interleaved;
/// FIPS 180-4 5.1, RFC 1321 3.1, 3.2).
///
/// Each channel has a buffer of one block, and takes beats until the block is complete, whatever the
/// other channels do. The complete blocks go to the core in rotation. The buffer has the bytes of a
/// message and 0x80. What follows is inserted as the block goes to the core: zeros, the length, and
/// 0x80 after a full last beat. The lengths of all channels are in a memory. Each block of a channel
/// adds its bits.
///
/// Between two registers there is an adder, a memory or a few levels of lookup tables, so that the
/// clock of the core is kept. A word can therefore leave in every second cycle.
///
/// ## Latency and throughput
/// A message starts in one cycle of a pass, and takes a beat per cycle until a block is complete. The
/// first word of a block is valid 6 cycles after its last beat is accepted, and the further ones in
/// every second cycle.
///
/// ## Byte order
/// First byte in `tdata[7:0]`, in and out.
module sil_md_interleaved_blocks
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// Width of a word and of a beat in bits.
  parameter int unsigned Width = 32,
  /// The length field starts with its low byte (RFC 1321 3.2); otherwise with its high byte (FIPS
  /// 180-4 5.1). It has two words.
  parameter bit LittleEndian = 1'b0,
  /// Messages in flight, 2 or more.
  parameter int unsigned Messages = 2,
  /// Rounds of a feed-forward of the core.
  parameter int unsigned FeedForward = 4,
  localparam int unsigned Bytes = Width / 8,
  localparam int unsigned TidBits = $clog2(Messages)
) (
  input  logic               clk_i,
  /// Asynchronous assert, active low.
  input  logic               rst_ni,
  input  logic [Width-1:0]   s_tdata,
  /// Valid bytes. All, or in the last beat the first ones or none. Any other pattern gives an error
  /// instead of a digest.
  input  logic [Bytes-1:0]   s_tkeep,
  input  logic               s_tlast,
  /// Channel (message in flight) of the beat.
  input  logic [TidBits-1:0] s_tid,
  input  logic               s_tvalid,
  /// The channel that `s_tid` names is ready.
  output logic               s_tready,
  output logic [Width-1:0]   m_tdata,
  /// The last beat of the message's last block.
  output logic               m_tlast,
  output logic [TidBits-1:0] m_tid,
  output logic               m_tvalid,
  input  logic               m_tready,
  /// A digest is accepted, and its channel.
  input  logic               digest_take_i,
  input  logic [TidBits-1:0] digest_tid_i,
  /// The message of the digest broke a rule of sil_axis_framing.
  output logic               error_o
);
  localparam int unsigned BeatBits = $clog2(BLOCK_WORDS);
  localparam int unsigned RestBits = $clog2(Bytes);
  localparam int unsigned LengthWords = 2;
  // A block has less than 2 ^ AddBits bits.
  localparam int unsigned AddBits = BeatBits + $clog2(Width) + 1;
  // A message starts in such a cycle that in an idle core, whose passes begin in fixed cycles, the
  // first word waits for nothing. Leaving is the number of cycles from the first beat of a block to
  // its first word, and Filling that to the end of a pass from which the core starts a block.
  localparam int unsigned PassCycles = FeedForward * Messages;
  localparam int unsigned PassBits = $clog2(PassCycles);
  localparam int unsigned Leaving = BLOCK_WORDS + 5;
  localparam int unsigned Filling = BLOCK_WORDS + 1;

  typedef logic [Width-1:0] word_t;
  typedef logic [BeatBits-1:0] beat_t;
  typedef logic [TidBits-1:0] tid_t;

  // The cycle within a pass, and which channels may start a message in the cycle after the next.
  logic [PassBits-1:0] cycle_q;
  logic [Messages-1:0] start_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      cycle_q <= '0;
      start_q <= '0;
    end else begin
      cycle_q <= cycle_q == PassBits'(PassCycles - 1) ? '0 : cycle_q + 1'b1;
      for (int unsigned i = 0; i < Messages; i++) begin
        start_q[i] <= cycle_q
          == PassBits'((BLOCK_WORDS * PassCycles + i - Messages - Filling - Leaving - 2) % PassCycles);
      end
    end
  end

  // The channels.
  logic [Messages-1:0] ready, accept, complete, data, zeros, full, first, last_block, leave_q;
  beat_t [Messages-1:0] count;

  for (genvar i = 0; i < Messages; i++) begin : gen_channel
    sil_md_interleaved_channel #(.Beats(BLOCK_WORDS), .LengthBeats(LengthWords)) u_channel (
      .clk_i,
      .rst_ni,
      .start_i   (start_q[i]),
      .valid_i   (s_tvalid & s_tid == TidBits'(i)),
      .last_i    (s_tlast),
      .full_i    (s_tkeep[Bytes-1]),
      .ready_o   (ready[i]),
      .accept_o  (accept[i]),
      .count_o   (count[i]),
      .complete_o(complete[i]),
      .data_o    (data[i]),
      .zeros_o   (zeros[i]),
      .full_o    (full[i]),
      .first_o   (first[i]),
      .final_o   (last_block[i]),
      .leave_i   (leave_q[i])
    );
  end
  assign s_tready = ready[s_tid];

  // The beat that was accepted, with 0x80 after the bytes of the last one.
  word_t s_data_q, marked;
  logic [Bytes-1:0] s_keep_q;
  logic s_last_q, framing;
  logic [Messages-1:0] accept_q, error_q;
  logic [Messages-1:0][RestBits-1:0] rest_q;
  logic [RestBits-1:0] rest;
  beat_t s_count_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) accept_q <= '0;
    else accept_q <= accept;
  end
  always_ff @(posedge clk_i) begin
    s_data_q  <= s_tdata;
    s_keep_q  <= s_tkeep;
    s_last_q  <= s_tlast;
    s_count_q <= count[s_tid];
  end

  for (genvar i = 0; i < Bytes; i++) begin : gen_byte
    logic [7:0] mark;
    assign mark = {i == 0 || s_keep_q[(i+Bytes-1)%Bytes], 7'h0};
    assign marked[8*i+:8] = s_keep_q[i] ? s_data_q[8*i+:8] : mark;
  end
  always_comb begin
    rest = '0;
    for (int unsigned i = 0; i < Bytes - 1; i++) if (s_keep_q[i]) rest = RestBits'(i + 1);
    if (s_keep_q[Bytes-1]) rest = '0;
  end

  sil_axis_framing #(.Bytes(Bytes)) u_framing (
    .keep_i(s_keep_q), .last_i(s_last_q), .error_o(framing)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) error_q <= '0;
    else error_q <= (error_q | (accept_q & {Messages{framing}})) & ~(leave_q & last_block);
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < Messages; i++) if (accept_q[i]) rest_q[i] <= rest;
  end

  // The selection: the first channel after the last one that has a complete block. What is known of
  // that block follows in the next cycle, and the kind of its first word in the one after that.
  typedef struct packed {
    logic data, zeros, full, first, final_block;  ///< as in sil_md_interleaved_channel
    beat_t count;
    logic [RestBits-1:0] rest;
  } block_t;

  tid_t tid_q, tid_d;
  block_t block_q;
  beat_t read_q;
  logic sending_q, chosen_q, known_q, load_d, load_q, valid_q, end_q, take;

  always_comb begin
    tid_d = tid_q;
    for (int unsigned k = Messages; k > 0; k--) begin
      for (int unsigned i = 0; i < Messages; i++) begin
        if (tid_q == TidBits'(i) && complete[(i+k)%Messages]) tid_d = TidBits'((i + k) % Messages);
      end
    end
  end

  // The kind of the next word. `past_q`: the message ended before it.
  logic ends, past_q, ends_q, data_q, mark_q, length_q, last_q, m_last_q, m_end_q;
  assign ends = read_q == block_q.count;
  assign take = valid_q & m_tready;
  assign load_d = known_q | (take & ~m_end_q);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tid_q     <= '0;
      read_q    <= '0;
      sending_q <= 1'b0;
      chosen_q  <= 1'b0;
      known_q   <= 1'b0;
      load_q    <= 1'b0;
      valid_q   <= 1'b0;
      end_q     <= 1'b0;
      leave_q   <= '0;
      m_end_q   <= 1'b0;
    end else begin
      if (!sending_q) tid_q <= tid_d;
      sending_q <= sending_q ? ~end_q : |complete;
      chosen_q  <= ~sending_q & (|complete);
      known_q   <= chosen_q;
      load_q    <= load_d;
      valid_q   <= load_q | (valid_q & ~m_tready);
      end_q     <= take & m_end_q;
      for (int unsigned i = 0; i < Messages; i++) begin
        leave_q[i] <= take & m_end_q & tid_q == TidBits'(i);
      end
      if (load_q) read_q <= read_q + 1'b1;
      if (load_q) m_end_q <= &read_q;
    end
  end

  // The buffers. With more than two channels the word of each one is in a register before the
  // selection, and its address changes a cycle earlier.
  word_t word_q;

  if (Messages > 2) begin : gen_words
    beat_t fetch_q;
    word_t [Messages-1:0] fetched_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) fetch_q <= '0;
      else if (load_d) fetch_q <= fetch_q + 1'b1;
    end
    for (genvar i = 0; i < Messages; i++) begin : gen_buffer
      (* ram_style = "distributed" *) word_t words_q [BLOCK_WORDS];
      always_ff @(posedge clk_i) begin
        if (accept_q[i]) words_q[s_count_q] <= marked;
        fetched_q[i] <= words_q[fetch_q];
      end
    end
    always_ff @(posedge clk_i) word_q <= fetched_q[tid_q];
  end else begin : gen_memory
    (* ram_style = "distributed" *) word_t words_q [Messages*BLOCK_WORDS];
    tid_t s_tid_q;
    logic write_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) write_q <= 1'b0;
      else write_q <= |accept;
    end
    always_ff @(posedge clk_i) begin
      s_tid_q <= s_tid;
      if (write_q) words_q[{s_tid_q, s_count_q}] <= marked;
      word_q <= words_q[{tid_q, read_q}];
    end
  end

  // The length, and the bits that the block adds to it.
  word_t length_word;
  logic [AddBits-1:0] bits;

  always_comb begin
    bits = {1'b0, block_q.count, block_q.rest, 3'b0};
    if (block_q.data) bits = AddBits'(BLOCK_WORDS * Width);
    else if (block_q.zeros) bits = '0;
  end

  sil_md_lengths #(
    .Width(Width), .Messages(Messages), .Beats(BLOCK_WORDS), .LittleEndian(LittleEndian)
  ) u_lengths (
    .clk_i, .rst_ni, .tid_i(tid_q), .beat_i(read_q), .load_i(load_q), .first_i(block_q.first),
    .bits_i(bits), .word_o(length_word)
  );

  always_ff @(posedge clk_i) begin
    block_q <= '{
      data: data[tid_q], zeros: zeros[tid_q], full: full[tid_q], first: first[tid_q],
      final_block: last_block[tid_q], count: count[tid_q], rest: rest_q[tid_q]
    };
    ends_q   <= ends;
    data_q   <= block_q.data | ~(block_q.zeros | past_q | (ends & block_q.full));
    mark_q   <= ~(block_q.data | block_q.zeros | past_q) & ends & block_q.full;
    length_q <= block_q.final_block & (&read_q[BeatBits-1:1]);
    last_q   <= block_q.final_block & (&read_q);
    if (chosen_q) past_q <= 1'b0;
    else if (load_q) past_q <= past_q | ends_q;
  end

  word_t m_data_q;
  always_ff @(posedge clk_i) begin
    if (load_q) begin
      m_data_q <= (word_q & {Width{data_q}}) | (length_word & {Width{length_q}})
                | Width'({mark_q, 7'h0});
      m_last_q <= last_q;
    end
  end

  assign m_tdata = m_data_q;
  assign m_tlast = m_last_q;
  assign m_tid = tid_q;
  assign m_tvalid = valid_q;

  // The error flags of each channel. Of a channel there can be a digest that waits, one that
  // follows it, and the last block of a third message in the core. They leave as they came.
  localparam int unsigned Flags = 4;

  logic [Messages-1:0] error;
  for (genvar i = 0; i < Messages; i++) begin : gen_flags
    logic [Flags-1:0] flags_q;
    logic [$clog2(Flags)-1:0] put_q, get_q;
    logic put, get;

    assign put = leave_q[i] & last_block[i];
    assign get = digest_take_i & digest_tid_i == TidBits'(i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        put_q <= '0;
        get_q <= '0;
      end else begin
        if (put) put_q <= put_q + 1'b1;
        if (get) get_q <= get_q + 1'b1;
      end
    end
    always_ff @(posedge clk_i) if (put) flags_q[put_q] <= error_q[i];
    assign error[i] = flags_q[get_q];
  end
  assign error_o = error[digest_tid_i];
endmodule
