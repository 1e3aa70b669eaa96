import { expect, test } from '@playwright/test';
import { nextPageQuery } from '../../../contract/judging/choose-records.ts';
import { exchangeWith } from '../engine/exchanges.ts';

const url = 'https://reviews.example.org/app/api/v3/citations?project_id=7';
const path = '/app/api/v3/citations';
const second = { project_id: '7', page: '2' };
const link = `${path}?project_id=7&page=2`;

type Page = Readonly<Record<string, string>> | undefined;

const bodies: readonly (readonly [name: string, body: unknown, query: Page])[] = [
  ['next at the host behind a proxy', { next: `http://backend:8080${link}` }, second],
  ['next below the prefix of a proxy', { next: '/api/v3/citations?page=2' }, { page: '2' }],
  ['next as a query', { next: '?page=2' }, { page: '2' }],
  ['links', { links: { self: path, next: link } }, second],
  // Other names are not guessed.
  ['links with addresses', { links: { next: { href: link } } }, undefined],
  ['HAL', { _links: { next: { href: link } } }, undefined],
  ['a Bundle', { resourceType: 'Bundle', link: [{ relation: 'next', url: link }] }, undefined],
  ['Laravel', { data: [], next_page_url: link }, undefined],
  ['OData', { '@odata.nextLink': link, value: [] }, undefined],
  ['a key in the link, which is left out', { next: `${link}&api_key=k` }, second],
  ['the last page', { next: null }, undefined],
  ['a number', { next: 2 }, undefined],
  ['a cursor', { next: 'b2Zmc2V0' }, undefined],
  ['another path', { next: '/app/api/v3/users?page=2' }, undefined],
  ['the same page', { next: `${path}?project_id=7` }, undefined],
  ['no query', { next: path }, undefined],
  ['a list', [{ id: 1 }], undefined],
];

for (const [name, body, query] of bodies) {
  test(`the next page is read from ${name}`, () => {
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
  test(`the next page is read from the header Link: ${header}`, () => {
    expect(nextPageQuery({ ...exchangeWith({ headers: { link: header } }), url })).toEqual(query);
  });
}

test('without an answer there is no next page', () => {
  expect(nextPageQuery(exchangeWith({ failure: 'timeout' }))).toBeUndefined();
});
