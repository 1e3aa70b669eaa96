import { existsSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { parseAllowedHosts, parseToken } from '../../monitor/configuration/access.ts';
import { copiedSources, instructionsOf } from './operations/dockerfile.ts';
import { root, textOf, yamlDocuments } from './operations/files.ts';

const packageFile = JSON.parse(textOf('package.json')) as {
  readonly version: string;
  readonly bin: { readonly 'evidence-contract': string };
  readonly scripts: Readonly<Record<string, string>>;
};

test('Alertmanager repeats nothing later than it remembers what it has reported', () => {
  const repeats = textOf('operations/alertmanager/alertmanager.yml').matchAll(
    /repeat_interval: (\d+)([mhd])/g,
  );
  const hours = [...repeats].map(
    ([, number, unit]) => Number(number) * ({ m: 1 / 60, d: 24 }[unit ?? ''] ?? 1),
  );
  expect(hours.length).toBeGreaterThan(2);
  // Its --data.retention by default.
  expect(Math.max(...hours)).toBeLessThan(120);
});

test.describe('The Dockerfile', () => {
  const instructions = instructionsOf(textOf('Dockerfile'));
  const textsOf = (name: string): readonly string[] =>
    instructions.filter((one) => one.name === name).map(({ text }) => text);

  test('starts from an LTS image by digest and ends as a user without rights, with a health check', () => {
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

  test('copies only what there is and what .dockerignore lets through', () => {
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

  test('copies every folder that is compiled, and takes the compiled ones over', () => {
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

  test('starts monitor, Prometheus, Alertmanager and Grafana in pinned versions, for this machine alone', () => {
    expect(Object.keys(compose.services)).toEqual(['monitor', 'prometheus', 'alertmanager', 'grafana']);
    for (const [name, { image, ports = [], cap_drop }] of services) {
      // The monitor is built here; what comes from elsewhere is what its digest says.
      expect(image, name).toMatch(/:v?\d+\.\d+\.\d+(@sha256:[\da-f]{64})?$/);
      expect(image?.includes('@'), name).toBe(name !== 'monitor');
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
      expect(cap_drop, name).toEqual(['ALL']);
    }
    expect(compose.services.monitor?.image).toBe(`evidence-contract:${packageFile.version}`);
    expect(existsSync(`${root}operations/${compose.services.monitor?.build?.context}/Dockerfile`)).toBe(true);
  });

  test('mounts only files and volumes that there are', () => {
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

  test('fits the configuration of Prometheus and Grafana', () => {
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

  test('starts the monitor as a service, reloads by SIGHUP and waits for its end', () => {
    const program = `/usr/bin/node /opt/evidence-contract/${packageFile.bin['evidence-contract']}`;
    expect(unit.get('ExecStart')).toBe(`${program} monitor --service`);
    expect(unit.get('WorkingDirectory')).toBe(`/etc/${unit.get('ConfigurationDirectory')}`);
    expect(unit.get('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
    expect(unit.get('RestartPreventExitStatus')).toBe('2');
    expect(Number(unit.get('TimeoutStopSec'))).toBeGreaterThan(10);
  });

  test('gives the monitor no rights that it does not need', () => {
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

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly stringData?: Readonly<Record<string, string>>;
  readonly spec?: unknown;
}
interface Deployment {
  readonly replicas: number;
  readonly strategy: { readonly type: string };
  readonly selector: { readonly matchLabels: object };
  readonly template: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
}
interface PodSpec {
  readonly securityContext: object;
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly {
    readonly image: string;
    readonly env: readonly { readonly name: string; readonly value?: string }[];
    readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
    readonly livenessProbe: { readonly httpGet: { readonly path: string } };
    readonly readinessProbe: { readonly httpGet: { readonly path: string } };
    readonly securityContext: object;
    readonly volumeMounts: readonly { readonly name: string }[];
  }[];
  readonly volumes: readonly { readonly name: string }[];
}

test.describe('The Kubernetes manifest', () => {
  const manifests = yamlDocuments('operations/kubernetes/evidence-contract.yaml') as readonly Manifest[];
  const ofKind = (kind: string): Manifest => {
    const found = manifests.find((one) => one.kind === kind);
    if (found === undefined) throw new Error(`There is no ${kind}.`);
    return found;
  };
  const deployment = ofKind('Deployment').spec as Deployment;
  const pod = deployment.template.spec;
  const [container] = pod.containers;

  test('runs one monitor at a time, without rights, and asks for its health', () => {
    expect(deployment.replicas).toBe(1);
    expect(deployment.strategy.type).toBe('Recreate');
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true });
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(10);
    expect(container?.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container?.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container?.readinessProbe.httpGet.path).toBe('/readyz');
    expect(container?.image).toBe(`evidence-contract:${packageFile.version}`);
  });

  test('fits together: labels, ports and volumes', () => {
    const { labels } = deployment.template.metadata;
    expect(deployment.selector.matchLabels).toEqual(labels);
    const service = ofKind('Service').spec as {
      readonly selector: object;
      readonly ports: readonly { readonly targetPort: string }[];
    };
    expect(service.selector).toEqual(labels);
    expect(container?.ports.map(({ name }) => name)).toContain(service.ports[0]?.targetPort);
    const volumes = pod.volumes.map(({ name }) => name);
    expect(container?.volumeMounts.map(({ name }) => name)).toEqual(volumes);
  });

  test('restricts reading by a token and the network by a policy, and knows the names of its service', () => {
    const secret = ofKind('Secret').stringData ?? {};
    for (const name of ['MONITOR_TOKEN', 'MONITOR_READ_TOKEN']) {
      // Nobody runs it with what stands here.
      expect(() => parseToken(secret[name] ?? ''), name).toThrow('at least 12 characters');
    }
    const policy = ofKind('NetworkPolicy').spec as {
      readonly podSelector: object;
      readonly policyTypes: readonly string[];
      readonly ingress: readonly { readonly from: readonly object[]; readonly ports: readonly object[] }[];
    };
    expect(policy.podSelector).toEqual({ matchLabels: deployment.template.metadata.labels });
    expect(policy.policyTypes).toEqual(['Ingress', 'Egress']);
    expect(policy.ingress).toHaveLength(1);
    expect(policy.ingress[0]?.from.length).toBeGreaterThan(0);
    expect(policy.ingress[0]?.ports).toEqual([{ protocol: 'TCP', port: container?.ports[0]?.name }]);
    const hosts = container?.env.find(({ name }) => name === 'ALLOWED_HOSTS')?.value ?? '';
    const names = parseAllowedHosts(hosts.replaceAll('$(NAMESPACE)', 'monitoring'));
    const service = ofKind('Service').metadata.name;
    expect(names).toEqual(
      ['', '.monitoring', '.monitoring.svc', '.monitoring.svc.cluster.local'].map((end) => service + end),
    );
  });

  test('carries an installations file that the suite accepts, with keys from the secret', () => {
    const text = ofKind('ConfigMap').data?.['installations.yaml'] ?? '';
    const ajv = new Ajv2020({
      strict: false,
      schemas: [JSON.parse(textOf('schemas/monitor.schema.json')) as object],
    });
    const isValid = ajv.compile(JSON.parse(textOf('schemas/installations.schema.json')) as object);
    expect(isValid(parse(text)), JSON.stringify(isValid.errors)).toBe(true);
    const secret = Object.keys(ofKind('Secret').stringData ?? {});
    for (const [, name] of text.matchAll(/\$\{(\w+)\}/g)) expect(secret).toContain(name);
  });
});
