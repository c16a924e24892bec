# The program `arena`, with Python for players. A tournament needs no network:
#     docker build --tag arena .
#     docker run --rm --network none --user "$(id -u):$(id -g)" --volume "$PWD:/work" arena run --out results/mine
# Most containers permit no namespaces: `arena run` says what its sandbox lacks there.
FROM rust:bookworm AS build
# `--build-arg PROFILE=release` compiles in a third of the time.
ARG PROFILE=dist
WORKDIR /arena
COPY . .
RUN cargo build --locked --profile "$PROFILE" --all-features --bin arena && mv "target/$PROFILE/arena" /usr/local/bin/

FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*
COPY --from=build /usr/local/bin/arena /usr/local/bin/
COPY LICENSE-* tournament/charts/src/font/LICENSE /usr/share/doc/arena/
WORKDIR /work
ENTRYPOINT ["arena"]
CMD ["run"]
