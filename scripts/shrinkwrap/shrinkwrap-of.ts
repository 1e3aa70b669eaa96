/** A package in a lock file, as far as this reads it. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly peer?: boolean;
  readonly [field: string]: unknown;
}

/** What npm-shrinkwrap.json and package-lock.json are. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
  readonly [field: string]: unknown;
}

/**
 * What a package has to carry so that its users install what this project was tested with: its lock file without what
 * development alone needs. npm heeds it in an installed package, as npm-shrinkwrap.json.
 */
export function shrinkwrapOf({ packages, ...lock }: LockFile): LockFile {
  const { '': own, ...others } = packages;
  const { devDependencies: _, ...root } = own ?? {};
  const needed = Object.entries(others).filter(([, { dev, peer }]) => dev !== true && peer !== true);
  return { ...lock, packages: { '': root, ...Object.fromEntries(needed) } };
}
