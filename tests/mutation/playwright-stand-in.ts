/**
 * Stands in for `@playwright/test` where specs run in Stryker's process (stand-in.tsconfig.json puts it there): Playwright's
 * own runner would start a process for each mutant. It knows what quick specs use; whatever else a spec uses fails.
 */

// `@playwright/test` is this file itself here; `playwright/test` is what that package consists of.
export { expect } from 'playwright/test';

type Body = () => unknown;

/** A file or a `describe` block, with the hooks that it declares. */
interface Group {
  readonly title: string;
  readonly parent?: Group;
  readonly beforeEach: Body[];
  readonly afterEach: Body[];
}

export interface CollectedTest {
  readonly id: string;
  /** The test with its hooks. */
  readonly run: () => Promise<void>;
}

export interface SpecFile {
  readonly tests: readonly CollectedTest[];
  readonly beforeAll: readonly Body[];
  readonly afterAll: readonly Body[];
}

interface Draft extends SpecFile {
  readonly tests: CollectedTest[];
  readonly beforeAll: Body[];
  readonly afterAll: Body[];
  group: Group;
}

// What a spec declares is collected while it is imported: `test` is global in Playwright's way of writing tests.
let draft: Draft | undefined;

/** Collects what a spec file declares while it is imported. */
export async function collect(name: string, load: () => Promise<unknown>): Promise<SpecFile> {
  const group = { title: name, beforeEach: [], afterEach: [] };
  const collected: Draft = { tests: [], beforeAll: [], afterAll: [], group };
  draft = collected;
  try {
    await load();
  } finally {
    draft = undefined;
  }
  return collected;
}

function collecting(): Draft {
  if (draft === undefined) throw new Error('Tests can be declared only while a spec file is imported.');
  return draft;
}

export function test(title: string, body: Body): void {
  const { tests, group } = collecting();
  const groups = ancestry(group);
  const id = [...groups.map((one) => one.title), title].join(' › ');
  if (body.length > 0) throw new Error(`${id} wants fixtures, which there are none of in a mutation run.`);
  const run = async (): Promise<void> => {
    for (const hook of groups.flatMap(({ beforeEach }) => beforeEach)) await hook();
    try {
      await body();
    } finally {
      for (const hook of groups.toReversed().flatMap(({ afterEach }) => afterEach)) await hook();
    }
  };
  tests.push({ id, run });
}

test.describe = (title: string, declare: () => void): void => {
  const file = collecting();
  const parent = file.group;
  file.group = { title, parent, beforeEach: [], afterEach: [] };
  declare();
  file.group = parent;
};
test.beforeAll = (hook: Body): unknown => collecting().beforeAll.push(hook);
test.afterAll = (hook: Body): unknown => collecting().afterAll.push(hook);
test.beforeEach = (hook: Body): unknown => collecting().group.beforeEach.push(hook);
test.afterEach = (hook: Body): unknown => collecting().group.afterEach.push(hook);
test.slow = (): void => {};

/** The outermost group first. */
function ancestry(group: Group): readonly Group[] {
  return group.parent === undefined ? [group] : [...ancestry(group.parent), group];
}
