import type { html } from 'hono/html';

/** A piece of markup in which every inserted value was escaped. */
export type Markup = ReturnType<typeof html>;
