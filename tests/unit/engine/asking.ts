import { requestSpecId } from '../../../contract/request.ts';
import type { Installation } from '../../../engine/configuration/installation.ts';
import { type AskOnce, makeAskOnce } from '../../../engine/run/ask-once.ts';
import { makeLists } from '../../../engine/run/lists.ts';
import { makeRecords } from '../../../engine/run/records.ts';
import { type RunAbort, startRunAbort } from '../../../engine/run/run-abort.ts';
import type { Send } from '../../../engine/run/sender.ts';
import { makeTestInstallation } from '../../support/installation.ts';
import { exchangeWith, type Written } from './exchanges.ts';

/** What a request asks for: "GET /api/v3/citations/7 header", with the query that the run found out. */
export type Asked = string;

export interface Asking {
  readonly asker: AskOnce;
  readonly send: Send;
  readonly asked: readonly Asked[];
  readonly abort: RunAbort;
}

/** The requests of a run over an installation that answers by a function. */
export function makeAsking(answer: (asked: Asked) => Written, changes: Partial<Installation> = {}): Asking {
  const asked: Asked[] = [];
  const send: Send = async ({ endpoint, request }, id, projectQuery, { pageQuery, marks } = {}) => {
    const path = (request.path ?? endpoint.path).replace(':id', id ?? ':id');
    const query = new URLSearchParams({ ...projectQuery, ...pageQuery }).toString();
    const one = [`${endpoint.method} ${path}`, requestSpecId(request), ...(query === '' ? [] : [query])].join(
      ' ',
    );
    asked.push(one);
    return { ...exchangeWith({ endpoint: endpoint.id, request, ...answer(one) }), ...marks };
  };
  const installation = makeTestInstallation(changes);
  const lists = makeLists(installation, send);
  const abort = startRunAbort(60_000);
  return {
    asker: makeAskOnce(send, lists, makeRecords(installation, send, lists), abort),
    send,
    asked,
    abort,
  };
}

/** A success of a list of these ids. */
export function listOf(...ids: readonly (number | string)[]): Written {
  return { body: JSON.stringify(ids.map((id) => ({ id }))) };
}

export const notFound: Written = { status: 404, body: '{"error":"Not Found"}' };
