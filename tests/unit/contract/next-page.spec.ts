import { expect, test } from '@playwright/test';
import { nextPageQuery } from '../../../contract/judging/choose-records.ts';
import { exchangeWith } from '../engine/exchanges.ts';

const url = 'https://reviews.example.org/app/api/v3/citations?project_id=7';
const path = '/app/api/v3/citations';
const second = { project_id: '7', page: '2' };
const link = `${path}?project_id=7&page=2`;

type Page = Readonly<Record<string, string>> | undefined;

const bodies: readonly (readonly [name: string, body: unknown, query: Page])[] = [
  ['next with the host behind a proxy', { next: `http://backend:8080${link}` }, second],
  ['next without the path prefix of a proxy', { next: '/api/v3/citations?page=2' }, { page: '2' }],
  ['next as a query string', { next: '?page=2' }, { page: '2' }],
  ['links.next', { links: { self: path, next: link } }, second],
  // Other names are not guessed.
  ['links.next.href', { links: { next: { href: link } } }, undefined],
  ['_links of HAL', { _links: { next: { href: link } } }, undefined],
  ['the links of a Bundle', { resourceType: 'Bundle', link: [{ relation: 'next', url: link }] }, undefined],
  ['next_page_url of Laravel', { data: [], next_page_url: link }, undefined],
  ['@odata.nextLink of OData', { '@odata.nextLink': link, value: [] }, undefined],
  ['next with a key, which is dropped', { next: `${link}&api_key=k` }, second],
  ['next that is null', { next: null }, undefined],
  ['next that is a number', { next: 2 }, undefined],
  ['next that is a cursor', { next: 'b2Zmc2V0' }, undefined],
  ['next with another path', { next: '/app/api/v3/users?page=2' }, undefined],
  ['next that is the same page', { next: `${path}?project_id=7` }, undefined],
  ['next without a query string', { next: path }, undefined],
  ['an array', [{ id: 1 }], undefined],
];

for (const [name, body, query] of bodies) {
  test(`the next page is ${query === undefined ? 'not ' : ''}read from ${name}`, () => {
    const exchange = { ...exchangeWith({ body: JSON.stringify(body) }), url };
    expect(nextPageQuery(exchange)).toEqual(query);
  });
}

const headers: readonly (readonly [header: string, query: Page])[] = [
  [`<${path}?page=0>; rel="prev", <${link}>; rel=next; title="more"`, second],
  [`<${path}?page=9>; rel="last"`, undefined],
  ['', undefined],
];

for (const [header, query] of headers) {
  test(`the next page is ${query === undefined ? 'not ' : ''}read from the header Link: ${header}`, () => {
    expect(nextPageQuery({ ...exchangeWith({ headers: { link: header } }), url })).toEqual(query);
  });
}

test('a request without an answer has no next page', () => {
  expect(nextPageQuery(exchangeWith({ failure: 'timeout' }))).toBeUndefined();
});
