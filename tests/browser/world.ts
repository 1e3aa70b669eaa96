import { test as base } from '@playwright/test';
import type { Scene } from '../screenshots/fleet.ts';
import { keptHistory } from '../screenshots/kept-history.ts';
import { recordTemplates } from '../screenshots/templates.ts';
import { startWorld, type World } from '../screenshots/world.ts';
import { once } from '../support/once.ts';

/** Starts a monitor over a history that was made for it, or hands out the one of this scene and size that runs already. */
export type WorldOf = (scene: Scene, size: number) => Promise<World>;

/** Tests that only look at pages share the monitors that they look at, and processes the histories of these. */
export const test = base.extend<object, { readonly worldOf: WorldOf }>({
  worldOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that it hands over.
    async ({}, use) => {
      const worlds = new Map<string, Promise<World>>();
      const templates = once(recordTemplates);
      await use((scene, size) => {
        const name = `${scene} ${size}`;
        const world =
          worlds.get(name) ??
          keptHistory(scene, size, templates).then((file) => startWorld(scene, size, file));
        worlds.set(name, world);
        return world;
      });
      for (const world of worlds.values()) await (await world).close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
