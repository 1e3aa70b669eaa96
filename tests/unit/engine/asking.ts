import { requestSpecId } from '../../../contract/judging/request.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { type Asker, makeAsker } from '../../../engine/run/asker.ts';
import type { Send } from '../../../engine/run/sender.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { exchangeWith, type Written } from './exchanges.ts';

/** A request in short: "GET /api/v3/citations/7 header", with the query that the run found out. */
export type Asked = string;

export interface Asking {
  readonly asker: Asker;
  readonly installation: Installation;
  /** What was sent, in this order. */
  readonly asked: readonly Asked[];
}

/** An asker for an installation that answers by a function. */
export function makeAsking(answer: (asked: Asked) => Written, changes: Partial<Installation> = {}): Asking {
  const asked: Asked[] = [];
  const send: Send = async ({ endpoint, request, context, marks }) => {
    const { id, query: given = {} } = context;
    const path = (request.path ?? endpoint.path).replace(':id', id ?? ':id');
    const query = new URLSearchParams(given).toString();
    const one = [`${endpoint.method} ${path}`, requestSpecId(request), ...(query === '' ? [] : [query])].join(
      ' ',
    );
    asked.push(one);
    const recordId = id === undefined ? {} : { recordId: id };
    return { ...exchangeWith({ endpoint: endpoint.id, request, ...answer(one), ...recordId }), ...marks };
  };
  const installation = makeTestInstallation(changes);
  return { asker: makeAsker(installation, send), installation, asked };
}

/** A successful list with these ids. */
export function listOf(...ids: readonly (number | string)[]): Written {
  return { body: JSON.stringify(ids.map((id) => ({ id }))) };
}

export const notFound: Written = { status: 404, body: '{"error":"Not Found"}' };
export const unauthorized: Written = { status: 401, body: '{"error":"Unauthorized"}' };
