# graphmem's web server and worker. The graph and the queue run in containers of their own: see compose.yaml.
FROM python:3.12-slim AS build
WORKDIR /src
COPY requirements/uv.txt requirements/build.txt requirements/run.txt requirements/
RUN python -m venv /venv \
 && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements/uv.txt \
 && /venv/bin/uv pip install --python /venv/bin/python --no-cache --compile-bytecode --require-hashes \
      -r requirements/run.txt -r requirements/build.txt
COPY . .
RUN /venv/bin/uv pip install --python /venv/bin/python --no-cache --no-deps --no-build-isolation .

FROM python:3.12-slim
RUN useradd --create-home graphmem
COPY --from=build /venv /venv
USER graphmem
ENV PATH=/venv/bin:$PATH GRAPHMEM_HOST=0.0.0.0 GRAPHMEM_CACHE_DIR=/home/graphmem/.cache/graphmem
RUN mkdir -p /home/graphmem/.cache/graphmem
EXPOSE 7878
CMD ["graphmem", "serve"]
