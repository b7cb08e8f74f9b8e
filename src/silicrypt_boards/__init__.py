"""Complete systems: bitstreams for boards, and the processor demonstration `silicrypt demo soc`.

Nothing that measures a core needs these modules; they use the flow as any other client does.
"""
