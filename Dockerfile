# Trailcut in one image: ROLE says what a container does. docs/guides/containers.md says how to run it.

# Debian's ffmpeg brings 700 MB of graphics libraries. This is the same source, with Debian's patches, without what no
# upload needs: devices, the network, and every library but those of H.264, AV1, color conversion and titles.
FROM debian:trixie-slim AS ffmpeg
RUN sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/debian.sources \
 && apt-get update \
 && apt-get install -y --no-install-recommends build-essential nasm pkg-config \
      libx264-dev libdav1d-dev libzimg-dev libfreetype-dev libharfbuzz-dev zlib1g-dev
WORKDIR /source
RUN apt-get source ffmpeg \
 && cd ffmpeg-*/ \
 && ./configure --enable-gpl --enable-shared --disable-static --disable-debug --disable-doc --disable-ffplay \
      --disable-network --disable-avdevice --disable-autodetect --enable-pthreads --enable-zlib \
      --enable-libx264 --enable-libdav1d --enable-libzimg --enable-libfreetype --enable-libharfbuzz \
 && make -j"$(nproc)" \
 && make DESTDIR=/made install
RUN rm -r /made/usr/local/include /made/usr/local/lib/pkgconfig /made/usr/local/share \
 && install -D --mode 644 --target-directory /made/usr/local/share/licenses/ffmpeg ffmpeg-*/COPYING.GPLv2 ffmpeg-*/LICENSE.md

FROM node:24.21.0-trixie-slim AS node

# The programs of backups, which must be at least as new as the database: those of the image that compose.yaml runs.
FROM postgres:18.4-trixie AS postgres
RUN install -D --target-directory /made/usr/local/bin /usr/lib/postgresql/18/bin/pg_dump /usr/lib/postgresql/18/bin/pg_restore \
 && install -D --mode 644 --target-directory /made/usr/local/lib /usr/lib/*-linux-gnu/libpq.so.5 \
 && install -D --mode 644 --target-directory /made/usr/local/share/licenses/postgresql /usr/share/doc/postgresql-client-18/copyright

FROM node AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/production-files.ts /app

FROM debian:trixie-slim
# bubblewrap and uidmap build the jail that ffmpeg runs in (docs/decisions/009-media-isolation.md). Debian's newuidmap and
# newgidmap are setuid root, which is of no use in a container without root's capabilities; these have the one they need.
RUN apt-get update \
 && apt-get install -y --no-install-recommends bubblewrap ca-certificates libcap2-bin uidmap \
      libdav1d7 libfreetype6 libgssapi-krb5-2 libharfbuzz0b libldap2 libx264-164 libzimg2 \
 && rm -rf /var/cache/apt/* /var/lib/apt/lists/* /var/log/* \
 && chmod u-s /usr/bin/newuidmap /usr/bin/newgidmap \
 && setcap cap_setuid=ep /usr/bin/newuidmap \
 && setcap cap_setgid=ep /usr/bin/newgidmap \
 && useradd --uid 1000 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin trailcut \
 && install --directory --owner trailcut --group trailcut /data
COPY --from=ffmpeg /made /
COPY --from=postgres /made /
COPY --from=node /usr/local/bin/node /usr/local/bin/node
RUN ldconfig && ffmpeg -hide_banner -encoders | grep -q libx264 && node --version \
 && pg_dump --version && pg_restore --version
COPY --from=build /app /app

WORKDIR /app
USER 1000:1000
ENV NODE_ENV=production MODE=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data \
    NODE_COMPILE_CACHE=/tmp/compile-cache
# Everything that is written; the rest may be read-only. Temporary files can be as large as several uploads.
VOLUME ["/data", "/tmp"]
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(answer => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=4", "dist/server/main.js"]
