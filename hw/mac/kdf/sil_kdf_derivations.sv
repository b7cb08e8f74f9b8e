// SPDX-FileCopyrightText: 2026 The silicrypt authors
// SPDX-License-Identifier: Apache-2.0
/// The derivations of PBKDF2 that are in flight, T_i = F (P, S, c, i) of RFC 8018 5.2 each: their
/// iterations, and their results.
///
/// A derivation begins with U_1, which comes from outside. An iteration is two messages of one
/// block, the inner and the outer hash of HMAC. Each of them is a digest with a constant padding,
/// and starts from one of the two midstates of the password. A derivation that waits for a time
/// slot of the pipeline is in a queue.
///
/// Derivations begin and give out T_i in a fixed rotation, so results leave in the sequence of
/// their requests.
///
/// ## Latency and throughput
/// A derivation enters the queue in the cycle after its digest. One beat of a result per cycle,
/// except in the 5 cycles in which a digest is written.
///
/// ## Byte order
/// The first byte of U_1 and of a result is in the low bits. A message word has its first byte in
/// the high bits (FIPS 180-4 3.1).
module sil_kdf_derivations
  import sil_md_pkg::BLOCK_WORDS;
#(
  /// Words of a digest.
  parameter int unsigned DigestWords = 5,
  /// Derivations, a power of two. Cost: memory for two digests and a counter each.
  parameter int unsigned Derivations = 8,
  /// Bits of the number of a message word.
  parameter int unsigned IndexBits = 5,
  localparam int unsigned IdBits = $clog2(Derivations),
  localparam int unsigned MidstateBits = $clog2(2 * Derivations + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  /// A request may be taken: the next derivation is free.
  output logic                      open_o,
  /// No derivation is in flight, and no result waits.
  output logic                      empty_o,
  /// A request is taken: its iteration count and the bytes of its result.
  input  logic                      request_i,
  input  logic [31:0]               count_i,
  input  logic [31:0]               bytes_i,
  /// Number of the pair of midstates of this request.
  output logic [IdBits-1:0]         pair_o,
  /// The words of U_1 of the next derivation, or a beat that refuses the request.
  input  logic [31:0]               first_tdata,
  input  logic                      first_tuser,
  input  logic                      first_tvalid,
  output logic                      first_tready,
  /// This word was the last one of the request.
  output logic                      enough_o,
  /// As in sil_kdf_slots.
  output logic                      ready_o,
  output logic [IdBits-1:0]         ready_id_o,
  output logic [MidstateBits-1:0]   ready_midstate_o,
  input  logic                      issue_i,
  /// The message word of a derivation; its number, and that of the derivation.
  input  logic [IndexBits-1:0]      word_i,
  input  logic [IdBits-1:0]         word_id_i,
  output logic [31:0]               word_o,
  /// As in sil_kdf_slots.
  input  logic [IdBits-1:0]         leaving_id_i,
  input  logic                      done_i,
  input  logic [IdBits-1:0]         done_id_i,
  /// The digest, its first word in the high bits. It holds for the cycles in which it is written.
  input  logic [32*DigestWords-1:0] digest_i,
  /// Results.
  output logic [31:0]               m_tdata,
  output logic [3:0]                m_tkeep,
  output logic                      m_tlast,
  output logic                      m_tuser,
  output logic                      m_tvalid,
  input  logic                      m_tready
);
  localparam int unsigned WordBits = $clog2(DigestWords);
  localparam int unsigned Words = DigestWords * Derivations;
  localparam int unsigned AddressBits = $clog2(Words);
  localparam int unsigned DigestBytes = 4 * DigestWords;
  localparam int unsigned BytesBits = $clog2(DigestBytes + 1);
  localparam logic [WordBits-1:0] LAST_WORD = WordBits'(DigestWords - 1);
  // Bits of the message with the key block.
  localparam logic [31:0] LENGTH = 32 * (BLOCK_WORDS + DigestWords);

  typedef logic [IdBits-1:0] id_t;

  function automatic logic [AddressBits-1:0] address(logic [WordBits-1:0] word, id_t id);
    return AddressBits'({word, id});
  endfunction

  // Word w of derivation i is at address {w, i}. All words are cleared after a reset.
  logic clearing_q;
  logic [AddressBits-1:0] clear_q;

  // Each derivation has these.
  logic [Derivations-1:0] busy_q;      // it is in progress
  logic [Derivations-1:0] outer_q;     // its next hash is the outer one of HMAC
  logic [Derivations-1:0] complete_q;  // T_i or a refusal can be given out
  logic [Derivations-1:0] refused_q;   // its request is refused
  logic [Derivations-1:0] final_q;     // it is the last one of its request
  logic [Derivations-1:0][IdBits-1:0] pair_q;
  logic [Derivations-1:0][BytesBits-1:0] bytes_q;  // of T_i that belong to the result

  // The request whose derivations begin.
  id_t begin_q, request_q;               // its next derivation; its pair of midstates
  logic [31:0] size_q, more_q;           // bytes that are left; iterations after the first one
  logic once_q;                          // there are none
  logic final_first, begun, accepted;
  logic [WordBits-1:0] first_q;          // number of the word of U_1

  // A digest is written in DigestWords cycles.
  logic writing, step_last, outer, ends;
  logic [WordBits-1:0] step_q;
  logic [31:0] digest_word;

  // Results.
  logic can_give, give, block_end, valid_q, tlast_q, tuser_q;
  logic [31:0] data_q, given;
  logic [3:0] keep_d, keep_q;
  logic [BytesBits-1:0] given_bytes;

  // The register u_first keeps a word of the request before while a digest is written.
  assign open_o = ~busy_q[begin_q] & ~clearing_q & ~first_tvalid;
  assign empty_o = busy_q == '0 & ~valid_q;
  assign pair_o = request_q;
  assign first_tready = ~busy_q[begin_q] & ~clearing_q & ~writing;
  assign accepted = first_tvalid & first_tready;
  assign final_first = size_q <= 32'(DigestBytes);
  assign begun = accepted & (first_tuser | first_q == LAST_WORD);
  assign enough_o = begun & ~first_tuser & final_first;

  assign writing = done_i | step_q != '0;
  assign step_last = step_q == LAST_WORD;

  always_comb begin
    digest_word = '0;
    for (int unsigned i = 0; i < DigestWords; i++) begin
      if (step_q == WordBits'(i)) digest_word = digest_i[32*(DigestWords-1-i)+:32];
    end
  end

  // The iterations that are left are read while the digest is formed.
  logic [31:0] left_words_q [Derivations];
  logic [31:0] left_q;
  logic last_q, sum_q;

  assign outer = outer_q[done_id_i];
  assign ends = done_i & outer & last_q;

  always_ff @(posedge clk_i) begin
    left_q <= left_words_q[leaving_id_i];
    last_q <= left_q == 32'd1;
    if (clearing_q) left_words_q[clear_q[IdBits-1:0]] <= '0;
    else if (begun) left_words_q[begin_q] <= more_q;
    else if (done_i && outer) left_words_q[done_id_i] <= left_q - 32'd1;
  end

  // U and T. Both are written from the same digest.
  (* ram_style = "distributed" *) logic [31:0] u_words_q [Words];
  (* ram_style = "distributed" *) logic [31:0] t_words_q [Words];
  logic [AddressBits-1:0] write_address, t_address;
  logic [WordBits-1:0] give_q;  // number of the word that is given out
  logic [31:0] written, sum, t_word;
  id_t give_id_q;

  always_comb begin
    write_address = address(step_q, done_id_i);
    written = digest_word;
    if (clearing_q) begin
      write_address = clear_q;
      written = '0;
    end else if (!writing) begin
      write_address = address(first_q, begin_q);
      written = {<<8{first_tdata}};
    end
  end

  assign t_address = writing ? address(step_q, done_id_i) : address(give_q, give_id_q);
  assign t_word = t_words_q[t_address];
  assign sum = writing ? written ^ t_word : written;

  always_ff @(posedge clk_i) begin
    if (clearing_q || writing || accepted) u_words_q[write_address] <= written;
    if (clearing_q || (writing && (done_i ? outer : sum_q)) || accepted) begin
      t_words_q[write_address] <= sum;
    end
  end

  // Message words: the digest, a one bit, zeros, and the length.
  always_comb begin
    word_o = '0;
    if (word_i < IndexBits'(DigestWords)) word_o = u_words_q[address(word_i[WordBits-1:0], word_id_i)];
    else if (word_i == IndexBits'(DigestWords)) word_o = 32'h8000_0000;
    else if (word_i == IndexBits'(BLOCK_WORDS - 1)) word_o = LENGTH;
  end

  // The queue of derivations that wait for a time slot.
  logic [Derivations-1:0][IdBits-1:0] queue_q;
  logic [IdBits:0] in_q, out_q;
  logic push;

  assign push = (done_i & ~ends) | (begun & ~first_tuser & ~once_q);
  assign ready_o = in_q != out_q;
  assign ready_id_o = queue_q[out_q[IdBits-1:0]];
  assign ready_midstate_o =
    MidstateBits'({pair_q[ready_id_o], outer_q[ready_id_o]}) + MidstateBits'(1);

  // Results.
  assign can_give = busy_q[give_id_q] & complete_q[give_id_q] & ~writing & ~clearing_q;
  assign give = can_give & (~valid_q | m_tready);
  assign given = {<<8{t_word}};
  always_comb begin
    given_bytes = '0;
    for (int unsigned i = 0; i < Derivations; i++) begin
      if (give_id_q == IdBits'(i)) given_bytes |= bytes_q[i];
    end
  end
  for (genvar i = 0; i < 4; i++) begin : gen_keep
    assign keep_d[i] = ~refused_q[give_id_q] & given_bytes > BytesBits'({give_q, 2'(i)});
  end
  assign block_end = refused_q[give_id_q] | given_bytes <= BytesBits'({give_q, 2'b00}) + BytesBits'(4);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      clearing_q <= 1'b1;
      clear_q    <= '0;
      busy_q     <= '0;
      outer_q    <= '0;
      complete_q <= '0;
      refused_q  <= '0;
      final_q    <= '0;
      pair_q     <= '0;
      bytes_q    <= '0;
      begin_q    <= '0;
      request_q  <= '0;
      size_q     <= '0;
      more_q     <= '0;
      once_q     <= 1'b0;
      first_q    <= '0;
      step_q     <= '0;
      sum_q      <= 1'b0;
      queue_q    <= '0;
      in_q       <= '0;
      out_q      <= '0;
      give_id_q  <= '0;
      give_q     <= '0;
      valid_q    <= 1'b0;
      data_q     <= '0;
      keep_q     <= '0;
      tlast_q    <= 1'b0;
      tuser_q    <= 1'b0;
    end else begin
      if (clearing_q) begin
        clear_q    <= clear_q + 1'b1;
        clearing_q <= clear_q != AddressBits'(Words - 1);
      end
      if (request_i) begin
        request_q <= request_q + 1'b1;
        size_q    <= bytes_i;
        more_q    <= count_i - 32'd1;
        once_q    <= count_i == 32'd1;
      end
      if (accepted) first_q <= begun ? '0 : first_q + 1'b1;
      if (begun) begin
        begin_q             <= begin_q + 1'b1;
        size_q              <= size_q - 32'(DigestBytes);
        busy_q[begin_q]     <= 1'b1;
        outer_q[begin_q]    <= 1'b0;
        complete_q[begin_q] <= once_q | first_tuser;
        refused_q[begin_q]  <= first_tuser;
        final_q[begin_q]    <= final_first | first_tuser;
        pair_q[begin_q]     <= request_q;
        bytes_q[begin_q]    <= final_first ? size_q[BytesBits-1:0] : BytesBits'(DigestBytes);
      end
      if (writing) step_q <= step_last ? '0 : step_q + 1'b1;
      if (done_i) begin
        sum_q              <= outer;
        outer_q[done_id_i] <= ~outer;
        if (ends) complete_q[done_id_i] <= 1'b1;
      end
      if (push) begin
        in_q                       <= in_q + 1'b1;
        queue_q[in_q[IdBits-1:0]] <= done_i ? done_id_i : begin_q;
      end
      if (issue_i) out_q <= out_q + 1'b1;
      if (give) begin
        give_q  <= block_end ? '0 : give_q + 1'b1;
        tlast_q <= block_end & final_q[give_id_q];
        tuser_q <= refused_q[give_id_q];
        keep_q  <= keep_d;
        for (int unsigned i = 0; i < 4; i++) data_q[8*i+:8] <= given[8*i+:8] & {8{keep_d[i]}};
        if (block_end) begin
          busy_q[give_id_q] <= 1'b0;
          give_id_q         <= give_id_q + 1'b1;
        end
      end else if (m_tready) begin
        tlast_q <= 1'b0;
        tuser_q <= 1'b0;
        keep_q  <= '0;
        data_q  <= '0;
      end
      if (give || m_tready) valid_q <= give;
    end
  end

  assign m_tdata = data_q;
  assign m_tkeep = keep_q;
  assign m_tlast = tlast_q;
  assign m_tuser = tuser_q;
  assign m_tvalid = valid_q;
endmodule
