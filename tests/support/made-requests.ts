import type { Endpoint } from '../../contract/document/endpoints.ts';
import { presentedBy, type SentRequest } from '../../contract/judging/request.ts';
import { scopeOf } from '../../contract/scope.ts';
import type { Installation } from '../../engine/configuration/installation.ts';
import { type HttpRequest, makeRequest } from '../../engine/http/make-request.ts';
import { requestsOfScope } from '../../engine/run/plan.ts';
import { Secret } from '../../engine/secret.ts';
import { makeTestInstallation } from './installation.ts';

/** Keys by the names that a command line to repeat a request gives them. */
export const keys = {
  API_KEY: 'Zx7Qk2Lm9Tp4Vb8Rn3Wd',
  SECOND_API_KEY: 'Hc5Yj1Gf6Sa0Du2Ke7Mo',
  REVOKED_API_KEY: 'Pq8Bi3Xn4Zt6Lr1Ve9Cw',
};
/** What an installation is made of whose every request can be sent. */
export const changes: Partial<Installation> = {
  baseUrl: "https://reviews.example.org/it's/app",
  key: new Secret(keys.API_KEY),
  secondKey: new Secret(keys.SECOND_API_KEY),
  revokedKey: new Secret(keys.REVOKED_API_KEY),
  allowImport: true,
};
const installation = makeTestInstallation(changes);
/** An id and a project parameter with every character that a shell or a URL takes for something else. */
export const context = { id: "o'neill $(date) `x`/?#%&ü", query: { project_id: '7 & 8' } };

/** A request to an installation whose address wants quoting too. */
export function made(endpoint: Endpoint, request: SentRequest, at: Installation = installation): HttpRequest {
  return makeRequest(at, endpoint, presentedBy(request, 'header'), context);
}

/** Every request of the largest run. */
export const everyRequest = requestsOfScope(scopeOf('survey'), installation).map(
  ({ endpoint, request: wanted }) => {
    const request = presentedBy(wanted, 'header');
    return { endpoint, request, httpRequest: made(endpoint, request) };
  },
);
