import { html } from 'hono/html';
import type { User } from '../store/users.ts';

/** A piece of markup in which every inserted value was escaped. */
export type Markup = ReturnType<typeof html>;

/** The context in which all pages of one request are rendered. */
export interface Frame {
  readonly basePath: string;
  readonly user: User | undefined;
  /** Protects every form against requests from other sites. */
  readonly csrfToken: string;
}

/** A whole page with its heading, the navigation and, for a logged-in user, a link to the profile. */
export function page(frame: Frame, title: string, content: Markup): Markup {
  const { basePath } = frame;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Research Evidence Service</title>
    <link rel="stylesheet" href="${basePath}/assets/style.css">
    <script type="module" src="${basePath}/assets/copy.js"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header class="bar">
      <a class="name" href="${basePath}/">Research Evidence Service</a>
      ${navigation(frame)}
    </header>
    <main id="content">
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>`;
}

/** The hidden field that each form carries. */
export function csrfField({ csrfToken }: Frame): Markup {
  return html`<input type="hidden" name="csrf" value="${csrfToken}">`;
}

function navigation(frame: Frame): Markup {
  const { basePath, user } = frame;
  if (user === undefined) {
    return html`<nav aria-label="Account"><a href="${basePath}/login">Log in</a></nav>`;
  }
  return html`<nav aria-label="Account">
    <a href="${basePath}/profile">${user.name}</a>
    <form method="post" action="${basePath}/logout">
      ${csrfField(frame)}
      <button class="plain" type="submit">Log out</button>
    </form>
  </nav>`;
}
