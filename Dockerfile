# The same Node major as in package.json (optionalDependencies). A tag by major gets the security fixes of Node and Debian
# with every build of the image. Not the slim image here: the dates in the sitemap are read with its Git.
FROM node:26 AS build
RUN apt-get update && apt-get install -y --no-install-recommends libjemalloc2 \
  && cp /usr/lib/*/libjemalloc.so.2 /usr/share/doc/libjemalloc2/copyright /opt/
WORKDIR /site
RUN chown node:node /site
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN npm ci
COPY --chown=node:node . .
RUN npm run build

# dist contains every package that it needs, bundled or, where it is native, beside the bundle: no sources, no cache of npm.
FROM node:26-slim
# Compression and pictures work on threads. With jemalloc the memory that they have used goes back within a second; glibc
# holds on to it.
ENV NODE_ENV=production \
    PORT=3000 \
    DATA_DIR=/data \
    LD_PRELOAD=/opt/libjemalloc.so.2 \
    MALLOC_CONF=background_thread:true,dirty_decay_ms:1000,narenas:2
WORKDIR /site
COPY --from=build /opt/libjemalloc.so.2 /opt/copyright /opt/
COPY --from=build /site/dist ./dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
# bash, because starting Node for every check costs more processor time than the check is worth.
HEALTHCHECK --interval=15s --timeout=5s --start-period=10s \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/$PORT && printf 'GET /healthz HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r -t 4 line <&3 && [[ $line == *' 200 '* ]]"]
# Without a shell in between, node is process 1: it gets SIGTERM and finishes running requests.
# --max-semi-space-size: by default Node takes 64 MB for short-lived objects; 16 MB are as fast and save 50 MB.
# --max-old-space-size: where the limit is some GB, V8 collects so seldom that 100 MB of garbage stay; 60 MB are in use.
CMD ["node", "--max-semi-space-size=16", "--max-old-space-size=512", "dist/server/main.js"]
