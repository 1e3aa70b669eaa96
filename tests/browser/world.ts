import { test as base } from '@playwright/test';
import type { Scene } from '../screenshots/fleet.ts';
import { recordTemplates } from '../screenshots/templates.ts';
import { startWorld, type World } from '../screenshots/world.ts';

/** Starts a monitor over a history that was made for it, or hands out the one of this scene and size that runs already. */
export type WorldOf = (scene: Scene, size: number) => Promise<World>;

/** Tests that only look at pages share the monitors that they look at: making a history takes most of their time. */
export const test = base.extend<object, { readonly worldOf: WorldOf }>({
  worldOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that it hands over.
    async ({}, use) => {
      const worlds = new Map<string, Promise<World>>();
      let templates: ReturnType<typeof recordTemplates> | undefined;
      await use((scene, size) => {
        const name = `${scene} ${size}`;
        templates ??= recordTemplates();
        const world = worlds.get(name) ?? templates.then((made) => startWorld(scene, size, made));
        worlds.set(name, world);
        return world;
      });
      for (const world of worlds.values()) await (await world).close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});
