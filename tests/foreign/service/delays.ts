import { setTimeout as pause } from 'node:timers/promises';
import type { Choices } from './choices.ts';

/** A wait before each answer: longer before the first, as after a cold start. */
export function delaysOf(choices: Choices): () => Promise<void> {
  let answered = 0;
  return async () => {
    answered += 1;
    const wait =
      answered === 1 ? Math.max(choices.firstAnswerAfterMs, choices.answerAfterMs) : choices.answerAfterMs;
    if (wait > 0) {
      await pause(wait);
    }
  };
}
