import { test as base } from '@playwright/test';
import type { Scene } from '../screenshots/fleet.ts';
import { keptHistory } from '../screenshots/kept-history.ts';
import { recordTemplates } from '../screenshots/templates.ts';
import { startWorld, type World } from '../screenshots/world.ts';
import { once } from '../support/once.ts';

/** Starts a monitor with a history made for it, or returns the running one of this scene and size. */
export type WorldOf = (scene: Scene, size: number) => Promise<World>;

/** Tests that only read pages share the monitors of their worker; all workers share the histories. */
export const test = base.extend<object, { readonly worldOf: WorldOf }>({
  worldOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures to pass.
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
