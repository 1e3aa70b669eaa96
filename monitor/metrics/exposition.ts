import { Registry } from 'prom-client';

/** The exposition formats of metrics. */
const expositions = ['prometheus', 'openmetrics'] as const;
export type Exposition = (typeof expositions)[number];

export const contentTypes: Readonly<Record<Exposition, string>> = {
  prometheus: Registry.PROMETHEUS_CONTENT_TYPE,
  openmetrics: Registry.OPENMETRICS_CONTENT_TYPE,
};

/** A metric family with its samples, in any number of texts. */
export interface Family {
  readonly head: Head;
  readonly lines: readonly string[];
}

/** The lines HELP and TYPE of a metric family. */
export interface Head {
  readonly help: string;
  readonly type: string;
}

const counterSuffix = /_total$/;

/**
 * The head of a family in OpenMetrics: a counter without the suffix of its samples, and escaped quotation marks. The
 * library can write OpenMetrics as well, but each of its registries writes only one format, and permanently renames its
 * counters.
 */
export function openMetricsHead({ help, type }: Head): Head {
  const [, , name = '', kind = ''] = type.split(' ');
  const family = kind === 'counter' ? name.replace(counterSuffix, '') : name;
  const text = help.slice(`# HELP ${name} `.length).replaceAll('"', '\\"');
  return { help: `# HELP ${family} ${text}`, type: `# TYPE ${family} ${kind}` };
}

/** Families in the order given, each with its samples. */
export function writeFamilies(families: readonly Family[], exposition: Exposition): string {
  const isOpen = exposition === 'openmetrics';
  const texts = families.map(({ head, lines }) => {
    const { help, type } = isOpen ? openMetricsHead(head) : head;
    return [help, type, ...lines].join('\n');
  });
  return isOpen ? `${texts.join('\n')}\n# EOF\n` : `${texts.join('\n\n')}\n`;
}

/** The families of a registry. */
export async function familiesOf(registry: Registry): Promise<readonly Family[]> {
  const names = (registry.getMetricsAsArray() as readonly { readonly name: string }[]).map(
    ({ name }) => name,
  );
  return Promise.all(
    names.map(async (one) => {
      const [help = '', type = '', ...rest] = (await registry.getSingleMetricAsString(one)).split('\n');
      return { head: { help, type }, lines: rest.filter((line) => line !== '') };
    }),
  );
}
