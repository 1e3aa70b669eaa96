/** The relevant part of a package in a lock file. */
export interface LockedPackage {
  readonly version?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly peer?: boolean;
  readonly [field: string]: unknown;
}

/** The format of npm-shrinkwrap.json and package-lock.json. */
export interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
  readonly [field: string]: unknown;
}

/**
 * The lock file to ship with a package, so that its users install what this project was tested with: without
 * development dependencies. In an installed package npm reads it as npm-shrinkwrap.json.
 */
export function shrinkwrapOf({ packages, ...lock }: LockFile): LockFile {
  const { '': own, ...others } = packages;
  const { devDependencies: _, ...root } = own ?? {};
  const needed = Object.entries(others).filter(([, { dev, peer }]) => dev !== true && peer !== true);
  return { ...lock, packages: { '': root, ...Object.fromEntries(needed) } };
}
