import type { Request } from 'express';
import { stateIds } from '../../contract/state.ts';
import { layouts, type OverviewQuery } from '../views/overview-model.ts';
import { textOf } from './request-fields.ts';

const longestText = 200;

/**
 * What the address of the overview asks for. What it does not know is left out, unlike on other pages (known-values.ts): who looks
 * whether all is well has to see it, whatever the address or the bookmark of a screen on a wall says.
 */
export function parseOverviewQuery({ query }: Pick<Request, 'query'>): OverviewQuery {
  const state = [...stateIds, 'trouble' as const].find((one) => one === query.state);
  const layout = layouts.find((one) => one === query.view) ?? 'usual';
  const page = Number(query.page);
  const [group, tag] = [textOf(query.group), textOf(query.tag)];
  return {
    text: (textOf(query.q) ?? '').trim().slice(0, longestText),
    ...(state === undefined ? {} : { state }),
    ...(group === undefined || group === '' ? {} : { group }),
    ...(tag === undefined || tag === '' ? {} : { tag }),
    layout,
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  };
}
