import { createRequire } from 'node:module';
import type * as undici from 'undici';

// The entry of undici also loads fetch, web sockets, caches and mocks: more than all else that a check loads. Its parts are
// required one by one, which only holds for the exact version that package.json pins.
const require = createRequire(import.meta.url);
const { prototype } = require('undici/lib/dispatcher/dispatcher.js') as typeof undici.Dispatcher;
Object.assign(prototype, require('undici/lib/api/index.js') as object);

export const Client = require('undici/lib/dispatcher/client.js') as typeof undici.Client;
export const buildConnector = require('undici/lib/core/connect.js') as typeof undici.buildConnector;

/** Loaded only where there is a proxy. */
export function makeProxyAgent(options: undici.EnvHttpProxyAgent.Options): undici.Dispatcher {
  const ProxyAgent =
    require('undici/lib/dispatcher/env-http-proxy-agent.js') as typeof undici.EnvHttpProxyAgent;
  return new ProxyAgent(options);
}
