import type { ActionKind } from '../model.ts';
import type { FrameView } from './view-model.ts';

/** What the page of actions shows. */

/** What somebody did through the network, and with whose token. */
export interface ActionView {
  readonly at: string;
  readonly who: string;
  readonly kind: ActionKind;
  /** Left out where it concerned the whole monitor. */
  readonly installation?: string;
  readonly message: string;
}

export interface ActionLogView {
  readonly frame: FrameView;
  /** The latest first (at most 200). */
  readonly actions: readonly ActionView[];
}
