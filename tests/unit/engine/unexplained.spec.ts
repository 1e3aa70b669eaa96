import { expect, test } from '@playwright/test';
import { makeUnexplainedTracker, type UnexplainedKind } from '../../../engine/http/unexplained.ts';

const get = (path: string) => ({ method: 'GET', url: `https://reviews.example.org${path}` }) as const;
const post = { method: 'POST', url: 'https://reviews.example.org/one' } as const;
const busy: UnexplainedKind = { name: '503', lasts: 'at its path' };
const forbidden = (message: string): UnexplainedKind => ({ name: `403 ${message}`, lasts: 'everywhere' });

for (const kind of [busy, forbidden('Forbidden')]) {
  test(`an answer by ${kind.name} is waited out twice, and then never again ${kind.lasts}`, () => {
    const tracker = makeUnexplainedTracker();
    const waits = [0, 1, 2].map((repetition) => tracker.isWorthWaiting(kind, get('/one'), repetition));
    expect(waits).toEqual([true, true, false]);
    expect(tracker.isWorthWaiting(kind, get('/one'), 0)).toBe(false);
    expect(tracker.isWorthWaiting(kind, get('/two'), 0)).toBe(kind === busy);
    expect(tracker.passes(kind)).toBe(false);
  });

  test(`where waiting for ${kind.name} helped once, it is worth it everywhere`, () => {
    const tracker = makeUnexplainedTracker();
    tracker.isWorthWaiting(kind, get('/one'), 2);
    tracker.hasPassed(kind);
    expect(tracker.isWorthWaiting(kind, get('/one'), 3)).toBe(true);
    expect(tracker.passes(kind)).toBe(true);
    expect(tracker.passes(forbidden('Not yours'))).toBe(false);
  });

  test(`an import that gets ${kind.name} is sent again only where waiting has helped before`, () => {
    const tracker = makeUnexplainedTracker();
    expect(tracker.isWorthWaiting(kind, post, 0)).toBe(false);
    tracker.hasPassed(kind);
    expect(tracker.isWorthWaiting(kind, post, 0)).toBe(true);
  });
}

test('who has many words for what is not permitted is not waited for again and again', () => {
  const tracker = makeUnexplainedTracker();
  const said = ['Not yours', 'For members', 'For owners', 'For reviewers'];
  const waits = said.map((message) => tracker.isWorthWaiting(forbidden(message), get('/one'), 0));
  expect(waits).toEqual([true, true, true, false]);
});
