import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** The library that makes charts zoom (uPlot), as the monitor serves it: from its own files, under a name of its own. */
export const chartLibrary = {
  name: 'uplot.js',
  script: require.resolve('uplot/dist/uPlot.iife.min.js'),
  styles: require.resolve('uplot/dist/uPlot.min.css'),
} as const;
