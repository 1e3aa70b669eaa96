import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { parseToken } from '../../monitor/configuration/access.ts';
import { parseDatabaseUrl } from '../../monitor/configuration/service-settings.ts';
import { at, installationsProblems, manifestOf, namesIn, textOf, yamlDocuments } from './operations/files.ts';

const { version, peerDependencies } = JSON.parse(textOf('package.json')) as {
  readonly version: string;
  readonly peerDependencies: Readonly<Record<string, string>>;
};

interface Service {
  readonly image: string;
  readonly ports?: readonly string[];
  readonly cap_drop: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
}

test('the image installs the pg-boss version of package.json, and the guide and the monitor name the same one', () => {
  const boss = peerDependencies['pg-boss'];
  expect(boss).toMatch(/^\d+\.\d+\.\d+$/);
  expect(textOf('Dockerfile')).toContain("require('./package.json').peerDependencies['pg-boss']");
  for (const file of ['docs/monitor.md', 'monitor/shared/boss.ts'])
    expect(textOf(file)).toContain(`npm install pg-boss@${boss}`);
});

test.describe('The compose file of several monitors', () => {
  const text = textOf('operations/compose.several.yaml');
  const compose = parse(text, { merge: true }) as {
    readonly services: Readonly<Record<string, Service>>;
    readonly volumes: object;
  };
  const { postgres, ...monitors } = compose.services;

  test('starts three identical monitors in pinned versions, bound to localhost only', () => {
    expect(Object.keys(monitors)).toEqual(['monitor-1', 'monitor-2', 'monitor-3']);
    const [first, ...others] = Object.values(monitors).map(({ ports: _own, ...shared }) => shared);
    for (const other of others) expect(other).toEqual(first);
    expect(first?.image).toBe(`evidence-contract:${version}`);
    expect(postgres?.image).toMatch(/^postgres:\d+\.\d+@sha256:[\da-f]{64}$/);
    const ports = Object.values(compose.services).flatMap(({ ports: own = [] }) => own);
    expect(new Set(ports).size).toBe(3);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const { cap_drop } of Object.values(compose.services)) expect(cap_drop).toEqual(['ALL']);
  });

  test('connects them to one database with its data in a volume', () => {
    const { DATABASE_URL = '', ALLOWED_HOSTS } = monitors['monitor-1']?.environment ?? {};
    const url = new URL(parseDatabaseUrl(DATABASE_URL.replace(/\$\{[^}]+\}/, 'a-long-secret')).reveal());
    expect(url.hostname).toBe('postgres');
    expect(url.username).toBe(postgres?.environment.POSTGRES_USER);
    expect(url.pathname).toBe(`/${postgres?.environment.POSTGRES_DB}`);
    expect(ALLOWED_HOSTS?.split(',')).toEqual(Object.keys(monitors));
    expect(Object.keys(compose.volumes)).toContain(postgres?.volumes?.[0]?.split(':')[0]);
  });
});

test.describe('The manifest of several monitors', () => {
  const manifests = yamlDocuments('operations/kubernetes/several-monitors.yaml');
  const of = (kind: string, name = 'evidence-contract'): unknown => manifestOf(manifests, kind, name);
  const deployment = at(of('Deployment'), 'spec');
  const database = at(of('StatefulSet', 'evidence-contract-postgres'), 'spec');
  const claims = (at(database, 'volumeClaimTemplates') as readonly unknown[]).map((one) =>
    at(one, 'metadata.name'),
  );

  test('runs three replicas, allows one to be unavailable, and stores data only in PostgreSQL', () => {
    expect(deployment).toMatchObject({ replicas: 3, strategy: { type: 'RollingUpdate' } });
    expect(at(of('PodDisruptionBudget'), 'spec.maxUnavailable')).toBe(1);
    expect(manifests.map((one) => at(one, 'kind'))).not.toContain('PersistentVolumeClaim');
    expect(claims).toEqual(['data']);
    expect(at(deployment, 'template.spec.containers.0.image')).toBe(`evidence-contract:${version}`);
  });

  test('uses matching labels, volumes, secrets and ports', () => {
    for (const kind of ['Deployment', 'PodDisruptionBudget', 'ServiceMonitor'])
      expect(at(of(kind), 'spec.selector.matchLabels'), kind).toEqual(
        at(deployment, 'template.metadata.labels'),
      );
    for (const [spec, more] of [
      [deployment, []],
      [database, claims],
    ] as const) {
      const volumes = [...namesIn(at(spec, 'template.spec.volumes')), ...more];
      const mounts = namesIn(at(spec, 'template.spec.containers.0.volumeMounts'));
      expect(mounts.toSorted()).toEqual(volumes.toSorted());
    }
    const secret = at(of('Secret'), 'stringData') as Readonly<Record<string, string>>;
    for (const name of ['MONITOR_TOKEN', 'MONITOR_READ_TOKEN'])
      expect(() => parseToken(secret[name] ?? ''), name).toThrow('at least 12 characters');
    const url = new URL(parseDatabaseUrl(secret.DATABASE_URL ?? '').reveal());
    expect(url.hostname).toBe(at(of('Service', 'evidence-contract-postgres'), 'metadata.name'));
    const endpoint = at(of('ServiceMonitor'), 'spec.endpoints.0');
    expect(endpoint).toMatchObject({
      port: at(of('Service'), 'spec.ports.0.name'),
      path: '/metrics',
      authorization: { credentials: { name: at(of('Secret'), 'metadata.name') } },
    });
    expect(Object.keys(secret)).toContain(at(endpoint, 'authorization.credentials.key'));
  });

  test('carries an installations file that the suite accepts', () => {
    const data = at(of('ConfigMap'), 'data') as Readonly<Record<string, string>>;
    expect(installationsProblems(parse(data['installations.yaml'] ?? ''))).toEqual([]);
  });
});
