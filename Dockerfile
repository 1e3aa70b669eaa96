# The monitor, and every other command of evidence-contract, in one image:
#   docker build -t evidence-contract .
#   docker run --rm --name monitor -p 127.0.0.1:9470:9470 -v monitor-data:/data -e BASE_URL=embedded evidence-contract
#   docker exec monitor cat /data/read-token     (as the password of any user, or as a bearer token)
#   docker run --rm -e BASE_URL=… -e API_KEY=… evidence-contract check

# The LTS release of Node.js by its digest, which a registry cannot change; the tag is for people. To move on, take both from
# docker buildx imagetools inspect node:VERSION-bookworm-slim
# or from https://github.com/docker-library/repo-info (repos/node/remote), and keep both in step.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json tsconfig.json tsconfig.build.json tsconfig.types.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY schemas ./schemas
COPY fhir ./fhir
COPY contract ./contract
COPY engine ./engine
COPY reports ./reports
COPY reference-server ./reference-server
COPY monitor ./monitor
COPY application ./application
COPY cli ./cli
COPY library ./library
COPY playwright ./playwright
COPY scripts ./scripts
COPY docs/runbook.md ./docs/runbook.md
# With DATABASE_URL several monitors share a database by pg-boss, and OTEL_EXPORTER_OTLP_ENDPOINT needs OpenTelemetry: the package
# leaves both to whoever needs them.
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
      "pg-boss@$(node -p "require('./package.json').peerDependencies['pg-boss']")" \
      $(node -p "Object.entries(require('./package.json').peerDependencies).filter(([name]) => name.startsWith('@opentelemetry/')).map((peer) => peer.join('@')).join(' ')")

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="evidence-contract" \
      org.opencontainers.image.description="Contract tests and monitoring for installations of the Research Evidence Service REST API, version 3." \
      org.opencontainers.image.licenses="MIT"
# With a heap of at most 1 GB Node frees memory early: a thousand installations take 260 MB instead of 500. Give a container
# 2 GB: two processes that read large bodies take at most 256 MB each, and bodies lie outside every heap.
# The image listens to the network, so it makes itself a read token where it is given none.
ENV NODE_ENV=production \
    NODE_OPTIONS=--max-old-space-size=1024 \
    HOST=0.0.0.0 \
    PORT=9470 \
    DATA_DIR=/data \
    MONITOR_CREATE_READ_TOKEN=true \
    REPORTS_DIR=/data/reports
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY package.json LICENSE NOTICE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER node
VOLUME /data
EXPOSE 9470
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["monitor", "--service"]
