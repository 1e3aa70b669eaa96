import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { parseAllowedHosts, parseToken } from '../../monitor/configuration/access.ts';
import { copiedSources, instructionsOf } from './operations/dockerfile.ts';
import {
  at,
  installationsProblems,
  manifestOf,
  namesIn,
  root,
  textOf,
  yamlDocuments,
} from './operations/files.ts';

const packageFile = JSON.parse(textOf('package.json')) as {
  readonly version: string;
  readonly bin: { readonly 'evidence-contract': string };
  readonly scripts: Readonly<Record<string, string>>;
};

test('every repeat_interval of Alertmanager is shorter than its default data retention', () => {
  const repeats = textOf('operations/alertmanager/alertmanager.yml').matchAll(
    /repeat_interval: (\d+)([mhd])/g,
  );
  const hours = [...repeats].map(
    ([, number, unit]) => Number(number) * ({ m: 1 / 60, d: 24 }[unit ?? ''] ?? 1),
  );
  expect(hours.length).toBeGreaterThan(2);
  // The default of --data.retention.
  expect(Math.max(...hours)).toBeLessThan(120);
});

test.describe('The Dockerfile', () => {
  const instructions = instructionsOf(textOf('Dockerfile'));
  const textsOf = (name: string): readonly string[] =>
    instructions.filter((one) => one.name === name).map(({ text }) => text);

  test('pins an LTS image by digest, ends as the unprivileged user node, and has a health check', () => {
    for (const base of textsOf('FROM')) expect(base).toMatch(/^\$\{NODE_IMAGE\}( AS build)?$/);
    const [image = ''] = textsOf('ARG').map((text) => text.replace(/^NODE_IMAGE=/, ''));
    const [, major] = /^node:(\d+)\.\d+\.\d+-bookworm-slim@sha256:[\da-f]{64}$/.exec(image) ?? [];
    // Even majors become LTS; 20 and 22 no longer are, or not for long.
    expect(Number(major) % 2).toBe(0);
    expect(Number(major)).toBeGreaterThanOrEqual(24);
    expect(instructions.findIndex(({ name }) => name === 'ARG')).toBe(0);
    expect(textsOf('USER')).toEqual(['node']);
    expect(instructions.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
      instructions.findLastIndex(({ name }) => name === 'RUN'),
    );
    expect(textsOf('HEALTHCHECK')[0]).toContain('/healthz');
  });

  test('runs the monitor directly, so that signals reach it', () => {
    const entry = JSON.parse(textsOf('ENTRYPOINT')[0] ?? '') as readonly string[];
    expect(entry[0]).toBe('node');
    expect(entry.at(-1)).toBe(packageFile.bin['evidence-contract']);
    expect(JSON.parse(textsOf('CMD')[0] ?? '')).toEqual(['monitor', '--service']);
  });

  test('copies only files that exist and that .dockerignore allows', () => {
    const sources = copiedSources(instructions);
    expect(sources).toContain('monitor');
    const ignore = textOf('.dockerignore').split('\n');
    expect(ignore.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
    for (const source of sources) {
      expect(existsSync(`${root}${source}`), source).toBe(true);
      expect(ignore, source).toContain(`!${source}`);
    }
    for (const forbidden of ['!.env', '!data', '!tests', '!.git', '!installations.yaml']) {
      expect(ignore).not.toContain(forbidden);
    }
  });

  test('copies every folder to compile, and takes the compiled output over from the build stage', () => {
    const sources = copiedSources(instructions);
    const { include } = JSON.parse(textOf('tsconfig.build.json')) as { readonly include: readonly string[] };
    for (const folder of include) expect(sources).toContain(folder.split('/')[0]);
    const { build = '' } = packageFile.scripts;
    const projects = [...build.matchAll(/tsc -p (\S+)/g)].map(([, project]) => project);
    expect(projects).toContain('tsconfig.build.json');
    for (const project of projects) expect(sources).toContain(project);
    expect(textsOf('RUN').some((text) => text.startsWith('npm run build && npm prune --omit=dev'))).toBe(
      true,
    );
    expect(textsOf('COPY')).toContain('--from=build /app/dist ./dist');
  });
});

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string };
  readonly command?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

test.describe('The compose file', () => {
  const [compose] = yamlDocuments('operations/compose.yaml') as readonly [
    { readonly services: Readonly<Record<string, Service>>; readonly volumes: object },
  ];
  const services = Object.entries(compose.services);

  test('starts monitor, Prometheus, Alertmanager and Grafana in pinned versions, bound to localhost only', () => {
    expect(Object.keys(compose.services)).toEqual(['monitor', 'prometheus', 'alertmanager', 'grafana']);
    for (const [name, { image, ports = [], cap_drop }] of services) {
      // The monitor is built here; all other images are pinned by digest.
      expect(image, name).toMatch(/:v?\d+\.\d+\.\d+(@sha256:[\da-f]{64})?$/);
      expect(image?.includes('@'), name).toBe(name !== 'monitor');
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
      expect(cap_drop, name).toEqual(['ALL']);
    }
    expect(compose.services.monitor?.image).toBe(`evidence-contract:${packageFile.version}`);
    expect(existsSync(`${root}operations/${compose.services.monitor?.build?.context}/Dockerfile`)).toBe(true);
  });

  test('mounts only files and volumes that exist', () => {
    for (const [name, { volumes = [] }] of services) {
      for (const volume of volumes) {
        const source = volume.split(':')[0] ?? '';
        const isThere = source.startsWith('.')
          ? existsSync(`${root}operations/${source}`)
          : Object.hasOwn(compose.volumes, source);
        expect(isThere, `${name}: ${volume}`).toBe(true);
      }
    }
  });

  test('uses the ports, URLs and paths from the configuration of Prometheus and Grafana', () => {
    const [prometheus] = yamlDocuments('operations/prometheus/prometheus.yml') as readonly [
      { readonly scrape_configs: readonly { readonly job_name: string; readonly static_configs: unknown }[] },
    ];
    const job = prometheus.scrape_configs.find(({ job_name }) => job_name === 'evidence-contract');
    expect(job?.static_configs).toEqual([{ targets: ['monitor:9470'] }]);
    expect(compose.services.monitor?.ports).toEqual(['127.0.0.1:9470:9470']);
    const [source] = yamlDocuments('operations/grafana/provisioning/datasources/prometheus.yml') as readonly [
      { readonly datasources: readonly { readonly url: string }[] },
    ];
    expect(source.datasources[0]?.url).toBe('http://prometheus:9090');
    const [providers] = yamlDocuments(
      'operations/grafana/provisioning/dashboards/dashboards.yml',
    ) as readonly [{ readonly providers: readonly { readonly options: { readonly path: string } }[] }];
    const folder = providers.providers[0]?.options.path;
    expect(compose.services.grafana?.volumes).toContain(`./grafana/dashboards:${folder}:ro`);
  });
});

test.describe('The systemd unit', () => {
  const unit = new Map(
    textOf('operations/systemd/evidence-contract.service')
      .split('\n')
      .filter((line) => line !== '' && !/^[#[]/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const),
  );

  test('starts the monitor as a service, reloads it by SIGHUP, lets it stop, and does not restart it after exit code 2', () => {
    const program = `/usr/bin/node /opt/evidence-contract/${packageFile.bin['evidence-contract']}`;
    expect(unit.get('ExecStart')).toBe(`${program} monitor --service`);
    expect(unit.get('WorkingDirectory')).toBe(`/etc/${unit.get('ConfigurationDirectory')}`);
    expect(unit.get('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
    expect(unit.get('RestartPreventExitStatus')).toBe('2');
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(10);
  });

  test('sandboxes the monitor: dynamic user, no capabilities, read-only system', () => {
    const expected = {
      DynamicUser: 'yes',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateDevices: 'yes',
      UMask: '0077',
    };
    for (const [name, value] of Object.entries(expected)) expect(unit.get(name), name).toBe(value);
    expect(textOf('operations/systemd/evidence-contract.service')).toContain(
      `DATA_DIR=/var/lib/${unit.get('StateDirectory')}`,
    );
  });
});

test.describe('The Kubernetes manifest', () => {
  const manifests = yamlDocuments('operations/kubernetes/evidence-contract.yaml');
  const ofKind = (kind: string): unknown => manifestOf(manifests, kind);
  const deployment = at(ofKind('Deployment'), 'spec');
  const labels = at(deployment, 'template.metadata.labels');
  const pod = at(deployment, 'template.spec');
  const container = at(pod, 'containers.0');
  const service = at(ofKind('Service'), 'metadata.name');
  const secret = at(ofKind('Secret'), 'stringData') as Readonly<Record<string, string>>;

  test('runs one replica at a time, unprivileged, with liveness and readiness probes', () => {
    expect(deployment).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
    expect(at(pod, 'securityContext')).toMatchObject({ runAsNonRoot: true });
    expect(at(pod, 'terminationGracePeriodSeconds')).toBeGreaterThan(10);
    expect(container).toMatchObject({
      image: `evidence-contract:${packageFile.version}`,
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      livenessProbe: { httpGet: { path: '/healthz' } },
      readinessProbe: { httpGet: { path: '/readyz' } },
    });
  });

  test('uses matching labels, ports and volumes', () => {
    expect(at(deployment, 'selector.matchLabels')).toEqual(labels);
    expect(at(ofKind('Service'), 'spec.selector')).toEqual(labels);
    expect(namesIn(at(container, 'ports'))).toContain(at(ofKind('Service'), 'spec.ports.0.targetPort'));
    expect(namesIn(at(container, 'volumeMounts'))).toEqual(namesIn(at(pod, 'volumes')));
  });

  test('has placeholder tokens that the monitor refuses, a network policy, and its service names as allowed hosts', () => {
    for (const name of ['MONITOR_TOKEN', 'MONITOR_READ_TOKEN']) {
      // The monitor does not start with the placeholders.
      expect(() => parseToken(secret[name] ?? ''), name).toThrow('at least 12 characters');
    }
    expect(at(ofKind('NetworkPolicy'), 'spec')).toMatchObject({
      podSelector: { matchLabels: labels },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          from: expect.arrayContaining([expect.anything()]),
          ports: [{ protocol: 'TCP', port: at(container, 'ports.0.name') }],
        },
      ],
    });
    const environment = at(container, 'env') as readonly { readonly name: string; readonly value?: string }[];
    const hosts = environment.find(({ name }) => name === 'ALLOWED_HOSTS')?.value ?? '';
    expect(parseAllowedHosts(hosts.replaceAll('$(NAMESPACE)', 'monitoring'))).toEqual(
      ['', '.monitoring', '.monitoring.svc', '.monitoring.svc.cluster.local'].map(
        (end) => `${service}${end}`,
      ),
    );
  });

  test('carries an installations file that the suite accepts, with keys from the secret', () => {
    const data = at(ofKind('ConfigMap'), 'data') as Readonly<Record<string, string>>;
    const text = data['installations.yaml'] ?? '';
    expect(installationsProblems(parse(text))).toEqual([]);
    for (const [, name = ''] of text.matchAll(/\$\{(\w+)\}/g)) expect(secret).toHaveProperty(name);
  });
});
