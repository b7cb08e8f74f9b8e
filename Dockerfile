# silicrypt with the tools of its commands, except PeakRDL and cocotb:
#   docker build -t silicrypt . && docker run --rm -v "$PWD:/work" silicrypt export sha256-fast -o ip
FROM python:3.11-slim-bookworm
RUN apt-get update \
  && apt-get install -y --no-install-recommends g++ make perl iverilog ghdl gcc-riscv64-unknown-elf \
  && rm -rf /var/lib/apt/lists/*
COPY . /src
RUN pip install --no-cache-dir /src "pythondata-cpu-picorv32>=1.0.post218"
ENV SILICRYPT_CACHE=/work/.cache/silicrypt
WORKDIR /work
ENTRYPOINT ["silicrypt"]
CMD ["--help"]
