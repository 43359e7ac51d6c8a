# gfkit with its C extension, Node.js (for certify --verified), Coq (for theorems in .v files) and JupyterLab.
#   docker build --tag gfkit .
#   docker run --rm gfkit gfkit count domino-tilings 8x8
#   docker run --rm --publish 8888:8888 gfkit
FROM python:3.13-slim-bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
COPY pyproject.toml setup.py README.md CHANGELOG.md LICENSE /source/
COPY catalog /source/catalog
COPY docs /source/docs
COPY gfkit /source/gfkit
RUN GFKIT_NATIVE=1 pip wheel --no-cache-dir --no-deps --wheel-dir /wheels /source

FROM python:3.13-slim-bookworm
RUN apt-get update && apt-get install --yes --no-install-recommends coq nodejs && rm -rf /var/lib/apt/lists/*
COPY examples/requirements.txt /tmp/requirements.txt
COPY --from=build /wheels /wheels
RUN pip install --no-cache-dir /wheels/gfkit-*.whl --requirement /tmp/requirements.txt
ARG NB_USER=gfkit
ARG NB_UID=1000
RUN useradd --create-home --uid ${NB_UID} ${NB_USER}
COPY --chown=${NB_UID} examples /home/${NB_USER}/examples
USER ${NB_USER}
WORKDIR /home/${NB_USER}
EXPOSE 8888
CMD ["jupyter", "lab", "--ip=0.0.0.0", "--port=8888", "--no-browser"]
