/** What a world of the screenshots lets a row of the table find its addresses by. */
export interface PlaceOf {
  /** The installation that most is to be seen of. */
  readonly installation: string;
  /** Its last run that was not good, or else its last one. */
  readonly run: string;
  /** Its first and its last run that are kept. */
  readonly from: string;
  readonly to: string;
}

export interface PageShot {
  /** For `--only`, and in the names of the files. */
  readonly name: string;
  readonly path: (place: PlaceOf) => string;
  /** Elements that are opened first, by a selector of their `details`. */
  readonly open?: string;
  /** Only the first screenful: a page that is made for one. */
  readonly isOneScreen?: true;
}

/** Every page that `npm run screenshots` takes pictures of. */
export const pageShots: readonly PageShot[] = [
  { name: 'overview', path: () => '/' },
  { name: 'overview-dense', path: () => '/?view=dense' },
  { name: 'wall', path: () => '/?view=wall', isOneScreen: true },
  {
    name: 'installation',
    path: ({ installation }) => `/installations/${installation}`,
  },
  { name: 'run', path: ({ run }) => `/runs/${run}` },
  { name: 'document', path: ({ installation }) => `/installations/${installation}/document` },
  { name: 'document-broken', path: ({ run }) => `/runs/${run}/document?show=broken` },
  { name: 'incidents', path: () => '/incidents' },
  { name: 'incidents-one', path: ({ installation }) => `/installations/${installation}/incidents` },
  {
    name: 'compare',
    path: ({ installation, from, to }) => `/installations/${installation}/compare?from=${from}&to=${to}`,
  },
  {
    name: 'endpoint',
    path: ({ installation }) =>
      `/installations/${installation}?span=7d&endpoint=GET+%2Fapi%2Fv3%2Fusers#latency`,
    isOneScreen: true,
  },
  { name: 'status', path: () => '/status' },
  { name: 'actions', path: () => '/actions' },
  { name: 'monitor', path: () => '/monitor' },
  { name: 'runbook', path: () => '/runbook' },
  { name: 'missing', path: () => '/installations/none' },
  { name: 'refused', path: ({ installation }) => `/installations/${installation}/compare?from=last+week` },
];
