import { execFileSync } from 'node:child_process';

interface Component {
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** The parts of npm's output that this code reads; all others are kept. */
interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: {
    readonly timestamp?: string;
    readonly component: Readonly<Record<string, unknown>>;
  };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** The name and version of a package. */
export interface PackageName {
  readonly name: string;
  readonly version: string;
}

/**
 * The software bill of materials of the packages installed with this one: CycloneDX 1.5 as JSON, made by npm from the
 * lock file only, offline. It is reproducible for the same lock file and npm: serial number and time are optional, and
 * left out.
 * @param root the folder of package.json
 */
export function sbomOf(root: string, { name, version }: PackageName): string {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline'];
  const text = execFileSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { serialNumber: _, ...sbom } = withoutDevelopment(JSON.parse(text) as Sbom);
  const { timestamp: __, ...metadata } = sbom.metadata;
  // npm names it after the folder.
  const component = { ...metadata.component, type: 'application', name, version };
  return `${JSON.stringify({ ...sbom, metadata: { ...metadata, component } }, undefined, 2)}\n`;
}

/** npm's own `--omit dev` also leaves out packages that both the suite and its tools need, such as ajv. */
function withoutDevelopment(sbom: Sbom): Sbom {
  const left = new Set(sbom.components.filter(isForDevelopment).map((component) => component['bom-ref']));
  return {
    ...sbom,
    components: sbom.components.filter((component) => !left.has(component['bom-ref'])),
    dependencies: sbom.dependencies
      .filter(({ ref }) => !left.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => !left.has(other)) })),
  };
}

function isForDevelopment({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
}
