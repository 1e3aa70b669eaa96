import type { History } from '../../history/history.ts';
import type { Action } from '../../model.ts';
import type { ActionLogView, ActionView } from '../actions-model.ts';
import { frameView, type ViewSources } from './frame-view.ts';
import { iso } from './iso.ts';

const most = 200;

/** The latest actions on all installations and on the monitor itself. */
export async function actionLogView(history: History, sources: ViewSources): Promise<ActionLogView> {
  const actions = await history.actions({ limit: most });
  return { frame: frameView(sources), actions: actions.map(actionView) };
}

export function actionView({ atMs, ...rest }: Action): ActionView {
  return { at: iso(atMs), ...rest };
}
