import { digestOfFiles } from '../../source-files.ts';

/** Everything that a synthesis reads: the stacks, the functions, what both share, and the installed packages. */
const sources = ['lib/**/*.ts', 'functions/**/*.ts', 'shared/**/*', 'package.json', 'package-lock.json'];

/** A digest of the app's sources and the settings of a synthesis. The runtime's own files are no part of the app. */
export const sourceDigest = (context: Readonly<Record<string, unknown>>): string =>
  digestOfFiles(sources, JSON.stringify(context), '/lib/local/');
