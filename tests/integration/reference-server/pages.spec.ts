import { expect, test } from '@playwright/test';
import type { Reference } from '../../../reference-server/index.ts';
import { type Ask, type Asked, withReference } from './asking.ts';

/** The cookie that an answer sets, as a browser would send it back. */
function cookieOf({ headers }: Asked): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

function csrfOf({ text }: Asked): string {
  return /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

function post(ask: Ask, path: string, cookie: string, form: Record<string, string>): Promise<Asked> {
  return ask(path, { method: 'POST', key: 'none', headers: { cookie }, body: new URLSearchParams(form) });
}

/** Logs the first user in and gives the cookie of the session. */
async function loggedIn(ask: Ask, { logins }: Reference): Promise<string> {
  const form = await ask('/login', { key: 'none' });
  const [login] = logins;
  const answer = await post(ask, '/login', cookieOf(form), {
    csrf: csrfOf(form),
    name: login?.name ?? '',
    password: login?.password ?? '',
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
  return cookieOf(answer);
}

test('a session cookie never authenticates the API', async () => {
  await withReference({}, async (ask, reference) => {
    const cookie = await loggedIn(ask, reference);
    expect((await ask('/profile', { key: 'none', headers: { cookie } })).status).toBe(200);
    const refused = await ask('/api/v3/users', { key: 'none', headers: { cookie } });
    expect([refused.status, refused.json]).toEqual([401, { error: 'Unauthorized' }]);
    expect(refused.headers.getSetCookie()).toEqual([]);
  });
});

test('a key never opens a page', async () => {
  await withReference({}, async (ask, { keys }) => {
    expect((await ask('/profile/storage')).headers.get('location')).toBe('/login');
    expect((await ask(`/profile/storage?api_key=${keys.first}`, { key: 'none' })).status).toBe(303);
  });
});

test('a form without the right CSRF token changes nothing', async () => {
  await withReference({}, async (ask, reference) => {
    const cookie = await loggedIn(ask, reference);
    for (const form of [{}, { csrf: 'wrong' }]) {
      const refused = await post(ask, '/profile/storage/regenerate', cookie, form);
      expect(refused.status).toBe(403);
      expect(refused.text).toContain('The form could not be accepted.');
    }
    expect((await ask('/api/v3/users')).status).toBe(200);
    const storage = await ask('/profile/storage', { key: 'none', headers: { cookie } });
    expect((await post(ask, '/profile/storage/regenerate', cookie, { csrf: csrfOf(storage) })).status).toBe(
      303,
    );
    expect((await ask('/api/v3/users')).status).toBe(401);
  });
});

test('the session cookie is HttpOnly and SameSite=Lax, and is replaced at login', async () => {
  await withReference({}, async (ask, reference) => {
    const form = await ask('/login', { key: 'none' });
    expect(form.headers.getSetCookie()[0]).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/);
    expect(await loggedIn(ask, reference)).not.toBe(cookieOf(form));
  });
});

test('login attempts from one address are limited', async () => {
  await withReference({}, async (ask) => {
    const form = await ask('/login', { key: 'none' });
    const attempt = () =>
      post(ask, '/login', cookieOf(form), { csrf: csrfOf(form), name: 'ada', password: 'guess' });
    const statuses = await Promise.all(Array.from({ length: 21 }, async () => (await attempt()).status));
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await attempt()).text).toContain('Too many tries from this address.');
  });
});

test('pages have a strict Content-Security-Policy, are not cached, and escape user input', async () => {
  await withReference({}, async (ask) => {
    const form = await ask('/login', { key: 'none' });
    const name = '"><script>alert(1)</script>';
    const again = await post(ask, '/login', cookieOf(form), { csrf: csrfOf(form), name, password: 'x' });
    expect(again.status).toBe(401);
    expect(again.text).toContain('&quot;&gt;&lt;script&gt;');
    expect(again.text).not.toContain('<script>alert');
    expect(again.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(again.headers.get('cache-control')).toBe('no-store');
    expect((await ask('/no-such-page', { key: 'none' })).status).toBe(404);
  });
});
