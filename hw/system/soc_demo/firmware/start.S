# SPDX-FileCopyrightText: 2026 The silicrypt authors
# SPDX-License-Identifier: Apache-2.0
# Entry of the firmware: clears .bss, calls main, and stops the simulation.
    .section .text.start
    .globl _start
_start:
    la sp, _stack
    la t0, _bss_start
    la t1, _bss_end
1:  bgeu t0, t1, 2f
    sw zero, 0(t0)
    addi t0, t0, 4
    j 1b
2:  call main
    ebreak
