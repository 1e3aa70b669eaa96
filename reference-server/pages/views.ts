import { html } from 'hono/html';
import type { Project } from '../store/projects.ts';
import type { User } from '../store/users.ts';
import { csrfField, type Frame, type Markup, page } from './layout.ts';

/** The first page after logging in: the user's own projects. */
export function homePage(frame: Frame, projects: readonly Project[]): Markup {
  const items = projects.map(
    ({ name, description, published }) => html`<li>
      <strong>${name}</strong><span class="state">${published ? 'Published' : 'Not published'}</span>
      <div class="hint">${description}</div>
    </li>`,
  );
  const list =
    items.length === 0 ? html`<p>You own no project yet.</p>` : html`<ul class="projects">${items}</ul>`;
  return page(frame, 'Your projects', list);
}

/** The log-in form; after a failed attempt, `mistake` says why, and `name` is the entered name. */
export function loginPage(frame: Frame, mistake?: string, name = ''): Markup {
  const alert =
    mistake === undefined ? '' : html`<p class="mistake" role="alert" id="mistake">${mistake}</p>`;
  const described = mistake === undefined ? '' : html`aria-describedby="mistake"`;
  const content = html`${alert}
    <form class="narrow" method="post" action="${frame.basePath}/login">
      ${csrfField(frame)}
      <div class="field">
        <label for="name">User name</label>
        <input id="name" name="name" value="${name}" autocomplete="username" autocapitalize="none" required ${described}>
      </div>
      <div class="field">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" required ${described}>
      </div>
      <button type="submit">Log in</button>
    </form>`;
  return page(frame, 'Log in', content);
}

/** The first tab of the profile: who the user is. */
export function profilePage(frame: Frame, user: User): Markup {
  const content = html`${tabs(frame, 'profile')}
    <dl>
      <dt>Name</dt><dd>${user.name}</dd>
      <dt>User name</dt><dd>${user.login}</dd>
      <dt>E-mail</dt><dd>${user.email}</dd>
      <dt>Organization</dt><dd>${user.organization}</dd>
    </dl>`;
  return page(frame, 'Profile', content);
}

/** The Storage tab: the API key with Copy, and Regenerate (section 5). `notice` reports the last action. */
export function storagePage(frame: Frame, key: string, notice?: string): Markup {
  const status = notice === undefined ? '' : html`<p class="notice" role="status">${notice}</p>`;
  const content = html`${tabs(frame, 'storage')}
    ${status}
    <div class="field">
      <label for="key">API key</label>
      <input id="key" value="${key}" readonly autocomplete="off" spellcheck="false" aria-describedby="key-hint">
      <p class="hint" id="key-hint">
        Send it as the header <code>Authorization: Bearer …</code>. Anyone who has it can read what you can read.
      </p>
      <button type="button" data-copy="key" hidden>Copy</button>
      <span id="copy-message" role="status"></span>
    </div>
    <h2>New key</h2>
    <p id="regenerate-hint">Regenerating issues a new key. The present one stops working at once.</p>
    <form method="post" action="${frame.basePath}/profile/storage/regenerate">
      ${csrfField(frame)}
      <button class="plain" type="submit" aria-describedby="regenerate-hint">Regenerate</button>
    </form>`;
  return page(frame, 'Storage', content);
}

/** A page with only a message. */
export function messagePage(frame: Frame, title: string, message: string): Markup {
  return page(frame, title, html`<p>${message}</p>`);
}

function tabs({ basePath }: Frame, current: 'profile' | 'storage'): Markup {
  const tab = (name: 'profile' | 'storage', path: string, text: string): Markup =>
    html`<li><a href="${basePath}${path}" ${name === current ? html`aria-current="page"` : ''}>${text}</a></li>`;
  return html`<nav aria-label="Profile"><ul class="tabs">
    ${tab('profile', '/profile', 'Profile')}
    ${tab('storage', '/profile/storage', 'Storage')}
  </ul></nav>`;
}
