import type * as TinypoolPackage from 'tinypool';

/**
 * Stands in for `tinypool` where code is loaded anew for a mutant: it finds its own files by the address that it was loaded by,
 * which a second loading changes.
 */

declare global {
  var tinypoolOfTheProcess: typeof TinypoolPackage | undefined;
}

const address = new URL('../../node_modules/tinypool/dist/index.js', import.meta.url).href;
globalThis.tinypoolOfTheProcess ??= (await import(address)) as typeof TinypoolPackage;

export const { Tinypool } = globalThis.tinypoolOfTheProcess;
