import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { parseToken } from '../../monitor/configuration/access.ts';
import { parseDatabaseUrl } from '../../monitor/configuration/service-settings.ts';
import { textOf, yamlDocuments } from './operations/files.ts';

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

test('The image has what several monitors need, and the guide names the same version', () => {
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

  test('starts three alike, in pinned versions, for this machine alone', () => {
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

  test('gives them one database, whose data is in a volume', () => {
    const { DATABASE_URL = '', ALLOWED_HOSTS } = monitors['monitor-1']?.environment ?? {};
    const url = new URL(parseDatabaseUrl(DATABASE_URL.replace(/\$\{[^}]+\}/, 'a-long-secret')).reveal());
    expect(url.hostname).toBe('postgres');
    expect(url.username).toBe(postgres?.environment.POSTGRES_USER);
    expect(url.pathname).toBe(`/${postgres?.environment.POSTGRES_DB}`);
    expect(ALLOWED_HOSTS?.split(',')).toEqual(Object.keys(monitors));
    expect(Object.keys(compose.volumes)).toContain(postgres?.volumes?.[0]?.split(':')[0]);
  });
});

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec: Spec;
}

interface Spec {
  readonly replicas: number;
  readonly strategy: { readonly type: string };
  readonly selector: { readonly matchLabels: object };
  readonly template: {
    readonly metadata: { readonly labels: object };
    readonly spec: {
      readonly containers: readonly { readonly image: string; readonly volumeMounts: readonly Named[] }[];
      readonly volumes: readonly Named[];
    };
  };
  readonly maxUnavailable: number;
  readonly endpoints: readonly {
    readonly port: string;
    readonly path: string;
    readonly authorization: { readonly credentials: { readonly name: string; readonly key: string } };
  }[];
  readonly ports: readonly Named[];
  readonly volumeClaimTemplates: readonly { readonly metadata: Named }[];
}

interface Named {
  readonly name: string;
}

test.describe('The manifest of several monitors', () => {
  const manifests = yamlDocuments('operations/kubernetes/several-monitors.yaml') as readonly Manifest[];
  const of = (kind: string, name = 'evidence-contract'): Manifest => {
    const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
    if (found === undefined) throw new Error(`There is no ${kind} ${name}.`);
    return found;
  };
  const deployment = of('Deployment').spec;
  const database = of('StatefulSet', 'evidence-contract-postgres').spec;

  test('runs three, of which one may be away, and keeps nothing outside of PostgreSQL', () => {
    expect(deployment.replicas).toBe(3);
    expect(deployment.strategy.type).toBe('RollingUpdate');
    expect(of('PodDisruptionBudget').spec.maxUnavailable).toBe(1);
    expect(manifests.map(({ kind }) => kind)).not.toContain('PersistentVolumeClaim');
    expect(database.volumeClaimTemplates.map(({ metadata }) => metadata.name)).toEqual(['data']);
    expect(deployment.template.spec.containers[0]?.image).toBe(`evidence-contract:${version}`);
  });

  test('fits together: labels, volumes, secrets and ports', () => {
    const { labels } = deployment.template.metadata;
    for (const kind of ['Deployment', 'PodDisruptionBudget', 'ServiceMonitor'])
      expect(of(kind).spec.selector.matchLabels, kind).toEqual(labels);
    for (const { template, volumeClaimTemplates = [] } of [deployment, database]) {
      const volumes = [
        ...template.spec.volumes.map(({ name }) => name),
        ...volumeClaimTemplates.map(({ metadata }) => metadata.name),
      ];
      const mounts = template.spec.containers[0]?.volumeMounts.map(({ name }) => name) ?? [];
      expect(mounts.toSorted()).toEqual(volumes.toSorted());
    }
    const secret = of('Secret').stringData ?? {};
    for (const name of ['MONITOR_TOKEN', 'MONITOR_READ_TOKEN'])
      expect(() => parseToken(secret[name] ?? ''), name).toThrow('at least 12 characters');
    const url = new URL(parseDatabaseUrl(secret.DATABASE_URL ?? '').reveal());
    expect(url.hostname).toBe(of('Service', 'evidence-contract-postgres').metadata.name);
    const [endpoint] = of('ServiceMonitor').spec.endpoints;
    expect(endpoint).toMatchObject({ port: of('Service').spec.ports[0]?.name, path: '/metrics' });
    expect(endpoint?.authorization.credentials.name).toBe(of('Secret').metadata.name);
    expect(Object.keys(secret)).toContain(endpoint?.authorization.credentials.key);
  });

  test('carries an installations file that the suite accepts', () => {
    const ajv = new Ajv2020({
      strict: false,
      schemas: [JSON.parse(textOf('schemas/monitor.schema.json')) as object],
    });
    const isValid = ajv.compile(JSON.parse(textOf('schemas/installations.schema.json')) as object);
    const installations = parse(of('ConfigMap').data?.['installations.yaml'] ?? '') as unknown;
    expect(isValid(installations), JSON.stringify(isValid.errors)).toBe(true);
  });
});
